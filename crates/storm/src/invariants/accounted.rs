//! Everybody is accounted for.

use populace_run::Ended;

use super::Invariant;
use crate::{Evidence, Glance};

pub(super) const INVARIANT: Invariant = Invariant {
    name: "everybody is accounted for",
    about: "whoever came in has left or is inside with a status, and census, counts, events, frames and summary agree",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    evidence.looks.iter().try_for_each(look)?;
    let Some(last) = evidence.looks.last() else { return Ok(()) };
    let (census, summary) = (&last.census, &evidence.summary);
    let left_by_events = evidence.passed[1];
    let pairs = [
        ("people who entered by events", evidence.passed[0], census.entered),
        ("people who left by events", left_by_events, census.left),
        ("travel times", evidence.travelled, census.left),
        ("expected people of the summary", summary.expected, census.expected),
        ("people who entered of the summary", summary.entered, census.entered),
        ("people who left of the summary", summary.left, census.left),
        ("people inside of the summary", summary.inside, census.inside),
        ("late people of the summary", summary.delayed, census.delayed),
        ("people by reason of the summary", summary.by_reason.iter().map(|r| r.1).sum(), census.inside),
        ("wall violations of the summary", summary.wall_violations, last.counts.in_wall),
        ("steps of the summary", summary.steps, last.step),
    ];
    pairs.into_iter().try_for_each(|(what, one, other)| same(last, what, one, other))?;
    if evidence.ended == Ended::Empty && (census.inside, census.delayed) != (0, 0) {
        return Err(format!("the run ended as empty with {} inside and {} late", census.inside, census.delayed));
    }
    Ok(())
}

/// Checks the census of a moment.
fn look(look: &Glance) -> Result<(), String> {
    let census = &look.census;
    same(look, "people who left or are inside", census.left + census.inside, census.entered)?;
    same(look, "people with a status", census.by_reason.iter().map(|r| r.1).sum(), census.inside)?;
    same(look, "rows of the frame", look.rows, census.inside)?;
    same(look, "people who left by the counts", look.counts.left, census.left)?;
    match census.entered + census.delayed <= census.expected {
        true => Ok(()),
        false => Err(format!("at {} s: more people came than are expected: {census:?}", look.time)),
    }
}

fn same(look: &Glance, what: &str, one: u64, other: u64) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("at {} s: {what}: {one}, not {other}", look.time)) }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn a_lost_pedestrian_is_found_wherever_it_is_counted() {
        let mut evidence = sound("accounted", 2);
        let last = evidence.looks.len() - 1;
        evidence.looks[last].census.left += 1;
        assert!(said(&INVARIANT, &evidence).contains("left or are inside"));
        evidence.looks[last].census.left -= 1;
        evidence.looks[0].rows += 1;
        assert!(said(&INVARIANT, &evidence).contains("rows of the frame"));
        evidence.looks[0].rows -= 1;
        evidence.passed[0] += 1;
        assert!(said(&INVARIANT, &evidence).contains("entered by events"));
        evidence.passed[0] -= 1;
        evidence.summary.delayed += 1;
        assert!(said(&INVARIANT, &evidence).contains("late people"));
        evidence.summary.delayed -= 1;
        evidence.travelled += 1;
        assert!(said(&INVARIANT, &evidence).contains("travel times"));
        evidence.travelled -= 1;
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
    }
}
