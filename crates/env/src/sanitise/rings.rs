//! Cleaning of single outlines: snapping, duplicates, spikes, windings, self-intersections, holes.

use std::ops::ControlFlow;

use populace_geom::{Point, Segment, perimeter};

use super::overlay::{IntShape, Mm, Ring, metres, simplify, snap, twice_area};
use super::pairs::{Edge, for_each_near_pair, ring_edges};
use super::repair::{Repair, RepairKind};
use crate::{FloorId, Outline, Wall};

/// Walkable pieces and holes smaller than this are slivers, m².
const SLIVER_AREA: f64 = 1e-4;
/// … and so are those whose mean width, twice the area over the perimeter, is less than this, m.
const SLIVER_WIDTH: f64 = 5e-3;

/// An outline on integer millimetres: simple rings, counter-clockwise outside, clockwise for holes.
#[derive(Clone, Debug)]
pub(super) struct CleanOutline {
    pub rings: Vec<Ring>,
    pub source: String,
}

pub(super) struct Cleaner<'a> {
    floor: FloorId,
    repairs: &'a mut Vec<Repair>,
}

impl<'a> Cleaner<'a> {
    pub fn new(floor: FloorId, repairs: &'a mut Vec<Repair>) -> Self {
        Cleaner { floor, repairs }
    }

    fn repair(&mut self, kind: RepairKind, at: Mm, source: &str) {
        self.repairs.push(Repair { kind, floor: self.floor, at: metres(at), source: source.to_owned() });
    }

    /// The outline as simple rings; `None` when nothing is left of it.
    pub fn outline(&mut self, outline: &Outline) -> Option<CleanOutline> {
        let source = outline.source.as_str();
        let outer = self.ring(&outline.outer, source)?;
        let mut rings = self.simple(outer, source, true)?;
        let outers: Vec<Vec<Point>> = rings.iter().map(|r| r.iter().map(|p| metres(*p)).collect()).collect();
        for hole in &outline.holes {
            let Some(hole) = self.ring(hole, source) else { continue };
            let inside = |p: &Mm| outers.iter().any(|o| covers(o, metres(*p)));
            if !hole.iter().all(inside) && !hole.iter().any(inside) {
                self.repair(RepairKind::HoleOutside, hole[0], source);
                continue;
            }
            let Some(pieces) = self.simple(hole, source, false) else { continue };
            rings = super::overlay::difference(&rings, &pieces).into_iter().flatten().collect();
        }
        Some(CleanOutline { rings, source: outline.source.clone() })
    }

    /// A wall line with its thickness: one rectangle per piece, square ends reaching half a thickness on, so pieces
    /// that meet at a corner leave no gap.
    pub fn wall(&mut self, wall: &Wall) -> Vec<CleanOutline> {
        let half = 0.5 * wall.thickness.max(2e-3);
        let mut pieces = Vec::new();
        for w in wall.line.windows(2) {
            let Some(along) = (w[1] - w[0]).unit() else { continue };
            let (ends, side) = (along * half, along.left() * half);
            let corners = [w[0] - ends - side, w[1] + ends - side, w[1] + ends + side, w[0] - ends + side];
            let ring: Ring = corners.map(snap).to_vec();
            if twice_area(&ring) > 0 {
                pieces.push(CleanOutline { rings: vec![ring], source: wall.source.clone() });
            }
        }
        pieces
    }

    /// Snapped, without repeated points and spikes.
    fn ring(&mut self, points: &[Point], source: &str) -> Option<Ring> {
        let closed = points.len() > 1 && points.first() == points.last();
        let points = if closed { &points[..points.len() - 1] } else { points };
        let mut ring: Ring = Vec::with_capacity(points.len());
        for (i, &p) in points.iter().enumerate() {
            let mm = snap(p);
            if ring.last() == Some(&mm) {
                let same = i > 0 && points[i - 1] == p;
                self.repair(if same { RepairKind::DuplicatePoint } else { RepairKind::ZeroLengthEdge }, mm, source);
                continue;
            }
            ring.push(mm);
        }
        while ring.len() > 1 && ring.first() == ring.last() {
            ring.pop();
        }
        self.cut_spikes(&mut ring, source);
        if ring.len() < 3 {
            let at = ring.first().copied().or_else(|| points.first().map(|&p| snap(p))).unwrap_or(snap(Point::ZERO));
            self.repair(RepairKind::Degenerate, at, source);
            return None;
        }
        Some(ring)
    }

    /// Removes corners where the ring turns straight back.
    fn cut_spikes(&mut self, ring: &mut Ring, source: &str) {
        let mut i = 0;
        let mut clean = 0;
        while ring.len() >= 3 && clean < ring.len() {
            let n = ring.len();
            let (a, b, c) = (ring[(i + n - 1) % n], ring[i % n], ring[(i + 1) % n]);
            let (u, v) = (difference(b, a), difference(c, b));
            let cross = u.0 * v.1 - u.1 * v.0;
            let dot = u.0 * v.0 + u.1 * v.1;
            if a == c || b == c || (cross == 0 && dot < 0) {
                self.repair(RepairKind::Spike, b, source);
                ring.remove(i % n);
                clean = 0;
                i = if ring.is_empty() { 0 } else { (i % n).saturating_sub(1) };
            } else {
                clean += 1;
                i = (i + 1) % n;
            }
        }
    }

    /// Splits a ring that crosses itself into simple ones and winds them: counter-clockwise when `outer`.
    fn simple(&mut self, mut ring: Ring, source: &str, outer: bool) -> Option<Vec<Ring>> {
        let doubled = twice_area(&ring);
        if let Some(at) = self_intersection(&ring) {
            self.repair(RepairKind::SelfIntersection, at, source);
            let pieces: Vec<Ring> = simplify(&ring).into_iter().flatten().collect();
            return (!pieces.is_empty()).then_some(pieces);
        }
        if doubled == 0 {
            self.repair(RepairKind::Degenerate, ring[0], source);
            return None;
        }
        if (doubled > 0) != outer {
            self.repair(RepairKind::Winding, ring[0], source);
        }
        if doubled < 0 {
            ring.reverse();
        }
        Some(vec![ring])
    }
}

/// Whether `p` is inside the ring or on its border.
fn covers(ring: &[Point], p: Point) -> bool {
    populace_geom::contains(ring, p)
        || (0..ring.len()).any(|i| Segment::new(ring[i], ring[(i + 1) % ring.len()]).distance(p) < 1e-3)
}

fn difference(b: Mm, a: Mm) -> (i64, i64) {
    (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y))
}

/// A point where two edges of the ring meet that are not neighbours.
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

fn crossing(p: (Mm, Mm), q: (Mm, Mm)) -> Mm {
    let (a, b) = (Segment::new(metres(p.0), metres(p.1)), Segment::new(metres(q.0), metres(q.1)));
    a.meet(&b).map_or(p.0, |(s, _)| snap(a.a.lerp(a.b, s.clamp(0.0, 1.0))))
}

/// Sign of the turn a → b → c, exact.
pub(super) fn side(a: Mm, b: Mm, c: Mm) -> i32 {
    let (u, v) = (difference(b, a), difference(c, a));
    (i128::from(u.0) * i128::from(v.1) - i128::from(u.1) * i128::from(v.0)).signum() as i32
}

/// Whether `c` lies on the segment, ends included.
pub(super) fn on((a, b): (Mm, Mm), c: Mm) -> bool {
    side(a, b, c) == 0 && (a.x.min(b.x)..=a.x.max(b.x)).contains(&c.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&c.y)
}

/// Whether two segments share a point.
pub(super) fn meet(p: (Mm, Mm), q: (Mm, Mm)) -> bool {
    let boxes_apart = p.0.y.max(p.1.y) < q.0.y.min(q.1.y) || q.0.y.max(q.1.y) < p.0.y.min(p.1.y);
    if boxes_apart {
        return false;
    }
    crosses(p, q) || on(p, q.0) || on(p, q.1) || on(q, p.0) || on(q, p.1)
}

/// Whether the interiors of two segments cross in one point.
pub(super) fn crosses(p: (Mm, Mm), q: (Mm, Mm)) -> bool {
    side(p.0, p.1, q.0) * side(p.0, p.1, q.1) < 0 && side(q.0, q.1, p.0) * side(q.0, q.1, p.1) < 0
}

/// Removes pieces and holes too small or too thin to matter.
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
