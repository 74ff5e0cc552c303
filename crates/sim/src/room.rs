//! Finds where there is room for one more body: a raster over the people near some places.

use std::ops::Range;

use populace_env::{CellId, World};
use populace_geom::{Bounds, Point, Raster, Segment, Tiling};

use crate::scratch::CHUNK;
use crate::simulation::Simulation;
use crate::state::NONE;

/// Most tiles of the raster.
const MOST_TILES: f64 = 1e6;

/// Tiles of the raster for each body: many more than bodies, since people stand in groups.
const TILES_PER_BODY: f64 = 16.0;

/// The raster may always have this many tiles: they cost next to nothing.
const FEW_TILES: f64 = 4096.0;

/// Bodies whose middle is nearer to a place than this many radii of the widest body are looked at.
const AROUND: f64 = 4.0;

/// People by tile, with room for newcomers.
pub(crate) struct Room {
    bounds: Bounds,
    /// The body that came last into each tile, or [`NONE`].
    first: Raster<u32>,
    bodies: Vec<Body>,
}

struct Body {
    /// The row of the pedestrian, or [`NONE`] for a body that was added after the raster was made.
    row: u32,
    at: Point,
    radius: f64,
    floor: u32,
    /// The body that came into the same tile before, or [`NONE`].
    next: u32,
}

impl Simulation {
    /// Returns a raster of the people in and around some places, with room for `more` newcomers.
    pub(crate) fn room(&self, places: &[Bounds], more: usize) -> Room {
        let people = &self.state.people;
        let is_near = |&row: &usize| self.around(places).any(|place| place.contains(people.position[row]));
        let near: Vec<usize> = self.chunks_near(places).flatten().filter(is_near).collect();
        let bounds = places.iter().fold(Bounds::EMPTY, |all, place| all.union(*place));
        let mut room = Room::empty(bounds, self.widest, near.len() + more);
        for row in near {
            room.put(row as u32, people.position[row], people.radius[row], self.env.cell_floor(people.cell[row]).0);
        }
        room
    }

    /// Returns the chunks of rows with pedestrians that may be in or around some places. Rows are in an order in which
    /// neighbours are close, so most chunks are elsewhere.
    fn chunks_near(&self, places: &[Bounds]) -> impl Iterator<Item = Range<usize>> {
        let (count, boxes) = (self.state.people.len(), &self.scratch.boxes);
        let has_boxes = boxes.len() == count.div_ceil(CHUNK);
        let is_near =
            move |chunk: &usize| !has_boxes || self.around(places).any(|place| place.overlaps(&boxes[*chunk]));
        (0..count.div_ceil(CHUNK)).filter(is_near).map(move |chunk| chunk * CHUNK..((chunk + 1) * CHUNK).min(count))
    }

    fn around(&self, places: &[Bounds]) -> impl Iterator<Item = Bounds> {
        places.iter().map(|place| place.expanded(AROUND * self.widest))
    }
}

impl Room {
    /// Returns a raster without bodies over some bounds and their surroundings, with tiles for about `bodies` bodies.
    /// `widest` is the radius of the widest body, m.
    pub(crate) fn empty(bounds: Bounds, widest: f64, bodies: usize) -> Self {
        let bounds = bounds.expanded(AROUND * widest);
        // Bodies that touch are in tiles that touch.
        let most = (bodies as f64 * TILES_PER_BODY).clamp(FEW_TILES, MOST_TILES);
        let tiling = Tiling::limited(bounds, 2.0 * widest, most);
        Room { bounds, first: Raster::new(tiling, NONE), bodies: Vec::new() }
    }

    /// Returns whether a body at a point may touch a body in the bounds of the raster.
    pub(crate) fn covers(&self, at: Point) -> bool {
        self.bounds.contains(at)
    }

    /// Adds a body that has no row.
    pub(crate) fn add(&mut self, at: Point, radius: f64, floor: u32) {
        self.put(NONE, at, radius, floor);
    }

    fn put(&mut self, row: u32, at: Point, radius: f64, floor: u32) {
        let (tile, body) = (self.first.tiling().tile(at), self.bodies.len() as u32);
        let Some(first) = self.first.cells_mut().get_mut(tile) else { return };
        let next = std::mem::replace(first, body);
        self.bodies.push(Body { row, at, radius, floor, next });
    }

    /// Returns whether a body fits between the other bodies and the walls.
    pub(crate) fn fits(&self, world: World<'_>, cell: CellId, at: Point, radius: f64) -> bool {
        self.bounds.contains(at) && !self.is_taken(world, cell, at, radius) && world.has_room(cell, at, radius)
    }

    /// Returns the rows of all people within `distance` of a point, and of some beyond, as they were when the raster
    /// was made.
    pub(crate) fn rows_near(&self, at: Point, distance: f64) -> impl Iterator<Item = usize> + '_ {
        let rings = (distance / self.first.tiling().pitch()).ceil() as usize;
        self.bodies_around(at, rings).filter(|body| body.row != NONE).map(|body| body.row as usize)
    }

    fn is_taken(&self, world: World<'_>, cell: CellId, at: Point, radius: f64) -> bool {
        let floor = world.cell_floor(cell).0;
        self.bodies_around(at, 1).any(|body| {
            let touch = body.radius + radius;
            let is_near = (body.at - at).norm2() < touch * touch;
            is_near && (body.floor == floor || is_joined(world, cell, at, touch, body.floor))
        })
    }

    /// Returns the bodies in the tile of a point and in `rings` rings of tiles around it.
    fn bodies_around(&self, at: Point, rings: usize) -> impl Iterator<Item = &Body> {
        let tiling = self.first.tiling();
        tiling.around(tiling.tile(at), rings).flat_map(|tile| {
            let first = self.bodies.get(self.first[tile] as usize);
            std::iter::successors(first, |body| self.bodies.get(body.next as usize))
        })
    }
}

/// Returns whether ground of another floor joins a cell within a distance of a point, across links that are open.
fn is_joined(world: World<'_>, cell: CellId, at: Point, distance: f64, floor: u32) -> bool {
    let mut cells = vec![cell];
    let mut next = 0;
    while let Some(&here) = cells.get(next) {
        next += 1;
        if world.cell_floor(here).0 == floor {
            return true;
        }
        for edge in world.cell_edges(here).filter(|edge| Segment::new(edge.a, edge.b).distance(at) < distance) {
            let passable = edge.segment.filter(|&segment| world.is_passable(segment, 0.0));
            let there = passable.map(|segment| world.segment(segment).other(here));
            cells.extend(there.filter(|there| !cells.contains(there)));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::*;

    /// A pedestrian beyond a stair head used to be overlooked, and newcomers were put into its body.
    #[test]
    fn a_newcomer_is_not_put_into_a_body_across_an_open_link() {
        let simulation = Simulation::new(tower(0));
        let world = simulation.world();
        let joins = |s: &&populace_env::FreeSegment| {
            !s.is_lift() && world.cell_floor(s.cells[0]) != world.cell_floor(s.cells[1])
        };
        let links: Vec<_> = world.segments().iter().filter(joins).collect();
        assert!(links.len() > 1, "the tower has stairs");
        for link in links {
            let out = link.out_of(link.cells[0]).unit().expect("it has a length");
            let [here, there] = [link.middle() - out * 0.1, link.middle() + out * 0.1];
            let mut room = Room::empty(Bounds::of([here, there]), 0.25, 2);
            assert!(room.fits(world, link.cells[0], here, 0.2));
            room.add(there, 0.2, world.cell_floor(link.cells[1]).0);
            assert!(!room.fits(world, link.cells[0], here, 0.2), "at {:?}", link.middle());
        }
    }

    /// Of 2,000 people in a hall of 200 m, only the people near the west end are looked at for newcomers there, before
    /// and after some people have left.
    #[test]
    fn newcomers_concern_the_chunks_of_rows_near_them_alone() {
        let areas = [("hall", rectangle(0.0, 0.0, 200.0, 20.0)), ("east end", rectangle(195.0, 0.0, 200.0, 20.0))];
        let env = place(rectangle(0.0, 0.0, 200.0, 20.0), &[], &areas);
        let mut simulation = Simulation::new(setup(env, vec![leaving(2000, 0, 1)]));
        let west = [Bounds::of(rectangle(0.0, 0.0, 4.0, 20.0))];
        // Rows are put in order every 64 steps. All people are inside from the first step on.
        for steps in [66, 40, 90] {
            (0..steps).for_each(|_| {
                simulation.step();
            });
            let people = &simulation.state.people;
            let looked_at: usize = simulation.chunks_near(&west).map(|rows| rows.len()).sum();
            let near = people.position.iter().filter(|at| at.x < 4.0).count();
            let found = simulation.room(&west, 0).bodies.iter().filter(|body| body.at.x < 4.0).count();
            assert_eq!(found, near, "after {} steps", simulation.steps());
            assert!(looked_at <= 3 * CHUNK && looked_at < people.len() / 2, "{looked_at} of {}", people.len());
        }
        assert!(simulation.counts().left > 50, "{} have left", simulation.counts().left);
    }
}
