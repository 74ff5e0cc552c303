//! Finds the nearest people in sight by means of a uniform grid, within a range and a fan around the walking direction.
//!
//! | setting     | meaning                                     | unit | default | from                                      |
//! |-------------|---------------------------------------------|------|---------|-------------------------------------------|
//! | range       | how far people look                         | m    | 15      | walkers at 1.34 m/s meet in more than 5 s |
//! | most        | the most people that a pedestrian perceives | –    | 6       | `graph` gives fewer than 6 in the mean    |
//! | fan_degrees | the angle in which a walker perceives       | °    | 200     | about the human field of view             |

use populace_env::World;
use populace_geom::{Point, Tiles, maths};
use populace_settings::settings;

use crate::floors::{Floors, GUEST, fill};
use crate::lists::{Chunk, Lists};
use crate::sight::Sight;
use crate::{Bodies, Neighbours, Perception, PerceptionEntry};

/// The line of this perception.
pub(crate) const PERCEPTION: PerceptionEntry = PerceptionEntry {
    name: "grid",
    about: "the nearest people in sight, within a range and a fan around the walking direction",
    paper: "Reynolds 1987, doi:10.1145/37402.37406",
    parameters,
    schema,
    make: |written| Ok(Box::new(Grid::new(Params::from_written(written)?))),
};

settings! {
    "Settings of the perception grid"
    /// How far people look
    range: f64 = 15.0, "m", 0.1..=1000.0, "two walkers at 1.34 m/s meet in more than 5 s";
    /// The most people that a pedestrian perceives
    most: u32 = 6, "", 1..=1000, "the mean of the graph, at most";
    /// The angle around the walking direction in which people perceive, unless they stand
    fan_degrees: f64 = 200.0, "°", 0.001..=360.0, "about the human field of view";
}

/// A pedestrian that is slower than this stands and looks all around, m/s.
const STANDING: f64 = 0.01;

/// The grids of all floors and the memory that is used again.
pub(crate) struct Grid {
    params: Params,
    floors: Floors,
    grids: Vec<Tiles>,
    lists: Lists,
}

impl Grid {
    /// Sets the perception up.
    pub(crate) fn new(params: Params) -> Self {
        Grid { params, floors: Floors::default(), grids: Vec::new(), lists: Lists::default() }
    }
}

impl Perception for Grid {
    fn perceive(&mut self, world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        let sight = Sight::new(world, bodies);
        let Grid { params, floors, grids, lists } = self;
        floors.fill(sight);
        let floor_count = floors.start.len() - 1;
        grids.resize_with(floor_count.max(grids.len()), Tiles::default);
        for (f, tiles) in grids[..floor_count].iter_mut().enumerate() {
            fill(tiles, sight, &floors.rows[floors.start[f] as usize..floors.start[f + 1] as usize]);
        }
        let search = Search {
            sight,
            params,
            reach2: params.range * params.range,
            cosine: maths::cos(params.fan_degrees.to_radians() / 2.0),
        };
        let row_count = sight.bodies.position.len();
        lists.fill(row_count, |row, chunk| {
            if (row as usize) < sight.row_count() && sight.is_somewhere(row as usize) {
                let floor = sight.world.cell_floor(sight.bodies.cell[row as usize]);
                search.find(row, &grids[floor.index()], chunk);
            }
        });
        lists.put_together(sight, row_count, out);
    }
}

/// The search for the neighbours of rows.
struct Search<'a> {
    sight: Sight<'a>,
    params: &'a Params,
    reach2: f64,
    cosine: f64,
}

impl Search<'_> {
    /// Looks tile by tile outwards, until no nearer pedestrian can be found.
    fn find(&self, row: u32, tiles: &Tiles, chunk: &mut Chunk) {
        let at = self.sight.at(row);
        for ring in 0..tiles.ring_count() {
            // All people in this ring are at least this far away, less a little for rounding.
            let least = ring.saturating_sub(1) as f64 * tiles.tiling().pitch() * (1.0 - 1e-9);
            if least * least > self.reach2 || self.is_full_before(least * least, chunk) {
                return;
            }
            tiles.for_each_in_ring(at, ring, |other| self.consider(row, other & !GUEST, chunk));
        }
    }

    /// Returns whether the list is full, and everyone in it is nearer than all people that were not looked at yet.
    fn is_full_before(&self, least2: f64, chunk: &Chunk) -> bool {
        chunk.near.len() == self.params.most as usize && chunk.near.last().is_some_and(|worst| worst.0 < least2)
    }

    /// Adds a pedestrian to the list if it is among the nearest. The farthest of a full list leaves it.
    fn consider(&self, row: u32, other: u32, chunk: &mut Chunk) {
        let way = self.sight.at(other) - self.sight.at(row);
        let new = (way.norm2(), other);
        let is_full = chunk.near.len() == self.params.most as usize;
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

    /// Returns whether the direction `way` is in the fan of a row.
    fn is_in_fan(&self, row: u32, way: Point) -> bool {
        let velocity = self.sight.bodies.velocity.get(row as usize).copied().unwrap_or_default();
        let speed = velocity.norm();
        let is_walking = speed > STANDING && speed.is_finite();
        !is_walking || self.params.fan_degrees >= 360.0 || way.dot(velocity) >= self.cosine * way.norm() * speed
    }
}
