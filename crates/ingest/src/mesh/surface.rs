//! Step 2: triangles on whole millimetres, and which of them can be walked on.

use populace_geom::{Point, maths};

use super::axis::{Upright, normal};
use super::boxes::{Box3, Boxes};
use crate::Options;

/// Plan area below which a triangle is a vertical one, m².
const LEAST_AREA: f64 = 1e-6;

/// A triangle on whole millimetres (which also welds corners closer than that).
pub(super) struct Triangle {
    /// Counter-clockwise in plan when it faces up.
    pub corners: [[f64; 3]; 3],
    /// Change of height per metre east and north; zero for a vertical triangle.
    pub gradient: Point,
    /// Whether a person can stand on it.
    pub is_walkable: bool,
}

impl Triangle {
    fn new(corners: [[f64; 3]; 3], least_up: f64) -> Self {
        let corners = corners.map(|p| p.map(|c| (c * 1000.0).round() / 1000.0));
        let n = normal(corners);
        let length = n.iter().map(|c| c * c).sum::<f64>().sqrt();
        let is_flat_enough = n[2].abs() > 2.0 * LEAST_AREA;
        let gradient = if is_flat_enough { Point::new(-n[0] / n[2], -n[1] / n[2]) } else { Point::ZERO };
        Triangle { corners, gradient, is_walkable: is_flat_enough && n[2] >= least_up * length }
    }
    /// Height of its plane at `p`, m; only for triangles that are not vertical.
    pub fn height(&self, p: Point) -> f64 {
        let [x, y, z] = self.corners[0];
        z + self.gradient.dot(p - Point::new(x, y))
    }
    /// Its corners in plan.
    pub fn plan(&self) -> [Point; 3] {
        self.corners.map(|[x, y, _]| Point::new(x, y))
    }
    /// Whether `p` is on it in plan; for triangles that face up.
    pub fn covers(&self, p: Point) -> bool {
        let [a, b, c] = self.plan();
        let is_left = |a: Point, b: Point| (b - a).cross(p - a) >= -1e-9;
        is_left(a, b) && is_left(b, c) && is_left(c, a)
    }
    /// The two ends of a vertical triangle in plan, the lower left one first; `None` for others.
    pub fn foot(&self) -> Option<[Point; 2]> {
        let plan = self.plan();
        let order = |a: &&Point, b: &&Point| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y));
        let ends = [plan.iter().min_by(order).copied()?, plan.iter().max_by(order).copied()?];
        ((plan[1] - plan[0]).cross(plan[2] - plan[0]).abs() <= 2.0 * LEAST_AREA).then_some(ends)
    }
    /// The box around it.
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
    /// How many triangles can be walked on.
    pub fn walkable_count(&self) -> usize {
        self.triangles.iter().filter(|t| t.is_walkable).count()
    }
    /// The triangle with this index.
    pub fn get(&self, index: u32) -> &Triangle {
        &self.triangles[index as usize]
    }
}
