//! Step 2: rounds triangles to whole millimetres, and finds which of them can be walked on.

use populace_geom::{Point, maths};

use super::axis::{Upright, normal};
use super::boxes::{Box3, Boxes};
use crate::Options;

/// A triangle whose area in plan is smaller than this is vertical, m².
const LEAST_AREA: f64 = 1e-6;

/// A triangle on whole millimetres. Corners that are closer than a millimetre become one.
pub(super) struct Triangle {
    /// Counter-clockwise in plan when it faces up.
    pub corners: [[f64; 3]; 3],
    /// Change of height per metre east and north; zero for a vertical triangle.
    pub gradient: Point,
    /// Whether a person can stand on it.
    pub is_walkable: bool,
}

impl Triangle {
    /// Rounds a triangle. It is walkable when the vertical part of its unit normal is at least `least_up`.
    fn new(corners: [[f64; 3]; 3], least_up: f64) -> Self {
        let corners = corners.map(|p| p.map(|c| (c * 1000.0).round() / 1000.0));
        let n = normal(corners);
        let length = n.iter().map(|c| c * c).sum::<f64>().sqrt();
        let is_flat_enough = n[2].abs() > 2.0 * LEAST_AREA;
        let gradient = if is_flat_enough { Point::new(-n[0] / n[2], -n[1] / n[2]) } else { Point::ZERO };
        Triangle { corners, gradient, is_walkable: is_flat_enough && n[2] >= least_up * length }
    }
    /// Returns the height of the triangle's plane at `p`, m. The triangle must not be vertical.
    pub fn height(&self, p: Point) -> f64 {
        let [x, y, z] = self.corners[0];
        z + self.gradient.dot(p - Point::new(x, y))
    }
    /// Returns the corners in plan.
    pub fn plan(&self) -> [Point; 3] {
        self.corners.map(|[x, y, _]| Point::new(x, y))
    }
    /// Returns whether `p` is inside the triangle in plan. The triangle must face up.
    pub fn covers(&self, p: Point) -> bool {
        let [a, b, c] = self.plan();
        let is_left = |a: Point, b: Point| (b - a).cross(p - a) >= -1e-9;
        is_left(a, b) && is_left(b, c) && is_left(c, a)
    }
    /// Returns the two ends of a vertical triangle in plan, the western end first; `None` for other triangles.
    pub fn foot(&self) -> Option<[Point; 2]> {
        let plan = self.plan();
        let order = |a: &&Point, b: &&Point| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
        let ends = [plan.iter().min_by(order).copied()?, plan.iter().max_by(order).copied()?];
        ((plan[1] - plan[0]).cross(plan[2] - plan[0]).abs() <= 2.0 * LEAST_AREA).then_some(ends)
    }
    /// Returns the box around the triangle.
    pub fn bounds(&self) -> Box3 {
        Box3::of(&self.corners)
    }
}

/// All triangles, with an index by place.
pub(super) struct Surface {
    pub triangles: Vec<Triangle>,
    pub boxes: Boxes,
}

impl Surface {
    /// Prepares the triangles; those without area are left out.
    pub fn new(upright: &Upright, triangles: &[[u32; 3]], options: &Options) -> Self {
        let least_up = maths::cos(options.max_slope.to_radians());
        let triangles: Vec<Triangle> = triangles
            .iter()
            .map(|&[a, b, c]| if upright.is_reversed { [a, c, b] } else { [a, b, c] })
            .map(|t| Triangle::new(t.map(|i| upright.points[i as usize]), least_up))
            .filter(|t| normal(t.corners).iter().any(|c| c.abs() > 1e-9))
            .collect();
        let boxes = Boxes::new(triangles.iter().map(Triangle::bounds).collect());
        Surface { triangles, boxes }
    }
    /// Returns how many triangles can be walked on.
    pub fn walkable_count(&self) -> usize {
        self.triangles.iter().filter(|t| t.is_walkable).count()
    }
    /// Returns the triangle with this index.
    pub fn get(&self, index: u32) -> &Triangle {
        &self.triangles[index as usize]
    }
}
