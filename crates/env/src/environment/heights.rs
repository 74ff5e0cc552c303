//! Height of a floor at a point.

use populace_geom::{Bounds, Point, Segment};

use crate::Height;

/// A height function, prepared for many questions.
#[derive(Clone, Debug)]
pub(super) enum Heights {
    Flat(f64),
    Along(Vec<(Point, f64)>),
    Surface(Surface),
}

/// Triangles by tile of a uniform grid.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    triangles: Vec<[(Point, f64); 3]>,
    origin: Point,
    pitch: f64,
    columns: usize,
    rows: usize,
    tiles: Vec<Vec<u32>>,
}

impl Heights {
    pub(super) fn of(height: &Height) -> Self {
        match height {
            Height::Flat(z) => Heights::Flat(*z),
            Height::Along(line) => Heights::Along(line.clone()),
            Height::Surface(triangles) => Heights::Surface(Surface::of(triangles)),
        }
    }

    pub(super) fn at(&self, p: Point) -> f64 {
        match self {
            Heights::Flat(z) => *z,
            Heights::Along(line) => along(line, p),
            Heights::Surface(surface) => surface.at(p),
        }
    }
}

/// Height at the point of the line nearest to `p`.
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
    fn of(triangles: &[[(Point, f64); 3]]) -> Self {
        let bounds = Bounds::of(triangles.iter().flatten().map(|c| c.0));
        let size = bounds.size();
        let pitch = (size.x * size.y / triangles.len().max(1) as f64).sqrt().max(size.x.max(size.y) / 1000.0).max(0.01);
        let (columns, rows) = ((size.x / pitch) as usize + 1, (size.y / pitch) as usize + 1);
        let mut surface = Surface {
            triangles: triangles.to_vec(),
            origin: if bounds.is_empty() { Point::ZERO } else { bounds.min },
            pitch,
            columns,
            rows,
            tiles: vec![Vec::new(); columns * rows],
        };
        for (t, triangle) in triangles.iter().enumerate() {
            let around = Bounds::of(triangle.iter().map(|c| c.0));
            let ((x0, y0), (x1, y1)) = (surface.tile(around.min), surface.tile(around.max));
            for y in y0..=y1 {
                for x in x0..=x1 {
                    surface.tiles[y * columns + x].push(t as u32);
                }
            }
        }
        surface
    }

    fn tile(&self, p: Point) -> (usize, usize) {
        let index = |x: f64, n: usize| ((x / self.pitch).max(0.0) as usize).min(n - 1);
        (index(p.x - self.origin.x, self.columns), index(p.y - self.origin.y, self.rows))
    }

    /// The height of the triangle over `p`; off the surface, of the nearest corner.
    fn at(&self, p: Point) -> f64 {
        let (x, y) = self.tile(p);
        let here = &self.tiles[y * self.columns + x];
        if let Some(z) = here.iter().find_map(|&t| plane(&self.triangles[t as usize], p)) {
            return z;
        }
        let nearest = |corners: &mut dyn Iterator<Item = (Point, f64)>| {
            corners.min_by(|a, b| a.0.distance(p).total_cmp(&b.0.distance(p))).map(|c| c.1)
        };
        nearest(&mut here.iter().flat_map(|&t| self.triangles[t as usize]))
            .or_else(|| nearest(&mut self.triangles.iter().flatten().copied()))
            .unwrap_or(0.0)
    }
}

/// Height of a triangle at `p` when `p` is inside it (a micrometre to spare).
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
