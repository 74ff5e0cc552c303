//! A damaged recording is refused.

use super::Invariant;
use crate::Evidence;

pub(super) const INVARIANT: Invariant = Invariant {
    name: "damage is found",
    about: "a recording with a flipped byte is refused where a seal covers the byte, and elsewhere gives the same rows or is refused",
    check,
};

fn check(evidence: &Evidence) -> Result<(), String> {
    for flip in &evidence.flips {
        if !flip.is_refused && (flip.is_sealed || !flip.is_same) {
            return Err(format!("byte {} of {} was flipped, and nobody noticed", flip.position, flip.file));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{said, sound};
    use super::*;

    #[test]
    fn damage_that_nobody_noticed_is_found() {
        let mut evidence = sound("damage", 1);
        let flip = evidence.flips.last_mut().expect("a byte was flipped");
        (flip.is_sealed, flip.is_refused) = (true, false);
        assert!(said(&INVARIANT, &evidence).contains("nobody noticed"));
        let flip = evidence.flips.last_mut().expect("a byte was flipped");
        (flip.is_sealed, flip.is_same) = (false, false);
        assert!(said(&INVARIANT, &evidence).contains("nobody noticed"));
        evidence.flips.last_mut().expect("a byte was flipped").is_same = true;
        assert_eq!((INVARIANT.check)(&evidence), Ok(()));
    }
}
