//! Finds out whether people can walk from where they come in through all their stages.
//!
//! The check takes one spot of each area and asks a planner for a route from there to the next stage. Every door that is ever
//! opened counts as open. Only the run shows whether a door is shut at the wrong time.

use std::collections::BTreeSet;
use std::sync::Arc;

use populace_env::{Doors, Environment, World};
use populace_plan::{Atlas, Flat, Keys, Planner, Profile, Roadmap, Scratch, Spot, why_not};
use populace_sim::{Arrivals, Command, ExitChoice, Population, Stage};

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
        let mut doors = doors.clone();
        for (_, command) in commands {
            if let Command::Open(link) = command {
                doors.set_door(env, *link, true);
            }
        }
        Reach { env: env.clone(), doors, maps: Vec::new(), scratch: Scratch::default() }
    }

    /// Refuses a population when some of its people cannot walk their journey.
    pub fn check(&mut self, at: &KeyPath, population: &Population) -> Result<(), Problem> {
        let map = self.map(&population.profile);
        let mut here = Vec::new();
        for (i, arrivals) in population.arrivals.iter().enumerate() {
            here.extend(self.starts(&at.key("arrive").item(i), map, arrivals, population)?);
        }
        for (i, stage) in population.journey.iter().enumerate() {
            let at = at.key("journey").item(i);
            let goals = self.goals(stage, population);
            if goals.is_empty() {
                continue;
            }
            let all = matches!(stage, Stage::Leave { by: ExitChoice::Shares(_), .. });
            for from in &here {
                self.check_goals(&at, map, from, &goals, all)?;
            }
            here = goals;
        }
        Ok(())
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
        Some(Known { spot, name: format!("{:?}", self.env.areas()[area].name) })
    }

    /// Returns the spots from which people begin their journey: one spot of each area. For people at given points,
    /// returns one spot for each cell, or their own goals. Refuses goals that they cannot reach.
    fn starts(
        &mut self,
        at: &KeyPath,
        map: usize,
        arrivals: &Arrivals,
        population: &Population,
    ) -> Result<Vec<Known>, Problem> {
        let placed = match arrivals {
            Arrivals::AtStart { areas, .. } | Arrivals::Rate { areas, .. } | Arrivals::Timetable { areas, .. } => {
                return Ok(areas.iter().filter_map(|&area| self.area(area, population)).collect());
            }
            Arrivals::Placed(placed) => placed,
        };
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

    /// Returns the spots to which a stage leads. Waiting leads to none.
    fn goals(&self, stage: &Stage, population: &Population) -> Vec<Known> {
        let exits = match stage {
            Stage::GoTo { area } => vec![*area],
            Stage::GoToSpot(spot) => return vec![Known { spot: *spot, name: "the point".into() }],
            Stage::Wait(_) | Stage::WaitFor { .. } => return Vec::new(),
            Stage::Leave { exits, by: ExitChoice::Shares(shares) } => {
                exits.iter().zip(shares).filter(|(_, share)| **share > 0.0).map(|(exit, _)| *exit).collect()
            }
            Stage::Leave { exits, .. } => exits.clone(),
        };
        exits.into_iter().filter_map(|area| self.area(area, population)).collect()
    }

    /// Refuses the goals when none of them can be reached from a spot. With `all`, refuses them when one of them cannot be reached.
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
