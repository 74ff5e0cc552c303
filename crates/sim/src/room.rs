//! Where there is room for one more body: a grid over the people near an area.

use populace_env::{CellId, Environment};
use populace_geom::{Bounds, Point};

use crate::people::{NONE, People};

/// Most tiles of the grid.
const MOST_TILES: f64 = 1e6;

/// People by tile, with room for newcomers.
pub(crate) struct Room {
    bounds: Bounds,
    pitch: f64,
    columns: usize,
    /// First body of a tile, or NONE.
    first: Vec<u32>,
    bodies: Vec<Body>,
}

struct Body {
    at: Point,
    radius: f64,
    floor: u32,
    next: u32,
}

impl Room {
    /// The people in and around some bounds. `widest` is the radius of the widest body, m.
    pub(crate) fn of(env: &Environment, people: &People, bounds: Bounds, widest: f64) -> Self {
        let mut room = Room::empty(bounds, widest);
        for row in 0..people.len() {
            if room.bounds.contains(people.position[row]) {
                room.add(people.position[row], people.radius[row], env.cell_floor(people.cell[row]).0);
            }
        }
        room
    }

    /// Nobody in and around some bounds.
    pub(crate) fn empty(bounds: Bounds, widest: f64) -> Self {
        let bounds = bounds.expanded(4.0 * widest);
        let size = bounds.size();
        let pitch = (2.0 * widest).max((size.x * size.y / MOST_TILES).sqrt()).max(size.x.max(size.y) / 1e6);
        let (columns, rows) = ((size.x / pitch) as usize + 1, (size.y / pitch) as usize + 1);
        Room { bounds, pitch, columns, first: vec![NONE; columns * rows], bodies: Vec::new() }
    }

    /// Puts a body there.
    pub(crate) fn add(&mut self, at: Point, radius: f64, floor: u32) {
        let tile = self.tile(at);
        self.bodies.push(Body { at, radius, floor, next: self.first[tile] });
        self.first[tile] = self.bodies.len() as u32 - 1;
    }

    /// Whether a body fits between the others and the walls.
    pub(crate) fn fits(&self, env: &Environment, cell: CellId, at: Point, radius: f64) -> bool {
        self.bounds.contains(at) && !self.is_taken(at, radius, env.cell_floor(cell).0) && env.has_room(cell, at, radius)
    }

    fn is_taken(&self, at: Point, radius: f64, floor: u32) -> bool {
        let (column, row) = (self.tile(at) % self.columns, self.tile(at) / self.columns);
        let rows = self.first.len() / self.columns;
        for r in row.saturating_sub(1)..=(row + 1).min(rows - 1) {
            for c in column.saturating_sub(1)..=(column + 1).min(self.columns - 1) {
                let mut next = self.first[r * self.columns + c];
                while let Some(body) = self.bodies.get(next as usize) {
                    let touch = body.radius + radius;
                    if body.floor == floor && (body.at - at).norm2() < touch * touch {
                        return true;
                    }
                    next = body.next;
                }
            }
        }
        false
    }

    fn tile(&self, at: Point) -> usize {
        let rows = self.first.len() / self.columns;
        let column = (((at.x - self.bounds.min.x) / self.pitch).max(0.0) as usize).min(self.columns - 1);
        let row = (((at.y - self.bounds.min.y) / self.pitch).max(0.0) as usize).min(rows - 1);
        row * self.columns + column
    }
}
