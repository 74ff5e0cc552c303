//! Lines that form by themselves: from the slot outwards, straight on while there is room, around walls and columns.
//!
//! A line is found place by place, [`SPACING`] from each other, by a search that tries the straight way first, then
//! ever larger turns, and goes back when it is stuck. Its work is bounded. A place
//!
//! - has room for a body, and so has the way to the place before it;
//! - is no nearer than the spacing to any other place, or to a slot of another object;
//! - is 0.8 m or more from door leaves, openings and lifts;
//! - leaves every way open: with everyone in line as a disc, what was joined by a way of 0.8 m (or of 0.5 m) stays
//!   joined by such a way (`ways.rs`);
//! - leaves room for the heads of lines that are not found yet;
//! - is off the main routes, corridors, entrances and exits (`keep_clear.rs`), and off the first places of other lines,
//!   unless the line would have fewer than [`ENOUGH`] places there.

use populace_geom::{Bounds, Point, Segment, maths};

use super::ground::ObjectGround;
use super::keep_clear::KeepClear;
use super::shapes::distance_between;
use super::taken::Taken;
use super::ways::Ways;
use super::{BODY, MOST_PLACES, SPACING, Slot};
use crate::{CellId, FloorId};

/// The least distance between two places of a line that are not neighbours in it, m.
const LANES: f64 = 0.8;
/// A line of so many places does not need the main routes.
const ENOUGH: usize = 8;
/// The most places of a line that are on main routes because there is no other room: the first of the line.
const MOST_ON_ROUTES: usize = 16;
/// A line turns by at most so many steps of [`TURN`] from place to place.
const TURNS: i32 = 6;
/// A step of turning, radians: 15°.
const TURN: f64 = std::f64::consts::PI / 12.0;
/// Places of an object that people walk through do not count as in the way within this distance of its slot, m.
const PASSED: f64 = 1.5;
/// Nothing that is farther from a person than this can close a way beside them, m.
const NEAR: f64 = BODY + 0.8 + 0.2;

/// The share of the mouth of another line that stays free in any case.
const MOUTH: f64 = 0.3;

/// How much a search may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Points that are tried.
    pub points: usize,
    /// Times that the ways around are checked.
    pub checks: usize,
}

/// Where a line begins.
pub(super) struct Start<'a> {
    pub floor: FloorId,
    /// The head of the line, when it is given; else the head is before `from`.
    pub head: Option<Point>,
    /// The middle of the slots.
    pub from: Point,
    /// The way that the line prefers: away from the object.
    pub away: Point,
    /// The slots of the object.
    pub slots: &'a [Slot],
    /// Whether people walk through the object.
    pub is_passed: bool,
}

/// What a line keeps to.
pub(super) struct Surroundings<'a, 'e> {
    pub ground: &'a ObjectGround<'e>,
    pub clear: &'a KeepClear,
    pub ways: &'a Ways,
    /// People who stand around for good, as `ways` knows them.
    pub settled: &'a [Point],
    /// Slots and places of other objects.
    pub taken: &'a Taken,
    /// Where lines begin that are not found yet, and how far they would lead straight on, m.
    pub mouths: &'a [Segment],
}

/// Finds a line.
pub(super) fn find_line(around: &Surroundings<'_, '_>, start: &Start<'_>, effort: Effort) -> Vec<Slot> {
    let search = |is_strict| {
        let side = start.away.left();
        let run = |direction| around.ground.run(start.floor, start.head.unwrap_or(start.from), direction, 15.0);
        let leans_left = run(side) >= run(-side);
        let mut search = Search { around, start, is_strict, leans_left, left: effort, best: Vec::new() };
        search.begin();
        search.best
    };
    let mut line = search(true);
    if line.len() < ENOUGH {
        let across = search(false);
        if across.len() > line.len() {
            line = across;
        }
    }
    slots_of(&line, start)
}

/// Returns the places of a line, each facing the place before it.
fn slots_of(line: &[(CellId, Point)], start: &Start<'_>) -> Vec<Slot> {
    let facing = |i: usize| match i {
        0 => start.head.map_or_else(|| start.from - line[0].1, |_| -start.away),
        _ => line[i - 1].1 - line[i].1,
    };
    let slot = |(i, &(cell, point)): (usize, &(CellId, Point))| Slot {
        cell,
        point,
        facing: facing(i).unit().unwrap_or(-start.away),
        rank: 0,
    };
    line.iter().enumerate().map(slot).collect()
}

/// One search.
struct Search<'a, 's, 'e> {
    around: &'a Surroundings<'s, 'e>,
    start: &'a Start<'a>,
    /// Whether it stays off the main routes.
    is_strict: bool,
    /// Whether it turns to the left where both sides are equal.
    leans_left: bool,
    left: Effort,
    best: Vec<(CellId, Point)>,
}

impl Search<'_, '_, '_> {
    fn begin(&mut self) {
        let mut path = Vec::new();
        match self.start.head {
            Some(head) => {
                if let Some(cell) = self.place(head, None, &path) {
                    path.push((cell, head));
                    self.extend(&mut path, self.start.away);
                }
            }
            None => {
                self.extend(&mut path, self.start.away);
            }
        }
    }

    /// Adds places to a path. Returns whether the search is over.
    fn extend(&mut self, path: &mut Vec<(CellId, Point)>, heading: Point) -> bool {
        let mut is_over = path.len() >= MOST_PLACES;
        let mut is_end = true;
        let last = path.last().map_or(self.start.from, |p| p.1);
        for direction in self.directions(heading) {
            is_over = is_over || self.left.points == 0 || self.left.checks == 0;
            if is_over {
                break;
            }
            let next = last + direction * SPACING;
            if let Some(cell) = self.place(next, Some(last), path) {
                path.push((cell, next));
                is_end = false;
                is_over = self.extend(path, direction);
                path.pop();
            }
        }
        // A path that is only a little longer is not worth the turns that made it so.
        if is_end && path.len() > self.best.len() + self.best.len() / 5 {
            self.best.clone_from(path);
        }
        is_over
    }

    /// Returns the directions to try, best first: away from the object, with few turns.
    fn directions(&self, heading: Point) -> Vec<Point> {
        let lean = if self.leans_left { 1.0 } else { -1.0 };
        let mut directions: Vec<(f64, Point)> = (-TURNS..=TURNS)
            .map(|i| {
                let (sin, cos) = maths::sin_cos(TURN * f64::from(i));
                let direction = heading * cos + heading.left() * sin;
                let side = 1e-3 * lean * self.start.away.cross(direction).signum();
                let score = self.start.away.dot(direction) + 0.5 * cos + if sin == 0.0 { 0.0 } else { side };
                (score, direction)
            })
            .collect();
        directions.sort_by(|a, b| b.0.total_cmp(&a.0));
        directions.into_iter().map(|d| d.1).collect()
    }

    /// Returns the cell of a point that can be the next place of a path.
    fn place(&mut self, p: Point, last: Option<Point>, path: &[(CellId, Point)]) -> Option<CellId> {
        self.left.points = self.left.points.saturating_sub(1);
        let Surroundings { ground, clear, taken, .. } = *self.around;
        let floor = self.start.floor;
        let earlier = &path[..path.len().saturating_sub(1)];
        let is_apart = earlier.iter().all(|q| q.1.distance(p) >= LANES - 1e-9)
            && self.start.slots.iter().all(|s| s.point.distance(p) >= SPACING - 1e-9)
            && taken.is_free(floor, p, SPACING);
        if !is_apart || !clear.is_off_doors(p) || !self.is_off_mouths(p) {
            return None;
        }
        let cell = ground.room(floor, p)?;
        if (self.is_strict || path.len() >= MOST_ON_ROUTES) && !clear.is_off_routes(cell, p) {
            return None;
        }
        let can_step = last.is_none_or(|last| can_walk(ground, floor, last, p));
        (can_step && self.leaves_ways(p, path)).then_some(cell)
    }

    /// Returns whether a place leaves room for the heads of lines that are not found yet, and for their first places
    /// while there is other room.
    fn is_off_mouths(&self, p: Point) -> bool {
        let shown = if self.is_strict { 1.0 } else { MOUTH };
        let is_off =
            |mouth: &Segment| Segment::new(mouth.a, mouth.a.lerp(mouth.b, shown)).distance(p) >= SPACING - 1e-9;
        self.around.mouths.iter().all(is_off)
    }

    /// Returns whether every way around stays open when a path goes on to `p`.
    fn leaves_ways(&mut self, p: Point, path: &[(CellId, Point)]) -> bool {
        let Surroundings { ground, ways, settled, .. } = *self.around;
        // In the open, a person at the end of a line closes no way that the line does not close.
        let last = path.len().saturating_sub(2);
        let is_near = |q: Point| q.distance(p) < NEAR + BODY;
        let is_open = !path.is_empty()
            && ground.nearest_wall(self.start.floor, p, NEAR).is_none()
            && !path[..last].iter().any(|q| is_near(q.1))
            && !settled.iter().any(|q| is_near(*q));
        if is_open {
            return true;
        }
        self.left.checks = self.left.checks.saturating_sub(1);
        let stands_in_passage =
            |q: &Point| self.start.is_passed && self.start.slots.iter().any(|s| s.point.distance(*q) < PASSED);
        let line = self.start.slots.iter().map(|s| s.point).chain(path.iter().map(|q| q.1)).chain([p]);
        let discs: Vec<Point> = line.filter(|q| !stands_in_passage(q)).collect();
        ways.stay_open(settled, &discs)
    }
}

/// Returns whether a body can walk straight from one point to another.
pub(super) fn can_walk(ground: &ObjectGround<'_>, floor: FloorId, from: Point, to: Point) -> bool {
    let step = Segment::new(from, to);
    let mut is_free = true;
    ground.walls_near(floor, &Bounds::of([from, to]).expanded(BODY), |wall| {
        is_free &= distance_between(&step, wall) >= BODY - 1e-9;
    });
    is_free
}
