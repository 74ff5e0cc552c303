//! Random pairs of spots. They are uniform in area over the part of a place with the most ground that a body can reach.

use populace_env::{CellId, World};
use populace_geom::{Draws, point_in_triangle_fan};
use populace_plan::Spot;

/// The most spots that are tried until one has room for the body: many spots lie too close to walls.
const TRIES: u64 = 1000;

/// Draws spots of one part of a place.
pub struct SpotSource<'a> {
    world: World<'a>,
    width: f64,
    cells: Vec<CellId>,
    /// Sum of the areas up to and including each cell, m².
    running: Vec<f64>,
    draws: Draws,
}

impl<'a> SpotSource<'a> {
    /// Returns the part with the most ground for a body of `width` m.
    pub fn of(world: World<'a>, width: f64, seed: u64) -> Self {
        let topology = world.topology(width);
        let area = |cells: &Vec<CellId>| cells.iter().map(|c| world.cell_area(*c)).sum::<f64>();
        let largest = topology.components().iter().max_by(|a, b| area(a).total_cmp(&area(b)));
        let cells = largest.cloned().unwrap_or_default();
        let sum = |total: &mut f64, cell: &CellId| {
            *total += world.cell_area(*cell);
            Some(*total)
        };
        let running = cells.iter().scan(0.0, sum).collect();
        SpotSource { world, width, cells, running, draws: Draws::new(seed) }
    }

    /// Returns the area of the part, m².
    pub fn area(&self) -> f64 {
        self.running.last().copied().unwrap_or(0.0)
    }

    /// Returns the spot of a number, with room for the body; `None` when hardly any spot has room.
    pub fn spot(&self, number: u64) -> Option<Spot> {
        (0..TRIES).find_map(|attempt| self.attempt(number, attempt))
    }

    /// Returns the pair of a number.
    pub fn pair(&self, number: u64) -> Option<(Spot, Spot)> {
        Some((self.spot(2 * number)?, self.spot(2 * number + 1)?))
    }

    fn attempt(&self, number: u64, attempt: u64) -> Option<Spot> {
        let unit = |purpose| self.draws.unit(number, attempt, purpose);
        let target = unit(0) * self.area();
        let cell = *self.cells.get(self.running.partition_point(|sum| *sum < target))?;
        let point = point_in_triangle_fan(&self.world.cell_points(cell), unit(1), unit(2));
        let is_free = self.world.cell_contains(cell, point) && self.world.has_room(cell, point, self.width / 2.0);
        is_free.then_some(Spot { cell, point })
    }
}
