//! The route desk of a simulation: pedestrians ask, each step answers as many as its budget allows.
//!
//! First come, first served: a pedestrian has one place in the queue, which a newer request takes over, and goes to the back
//! after an answer. With a budget of b requests nobody waits for more than ⌈pending ∕ b⌉ steps. Budgets count requests or
//! work, never time, so that a step has the same answers on every machine and at any number of threads. The desk keeps the
//! routes it gave out, and plans again where a door on the rest of a route is shut.

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::batch::plan_all;
use crate::diagnose::why_not;
use crate::planner::{Found, Planner, World};
use crate::{Obstacles, Spot};

/// How much one step may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many requests.
    Requests(usize),
    /// Requests, one after the other, until they have expanded so many nodes together, at least one. A request without a
    /// route counts as many nodes as there are key points: to say why takes a search of the whole place.
    Nodes(u64),
}

/// What a pedestrian is told.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Who asked.
    pub pedestrian: u32,
    /// The route, or what is in the way.
    pub route: Result<Found, Obstacles>,
}

/// A route that a pedestrian is on.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Where it starts.
    pub from: Spot,
    /// Where it leads.
    pub to: Spot,
    /// The route.
    pub found: Found,
    /// How many of its portals are behind the pedestrian.
    pub passed: usize,
    /// Where the pedestrian was last known to be.
    pub at: Spot,
}

/// Requests in the order they came, and routes by pedestrian.
#[derive(Clone, Debug, Default)]
pub struct Desk {
    /// Ticket → pedestrian: the lowest ticket is served first.
    queue: BTreeMap<u64, u32>,
    pending: BTreeMap<u32, Request>,
    routes: BTreeMap<u32, Kept>,
    next_ticket: u64,
}

#[derive(Clone, Copy, Debug)]
struct Request {
    ticket: u64,
    from: Spot,
    to: Spot,
}

impl Desk {
    /// Asks for a route. Whoever waits already keeps the place in the queue.
    pub fn request(&mut self, pedestrian: u32, from: Spot, to: Spot) {
        let ticket = self.pending.get(&pedestrian).map_or(self.next_ticket, |r| r.ticket);
        self.next_ticket = self.next_ticket.max(ticket + 1);
        self.queue.insert(ticket, pedestrian);
        self.pending.insert(pedestrian, Request { ticket, from, to });
    }

    /// Answers the first in the queue, within the budget, in the order of the queue.
    pub fn serve(&mut self, world: World<'_>, planner: &dyn Planner, budget: Budget) -> Vec<Answer> {
        match budget {
            Budget::Requests(count) => {
                let mut unlimited = u64::MAX;
                self.serve_some(world, planner, count, &mut unlimited)
            }
            Budget::Nodes(nodes) => {
                let (mut answers, mut left) = (Vec::new(), nodes.max(1));
                while left > 0 && !self.queue.is_empty() {
                    answers.extend(self.serve_some(world, planner, 1, &mut left));
                }
                answers
            }
        }
    }

    /// Answers up to `count` requests while there are nodes left, and counts those down.
    fn serve_some(&mut self, world: World<'_>, planner: &dyn Planner, count: usize, left: &mut u64) -> Vec<Answer> {
        let first: Vec<(u32, Request)> =
            self.queue.values().take(count).filter_map(|p| Some((*p, *self.pending.get(p)?))).collect();
        let pairs: Vec<(Spot, Spot)> = first.iter().map(|(_, r)| (r.from, r.to)).collect();
        let mut answers = Vec::with_capacity(first.len());
        for ((pedestrian, request), route) in first.into_iter().zip(routes_or_reasons(world, planner, &pairs)) {
            let all = world.map.key_count() as u64;
            *left = left.saturating_sub(route.as_ref().map_or(all, |f| f.expanded.into()).max(1));
            self.keep(pedestrian, request, route.as_ref().ok());
            answers.push(Answer { pedestrian, route });
        }
        answers
    }

    fn keep(&mut self, pedestrian: u32, request: Request, found: Option<&Found>) {
        let Request { ticket, from, to } = request;
        self.queue.remove(&ticket);
        self.pending.remove(&pedestrian);
        match found.cloned() {
            Some(found) => self.routes.insert(pedestrian, Kept { from, to, found, passed: 0, at: from }),
            None => self.routes.remove(&pedestrian),
        };
    }

    /// A pedestrian is at a spot, with `passed` portals of the route behind.
    pub fn advance(&mut self, pedestrian: u32, passed: usize, at: Spot) {
        if let Some(kept) = self.routes.get_mut(&pedestrian) {
            (kept.passed, kept.at) = (passed, at);
        }
    }

    /// Asks again, from where they are, for everyone whose route leads through something that can no longer be passed; in the order
    /// of pedestrians, who are returned. Whoever has asked meanwhile is left with that request.
    pub fn doors_changed(&mut self, world: World<'_>) -> Vec<u32> {
        let broken = self.routes.iter().filter(|(_, kept)| !is_open(world, kept));
        let again: Vec<(u32, Spot, Spot)> = broken.map(|(&p, kept)| (p, kept.at, kept.to)).collect();
        for &(pedestrian, from, to) in again.iter().filter(|a| !self.pending.contains_key(&a.0)).collect::<Vec<_>>() {
            self.request(pedestrian, from, to);
        }
        again.into_iter().map(|a| a.0).collect()
    }

    /// A pedestrian who is gone, or wants no route: drops request and route.
    pub fn forget(&mut self, pedestrian: u32) {
        if let Some(request) = self.pending.remove(&pedestrian) {
            self.queue.remove(&request.ticket);
        }
        self.routes.remove(&pedestrian);
    }

    /// The route a pedestrian is on.
    pub fn route(&self, pedestrian: u32) -> Option<&Kept> {
        self.routes.get(&pedestrian)
    }
    /// How many wait for an answer.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }
}

fn routes_or_reasons(
    world: World<'_>,
    planner: &dyn Planner,
    requests: &[(Spot, Spot)],
) -> Vec<Result<Found, Obstacles>> {
    let found = plan_all(planner, world, requests).into_par_iter().zip(requests);
    found.map(|(found, &(from, to))| found.ok_or_else(|| why_not(world, from, to))).collect()
}

/// Whether all portals ahead can be passed, in the direction of the route.
fn is_open(world: World<'_>, kept: &Kept) -> bool {
    let mut cell = kept.from.cell;
    kept.found.route.portals.iter().enumerate().all(|(i, &portal)| {
        let passable = i < kept.passed || world.map.may_leave(world.env, cell, portal);
        cell = world.env.segment(portal).other(cell);
        passable
    })
}
