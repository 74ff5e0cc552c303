//! Finds the reflex corners: it turns around every end of a wall, through the cells that meet there, and adds up their
//! angles.

use populace_env::CellId;
use populace_geom::{Point, maths};

use crate::line::corners::{Corner, Corners, NONE};

/// A corner that turns by no more than this (sine of the angle) is straight: rounding puts points that were derived on
/// a wall a little beside its line.
const STRAIGHT: f64 = 1e-9;

/// Fills `on_wall`, `corner_at` and `corners`.
pub(crate) fn find_corners(corners: &mut Corners) {
    let count = corners.points.len();
    corners.on_wall = vec![false; count];
    corners.corner_at = vec![NONE; count];
    let mut fan = Vec::new();
    for c in 0..corners.ring_start.len() - 1 {
        let cell = CellId::new(c);
        for i in corners.ring(cell) {
            // A fan starts at the wall on its right.
            if corners.beyond(cell, i).is_none() {
                let walls = turn_around(corners, cell, i, &mut fan);
                settle(corners, cell, &fan, walls);
            }
        }
    }
}

/// The walkable angle between two walls that end at a point.
struct Wedge {
    /// The directions of the wall on the right and of the wall on the left.
    walls: Option<[Point; 2]>,
    /// Whether the angle exceeds 180°.
    is_reflex: bool,
    /// The angle, rad.
    angle: f64,
}

/// Turns counter-clockwise around the point at ring position `first`, cell by cell, up to the next wall. Leaves the
/// ring positions of the point in those cells in `fan`.
fn turn_around(corners: &Corners, cell: CellId, first: usize, fan: &mut Vec<usize>) -> Wedge {
    fan.clear();
    let direction = |from: usize, to: usize| (corners.points[to] - corners.points[from]).unit();
    let ring = corners.ring(cell);
    let Some(right) = direction(first, corners.after(&ring, first)) else {
        return Wedge { walls: None, is_reflex: false, angle: 0.0 };
    };
    let (mut cell, mut i) = (cell, first);
    let (mut is_reflex, mut angle) = (false, 0.0);
    let mut left = right;
    // No point has more cells around it than there are cells; the bound guards against broken rings.
    for _ in 0..corners.ring_start.len() {
        fan.push(i);
        let ring = corners.ring(cell);
        let before = corners.before(&ring, i);
        let from = direction(i, corners.after(&ring, i)).unwrap_or(left);
        left = direction(i, before).unwrap_or(left);
        angle += maths::atan2(from.cross(left), from.dot(left)).abs();
        let (sine, cosine) = (right.cross(left), right.dot(left));
        // A cell adds at most 180°, so a sum above 180° shows in one of the sums on the way: its sine is negative, or
        // it is a full turn of 360°, with sine 0 and a positive cosine.
        is_reflex |= sine < -STRAIGHT || (sine.abs() <= STRAIGHT && cosine > 0.0);
        match corners.beyond(cell, before) {
            Some((_, next, there)) if there != first => (cell, i) = (next, there),
            _ => break,
        }
    }
    Wedge { walls: Some([right, left]), is_reflex, angle }
}

/// Marks the points of a fan as touched by a wall, and adds the corner if it is reflex.
fn settle(corners: &mut Corners, cell: CellId, fan: &[usize], wedge: Wedge) {
    let Some(walls) = wedge.walls else { return };
    fan.iter().for_each(|&i| corners.on_wall[i] = true);
    if wedge.is_reflex
        && let Some(&first) = fan.first()
    {
        let id = corners.corners.len() as u32;
        corners.corners.push(Corner { point: corners.points[first], walls, angle: wedge.angle, cell });
        fan.iter().for_each(|&i| corners.corner_at[i] = id);
    }
}
