//! Counter-based random draws: a draw is a pure function of (seed, pedestrian, step, purpose).
//!
//! The four words are mixed with the finaliser of SplitMix64 (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195), so
//! a draw needs no state, and draws may be made in any order.

/// A source of draws for one seed.
#[derive(Clone, Copy, Debug)]
pub struct Draws {
    seed: u64,
}

impl Draws {
    /// Returns the draws of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }
    /// Returns 64 random bits for (pedestrian, step, purpose).
    pub fn bits(&self, pedestrian: u64, step: u64, purpose: u64) -> u64 {
        [pedestrian, step, purpose].iter().fold(mix(self.seed), |state, &word| {
            mix(state.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_add(mix(word.wrapping_add(0x6a09_e667_f3bc_c909))))
        })
    }
    /// Returns a number in 0..1 (1 excluded) for (pedestrian, step, purpose).
    pub fn unit(&self, pedestrian: u64, step: u64, purpose: u64) -> f64 {
        (self.bits(pedestrian, step, purpose) >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

/// Mixes the bits of a word: the finaliser of SplitMix64.
#[inline(always)]
pub(crate) fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform_and_repeatable() {
        let draws = Draws::new(7);
        let mean = (0..10_000).map(|i| draws.unit(i, 0, 1)).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "mean {mean}");
        assert_eq!(draws.bits(1, 2, 3), Draws::new(7).bits(1, 2, 3));
        assert_ne!(draws.bits(1, 2, 3), draws.bits(2, 1, 3));
    }

    /// A word that is left out would give two purposes, or two steps, the same draw.
    #[test]
    fn a_draw_depends_on_seed_pedestrian_step_and_purpose() {
        let draw = Draws::new(7).bits(1, 2, 3);
        let others = [
            Draws::new(8).bits(1, 2, 3),
            Draws::new(7).bits(0, 2, 3),
            Draws::new(7).bits(1, 0, 3),
            Draws::new(7).bits(1, 2, 0),
        ];
        assert!(others.iter().all(|&other| other != draw), "{draw} {others:?}");
    }
}
