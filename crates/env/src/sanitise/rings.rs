//! Cleans single outlines: snaps their points, drops repeated points and spikes, unties crossings, winds rings, cuts
//! holes.

use std::ops::ControlFlow;

use populace_geom::{Point, Segment, perimeter};

use super::overlay::{IntShape, Mm, Ring, metres, simplify, snap, twice_area};
use super::pairs::{Edge, for_each_near_pair, ring_edges};
use super::repair::{Repair, RepairKind};
use crate::{FloorId, Outline, Wall};

/// A walkable piece or a hole smaller than this is a sliver, m².
const SLIVER_AREA: f64 = 1e-4;
/// A walkable piece or a hole is also a sliver when its mean width (twice the area, divided by the perimeter) is less
/// than this, m.
const SLIVER_WIDTH: f64 = 5e-3;

/// Walls drawn thinner than this are made this thick, m: thinner walls would be slivers.
const THINNEST_WALL: f64 = 1e-2;

/// An outline on integer millimetres: simple rings, counter-clockwise outside, clockwise for holes.
#[derive(Clone, Debug)]
pub(super) struct CleanOutline {
    pub rings: Vec<Ring>,
    pub source: String,
}

/// Cleans the outlines of a floor and notes what it repairs.
pub(super) struct Cleaner<'a> {
    floor: FloorId,
    repairs: &'a mut Vec<Repair>,
}

impl<'a> Cleaner<'a> {
    /// Returns a cleaner for a floor that appends to `repairs`.
    pub fn new(floor: FloorId, repairs: &'a mut Vec<Repair>) -> Self {
        Cleaner { floor, repairs }
    }

    /// Notes a repair.
    fn note(&mut self, kind: RepairKind, at: Mm, source: &str) {
        self.repairs.push(Repair { kind, floor: self.floor, at: metres(at), source: source.to_owned() });
    }

    /// Cleans an outline. Returns it as simple rings; `None` when nothing is left of it.
    pub fn clean_outline(&mut self, outline: &Outline) -> Option<CleanOutline> {
        let source = outline.source.as_str();
        let outer = self.clean_ring(&outline.outer, source)?;
        let mut rings = self.untie(outer, source, true)?;
        let outers: Vec<Vec<Point>> = rings.iter().map(|r| r.iter().map(|p| metres(*p)).collect()).collect();
        let mut cut = Vec::new();
        for hole in &outline.holes {
            let Some(hole) = self.clean_ring(hole, source) else { continue };
            // No corner of the hole is in the outline.
            if !hole.iter().any(|p| outers.iter().any(|o| covers(o, metres(*p)))) {
                self.note(RepairKind::HoleOutside, hole[0], source);
                continue;
            }
            cut.extend(self.untie(hole, source, false).unwrap_or_default());
        }
        if !cut.is_empty() {
            rings = super::overlay::difference(&rings, &cut).into_iter().flatten().collect();
        }
        Some(CleanOutline { rings, source: outline.source.clone() })
    }

    /// Makes outlines of a wall drawn as a line: one rectangle for each piece of the line.
    pub fn clean_wall(&mut self, wall: &Wall) -> Vec<CleanOutline> {
        let rings = wall_rings(wall);
        if rings.is_empty() && !wall.line.is_empty() {
            self.note(RepairKind::Degenerate, snap(wall.line[0]), &wall.source);
        }
        rings.into_iter().map(|ring| CleanOutline { rings: vec![ring], source: wall.source.clone() }).collect()
    }

    /// Snaps the points of a ring and drops repeated points and spikes; `None` when fewer than three points are left.
    fn clean_ring(&mut self, points: &[Point], source: &str) -> Option<Ring> {
        let closed = points.len() > 1 && points.first() == points.last();
        let points = if closed { &points[..points.len() - 1] } else { points };
        let mut ring: Ring = Vec::with_capacity(points.len());
        for (i, &p) in points.iter().enumerate() {
            let mm = snap(p);
            // The point is in the same millimetre as the point before: drawn twice, or an edge too short to keep.
            if ring.last() == Some(&mm) {
                let same = i > 0 && points[i - 1] == p;
                self.note(if same { RepairKind::DuplicatePoint } else { RepairKind::ZeroLengthEdge }, mm, source);
                continue;
            }
            ring.push(mm);
        }
        // The last point repeats the first: rings are kept open.
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        self.cut_spikes(&mut ring, source);
        if ring.len() < 3 {
            let at = ring.first().copied().or_else(|| points.first().map(|&p| snap(p))).unwrap_or(snap(Point::ZERO));
            self.note(RepairKind::Degenerate, at, source);
            return None;
        }
        Some(ring)
    }

    /// Removes corners where the ring turns straight back.
    fn cut_spikes(&mut self, ring: &mut Ring, source: &str) {
        let mut kept: Ring = Vec::with_capacity(ring.len());
        for &point in ring.iter() {
            while let [.., a, b] = kept[..]
                && turns_back(a, b, point)
            {
                self.note(RepairKind::Spike, b, source);
                kept.pop();
            }
            if kept.last() != Some(&point) {
                kept.push(point);
            }
        }
        // A spike may also lie across the point where the ring closes: its tip is the last point or the first.
        let (mut first, mut last) = (0, kept.len());
        while last - first >= 3 {
            let (start, next, end, before) = (kept[first], kept[first + 1], kept[last - 1], kept[last - 2]);
            if start == end || turns_back(before, end, start) {
                self.note(RepairKind::Spike, end, source);
                last -= 1;
            } else if turns_back(end, start, next) {
                self.note(RepairKind::Spike, start, source);
                first += 1;
            } else {
                break;
            }
        }
        *ring = kept[first..last].to_vec();
    }

    /// Unties a ring: splits it where it crosses itself; a ring that does not cross itself is wound counter-clockwise.
    /// `outer` says that the ring should have been drawn counter-clockwise; a hole should have been drawn clockwise.
    /// Returns `None` when the ring has no area.
    fn untie(&mut self, mut ring: Ring, source: &str, outer: bool) -> Option<Vec<Ring>> {
        let doubled = twice_area(&ring);
        // The ring crosses or touches itself: what it encloses becomes simple rings.
        if let Some(at) = self_intersection(&ring) {
            self.note(RepairKind::SelfIntersection, at, source);
            let pieces: Vec<Ring> = simplify(&ring).into_iter().flatten().collect();
            return (!pieces.is_empty()).then_some(pieces);
        }
        // All points are on one line.
        if doubled == 0 {
            self.note(RepairKind::Degenerate, ring[0], source);
            return None;
        }
        // Outer rings should run counter-clockwise, holes clockwise.
        if (doubled > 0) != outer {
            self.note(RepairKind::Winding, ring[0], source);
        }
        if doubled < 0 {
            ring.reverse();
        }
        Some(vec![ring])
    }
}

/// Returns the rectangles of a wall line, one for each piece. Their square ends reach half a thickness beyond the
/// piece, so that pieces that meet at a corner leave no gap.
pub(super) fn wall_rings(wall: &Wall) -> Vec<Ring> {
    let half = 0.5 * wall.thickness.max(THINNEST_WALL);
    let rectangle = |w: &[Point]| {
        let along = (w[1] - w[0]).unit()?;
        let (ends, side) = (along * half, along.left() * half);
        let corners = [w[0] - ends - side, w[1] + ends - side, w[1] + ends + side, w[0] - ends + side];
        let ring: Ring = corners.map(snap).to_vec();
        (twice_area(&ring) > 0).then_some(ring)
    };
    wall.line.windows(2).filter_map(rectangle).collect()
}

/// Returns whether `p` is inside the ring or on its border.
fn covers(ring: &[Point], p: Point) -> bool {
    populace_geom::contains(ring, p)
        || (0..ring.len()).any(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]).distance(p) < 1e-3)
}

/// Returns whether a → b → c goes out and straight back: the three points are on one line, and c is on the side of b
/// where a is.
fn turns_back(a: Mm, b: Mm, c: Mm) -> bool {
    let (u, v) = (vector(b, a), vector(c, b));
    side(a, b, c) == 0 && u.0 * v.0 + u.1 * v.1 < 0
}

/// Returns the vector from `a` to `b`.
fn vector(b: Mm, a: Mm) -> (i64, i64) {
    (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y))
}

/// Finds a point where two edges of the ring meet that are not neighbours.
fn self_intersection(ring: &[Mm]) -> Option<Mm> {
    let n = ring.len();
    let edges: Vec<Edge> = ring_edges(0, ring).collect();
    let mut found = None;
    for_each_near_pair(&edges, |i, j| {
        let adjacent = (i + 1) % n == j || (j + 1) % n == i;
        let (p, q) = (edges[i].ends, edges[j].ends);
        if adjacent || !meet(p, q) {
            return ControlFlow::Continue(());
        }
        found = Some([q.0, q.1].into_iter().find(|&c| on(p, c)).unwrap_or_else(|| crossing(p, q)));
        ControlFlow::Break(())
    });
    found
}

/// Returns the millimetre where two segments cross.
fn crossing(p: (Mm, Mm), q: (Mm, Mm)) -> Mm {
    let (a, b) = (Segment::new(metres(p.0), metres(p.1)), Segment::new(metres(q.0), metres(q.1)));
    a.meet(&b).map_or(p.0, |(s, _)| snap(a.a.lerp(a.b, s.clamp(0.0, 1.0))))
}

/// Returns the exact sign of the turn a → b → c: 1 to the left, −1 to the right, 0 straight on or back.
pub(super) fn side(a: Mm, b: Mm, c: Mm) -> i32 {
    let (u, v) = (vector(b, a), vector(c, a));
    (i128::from(u.0) * i128::from(v.1) - i128::from(u.1) * i128::from(v.0)).signum() as i32
}

/// Returns whether `c` lies on the segment, ends included.
pub(super) fn on((a, b): (Mm, Mm), c: Mm) -> bool {
    side(a, b, c) == 0 && (a.x.min(b.x)..=a.x.max(b.x)).contains(&c.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&c.y)
}

/// Returns whether two segments share a point.
pub(super) fn meet(p: (Mm, Mm), q: (Mm, Mm)) -> bool {
    let boxes_apart = p.0.y.max(p.1.y) < q.0.y.min(q.1.y) || q.0.y.max(q.1.y) < p.0.y.min(p.1.y);
    if boxes_apart {
        return false;
    }
    crosses(p, q) || on(p, q.0) || on(p, q.1) || on(q, p.0) || on(q, p.1)
}

/// Returns whether the interiors of two segments cross in one point.
pub(super) fn crosses(p: (Mm, Mm), q: (Mm, Mm)) -> bool {
    side(p.0, p.1, q.0) * side(p.0, p.1, q.1) < 0 && side(q.0, q.1, p.0) * side(q.0, q.1, p.1) < 0
}

/// Removes walkable pieces and holes that are too small or too thin to matter.
pub(super) fn drop_slivers(floor: FloorId, shapes: Vec<IntShape>, repairs: &mut Vec<Repair>) -> Vec<IntShape> {
    let is_sliver = |ring: &Ring| {
        let area = twice_area(ring).unsigned_abs() as f64 * 0.5e-6;
        let around = perimeter(&ring.iter().map(|p| metres(*p)).collect::<Vec<_>>());
        area < SLIVER_AREA || 2.0 * area / around < SLIVER_WIDTH
    };
    let mut report = |kind, ring: &Ring| {
        repairs.push(Repair { kind, floor, at: metres(ring[0]), source: String::new() });
    };
    let mut kept = Vec::with_capacity(shapes.len());
    for mut shape in shapes {
        if shape.is_empty() || is_sliver(&shape[0]) {
            if let Some(ring) = shape.first() {
                report(RepairKind::Sliver, ring);
            }
            continue;
        }
        let mut holes = shape.split_off(1);
        holes.retain(|hole| {
            let sliver = is_sliver(hole);
            if sliver {
                report(RepairKind::SliverHole, hole);
            }
            !sliver
        });
        shape.extend(holes);
        kept.push(shape);
    }
    kept
}
