//! `collision-free-speed`, `anticipation-velocity` and `social-force` against values calculated by hand from the
//! equations of their papers, and what pairs do under them. Bodies have a radius of 0.25 m: two need l = 0.5 m.

use crate::world::World;
use populace_geom::{Point, Segment};
use populace_steer::{Model, ModelScratch, model};
use serde_json::{Value, json};

const SPEED: &str = "collision-free-speed";
const ANTICIPATION: &str = "anticipation-velocity";
const FORCE: &str = "social-force";

fn made(name: &str, settings: &Value) -> Box<dyn Model> {
    (model(name).unwrap().make)(settings).unwrap_or_else(|e| panic!("{name}: {}: {}", e.path, e.what))
}

fn east() -> Point {
    Point::new(1.3, 0.0)
}

/// Returns a pedestrian that stands at the origin and wants to go east, and a neighbour with the same wish.
fn pair(neighbour: Point) -> World {
    let mut world = World::default();
    world.add(Point::ZERO, east());
    world.add(neighbour, east());
    world.velocity = vec![Point::ZERO; 2];
    world.perceive(8);
    world
}

fn first(world: &World, name: &str, settings: &Value) -> Point {
    world.steer(&*made(name, settings))[0]
}

#[track_caller]
fn assert_near(found: Point, x: f64, y: f64) {
    assert!((found - Point::new(x, y)).norm() < 2e-6, "{found:?}, not ({x}, {y})");
}

/// Returns the acceleration of the first pedestrian, m/s²: the change of velocity in a very short time.
fn acceleration(world: &World, settings: &Value) -> Point {
    let mut crowd = world.crowd();
    crowd.dt = 1e-6;
    let mut out = [Point::ZERO];
    made(FORCE, settings).steer(&crowd, &[0], &mut out, &mut ModelScratch::default());
    (out[0] - world.velocity[0]) * 1e6
}

/// V(s) = (s − l) / T = (1 − 0.5) / 0.45; the paper's T = 1 s gives half a metre per second.
#[test]
fn speed_is_the_room_ahead_by_the_time_gap() {
    let world = pair(Point::new(1.0, 0.0));
    assert_near(first(&world, SPEED, &json!({})), 1.111111, 0.0);
    assert_near(first(&world, SPEED, &json!({ "time_gap": 1 })), 0.5, 0.0);
    // Nobody within 1.3 · T + l: the free speed.
    assert_near(first(&pair(Point::new(1.2, 0.0)), SPEED, &json!({})), 1.3, 0.0);
}

/// At (1, 0.3), 1.04403 m away: within 0.5 m of the line, not within 0.25 m. (1.04403 − 0.5) / 0.45 = 1.20896 m/s.
#[test]
fn only_those_in_the_corridor_hold_up() {
    let world = pair(Point::new(1.0, 0.3));
    assert_near(first(&world, SPEED, &json!({ "strength": 0 })), 1.3, 0.0);
    assert_near(first(&world, SPEED, &json!({ "strength": 0, "corridor": 1 })), 1.208957, 0.0);
}

/// A neighbour 0.6 m to the left: 8 exp(−0.1 / 0.1) = 2.943036; e ∝ (1, −2.943036).
#[test]
fn neighbours_turn_the_direction() {
    assert_near(first(&pair(Point::new(0.0, 0.6)), SPEED, &json!({})), 0.418236, -1.230886);
}

/// A neighbour that stands 0.65 m ahead pushes with 8 exp(−0.15 / 0.1) = 1.785041 against the way: straight back,
/// turned by the tangent 0.1. On the line both used to balance for good; a millimetre beside it the repulsion itself
/// leads past.
#[test]
fn who_is_pushed_straight_back_turns_to_the_right() {
    let behind = |y: f64| {
        let mut world = pair(Point::new(0.65, y));
        world.preferred[1] = Point::ZERO;
        first(&world, SPEED, &json!({}))
    };
    assert_near(behind(0.0), -1.293548, -0.129355);
    assert!(behind(0.001).y < 0.0 && behind(-0.001).y > 0.0);
}

/// A wall 0.27 m to the right: 5 exp(−0.02 / 0.02) = 1.839397; e ∝ (1, 1.839397).
#[test]
fn walls_turn_the_direction() {
    let mut world = World::default();
    world.add(Point::new(0.0, 0.27), east());
    world.velocity[0] = Point::ZERO;
    world.walls.0.push(Segment::new(Point::new(-9.0, 0.0), Point::new(9.0, 0.0)));
    world.perceive(8);
    assert_near(first(&world, SPEED, &json!({})), 0.620924, 1.142127);
}

/// Level, 0.52 m apart, ways that cross: both would wait at (0.52 − 0.5) / 0.45 m/s for each other, for ever.
#[test]
fn where_ways_merge_the_one_on_the_right_goes_first() {
    let mut world = pair(Point::ZERO);
    world.position = vec![Point::new(0.0, 0.26), Point::new(0.0, -0.26)];
    world.preferred = vec![Point::new(1.2, -0.6), Point::new(1.2, 0.6)];
    world.velocity = world.preferred.clone();
    world.perceive(8);
    let out = world.steer(&*made(SPEED, &json!({ "strength": 0, "corridor": 1 })));
    assert!((out[0].norm() - 0.02 / 0.45).abs() < 1e-9, "{out:?}");
    assert!((out[1].norm() - 1.8f64.sqrt()).abs() < 1e-9, "{out:?}");
    // The pedestrian ahead goes first, on either side.
    world.position[0].x = 0.1;
    let out = world.steer(&*made(SPEED, &json!({ "strength": 0, "corridor": 1 })));
    assert!(out[0].norm() > out[1].norm(), "{out:?}");
}

/// A neighbour stands at (0.8, 0.1), s = 0.806226 m: R = 3 (1 + ½) exp(−0.306226 / 0.1) = 0.210520, to the right; e ∝
/// (1, −0.210520); V = 0.306226 / 1.06 = 0.288893 m/s.
#[test]
fn anticipation_turns_sideways_only() {
    assert_near(first(&pair(Point::new(0.8, 0.1)), ANTICIPATION, &json!({})), 0.282697, -0.059513);
    // Nobody beside or behind has an influence.
    assert_near(first(&pair(Point::new(-0.6, 0.1)), ANTICIPATION, &json!({})), 1.3, 0.0);
}

/// A neighbour stands at (2.3, 0.1) while the pedestrian walks: anticipated gap 2.302173 − 0.5 − 1.3 · 2.3 / 2.302173 =
/// 0.503400 m less than now, R = 4.5 exp(−5.034) = 0.0293.
#[test]
fn anticipation_reaches_as_far_as_people_walk_in_its_time() {
    let mut world = pair(Point::new(2.3, 0.1));
    world.velocity[0] = east();
    let near = first(&world, ANTICIPATION, &json!({ "reaction_time": 0.1 }));
    assert!((near.y / near.x + 0.0293).abs() < 1e-4, "{near:?}");
    let blind = first(&world, ANTICIPATION, &json!({ "reaction_time": 0.1, "anticipation_time": 0 }));
    assert!(blind.y.abs() < 1e-6, "{blind:?}");
}

/// From east to north with dt / t_r = 1/3: e ∝ (2/3, 1/3).
#[test]
fn the_direction_follows_within_the_reaction_time() {
    let mut world = World::default();
    world.add(Point::ZERO, Point::new(0.0, 1.3));
    world.velocity[0] = east();
    world.perceive(8);
    assert_near(first(&world, ANTICIPATION, &json!({})), 1.162755, 0.581378);
}

/// Five steps of 0.02 s with τ = 0.5 s: 1.3 (1 − 0.96⁵).
#[test]
fn the_driving_force_relaxes_to_the_free_speed() {
    let mut world = World::default();
    world.add(Point::ZERO, east());
    world.velocity[0] = Point::ZERO;
    world.perceive(8);
    assert_near(first(&world, FORCE, &json!({})), 0.240016, 0.0);
}

/// 0.1 m between the bodies: 2000 / 80 · exp(−0.1 / 0.08) = 7.1626 m/s².
#[test]
fn bodies_repel_within_their_range() {
    let mut world = pair(Point::new(0.6, 0.0));
    world.velocity = vec![east(); 2];
    let found = acceleration(&world, &json!({}));
    assert!((found - Point::new(-7.1626, 0.0)).norm() < 1e-3, "{found:?}");
}

/// The same from a wall beside the pedestrian.
#[test]
fn walls_repel_like_bodies() {
    let mut world = World::default();
    world.add(Point::new(0.0, 0.35), east());
    world.walls.0.push(Segment::new(Point::new(-9.0, 0.0), Point::new(9.0, 0.0)));
    world.perceive(8);
    let found = acceleration(&world, &json!({}));
    assert!((found - Point::new(0.0, 7.1626)).norm() < 1e-3, "{found:?}");
}

/// 0.01 m inside the wall: κ g / m = 2.4·10⁵ · 0.01 / 80 = 30 /s against 1.3 m/s. JuPedSim's sign would speed the
/// pedestrian up.
#[test]
fn friction_of_walls_brakes() {
    let mut world = World::default();
    world.add(Point::new(0.0, 0.24), east());
    world.walls.0.push(Segment::new(Point::new(-9.0, 0.0), Point::new(9.0, 0.0)));
    world.perceive(8);
    let found = acceleration(&world, &json!({}));
    assert!((found.x + 39.0).abs() < 0.01, "{found:?}");
}

/// A neighbour that stands 1 m ahead has a round potential: 2.1 / 0.3 · exp(−1 / 0.3) = 0.24972 m/s²; from behind half
/// of it.
#[test]
fn the_potential_of_1995_pushes_less_from_behind() {
    for (x, expected) in [(1.0, -0.24972), (-1.0, 0.12486)] {
        let mut world = pair(Point::new(x, 0.0));
        world.velocity[0] = east();
        let found = acceleration(&world, &json!({ "variant": "1995" }));
        assert!((found - Point::new(expected, 0.0)).norm() < 1e-4, "{found:?}");
    }
}

/// A neighbour comes from 3 m ahead at 1 m/s, a stride of 2 m: b = ½ √(4² − 2²) = 1.73205; 7 exp(−5.7735) · 2 · 4 / (4
/// b) = 0.02513 m/s².
#[test]
fn the_potential_of_1995_is_an_ellipse_ahead_of_those_who_walk() {
    let mut world = pair(Point::new(3.0, 0.0));
    world.velocity = vec![east(), Point::new(-1.0, 0.0)];
    // No wish to come: nobody is evaded, the force alone is left.
    world.preferred[1] = Point::ZERO;
    let found = acceleration(&world, &json!({ "variant": "1995" }));
    assert!((found - Point::new(-0.02513, 0.0)).norm() < 1e-4, "{found:?}");
}

#[test]
fn head_on_pairs_pass_on_the_right_without_touching() {
    for (name, settings) in
        [(SPEED, json!({})), (ANTICIPATION, json!({})), (FORCE, json!({})), (FORCE, json!({ "variant": "1995" }))]
    {
        let model = made(name, &settings);
        let mut world = World::default();
        world.add(Point::ZERO, east());
        world.add(Point::new(10.0, 0.0), Point::new(-1.3, 0.0));
        let mut gap = f64::INFINITY;
        while world.position[0].x < world.position[1].x {
            world.advance(&*model);
            gap = gap.min(world.least_gap());
            assert!(world.step < 100, "{name}: they do not pass");
        }
        assert!(gap > 0.0 && world.position[1].y > world.position[0].y, "{name}: gap {gap}, {:?}", world.position);
    }
}

#[test]
fn people_in_a_file_walk_at_the_speed_of_the_slow_one() {
    for name in [SPEED, ANTICIPATION] {
        let model = made(name, &json!({}));
        let mut world = World::default();
        for i in 0..4 {
            world.add(Point::new(-1.5 * f64::from(i), 0.0), Point::new(if i == 0 { 0.6 } else { 1.3 }, 0.0));
        }
        for y in [-0.3, 0.3] {
            let wall = Segment::new(Point::new(-90.0, y), Point::new(90.0, y));
            world.walls.0.push(if y < 0.0 { wall } else { Segment::new(wall.b, wall.a) });
        }
        (0..200).for_each(|_| world.advance(&*model));
        for v in &world.velocity {
            assert!((v.x - 0.6).abs() < 0.05, "{name}: {:?}", world.velocity);
        }
        assert!(world.least_gap() > 0.0, "{name}");
    }
}

/// A neighbour comes, 1 m ahead: 25 exp(−0.5 / 0.08) = 0.048261 m/s²; another stands 0.7 m to the right: 25 exp(−0.2 /
/// 0.08) = 2.052125 m/s² to the left. Straight on the drive is 1.3 / 0.5 m/s²; two pairs in a corridor used to press
/// into each other's side, until all stood.
#[test]
fn who_is_held_up_does_not_press_to_a_side_that_is_taken() {
    let mut world = pair(Point::new(1.0, 0.0));
    world.preferred[1] = -east();
    let free = acceleration(&world, &json!({}));
    assert!(free.y < -1.0, "{free:?}");
    let beside = world.add(Point::new(0.0, -0.7), Point::ZERO);
    world.velocity[beside] = Point::ZERO;
    world.perceive(8);
    let taken = acceleration(&world, &json!({}));
    assert!((taken - Point::new(2.551739, 2.052125)).norm() < 1e-3, "{taken:?}");
}

#[test]
fn an_unknown_variant_is_refused_with_its_key() {
    let Err(error) = (model(FORCE).unwrap().make)(&json!({ "variant": "1996" })) else { panic!("taken") };
    assert_eq!(error.path, "variant");
}
