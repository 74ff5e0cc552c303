//! Delaunay triangulation by divide and conquer (Guibas & Stolfi 1985, doi:10.1145/282918.282923), with cuts that alternate
//! between x and y (Dwyer 1987, doi:10.1007/BF01840356).
//!
//! Sites come in Morton order, so a cut is where a bit of the key changes and nothing is selected or copied. A part of the
//! sites owns three pairs of directed edges per site: halves are independent and may be built by two threads. The
//! result depends on the sites alone, whatever the cuts: the predicates leave no ties.

use std::ops::Range;

use populace_geom::Point;

use crate::predicates::{inside_circle, left_of};

/// No edge, no site.
pub(crate) const NONE: u32 = u32::MAX;

/// From how many sites on the halves are given to two threads.
const WORTH_SHARING: usize = 1024;

/// A directed edge; its reverse is the one whose index differs in the last bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// Where it starts; [`NONE`] when the slot is free.
    pub site: u32,
    /// The next edge from the same site, counter-clockwise. Links free slots.
    pub next: u32,
    /// The next edge clockwise.
    pub previous: u32,
    /// What the relation is worth; for the reader of the triangulation.
    pub mark: u32,
}

/// The slots of a site: three pairs.
pub(crate) const SLOTS: usize = 6;

const FREE: Edge = Edge { site: NONE, next: NONE, previous: NONE, mark: 0 };

/// Triangulates `sites[range]`, whose keys ascend and whose equal keys are in order of x, then y, without duplicates; `edges`
/// are their slots, those of site i start at `SLOTS * i`; `first` receives an edge of each site, [`NONE`] for a single one.
pub(crate) fn triangulate(sites: &[Point], keys: &[u32], range: Range<usize>, edges: &mut [Edge], first: &mut [u32]) {
    if !range.is_empty() {
        divide(sites, keys, range, edges, first);
    }
}

/// An extreme site of a part and the edge that leaves it counter-clockwise along the hull.
#[derive(Clone, Copy)]
struct End {
    site: u32,
    edge: u32,
}

/// A triangulated part: its ends by x then y, and by y then −x; and its free slots.
struct Part {
    west: End,
    east: End,
    south: End,
    north: End,
    first_free: u32,
    last_free: u32,
}

fn divide(sites: &[Point], keys: &[u32], range: Range<usize>, edges: &mut [Edge], first: &mut [u32]) -> Part {
    let (from, to) = (range.start, range.end);
    let mut mesh = Mesh { sites, edges, base: (SLOTS * from) as u32, first, first_site: from as u32, free: NONE };
    match to - from {
        1 => return mesh.single(from as u32),
        2 => return mesh.pair(from as u32),
        3 => {
            if let Some(part) = mesh.triangle(from as u32) {
                return part;
            }
        }
        _ => {}
    }
    let differing = keys[from] ^ keys[to - 1];
    let (middle, is_along_x) = if differing == 0 {
        (from + (to - from) / 2, true)
    } else {
        let bit = 31 - differing.leading_zeros();
        (from + keys[from..to].partition_point(|key| key >> bit & 1 == 0), bit & 1 == 0)
    };
    let (lower, upper) = mesh.edges.split_at_mut(SLOTS * (middle - from));
    let (lower_first, upper_first) = mesh.first.split_at_mut(middle - from);
    let mut build_lower = || divide(sites, keys, from..middle, lower, lower_first);
    let mut build_upper = || divide(sites, keys, middle..to, upper, upper_first);
    let (left, right) =
        if to - from >= WORTH_SHARING { rayon::join(build_lower, build_upper) } else { (build_lower(), build_upper()) };
    mesh.merge(left, right, is_along_x)
}

struct Mesh<'a> {
    sites: &'a [Point],
    edges: &'a mut [Edge],
    /// Index of the first edge of the slice.
    base: u32,
    /// An edge of each site.
    first: &'a mut [u32],
    first_site: u32,
    free: u32,
}

impl Mesh<'_> {
    #[inline(always)]
    fn edge(&mut self, e: u32) -> &mut Edge {
        &mut self.edges[(e - self.base) as usize]
    }
    #[inline(always)]
    fn next(&self, e: u32) -> u32 {
        self.edges[(e - self.base) as usize].next
    }
    #[inline(always)]
    fn previous(&self, e: u32) -> u32 {
        self.edges[(e - self.base) as usize].previous
    }
    /// Where an edge starts.
    #[inline(always)]
    fn start(&self, e: u32) -> u32 {
        self.edges[(e - self.base) as usize].site
    }
    /// Where an edge leads.
    #[inline(always)]
    fn target(&self, e: u32) -> u32 {
        self.edges[((e ^ 1) - self.base) as usize].site
    }
    #[inline(always)]
    fn at(&self, site: u32) -> Point {
        self.sites[site as usize]
    }

    fn clear_slots(&mut self) -> (u32, u32) {
        let base = self.base;
        let last = base + self.edges.len() as u32 - 2;
        for (i, edge) in self.edges.iter_mut().enumerate() {
            *edge = FREE;
            edge.next = base + i as u32 + 2;
        }
        self.edge(last).next = NONE;
        (base, last)
    }

    fn single(&mut self, site: u32) -> Part {
        let (first_free, last_free) = self.clear_slots();
        self.first[0] = NONE;
        let end = End { site, edge: NONE };
        Part { west: end, east: end, south: end, north: end, first_free, last_free }
    }

    fn pair(&mut self, first: u32) -> Part {
        let (free, last_free) = self.clear_slots();
        self.free = free;
        let e = self.new_edge(first, first + 1);
        self.alone(e);
        self.alone(e ^ 1);
        let (p, q) = (End { site: first, edge: e }, End { site: first + 1, edge: e ^ 1 });
        let (west, east) = in_order(p, q, is_before_by_x(self.at(p.site), self.at(q.site)));
        let (south, north) = in_order(p, q, is_before_by_y(self.at(p.site), self.at(q.site)));
        Part { west, east, south, north, first_free: self.free, last_free }
    }

    /// Three sites; `None` when they are on one line.
    fn triangle(&mut self, first: u32) -> Option<Part> {
        let [a, b, c] = [0, 1, 2].map(|i| self.at(first + i));
        let (second, third) = match (left_of(a, b, c), left_of(a, c, b)) {
            (true, _) => (first + 1, first + 2),
            (_, true) => (first + 2, first + 1),
            _ => return None,
        };
        let (free, last_free) = self.clear_slots();
        self.free = free;
        let (ab, bc) = (self.new_edge(first, second), self.new_edge(second, third));
        let ca = self.new_edge(third, first);
        for (leaving, other) in [(ab, ca ^ 1), (bc, ab ^ 1), (ca, bc ^ 1)] {
            (self.edge(leaving).next, self.edge(leaving).previous) = (other, other);
            (self.edge(other).next, self.edge(other).previous) = (leaving, leaving);
        }
        let ends = [End { site: first, edge: ab }, End { site: second, edge: bc }, End { site: third, edge: ca }];
        let by_x = |p: End, q: End| if is_before_by_x(self.at(p.site), self.at(q.site)) { (p, q) } else { (q, p) };
        let by_y = |p: End, q: End| if is_before_by_y(self.at(p.site), self.at(q.site)) { (p, q) } else { (q, p) };
        let ((west, east), (south, north)) = (by_x(ends[0], ends[1]), by_y(ends[0], ends[1]));
        Some(Part {
            west: by_x(west, ends[2]).0,
            east: by_x(east, ends[2]).1,
            south: by_y(south, ends[2]).0,
            north: by_y(north, ends[2]).1,
            first_free: self.free,
            last_free,
        })
    }

    #[inline(always)]
    fn new_edge(&mut self, from: u32, to: u32) -> u32 {
        let e = self.free;
        self.free = self.edge(e).next;
        self.edge(e).site = from;
        self.edge(e ^ 1).site = to;
        self.first[(from - self.first_site) as usize] = e;
        self.first[(to - self.first_site) as usize] = e ^ 1;
        e
    }
    #[inline(always)]
    fn alone(&mut self, e: u32) {
        let edge = self.edge(e);
        (edge.next, edge.previous) = (e, e);
    }
    /// Puts a new edge counter-clockwise after another one of the same site.
    #[inline(always)]
    fn insert_after(&mut self, e: u32, other: u32) {
        let next = self.next(other);
        let edge = self.edge(e);
        (edge.next, edge.previous) = (next, other);
        self.edge(other).next = e;
        self.edge(next).previous = e;
    }
    #[inline(always)]
    fn remove(&mut self, e: u32) {
        for e in [e, e ^ 1] {
            let (next, previous) = (self.next(e), self.previous(e));
            self.edge(previous).next = next;
            self.edge(next).previous = previous;
            let site = std::mem::replace(&mut self.edge(e).site, NONE);
            self.first[(site - self.first_site) as usize] = next;
        }
        let pair = e & !1;
        self.edge(pair).next = self.free;
        self.free = pair;
    }

    /// Joins two parts that a line parts: `left` is before `right` along x, or along y; then "left" and "above" below are
    /// meant as seen by someone who looks along −x.
    fn merge(&mut self, left: Part, right: Part, is_along_x: bool) -> Part {
        self.edge(left.last_free).next = right.first_free;
        self.free = left.first_free;
        let (l, r) = if is_along_x { (left.east, right.west) } else { (left.north, right.south) };
        let lower = self.lower_tangent(l, r);
        let lower_left = self.target(lower);
        let upper = self.rise(lower);
        let upper_right = self.start(upper);
        // Only where the tangents start does another edge leave along the hull.
        let renew = |end: End| {
            let edge = if end.site == lower_left { lower ^ 1 } else { end.edge };
            End { site: end.site, edge: if end.site == upper_right { upper } else { edge } }
        };
        // Along the cut, the first comes from one part and the last from the other.
        let (west, east) = if is_along_x { (left.west, right.east) } else { self.across_by_x(&left, &right) };
        let (south, north) = if is_along_x { self.across_by_y(&left, &right) } else { (left.south, right.north) };
        Part {
            west: renew(west),
            east: renew(east),
            south: renew(south),
            north: renew(north),
            first_free: self.free,
            last_free: right.last_free,
        }
    }

    #[inline(always)]
    fn across_by_x(&self, left: &Part, right: &Part) -> (End, End) {
        let is_first = |p: End, q: End| is_before_by_x(self.at(p.site), self.at(q.site));
        let west = if is_first(left.west, right.west) { left.west } else { right.west };
        (west, if is_first(left.east, right.east) { right.east } else { left.east })
    }
    #[inline(always)]
    fn across_by_y(&self, left: &Part, right: &Part) -> (End, End) {
        let is_first = |p: End, q: End| is_before_by_y(self.at(p.site), self.at(q.site));
        let south = if is_first(left.south, right.south) { left.south } else { right.south };
        (south, if is_first(left.north, right.north) { right.north } else { left.north })
    }

    /// A new edge from the right part to the left one, below both.
    fn lower_tangent(&mut self, l: End, r: End) -> u32 {
        let (mut l, mut r) = (l, r);
        // On the left part one goes clockwise.
        if l.edge != NONE {
            l.edge = self.previous(l.edge);
        }
        loop {
            let (at_l, at_r) = (self.at(l.site), self.at(r.site));
            if l.edge != NONE && left_of(at_l, self.at(self.target(l.edge)), at_r) {
                l = End { site: self.target(l.edge), edge: self.previous(l.edge ^ 1) };
            } else if r.edge != NONE && left_of(self.at(self.target(r.edge)), at_r, at_l) {
                r = End { site: self.target(r.edge), edge: self.next(r.edge ^ 1) };
            } else {
                break;
            }
        }
        let tangent = self.new_edge(r.site, l.site);
        match r.edge {
            NONE => self.alone(tangent),
            edge => {
                let before = self.previous(edge);
                self.insert_after(tangent, before);
            }
        }
        match l.edge {
            NONE => self.alone(tangent ^ 1),
            edge => self.insert_after(tangent ^ 1, edge),
        }
        tangent
    }

    /// The rising bubble: from the lower tangent upwards, the next edge across is the one whose circle holds no site.
    /// Returns the upper tangent.
    fn rise(&mut self, lower: u32) -> u32 {
        let mut across = lower;
        let (mut a, mut b) = (self.at(self.target(across)), self.at(self.start(across)));
        loop {
            let mut l = self.next(across ^ 1);
            let mut at_l = self.at(self.target(l));
            let mut is_l_above = left_of(at_l, a, b);
            while is_l_above {
                let beyond = self.next(l);
                let at_beyond = self.at(self.target(beyond));
                if beyond == across ^ 1 || !inside_circle(a, b, at_l, at_beyond) {
                    break;
                }
                self.remove(l);
                (l, at_l) = (beyond, at_beyond);
                is_l_above = left_of(at_l, a, b);
            }
            let mut r = self.previous(across);
            let mut at_r = self.at(self.target(r));
            let mut is_r_above = left_of(at_r, a, b);
            while is_r_above {
                let beyond = self.previous(r);
                let at_beyond = self.at(self.target(beyond));
                if beyond == across || !inside_circle(a, b, at_r, at_beyond) {
                    break;
                }
                self.remove(r);
                (r, at_r) = (beyond, at_beyond);
                is_r_above = left_of(at_r, a, b);
            }
            if !is_l_above && !is_r_above {
                return across;
            }
            if !is_l_above || (is_r_above && inside_circle(at_l, a, b, at_r)) {
                let edge = self.new_edge(self.target(r), self.target(across));
                let before = self.previous(r ^ 1);
                self.insert_after(edge, before);
                self.insert_after(edge ^ 1, across ^ 1);
                (across, b) = (edge, at_r);
            } else {
                let edge = self.new_edge(self.start(across), self.target(l));
                let before = self.previous(across);
                self.insert_after(edge, before);
                self.insert_after(edge ^ 1, l ^ 1);
                (across, a) = (edge, at_l);
            }
        }
    }
}

#[inline(always)]
fn in_order(p: End, q: End, is_p_first: bool) -> (End, End) {
    if is_p_first { (p, q) } else { (q, p) }
}
/// By x, then y.
#[inline(always)]
fn is_before_by_x(p: Point, q: Point) -> bool {
    p.x < q.x || (p.x == q.x && p.y < q.y)
}
/// By y, then −x: the same order, turned by a quarter.
#[inline(always)]
fn is_before_by_y(p: Point, q: Point) -> bool {
    p.y < q.y || (p.y == q.y && p.x > q.x)
}
