//! No body is in another body.

use super::Invariant;
use crate::{Body, Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "bodies do not overlap",
    about: "no body is more than 5 cm in another body, by the program's count of every step and by looking",
    check,
};

/// How far a body may be inside another, m. The program's count has the same limit.
const DEEP: f64 = 0.05;

/// Bodies on floors that join may touch where the floors are at most this far apart in height, m.
const SAME_HEIGHT: f64 = 0.3;

fn check(evidence: &Evidence) -> Result<(), String> {
    for look in &evidence.looks {
        for (i, body) in look.bodies.iter().enumerate() {
            look.bodies[i + 1..].iter().try_for_each(|other| pair(look, body, other))?;
        }
        if look.counts.overlapping > 0 {
            return Err(format!("by {} s, {} moves ended in another body", look.time, look.counts.overlapping));
        }
    }
    Ok(())
}

fn pair(look: &Glance, one: &Body, other: &Body) -> Result<(), String> {
    let depth = one.radius + other.radius - one.position.distance(other.position);
    let is_level = one.floor == other.floor || (one.height - other.height).abs() < SAME_HEIGHT;
    if depth <= DEEP || !is_level {
        return Ok(());
    }
    let (a, b, time, at) = (one.id, other.id, look.time, one.position);
    Err(format!("at {time} s: pedestrians {a} and {b} at ({:.3}, {:.3}) are {depth:.3} m in each other", at.x, at.y))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn two_bodies_at_one_spot_and_a_counted_overlap_are_found() {
        let mut evidence = sound("overlaps", 2);
        let look = evidence.looks.iter_mut().find(|look| look.bodies.len() > 1).expect("two people");
        let kept = look.bodies[1].clone();
        (look.bodies[1].position, look.bodies[1].floor) = (look.bodies[0].position, look.bodies[0].floor);
        assert!(said(&INVARIANT, &evidence).contains("in each other"));
        let look = evidence.looks.iter_mut().find(|look| look.bodies.len() > 1).expect("two people");
        look.bodies[1] = kept;
        look.counts.overlapping = 3;
        assert!(said(&INVARIANT, &evidence).contains("3 moves"));
    }
}
