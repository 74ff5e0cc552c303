//! Places openings and doors on the borders.
//!
//! An opening is a segment on the borders of two floors. First the borders of both floors are split at the same points
//! along every opening, until all borders agree. Then the pieces that both floors have become the way across. A piece
//! belongs to one link: where two links claim it, the first keeps it and the other is reported.

use std::collections::BTreeMap;

use populace_geom::{Point, Segment, segments_cross};

use super::border::Border;
use super::overlay::{Ring, snap, twice_area};
use super::straight;
use super::weld::Welds;
use super::{CleanFloor, Repair, RepairKind, Sanitised};
use crate::{FloorId, FloorKind, LinkId, LinkKind, Place};

/// A border runs along a link when it is no further from it than this, m: both were rounded to millimetres.
pub(super) const ALONG: f64 = 2e-3;
/// Pieces of a border shorter than this are not part of a link, m.
pub(super) const SHORTEST: f64 = 4e-3;
/// A gap between a level and its opening is bridged when it is no wider than this, m.
const BRIDGE: f64 = 0.5;
/// A door leaf is extended to a wall that is no further away from its end than this, m.
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

/// A link that does not join what it should.
#[derive(Clone, Debug, PartialEq)]
pub struct Unjoined {
    /// The link.
    pub link: LinkId,
    /// The floor that does not reach it.
    pub floor: FloorId,
    /// The middle of the link.
    pub at: Point,
    /// The distance from there to the floor's border, m; infinite for an empty floor.
    pub gap: f64,
    /// The link that took the place first, when that is the reason.
    pub taken_by: Option<LinkId>,
}

/// A patch of ground that bridges the gap between a level and its link.
pub(super) struct Landing {
    pub floor: FloorId,
    pub ring: Ring,
    pub repair: Repair,
}

/// Returns the landings that levels need to reach their openings.
pub(super) fn landings(place: &Place, floors: &[CleanFloor]) -> Vec<Landing> {
    let mut result = Vec::new();
    let borders: Vec<Border> = floors.iter().map(Border::of).collect();
    for link in &place.links {
        let LinkKind::Opening { floors: joined, segment, .. } = &link.kind else { continue };
        for (k, &floor) in joined.iter().enumerate() {
            let flight = joined[1 - k];
            let is_level = |f: FloorId| place.floors[f.index()].kind == FloorKind::Level;
            // Only levels get landings, and only towards a flight. Where the border runs along the link nothing is
            // missing.
            if !is_level(floor) || is_level(flight) || covered(&borders[floor.index()], segment) > 0.05 {
                continue;
            }
            // Too far away to be a mistake of drawing.
            if borders[floor.index()].distance(segment.middle()) > BRIDGE {
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

/// Returns the unit normal of a segment on the border of a flight, out of the flight.
fn outward(flight: &CleanFloor, segment: &Segment) -> Option<Point> {
    let normal = (segment.b - segment.a).left().unit()?;
    Some(if is_inside(flight, segment.middle() + normal * 0.05) { -normal } else { normal })
}

/// Returns whether a point is on walkable ground of the floor.
fn is_inside(floor: &CleanFloor, p: Point) -> bool {
    floor.rings().filter(|r| populace_geom::contains(r, p)).count() % 2 == 1
}

/// Returns the interval of `segment` along which `edge` runs, in metres from the start of `segment`; `None` when it
/// does not.
pub(super) fn run_along(edge: &Segment, segment: &Segment) -> Option<(f64, f64)> {
    // The boxes of the two are apart: a quick answer for most pairs.
    let apart = |e0: f64, e1: f64, s0: f64, s1: f64| e0.max(e1) < s0.min(s1) - ALONG || e0.min(e1) > s0.max(s1) + ALONG;
    if apart(edge.a.x, edge.b.x, segment.a.x, segment.b.x) || apart(edge.a.y, edge.b.y, segment.a.y, segment.b.y) {
        return None;
    }
    let length = segment.length();
    let (s, t) = (segment.project(edge.a) * length, segment.project(edge.b) * length);
    let (from, to) = (s.min(t).max(0.0), s.max(t).min(length));
    let at = |x: f64| segment.a.lerp(segment.b, x / length);
    (to - from > SHORTEST && edge.distance(at(from)) <= ALONG && edge.distance(at(to)) <= ALONG).then_some((from, to))
}

/// Returns the length of the part of a segment along which the border runs, m.
fn covered(border: &Border, segment: &Segment) -> f64 {
    border.around(segment, ALONG).iter().filter_map(|e| run_along(e, segment)).map(|(a, b)| b - a).sum()
}

/// A link as a segment on one or two floors.
struct Joint {
    link: LinkId,
    floors: [FloorId; 2],
    segment: Segment,
}

impl Joint {
    fn is_door_within_a_floor(&self) -> bool {
        self.floors[0] == self.floors[1]
    }
}

/// Places every opening and door.
pub(super) fn join(place: &Place, result: &mut Sanitised) {
    let joints: Vec<Joint> = place
        .links
        .iter()
        .enumerate()
        .filter_map(|(i, link)| match &link.kind {
            LinkKind::Opening { floors, segment, .. } | LinkKind::Door { floors, segment, .. } => {
                Some(Joint { link: LinkId::new(i), floors: *floors, segment: *segment })
            }
            LinkKind::Lift { .. } => None,
        })
        .collect();
    let (doors, openings): (Vec<_>, Vec<_>) = joints.iter().partition(|j| j.is_door_within_a_floor());
    straighten(&openings, result);
    let mut borders: Vec<Border> = result.floors.iter().map(Border::of).collect();
    let leaves: Vec<_> = doors.iter().map(|door| (*door, insert_jambs(door, &mut borders))).collect();
    // A split made for one opening may cut a piece of another, so go on until nothing changes.
    for _ in 0..4 {
        let before: usize = borders.iter().map(Border::split_count).sum();
        openings.iter().for_each(|opening| break_borders(opening, &mut borders));
        if before == borders.iter().map(Border::split_count).sum() {
            break;
        }
    }
    let (mut taken, mut welds) = (BTreeMap::new(), Welds::default());
    for opening in &openings {
        // The border of the level is kept, and the border of the flight is moved onto it.
        let kept = usize::from(place.floors[opening.floors[0].index()].kind != FloorKind::Level);
        for edges in mark_opening(opening, &borders, &mut taken, result) {
            welds.add(opening.floors[1 - kept], &edges[1 - kept], &edges[kept]);
        }
    }
    leaves.iter().for_each(|(door, leaf)| mark_door(door, *leaf, &borders, result));
    borders.into_iter().zip(&mut result.floors).for_each(|(border, floor)| border.apply(floor));
    welds.apply(result);
}

/// Removes the corners of borders that part an opening.
fn straighten(openings: &[&Joint], result: &mut Sanitised) {
    let mut of_floor: BTreeMap<FloorId, Vec<Segment>> = BTreeMap::new();
    for opening in openings {
        opening.floors.iter().for_each(|floor| of_floor.entry(*floor).or_default().push(opening.segment));
    }
    for (floor, openings) in of_floor {
        straight::straighten(&openings, &mut result.floors[floor.index()]);
    }
}

/// Splits the borders of both floors at the ends of every piece of either border along the opening.
fn break_borders(opening: &Joint, borders: &mut [Border]) {
    let runs = opening.floors.map(|f| {
        let pieces = borders[f.index()].around(&opening.segment, ALONG);
        pieces.iter().filter_map(|e| run_along(e, &opening.segment)).collect::<Vec<_>>()
    });
    let mut breaks: Vec<f64> = runs.iter().flatten().flat_map(|r| [r.0, r.1]).collect();
    breaks.sort_unstable_by(f64::total_cmp);
    breaks.dedup_by(|b, a| *b - *a < SHORTEST);
    for (k, floor) in opening.floors.iter().enumerate() {
        let border = &mut borders[floor.index()];
        for &x in breaks.iter().filter(|&&x| runs[k].iter().any(|r| r.0 < x && x < r.1)) {
            let target = opening.segment.a.lerp(opening.segment.b, x / opening.segment.length());
            border.insert(target, ALONG, SHORTEST);
        }
        // The border may go on beyond the opening: it is split at the opening's own ends, too.
        for target in [opening.segment.a, opening.segment.b] {
            border.insert(target, ALONG, SHORTEST);
        }
    }
}

/// The link that has each piece of a border.
type Taken = BTreeMap<(FloorId, [u64; 4]), LinkId>;

/// Returns the key of a piece of a border: its floor and the bits of its coordinates.
fn key(floor: FloorId, e: &Segment) -> (FloorId, [u64; 4]) {
    (floor, [e.a.x, e.a.y, e.b.x, e.b.y].map(f64::to_bits))
}

/// Returns the pieces of a border along a segment, each with its interval of the segment, in order.
fn pieces(border: &Border, segment: &Segment) -> Vec<((f64, f64), Segment)> {
    let mut found: Vec<_> = border
        .around(segment, 2.0 * ALONG)
        .into_iter()
        .filter(|e| segment.distance(e.a) <= 2.0 * ALONG && segment.distance(e.b) <= 2.0 * ALONG)
        .filter_map(|e| run_along(&e, segment).map(|r| (r, e)))
        .collect();
    found.sort_by(|a, b| a.0.0.total_cmp(&b.0.0));
    found
}

/// Marks the pieces that both floors have and that no other link took. Returns each piece as the first floor and as the
/// second floor has it.
fn mark_opening(opening: &Joint, borders: &[Border], taken: &mut Taken, result: &mut Sanitised) -> Vec<[Segment; 2]> {
    let [first, second] = opening.floors.map(|f| pieces(&borders[f.index()], &opening.segment));
    let close = |x: f64, y: f64| (x - y).abs() <= 2.0 * SHORTEST;
    let (mut joined, mut rival) = (Vec::new(), None);
    for (interval, here) in &first {
        // The other floor has the same piece, to the rounding of both.
        let twin = second.iter().find(|(other, _)| close(other.0, interval.0) && close(other.1, interval.1));
        let Some((_, there)) = twin else { continue };
        let keys = [key(opening.floors[0], here), key(opening.floors[1], there)];
        // Another link has the piece already.
        if let Some(&link) = keys.iter().find_map(|k| taken.get(k)) {
            rival = Some(link);
            continue;
        }
        for (k, (floor, edge)) in keys.into_iter().zip(opening.floors.into_iter().zip([here, there])) {
            taken.insert(k, opening.link);
            result.floors[floor.index()].openings.push(Leaf { link: opening.link, a: edge.a, b: edge.b });
        }
        joined.push([*here, *there]);
    }
    // All is joined; else the link is reported, even when a part of it is joined.
    if !joined.is_empty() && rival.is_none() {
        return joined;
    }
    let missing = if first.is_empty() { opening.floors[0] } else { opening.floors[1] };
    let at = opening.segment.middle();
    let gap = borders[missing.index()].distance(at);
    result.unjoined.push(Unjoined { link: opening.link, floor: missing, at, gap, taken_by: rival });
    joined
}

/// Extends a door leaf to the walls at both ends and splits the border there. Returns the ends of the leaf; `None`
/// where a wall is out of reach.
fn insert_jambs(door: &Joint, borders: &mut [Border]) -> Option<(Point, Point)> {
    let border = &mut borders[door.floors[0].index()];
    let along = (door.segment.b - door.segment.a).unit()?;
    let reach = 0.5 * door.segment.length() + JAMB;
    let b = border.hit(door.segment.middle(), along, reach)?;
    let a = border.hit(door.segment.middle(), -along, reach)?;
    let a = border.insert(a, 1e-3, 1e-3)?;
    let b = border.insert(b, 1e-3, 1e-3)?;
    Some((a, b))
}

/// Marks a door leaf that runs through walkable ground and crosses no other leaf; reports any other as unjoined.
fn mark_door(door: &Joint, leaf: Option<(Point, Point)>, borders: &[Border], result: &mut Sanitised) {
    let id = door.floors[0];
    let (floor, border) = (&mut result.floors[id.index()], &borders[id.index()]);
    let mut rival = None;
    if let Some((a, b)) = leaf {
        let leaf = Segment::new(a, b);
        // Another leaf is at the same place or crosses this leaf.
        let conflicts = |other: &&Leaf| {
            let there = Segment::new(other.a, other.b);
            let same = |p: Point, q: Point| p.distance(q) <= ALONG;
            let twins = (same(a, there.a) && same(b, there.b)) || (same(a, there.b) && same(b, there.a));
            twins || segments_cross(&leaf, &there)
        };
        rival = floor.doors.iter().find(conflicts).map(|l| l.link);
        // On walkable ground and clear of the border all along: a leaf along a wall leads nowhere.
        let clear = |t: &f64| border.distance(a.lerp(b, *t)) > 1e-4 && border.is_inside(a.lerp(b, *t));
        // No corner of the border lies on the leaf between its ends.
        let beside = border.around(&leaf, 1e-6);
        let untouched = beside.iter().all(|e| e.a == a || e.a == b || leaf.distance(e.a) > 1e-6);
        if rival.is_none() && a.distance(b) > 0.01 && [0.25, 0.5, 0.75].iter().all(clear) && untouched {
            floor.doors.push(Leaf { link: door.link, a, b });
            return;
        }
    }
    let at = door.segment.middle();
    result.unjoined.push(Unjoined { link: door.link, floor: id, at, gap: border.distance(at), taken_by: rival });
}
