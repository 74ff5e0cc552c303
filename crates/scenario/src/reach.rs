//! Finds out whether people can walk from where they come in through all their stages.
//!
//! People come in only on ground from which they can reach the first goal of their journey. The check takes one spot of each area, on
//! such ground if there is any, and asks a planner for a route from there to the next stage. Every door that is ever
//! opened counts as open. Only the run shows whether a door is shut at the wrong time.

use std::collections::BTreeSet;
use std::sync::Arc;

use populace_env::{Doors, Environment, World};
use populace_mind::{Behaviour, ExitChoice, Places, Train, parts};
use populace_plan::{Atlas, Flat, Keys, Planner, Profile, Roadmap, Scratch, Spot, why_not};
use populace_sim::{Arrivals, Command, Placed, Population, Starts, Where, doors_ever_open};

use crate::error::{Blame, Problem};
use crate::finder::Finder;
use populace_ingest::key_path::KeyPath;

/// Roadmaps of the place, by profile.
pub(crate) struct Reach {
    env: Arc<Environment>,
    /// The doors of the place. A door that is open at any time is open here.
    doors: Doors,
    maps: Vec<(Profile, Roadmap)>,
    scratch: Scratch,
}

/// A spot, and its name for messages.
#[derive(Clone)]
struct Known {
    spot: Spot,
    name: String,
}

impl Reach {
    /// Returns the place with its doors. A door is open if it is open at the start, or if a command opens it.
    pub fn of(env: &Arc<Environment>, doors: &Doors, commands: &[(f64, Command)]) -> Self {
        let doors = doors_ever_open(env, doors, commands);
        Reach { env: env.clone(), doors, maps: Vec::new(), scratch: Scratch::default() }
    }

    /// Refuses a population when some of its people cannot walk their journey. Returns the cells where its people come in, apart from
    /// people who are placed at points.
    pub fn check(
        &mut self,
        at: &KeyPath,
        population: &Population,
        trains: &[Train],
    ) -> Result<Option<Starts>, Problem> {
        let map = self.map(&population.profile);
        let is_spread = population
            .arrivals
            .iter()
            .any(|arrivals| !matches!(arrivals, Arrivals::Placed(_) | Arrivals::Alighting { .. }));
        let starts = is_spread.then(|| {
            let atlas = Atlas { world: self.world(), map: &self.maps[map].1 };
            Starts::of(atlas, &population.journey, population.body.radius.most())
        });
        let mut here = Vec::new();
        for (i, arrivals) in population.arrivals.iter().enumerate() {
            let at = at.key("arrive").item(i);
            here.extend(match (arrivals, &starts) {
                (Arrivals::Placed(placed), _) => self.placed(&at, map, placed)?,
                (Arrivals::Alighting { trains: from, .. }, _) => self.at_doors(from, trains),
                (Arrivals::AtStart { areas, .. } | Arrivals::Rate { areas, .. }, Some(starts))
                | (Arrivals::Timetable { areas, .. }, Some(starts)) => self.spread(&at, areas, starts, population)?,
                (_, None) => Vec::new(),
            });
        }
        let stages = population
            .journey
            .iter()
            .enumerate()
            .flat_map(|(i, stage)| parts(stage).into_iter().map(move |part| (i, part)));
        for (i, stage) in stages {
            let at = at.key("journey").item(i);
            let goals = self.goals(&**stage, population);
            if goals.is_empty() {
                continue;
            }
            let all = matches!(stage.places(), Places::Areas(_) | Places::Exits(_, ExitChoice::Shares(_)));
            for from in &here {
                self.check_goals(&at, map, from, &goals, all)?;
            }
            here = goals;
        }
        Ok(starts)
    }

    fn world(&self) -> World<'_> {
        World::new(&self.env, &self.doors)
    }

    fn map(&mut self, profile: &Profile) -> usize {
        if let Some(known) = self.maps.iter().position(|(p, _)| p == profile) {
            return known;
        }
        self.maps.push((profile.clone(), Roadmap::of(self.world(), profile, Keys::default())));
        self.maps.len() - 1
    }

    fn area(&self, area: usize, population: &Population) -> Option<Known> {
        let spot = Finder { world: self.world() }.spot_in(area, population.body.radius.most())?;
        Some(Known { spot, name: self.name(area) })
    }

    fn name(&self, area: usize) -> String {
        format!("{:?}", self.env.areas()[area].name)
    }

    /// Returns the spots from which people that are spread over ground begin their journey: one spot of each area. When they cannot begin
    /// it anywhere in an area, the spot is one without a way.
    fn spread(
        &self,
        at: &KeyPath,
        areas: &Where,
        starts: &Starts,
        population: &Population,
    ) -> Result<Vec<Known>, Problem> {
        let finder = Finder { world: self.world() };
        let radius = population.body.radius.most();
        let Where::Areas(areas) = areas else {
            let spot = finder.spot_on(&starts.everywhere(&self.env), radius);
            return match spot {
                Some(spot) => Ok(vec![Known { spot, name: "everywhere".into() }]),
                None => Err(nowhere(&at.key("areas"), &population.profile)),
            };
        };
        let known = |&area: &usize| {
            let reached = starts.within(&self.env.areas()[area]).map(|g| g.within(|cell| starts.has_planned_way(cell)));
            let spot = reached.and_then(|ground| finder.spot_on(&ground, radius));
            spot.map(|spot| Known { spot, name: self.name(area) }).or_else(|| self.area(area, population))
        };
        Ok(areas.iter().filter_map(known).collect())
    }

    /// Returns the spots from which people at given points begin their journey: one spot for each cell. People with a goal of their own
    /// begin it at that goal; this checks that they can reach it.
    fn placed(&mut self, at: &KeyPath, map: usize, placed: &[Placed]) -> Result<Vec<Known>, Problem> {
        let mut pairs = BTreeSet::new();
        let mut known = Vec::new();
        for (i, person) in placed.iter().enumerate() {
            let start = Known { spot: person.at, name: format!("number {}", i + 1) };
            if !pairs.insert((person.at.cell, person.goal.map(|g| g.cell))) {
                continue;
            }
            match person.goal {
                Some(spot) => {
                    let goal = Known { spot, name: "the goal".into() };
                    self.check_goals(&at.key("goals").item(i), map, &start, std::slice::from_ref(&goal), true)?;
                    known.push(goal);
                }
                None => known.push(start),
            }
        }
        Ok(known)
    }

    /// Returns the spots from which people begin their journey who get off trains: one spot of each track.
    fn at_doors(&self, from: &[u32], trains: &[Train]) -> Vec<Known> {
        let known = |&number: &u32| {
            let train = &trains[number as usize];
            let doors = train.doors_in(self.world());
            let spot = doors.into_iter().find_map(|door| door.spot)?;
            Some(Known { spot, name: format!("the doors of {:?}", train.name) })
        };
        from.iter().filter_map(known).collect()
    }

    /// Returns the spots to which a stage leads. Waiting leads to none.
    fn goals(&self, stage: &dyn Behaviour, population: &Population) -> Vec<Known> {
        let areas = match stage.places() {
            Places::None => return Vec::new(),
            Places::Spot(spot) => return vec![Known { spot, name: "the point".into() }],
            Places::Area(area) => vec![area],
            Places::Areas(areas) => areas.to_vec(),
            Places::Objects(objects) => {
                let known = |&object: &u32| {
                    let object = &self.env.objects()[object as usize];
                    let slot = object.slots.first()?;
                    let spot = Spot { cell: slot.cell, point: slot.point };
                    Some(Known { spot, name: format!("{:?}", object.name) })
                };
                return objects.iter().filter_map(known).collect();
            }
            Places::Exits(exits, ExitChoice::Shares(shares)) => {
                exits.iter().zip(shares).filter(|(_, share)| **share > 0.0).map(|(exit, _)| *exit).collect()
            }
            Places::Exits(exits, _) => exits.to_vec(),
        };
        areas.into_iter().filter_map(|area| self.area(area as usize, population)).collect()
    }

    /// Checks that at least one of the goals can be reached from a spot; with `all`, that every goal can be reached.
    fn check_goals(
        &mut self,
        at: &KeyPath,
        map: usize,
        from: &Known,
        goals: &[Known],
        all: bool,
    ) -> Result<(), Problem> {
        let Reach { env, doors, maps, scratch } = self;
        let (profile, map) = &maps[map];
        let atlas = Atlas { world: World::new(env, doors), map };
        let mut reached = |goal: &Known| Flat.plan(atlas, from.spot, goal.spot, scratch).is_some();
        let missed = match all {
            true => goals.iter().find(|goal| !reached(goal)),
            false if goals.iter().any(&mut reached) => None,
            false => goals.first(),
        };
        let Some(goal) = missed else { return Ok(()) };
        let what = format!("there is no way from {} to {} for {:?}", from.name, goal.name, profile.name);
        Err(at.problem(what, format!("{}", why_not(atlas, from.spot, goal.spot))))
    }
}

/// Says that people who come in everywhere have no ground.
fn nowhere(at: &KeyPath, profile: &Profile) -> Problem {
    let what = format!("from no ground is there a way to the first goal of the journey for {:?}", profile.name);
    at.problem(what, "all exits with a share must be within reach of the same ground; look for doors that stay shut and one-way links")
}
