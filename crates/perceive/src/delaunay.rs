//! Delaunay triangulation by divide and conquer (Guibas & Stolfi 1985, doi:10.1145/282918.282923), with cuts that
//! alternate between x and y (Dwyer 1987, doi:10.1007/BF01840356).
//!
//! Sites come in Morton order, so the sites are cut in two where a bit of the key changes. No median has to be found,
//! and no site is copied. Every site brings memory for three pairs of directed edges. So two halves of the sites share
//! no memory, and two threads may build them. The result depends on the sites alone and not on the cuts, because the
//! predicates always decide between two possible triangulations.

use std::ops::Range;

use populace_geom::Point;

use crate::predicates::{inside_circle, left_of};

/// Stands for "no edge" and for "no site".
pub(crate) const NONE: u32 = u32::MAX;

/// Two threads build the halves of a part that has at least this many sites.
const WORTH_SHARING: usize = 1024;

/// A directed edge. The index of its reverse differs in the last bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The site where the edge starts; [`NONE`] when the slot is free.
    pub site: u32,
    /// The next edge from the same site, counter-clockwise. In a free slot: the next free slot.
    pub next: u32,
    /// The next edge from the same site, clockwise.
    pub previous: u32,
    /// A mark that the reader of the triangulation puts on the relation.
    pub mark: u32,
}

/// The slots of a site: three pairs of edges.
pub(crate) const SLOTS: usize = 6;

/// A free slot.
const FREE: Edge = Edge { site: NONE, next: NONE, previous: NONE, mark: 0 };

/// Triangulates `sites[range]`. Their keys ascend; sites of equal keys are in order of x, then y; no two sites are
/// equal. `edges` are the slots of these sites: the slots of the i-th site of the range start at `SLOTS * i`. `first`
/// receives an edge of each site, or [`NONE`] when the site is alone.
pub(crate) fn triangulate(sites: &[Point], keys: &[u32], range: Range<usize>, edges: &mut [Edge], first: &mut [u32]) {
    if !range.is_empty() {
        divide(sites, keys, range, edges, first);
    }
}

/// An extreme site of a part, and the edge that leaves it counter-clockwise along the hull.
#[derive(Clone, Copy)]
struct End {
    site: u32,
    edge: u32,
}

/// A triangulated part: its extreme sites in the order of x then y (west, east) and of y then −x (south, north), and
/// its free slots.
struct Part {
    west: End,
    east: End,
    south: End,
    north: End,
    first_free: u32,
    last_free: u32,
}

/// Triangulates a part: directly if it has up to three sites, else as two halves that are merged.
fn divide(sites: &[Point], keys: &[u32], range: Range<usize>, edges: &mut [Edge], first: &mut [u32]) -> Part {
    let (from, to) = (range.start, range.end);
    let mut mesh = Mesh { sites, edges, base: (SLOTS * from) as u32, first, first_site: from as u32, free: NONE };
    match to - from {
        1 => return mesh.single(from as u32),
        2 => return mesh.pair(from as u32),
        // Three sites on one line make no triangle: they are cut and merged like larger parts.
        3 => {
            if let Some(part) = mesh.triangle(from as u32) {
                return part;
            }
        }
        _ => {}
    }
    let differing = keys[from] ^ keys[to - 1];
    let (middle, is_along_x) = if differing == 0 {
        // All sites have one key: they are in order of x, so the cut is in the middle of that order.
        (from + (to - from) / 2, true)
    } else {
        // The cut is where the highest bit that differs changes. Even bits come from x, odd bits from y.
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

/// The edges of one part while it is built.
struct Mesh<'a> {
    sites: &'a [Point],
    edges: &'a mut [Edge],
    /// The index of the first edge of the slice.
    base: u32,
    /// An edge of each site.
    first: &'a mut [u32],
    /// The first site of the part.
    first_site: u32,
    /// The first free slot.
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
    /// Returns the site where an edge starts.
    #[inline(always)]
    fn start(&self, e: u32) -> u32 {
        self.edges[(e - self.base) as usize].site
    }
    /// Returns the site where an edge leads.
    #[inline(always)]
    fn target(&self, e: u32) -> u32 {
        self.edges[((e ^ 1) - self.base) as usize].site
    }
    #[inline(always)]
    fn at(&self, site: u32) -> Point {
        self.sites[site as usize]
    }

    /// Makes all slots free and links them. Returns the first and the last.
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

    /// Builds a part of one site: it has no edge.
    fn single(&mut self, site: u32) -> Part {
        let (first_free, last_free) = self.clear_slots();
        self.first[0] = NONE;
        let end = End { site, edge: NONE };
        Part { west: end, east: end, south: end, north: end, first_free, last_free }
    }

    /// Builds a part of two sites: one edge and its reverse.
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

    /// Builds a part of three sites. Returns `None` when the sites are on one line.
    fn triangle(&mut self, first: u32) -> Option<Part> {
        let [a, b, c] = [0, 1, 2].map(|i| self.at(first + i));
        let (second, third) = match (left_of(a, b, c), left_of(a, c, b)) {
            // Counter-clockwise as they come.
            (true, _) => (first + 1, first + 2),
            // Clockwise: the second and the third change places.
            (_, true) => (first + 2, first + 1),
            // On one line.
            _ => return None,
        };
        let (free, last_free) = self.clear_slots();
        self.free = free;
        let (ab, bc) = (self.new_edge(first, second), self.new_edge(second, third));
        let ca = self.new_edge(third, first);
        // Each corner has two edges: one leaves it along the triangle, the other is the reverse of the edge that
        // arrives.
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

    /// Takes a free pair of slots for an edge and its reverse. Both still need their places around their sites.
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
    /// Makes an edge the only edge of its site.
    #[inline(always)]
    fn alone(&mut self, e: u32) {
        let edge = self.edge(e);
        (edge.next, edge.previous) = (e, e);
    }
    /// Puts a new edge counter-clockwise after another edge of the same site.
    #[inline(always)]
    fn insert_after(&mut self, e: u32, other: u32) {
        let next = self.next(other);
        let edge = self.edge(e);
        (edge.next, edge.previous) = (next, other);
        self.edge(other).next = e;
        self.edge(next).previous = e;
    }
    /// Takes an edge and its reverse out of the circles around their sites and frees their slots.
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

    /// Joins two parts on the two sides of a straight cut: `left` is before `right` along x, or along y. Where the
    /// order is along y, "left", "lower" and "upper" are meant as if the plane were turned by a quarter, so that y
    /// points to the right and −x points up.
    fn merge(&mut self, left: Part, right: Part, is_along_x: bool) -> Part {
        self.edge(left.last_free).next = right.first_free;
        self.free = left.first_free;
        // The sites next to the cut, from which the lower tangent is sought.
        let (l, r) = if is_along_x { (left.east, right.west) } else { (left.north, right.south) };
        let lower = self.lower_tangent(l, r);
        let lower_left = self.target(lower);
        let upper = self.rise(lower);
        let upper_right = self.start(upper);
        // Along the hull, the lower tangent now leaves its left end, and the upper tangent its right end. The other
        // extreme sites keep their edges.
        let renew = |end: End| {
            let edge = if end.site == lower_left { lower ^ 1 } else { end.edge };
            End { site: end.site, edge: if end.site == upper_right { upper } else { edge } }
        };
        // In the order across the cut, the first site is of the left part and the last site is of the right part. In
        // the order along the cut, the first and the last site may each be of either part.
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

    /// Returns the western and the eastern end of two parts that lie one above the other.
    #[inline(always)]
    fn across_by_x(&self, left: &Part, right: &Part) -> (End, End) {
        let is_first = |p: End, q: End| is_before_by_x(self.at(p.site), self.at(q.site));
        let west = if is_first(left.west, right.west) { left.west } else { right.west };
        (west, if is_first(left.east, right.east) { right.east } else { left.east })
    }
    /// Returns the southern and the northern end of two parts that lie side by side.
    #[inline(always)]
    fn across_by_y(&self, left: &Part, right: &Part) -> (End, End) {
        let is_first = |p: End, q: End| is_before_by_y(self.at(p.site), self.at(q.site));
        let south = if is_first(left.south, right.south) { left.south } else { right.south };
        (south, if is_first(left.north, right.north) { right.north } else { left.north })
    }

    /// Adds the lower tangent: an edge from the right part to the left part that has both parts above it.
    fn lower_tangent(&mut self, l: End, r: End) -> u32 {
        let (mut l, mut r) = (l, r);
        // Going down, the hull of the left part is walked clockwise and that of the right part counter-clockwise.
        if l.edge != NONE {
            l.edge = self.previous(l.edge);
        }
        loop {
            let (at_l, at_r) = (self.at(l.site), self.at(r.site));
            if l.edge != NONE && left_of(at_l, self.at(self.target(l.edge)), at_r) {
                // The next site of the left hull is below the line from l to r: the left end moves down.
                l = End { site: self.target(l.edge), edge: self.previous(l.edge ^ 1) };
            } else if r.edge != NONE && left_of(self.at(self.target(r.edge)), at_r, at_l) {
                // The next site of the right hull is below the line: the right end moves down.
                r = End { site: self.target(r.edge), edge: self.next(r.edge ^ 1) };
            } else {
                // Nothing is below the line: it is the tangent.
                break;
            }
        }
        let tangent = self.new_edge(r.site, l.site);
        match r.edge {
            // The part is a single site.
            NONE => self.alone(tangent),
            edge => {
                let before = self.previous(edge);
                self.insert_after(tangent, before);
            }
        }
        match l.edge {
            // The part is a single site.
            NONE => self.alone(tangent ^ 1),
            edge => self.insert_after(tangent ^ 1, edge),
        }
        tangent
    }

    /// Joins the parts by edges across the cut, from the lower tangent upwards, and returns the upper tangent. A bubble
    /// rises between the parts: the circle through the ends of the last edge across. The first site that the bubble
    /// meets is the end of the next edge across.
    fn rise(&mut self, lower: u32) -> u32 {
        let mut across = lower;
        let (mut a, mut b) = (self.at(self.target(across)), self.at(self.start(across)));
        loop {
            // The candidate of the left part: the first edge counter-clockwise from the edge across, if it leads above
            // it.
            let mut l = self.next(across ^ 1);
            let mut at_l = self.at(self.target(l));
            let mut is_l_above = left_of(at_l, a, b);
            while is_l_above {
                let beyond = self.next(l);
                let at_beyond = self.at(self.target(beyond));
                // No site of the left part is in the circle through the candidate: the candidate stays.
                if beyond == across ^ 1 || !inside_circle(a, b, at_l, at_beyond) {
                    break;
                }
                // The next site is in that circle: the edge to the candidate is not Delaunay, and the next site is the
                // candidate.
                self.remove(l);
                (l, at_l) = (beyond, at_beyond);
                is_l_above = left_of(at_l, a, b);
            }
            // The candidate of the right part, in the same way, clockwise.
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
            // Nothing is above the edge across: it is the upper tangent.
            if !is_l_above && !is_r_above {
                return across;
            }
            if !is_l_above || (is_r_above && inside_circle(at_l, a, b, at_r)) {
                // The bubble meets the right candidate first: the left part has none, or the right candidate is in its
                // circle.
                let edge = self.new_edge(self.target(r), self.target(across));
                let before = self.previous(r ^ 1);
                self.insert_after(edge, before);
                self.insert_after(edge ^ 1, across ^ 1);
                (across, b) = (edge, at_r);
            } else {
                // The bubble meets the left candidate first.
                let edge = self.new_edge(self.start(across), self.target(l));
                let before = self.previous(across);
                self.insert_after(edge, before);
                self.insert_after(edge ^ 1, l ^ 1);
                (across, a) = (edge, at_l);
            }
        }
    }
}

/// Returns two ends in their order: `p` first if `is_p_first`.
#[inline(always)]
fn in_order(p: End, q: End, is_p_first: bool) -> (End, End) {
    if is_p_first { (p, q) } else { (q, p) }
}
/// Returns whether `p` comes before `q` by x, then y.
#[inline(always)]
fn is_before_by_x(p: Point, q: Point) -> bool {
    p.x < q.x || (p.x == q.x && p.y < q.y)
}
/// Returns whether `p` comes before `q` by y, then −x: the order of [`is_before_by_x`], turned by a quarter.
#[inline(always)]
fn is_before_by_y(p: Point, q: Point) -> bool {
    p.y < q.y || (p.y == q.y && p.x > q.x)
}
