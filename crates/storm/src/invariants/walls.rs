//! Nobody is in a wall or in a shut door.

use populace_env::World;

use super::Invariant;
use crate::{Body, Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "nobody is in a wall",
    about: "no body is more than 1 cm in a wall or a shut door, by the program's count of every step and by looking",
    check,
};

/// How far a body may reach into a wall, m. The program's count has the same limit.
const IN_WALL: f64 = 0.01;

fn check(evidence: &Evidence) -> Result<(), String> {
    for look in &evidence.looks {
        if look.counts.in_wall > 0 {
            return Err(format!("by {} s, {} moves ended in a wall", look.time, look.counts.in_wall));
        }
        look.bodies.iter().try_for_each(|body| body_in(look, body))?;
    }
    Ok(())
}

fn body_in(look: &Glance, body: &Body) -> Result<(), String> {
    let world = World::new(&look.env, &look.doors);
    let Some(wall) = world.nearest_wall(body.floor, body.position, body.radius - IN_WALL) else { return Ok(()) };
    let (id, time, at, depth) = (body.id, look.time, body.position, body.radius - wall.distance);
    Err(format!("at {time} s: pedestrian {id} at ({:.3}, {:.3}) is {depth:.3} m in a wall", at.x, at.y))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn a_body_in_a_wall_and_a_counted_violation_are_found() {
        let mut evidence = sound("walls", 2);
        let look = evidence.looks.iter_mut().find(|look| !look.bodies.is_empty()).expect("somebody");
        let kept = look.bodies[0].clone();
        let world = World::new(&look.env, &look.doors);
        look.bodies[0].position = world.nearest_wall(kept.floor, kept.position, 1e3).expect("a wall").point;
        assert!(said(&INVARIANT, &evidence).contains("in a wall"));
        let look = evidence.looks.iter_mut().find(|look| !look.bodies.is_empty()).expect("somebody");
        look.bodies[0] = kept;
        look.counts.in_wall = 1;
        assert!(said(&INVARIANT, &evidence).contains("1 moves"));
    }
}
