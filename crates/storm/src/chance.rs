//! The draws from which a world is made, one after the other.

use populace_geom::Draws;

/// A row of draws. The same seed and attempt give the same row.
pub struct Chance {
    draws: Draws,
    attempt: u64,
    drawn: u64,
}

impl Chance {
    /// Returns the draws of an attempt to make the world of a seed.
    pub fn new(seed: u64, attempt: u64) -> Self {
        Chance { draws: Draws::new(seed), attempt, drawn: 0 }
    }
    /// Draws 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.drawn += 1;
        self.draws.bits(self.drawn, self.attempt, 0)
    }
    /// Draws a number in 0..1 (1 excluded).
    pub fn unit(&mut self) -> f64 {
        self.drawn += 1;
        self.draws.unit(self.drawn, self.attempt, 0)
    }
    /// Draws a number between two numbers.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        least + self.unit() * (most - least)
    }
    /// Draws a whole number below `count`; 0 when `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count.saturating_sub(1))
    }
    /// Draws a whole number between two numbers, both included.
    pub fn count(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }
    /// Returns true in a share of all draws.
    pub fn is(&mut self, share: f64) -> bool {
        self.unit() < share
    }
    /// Draws one of some things. There must be at least one.
    pub fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        &things[self.below(things.len())]
    }
    /// Draws something in a share of all draws.
    pub fn may<T>(&mut self, share: f64, draw: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.is(share) { Some(draw(self)) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_repeat_and_differ_by_seed_and_attempt() {
        let row = |seed, attempt| {
            let mut chance = Chance::new(seed, attempt);
            (0..5).map(|_| chance.bits()).collect::<Vec<_>>()
        };
        assert_eq!(row(3, 1), row(3, 1));
        assert_ne!(row(3, 1), row(3, 2));
        assert_ne!(row(3, 1), row(4, 1));
    }

    #[test]
    fn whole_numbers_stay_within_their_limits() {
        let mut chance = Chance::new(1, 0);
        assert!((0..1000).all(|_| (2..=4).contains(&chance.count(2, 4))));
        assert_eq!(chance.below(0), 0);
    }
}
