//! Height of a floor at a point.

use populace_geom::{Bounds, Point, Segment, Tiles};

use crate::Height;

/// A height function, prepared for many questions.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) enum Heights {
    Flat(f64),
    Along(Vec<(Point, f64)>),
    Surface(Surface),
}

/// Triangles by tile of a uniform grid.
#[derive(Clone, Debug, serde::Serialize)]
pub(super) struct Surface {
    triangles: Vec<[(Point, f64); 3]>,
    #[serde(skip)]
    tiles: Tiles,
}

impl Heights {
    /// Prepares the height function of a floor.
    pub(super) fn of(height: &Height) -> Self {
        match height {
            Height::Flat(z) => Heights::Flat(*z),
            Height::Along(line) => Heights::Along(line.clone()),
            Height::Surface(triangles) => Heights::Surface(Surface::of(triangles)),
        }
    }

    /// Returns the first and the last point of the line along which the height is given, with their heights.
    pub(super) fn axis(&self) -> Option<[(Point, f64); 2]> {
        match self {
            Heights::Along(line) => Some([line.first()?, line.last()?].map(|&(p, _)| (p, self.at(p)))),
            _ => None,
        }
    }

    /// Returns the height at a point, m.
    pub(super) fn at(&self, p: Point) -> f64 {
        match self {
            Heights::Flat(z) => *z,
            Heights::Along(line) => along(line, p),
            Heights::Surface(surface) => surface.at(p),
        }
    }
}

/// Returns the height at the point of the line nearest to `p`.
fn along(line: &[(Point, f64)], p: Point) -> f64 {
    let pieces = line.windows(2).map(|w| {
        let piece = Segment::new(w[0].0, w[1].0);
        let t = piece.project(p).clamp(0.0, 1.0);
        (piece.distance(p), w[0].1 + (w[1].1 - w[0].1) * t)
    });
    pieces
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, z)| z)
        .unwrap_or_else(|| line.first().map_or(0.0, |point| point.1))
}

impl Surface {
    /// Sorts triangles into tiles.
    fn of(triangles: &[[(Point, f64); 3]]) -> Self {
        let bounds = Bounds::of(triangles.iter().flatten().map(|c| c.0));
        let tiles = Tiles::of(bounds, triangles.len(), |t| triangles[t].map(|c| c.0));
        Surface { triangles: triangles.to_vec(), tiles }
    }

    /// Returns the height of the triangle above or below `p`; beside the surface, the height of the nearest corner of a
    /// triangle.
    fn at(&self, p: Point) -> f64 {
        let over = self.tiles.at(p).iter().find_map(|&t| plane(&self.triangles[t as usize], p));
        if let Some(z) = over {
            return z;
        }
        let best = std::cell::Cell::new((f64::INFINITY, 0.0));
        self.tiles.outwards(
            p,
            |least| least <= best.get().0,
            |t| {
                for (corner, z) in self.triangles[t as usize] {
                    if corner.distance(p) < best.get().0 {
                        best.set((corner.distance(p), z));
                    }
                }
            },
        );
        best.get().1
    }
}

/// Returns the height of a triangle at `p`; `None` when `p` is further outside it than rounding explains.
fn plane(triangle: &[(Point, f64); 3], p: Point) -> Option<f64> {
    let [(a, za), (b, zb), (c, zc)] = *triangle;
    let twice = (b - a).cross(c - a);
    if twice == 0.0 {
        return None;
    }
    let (u, v) = ((p - a).cross(c - a) / twice, (b - a).cross(p - a) / twice);
    let slack = 1e-6 / twice.abs().sqrt();
    (u >= -slack && v >= -slack && u + v <= 1.0 + slack).then_some(za + (zb - za) * u + (zc - za) * v)
}
