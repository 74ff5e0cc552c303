//! Gives the two floors of an opening the very same edge.
//!
//! Both floors were rounded to millimetres on their own, so the ends of a shared edge may lie a few millimetres apart.
//! Here the ends on one floor are moved onto those on the other: a pedestrian who walks past passes one corner, not
//! two. A floor whose border would then touch itself keeps its own ends.

use std::collections::BTreeMap;

use populace_geom::{Point, Segment, segments_cross};

use super::border::Border;
use super::{CleanFloor, Sanitised};
use crate::FloorId;

/// Edges and corners of a border stay at least this far apart, m.
const APART: f64 = 1e-4;

/// The points that are moved, by floor and coordinates, and where they go.
#[derive(Default)]
pub(super) struct Welds {
    moves: BTreeMap<(FloorId, [u64; 2]), Point>,
}

/// Returns the key of a point: its floor and the bits of its coordinates.
fn key(floor: FloorId, p: Point) -> (FloorId, [u64; 2]) {
    (floor, [p.x, p.y].map(f64::to_bits))
}

impl Welds {
    /// Notes that the edge `moved` of `floor` is to become the edge `kept` of another floor. A point of two such edges
    /// goes where the first edge says.
    pub(super) fn add(&mut self, floor: FloorId, moved: &Segment, kept: &Segment) {
        let is_straight =
            moved.a.distance(kept.a) + moved.b.distance(kept.b) < moved.a.distance(kept.b) + moved.b.distance(kept.a);
        let ends = if is_straight { [kept.a, kept.b] } else { [kept.b, kept.a] };
        for (from, to) in [moved.a, moved.b].into_iter().zip(ends) {
            self.moves.entry(key(floor, from)).or_insert(to);
        }
    }

    /// Moves the points of every floor whose border stays sound.
    pub(super) fn apply(&self, result: &mut Sanitised) {
        for (f, floor) in result.floors.iter_mut().enumerate() {
            let to = |p: Point| self.moves.get(&key(FloorId::new(f), p)).copied().unwrap_or(p);
            let mut moved = floor.clone();
            moved.rings_mut().flatten().for_each(|p| *p = to(*p));
            for leaf in moved.openings.iter_mut().chain(&mut moved.doors) {
                (leaf.a, leaf.b) = (to(leaf.a), to(leaf.b));
            }
            let places: Vec<Point> = floor.rings().flatten().filter(|&&p| to(p) != p).map(|&p| to(p)).collect();
            if !places.is_empty() && is_sound(&moved, &places) {
                *floor = moved;
            }
        }
    }
}

/// Returns whether the edges at `places`, where points were moved to, keep away from all other edges and corners.
fn is_sound(floor: &CleanFloor, places: &[Point]) -> bool {
    let border = Border::of(floor);
    let touches = |e: &Segment, p: Point| e.a == p || e.b == p;
    places.iter().all(|&p| {
        let here = border.around(&Segment::new(p, p), APART);
        here.iter().filter(|e| touches(e, p)).all(|edge| {
            edge.length() > APART
                && border.around(edge, APART).iter().all(|other| {
                    let near = |e: &Segment, q: Point| !touches(e, q) && e.distance(q) < APART;
                    !segments_cross(edge, other)
                        && ![other.a, other.b].iter().any(|&q| near(edge, q))
                        && ![edge.a, edge.b].iter().any(|&q| near(other, q))
                })
        }) && here.iter().all(|e| touches(e, p) || e.distance(p) >= APART)
    })
}
