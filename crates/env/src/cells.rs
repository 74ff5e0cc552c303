//! Stage 4, *convex cells*: triangles are merged into convex cells that keep every bottleneck.
//!
//! Lamarche & Donikian 2004, §3.1 "Convex cell optimisation". Free segments are taken by decreasing length. The two
//! cells that share a segment are merged when the result is convex and the segment is longer than every free segment
//! that delimits the result. Segments of equal length, as in square rooms, are taken in the order of their positions.
//!
//! A removed segment is called a *seam*. A pedestrian who leaves a cell passes a free segment shorter than all seams of
//! the cell. So seams matter only to a way between two points of the same cell, and cells keep them for that question.

use populace_geom::{Point, orient};

use crate::LinkId;
use crate::mesh::{EdgeKind, FloorMesh, NONE};

/// A corner counts as straight when it turns outwards by no more than this (sine of the angle): rounding puts corners
/// that were derived on a wall a little beside its line.
pub(crate) const STRAIGHT: f64 = 1e-9;

/// The convex cells of one floor.
#[derive(Clone, Debug, Default)]
pub(crate) struct FloorCells {
    pub points: Vec<Point>,
    pub cells: Vec<RawCell>,
}

/// A convex cell: its ring and what lies across each edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawCell {
    /// Corners, counter-clockwise; edge `i` starts at corner `i`.
    pub ring: Vec<u32>,
    pub sides: Vec<Side>,
    pub seams: Vec<[u32; 2]>,
}

/// The other side of an edge of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Side {
    Wall,
    /// Another cell of the floor, and the door between the two, if any.
    Cell(u32, Option<LinkId>),
    Opening(LinkId),
}

/// The half-edges of the growing cells: number 3 t + i is edge i of triangle t.
struct Rings<'a> {
    mesh: &'a FloorMesh,
    /// The half-edge after each half-edge, around its cell.
    next: Vec<u32>,
    /// The half-edge before each half-edge, around its cell.
    previous: Vec<u32>,
    /// By triangle: another triangle of its cell, or the triangle itself when it represents the cell.
    owner: Vec<u32>,
}

/// Merges the triangles of one floor.
pub(crate) fn merge(mesh: &FloorMesh) -> FloorCells {
    let count = mesh.triangles.len();
    let half_edges = count * 3;
    let mut rings = Rings {
        mesh,
        next: (0..half_edges as u32).map(|h| h - h % 3 + (h % 3 + 1) % 3).collect(),
        previous: (0..half_edges as u32).map(|h| h - h % 3 + (h % 3 + 2) % 3).collect(),
        owner: (0..count as u32).collect(),
    };
    let order = rings.by_decreasing_length();
    let mut removed = vec![false; half_edges];
    let mut seams = Vec::new();
    // Cells with a segment that stays. Segments come by decreasing length: the segment that stays is longer than all
    // that follow, so the cell is not merged any more.
    let mut settled = vec![false; count];
    for &h in &order {
        let twin = rings.twin(h);
        let cells = [h, twin].map(|h| if h == NONE { NONE } else { rings.find(h / 3) });
        let is_longest = cells.iter().all(|&c| c != NONE && !settled[c as usize]);
        if is_longest
            && cells[0] != cells[1]
            && rings.kind(h) == EdgeKind::Free
            && rings.stays_convex(h, twin)
            && rings.stays_convex(twin, h)
        {
            rings.unite(h, twin);
            removed[h as usize] = true;
            removed[twin as usize] = true;
            seams.push(h);
        } else {
            cells.iter().filter(|&&c| c != NONE).for_each(|&c| settled[c as usize] = true);
        }
    }
    rings.collect(&removed, &seams)
}

impl Rings<'_> {
    /// Returns the kind of a half-edge.
    fn kind(&self, h: u32) -> EdgeKind {
        self.mesh.edges[h as usize / 3][h as usize % 3]
    }
    /// Returns the number of the point where a half-edge starts.
    fn origin(&self, h: u32) -> u32 {
        self.mesh.triangles[h as usize / 3][h as usize % 3]
    }
    /// Returns the point where a half-edge starts.
    fn point(&self, h: u32) -> Point {
        self.mesh.points[self.origin(h) as usize]
    }
    /// Returns the point where a half-edge ends.
    fn end(&self, h: u32) -> Point {
        self.mesh.corner(h / 3, (h as usize % 3 + 1) % 3)
    }
    /// Returns the half-edge of the same edge in the other triangle; [`NONE`] where there is no other triangle.
    fn twin(&self, h: u32) -> u32 {
        let (t, i) = (h / 3, h as usize % 3);
        let other = self.mesh.neighbours[t as usize][i];
        if other == NONE {
            return NONE;
        }
        let start = self.mesh.triangles[t as usize][(i + 1) % 3];
        let end = self.mesh.triangles[t as usize][i];
        let corners = self.mesh.triangles[other as usize];
        (0..3).find(|&k| corners[k] == start && corners[(k + 1) % 3] == end).map_or(NONE, |k| other * 3 + k as u32)
    }

    /// Returns one of the two half-edges of every passable edge, longest first.
    fn by_decreasing_length(&self) -> Vec<u32> {
        let mut order: Vec<(f64, [f64; 4], u32)> = (0..self.next.len() as u32)
            .filter(|&h| self.kind(h).is_passable())
            .map(|h| (h, self.twin(h)))
            .filter(|&(h, twin)| twin == NONE || h < twin)
            .map(|(h, _)| {
                let (a, b) = (self.point(h), self.end(h));
                let (a, b) = if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) };
                (a.distance(b), [a.x, a.y, b.x, b.y], h)
            })
            .collect();
        let position = |p: &[f64; 4], q: &[f64; 4]| {
            p.iter().zip(q).map(|(a, b)| a.total_cmp(b)).find(|o| o.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        };
        order.sort_unstable_by(|p, q| q.0.total_cmp(&p.0).then_with(|| position(&p.1, &q.1)).then(p.2.cmp(&q.2)));
        order.into_iter().map(|(_, _, h)| h).collect()
    }

    /// Returns whether the corner where `h` starts stays convex when the edge of `h` and `twin` is removed.
    fn stays_convex(&self, h: u32, twin: u32) -> bool {
        let (before, after) = (self.previous[h as usize], self.next[twin as usize]);
        let (a, b, c) = (self.point(before), self.point(h), self.end(after));
        // A derived corner between two pieces of its wall is straight by construction.
        let on_wall = self.mesh.is_derived(self.origin(h))
            && self.kind(before) == EdgeKind::Wall
            && self.kind(after) == EdgeKind::Wall;
        on_wall || orient(a, b, c) >= -STRAIGHT * a.distance(b) * b.distance(c)
    }

    /// Removes the edge of `h` and `twin`: links the rings of its two cells into one and unites their triangles.
    fn unite(&mut self, h: u32, twin: u32) {
        let [h_before, h_after] = [self.previous[h as usize], self.next[h as usize]];
        let [t_before, t_after] = [self.previous[twin as usize], self.next[twin as usize]];
        for (from, to) in [(h_before, t_after), (t_before, h_after)] {
            self.next[from as usize] = to;
            self.previous[to as usize] = from;
        }
        let (a, b) = (self.find(h / 3), self.find(twin / 3));
        self.owner[a.max(b) as usize] = a.min(b);
    }

    /// Returns the triangle that represents the cell of triangle `t`.
    fn find(&mut self, mut t: u32) -> u32 {
        while self.owner[t as usize] != t {
            let up = self.owner[self.owner[t as usize] as usize];
            self.owner[t as usize] = up;
            t = up;
        }
        t
    }

    /// Numbers the cells that are left and collects their rings and seams.
    fn collect(mut self, removed: &[bool], seams: &[u32]) -> FloorCells {
        let count = self.mesh.triangles.len();
        let mut cell_of_root = vec![NONE; count];
        let mut cell_of_triangle = Vec::with_capacity(count);
        let mut starts = Vec::new();
        for t in 0..count as u32 {
            let root = self.find(t) as usize;
            if cell_of_root[root] == NONE {
                cell_of_root[root] = starts.len() as u32;
                starts.push(NONE);
            }
            let cell = cell_of_root[root];
            cell_of_triangle.push(cell);
            let start = &mut starts[cell as usize];
            if *start == NONE {
                *start = (t * 3..t * 3 + 3).find(|&h| !removed[h as usize]).unwrap_or(NONE);
            }
        }
        let mut cells: Vec<RawCell> = starts.iter().map(|&s| self.ring(s, &cell_of_triangle)).collect();
        for &h in seams {
            let ends = [self.origin(h), self.origin(self.twin(h))];
            cells[cell_of_triangle[h as usize / 3] as usize].seams.push(ends);
        }
        FloorCells { points: self.mesh.points.clone(), cells }
    }

    /// Returns the cell whose ring starts at half-edge `start`.
    fn ring(&self, start: u32, cell_of_triangle: &[u32]) -> RawCell {
        let mut cell = RawCell::default();
        let mut h = start;
        loop {
            let before = self.previous[h as usize];
            // A derived corner between two pieces of its wall: no free segment ends there any more, so it is dropped.
            let unused = self.mesh.is_derived(self.origin(h))
                && self.kind(before) == EdgeKind::Wall
                && self.kind(h) == EdgeKind::Wall;
            if !unused {
                cell.ring.push(self.origin(h));
                cell.sides.push(match self.kind(h) {
                    EdgeKind::Wall => Side::Wall,
                    EdgeKind::Opening(link) => Side::Opening(link),
                    EdgeKind::Free => Side::Cell(cell_of_triangle[self.twin(h) as usize / 3], None),
                    EdgeKind::Door(link) => Side::Cell(cell_of_triangle[self.twin(h) as usize / 3], Some(link)),
                });
            }
            h = self.next[h as usize];
            if h == start {
                return cell;
            }
        }
    }
}
