//! What the kinds of objects ask of the ground: room for a body, sides with room, sight.

use std::collections::BTreeMap;

use populace_geom::{Bounds, Point, Segment, maths};

use super::shapes::{Side, distance_to_ring, sides};
use super::{APART, BODY, ObjectProblem, Slot};
use crate::environment::{Environment, WallPoint};
use crate::topology::Topology;
use crate::{CellId, Doors, FloorId, LinkKind, Object, World};

/// The distance from a counter to the middle of a customer, m.
const REACH: f64 = 0.3;
/// How far from an object its slots may be when there is no room at it, m.
const FAR: f64 = 2.0;

/// The walkable ground of an environment, for objects.
pub struct ObjectGround<'a> {
    /// With every door shut: a slot has room whatever the doors do.
    pub(super) shut: World<'a>,
    /// Cells that a body can come to with every door open.
    reach: Vec<bool>,
}

/// The state of doors for a [`ObjectGround`].
pub(super) fn all_shut(env: &Environment) -> Doors {
    let mut doors = Doors::all_open(env);
    for (i, link) in env.links().iter().enumerate() {
        if matches!(link.kind, LinkKind::Door { .. }) {
            doors.set_door(env, crate::LinkId::new(i), false);
        }
    }
    doors
}

/// How many customers stand at a counter.
pub(super) struct Counter {
    /// How many are wanted.
    pub wanted: usize,
    /// The distance between two of them, m.
    pub pitch: f64,
}

impl<'a> ObjectGround<'a> {
    /// Returns the ground of an environment. `doors` are all shut.
    pub(super) fn of(env: &'a Environment, doors: &'a Doors) -> Self {
        let topology = env.topology_with_doors_open(2.0 * BODY);
        ObjectGround { shut: World::new(env, doors), reach: reached(env, &topology) }
    }

    /// Returns the same ground, on which every cell counts as reached.
    pub(super) fn with_pockets(&self) -> ObjectGround<'a> {
        ObjectGround { shut: self.shut, reach: vec![true; self.reach.len()] }
    }

    /// Returns the cell of a point when a body has room there, and comes there.
    pub fn room(&self, floor: FloorId, p: Point) -> Option<CellId> {
        let cell = self.shut.locate(floor, p, None)?;
        (self.reach[cell.index()] && self.shut.has_room(cell, p, BODY)).then_some(cell)
    }

    /// Returns whether a body has room within a metre of a point, and comes there.
    pub(super) fn room_near(&self, floor: FloorId, p: Point) -> bool {
        self.nearest_room(floor, p, 1.0).is_some()
    }

    /// Returns the slot at a point when a body has room there.
    pub fn slot(&self, floor: FloorId, point: Point, facing: Point, rank: u8) -> Option<Slot> {
        let cell = self.room(floor, point)?;
        Some(Slot { cell, point, facing: facing.unit()?, rank })
    }

    /// Returns how far a straight line leads over the ground, m, at most `most`.
    pub fn run(&self, floor: FloorId, from: Point, direction: Point, most: f64) -> f64 {
        let Some(cell) = self.shut.locate(floor, from, None) else { return 0.0 };
        self.shut.ray(cell, from, from + direction * most).point.distance(from)
    }

    /// Returns whether a pedestrian in a slot sees a point of the ground.
    pub fn sees(&self, slot: &Slot, target: Point) -> bool {
        // A target on a wall is seen although the wall ends the ray.
        self.shut.ray(slot.cell, slot.point, target).point.distance(target) < 0.05
    }

    /// Returns whether a pedestrian in a slot sees a ring, looking at its middle.
    pub fn sees_ring(&self, slot: &Slot, ring: &[Point], middle: Point) -> bool {
        distance_to_ring(ring, self.shut.ray(slot.cell, slot.point, middle).point) < 0.35
    }

    /// Returns the nearest point of a wall or door leaf.
    pub fn nearest_wall(&self, floor: FloorId, p: Point, reach: f64) -> Option<WallPoint> {
        self.shut.nearest_wall(floor, p, reach)
    }

    /// Calls `visit` with every wall near a box.
    pub fn walls_near(&self, floor: FloorId, bounds: &Bounds, visit: impl FnMut(&Segment)) {
        self.shut.walls_near(floor, bounds, visit);
    }

    /// Returns the point nearest to `p` where a body has room: `p` itself, or one of a few on rings around it.
    pub fn nearest_room(&self, floor: FloorId, p: Point, reach: f64) -> Option<Point> {
        if self.room(floor, p).is_some() {
            return Some(p);
        }
        // From a point on the ground, nobody is looked for behind a wall.
        let here = self.shut.locate(floor, p, None);
        let is_near = |q: &Point| self.room(floor, *q).is_some() && here.is_none_or(|cell| self.shut.sees(cell, p, *q));
        let rings = (1..).map(|i| 0.05 * f64::from(i)).take_while(|d| *d <= reach);
        rings.flat_map(|d| directions(32).map(move |u| p + u * d)).find(is_near)
    }

    /// Returns the direction with the longest way over the ground from a point; the first of equals.
    pub(super) fn widest_direction(&self, floor: FloorId, p: Point) -> Point {
        let mut best = (0.0, Point::new(0.0, -1.0));
        for direction in directions(8) {
            let run = self.run(floor, p, direction, 15.0);
            if run > best.0 + 1e-9 {
                best = (run, direction);
            }
        }
        best.1
    }

    /// Returns where a pedestrian stands at an object that is only a point, and the front of the object there: the way
    /// of `facing`, away from a wall beside it, or where the ground is widest.
    pub(super) fn stand_at(&self, object: &Object, at: Point) -> Option<(Point, Point)> {
        let floor = object.floor;
        if let Some(front) = object.facing_from(at) {
            let here = self.shut.locate(floor, at, None);
            let is_near = |p: &Point| self.room(floor, *p).is_some() && here.is_none_or(|c| self.shut.sees(c, at, *p));
            let distances = (0..).map(|i| 0.05 * f64::from(i)).take_while(|d| *d <= FAR);
            return distances.map(|d| at + front * d).find(is_near).map(|p| (p, front));
        }
        let stand = self.nearest_room(floor, at, FAR)?;
        if let Some(front) = (stand - at).unit() {
            return Some((stand, front));
        }
        let beside = self.shut.nearest_wall(floor, at, 1.5).and_then(|wall| (at - wall.point).unit());
        Some((stand, beside.unwrap_or_else(|| self.widest_direction(floor, at))))
    }

    /// Returns the side of a ring that people come to: the one that looks the way of `facing`, or the one with the
    /// longest way before it; longer sides first.
    fn front(&self, object: &Object) -> Option<Side> {
        let open = |side: &Side| {
            let before = side.middle() + side.outward * REACH;
            let run = self.room(object.floor, before).map(|_| self.run(object.floor, before, side.outward, 6.0));
            // Half metres: a few centimetres do not make a side the front.
            run.map(|run| (2.0 * run).round())
        };
        let sides = sides(&object.footprint);
        if let Some(side) = sides.first().and_then(|side| object.facing_from(side.middle())) {
            let towards = |s: &&Side| s.outward.dot(side) > std::f64::consts::FRAC_1_SQRT_2 - 1e-9;
            return sides.iter().find(towards).copied();
        }
        let mut best: Option<(f64, Side)> = None;
        for side in sides {
            if let Some(run) = open(&side)
                && best.is_none_or(|(most, _)| run > most)
            {
                best = Some((run, side));
            }
        }
        best.map(|(_, side)| side)
    }

    /// Returns the middle of the face of an object on the ground, and the way it looks; no way when it is seen from all
    /// around.
    pub(super) fn face_of(&self, object: &Object, middle: Point) -> Option<(Point, Option<Point>)> {
        let floor = object.floor;
        let given = object.facing_from(middle);
        if object.footprint.len() > 1
            && let Some(side) = self.front(object)
        {
            return Some((side.middle() + side.outward * 0.02, Some(side.outward)));
        }
        let (_, ground) = self.shut.locate_near(floor, middle, FAR)?;
        let away = (ground - middle).unit();
        let beside = || self.shut.nearest_wall(floor, ground, 0.6).and_then(|wall| (ground - wall.point).unit());
        Some((ground, given.or(away).or_else(beside)))
    }

    /// Returns slots side by side before the front of an object, from its middle outwards.
    pub(super) fn before(&self, object: &Object, counter: &Counter) -> Result<Vec<Slot>, ObjectProblem> {
        let none = || {
            let side = if object.facing.is_some() { "on the side of `facing`" } else { "beside it" };
            ObjectProblem::new(
                format!("nobody can stand at it: there is no room for a body {side}"),
                "move it to walkable ground or to the edge of an obstacle, or change `facing`",
            )
        };
        let (base, front, length) = match object.footprint[..] {
            [at] => {
                let (base, front) = self.stand_at(object, at).ok_or_else(none)?;
                (base, front, counter.wanted as f64 * counter.pitch)
            }
            _ => {
                let side = self.front(object).ok_or_else(none)?;
                (side.middle() + side.outward * REACH, side.outward, side.length())
            }
        };
        let fit = (length / counter.pitch + 1e-6).floor().max(1.0) as usize;
        let count = counter.wanted.min(fit);
        let seat = |i: usize| {
            let t = (i as f64 - 0.5 * (count as f64 - 1.0)) * counter.pitch;
            self.slot(object.floor, base + front.left() * t, -front, 0)
        };
        let mut slots: Vec<Slot> = (0..count).filter_map(seat).collect();
        if slots.is_empty() {
            // The middle of a side may be behind a column: look along it.
            let tries = (1..20).flat_map(|i| [1.0, -1.0].map(|s| s * f64::from(i) * 0.025 * length));
            slots.extend(tries.filter_map(|t| self.slot(object.floor, base + front.left() * t, -front, 0)).take(1));
        }
        if slots.is_empty() { Err(none()) } else { Ok(slots) }
    }
}

/// Returns directions all around, from the south counter-clockwise.
fn directions(count: u32) -> impl Iterator<Item = Point> {
    (0..count).map(move |i| {
        let (sin, cos) = maths::sin_cos(std::f64::consts::TAU * f64::from(i) / f64::from(count));
        Point::new(sin, -cos)
    })
}

/// Returns which cells people come to: those of the largest part of each floor, and those of parts in which a whole area
/// lies. Any other part is a closed pocket.
fn reached(env: &Environment, topology: &Topology) -> Vec<bool> {
    let mut known = vec![false; topology.component_count()];
    for floor in env.floors() {
        let mut sizes: BTreeMap<usize, f64> = BTreeMap::new();
        for cell in floor.cells.clone().map(CellId) {
            *sizes.entry(topology.component(cell)).or_default() += env.cell_area(cell);
        }
        let largest = sizes.iter().rev().max_by(|a, b| a.1.total_cmp(b.1));
        largest.into_iter().for_each(|(part, _)| known[*part] = true);
    }
    for area in env.areas() {
        let mut parts = area.cells().map(|cell| topology.component(cell));
        if let Some(part) = parts.next()
            && parts.all(|other| other == part)
        {
            known[part] = true;
        }
    }
    env.cells().map(|cell| known[topology.component(cell)]).collect()
}

/// Returns whether a point is far enough from every slot of a list.
pub(super) fn is_apart(point: Point, slots: &[Slot]) -> bool {
    slots.iter().all(|slot| slot.point.distance(point) >= APART - 1e-9)
}
