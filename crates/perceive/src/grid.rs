//! The nearest people in sight from a uniform grid, within a range and a fan around the walking direction.

use populace_geom::{Point, Tiles, maths};

use crate::floors::{Floors, GUEST, fill};
use crate::lists::{Chunk, Lists};
use crate::sight::Sight;
use crate::{GridSettings, Neighbours};

/// Slower people stand and look all round, m/s.
const STANDING: f64 = 0.01;

/// The grids of all floors and their scratch.
#[derive(Debug, Default)]
pub(crate) struct Grid {
    floors: Vec<Tiles>,
    lists: Lists,
}

impl Grid {
    pub(crate) fn perceive(&mut self, settings: GridSettings, sight: Sight<'_>, floors: &Floors, out: &mut Neighbours) {
        let floor_count = floors.start.len() - 1;
        self.floors.resize_with(floor_count.max(self.floors.len()), Tiles::default);
        for (f, tiles) in self.floors[..floor_count].iter_mut().enumerate() {
            fill(tiles, sight, &floors.rows[floors.start[f] as usize..floors.start[f + 1] as usize]);
        }
        let search = Search {
            sight,
            settings,
            reach2: settings.range * settings.range,
            cosine: maths::cos(settings.fan_degrees.to_radians() / 2.0),
        };
        let grids = &self.floors;
        let row_count = sight.bodies.position.len();
        self.lists.fill(row_count, |row, chunk| {
            if (row as usize) < sight.row_count() && sight.is_somewhere(row as usize) {
                let floor = sight.world.cell_floor(sight.bodies.cell[row as usize]);
                search.find(row, &grids[floor.index()], chunk);
            }
        });
        self.lists.put_together(sight, row_count, out);
    }
}

struct Search<'a> {
    sight: Sight<'a>,
    settings: GridSettings,
    reach2: f64,
    cosine: f64,
}

impl Search<'_> {
    /// Tile by tile outwards, until nobody nearer can come.
    fn find(&self, row: u32, tiles: &Tiles, chunk: &mut Chunk) {
        let at = self.sight.at(row);
        for ring in 0..tiles.ring_count() {
            // Everyone in this ring is at least that far; a little less for rounding.
            let least = ring.saturating_sub(1) as f64 * tiles.tiling().pitch() * (1.0 - 1e-9);
            if least * least > self.reach2 || self.is_full_before(least * least, chunk) {
                return;
            }
            tiles.for_each_in_ring(at, ring, |other| self.consider(row, other & !GUEST, chunk));
        }
    }

    fn is_full_before(&self, least2: f64, chunk: &Chunk) -> bool {
        chunk.near.len() == self.settings.most as usize && chunk.near.last().is_some_and(|worst| worst.0 < least2)
    }

    /// Takes someone in when they are among the nearest; the farthest has to go.
    fn consider(&self, row: u32, other: u32, chunk: &mut Chunk) {
        let way = self.sight.at(other) - self.sight.at(row);
        let new = (way.norm2(), other);
        let is_full = chunk.near.len() == self.settings.most as usize;
        let is_late = is_full && chunk.near.last().is_some_and(|worst| new >= *worst);
        if other == row || new.0 > self.reach2 || is_late || !self.is_in_fan(row, way) || !self.sight.sees(row, other) {
            return;
        }
        if is_full {
            chunk.near.pop();
        }
        let at = chunk.near.partition_point(|n| *n < new);
        chunk.near.insert(at, new);
    }

    fn is_in_fan(&self, row: u32, way: Point) -> bool {
        let velocity = self.sight.bodies.velocity.get(row as usize).copied().unwrap_or_default();
        let speed = velocity.norm();
        let is_walking = speed > STANDING && speed.is_finite();
        !is_walking || self.settings.fan_degrees >= 360.0 || way.dot(velocity) >= self.cosine * way.norm() * speed
    }
}
