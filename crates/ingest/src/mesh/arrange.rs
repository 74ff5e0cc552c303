//! Step 4: the constrained Delaunay triangulation of all projected lines, noded on whole millimetres.

use std::collections::BTreeMap;
use std::path::Path;

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::solver::{Precision, Solver};
use i_overlay::i_float::int::point::IntPoint;
use i_overlay::string::clip::ClipRule;
use i_overlay::string::overlay::StringOverlay;
use populace_geom::{Point, Segment};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

use super::band::{Pieces, budget, too_entangled};
use super::boxes::{Box3, Boxes};
use super::surface::Surface;
use crate::ReadError;

/// Stands for a face, a cell or a region where there is none.
pub(super) const NONE: u32 = u32::MAX;

/// A triangulation of the plan.
pub(super) struct Faces {
    /// Corners, on whole millimetres.
    pub points: Vec<Point>,
    /// The corners of each face, counter-clockwise.
    pub corners: Vec<[u32; 3]>,
    /// The face across edge i, which runs from corner i to corner i + 1; [`NONE`] outside.
    pub across: Vec<[u32; 3]>,
}

impl Faces {
    /// Returns the corners of a face.
    pub fn triangle(&self, face: u32) -> [Point; 3] {
        self.corners[face as usize].map(|i| self.points[i as usize])
    }
    /// Returns the two ends of an edge, as corner indices.
    pub fn edge(&self, face: u32, edge: usize) -> [u32; 2] {
        let corners = self.corners[face as usize];
        [corners[edge], corners[(edge + 1) % 3]]
    }
    /// Returns the two ends of an edge.
    pub fn ends(&self, face: u32, edge: usize) -> [Point; 2] {
        self.edge(face, edge).map(|i| self.points[i as usize])
    }
    /// Returns which edge of `face` leads to `other`.
    pub fn edge_to(&self, face: u32, other: u32) -> Option<usize> {
        self.across[face as usize].iter().position(|&f| f == other)
    }
    /// Returns the area of a face, m².
    pub fn area(&self, face: u32) -> f64 {
        let [a, b, c] = self.triangle(face);
        0.5 * (b - a).cross(c - a)
    }
}

/// Points of a wall that are closer than this become one, m.
const SAME_POINT: f64 = 2e-3;

/// The number of comparisons of a point with a line near it that are allowed for each line of the budget: a limit of
/// time.
const LOOKS_PER_LINE: usize = 5;
/// After lines are split where they meet, the budget is this many times smaller: the later steps take longer for each
/// line.
const PIECES_PER_NODED_LINE: usize = 5;

type Millimetres = IntPoint<i32>;

/// Triangulates the plan along the sides of walkable triangles, the pieces that stand in the way, and the borders of
/// layers that cover each other.
pub(super) fn triangulate_plan(path: &Path, surface: &Surface, pieces: &Pieces) -> Result<Faces, ReadError> {
    let mut lines = Vec::new();
    surface.triangles.iter().filter(|t| t.is_walkable).for_each(|t| add_ring(&mut lines, &t.plan()));
    add_pieces(&mut lines, surface, pieces);
    pieces.covers.iter().for_each(|ring| add_ring(&mut lines, ring));
    let budget = budget(surface);
    let merged = Some(merge_points(lines)).filter(|lines| lines.len() <= budget);
    let snapped = merged.and_then(|lines| snap(lines, LOOKS_PER_LINE * budget)).filter(|lines| lines.len() <= budget);
    let noded = snapped.map(node).filter(|lines| lines.len() <= budget / PIECES_PER_NODED_LINE);
    triangulate(noded.ok_or_else(|| too_entangled(path, budget))?).ok_or_else(|| {
        ReadError::new(path, "its plan cannot be triangulated")
            .hint("check the scale: the plan is smaller than a few millimetres")
    })
}

/// Adds the rings of pieces. All pieces of a vertical wall become one line, so that rounding does not pull them apart.
fn add_pieces(lines: &mut Vec<[Millimetres; 2]>, surface: &Surface, pieces: &Pieces) {
    let mut walls: BTreeMap<[Millimetres; 2], Vec<Point>> = BTreeMap::new();
    for piece in &pieces.pieces {
        match surface.get(piece.other).foot() {
            Some(foot) => walls.entry(foot.map(grid)).or_default().extend(&piece.ring),
            None => add_ring(lines, &piece.ring),
        }
    }
    for (foot, mut points) in walls {
        let [a, b] = foot.map(|p| Point::new(p.x as f64 / 1000.0, p.y as f64 / 1000.0));
        let line = Segment::new(a, b);
        points.retain(|p| p.distance(a) > SAME_POINT && p.distance(b) > SAME_POINT);
        points.sort_by(|p, q| line.project(*p).total_cmp(&line.project(*q)));
        points.dedup_by(|q, p| q.distance(*p) <= SAME_POINT);
        let chain: Vec<Millimetres> = [a].into_iter().chain(points).chain([b]).map(grid).collect();
        chain.windows(2).for_each(|w| add_line(lines, w[0], w[1]));
    }
}

/// Returns the whole millimetres nearest to a point.
fn grid(p: Point) -> Millimetres {
    IntPoint::new((p.x * 1000.0).round() as i32, (p.y * 1000.0).round() as i32)
}

/// Adds a line, with its lesser end first, if it has a length.
fn add_line(lines: &mut Vec<[Millimetres; 2]>, a: Millimetres, b: Millimetres) {
    if a != b {
        lines.push(if a < b { [a, b] } else { [b, a] });
    }
}

/// Adds the edges of a ring.
fn add_ring(lines: &mut Vec<[Millimetres; 2]>, ring: &[Point]) {
    for (i, &p) in ring.iter().enumerate() {
        add_line(lines, grid(p), grid(ring[(i + 1) % ring.len()]));
    }
}

/// Merges end points that are a millimetre apart: rounding may have pulled them apart.
fn merge_points(mut lines: Vec<[Millimetres; 2]>) -> Vec<[Millimetres; 2]> {
    let mut points: Vec<Millimetres> = lines.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    let mut merged: BTreeMap<Millimetres, Millimetres> = BTreeMap::new();
    for &p in &points {
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| IntPoint::new(p.x + dx, p.y + dy)));
        // The first of the points around, in order, stands for all.
        let first = around.filter(|q| *q < p && merged.get(q) == Some(q)).min();
        merged.insert(p, first.unwrap_or(p));
    }
    lines.iter_mut().for_each(|line| *line = line.map(|p| merged.get(&p).copied().unwrap_or(p)));
    let mut clean = Vec::with_capacity(lines.len());
    lines.iter().for_each(|&[a, b]| add_line(&mut clean, a, b));
    clean.sort_unstable();
    clean.dedup();
    clean
}

/// Leads lines through the end points of other lines that they pass within rounding, so that two lines along one wall
/// become one. `None` when that takes more than `budget` comparisons of a point with a line.
fn snap(lines: Vec<[Millimetres; 2]>, budget: usize) -> Option<Vec<[Millimetres; 2]>> {
    let metres = |p: Millimetres| Point::new(p.x as f64 / 1000.0, p.y as f64 / 1000.0);
    let corner = |p: Millimetres| [metres(p).x, metres(p).y, 0.0];
    let boxes = Boxes::new(lines.iter().map(|line| Box3::of(&line.map(corner))).collect());
    let mut points: Vec<Millimetres> = lines.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    let mut looks = 0;
    let mut through: BTreeMap<u32, Vec<Millimetres>> = BTreeMap::new();
    for &p in &points {
        let at = metres(p);
        boxes.visit(&Box3::column(at.x, at.y, SAME_POINT), &mut |i| {
            looks += 1;
            let line = lines[i as usize];
            if !line.contains(&p) && Segment::new(metres(line[0]), metres(line[1])).distance(at) <= SAME_POINT {
                through.entry(i).or_default().push(p);
            }
        });
        if looks > budget {
            return None;
        }
    }
    let mut snapped = Vec::with_capacity(lines.len());
    for (i, &[a, b]) in lines.iter().enumerate() {
        let line = Segment::new(metres(a), metres(b));
        let mut chain = through.remove(&(i as u32)).unwrap_or_default();
        chain.sort_by(|p, q| line.project(metres(*p)).total_cmp(&line.project(metres(*q))).then(p.cmp(q)));
        let chain: Vec<Millimetres> = [a].into_iter().chain(chain).chain([b]).collect();
        chain.windows(2).for_each(|w| add_line(&mut snapped, w[0], w[1]));
    }
    snapped.sort_unstable();
    snapped.dedup();
    Some(snapped)
}

/// Splits lines where they meet.
fn node(lines: Vec<[Millimetres; 2]>) -> Vec<[Millimetres; 2]> {
    let mut overlay = StringOverlay::new(lines.len());
    overlay.add_string_lines(&lines);
    let everything = ClipRule { invert: true, boundary_included: true };
    // A wall that ends within 2 mm of another wall meets it: rounding must not leave a gap through which the fill
    // leaks.
    let solver = Solver { precision: Precision::MEDIUM_LOW, ..Default::default() };
    let paths = overlay.clip_string_lines_with_solver(FillRule::NonZero, everything, solver);
    let mut noded: Vec<[Millimetres; 2]> = paths
        .iter()
        .flat_map(|path| path.windows(2))
        .map(|w| if w[0] < w[1] { [w[0], w[1]] } else { [w[1], w[0]] })
        .collect();
    noded.sort_unstable();
    noded.dedup();
    noded
}

/// Triangulates the plan along noded lines; `None` when they enclose nothing.
fn triangulate(lines: Vec<[Millimetres; 2]>) -> Option<Faces> {
    let mut grid: Vec<Millimetres> = lines.iter().flatten().copied().collect();
    grid.sort_unstable();
    grid.dedup();
    let index = |p: &Millimetres| grid.binary_search(p).unwrap_or(0);
    let edges = lines.iter().map(|[a, b]| [index(a), index(b)]).collect();
    let vertices = grid.iter().map(|p| Point2::new(p.x as f64, p.y as f64)).collect();
    let cdt = ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(vertices, edges, |_| ()).ok()?;
    let points = cdt.vertices().map(|v| Point::new(v.position().x / 1000.0, v.position().y / 1000.0)).collect();
    // The outer face is one of all faces, but gets no number.
    let mut number = vec![NONE; cdt.num_all_faces()];
    cdt.inner_faces().enumerate().for_each(|(i, face)| number[face.fix().index()] = i as u32);
    let mut faces = Faces { points, corners: Vec::new(), across: Vec::new() };
    for face in cdt.inner_faces() {
        let edges = face.adjacent_edges();
        faces.corners.push(edges.map(|e| e.from().fix().index() as u32));
        faces.across.push(edges.map(|e| number[e.rev().face().fix().index()]));
    }
    (!faces.corners.is_empty()).then_some(faces)
}
