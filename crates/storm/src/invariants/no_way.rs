//! Nobody has the status *no way* while there is a way.

use std::collections::BTreeMap;
use std::sync::Arc;

use populace_env::{Environment, FloorId};
use populace_geom::{Point, contains};
use populace_mind::NONE;
use populace_sim::Status;

use super::Invariant;
use crate::{Body, Evidence, Glance, Search};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "no way means that there is none",
    about: "for nobody with the status `no way`, a search that shares nothing with the planners finds a way",
    check,
};

/// The status `no way` counts after this many looks: a door may just have opened.
const LOOKS: usize = 4;
/// A search is at a goal within this distance of it, m.
const AT_GOAL: f64 = 0.15;

fn check(evidence: &Evidence) -> Result<(), String> {
    let (mut asked, mut searches) = (Asked::default(), Searches::default());
    // It is enough to ask at every fourth look: a pedestrian without a way stands there for long.
    for looks in evidence.looks.windows(LOOKS).step_by(LOOKS) {
        let (before, now) = (&looks[..LOOKS - 1], &looks[LOOKS - 1]);
        for body in now.bodies.iter().filter(|body| body.status == Status::NoWay) {
            if before.iter().all(|look| had_none(look, now, body)) && asked.is_new(now, body) {
                contradict(evidence, now, body, &mut searches)?;
            }
        }
    }
    Ok(())
}

/// The last question to the search about each pedestrian. A pedestrian without a way mostly stands still, and the same
/// question has the same answer.
#[derive(Default)]
struct Asked<'a>(BTreeMap<u32, (&'a Glance, &'a Body)>);

impl<'a> Asked<'a> {
    /// Returns whether a pedestrian asks another question than the last time, and remembers the question.
    fn is_new(&mut self, now: &'a Glance, body: &'a Body) -> bool {
        let is_same = |&(look, then): &(&Glance, &Body)| {
            Arc::ptr_eq(&look.env, &now.env)
                && look.doors == now.doors
                && (then.floor, then.position, then.population) == (body.floor, body.position, body.population)
                && (&then.exits, then.area, then.goal) == (&body.exits, body.area, body.goal)
                && then.objects == body.objects
        };
        !self.0.insert(body.id, (now, body)).is_some_and(|last| is_same(&last))
    }
}

/// Returns whether a pedestrian had no way to the same goal in the same place at an earlier look.
fn had_none(before: &Glance, now: &Glance, body: &Body) -> bool {
    let is_same = |b: &&Body| b.id == body.id && b.status == Status::NoWay && b.stage == body.stage;
    let place = Arc::ptr_eq(&before.env, &now.env) && before.doors == now.doors;
    place && before.bodies.iter().any(|b| is_same(&b) && b.position.distance(body.position) < 0.02)
}

/// Returns the areas that a pedestrian has to reach; `None` when it has to reach the point at which its way ends. An
/// area to which it goes counts only when obstacles have left nothing of it. Then no spot could be drawn in the area,
/// and the way still ends at an earlier goal, or where the pedestrian came in.
fn areas_of(env: &Environment, body: &Body) -> Option<Vec<u32>> {
    let area = body.area.filter(|&area| env.random_point(&env.areas()[area as usize], 0.5, 0.5).is_none());
    let areas = if body.exits.is_empty() { area.into_iter().collect() } else { body.exits.clone() };
    Some(areas).filter(|areas| !areas.is_empty())
}

/// Returns where a pedestrian would stand at the objects of which it wants to use one: at the end of the line of each that
/// is open, or in a slot of it where people do not stand in line. An object without a line counts only when it has a free slot.
fn prospects(look: &Glance, body: &Body) -> Vec<(FloorId, Point)> {
    let objects = look.env.objects();
    let line_of = |object: usize| objects[object].queue.map_or(object, |queue| queue.index());
    let prospect = |&object: &u32| {
        let line = line_of(object as usize);
        let tills = (0..objects.len()).filter(|&other| line_of(other) == line && look.usages[other].is_open);
        let tills: Vec<usize> = tills.collect();
        let is_free = tills.iter().any(|&till| look.usages[till].users.contains(&NONE));
        if tills.is_empty() || !look.usages[line].is_open || !(objects[line].kind.has_line || is_free) {
            return None;
        }
        let place = objects[line].line.get(look.usages[line].line.len()).or(objects[line].line.last());
        let slot = place.or_else(|| tills.iter().find_map(|&till| objects[till].slots.first()))?;
        Some((objects[line].floor, slot.point))
    };
    body.objects.iter().filter_map(prospect).collect()
}

/// Searches that found nothing, each with the look and the pedestrian for which it began, the latest last.
#[derive(Default)]
struct Searches<'a>(Vec<(&'a Glance, &'a Body, Search<'a>)>);

/// The most searches that are remembered, because each takes some memory.
const MOST_SEARCHES: usize = 6;

impl<'a> Searches<'a> {
    /// Returns a search for the goal of a pedestrian. It goes on from an earlier search for the same goal, in the same
    /// place and by the same profile, if one is remembered, and does not look again where that search has been.
    fn take(&mut self, evidence: &'a Evidence, look: &'a Glance, body: &'a Body) -> Search<'a> {
        let is_alike = |(then, other, search): &(&Glance, &Body, Search<'_>)| {
            Arc::ptr_eq(&then.env, &look.env)
                && then.doors == look.doors
                && (other.population, &other.exits) == (body.population, &body.exits)
                && (other.area, other.goal, &other.objects) == (body.area, body.goal, &body.objects)
                && !search.is_cut_short()
        };
        let profile = &evidence.job.setup.populations[usize::from(body.population)].profile;
        match self.0.iter().position(is_alike) {
            Some(known) => self.0.remove(known).2,
            None => Search::new(&look.env, &look.doors, profile),
        }
    }

    fn keep(&mut self, look: &'a Glance, body: &'a Body, search: Search<'a>) {
        if self.0.len() == MOST_SEARCHES {
            self.0.remove(0);
        }
        self.0.push((look, body, search));
    }
}

fn contradict<'a>(
    evidence: &'a Evidence,
    look: &'a Glance,
    body: &'a Body,
    searches: &mut Searches<'a>,
) -> Result<(), String> {
    let mut search = searches.take(evidence, look, body);
    let areas = areas_of(&look.env, body);
    let prospects = prospects(look, body);
    let found = match &areas {
        _ if !body.objects.is_empty() => search.reaches(body.floor, body.position, |floor, p| {
            prospects.iter().any(|&(other, spot)| other == floor && p.distance(spot) < AT_GOAL)
        }),
        Some(areas) => search.reaches(body.floor, body.position, |floor, p| {
            areas.iter().map(|&a| &look.env.areas()[a as usize]).any(|area| area.floor == floor && is_inside(area, p))
        }),
        None => {
            let goal_floor = look.env.cell_floor(body.goal.cell);
            let near = |floor, p: Point| floor == goal_floor && p.distance(body.goal.point) < AT_GOAL;
            search.reaches(body.floor, body.position, near)
        }
    };
    if !found {
        searches.keep(look, body, search);
        return Ok(());
    }
    let (id, at) = (body.id, body.position);
    let (time, floor) = (look.time, &look.env.floors()[body.floor.index()].name);
    let goal = match areas {
        _ if !body.objects.is_empty() => {
            let name = |&object: &u32| look.env.objects()[object as usize].name.as_str();
            format!("{:?}", body.objects.iter().map(name).collect::<Vec<_>>())
        }
        Some(areas) => format!("{:?}", areas.iter().map(|&a| &look.env.areas()[a as usize].name).collect::<Vec<_>>()),
        None => format!("({:.3}, {:.3})", body.goal.point.x, body.goal.point.y),
    };
    let planner = evidence.job.setup.populations[usize::from(body.population)].planner.name;
    let place = format!("({:.3}, {:.3}) on {floor:?}", at.x, at.y);
    Err(format!("at {time} s: pedestrian {id} at {place} has no way to {goal} by {planner}, but a search finds one"))
}

fn is_inside(area: &populace_env::EnvArea, p: Point) -> bool {
    contains(&area.ring, p) && !area.holes.iter().any(|hole| contains(hole, p))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn a_pedestrian_that_walks_to_its_goal_is_no_pedestrian_without_a_way() {
        let mut evidence = sound("no_way", 4);
        let time = |look: &Glance| look.bodies.iter().filter(|b| b.status == Status::Walking).count();
        let busy = (0..evidence.looks.len()).max_by_key(|&i| time(&evidence.looks[i])).expect("a look");
        let mut look = evidence.looks[busy].clone();
        look.bodies.retain(|body| body.status == Status::Walking);
        look.bodies.iter_mut().for_each(|body| body.status = Status::NoWay);
        evidence.looks = vec![look; LOOKS];
        assert!(said(&INVARIANT, &evidence).contains("a search finds one"));
    }

    #[test]
    fn a_question_is_new_when_the_pedestrian_or_its_goal_has_moved() {
        let evidence = sound("no_way_asked", 4);
        let look = evidence.looks.iter().find(|look| !look.bodies.is_empty()).expect("somebody");
        let body = &look.bodies[0];
        let (mut moved, mut other) = (body.clone(), body.clone());
        moved.position.x += 0.001;
        other.goal.point.y += 0.001;
        let mut asked = Asked::default();
        let new = [body, body, &moved, body, &other, &other].map(|body| asked.is_new(look, body));
        assert_eq!(new, [true, false, true, true, true, false]);
    }
}
