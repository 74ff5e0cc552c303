//! A run that was killed and resumed leaves the same recording as an uninterrupted run.

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "a resumed run is the same run",
    about: "a run that was killed at a random step and resumed has the frames, events, steps, measures and summary of a whole one",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    let (whole, resumed) = (&evidence.whole, &evidence.resumed);
    let parts = [
        ("frames", whole.frames == resumed.frames),
        ("events", whole.events == resumed.events),
        ("steps", whole.steps == resumed.steps),
        ("measures", whole.measures == resumed.measures),
        ("summary", whole.summary == resumed.summary),
    ];
    match parts.iter().find(|(_, is_same)| !is_same) {
        None => Ok(()),
        Some((part, _)) => Err(format!("the {part} of the resumed run differ from those of the whole run")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn a_row_that_differs_is_found_in_every_table() {
        let mut evidence = sound("resumed", 1);
        evidence.resumed.summary = None;
        assert!(said(&INVARIANT, &evidence).contains("summary"));
        evidence.resumed.steps[0].inside += 1;
        assert!(said(&INVARIANT, &evidence).contains("steps"));
        evidence.resumed.events.pop();
        assert!(said(&INVARIANT, &evidence).contains("events"));
        evidence.resumed.frames[0].position[0].x += 0.001;
        assert!(said(&INVARIANT, &evidence).contains("frames"));
    }
}
