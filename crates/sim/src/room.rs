//! Where there is room for one more body: a raster over the people near an area.

use populace_env::{CellId, Environment, World};
use populace_geom::{Bounds, Point, Raster, Tiling};

use crate::state::{NONE, People};

/// Most tiles of the raster.
const MOST_TILES: f64 = 1e6;

/// People by tile, with room for newcomers.
pub(crate) struct Room {
    bounds: Bounds,
    /// The body that came last into each tile, or [`NONE`].
    first: Raster<u32>,
    bodies: Vec<Body>,
}

struct Body {
    at: Point,
    radius: f64,
    floor: u32,
    /// The body that came into the same tile before, or [`NONE`].
    next: u32,
}

impl Room {
    /// Returns the people in and around some bounds. `widest` is the radius of the widest body, m.
    pub(crate) fn of(env: &Environment, people: &People, bounds: Bounds, widest: f64) -> Self {
        let mut room = Room::empty(bounds, widest);
        for row in 0..people.len() {
            if room.bounds.contains(people.position[row]) {
                room.add(people.position[row], people.radius[row], env.cell_floor(people.cell[row]).0);
            }
        }
        room
    }

    /// Returns some bounds and their surroundings without people.
    pub(crate) fn empty(bounds: Bounds, widest: f64) -> Self {
        let bounds = bounds.expanded(4.0 * widest);
        // Bodies that touch are in tiles that touch.
        let tiling = Tiling::limited(bounds, 2.0 * widest, MOST_TILES);
        Room { bounds, first: Raster::new(tiling, NONE), bodies: Vec::new() }
    }

    /// Puts a body there.
    pub(crate) fn add(&mut self, at: Point, radius: f64, floor: u32) {
        let (tile, body) = (self.first.tiling().tile(at), self.bodies.len() as u32);
        let Some(first) = self.first.cells_mut().get_mut(tile) else { return };
        let next = std::mem::replace(first, body);
        self.bodies.push(Body { at, radius, floor, next });
    }

    /// Returns whether a body fits between the others and the walls.
    pub(crate) fn fits(&self, world: World<'_>, cell: CellId, at: Point, radius: f64) -> bool {
        self.bounds.contains(at)
            && !self.is_taken(at, radius, world.cell_floor(cell).0)
            && world.has_room(cell, at, radius)
    }

    fn is_taken(&self, at: Point, radius: f64, floor: u32) -> bool {
        let tiling = self.first.tiling();
        let touches = |body: &Body| {
            let touch = body.radius + radius;
            body.floor == floor && (body.at - at).norm2() < touch * touch
        };
        tiling.around(tiling.tile(at), 1).any(|tile| {
            let first = self.bodies.get(self.first[tile] as usize);
            std::iter::successors(first, |body| self.bodies.get(body.next as usize)).any(touches)
        })
    }
}
