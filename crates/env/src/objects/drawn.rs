//! Lines that are drawn by hand: along a line, or to and fro on an outline.

use populace_geom::{Point, Segment, contains};

use super::ground::ObjectGround;
use super::line::can_walk;
use super::shapes::sides;
use super::taken::Taken;
use super::{MOST_SLOTS, SPACING, Slot};
use crate::Object;

/// The distance between two rows of a queue that winds to and fro, m.
const ROWS: f64 = 0.9;
/// The distance from the outline to the nearest row, m.
const MARGIN: f64 = 0.3;

/// Places of a drawn queue, and how many of the drawn places have no room.
pub(super) struct Drawn {
    pub line: Vec<Slot>,
    pub refused: usize,
}

/// Finds the places of a queue that is drawn by hand. `front` is where its head looks: the middle of the slots that it
/// serves.
pub(super) fn drawn_line(ground: &ObjectGround<'_>, object: &Object, front: Option<Point>, taken: &Taken) -> Drawn {
    let points =
        if object.is_line || object.footprint.len() < 3 { along(&object.footprint) } else { to_and_fro(object, front) };
    let mut line: Vec<Slot> = Vec::new();
    let mut refused = 0;
    let mut is_cut = false;
    for point in points {
        let is_apart = line.iter().all(|s| s.point.distance(point) >= SPACING - 1e-9);
        if !is_apart {
            continue;
        }
        let facing = line.last().map(|s| s.point).or(front).map(|ahead| ahead - point);
        let facing = facing.and_then(Point::unit).unwrap_or(Point::new(0.0, 1.0));
        let slot = ground
            .slot(object.floor, point, facing, 0)
            .filter(|_| !is_cut && taken.is_free(object.floor, point, SPACING))
            .filter(|slot| line.last().is_none_or(|last| can_walk(ground, object.floor, last.point, slot.point)));
        match slot {
            Some(slot) if line.len() < MOST_SLOTS => line.push(slot),
            _ => refused += 1,
        }
        // Two places with more than two persons between them are no line.
        is_cut = is_cut || line.last().is_some_and(|last| last.point.distance(point) > 4.0 * SPACING);
    }
    if front.is_none() && line.len() > 1 {
        line[0].facing = -line[1].facing;
        line[0].facing = (line[0].point - line[1].point).unit().unwrap_or(line[0].facing);
    }
    Drawn { line, refused }
}

/// Returns points along a line, from its first point, no two of them nearer than the spacing.
fn along(line: &[Point]) -> Vec<Point> {
    let mut points: Vec<Point> = line.first().copied().into_iter().collect();
    let mut passed = 0.0;
    for leg in line.windows(2).map(|leg| Segment::new(leg[0], leg[1])) {
        while passed <= leg.length() && points.len() <= MOST_SLOTS {
            let p = leg.a.lerp(leg.b, if leg.length() > 0.0 { passed / leg.length() } else { 0.0 });
            if points.iter().all(|q| q.distance(p) >= SPACING - 1e-9) {
                points.push(p);
                passed += SPACING;
            } else {
                // Around a corner the way along the line is longer than the distance.
                passed += 0.05;
            }
        }
        passed -= leg.length();
    }
    points
}

/// Returns points on an outline, row by row from the side that is nearest to `front`.
fn to_and_fro(object: &Object, front: Option<Point>) -> Vec<Point> {
    let ring = &object.footprint;
    let sides = sides(ring);
    let near = |p: Point| front.map_or(0.0, |f| f.distance(p));
    let Some(side) = sides.iter().min_by(|a, b| near(a.middle()).total_cmp(&near(b.middle()))) else {
        return ring.clone();
    };
    let (along, inward) = (side.along(), -side.outward);
    let extent = |of: Point| {
        let shares = ring.iter().map(|p| (*p - side.a).dot(of));
        shares.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), s| (low.min(s), high.max(s)))
    };
    let ((first, last), (_, depth)) = (extent(along), extent(inward));
    let (first, last) = (first + MARGIN, last - MARGIN);
    let count = ((last - first) / SPACING + 1e-6).floor().max(0.0) as usize;
    let rows = ((depth - 2.0 * MARGIN) / ROWS + 1e-6).floor().max(0.0) as usize;
    // The head is at the end of the first row that is nearer to the front.
    let corner = |t: f64| side.a + along * t + inward * MARGIN;
    let is_turned = near(corner(last)) < near(corner(first));
    let mut points = Vec::new();
    for row in 0..=rows.min(MOST_SLOTS) {
        for i in 0..=count.min(MOST_SLOTS) {
            let t = i as f64 * SPACING;
            let t = if (row % 2 == 1) == is_turned { first + t } else { last - t };
            let p = corner(t) + inward * (row as f64 * ROWS);
            if points.len() <= MOST_SLOTS && contains(ring, p) {
                points.push(p);
            }
        }
    }
    points
}
