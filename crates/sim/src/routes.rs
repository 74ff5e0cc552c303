//! Routes for everyone: a roadmap and a planner per profile, a tree per exit, and a queue of who waits for an answer.
//!
//! First come, first served, so many a step: budgets count requests, never time, so that a step has the same answers on every
//! machine. Answers are computed on all threads and handed out in the order of the queue.

use std::collections::VecDeque;

use populace_env::{CellId, Environment, SegmentId};
use populace_plan::{GoalTree, Keys, PLANNERS, Planner, Profile, Roadmap, Scratch, Spot, World};
use rayon::prelude::*;

use crate::people::{NONE, Way};
use crate::setup::{Population, Stage};

/// Side of the grid of spots that stand for an exit: 8 × 8, uniform in area.
const SPOTS: usize = 8;

/// Requests that one thread takes at a time.
const CHUNK: usize = 64;

/// Plans for everyone of one profile.
pub(crate) struct Navigator {
    map: Roadmap,
    planner: Box<dyn Planner>,
    /// A tree per exit that someone of the profile may choose, by area.
    exits: Vec<(u32, GoalTree)>,
    /// Half the width of the profile, m.
    radius: f64,
}

/// All navigators, and who waits.
pub(crate) struct Routes {
    navigators: Vec<Navigator>,
    /// Which navigator plans for a population.
    by_population: Vec<usize>,
    /// Ids, the first comes first.
    pub(crate) queue: VecDeque<u32>,
}

/// What someone asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub population: u16,
    pub from: Spot,
    /// The exit to go to, or [`NONE`] when the goal is a spot.
    pub exit: u32,
    pub goal: Spot,
}

impl Routes {
    pub(crate) fn of(env: &Environment, populations: &[Population]) -> Self {
        let mut profiles: Vec<Profile> = Vec::new();
        let mut by_population = Vec::new();
        for population in populations {
            let known = profiles.iter().position(|p| *p == population.profile);
            by_population.push(known.unwrap_or_else(|| {
                profiles.push(population.profile.clone());
                profiles.len() - 1
            }));
        }
        let navigators = profiles.iter().enumerate().map(|(i, profile)| {
            let theirs = populations.iter().zip(&by_population).filter(|(_, n)| **n == i).map(|(p, _)| p);
            Navigator::of(env, profile, &exits_of(theirs))
        });
        Routes { navigators: navigators.collect(), by_population, queue: VecDeque::new() }
    }

    /// Time from a spot to an exit, s; `None` when there is no way.
    pub(crate) fn time_to_exit(&self, env: &Environment, population: u16, from: Spot, exit: u32) -> Option<f64> {
        let navigator = self.navigator(population);
        let world = World { env, map: &navigator.map };
        navigator.tree(exit)?.next_portal(world, from).map(|next| populace_plan::cost::seconds_of(next.cost))
    }

    /// The ways that were asked for, in order; `None` where there is none.
    pub(crate) fn answer(&self, env: &Environment, requests: &[Request]) -> Vec<Option<Way>> {
        let chunks = requests.par_chunks(CHUNK).map(|chunk| {
            let mut scratch = Scratch::default();
            chunk.iter().map(|r| self.navigator(r.population).way(env, r, &mut scratch)).collect::<Vec<_>>()
        });
        chunks.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Doors were opened or shut.
    pub(crate) fn doors_changed(&mut self, env: &Environment) {
        self.navigators.par_iter_mut().for_each(|navigator| {
            let mut changed = Vec::new();
            navigator.map.refresh(env, &mut changed);
            let world = World { env, map: &navigator.map };
            navigator.planner.refresh(world, &changed);
            navigator.exits.iter_mut().for_each(|(_, tree)| tree.update(world, &changed));
        });
    }

    /// Sees to it that everyone can leave through an area.
    pub(crate) fn need_exit(&mut self, env: &Environment, exit: u32) {
        self.navigators.par_iter_mut().filter(|n| n.tree(exit).is_none()).for_each(|navigator| {
            let tree = navigator.grow(env, exit);
            navigator.exits.push((exit, tree));
        });
    }

    /// Whether someone in `cell` can still pass all portals ahead.
    pub(crate) fn is_open(&self, env: &Environment, population: u16, cell: CellId, portals: &[SegmentId]) -> bool {
        let map = &self.navigator(population).map;
        let mut cell = cell;
        portals.iter().all(|&portal| {
            let passable = map.may_leave(env, cell, portal);
            cell = env.segment(portal).other(cell);
            passable
        })
    }

    fn navigator(&self, population: u16) -> &Navigator {
        &self.navigators[self.by_population[population as usize]]
    }

    /// Memory of roadmaps and planners, bytes.
    pub(crate) fn bytes(&self) -> usize {
        let each = |n: &Navigator| {
            n.map.bytes() + n.planner.bytes() + n.exits.iter().map(|(_, tree)| tree.bytes()).sum::<usize>()
        };
        self.navigators.iter().map(each).sum()
    }
}

impl Navigator {
    fn of(env: &Environment, profile: &Profile, exits: &[u32]) -> Self {
        let map = Roadmap::of(env, profile, Keys::default());
        let planner = (PLANNERS[0].prepare)(World { env, map: &map });
        let mut navigator = Navigator { planner, exits: Vec::new(), map, radius: profile.radius() };
        navigator.exits = exits.par_iter().map(|&exit| (exit, navigator.grow(env, exit))).collect();
        navigator
    }

    fn grow(&self, env: &Environment, exit: u32) -> GoalTree {
        GoalTree::of(World { env, map: &self.map }, &spots(env, exit as usize, self.radius))
    }

    fn tree(&self, exit: u32) -> Option<&GoalTree> {
        self.exits.iter().find(|(area, _)| *area == exit).map(|(_, tree)| tree)
    }

    fn way(&self, env: &Environment, request: &Request, scratch: &mut Scratch) -> Option<Way> {
        let world = World { env, map: &self.map };
        if request.exit == NONE {
            let found = self.planner.plan(world, request.from, request.goal, scratch)?;
            return Some(Way { portals: exactly(found.route.portals), goal: request.goal });
        }
        let tree = self.tree(request.exit)?;
        let portals = tree.route(world, request.from)?.route.portals;
        let mut cell = request.from.cell;
        let mut entry = request.from.point;
        for &portal in &portals {
            let segment = env.segment(portal);
            entry = if segment.is_lift() {
                [segment.b, segment.a][usize::from(cell == segment.cells[1])]
            } else {
                segment.middle()
            };
            cell = segment.other(cell);
        }
        let near = |s: &&Spot| (s.point - entry).norm2();
        let last = tree.goals().iter().filter(|s| s.cell == cell).min_by(|a, b| near(a).total_cmp(&near(b)))?;
        Some(Way { portals: exactly(portals), goal: *last })
    }
}

/// In as much memory as it takes: it is kept for a long time.
fn exactly(portals: Vec<SegmentId>) -> Vec<SegmentId> {
    portals.as_slice().to_vec()
}

/// Areas through which people of some populations leave.
fn exits_of<'a>(populations: impl Iterator<Item = &'a Population>) -> Vec<u32> {
    let stages = populations.flat_map(|p| &p.journey);
    let mut exits: Vec<u32> = stages
        .filter_map(|s| match s {
            Stage::Leave { exits, .. } => Some(exits),
            _ => None,
        })
        .flatten()
        .map(|&exit| exit as u32)
        .collect();
    exits.sort_unstable();
    exits.dedup();
    exits
}

/// Spots that stand for an area: a grid that is uniform in area, where the body fits if it does anywhere.
fn spots(env: &Environment, area: usize, radius: f64) -> Vec<Spot> {
    let Some(area) = env.areas().get(area) else { return Vec::new() };
    let share = |i: usize| (i as f64 + 0.5) / SPOTS as f64;
    let grid = (0..SPOTS * SPOTS).filter_map(|i| env.random_point(area, share(i % SPOTS), share(i / SPOTS)));
    let all: Vec<Spot> = grid.map(|(cell, point)| Spot { cell, point }).collect();
    let roomy: Vec<Spot> = all.iter().filter(|s| env.has_room(s.cell, s.point, radius)).copied().collect();
    if roomy.is_empty() { all } else { roomy }
}
