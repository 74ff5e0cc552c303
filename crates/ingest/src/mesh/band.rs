//! Step 3: the cut. For each walkable triangle it finds the geometry between a step and a person's height above it.
//!
//! The paper cuts with two horizontal planes. Here both planes follow the walkable triangle, so that one cut serves
//! slopes and all storeys. Every other triangle is clipped by the sides of the walkable triangle, and by its plane
//! raised by the step height and by the person height.

use std::path::Path;

use populace_geom::Point;

use super::boxes::{Box3, Boxes};
use super::surface::{Surface, Triangle};
use crate::{Options, ReadError};

/// Geometry that reaches into the band by less than this only touches it and does not count, m.
const TOUCH: f64 = 2e-3;
/// A wall this far beside a walkable triangle still stands on it, m: less than what rounds to a millimetre.
const ON_SIDE: f64 = 1e-5;
/// An overlap of two layers that is smaller than this is a common edge, m².
const LEAST_COVER: f64 = 1e-3;
/// The most pieces of a mesh: a limit of memory, which millions of triangles above each other would reach.
const MAX_PIECES: usize = 8_000_000;
/// The pieces, lines and layers that any mesh may have: a limit of time.
const FREE_PIECES: usize = 500_000;
/// A mesh may have this many more pieces, lines and layers for each edge of its triangles.
const PIECES_PER_EDGE: usize = 50;

/// Returns the most pieces, lines and layers of a mesh. Places need a few for each triangle. Where there are more,
/// triangles lie across each other at random, and the parts of their plan grow with the square of their number.
pub(super) fn budget(surface: &Surface) -> usize {
    MAX_PIECES.min(FREE_PIECES + PIECES_PER_EDGE * 3 * surface.triangles.len())
}

/// Returns the error for a mesh that is over its budget.
pub(super) fn too_entangled(path: &Path, budget: usize) -> ReadError {
    ReadError::new(path, format!("has more than {budget} pieces of triangles in front of each other"))
        .hint("simplify the mesh, or remove furniture and vegetation before exporting it")
}

/// The part of a triangle that stands in the way above a walkable triangle, seen in plan.
pub(super) struct Piece {
    /// The walkable triangle.
    pub walk: u32,
    /// The triangle that stands in the way.
    pub other: u32,
    /// A convex ring; two points or a ring without area for a vertical wall.
    pub ring: Vec<Point>,
}

/// All pieces, with an index by place, and the rings where walkable layers cover each other.
pub(super) struct Pieces {
    pub pieces: Vec<Piece>,
    boxes: Boxes,
    /// Rings in plan inside which a walkable layer lies less than a step above another.
    pub covers: Vec<Vec<Point>>,
}

impl Pieces {
    /// Returns whether something stands on the walkable triangle `walk` within `reach` of `p`.
    pub fn is_blocked(&self, walk: u32, p: Point, reach: f64) -> bool {
        let mut blocked = false;
        self.boxes.visit(&Box3::column(p.x, p.y, reach), &mut |i| {
            let piece = &self.pieces[i as usize];
            blocked = blocked || (piece.walk == walk && distance(&piece.ring, p) <= reach);
        });
        blocked
    }
}

/// Cuts all triangles above every walkable triangle.
pub(super) fn cut_pieces(path: &Path, surface: &Surface, options: &Options) -> Result<Pieces, ReadError> {
    let mut all = Vec::new();
    let mut covers = Vec::new();
    let mut near = Vec::new();
    let budget = budget(surface);
    for (index, walk) in surface.triangles.iter().enumerate().filter(|(_, t)| t.is_walkable) {
        let mut bounds = walk.bounds();
        bounds.max[2] += options.person_height;
        near.clear();
        surface.boxes.visit(&bounds, &mut |i| near.push(i));
        near.sort_unstable();
        for &other in near.iter().filter(|&&i| i as usize != index) {
            let triangle = surface.get(other);
            let above = [options.step_height + TOUCH, options.person_height - TOUCH];
            if let Some(ring) = cut(triangle, walk, above) {
                all.push(Piece { walk: index as u32, other, ring });
            }
            if triangle.is_walkable
                && let Some(ring) = cut(triangle, walk, [0.0, options.step_height + TOUCH])
                && populace_geom::area(&ring) > LEAST_COVER
            {
                covers.push(ring);
            }
        }
        if all.len() + covers.len() > budget {
            return Err(too_entangled(path, budget));
        }
    }
    let boxes =
        Boxes::new(all.iter().map(|p| Box3::of(&p.ring.iter().map(|q| [q.x, q.y, 0.0]).collect::<Vec<_>>())).collect());
    Ok(Pieces { pieces: all, boxes, covers })
}

/// Returns the part of `triangle` that is above `walk` by a height within the range `above`, in plan; `None` when there
/// is none.
fn cut(triangle: &Triangle, walk: &Triangle, above: [f64; 2]) -> Option<Vec<Point>> {
    let mut ring = triangle.corners.to_vec();
    let rise = |p: &[f64; 3]| p[2] - walk.height(Point::new(p[0], p[1]));
    ring = clip(ring, |p| rise(p) - above[0]);
    ring = clip(ring, |p| above[1] - rise(p));
    let [a, b, c] = walk.plan();
    for (a, b) in [(a, b), (b, c), (c, a)] {
        let along = (b - a).unit()?;
        // A wall on the very side of the walkable triangle stands on it.
        ring = clip(ring, |p| along.cross(Point::new(p[0], p[1]) - a) + ON_SIDE);
    }
    let plan: Vec<Point> = ring.iter().map(|p| Point::new(p[0], p[1])).collect();
    let reaches = |p: &Point| plan.first().is_some_and(|q| p.distance(*q) > 1e-3);
    plan.iter().any(reaches).then_some(plan)
}

/// Returns the part of a convex ring where `side` is not negative (Sutherland–Hodgman).
fn clip(ring: Vec<[f64; 3]>, side: impl Fn(&[f64; 3]) -> f64) -> Vec<[f64; 3]> {
    if ring.iter().all(|p| side(p) >= 0.0) {
        return ring;
    }
    let mut out = Vec::with_capacity(ring.len() + 1);
    for (i, p) in ring.iter().enumerate() {
        let q = &ring[(i + 1) % ring.len()];
        let (at_p, at_q) = (side(p), side(q));
        if at_p >= 0.0 {
            out.push(*p);
        }
        if (at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0) {
            let t = at_p / (at_p - at_q);
            out.push([0, 1, 2].map(|k| p[k] + (q[k] - p[k]) * t));
        }
    }
    out
}

/// Returns the distance from `p` to a convex ring, zero inside.
fn distance(ring: &[Point], p: Point) -> f64 {
    let edges = || (0..ring.len()).map(|i| (ring[i], ring[(i + 1) % ring.len()]));
    if ring.len() > 2 && populace_geom::contains(ring, p) {
        return 0.0;
    }
    edges().map(|(a, b)| populace_geom::Segment::new(a, b).distance(p)).fold(f64::INFINITY, f64::min)
}
