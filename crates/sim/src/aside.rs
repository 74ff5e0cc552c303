//! Making way: a pedestrian that stands where an obstacle appears or a door shuts is put beside it.

use populace_env::{Environment, FreeSegment, LinkId, World};
use populace_geom::{Bounds, Point, Segment};
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::follow::FollowerState;
use crate::frame::spiral;
use crate::room::Room;
use crate::scene::{IN_WALL, move_spot};
use crate::simulation::{Now, Simulation};

/// Spots that are tried around a pedestrian who has to make way: the distance between them, m, and their number. The first, coarse spots
/// reach to 27 m. When none of them is free, finer spots, which reach to 7.7 m and 8 m, find the room that is left between bodies in narrow
/// places.
const TRIED: [(f64, usize); 3] = [(0.35, 6_000), (0.1, 6_000), (0.04, 40_000)];

impl Simulation {
    /// Puts every pedestrian that stands in the leaf of a shut door beside the leaf, on the side where the pedestrian
    /// is.
    pub(crate) fn clear_leaves(&mut self, now: Now, changed: &[LinkId]) {
        let (world, people) = (self.world(), &self.state.people);
        let has_shut = |link: LinkId| changed.contains(&link) && !world.is_open(link);
        let is_leaf = |s: &&FreeSegment| !s.is_lift() && s.link.is_some_and(has_shut);
        let leaves: Vec<Segment> = world.segments().iter().filter(is_leaf).map(|s| Segment::new(s.a, s.b)).collect();
        let is_in_leaf = |&row: &usize| {
            let (at, radius) = (people.position[row], people.radius[row] - IN_WALL);
            leaves.iter().any(|leaf| leaf.distance(at) < radius) && !world.has_room(people.cell[row], at, radius)
        };
        let inside = self.scratch.inside.iter().map(|&id| self.scratch.row_of[id as usize] as usize);
        let displaced: Vec<usize> = inside.filter(is_in_leaf).collect();
        let env = self.env.clone();
        self.put_aside(now, &env, &displaced);
    }

    /// Puts pedestrians who have to make way at the nearest free places, in this order. Their cells are those of the old place.
    pub(crate) fn put_aside(&mut self, now: Now, old: &Environment, displaced: &[usize]) {
        if displaced.is_empty() {
            return;
        }
        let people = &self.state.people;
        let mut bounds = Bounds::of([]);
        let mut stays = vec![true; people.len()];
        for &row in displaced {
            let floor = old.cell_floor(people.cell[row]);
            bounds = bounds.union(self.env.floors()[floor.index()].bounds).union(Bounds::of([people.position[row]]));
            stays[row] = false;
        }
        let mut room = Room::empty(bounds, self.widest, people.len());
        for (row, _) in stays.iter().enumerate().filter(|(_, stays)| **stays) {
            let at = people.position[row];
            if room.covers(at) {
                room.add(at, people.radius[row], self.env.cell_floor(people.cell[row]).0);
            }
        }
        for &row in displaced {
            self.put_one_aside(now, old, row, &mut room);
        }
        // People were put elsewhere.
        self.scratch.boxes.clear();
    }

    fn put_one_aside(&mut self, now: Now, old: &Environment, row: usize, room: &mut Room) {
        let Spot { cell, point } = self.spot_aside(old, row, room);
        let people = &mut self.state.people;
        let floor = old.cell_floor(people.cell[row]);
        room.add(point, people.radius[row], self.env.cell_floor(cell).0);
        (people.cell[row], people.position[row]) = (cell, point);
        (people.velocity[row], people.wanted[row], people.held[row]) = (Point::ZERO, Point::ZERO, 0.0);
        people.follower_state[row] = FollowerState::NOTHING;
        let track = &mut people.track[row];
        (track.anchor, track.anchored, track.least) = (point, now.time, None);
        let id = people.id[row];
        self.state.counts.moved_aside += 1;
        self.tell(now, id, EventKind::MovedAside, floor.0);
    }

    /// Returns the nearest free spot that the pedestrian could see in the old place, with the doors as they are now.
    /// Where there is none, returns a free spot near the nearest ground. Where there is none either, returns that
    /// ground: another body may be there, and bodies that overlap are moved apart.
    fn spot_aside(&self, old: &Environment, row: usize, room: &Room) -> Spot {
        let people = &self.state.people;
        let (was, at, radius) = (people.cell[row], people.position[row], people.radius[row]);
        let (world, floor) = (self.world(), old.cell_floor(was));
        let free = |point: Point| {
            let cell = world.locate(floor, point, None)?;
            room.fits(world, cell, point, radius).then_some(Spot { cell, point })
        };
        let seen = |&point: &Point| {
            let end = World::new(old, world.doors).ray(was, at, point);
            end.wall.is_none() && old.cell_floor(end.cell) == floor
        };
        let around = |middle| {
            TRIED.into_iter().flat_map(move |(apart, count)| (0..count).map(move |k| spiral(middle, apart, k)))
        };
        around(at).find_map(|p| free(p).filter(|_| seen(&p))).unwrap_or_else(|| {
            let ground = move_spot(old, world, Spot { cell: was, point: at }, radius);
            around(ground.point).find_map(free).unwrap_or(ground)
        })
    }
}
