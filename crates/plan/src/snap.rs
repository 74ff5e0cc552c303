//! Moves starts and goals to the nearest point where a body fits.
//!
//! A disc of radius r fits where no wall and no shut door is nearer than r. These points are the floor shrunk by r. For
//! a point outside the shrunk floor, the nearest point of it is on its border. That border is made of three things:
//! walls moved inwards by r, circles of radius r around the ends of walls, and open edges to other floors, which are
//! not moved. So the nearest point is the foot of a perpendicular on one of these curves, or a point where two of them
//! meet. All such points near the given point are tried, the nearest first, until the body fits. Walls of neighbouring
//! floors count, too: at the foot of stairs, the walls of the stairs.

use populace_env::{CellId, FloorId, World};
use populace_geom::{Bounds, Point, Segment};

use crate::Spot;

/// A body fits when no wall is nearer than its radius less this, m. The slack allows for rounding alone.
const SLACK: f64 = 1e-7;

/// A body that is moved gets this much more room than it needs, m, where such room is near.
const MARGIN: f64 = 1e-3;

/// The greatest further distance by which a body is moved for that room, m.
const FARTHER: f64 = 0.01;

/// When the body fits nowhere within reach, points up to this distance, m, or up to four times the reach if that is
/// more, are tried, so that the error can name the nearest point where it fits.
const LOOK_FURTHER: f64 = 10.0;

/// A point where the body fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snapped {
    /// The point and its cell.
    pub spot: Spot,
    /// Its distance from the point that was given, m; zero when the body fits there.
    pub moved: f64,
}

/// The reason why there is no point where the body fits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SnapError {
    /// A coordinate, the width or the reach is not a number, or there is no such floor.
    NotANumber,
    /// The nearest point where the body fits is out of reach.
    OutOfReach {
        /// Body width, m.
        width: f64,
        /// The distance by which the body may be moved, m.
        reach: f64,
        /// The nearest point.
        nearest: Point,
        /// Its distance, m.
        distance: f64,
    },
    /// The body fits nowhere near the point.
    Nowhere {
        /// Body width, m.
        width: f64,
        /// The distance within which every point was tried, m.
        within: f64,
    },
}

impl std::fmt::Display for SnapError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            SnapError::NotANumber => {
                write!(f, "the point, the width and the reach must be finite, on a floor of the place")
            }
            SnapError::OutOfReach { width, reach, nearest: Point { x, y }, distance } => write!(
                f,
                "a body {width:.2} m wide does not fit within {reach:.2} m; the nearest point where it does is ({x:.2}, {y:.2}), {distance:.2} m away"
            ),
            SnapError::Nowhere { width, within } => {
                write!(f, "a body {width:.2} m wide does not fit anywhere within {within:.2} m")
            }
        }
    }
}

impl std::error::Error for SnapError {}

/// Returns the point nearest to `point`, at most `reach` m away, where a disc of `width` m keeps clear of every wall
/// and shut door of the floor. It is `point` itself when the disc fits there. A disc that has to be moved gets a
/// millimetre more room, where that takes it at most a centimetre farther. Ground that the disc can leave is preferred
/// to a nearer pocket that it cannot leave.
pub fn snap(world: World<'_>, floor: FloorId, point: Point, width: f64, reach: f64) -> Result<Snapped, SnapError> {
    let Some(ground) = world.floors().get(floor.index()).map(|f| f.bounds) else { return Err(SnapError::NotANumber) };
    if !point.is_finite() || !width.is_finite() || width < 0.0 || reach.is_nan() {
        return Err(SnapError::NotANumber);
    }
    let disc = Disc { world, floor, given: point, radius: width / 2.0 };
    if let Some(cell) = world.locate(floor, point, None).filter(|&cell| disc.is_clear(cell, point)) {
        return Ok(Snapped { spot: Spot { cell, point }, moved: 0.0 });
    }
    // Nothing of the floor is farther away than its farthest corner.
    let all = ground.corners().map(|c| c.distance(point)).into_iter().filter(|d| d.is_finite()).fold(0.0, f64::max);
    let reach = reach.max(0.0);
    let can_leave = |cell: CellId| world.cell_segments(cell).any(|s| world.is_passable(s, width));
    let found = disc.nearest(reach.min(all), can_leave).or_else(|| disc.nearest(reach.min(all), |_| true));
    // A body that touches a wall can hardly turn: it gets a little more room than it needs, where that is near.
    let roomy = Disc { radius: disc.radius + MARGIN, ..disc };
    let found = found.map(|f| roomy.nearest((f.moved + FARTHER).min(reach), can_leave).unwrap_or(f));
    let within = (4.0 * reach).max(LOOK_FURTHER).min(all.max(reach));
    found.ok_or_else(|| match disc.nearest(within, |_| true) {
        Some(Snapped { spot, moved }) => SnapError::OutOfReach { width, reach, nearest: spot.point, distance: moved },
        None => SnapError::Nowhere { width, within },
    })
}

/// A body that looks for room.
#[derive(Clone, Copy)]
struct Disc<'a> {
    world: World<'a>,
    floor: FloorId,
    given: Point,
    radius: f64,
}

/// A curve that may be part of the border of the shrunk floor.
enum Curve {
    /// A wall moved inwards, or an open edge.
    Line(Segment),
    /// The circle around this point with the disc's radius.
    Circle(Point),
}

impl Disc<'_> {
    /// Returns whether the body fits at a point of a cell.
    fn is_clear(&self, cell: CellId, p: Point) -> bool {
        self.world.has_room(cell, p, self.radius - SLACK)
    }

    /// Returns the nearest point within `reach` where the body fits, in a cell that is `wanted`. It looks near the
    /// given point first, then within twice the distance, and so on.
    fn nearest(&self, reach: f64, wanted: impl Fn(CellId) -> bool) -> Option<Snapped> {
        let mut around = self.radius.max(0.25);
        loop {
            let within = around.min(reach);
            let found = self.candidates(within).into_iter().find_map(|(_, p)| self.fit(p, &wanted));
            if found.is_some() || within >= reach {
                return found.filter(|f| f.moved <= reach);
            }
            around *= 2.0;
        }
    }

    /// Returns a point as a place for the body, when it fits there in a wanted cell.
    fn fit(&self, p: Point, wanted: impl Fn(CellId) -> bool) -> Option<Snapped> {
        // Rounding may put a point on an open edge of the floor a little outside the floor.
        let (cell, point) = self.world.locate_near(self.floor, p, SLACK)?;
        let fits = wanted(cell) && self.is_clear(cell, point);
        fits.then(|| Snapped { spot: Spot { cell, point }, moved: point.distance(self.given) })
    }

    /// Returns the points that may be nearest on the border, at most `within` away, nearest first.
    fn candidates(&self, within: f64) -> Vec<(f64, Point)> {
        let curves = self.curves(within);
        let mut found = Vec::new();
        let mut offer = |p: Point| {
            let distance = p.distance(self.given);
            if distance <= within {
                found.push((distance, p));
            }
        };
        // The foot of the perpendicular on each curve.
        for (_, curve) in &curves {
            match curve {
                Curve::Line(line) => offer(line.nearest(self.given)),
                Curve::Circle(center) => {
                    if let Some(direction) = (self.given - *center).unit() {
                        offer(*center + direction * self.radius);
                    }
                }
            }
        }
        // The points where two curves meet.
        for (i, (bounds, curve)) in curves.iter().enumerate() {
            let beside = curves[i + 1..].iter().take_while(|c| c.0.min.x <= bounds.max.x);
            for (_, other) in beside.filter(|c| c.0.overlaps(bounds)) {
                meet(curve, other, self.radius, &mut offer);
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.x.total_cmp(&b.1.x)).then(a.1.y.total_cmp(&b.1.y)));
        found.dedup();
        found
    }

    /// Returns the floor of the disc and the floors that join it in the box.
    fn floors_near(&self, around: &Bounds) -> Vec<FloorId> {
        let env = self.world.env;
        let beyond = |c: CellId| {
            env.cell_segments(c).map(move |s| env.segment(s)).filter(|s| !s.is_lift()).map(move |s| s.other(c))
        };
        let mut floors: Vec<FloorId> =
            env.cells_within(self.floor, around).flat_map(beyond).map(|c| env.cell_floor(c)).collect();
        floors.push(self.floor);
        floors.sort_unstable();
        floors.dedup();
        floors
    }

    /// Returns the curves that come within `within` of the given point, from west to east, each with its box.
    fn curves(&self, within: f64) -> Vec<(Bounds, Curve)> {
        let (env, r) = (self.world.env, self.radius);
        let around = Bounds::of([self.given]).expanded(within + r + 1e-3);
        let (mut curves, mut ends) = (Vec::new(), Vec::new());
        let floors = self.floors_near(&around);
        let cells = floors.iter().flat_map(|&f| env.cells_within(f, &around));
        let edges = cells.flat_map(|c| env.cell_edges(c).map(move |e| (c, e)));
        for (cell, edge) in edges {
            if !Bounds::of([edge.a, edge.b]).overlaps(&around) {
                continue;
            }
            let line = Segment::new(edge.a, edge.b);
            let shut = |s| env.segment(s).link.is_some_and(|l| !self.world.is_open(l));
            match edge.segment {
                // An open edge: it limits the ground only where another floor begins.
                Some(s) if !shut(s) => {
                    if env.cell_floor(env.segment(s).other(cell)) != env.cell_floor(cell) {
                        curves.push((Bounds::of([line.a, line.b]), Curve::Line(line)));
                    }
                }
                // A wall or a shut door, moved inwards: the cell is on the left of it.
                _ => {
                    let Some(inwards) = (line.b - line.a).left().unit() else { continue };
                    let moved = Segment::new(line.a + inwards * r, line.b + inwards * r);
                    curves.push((Bounds::of([moved.a, moved.b]), Curve::Line(moved)));
                    ends.extend([line.a, line.b]);
                }
            }
        }
        ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        ends.dedup();
        curves.extend(ends.into_iter().map(|p| (Bounds::of([p]).expanded(r), Curve::Circle(p))));
        curves.sort_by(|a, b| a.0.min.x.total_cmp(&b.0.min.x));
        curves
    }
}

/// Offers the points where two curves meet.
fn meet(one: &Curve, other: &Curve, radius: f64, offer: &mut impl FnMut(Point)) {
    match (one, other) {
        // Two lines: one point, if it is on both.
        (Curve::Line(a), Curve::Line(b)) => {
            let inside = |share: f64| (-1e-9..=1.0 + 1e-9).contains(&share);
            if let Some((s, _)) = a.meet(b).filter(|&(s, t)| inside(s) && inside(t)) {
                offer(a.a.lerp(a.b, s));
            }
        }
        // A line and a circle: the two points at half a chord from the foot of the perpendicular. A point that is not
        // on both does no harm: it is tried and refused.
        (Curve::Line(line), Curve::Circle(center)) | (Curve::Circle(center), Curve::Line(line)) => {
            let Some(direction) = (line.b - line.a).unit() else { return };
            let foot = line.a + direction * (*center - line.a).dot(direction);
            let half = (radius * radius - foot.distance(*center) * foot.distance(*center)).max(0.0).sqrt();
            offer(foot + direction * half);
            offer(foot - direction * half);
        }
        // Two circles: the two points at half a chord from the middle between the centres.
        (Curve::Circle(a), Curve::Circle(b)) => {
            let Some(direction) = (*b - *a).unit() else { return };
            let apart = a.distance(*b) / 2.0;
            if apart <= radius {
                let half = (radius * radius - apart * apart).max(0.0).sqrt();
                offer(a.lerp(*b, 0.5) + direction.left() * half);
                offer(a.lerp(*b, 0.5) - direction.left() * half);
            }
        }
    }
}
