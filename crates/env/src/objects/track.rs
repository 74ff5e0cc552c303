//! A track: a line along the edge of a platform, at which trains stop. A bus lane along a kerb is a track, too.
//!
//! The line lies on the edge: walkable ground is on one side of it, and none on the other, where the trains are. The edge
//! stays a wall for everyone; people get on and off at the doors of a train. The slots are where people wait: in rows along
//! the edge, looking at the track, as far as a way stays free behind them.
//!
//! | number                     | unit | default | from                                                              |
//! |----------------------------|------|---------|-------------------------------------------------------------------|
//! | first row to the edge      | m    | 1.0     | Fruin 1971: people keep 0.45 m and more from the edge; a body more |
//! | between rows               | m    | 0.7     | Fruin 1971, level of service D of waiting: 0.28 to 0.65 m² each    |
//! | between neighbours         | m    | 0.8     | the same, with luggage                                             |
//! | rows                       |      | 3       | assumed; more people wait behind them                              |
//! | way that stays free behind | m    | 0.8     | as beside a line (`ways.rs`)                                       |

use populace_geom::{Point, Segment};

use super::ground::ObjectGround;
use super::{BODY, EnvObject, Found, MOST_SLOTS, ObjectKind, ObjectProblem};
use crate::Object;

/// The name of the kind.
const NAME: &str = "track";
/// The distances of the rows from the edge, m.
const ROWS: [f64; 3] = [1.0, 1.7, 2.4];
/// The distance between two people of a row, m.
const PITCH: f64 = 0.8;
/// The width of the way behind a row, m.
const WAY: f64 = 0.8;
/// How far from the line there is no ground on the side of the trains, m.
const CLEAR: f64 = 0.5;
/// The distance from the line at which the platform is looked for, m.
const LOOKS: f64 = 0.4;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: NAME,
    aliases: &[],
    about: "the edge of a platform, drawn as a `line`, at which trains or buses stop",
    places: "in up to three rows along the edge, 1 m behind it, 0.8 m apart, looking at the track, where a way stays free behind",
    source: "Fruin 1971, levels of service of waiting",
    has_line: false,
    is_passed: false,
    takes: &["line", "offers"],
    offers: &[],
    service: None,
    slots,
};

impl ObjectKind {
    /// Returns whether trains stop at objects of this kind.
    pub fn is_track(&self) -> bool {
        self.name == NAME
    }
}

/// Finds where people wait.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    if !object.is_line || object.footprint.len() < 2 {
        return Err(ObjectProblem::new(
            "it is no line",
            "draw it along the edge of the platform: line = [[x, y], [x, y]]",
        ));
    }
    let edge = side_of(ground, object)?;
    let count = (edge.length() / PITCH).floor().clamp(1.0, (MOST_SLOTS / ROWS.len()) as f64);
    let pitch = edge.length() / count;
    let mut slots = Vec::new();
    for (rank, away) in ROWS.into_iter().enumerate() {
        for i in 0..count as usize {
            let (at, inward) = edge.at((i as f64 + 0.5) * pitch);
            let point = at + inward * away;
            let has_way = || ground.run(object.floor, point, inward, BODY + WAY) > BODY + WAY - 1e-6;
            slots.extend(ground.slot(object.floor, point, -inward, rank as u8).filter(|_| has_way()));
        }
    }
    match slots.is_empty() {
        true => Err(ObjectProblem::new(
            "nobody can wait at it: the platform is too narrow",
            format!("leave ground behind the edge, {:.1} m deep", ROWS[0] + BODY + WAY),
        )),
        false => Ok(slots.into()),
    }
}

/// Finds on which side of its line the platform is.
fn side_of(ground: &ObjectGround<'_>, object: &Object) -> Result<PlatformEdge, ObjectProblem> {
    let sides = [1.0, -1.0].map(|side| PlatformEdge { line: object.footprint.clone(), side });
    let floor = object.floor;
    let samples = |edge: &PlatformEdge| (edge.length() / PITCH).ceil().clamp(1.0, 1e4) as usize;
    let count = |edge: &PlatformEdge, away: f64| {
        let steps = samples(edge);
        let points = (0..steps).map(|i| edge.at((i as f64 + 0.5) * edge.length() / steps as f64));
        points.filter(|(at, inward)| ground.shut.locate(floor, *at + *inward * away, None).is_some()).count()
    };
    let [left, right] = sides.each_ref().map(|edge| count(edge, LOOKS));
    let [one, other] = sides;
    let (edge, trains) = if left >= right { (one, other) } else { (other, one) };
    if left.max(right) == 0 {
        return Err(ObjectProblem::new("there is no ground beside it", "draw its line along the edge of a platform"));
    }
    if count(&trains, CLEAR) > 0 || count(&trains, 0.5 * CLEAR) > 0 {
        return Err(ObjectProblem::new(
            "there is ground on both sides of it: trains would run over it",
            "draw its line on the edge of the walkable ground, with no ground beyond it",
        ));
    }
    Ok(edge)
}

/// The edge of a platform: a line, with the platform on one side of it.
#[derive(Clone, Debug)]
pub struct PlatformEdge {
    line: Vec<Point>,
    /// 1 when the platform is on the left of the line, else -1.
    side: f64,
}

impl PlatformEdge {
    /// Returns the edge of a track; `None` for other objects, and for a track at which nobody can wait any more.
    pub fn of(object: &EnvObject) -> Option<Self> {
        let slot = object.slots.first().filter(|_| object.kind.is_track())?;
        let edge = PlatformEdge { line: object.footprint.clone(), side: 1.0 };
        let (_, left) = edge.at(edge.along(slot.point));
        Some(PlatformEdge { side: if left.dot(slot.facing) < 0.0 { 1.0 } else { -1.0 }, ..edge })
    }

    /// Returns its length, m.
    pub fn length(&self) -> f64 {
        self.legs().map(|leg| leg.length()).sum()
    }

    /// Returns the point at a distance along it, m, and the unit vector from there onto the platform.
    pub fn at(&self, along: f64) -> (Point, Point) {
        let mut left = along.max(0.0);
        let mut last = (self.line[0], Point::new(0.0, 1.0));
        for leg in self.legs() {
            let length = leg.length();
            let Some(inward) = (leg.b - leg.a).unit().map(|way| way.left() * self.side) else { continue };
            if left <= length {
                return (leg.a.lerp(leg.b, left / length), inward);
            }
            left -= length;
            last = (leg.b, inward);
        }
        last
    }

    /// Returns the corners of the part from one distance along it to another, m, with both ends of the part.
    pub fn part(&self, from: f64, to: f64) -> Vec<Point> {
        let mut passed = 0.0;
        let mut corners = vec![self.at(from).0];
        for leg in self.legs() {
            passed += leg.length();
            if passed > from && passed < to {
                corners.push(leg.b);
            }
        }
        corners.push(self.at(to).0);
        corners
    }

    /// Returns whether the platform is on the left of the line.
    pub fn is_platform_left(&self) -> bool {
        self.side > 0.0
    }

    /// Returns how far along it a point is, m.
    pub fn along(&self, p: Point) -> f64 {
        let (mut passed, mut best) = (0.0, (f64::INFINITY, 0.0));
        for leg in self.legs() {
            let away = leg.distance(p);
            if away < best.0 {
                best = (away, passed + leg.a.distance(leg.nearest(p)));
            }
            passed += leg.length();
        }
        best.1
    }

    fn legs(&self) -> impl Iterator<Item = Segment> + '_ {
        self.line.windows(2).map(|leg| Segment::new(leg[0], leg[1]))
    }
}
