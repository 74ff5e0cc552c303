//! The Voronoi cells of people: the cell of a pedestrian is the ground that is nearer to it than to any other pedestrian.
//!
//! Steffen, Seyfried 2010, doi:10.1016/j.physa.2009.12.015, as in PedPy's `compute_individual_voronoi_polygons`. A cell is clipped
//! to the walkable ground, and cut off by a polygon around the pedestrian whose corners all lie on a circle. When walls cut a cell
//! into parts, the part in which the pedestrian stands counts.
//!
//! A cell begins as the cut-off polygon. It is clipped by the bisector to each neighbour, from near to far along x. A triangulation
//! of all people would find the neighbours, too. But the cut-off leaves few neighbours to look at, and each cell is computed by
//! itself: the order of people does not matter, and no degenerate triangulation can occur.

use populace_geom::{Point, area, clip_convex, maths};

use crate::Ground;

/// The greatest extent of a cell: a polygon around the pedestrian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutOff {
    /// The distance of the corners from the pedestrian, m.
    pub radius: f64,
    /// The number of edges in a quarter of the polygon.
    pub quarter: u32,
}

/// A radius of 1 m and three edges per quarter, as in PedPy's user guide.
impl Default for CutOff {
    fn default() -> Self {
        CutOff { radius: 1.0, quarter: 3 }
    }
}

/// The cell of a pedestrian: convex parts, counter-clockwise, next to each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    parts: Vec<Vec<Point>>,
    size: f64,
}

impl Cell {
    /// Returns the size of the cell, m².
    pub fn size(&self) -> f64 {
        self.size
    }
    /// Returns the convex parts of the cell.
    pub fn parts(&self) -> &[Vec<Point>] {
        &self.parts
    }
    /// Returns the size of the part that the cell shares with a ring, m².
    pub fn common(&self, ring: &[Point]) -> f64 {
        // Clipping a ring that is not convex leaves seams of no width. They do not change the size.
        self.parts.iter().map(|part| area(&clip_convex(ring, part))).sum()
    }
}

/// The positions of the people on a floor, from which cells are computed.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// The positions, ascending by x.
    sorted: Vec<Point>,
}

impl Sites {
    /// Returns the sites of people at these positions, in any order.
    pub fn new(positions: impl IntoIterator<Item = Point>) -> Self {
        let mut sorted: Vec<Point> = positions.into_iter().filter(|p| p.is_finite()).collect();
        sorted.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        Sites { sorted }
    }
    /// Returns the cell of the pedestrian at `p`, which must be one of the sites; `None` when it is not on the ground. Without
    /// ground, only the cut-off bounds the cell. People at the same place share a cell: each has all of it.
    pub fn cell(&self, p: Point, cut_off: CutOff, ground: Option<&Ground>) -> Option<Cell> {
        let mut ring = polygon(p, cut_off);
        let mut reach = cut_off.radius;
        let middle = self.sorted.partition_point(|site| site.x < p.x);
        let (west, east) = self.sorted.split_at(middle);
        let (mut west, mut east) = (west.iter().rev().peekable(), east.iter().peekable());
        loop {
            // The nearer neighbour along x comes first, so that the cell shrinks as fast as it can.
            let (a, b) = (west.peek().map(|site| p.x - site.x), east.peek().map(|site| site.x - p.x));
            let next = match (a, b) {
                (Some(a), Some(b)) if a < b => west.next(),
                (Some(_), None) => west.next(),
                (_, Some(_)) => east.next(),
                (None, None) => None,
            };
            let Some(&site) = next else { break };
            if (site.x - p.x).abs() > 2.0 * reach {
                break;
            }
            let towards = site - p;
            if towards == Point::ZERO || towards.norm() > 2.0 * reach {
                continue;
            }
            ring = nearer(&ring, p.lerp(site, 0.5), towards);
            reach = ring.iter().map(|corner| corner.distance(p)).fold(0.0, f64::max);
        }
        let parts = match ground {
            Some(ground) => ground.part_around(p, &ring),
            None => vec![ring],
        };
        let size = parts.iter().map(|part| area(part)).sum();
        (size > 0.0).then_some(Cell { parts, size })
    }
}

/// Returns the cut-off polygon around a pedestrian, counter-clockwise. Its first corner is in the east.
fn polygon(p: Point, cut_off: CutOff) -> Vec<Point> {
    let corners = 4 * cut_off.quarter.clamp(1, 1000);
    let corner = |i: u32| {
        let (sin, cos) = maths::sin_cos(f64::from(i) / f64::from(corners) * std::f64::consts::TAU);
        p + Point::new(cos, sin) * cut_off.radius
    };
    (0..corners).map(corner).collect()
}

/// Returns the part of a convex ring on the near side of a line. The line passes through `middle`, at a right angle to `towards`.
fn nearer(ring: &[Point], middle: Point, towards: Point) -> Vec<Point> {
    let mut kept = Vec::with_capacity(ring.len() + 1);
    let beyond = |corner: Point| (corner - middle).dot(towards);
    for (i, &a) in ring.iter().enumerate() {
        let b = ring[(i + 1) % ring.len()];
        let (from, to) = (beyond(a), beyond(b));
        if from <= 0.0 {
            kept.push(a);
        }
        if (from < 0.0 && to > 0.0) || (from > 0.0 && to < 0.0) {
            kept.push(a.lerp(b, from / (from - to)));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(x: [f64; 2], y: [f64; 2]) -> Vec<Point> {
        [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])].map(|(x, y)| Point::new(x, y)).to_vec()
    }
    const FAR: CutOff = CutOff { radius: 100.0, quarter: 3 };

    #[test]
    fn two_people_share_a_room_along_the_line_between_them() {
        // A room of 6 m × 2 m, people at x = 1 and x = 4: the bisector is x = 2.5.
        let ground = Ground::new(&[rectangle([0.0, 6.0], [0.0, 2.0])]).unwrap();
        let people = [Point::new(1.0, 1.0), Point::new(4.0, 0.5 + 0.5)];
        let sites = Sites::new(people);
        let sizes = people.map(|p| sites.cell(p, FAR, Some(&ground)).unwrap().size());
        assert!((sizes[0] - 5.0).abs() < 1e-9 && (sizes[1] - 7.0).abs() < 1e-9, "{sizes:?}");
        let common = sites.cell(people[0], FAR, Some(&ground)).unwrap().common(&rectangle([2.0, 4.0], [0.0, 1.0]));
        assert!((common - 0.5).abs() < 1e-9);
    }

    #[test]
    fn who_is_alone_has_the_cut_off_polygon() {
        // Twelve triangles of two sides of 1 m around an angle of 30°: 12 · ½ · sin 30° = 3.
        let alone = Point::new(-7.0, 3.0);
        let cell = Sites::new([alone]).cell(alone, CutOff::default(), None).unwrap();
        assert!((cell.size() - 3.0).abs() < 1e-12);
    }

    #[test]
    fn cells_cover_the_ground_once() {
        let ground = Ground::new(&[rectangle([0.0, 8.0], [0.0, 5.0]), rectangle([3.0, 4.0], [1.0, 3.0])]).unwrap();
        // On a lattice, four bisectors meet in a point.
        let people: Vec<Point> = (0..40).map(|i| Point::new(0.5 + f64::from(i % 8), 0.5 + f64::from(i / 8))).collect();
        let people: Vec<Point> = people.into_iter().filter(|&p| ground.contains(p)).collect();
        let sites = Sites::new(people.iter().copied());
        let sum: f64 = people.iter().map(|&p| sites.cell(p, FAR, Some(&ground)).unwrap().size()).sum();
        // The pillar of 2 m² is 1 m wide, and the lattice lines halve it. So no part of a cell is cut off from its pedestrian.
        assert!((sum - 38.0).abs() < 1e-9, "{sum}");
    }

    #[test]
    fn who_is_off_the_ground_has_no_cell_and_the_same_place_is_shared() {
        let ground = Ground::new(&[rectangle([0.0, 2.0], [0.0, 2.0])]).unwrap();
        let (inside, outside) = (Point::new(1.0, 1.0), Point::new(5.0, 1.0));
        let sites = Sites::new([inside, outside, inside, Point::new(f64::NAN, 0.0)]);
        assert_eq!(sites.cell(outside, FAR, Some(&ground)), None);
        assert!((sites.cell(inside, FAR, Some(&ground)).unwrap().size() - 4.0).abs() < 1e-9);
    }
}
