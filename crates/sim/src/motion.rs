//! Moves a body once: from the velocity that was decided to the next position.
//!
//! Speed and direction change within limits. Then the displacement is clipped. A pedestrian takes no more than half of
//! the gap to a neighbour, so two bodies never run into each other, whatever both pedestrians do. A pedestrian comes no
//! nearer to a wall than the radius of its body, and slides along the wall instead. Bodies that overlap are moved
//! apart. A pedestrian for whom no move is allowed stays where it is. No pedestrian is pushed onto a belt that is not on
//! its way, nor where its profile does not walk: the edges there are walls for it (`bars.rs`). Every pedestrian reads the
//! frozen last positions and writes its own.

use std::f64::consts::TAU;

use populace_env::{CellId, World};
use populace_geom::{Point, Segment, maths};
use populace_plan::{Profile, Spot};

use crate::bars::Bars;
use crate::purpose;
use crate::simulation::Now;
use crate::state::Ahead;
use crate::walls::NearEdges;

/// Rounds of clipping. More rounds make no difference that can be measured.
const ROUNDS: usize = 3;

/// Bodies that overlap are moved apart at this speed at most, m/s.
const PUSH: f64 = 0.5;

/// The search for walls also covers the distance that the body may go in the moves after the next move, but at most
/// this distance, m.
const FARTHEST_AHEAD: f64 = 0.5;

/// Braking may be this much harder than speeding up.
const BRAKE: f64 = 2.0;

/// Depth from which an overlap of two bodies is counted, m.
const DEEP: f64 = 0.05;

/// Depth from which a body in a wall is counted, m.
const IN_WALL: f64 = 0.01;

/// The lists that one thread needs for one row.
#[derive(Debug)]
pub(crate) struct Scratch {
    walls: Vec<Segment>,
    /// The open edges across which the pedestrian does not step, and how near it may come to each of them, m.
    barred: Vec<(Segment, f64)>,
    /// The direction to each neighbour, and how far the pedestrian may move in that direction, m.
    people: Vec<(Point, f64)>,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        Scratch { walls: Vec::with_capacity(64), barred: Vec::with_capacity(16), people: Vec::with_capacity(64) }
    }
}

/// The frozen data that the moves of all pedestrians read.
#[derive(Clone, Copy)]
pub(crate) struct Frozen<'a> {
    pub world: World<'a>,
    pub id: &'a [u32],
    pub position: &'a [Point],
    pub radius: &'a [f64],
    pub now: Now,
    pub dt: f64,
    /// Moves from one decision to the next.
    pub moves: u32,
}

/// Limits of one pedestrian's motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The greatest acceleration, m/s².
    pub acceleration: f64,
    /// Cosine and sine of the largest turn in one step.
    pub turn: (f64, f64),
}

/// A pedestrian that is about to move.
#[derive(Clone, Copy)]
pub(crate) struct Mover<'a> {
    pub row: usize,
    pub cell: CellId,
    pub velocity: Point,
    pub wanted: Point,
    pub near: &'a [u32],
    /// The next portals of the way. The first of them may fold back under the floor.
    pub ahead: &'a Ahead,
    pub profile: &'a Profile,
    pub limits: Limits,
}

/// The state of a pedestrian after its move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moved {
    pub position: Point,
    pub velocity: Point,
    pub cell: CellId,
    pub is_overlapping: bool,
    pub is_in_wall: bool,
    pub was_contained: bool,
}

/// The size and the speed of a body, and the number of its moves until the next decision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stride {
    pub radius: f64,
    /// The speed of the body, m/s.
    pub speed: f64,
    pub dt: f64,
    /// Moves until the next decision.
    pub moves: u32,
}

impl Stride {
    /// Returns the distance within which walls may stop the body until the next decision, m. Decisions that are far
    /// apart do not look farther than [`FARTHEST_AHEAD`]: walls are searched again on the way then.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        let one = (self.speed + PUSH) * self.dt;
        self.radius + one + (one * f64::from(self.moves.saturating_sub(1))).min(FARTHEST_AHEAD)
    }
}

/// Moves one body.
pub(crate) fn advance(frozen: &Frozen<'_>, mover: &Mover<'_>, near: &mut NearEdges, scratch: &mut Scratch) -> Moved {
    let (p, radius) = (frozen.position[mover.row], frozen.radius[mover.row]);
    let velocity = towards(mover.velocity, mover.wanted, &mover.limits, frozen.dt);
    if !velocity.is_finite() {
        let still = Moved { position: p, velocity: Point::ZERO, cell: mover.cell, ..Moved::STILL };
        return Moved { was_contained: true, ..still };
    }
    let mut d = velocity * frozen.dt;
    let reach = d.norm() + PUSH * frozen.dt;
    let is_overlapping = gather_people(frozen, mover, reach, scratch);
    scratch.walls.clear();
    let (from, speed) = (Spot { cell: mover.cell, point: p }, velocity.norm().max(mover.wanted.norm()));
    let stride = Stride { radius, speed, dt: frozen.dt, moves: frozen.moves };
    let bars = Bars { profile: mover.profile, ahead: mover.ahead, cell: mover.cell };
    near.walls(frozen.world, &bars, mover.row, from, radius + reach, stride, &mut scratch.walls);
    scratch.barred.clear();
    // A pedestrian that has just left a belt is still over its edge: it comes no nearer again.
    let is_ahead = |edge: &&Segment| (edge.b - edge.a).cross(p - edge.a) >= 0.0;
    scratch.barred.extend(near.barred().iter().filter(is_ahead).map(|&edge| (edge, radius.min(edge.distance(p)))));
    if !scratch.people.is_empty() || !scratch.walls.is_empty() || !scratch.barred.is_empty() {
        d = clip(p, d, radius, scratch);
    }
    let mut end = frozen.world.ray(mover.cell, p, p + d);
    if end.wall.is_some() {
        let portal = mover.ahead.next().map(|s| frozen.world.segment(s));
        match portal.filter(|s| is_same(end.wall, (s.a, s.b)) && !s.is_lift()) {
            // Where a floor folds back over another, the pedestrian steps onto the other floor at the edge.
            Some(segment) if segment.cells.contains(&mover.cell) => end.cell = segment.other(mover.cell),
            _ => end.cell = mover.cell,
        }
        d = Point::ZERO;
    } else if end.cell != mover.cell && bars.stop(frozen.world, from, p + d).is_some() {
        // Where clipping has not kept the pedestrian off such an edge, it stays.
        (d, end.cell) = (Point::ZERO, mover.cell);
    }
    let position = p + d;
    let is_in_wall = scratch.walls.iter().any(|w| w.distance(position) < radius - IN_WALL);
    Moved {
        position,
        velocity: d * (1.0 / frozen.dt),
        cell: end.cell,
        is_overlapping,
        is_in_wall,
        was_contained: false,
    }
}

impl Moved {
    /// A pedestrian that has not moved yet.
    pub(crate) const STILL: Moved = Moved {
        position: Point::ZERO,
        velocity: Point::ZERO,
        cell: CellId(0),
        is_overlapping: false,
        is_in_wall: false,
        was_contained: false,
    };
}

fn is_same(wall: Option<(Point, Point)>, (a, b): (Point, Point)) -> bool {
    wall.is_some_and(|w| w == (a, b) || w == (b, a))
}

/// Returns the velocity one step later, within the limits of acceleration and turning.
fn towards(velocity: Point, wanted: Point, limits: &Limits, dt: f64) -> Point {
    let turned = match (velocity.unit().filter(|_| velocity.norm2() > 0.01), wanted.unit()) {
        (Some(now), Some(then)) if now.dot(then) < limits.turn.0 => {
            let (cosine, sine) = limits.turn;
            let sine = if now.cross(then) >= 0.0 { sine } else { -sine };
            let way = now * cosine + now.left() * sine;
            way * (wanted.norm() * now.dot(then).max(0.0))
        }
        _ => wanted,
    };
    let change = turned - velocity;
    let most = limits.acceleration * dt * if change.dot(velocity) < 0.0 { BRAKE } else { 1.0 };
    let size = change.norm();
    if size <= most { turned } else { velocity + change * (most / size) }
}

/// Collects the directions to the neighbours within reach, and how far the pedestrian may move towards each of them.
/// Returns whether the body overlaps a neighbour deeply.
fn gather_people(frozen: &Frozen<'_>, mover: &Mover<'_>, reach: f64, scratch: &mut Scratch) -> bool {
    let (p, radius) = (frozen.position[mover.row], frozen.radius[mover.row]);
    scratch.people.clear();
    let mut is_deep = false;
    for &other in mover.near {
        let between = frozen.position[other as usize] - p;
        let touch = radius + frozen.radius[other as usize];
        let limit = touch + 2.0 * reach;
        let distance2 = between.norm2();
        // Neighbours are listed by their distance at the last decision, and bodies differ in size. So a later neighbour
        // may still be within reach.
        if distance2 >= limit * limit {
            continue;
        }
        let distance = distance2.sqrt();
        let gap = distance - touch;
        is_deep |= gap < -DEEP;
        let way = if distance > 1e-9 {
            between * (1.0 / distance)
        } else {
            towards_same_spot(frozen.now, frozen.id[mover.row], frozen.id[other as usize])
        };
        scratch.people.push((way, (gap * 0.5).max(-PUSH * frozen.dt)));
    }
    is_deep
}

/// Returns the direction in which a neighbour at the same spot is assumed to be: it is drawn, and the neighbour assumes
/// the opposite direction.
#[cold]
fn towards_same_spot(now: Now, id: u32, neighbour: u32) -> Point {
    let (sin, cos) = maths::sin_cos(now.draws.unit(id.min(neighbour).into(), now.step, purpose::PART) * TAU);
    let way = Point::new(cos, sin);
    if id < neighbour { way } else { -way }
}

/// Returns a displacement near to `d` that neighbours and walls allow.
fn clip(p: Point, d: Point, radius: f64, scratch: &Scratch) -> Point {
    let mut d = d;
    for _ in 0..ROUNDS {
        for &(way, most) in &scratch.people {
            let along = d.dot(way);
            if along > most {
                d = d - way * (along - most);
            }
        }
        for wall in &scratch.walls {
            d = off_wall(p, d, radius, wall);
        }
        for (edge, nearest) in &scratch.barred {
            d = off_wall(p, d, *nearest, edge);
        }
    }
    // Where the rounds have not settled, the displacement is shortened until it is allowed. Else the pedestrian stays.
    let share = scratch.people.iter().fold(1.0f64, |share, &(way, most)| {
        let (along, most) = (d.dot(way), most.max(0.0));
        if along > most { share.min(most / along) } else { share }
    });
    let fits = |d: Point| {
        scratch.walls.iter().all(|w| keeps_off(p, d, radius, w))
            && scratch.barred.iter().all(|(edge, nearest)| keeps_off(p, d, *nearest, edge))
    };
    [share, share * 0.5, share * 0.1].into_iter().map(|s| d * s).find(|&d| fits(d)).unwrap_or(Point::ZERO)
}

/// Moves the end of a displacement out of the reach of a wall.
fn off_wall(p: Point, d: Point, radius: f64, wall: &Segment) -> Point {
    let target = p + d;
    let share = wall.project(target);
    let nearest = wall.a.lerp(wall.b, share.clamp(0.0, 1.0));
    let away = target - nearest;
    let normal = (wall.b - wall.a).left();
    // The displacement leads through the wall, not around its end.
    let is_through = share > 0.0 && share < 1.0 && normal.dot(away) < 0.0 && normal.dot(p - wall.a) >= 0.0;
    if away.norm2() >= radius * radius && !is_through {
        return d;
    }
    let out = if is_through { normal.unit() } else { away.unit().or_else(|| normal.unit()) };
    out.map_or(d, |out| nearest + out * radius - p)
}

/// Returns whether a displacement ends at least the radius away from a wall, or no nearer to it than it began.
fn keeps_off(p: Point, d: Point, radius: f64, wall: &Segment) -> bool {
    let distance = wall.distance(p + d);
    distance >= radius - 1e-9 || distance >= wall.distance(p) - 1e-12
}

#[cfg(test)]
mod tests {
    use populace_geom::Draws;

    use super::*;

    /// Pedestrians at the same spot used to part along the x axis, by their rows.
    #[test]
    fn two_pedestrians_at_the_same_spot_part_in_opposite_directions_of_any_angle() {
        let now = Now { step: 0, time: 0.0, draws: Draws::new(1) };
        let ways: Vec<Point> = (0..64).map(|id| towards_same_spot(now, id, 100)).collect();
        for (id, &way) in (0..).zip(&ways) {
            assert!((way.norm() - 1.0).abs() < 1e-12 && towards_same_spot(now, 100, id) == -way);
        }
        for is_there in [|p: &Point| p.x > 0.5, |p: &Point| p.x < -0.5, |p: &Point| p.y > 0.5, |p: &Point| p.y < -0.5] {
            assert!(ways.iter().filter(|way| is_there(way)).count() > 10, "a third of the circle: 21 of 64 expected");
        }
    }
}
