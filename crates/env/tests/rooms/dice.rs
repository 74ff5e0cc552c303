//! Random numbers for generators of places, a pure function of the place's number.

use populace_geom::Draws;

/// Numbers drawn one after the other for one room.
pub struct Dice {
    draws: Draws,
    room: u64,
    next: u64,
}

impl Dice {
    pub fn new(room: u64) -> Self {
        Dice { draws: Draws::new(2026), room, next: 0 }
    }
    pub fn unit(&mut self) -> f64 {
        self.next += 1;
        self.draws.unit(self.room, self.next, 0)
    }
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
    pub fn below(&mut self, count: usize) -> usize {
        ((self.unit() * count as f64) as usize).min(count - 1)
    }
}
