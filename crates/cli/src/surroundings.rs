//! Collects what the drawing of `populace inspect` shows, from a simulation and an inspection of it.

use populace_draw::{Body, Fate, Neighbour, PersonalSpace, Proposition, Surroundings};
use populace_env::CellId;
use populace_geom::Point;
use populace_sim::{Inspected, Seen, Simulation};
use populace_steer::Inspection;
use populace_steer::reactive::Examined;

/// Collects what the drawing of a pedestrian's decision shows.
pub fn surroundings<'a>(simulation: &'a Simulation, seen: &Inspected) -> Surroundings<'a> {
    let steering = seen.steering.as_ref();
    let (propositions, outcome) = steering.map_or((Vec::new(), None), weighed);
    Surroundings {
        world: simulation.world(),
        time: seen.time,
        own: Body {
            pedestrian: seen.pedestrian,
            position: seen.position,
            velocity: seen.velocity,
            radius: seen.radius,
        },
        cell: seen.cell,
        preferred: seen.preferred,
        neighbours: neighbours(seen),
        others: others(simulation, seen),
        collision: steering.and_then(|s| s.collision).map(|hit| {
            let words = format!("{} collision with {} in {:.2} s ahead", hit.kind, hit.pedestrian, hit.time);
            words.trim_start().to_string()
        }),
        propositions,
        outcome,
        space: steering.and_then(|s| s.space).map(|space| PersonalSpace {
            zones: [space.intimate, space.personal, space.social],
            outline: space.outline(),
        }),
    }
}

fn neighbours(seen: &Inspected) -> Vec<Neighbour> {
    let steering = seen.steering.as_ref();
    let hit = steering.and_then(|s| s.collision).map(|hit| hit.pedestrian);
    let followed: Vec<u32> =
        steering.iter().flat_map(|s| &s.drives).filter(|d| d.chosen).filter_map(|d| d.target).collect();
    let neighbour = |n: &Seen| Neighbour {
        body: Body { pedestrian: n.pedestrian, position: n.position, velocity: n.velocity, radius: n.radius },
        distance: n.distance,
        collides: hit == Some(n.pedestrian),
        is_target: followed.contains(&n.pedestrian),
    };
    seen.neighbours.iter().map(neighbour).collect()
}

/// Returns the people that the pedestrian does not perceive, with their cells.
fn others(simulation: &Simulation, seen: &Inspected) -> Vec<(CellId, Body)> {
    let people = simulation.people();
    let is_seen = |id: u32| id == seen.pedestrian || seen.neighbours.iter().any(|n| n.pedestrian == id);
    let body = |row: usize| Body {
        pedestrian: people.id[row],
        position: people.position[row],
        velocity: people.velocity[row],
        radius: people.radius[row],
    };
    (0..people.len()).filter(|&row| !is_seen(people.id[row])).map(|row| (people.cell[row], body(row))).collect()
}

/// Returns the velocities that the model weighed. When the chosen velocity is none of them, also returns that velocity.
fn weighed(steering: &Inspection) -> (Vec<Proposition>, Option<Point>) {
    let Some(pipe) = &steering.pipe else {
        return (vec![Proposition { velocity: steering.velocity, word: None, fate: Fate::Chosen }], None);
    };
    let proposition = |p: &Examined| Proposition {
        velocity: p.velocity,
        word: p.module.map(|module| module.word()),
        fate: match (p.chosen, p.examined) {
            (true, _) => Fate::Chosen,
            (_, true) => Fate::Rejected,
            _ => Fate::Idle,
        },
    };
    let is_said = pipe.chosen().is_some_and(|p| p.velocity == steering.velocity);
    (pipe.propositions.iter().map(proposition).collect(), (!is_said).then_some(steering.velocity))
}
