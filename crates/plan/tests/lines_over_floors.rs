//! Lines over stairs, lifts and folded links.

use crate::clear::{clearance_by_floor, portals};
use populace_env::{
    BuildOptions, CellId, Environment, Floor, FloorId, FloorKind, Height, Lift, Link, LinkKind, Outline, Place,
    SegmentId, Stairs, build,
};
use populace_geom::{Point, Segment, maths};
use populace_plan::{Corners, Exact, ExactScratch, Line, PullScratch, Spot, pull};

const RADIUS: f64 = 0.25;

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn level(name: &str, z: f64, [x0, y0, x1, y1]: [f64; 4]) -> Floor {
    let mut floor = Floor::level(name, z);
    floor.walkable.push(Outline::new(vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)], name));
    floor
}

fn opening(name: &str, floors: [u32; 2], a: Point, b: Point) -> Link {
    let kind = LinkKind::Opening { floors: floors.map(FloorId), segment: Segment::new(a, b), one_way: false };
    Link { name: name.into(), kind, source: String::new() }
}

/// Returns two storeys of 20 × 10 m above each other and a flight of stairs, 2 m wide, inside both outlines.
fn house() -> Place {
    let mut flight = level("stairs", 0.0, [8.0, 4.0, 13.0, 6.0]);
    flight.kind = FloorKind::Stairs(Stairs::default());
    flight.height = Height::Along(vec![(p(8.0, 5.0), 0.0), (p(13.0, 5.0), 3.0)]);
    let storey = [0.0, 0.0, 20.0, 10.0];
    Place {
        floors: vec![level("ground", 0.0, storey), level("first", 3.0, storey), flight],
        links: vec![
            opening("foot", [0, 2], p(8.0, 4.0), p(8.0, 6.0)),
            opening("head", [2, 1], p(13.0, 4.0), p(13.0, 6.0)),
        ],
        ..Place::default()
    }
}

fn environment(place: &Place) -> Environment {
    let built = build(place, &BuildOptions::default()).expect("builds");
    assert!(built.sanitised.unjoined.is_empty(), "{:?}", built.sanitised.unjoined);
    built.environment
}

fn spot(env: &Environment, floor: u32, point: Point) -> Spot {
    Spot { cell: env.locate(FloorId(floor), point, None).expect("walkable"), point }
}

/// Returns the exact line, and the line pulled through the portals that the exact line crosses.
fn lines(env: &Environment, from: Spot, to: Spot, may_pass: impl Fn(SegmentId, CellId) -> bool + Sync) -> [Line; 2] {
    let corners = Corners::of(env, RADIUS);
    let exact = Exact::of(env, &corners, may_pass);
    let (mut line, mut pulled, mut crossed) = (Line::default(), Line::default(), Vec::new());
    let found = exact.line(env, &corners, from, to, &mut ExactScratch::default(), &mut line, &mut crossed);
    if found.is_some() {
        assert!(pull(env, &corners, from, to, &crossed, &mut PullScratch::default(), &mut pulled));
        assert!(pulled.length >= line.length - 1e-6 && pulled.length < line.length + 0.02, "{line:?} {pulled:?}");
        for line in [&line, &pulled] {
            assert!(clearance_by_floor(env, line) > RADIUS - 1e-3, "{line:?}");
        }
    }
    [line, pulled]
}

#[test]
fn a_straight_line_climbs_the_stairs_and_notes_where_floors_change() {
    let env = environment(&house());
    let wide = |s, _| env.segment(s).length > 2.0 * RADIUS;
    let all = lines(&env, spot(&env, 0, p(2.0, 5.0)), spot(&env, 1, p(18.0, 5.0)), wide);
    for line in all {
        assert!((line.length - 16.0).abs() < 1e-9, "{line:?}");
        let points: Vec<_> = line.points.iter().map(|w| (w.point.x, w.floor.0)).collect();
        assert_eq!(points, [(2.0, 0), (8.0, 2), (13.0, 1), (18.0, 1)]);
    }
}

/// From beside the flight to its foot: up to the tangent point of the corner (8, 4), around it, up the stairs. The
/// corner is passed at 0.25 m: from (10, 2) it is seen at (−2, 2).
#[test]
fn a_line_bends_around_the_foot_of_the_stairs() {
    let env = environment(&house());
    let wide = |s, _| env.segment(s).length > 2.0 * RADIUS;
    let [exact, _] = lines(&env, spot(&env, 0, p(10.0, 2.0)), spot(&env, 2, p(12.0, 4.25)), wide);
    let distance = 8.0_f64.sqrt();
    let straight = (8.0_f64 - RADIUS * RADIUS).sqrt();
    // It heads off at 135° + asin(r / distance) and has to end at 0°, turning right.
    let heading = 0.75 * std::f64::consts::PI + maths::asin(RADIUS / distance);
    let expected = straight + RADIUS * heading + 4.0;
    assert!((exact.length - expected).abs() < 1e-6, "{} against {expected}", exact.length);
    assert_eq!(exact.points.last().map(|w| w.floor), Some(FloorId(2)));
}

#[test]
fn a_lift_is_walked_to_and_ridden_without_length() {
    let storey = [0.0, 0.0, 20.0, 10.0];
    let stops = vec![(FloorId(0), p(10.0, 5.0)), (FloorId(1), p(10.0, 5.0))];
    let lift =
        Link { name: "lift".into(), kind: LinkKind::Lift { stops, lift: Lift::default() }, source: String::new() };
    let place = Place {
        floors: vec![level("ground", 0.0, storey), level("first", 3.0, storey)],
        links: vec![lift],
        ..Place::default()
    };
    let env = environment(&place);
    let (from, to) = (spot(&env, 0, p(7.0, 1.0)), spot(&env, 1, p(16.0, 8.0)));
    for line in lines(&env, from, to, |_, _| true) {
        assert!((line.length - (5.0 + 45.0_f64.sqrt())).abs() < 1e-9, "{line:?}");
        let floors: Vec<_> = line.points.iter().map(|w| w.floor.0).collect();
        assert_eq!(floors, [0, 0, 1, 1]);
    }
    let [none, _] = lines(&env, from, to, |s, _| !env.segment(s).is_lift());
    assert!(none.points.is_empty());
}

/// A pedestrian that stood at the very stop of a lift used to have no way.
#[test]
fn a_line_may_begin_and_end_at_the_stop_of_a_lift() {
    let storey = [0.0, 0.0, 20.0, 10.0];
    let stops = vec![(FloorId(0), p(10.0, 5.0)), (FloorId(1), p(10.0, 5.0))];
    let kind = LinkKind::Lift { stops, lift: Lift::default() };
    let place = Place {
        floors: vec![level("ground", 0.0, storey), level("first", 3.0, storey)],
        links: vec![Link { name: "lift".into(), kind, source: String::new() }],
        ..Place::default()
    };
    let env = environment(&place);
    let [below, above, beside] =
        [(0, p(10.0, 5.0)), (1, p(10.0, 5.0)), (1, p(13.0, 9.0))].map(|(floor, point)| spot(&env, floor, point));
    for (from, to, length) in [(below, beside, 5.0), (beside, below, 5.0), (below, above, 0.0), (above, below, 0.0)] {
        let corners = Corners::of(&env, RADIUS);
        let exact = Exact::of(&env, &corners, |_, _| true);
        let (mut line, mut crossed) = (Line::default(), Vec::new());
        let found = exact.line(&env, &corners, from, to, &mut ExactScratch::default(), &mut line, &mut crossed);
        let found = found.unwrap_or_else(|| panic!("no line from {from:?} to {to:?}"));
        assert!((found.length - length).abs() < 1e-9, "{found:?}");
        assert_eq!(crossed.iter().filter(|&&s| env.segment(s).is_lift()).count(), 1);
    }
}

/// Stairs that turn back over the landing they start from: no straight line goes on there.
#[test]
fn a_folded_link_is_crossed_in_its_middle() {
    let place = Place {
        floors: vec![level("lower", 0.0, [0.0, 0.0, 10.0, 4.0]), level("upper", 3.0, [0.0, 0.0, 10.0, 4.0])],
        links: vec![opening("turn", [0, 1], p(10.0, 0.0), p(10.0, 4.0))],
        ..Place::default()
    };
    let env = environment(&place);
    let [exact, pulled] = lines(&env, spot(&env, 0, p(6.0, 1.0)), spot(&env, 1, p(7.0, 2.0)), |_, _| true);
    assert!((exact.length - (17.0_f64.sqrt() + 3.0)).abs() < 1e-9, "{exact:?}");
    assert!((pulled.length - exact.length).abs() < 1e-9);
}

#[test]
fn the_exact_line_respects_who_may_pass() {
    let env = environment(&house());
    let foot = env.link("foot");
    // A pedestrian may leave the stairs at their foot, but not enter them there.
    let up = |s: SegmentId, from: CellId| env.segment(s).link != foot || env.cell_floor(from) == FloorId(2);
    let (below, above) = (spot(&env, 0, p(2.0, 5.0)), spot(&env, 1, p(18.0, 5.0)));
    assert!(lines(&env, below, above, up)[0].points.is_empty());
    assert!((lines(&env, above, below, up)[0].length - 16.0).abs() < 1e-9);
}

#[test]
fn portals_that_do_not_lead_on_make_no_line() {
    let env = environment(&house());
    let corners = Corners::of(&env, RADIUS);
    let (from, to) = (spot(&env, 0, p(2.0, 5.0)), spot(&env, 1, p(18.0, 5.0)));
    let route = portals(&env, 0.5, from, to, |s| env.segment(s).length).expect("a route");
    let (mut scratch, mut line) = (PullScratch::default(), Line::default());
    assert!(pull(&env, &corners, from, to, &route, &mut scratch, &mut line));
    for broken in [&route[1..], &route[..1], &[SegmentId(9_999)]] {
        assert!(!pull(&env, &corners, from, to, broken, &mut scratch, &mut line));
        assert!(line.points.is_empty() && line.length == 0.0);
    }
}
