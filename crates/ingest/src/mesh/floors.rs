//! Step 8: makes the place: names, heights, outlines, walls and links of the floors.

use std::collections::BTreeSet;

use populace_env::{Floor, FloorId, FloorKind, Height, Link, LinkKind, Outline, Place, Stairs, Wall};
use populace_geom::{Point, Segment};

use super::arrange::{Faces, NONE};
use super::cells::Cells;
use super::outline::{self, Borders};
use super::regions::{Kind, Region, STEP};
use super::straighten::{self, Joint};
use super::surface::Surface;

/// Thickness of a wall that is a single sheet with floor on both sides, m.
const SHEET: f64 = 0.02;
/// A wall stops this far before the end of a joint, m.
const SHORT_OF_JOINT: f64 = 0.03;
/// Walls shorter than this are rounding, m.
const LEAST_WALL: f64 = 0.03;
/// Holes smaller than this are rounding, m².
const LEAST_HOLE: f64 = 1e-4;
/// A floor whose heights differ by no more than this is flat, m.
const FLAT: f64 = 0.01;
/// A ramp that is no farther than this from a plane is described by its axis, m.
const PLANAR: f64 = 0.05;

/// Makes the place of all regions.
pub(super) fn make_place(surface: &Surface, faces: &Faces, cells: &Cells, regions: &[Region]) -> Place {
    let mut borders = outline::trace_borders(faces, cells, regions);
    let joints = straighten::straighten(&faces.points, &mut borders);
    let names = names(regions);
    let at = Context { surface, faces, cells };
    let ends: BTreeSet<u32> = joints.iter().flat_map(|j| j.corners).collect();
    let floors = regions.iter().zip(&borders).zip(&names).map(|((r, b), name)| at.floor(r, b, name, &ends)).collect();
    let links = joints.iter().enumerate().map(|(i, joint)| link(&faces.points, &names, i, joint)).collect();
    Place { floors, links, ..Place::default() }
}

/// Returns the names of the floors: levels by their height, ramps and stairs by number.
fn names(regions: &[Region]) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::new();
    let mut number = |word: String| {
        let count = counts.entry(word.clone()).or_insert(0);
        *count += 1;
        (word, *count)
    };
    let name = |region: &Region| match region.kind {
        // Two levels may have the same height: the second gets the suffix (2).
        Kind::Level => match number(format!("level {:.2}", region.height() + 0.0)) {
            (word, 1) => word,
            (word, count) => format!("{word} ({count})"),
        },
        Kind::Slope => {
            let (word, count) = number("ramp".into());
            format!("{word} {count}")
        }
        Kind::Stairs => {
            let (word, count) = number("stairs".into());
            format!("{word} {count}")
        }
    };
    regions.iter().map(name).collect()
}

/// Returns the opening at a joint.
fn link(points: &[Point], names: &[String], index: usize, joint: &Joint) -> Link {
    let [a, b] = joint.corners.map(|c| points[c as usize]);
    let [from, to] = joint.floors.map(|f| &names[f as usize]);
    Link {
        name: format!("{from} – {to} #{}", index + 1),
        kind: LinkKind::Opening {
            floors: joint.floors.map(|f| FloorId::new(f as usize)),
            segment: Segment::new(a, b),
            one_way: false,
        },
        source: format!("shared edge at ({:.3}, {:.3})", a.x, a.y),
    }
}

/// The data from which the floors are made.
struct Context<'a> {
    surface: &'a Surface,
    faces: &'a Faces,
    cells: &'a Cells,
}

impl Context<'_> {
    /// Returns the floor of a region.
    fn floor(&self, region: &Region, borders: &Borders, name: &str, ends: &BTreeSet<u32>) -> Floor {
        let point = |&c: &u32| self.faces.points[c as usize];
        let walkable = borders.parts.iter().filter_map(|part| {
            let mut rings = part.iter().map(|ring| ring.corners.iter().map(point).collect::<Vec<_>>());
            let outer = rings.next()?;
            let holes = rings.filter(|hole| populace_geom::area(hole) >= LEAST_HOLE).collect();
            Some(Outline { outer, holes, source: name.to_owned() })
        });
        let walls = straighten::lines(&self.faces.points, &borders.walls);
        let length = |line: &Vec<u32>| line.windows(2).map(|w| point(&w[0]).distance(point(&w[1]))).sum::<f64>();
        let walls = walls.iter().filter(|line| length(line) >= LEAST_WALL).map(|line| Wall {
            line: self.trimmed(line, ends),
            thickness: SHEET,
            source: format!("{name}: a wall of a single sheet"),
        });
        let height = self.height(region);
        let kind = match region.kind {
            Kind::Level => FloorKind::Level,
            Kind::Slope => FloorKind::Ramp,
            Kind::Stairs => FloorKind::Stairs(self.stairs(region)),
        };
        Floor {
            name: name.to_owned(),
            kind,
            height,
            walkable: walkable.collect(),
            obstacles: Vec::new(),
            walls: walls.collect(),
        }
    }
    /// Returns the points of a wall. The wall stops short of the ends of joints, since its thickness would cut into
    /// them.
    fn trimmed(&self, line: &[u32], ends: &BTreeSet<u32>) -> Vec<Point> {
        let mut points: Vec<Point> = line.iter().map(|&c| self.faces.points[c as usize]).collect();
        let n = points.len();
        if n < 2 {
            return points;
        }
        for (end, next) in [(0, 1), (n - 1, n - 2)] {
            let (from, to) = (points[end], points[next]);
            if ends.contains(&line[end]) && from.distance(to) > 2.0 * SHORT_OF_JOINT {
                points[end] = from.lerp(to, SHORT_OF_JOINT / from.distance(to));
            }
        }
        points
    }
    /// Returns the simplest height function that fits the region: flat, along an axis, or a surface of triangles.
    fn height(&self, region: &Region) -> Height {
        if region.high - region.low <= FLAT {
            return Height::Flat((region.height() * 1000.0).round() / 1000.0);
        }
        let tolerance = if region.kind == Kind::Stairs { 0.3 } else { PLANAR };
        if region.kind != Kind::Level
            && let Some(axis) = self.axis(region, tolerance)
        {
            return Height::Along(axis);
        }
        let mut triangles: Vec<_> = region.cells.iter().map(|&c| self.corners(c)).collect();
        // Slivers may lie on planes of other surfaces.
        let clamp = |(p, z): (Point, f64)| (p, z.clamp(region.low, region.high));
        triangles.iter_mut().for_each(|t| *t = t.map(clamp));
        Height::Surface(triangles)
    }
    /// Returns the corners of a cell with their heights.
    fn corners(&self, cell: u32) -> [(Point, f64); 3] {
        self.faces.triangle(self.cells.get(cell).face).map(|p| (p, self.cells.height(self.surface, cell, p)))
    }
    /// Returns the line of steepest ascent through the middle of a region; `None` when the region is not a plane within
    /// `tolerance`.
    fn axis(&self, region: &Region, tolerance: f64) -> Option<Vec<(Point, f64)>> {
        let samples: Vec<(Point, f64)> = region.cells.iter().flat_map(|&c| self.corners(c)).collect();
        let weights: Vec<f64> =
            region.cells.iter().flat_map(|&c| [self.faces.area(self.cells.get(c).face); 3]).collect();
        let (middle, z, gradient) = plane(&samples, &weights)?;
        let at = |p: Point| z + gradient.dot(p - middle);
        if samples.iter().any(|&(p, height)| (at(p) - height).abs() > tolerance) {
            return None;
        }
        let up = gradient.unit()?;
        let along = samples.iter().map(|&(p, _)| up.dot(p - middle));
        let (low, high) = along.fold((0.0_f64, 0.0_f64), |(l, h), t| (l.min(t), h.max(t)));
        Some([low, high].map(|t| middle + up * t).map(|p| (p, at(p))).to_vec())
    }
    /// Returns the stairs of a flight, with the mean rise and going of its steps.
    fn stairs(&self, region: &Region) -> Stairs {
        let (mut rise, mut length) = (0.0, 0.0);
        for &cell in &region.cells {
            for (edge, &next) in self.cells.get(cell).across.iter().enumerate().filter(|(_, next)| **next != NONE) {
                let [a, b] = self.faces.ends(self.cells.get(cell).face, edge);
                let middle = a.lerp(b, 0.5);
                let up = self.cells.height(self.surface, next, middle) - self.cells.height(self.surface, cell, middle);
                if up > STEP {
                    rise += up * a.distance(b);
                    length += a.distance(b);
                }
            }
        }
        let usual = Stairs::default();
        if length <= 0.0 {
            return usual;
        }
        // Each tread counts once with its area and once with its edge to the next tread.
        let going = region.area / length;
        Stairs { going: going.clamp(0.1, 1.0), rise: (rise / length).clamp(0.02, 1.0), ..usual }
    }
}

/// Fits a plane to weighted samples. Returns a point, the height of the plane there, and its gradient.
fn plane(samples: &[(Point, f64)], weights: &[f64]) -> Option<(Point, f64, Point)> {
    let total: f64 = weights.iter().sum();
    let weighted = || samples.iter().zip(weights).map(|(&(p, z), &w)| (p, z, w / total));
    let middle = weighted().fold(Point::ZERO, |s, (p, _, w)| s + p * w);
    let height: f64 = weighted().map(|(_, z, w)| z * w).sum();
    let (mut xx, mut xy, mut yy, mut xz, mut yz) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (p, z, w) in weighted() {
        let (d, dz) = (p - middle, z - height);
        xx += w * d.x * d.x;
        xy += w * d.x * d.y;
        yy += w * d.y * d.y;
        xz += w * d.x * dz;
        yz += w * d.y * dz;
    }
    let determinant = xx * yy - xy * xy;
    let gradient = Point::new((xz * yy - yz * xy) / determinant, (yz * xx - xz * xy) / determinant);
    (total > 0.0 && gradient.is_finite()).then_some((middle, height, gradient))
}
