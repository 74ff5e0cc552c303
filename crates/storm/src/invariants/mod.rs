//! What must hold in every world. An invariant is a file and a line of [`INVARIANTS`].

mod accounted;
mod claims;
mod damage;
mod lines;
mod no_way;
mod order;
mod overlaps;
mod progress;
mod resumed;
mod same_bits;
mod sound;
mod trains;
mod walls;

use crate::Evidence;

/// Something that holds in every world.
pub struct Invariant {
    /// Its name.
    pub name: &'static str,
    /// What holds, in a line.
    pub about: &'static str,
    /// Looks for what breaks the invariant, and says where.
    pub check: fn(&Evidence) -> Result<(), String>,
}

/// Every invariant.
pub const INVARIANTS: &[Invariant] = &[
    sound::INVARIANT,
    same_bits::INVARIANT,
    accounted::INVARIANT,
    walls::INVARIANT,
    overlaps::INVARIANT,
    no_way::INVARIANT,
    resumed::INVARIANT,
    damage::INVARIANT,
    progress::INVARIANT,
    claims::INVARIANT,
    order::INVARIANT,
    lines::INVARIANT,
    trains::INVARIANT,
];

/// Returns the invariants that evidence breaks, each with what breaks it.
pub fn broken(evidence: &Evidence) -> Vec<(&'static str, String)> {
    INVARIANTS.iter().filter_map(|i| (i.check)(evidence).err().map(|what| (i.name, what))).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::RandomWorld;
    use crate::trial::{Pools, scratch, trial};

    /// Returns the evidence of the first world that breaks no invariant and in which one look sees at least `people`
    /// pedestrians.
    pub(crate) fn sound(test: &str, people: usize) -> Evidence {
        sound_with(test, |evidence| evidence.looks.iter().any(|look| look.bodies.len() >= people))
    }

    /// Returns the evidence of the first world that breaks no invariant and that shows what a test needs.
    pub(crate) fn sound_with(test: &str, shows: impl Fn(&Evidence) -> bool) -> Evidence {
        let pools = Pools::new(&[1]).expect("a pool");
        let folder = scratch().join(format!("populace-storm-test-{}-{test}", std::process::id()));
        for seed in 0..200 {
            let _ = std::fs::remove_dir_all(&folder);
            let Some(scenario) = RandomWorld::of(seed).1 else { continue };
            let evidence = trial(seed, scenario, &pools, &folder).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            let _ = std::fs::remove_dir_all(&folder);
            if shows(&evidence) && broken(&evidence).is_empty() {
                return evidence;
            }
        }
        panic!("no world of the first 200 is sound and shows that");
    }

    /// Returns what an invariant says about spoiled evidence.
    #[track_caller]
    pub(crate) fn said(invariant: &Invariant, evidence: &Evidence) -> String {
        (invariant.check)(evidence).expect_err("the evidence is spoiled")
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = INVARIANTS.iter().map(|i| i.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), INVARIANTS.len());
    }
}
