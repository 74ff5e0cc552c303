//! What every steering model must hold; runs over all of `MODELS`. A new model needs no test of its own to be held to
//! this.

use crate::world::{DT, World};
use populace_geom::{Draws, Point, Segment, maths};
use populace_steer::{MODELS, Model, ModelEntry, ModelScratch, NO_GROUP, Parameter, model};
use serde_json::{Value, json};

fn made(entry: &ModelEntry) -> Box<dyn Model> {
    (entry.make)(&json!({})).unwrap_or_else(|e| panic!("{}: {}: {}", entry.name, e.path, e.what))
}

/// One test per property, which holds for every line of `MODELS`. A property that is not in the list below is dead
/// code, which the compiler reports.
macro_rules! conformance {
    ($($property:ident),* $(,)?) => {
        mod every_model {
            $(#[test]
            fn $property() {
                super::holds(stringify!($property), super::$property);
            })*
        }
    };
}

conformance!(
    stands_still_without_a_goal,
    a_lone_walker_keeps_its_free_speed,
    a_lone_walker_reaches_its_goal_and_stays,
    moving_the_world_changes_nothing,
    turning_the_world_turns_the_velocities,
    the_order_of_neighbours_does_not_matter_to_the_bit,
    one_by_one_or_all_at_once_gives_the_same_bits,
    symmetric_pairs_turn_to_the_same_side,
    overlaps_and_strange_numbers_give_finite_velocities,
    two_in_one_place_part,
    nobody_is_faster_than_the_top_speed,
    parameters_are_taken_at_their_limits_and_refused_beyond,
    the_defaults_are_those_listed,
    the_schema_has_every_parameter_and_nothing_may_be_added,
);

/// Asks every model, even after another has failed, and names all that fail.
fn holds(property: &str, check: fn(&ModelEntry, &dyn Model)) {
    assert!(!MODELS.is_empty());
    let fails = |entry: &&ModelEntry| std::panic::catch_unwind(|| check(entry, &*made(entry))).is_err();
    let failed: Vec<_> = MODELS.iter().filter(fails).map(|entry| entry.name).collect();
    assert!(failed.is_empty(), "{property} does not hold for {}; what each did is above", failed.join(", "));
}

/// Returns `count` people at random in a square, some in groups, some who stand, walls around.
fn random_world(seed: u64, count: usize, side: f64) -> World {
    let draws = Draws::new(seed);
    let mut world = World::default();
    for i in 0..count {
        let draw = |purpose| draws.unit(i as u64, 0, purpose);
        let (sin, cos) = maths::sin_cos(draw(3) * std::f64::consts::TAU);
        let speed = if i % 7 == 0 { 0.0 } else { 0.8 + draw(4) };
        let row = world.add(Point::new(draw(1), draw(2)) * side, Point::new(cos, sin) * speed);
        world.velocity[row] = Point::new(draw(5) - 0.5, draw(6) - 0.5) * 2.0;
        world.radius[row] = 0.18 + 0.12 * draw(7);
        world.group[row] = if i % 5 == 0 { 3 } else { NO_GROUP };
    }
    let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| Point::new(x, y));
    world.walls.0 = (0..4).map(|i| Segment::new(corners[i], corners[(i + 1) % 4])).collect();
    world.perceive(8);
    world
}

fn bits(velocities: &[Point]) -> Vec<(u64, u64)> {
    velocities.iter().map(|v| (v.x.to_bits(), v.y.to_bits())).collect()
}

/// Returns the world turned by `angle` around the origin, then moved.
fn moved(world: &World, angle: f64, by: Point) -> World {
    let mut out = world.clone();
    let place = |p: Point| turned(p, angle) + by;
    out.position.iter_mut().for_each(|p| *p = place(*p));
    out.velocity.iter_mut().chain(&mut out.preferred).for_each(|v| *v = turned(*v, angle));
    out.walls.0.iter_mut().for_each(|s| *s = Segment::new(place(s.a), place(s.b)));
    out
}

fn turned(v: Point, angle: f64) -> Point {
    let (sin, cos) = maths::sin_cos(angle);
    v * cos + v.left() * sin
}

fn stands_still_without_a_goal(entry: &ModelEntry, model: &dyn Model) {
    let mut world = World::default();
    world.add(Point::new(3.0, 4.0), Point::ZERO);
    world.add(Point::new(5.0, 4.0), Point::ZERO);
    world.velocity[0] = Point::new(1.0, 0.5);
    world.perceive(8);
    assert_eq!(world.steer(model)[0], Point::ZERO, "{}", entry.name);
}

/// 13 m in 10 s.
fn a_lone_walker_keeps_its_free_speed(entry: &ModelEntry, model: &dyn Model) {
    for angle in [0.0, 1.0, 4.0] {
        let mut world = World::default();
        let way = turned(Point::new(1.3, 0.0), angle);
        world.add(Point::new(7.0, -2.0), way);
        (0..100).for_each(|_| world.advance(model));
        let goal = Point::new(7.0, -2.0) + way * 10.0;
        assert!(world.position[0].distance(goal) < 1e-9, "{}: {:?}", entry.name, world.position[0]);
    }
}

/// 10 m at 1.3 m/s from rest, from a walk aside and from a walk away from the goal: no more than 3 s later than at full
/// speed, and there it stands.
fn a_lone_walker_reaches_its_goal_and_stays(entry: &ModelEntry, model: &dyn Model) {
    for velocity in [Point::ZERO, Point::new(0.0, 1.3), Point::new(-1.3, 0.0)] {
        let mut world = World::default();
        world.add(Point::ZERO, Point::ZERO);
        (world.velocity[0], world.top_speed[0]) = (velocity, 1.7);
        let goal = Point::new(10.0, 0.0);
        let mut arrived = None;
        for step in 0..150 {
            let left = goal - world.position[0];
            let is_there = arrived.is_some() || left.norm() < 0.2;
            world.preferred[0] = left.unit().filter(|_| !is_there).map_or(Point::ZERO, |way| way * 1.3);
            arrived = arrived.or(is_there.then_some(step));
            world.advance(model);
        }
        let late = arrived.map(|step| f64::from(step) * DT - 9.8 / 1.3);
        assert!(late.is_some_and(|late| late < 3.0), "{} from {velocity:?}: {late:?} s late", entry.name);
        let left = world.position[0].distance(goal);
        assert!(left < 0.5 && world.velocity[0].norm() < 1e-9, "{} from {velocity:?}: {left} m", entry.name);
    }
}

fn moving_the_world_changes_nothing(entry: &ModelEntry, model: &dyn Model) {
    for seed in 0..20 {
        let world = random_world(seed, 60, 10.0);
        let there = moved(&world, 0.0, Point::new(-300.0, 170.0));
        for (row, (a, b)) in world.steer(model).iter().zip(there.steer(model)).enumerate() {
            assert!((*a - b).norm() < 1e-6, "{}: seed {seed}, row {row}: {a:?} {b:?}", entry.name);
        }
    }
}

fn turning_the_world_turns_the_velocities(entry: &ModelEntry, model: &dyn Model) {
    for seed in 0..20 {
        let world = random_world(seed, 60, 10.0);
        let angle = 0.3 + seed as f64;
        let there = moved(&world, angle, Point::ZERO);
        for (row, (a, b)) in world.steer(model).iter().zip(there.steer(model)).enumerate() {
            assert!((turned(*a, angle) - b).norm() < 1e-6, "{}: seed {seed}, row {row}: {a:?} {b:?}", entry.name);
        }
    }
}

fn the_order_of_neighbours_does_not_matter_to_the_bit(entry: &ModelEntry, model: &dyn Model) {
    for seed in 0..20 {
        let world = random_world(seed, 60, 6.0);
        let mut other = world.clone();
        for row in 0..world.len() {
            let (from, to) = (world.near_start[row] as usize, world.near_start[row + 1] as usize);
            other.near[from..to].reverse();
            other.near[from..to].rotate_left((row + seed as usize) % (to - from).max(1));
        }
        assert_eq!(bits(&world.steer(model)), bits(&other.steer(model)), "{}: seed {seed}", entry.name);
    }
}

fn one_by_one_or_all_at_once_gives_the_same_bits(entry: &ModelEntry, model: &dyn Model) {
    let world = random_world(3, 100, 8.0);
    let together = world.steer(model);
    let crowd = world.crowd();
    let mut scratch = ModelScratch::default();
    for row in (0..100u32).rev() {
        let mut one = [Point::new(f64::NAN, f64::NAN)];
        model.steer(&crowd, &[row], &mut one, &mut scratch);
        assert_eq!(bits(&one), bits(&together[row as usize..=row as usize]), "{}: row {row}", entry.name);
        if let Some(seen) = model.inspect(&crowd, row as usize) {
            assert_eq!(bits(&[seen.velocity]), bits(&one), "{}: what is shown is what is done", entry.name);
        }
    }
}

/// All models here turn to the right.
fn symmetric_pairs_turn_to_the_same_side(entry: &ModelEntry, model: &dyn Model) {
    for step in 0..360 {
        let way = turned(Point::new(1.3, 0.0), f64::from(step).to_radians());
        let mut world = World::default();
        world.add(way * -2.0, way);
        world.add(way * 2.0, -way);
        world.perceive(8);
        let out = world.steer(model);
        assert!((out[0] + out[1]).norm() < 1e-9, "{} at {step}°: {out:?}", entry.name);
        assert!(way.cross(out[0]) < -1e-3, "{} at {step}°: {out:?}", entry.name);
    }
}

fn overlaps_and_strange_numbers_give_finite_velocities(entry: &ModelEntry, model: &dyn Model) {
    for seed in 0..20 {
        let mut world = random_world(seed, 60, 1.5);
        for row in 0..60 {
            match row % 10 {
                1 | 2 => world.position[row] = world.position[0],
                3 => world.radius[row] = 0.0,
                4 => world.velocity[row] = Point::new(1e9, -1e9),
                5 => world.velocity[row] = Point::new(f64::NAN, 0.0),
                6 => world.preferred[row] = Point::new(f64::INFINITY, 0.0),
                7 => world.top_speed[row] = 0.0,
                8 => world.preferred[row] = Point::new(1e-300, 0.0),
                _ => world.radius[row] = 3.0,
            }
        }
        world.walls.0.push(Segment::new(world.position[0], world.position[0]));
        world.perceive(12);
        let out = world.steer(model);
        assert!(out.iter().all(|v| v.is_finite()), "{}: seed {seed}: {out:?}", entry.name);
    }
}

fn two_in_one_place_part(entry: &ModelEntry, model: &dyn Model) {
    let mut world = World::default();
    world.add(Point::new(1.0, 1.0), Point::ZERO);
    world.add(Point::new(1.0, 1.0), Point::ZERO);
    (0..40).for_each(|_| world.advance(model));
    assert!(world.position[0].distance(world.position[1]) > 0.4, "{}: {:?}", entry.name, world.position);
}

fn nobody_is_faster_than_the_top_speed(entry: &ModelEntry, model: &dyn Model) {
    for seed in 0..20 {
        let world = random_world(seed, 60, 5.0);
        for (v, top) in world.steer(model).iter().zip(&world.top_speed) {
            assert!(v.norm() <= top * (1.0 + 1e-9), "{}: seed {seed}: {v:?}", entry.name);
        }
    }
}

/// Returns a number as a scenario writes it: whole numbers without a point, since some parameters count.
fn written(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

fn parameters_are_taken_at_their_limits_and_refused_beyond(entry: &ModelEntry, _: &dyn Model) {
    for Parameter { name, default, least, most, .. } in (entry.parameters)() {
        assert!(least <= default && default <= most, "{}.{name}", entry.name);
        for value in [least, default, most] {
            let model = (entry.make)(&json!({ name: written(value) }));
            let model = model.unwrap_or_else(|e| panic!("{}.{name} = {value}: {}", entry.name, e.what));
            let out = random_world(1, 60, 5.0).steer(&*model);
            assert!(out.iter().all(|v| v.is_finite()), "{}.{name} = {value}", entry.name);
        }
        let text = json!("many");
        for value in [json!(least.next_down()), json!(most.next_up()), json!(least - 1.0), text] {
            match (entry.make)(&json!({ name: value })) {
                Err(e) => assert_eq!(e.path, name, "{}: {}", entry.name, e.what),
                Ok(_) => panic!("{}.{name} = {value} is taken", entry.name),
            }
        }
    }
}

fn the_defaults_are_those_listed(entry: &ModelEntry, model: &dyn Model) {
    let listed: serde_json::Map<_, _> =
        (entry.parameters)().iter().map(|p| (p.name.to_string(), written(p.default))).collect();
    let same = (entry.make)(&Value::Object(listed)).unwrap_or_else(|e| panic!("{}: {}", e.path, e.what));
    let world = random_world(2, 60, 8.0);
    assert_eq!(bits(&world.steer(model)), bits(&world.steer(&*same)), "{}", entry.name);
}

fn the_schema_has_every_parameter_and_nothing_may_be_added(entry: &ModelEntry, _: &dyn Model) {
    let schema = (entry.schema)();
    let listed = (entry.parameters)();
    for p in &listed {
        assert!(schema["properties"][p.name]["description"].is_string(), "{}.{}", entry.name, p.name);
    }
    let is_number = |property: &Value| property["type"] == "number" || property["type"] == "integer";
    let numbers = schema["properties"].as_object().into_iter().flatten().filter(|p| is_number(p.1)).count();
    assert_eq!(numbers, listed.len(), "{}", entry.name);
    assert_eq!(schema["additionalProperties"], false, "{}", entry.name);
    assert!((entry.make)(&json!({ "no_such_key": 1 })).is_err(), "{}", entry.name);
    assert!((entry.make)(&json!(1)).is_err(), "{}", entry.name);
}

#[test]
fn errors_of_settings_name_their_place() {
    let entry = model("reactive").unwrap();
    for (settings, path) in [
        (
            json!({ "reactions": { "front": [{ "module": "right" }, { "module": "left", "direction": -1 }] } }),
            "reactions.front[1].direction",
        ),
        (json!({ "reactions": { "front": [{ "module": "up" }] } }), "reactions.front[0].module"),
        (json!({ "reactions": { "back": [{ "module": "left", "norm": "x" }] } }), "reactions.back[0].norm"),
        (json!({ "reactions": "drive" }), "reactions"),
        (json!({ "literal": 2 }), "literal"),
    ] {
        let Err(error) = (entry.make)(&settings) else { panic!("{settings} is taken") };
        assert_eq!(error.path, path, "{}", error.what);
    }
}

#[test]
fn models_are_found_by_their_names() {
    for entry in MODELS {
        assert_eq!(model(entry.name).map(|m| m.name), Some(entry.name));
        assert!(!entry.about.is_empty() && !entry.paper.is_empty());
    }
    assert!(model("nobody").is_none());
}
