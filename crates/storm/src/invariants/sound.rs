//! Every number of the state is a number, within its range.

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "the state is sound",
    about: "positions and velocities are numbers, every id and range is valid, and no model returned what is no number",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    for look in &evidence.looks {
        if let Some(what) = &look.invalid {
            return Err(format!("at {} s: the state is not valid: {what}", look.time));
        }
        if look.counts.contained > 0 {
            return Err(format!("by {} s, {} velocities were not finite", look.time, look.counts.contained));
        }
        let is_sound = |body: &&crate::Body| body.position.is_finite() && body.velocity.is_finite();
        if let Some(body) = look.bodies.iter().find(|body| !is_sound(body)) {
            return Err(format!("at {} s: pedestrian {} has no position or velocity", look.time, body.id));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn what_is_no_number_or_not_valid_is_found() {
        let mut evidence = sound("sound", 1);
        let look = evidence.looks.iter_mut().find(|look| !look.bodies.is_empty()).expect("somebody");
        look.bodies[0].velocity.x = f64::NAN;
        assert!(said(&INVARIANT, &evidence).contains("no position or velocity"));
        evidence.looks[0].counts.contained = 1;
        assert!(said(&INVARIANT, &evidence).contains("not finite"));
        evidence.looks[0].invalid = Some("a gap".into());
        assert!(said(&INVARIANT, &evidence).contains("a gap"));
    }
}
