//! The exact planner against brute force, hand calculations and pulled lines.

use std::f64::consts::FRAC_PI_2;

use crate::brute::brute_force;
use crate::clear::{Dice, clearance, free_spot, portals, room, walls};
use populace_env::{BuildOptions, Environment, Floor, FloorId, Outline, Place, build};
use populace_geom::{Point, maths};
use populace_plan::{
    Atlas, Corners, Exact, ExactScratch, Keys, Line, PROFILES, PullScratch, Roadmap, Scratch, Spot, planner, pull,
};

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    Outline::new(vec![p(x0, y0), p(x1, y0), p(x1, y1), p(x0, y1)], "rectangle")
}

fn environment(walkable: Vec<Outline>, obstacles: Vec<Outline>) -> Environment {
    let floor = Floor { walkable, obstacles, ..Floor::level("ground", 0.0) };
    let place = Place { floors: vec![floor], ..Place::default() };
    build(&place, &BuildOptions::default()).expect("builds").environment
}

fn spot(env: &Environment, point: Point) -> Spot {
    Spot { cell: env.locate(FloorId(0), point, None).expect("walkable"), point }
}

/// Returns the length of the exact line.
fn exact_length(env: &Environment, radius: f64, from: Point, to: Point) -> Option<f64> {
    let corners = Corners::of(env, radius);
    let exact = Exact::of(env, &corners, |s, _| env.segment(s).length > 2.0 * radius);
    let (mut scratch, mut line, mut portals) = (ExactScratch::default(), Line::default(), Vec::new());
    let found = exact.line(env, &corners, spot(env, from), spot(env, to), &mut scratch, &mut line, &mut portals)?;
    assert_eq!(line.length, found.length);
    Some(found.length)
}

/// A pillar of 2 × 2 m in the way, passed at 0.3 m: up to the tangent point, an arc, along the side, an arc, and down
/// again.
#[test]
fn around_a_pillar_the_line_is_two_tangents_two_arcs_and_a_side() {
    let env = environment(vec![rectangle(0.0, 0.0, 12.0, 11.0)], vec![rectangle(5.0, 5.0, 7.0, 7.0)]);
    let radius: f64 = 0.3;
    // From (1, 6.5) to (11, 6.5) the way above the pillar is shorter. Seen from the start, the corner (5, 7) is at (4,
    // 0.5).
    let distance = (16.0_f64 + 0.25).sqrt();
    let straight = (distance * distance - radius * radius).sqrt();
    let slope = maths::atan(0.5 / 4.0) + maths::asin(radius / distance);
    let expected = 2.0 * (straight + radius * slope) + 2.0;
    let found = exact_length(&env, radius, p(1.0, 6.5), p(11.0, 6.5)).expect("a line");
    assert!((found - expected).abs() < 1e-9, "{found} against {expected}");
}

#[test]
fn through_a_door_straight_ahead_the_line_is_straight() {
    let doorway = rectangle(5.0, 2.0, 5.2, 3.0);
    let env = environment(vec![rectangle(0.0, 0.0, 5.0, 5.0), doorway, rectangle(5.2, 0.0, 10.0, 5.0)], vec![]);
    let found = exact_length(&env, 0.25, p(1.0, 2.4), p(9.0, 2.6)).expect("a line");
    assert!((found - (64.0_f64 + 0.04).sqrt()).abs() < 1e-12);
    assert_eq!(exact_length(&env, 0.51, p(1.0, 2.4), p(9.0, 2.6)), None);
}

/// Along a wall of 0.2 m around its end: a half turn of radius 0.25 m and the wall's thickness.
#[test]
fn around_the_end_of_a_wall_the_line_makes_a_half_turn_at_two_corners() {
    let env = environment(vec![rectangle(0.0, 0.0, 10.0, 8.0)], vec![rectangle(-1.0, 3.9, 6.0, 4.1)]);
    let radius = 0.25;
    let found = exact_length(&env, radius, p(1.0, 3.65), p(1.0, 4.35)).expect("a line");
    let expected = 5.0 + radius * FRAC_PI_2 + 0.2 + radius * FRAC_PI_2 + 5.0;
    assert!((found - expected).abs() < 1e-9, "{found} against {expected}");
}

#[test]
fn exact_lines_of_random_rooms_are_as_short_as_brute_force_and_keep_their_distance() {
    let (mut scratch, mut pull_scratch) = (ExactScratch::default(), PullScratch::default());
    let (mut line, mut pulled, mut crossed) = (Line::default(), Line::default(), Vec::new());
    let mut compared = 0;
    for number in 0..2_000 {
        let Some(built) = room(number) else { continue };
        let env = &built.environment;
        let walls = walls(env, FloorId(0));
        if walls.len() > 45 {
            continue;
        }
        let mut dice = Dice::new(number + 6_000_000);
        let radius = dice.between(0.05, 0.5);
        let corners = Corners::of(env, radius);
        let exact = Exact::of(env, &corners, |s, _| env.segment(s).length > 2.0 * radius);
        for _ in 0..2 {
            let (Some(a), Some(b)) =
                (free_spot(env, &walls, radius, &mut dice), free_spot(env, &walls, radius, &mut dice))
            else {
                break;
            };
            let case = || format!("room {number}, radius {radius}, from {:?} to {:?}", a.point, b.point);
            let brute = brute_force(&walls, radius, a.point, b.point);
            let found = exact.line(env, &corners, a, b, &mut scratch, &mut line, &mut crossed);
            match (found, brute) {
                (None, None) => continue,
                (Some(found), Some(brute)) if (found.length - brute).abs() < 1e-6 => {}
                (found, brute) => panic!("{}: {found:?} against {brute:?}", case()),
            }
            let found = found.map_or(0.0, |f| f.length);
            assert!(clearance(&line, &walls) > radius - 1e-3, "{}: {}", case(), clearance(&line, &walls));
            compared += 1;
            if let Some(route) = portals(env, 2.0 * radius, a, b, |s| env.segment(s).length + 1.0)
                && pull(env, &corners, a, b, &route, &mut pull_scratch, &mut pulled)
            {
                assert!(found <= pulled.length + 1e-6, "{}: {found} against pulled {}", case(), pulled.length);
            }
            // Pulled through its own portals, the line comes back, but for the vertices outside its arcs.
            if pull(env, &corners, a, b, &crossed, &mut pull_scratch, &mut pulled) {
                assert!((found - pulled.length).abs() < 0.01 * found + 1e-6, "{}: {found} {}", case(), pulled.length);
            }
        }
    }
    println!("{compared} lines compared");
    assert!(compared > 400);
}

/// A pedestrian is narrower than the planned body. When it stood at a wall, the exact planner used to find no way.
#[test]
fn from_a_wall_and_to_a_corner_there_is_a_way() {
    let env = environment(vec![rectangle(0.0, 0.0, 12.0, 8.0)], vec![rectangle(5.0, 0.0, 5.2, 6.0)]);
    let world = env.as_given();
    let map = Roadmap::of(world, &PROFILES[0], Keys::default());
    let atlas = Atlas { world, map: &map };
    let exact = (planner("exact").expect("in the table").prepare)(atlas);
    let mut scratch = Scratch::default();
    let ends = [p(1.0, 0.2), p(0.2, 0.2), p(4.8, 3.0), p(4.9, 6.15), p(11.8, 7.8), p(5.4, 0.2), p(8.0, 4.0)];
    for (from, to) in ends.iter().flat_map(|&from| ends.map(|to| (spot(&env, from), spot(&env, to)))) {
        let found = exact.plan(atlas, from, to, &mut scratch).unwrap_or_else(|| panic!("{from:?} to {to:?}"));
        let end = found.route.portals.iter().fold(from.cell, |cell, &portal| env.segment(portal).other(cell));
        assert_eq!(end, to.cell, "{from:?} to {to:?}");
    }
}
