//! The state hash of every step does not depend on how the world is run.

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "same bits",
    about: "every run has the same state hash in every step, on any number of threads, recorded or not, killed or not",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    let Some((first, others)) = evidence.trails.split_first() else { return Ok(()) };
    for other in others {
        let pairs = first.hashes.iter().zip(&other.hashes);
        if let Some(step) = pairs.into_iter().position(|(a, b)| a != b) {
            return Err(format!("{} and {} differ after step {}", first.label, other.label, step + 1));
        }
        let (one, two) = (first.hashes.len(), other.hashes.len());
        if one != two {
            return Err(format!("{} has {one} steps, {} has {two}", first.label, other.label));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn another_hash_and_a_missing_step_are_found() {
        let mut evidence = sound("same_bits", 1);
        evidence.trails[1].hashes[4] ^= 1;
        assert!(said(&INVARIANT, &evidence).ends_with("after step 5"));
        evidence.trails[1].hashes[4] ^= 1;
        evidence.trails[2].hashes.pop();
        assert!(said(&INVARIANT, &evidence).contains("steps"));
    }
}
