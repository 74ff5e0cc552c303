//! Places openings and doors on the borders.
//!
//! An opening is a segment on the border of two floors. Both borders get the same break points along it, each put into
//! the border edge it lies on by construction; the pieces that both floors have become the way across.

use populace_geom::{Point, Segment};

use super::overlay::{Ring, snap, twice_area};
use super::{CleanFloor, Repair, RepairKind, Sanitised};
use crate::{FloorId, FloorKind, LinkId, LinkKind, Place};

/// A border runs along a link when it is no further from it than this, m: both were rounded to millimetres.
const ALONG: f64 = 2e-3;
/// Gaps between a level and its link up to this are bridged, m.
const BRIDGE: f64 = 0.5;
/// Door leaves are extended to a wall up to this far away, m.
const JAMB: f64 = 0.5;

/// A piece of a link on a floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// The opening or door.
    pub link: LinkId,
    /// Start.
    pub a: Point,
    /// End.
    pub b: Point,
}

/// A link that is not on the border of one of its floors.
#[derive(Clone, Debug, PartialEq)]
pub struct Unjoined {
    /// The link.
    pub link: LinkId,
    /// The floor that does not reach it.
    pub floor: FloorId,
    /// The middle of the link.
    pub at: Point,
    /// How far the floor's border is from there, m; infinite for an empty floor.
    pub gap: f64,
}

/// A patch of ground that bridges the gap between a level and its link.
pub(super) struct Landing {
    pub floor: FloorId,
    pub ring: Ring,
    pub repair: Repair,
}

/// The landings that levels need to reach their openings.
pub(super) fn landings(place: &Place, floors: &[CleanFloor]) -> Vec<Landing> {
    let mut result = Vec::new();
    for link in &place.links {
        let LinkKind::Opening { floors: joined, segment, .. } = &link.kind else { continue };
        for (k, &floor) in joined.iter().enumerate() {
            let flight = joined[1 - k];
            let is_level = |f: FloorId| place.floors[f.index()].kind == FloorKind::Level;
            if !is_level(floor) || is_level(flight) || covered(&floors[floor.index()], segment) > 0.05 {
                continue;
            }
            if gap(&floors[floor.index()], segment) > BRIDGE {
                continue;
            }
            let Some(outward) = outward(&floors[flight.index()], segment) else { continue };
            let reach = outward * (BRIDGE + 0.1);
            let mut ring: Ring = [segment.a, segment.b, segment.b + reach, segment.a + reach].map(snap).to_vec();
            if twice_area(&ring) < 0 {
                ring.reverse();
            }
            let at = segment.middle();
            let repair = Repair { kind: RepairKind::LinkGap, floor, at, source: link.source.clone() };
            result.push(Landing { floor, ring, repair });
        }
    }
    result
}

/// The unit normal of the segment that leads away from the flight whose border it is.
fn outward(flight: &CleanFloor, segment: &Segment) -> Option<Point> {
    let normal = (segment.b - segment.a).left().unit()?;
    let probe = segment.middle() + normal * 0.05;
    let inside = flight.rings().filter(|r| populace_geom::contains(r, probe)).count() % 2 == 1;
    Some(if inside { -normal } else { normal })
}

fn border_edges(floor: &CleanFloor) -> impl Iterator<Item = Segment> + '_ {
    floor.rings().flat_map(|r| (0..r.len()).map(move |i| Segment::new(r[i], r[(i + 1) % r.len()])))
}

fn gap(floor: &CleanFloor, segment: &Segment) -> f64 {
    let middle = segment.middle();
    border_edges(floor).map(|e| e.distance(middle).min(segment.distance(e.a))).fold(f64::INFINITY, f64::min)
}

/// The interval of `segment`, in metres from its start, along which `edge` runs; `None` when it does not.
fn run_along(edge: &Segment, segment: &Segment) -> Option<(f64, f64)> {
    let length = segment.length();
    let (s, t) = (segment.project(edge.a) * length, segment.project(edge.b) * length);
    let (from, to) = (s.min(t).max(0.0), s.max(t).min(length));
    let at = |x: f64| segment.a.lerp(segment.b, x / length);
    (to - from > 2.0 * ALONG && edge.distance(at(from)) <= ALONG && edge.distance(at(to)) <= ALONG)
        .then_some((from, to))
}

/// How much of the segment the border covers, m.
fn covered(floor: &CleanFloor, segment: &Segment) -> f64 {
    border_edges(floor).filter_map(|e| run_along(&e, segment)).map(|(a, b)| b - a).sum()
}

/// Places every opening and door.
pub(super) fn join(place: &Place, result: &mut Sanitised) {
    for (index, link) in place.links.iter().enumerate() {
        let id = LinkId::new(index);
        match &link.kind {
            LinkKind::Opening { floors, segment, .. } => join_borders(id, *floors, segment, result),
            LinkKind::Door { floors: [a, b], segment, .. } if a != b => join_borders(id, [*a, *b], segment, result),
            LinkKind::Door { floors: [floor, _], segment, .. } => place_door(id, *floor, segment, result),
            LinkKind::Lift { .. } => {}
        }
    }
}

fn join_borders(link: LinkId, floors: [FloorId; 2], segment: &Segment, result: &mut Sanitised) {
    let mut runs = [Vec::new(), Vec::new()];
    for (k, floor) in floors.iter().enumerate() {
        runs[k] = border_edges(&result.floors[floor.index()]).filter_map(|e| run_along(&e, segment)).collect();
        if runs[k].is_empty() {
            let gap = gap(&result.floors[floor.index()], segment);
            result.unjoined.push(Unjoined { link, floor: *floor, at: segment.middle(), gap });
        }
    }
    let mut breaks: Vec<f64> = runs.iter().flatten().flat_map(|r| [r.0, r.1]).collect();
    breaks.sort_unstable_by(f64::total_cmp);
    breaks.dedup_by(|b, a| *b - *a < 2.0 * ALONG);
    let common: Vec<(f64, f64)> = breaks
        .windows(2)
        .map(|w| (w[0], w[1]))
        .filter(|w| {
            let middle = 0.5 * (w.0 + w.1);
            runs.iter().all(|r| r.iter().any(|r| r.0 <= middle && middle <= r.1))
        })
        .collect();
    if common.is_empty() && runs.iter().all(|r| !r.is_empty()) {
        result.unjoined.push(Unjoined { link, floor: floors[1], at: segment.middle(), gap: 0.0 });
    }
    for floor in floors {
        let floor = &mut result.floors[floor.index()];
        let ends: Vec<f64> = common.iter().flat_map(|c| [c.0, c.1]).collect();
        let placed: Vec<Point> = ends.iter().filter_map(|&x| break_border(floor, segment, x)).collect();
        if placed.len() != ends.len() {
            continue;
        }
        for pair in placed.chunks_exact(2) {
            mark_opening(floor, link, pair[0], pair[1]);
        }
    }
}

/// The border vertex at distance `x` along the segment, made by splitting the border edge there when there is none.
fn break_border(floor: &mut CleanFloor, segment: &Segment, x: f64) -> Option<Point> {
    let target = segment.a.lerp(segment.b, x / segment.length());
    let near = |p: &Point| p.distance(target) <= 2.0 * ALONG;
    let existing = floor
        .rings()
        .flatten()
        .filter(|p| near(p))
        .min_by(|p, q| p.distance(target).total_cmp(&q.distance(target)))
        .copied();
    if existing.is_some() {
        return existing;
    }
    insert_on_border(floor, target, ALONG)
}

/// Splits the border edge nearest to `target` at its point nearest to it, if that is within `reach`.
fn insert_on_border(floor: &mut CleanFloor, target: Point, reach: f64) -> Option<Point> {
    let mut best: Option<(f64, usize, usize, Point)> = None;
    for (r, ring) in floor.rings().enumerate() {
        for i in 0..ring.len() {
            let edge = Segment::new(ring[i], ring[(i + 1) % ring.len()]);
            let point = edge.nearest(target);
            let distance = point.distance(target);
            if distance <= reach && best.is_none_or(|b| distance < b.0) {
                best = Some((distance, r, i, point));
            }
        }
    }
    let (_, r, i, point) = best?;
    let ring = floor.rings_mut().nth(r)?;
    for end in [ring[i], ring[(i + 1) % ring.len()]] {
        if end.distance(point) < 1e-3 {
            return Some(end);
        }
    }
    ring.insert(i + 1, point);
    Some(point)
}

/// Marks the border edges between two of its vertices as part of the opening.
fn mark_opening(floor: &mut CleanFloor, link: LinkId, p: Point, q: Point) {
    let span = Segment::new(p, q);
    let pieces: Vec<Leaf> = border_edges(floor)
        .filter(|e| span.distance(e.a) <= 2.0 * ALONG && span.distance(e.b) <= 2.0 * ALONG && e.length() > ALONG)
        .map(|e| Leaf { link, a: e.a, b: e.b })
        .collect();
    floor.openings.extend(pieces);
}

/// Puts a door leaf across the walkable area, extended to the walls on either side.
fn place_door(link: LinkId, floor: FloorId, segment: &Segment, result: &mut Sanitised) {
    let clean = &mut result.floors[floor.index()];
    let Some(along) = (segment.b - segment.a).unit() else { return };
    let middle = segment.middle();
    let reach = 0.5 * segment.length() + JAMB;
    let ends = [along, -along].map(|direction| hit(clean, middle, direction, reach));
    let placed = match ends {
        [Some(b), Some(a)] => {
            let a = insert_on_border(clean, a, 1e-3);
            let b = insert_on_border(clean, b, 1e-3);
            a.zip(b)
        }
        _ => None,
    };
    match placed {
        Some((a, b)) if a != b && is_inside(clean, a.lerp(b, 0.5)) => clean.doors.push(Leaf { link, a, b }),
        _ => {
            let gap = gap(clean, segment);
            result.unjoined.push(Unjoined { link, floor, at: middle, gap });
        }
    }
}

fn is_inside(floor: &CleanFloor, p: Point) -> bool {
    floor.rings().filter(|r| populace_geom::contains(r, p)).count() % 2 == 1
}

/// Where a ray from `from` first meets the border within `reach`.
fn hit(floor: &CleanFloor, from: Point, direction: Point, reach: f64) -> Option<Point> {
    let ray = Segment::new(from, from + direction * reach);
    border_edges(floor)
        .filter_map(|e| {
            let (s, t) = ray.meet(&e)?;
            ((0.0..=1.0).contains(&s) && (-1e-9..=1.0 + 1e-9).contains(&t))
                .then_some((s, e.a.lerp(e.b, t.clamp(0.0, 1.0))))
        })
        .min_by(|p, q| p.0.total_cmp(&q.0))
        .map(|(_, p)| p)
}
