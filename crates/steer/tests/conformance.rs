//! What every steering model must hold; runs over all of `MODELS`. A new model needs no test of its own to be held to this.

mod world;

use populace_geom::{Draws, Point, Segment};
use populace_steer::{MODELS, Model, ModelEntry, NO_GROUP, Parameter, model};
use serde_json::{Value, json};
use world::World;

fn made(entry: &ModelEntry) -> Box<dyn Model> {
    (entry.make)(&json!({})).unwrap_or_else(|e| panic!("{}: {}: {}", entry.name, e.path, e.what))
}

fn for_each_model(check: impl Fn(&ModelEntry, &dyn Model)) {
    assert!(!MODELS.is_empty());
    MODELS.iter().for_each(|entry| check(entry, &*made(entry)));
}

/// `count` people at random in a square, some in groups, some who stand, walls around.
fn random_world(seed: u64, count: usize, side: f64) -> World {
    let draws = Draws::new(seed);
    let mut world = World::default();
    for i in 0..count {
        let draw = |purpose| draws.unit(i as u64, 0, purpose);
        let (sin, cos) = libm::sincos(draw(3) * std::f64::consts::TAU);
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

/// The world turned by `angle` around the origin, then moved.
fn moved(world: &World, angle: f64, by: Point) -> World {
    let mut out = world.clone();
    let place = |p: Point| turned(p, angle) + by;
    out.position.iter_mut().for_each(|p| *p = place(*p));
    out.velocity.iter_mut().chain(&mut out.preferred).for_each(|v| *v = turned(*v, angle));
    out.walls.0.iter_mut().for_each(|s| *s = Segment::new(place(s.a), place(s.b)));
    out
}

fn turned(v: Point, angle: f64) -> Point {
    let (sin, cos) = libm::sincos(angle);
    v * cos + v.left() * sin
}

#[test]
fn stands_still_without_a_goal() {
    for_each_model(|entry, model| {
        let mut world = World::default();
        world.add(Point::new(3.0, 4.0), Point::ZERO);
        world.add(Point::new(5.0, 4.0), Point::ZERO);
        world.velocity[0] = Point::new(1.0, 0.5);
        world.perceive(8);
        assert_eq!(world.steer(model)[0], Point::ZERO, "{}", entry.name);
    });
}

/// Also reaches a goal: 13 m in 10 s.
#[test]
fn a_lone_walker_keeps_its_free_speed() {
    for_each_model(|entry, model| {
        for angle in [0.0, 1.0, 4.0] {
            let mut world = World::default();
            let way = turned(Point::new(1.3, 0.0), angle);
            world.add(Point::new(7.0, -2.0), way);
            (0..100).for_each(|_| world.advance(model));
            let goal = Point::new(7.0, -2.0) + way * 10.0;
            assert!(world.position[0].distance(goal) < 1e-9, "{}: {:?}", entry.name, world.position[0]);
        }
    });
}

#[test]
fn moving_the_world_changes_nothing() {
    for_each_model(|entry, model| {
        for seed in 0..20 {
            let world = random_world(seed, 60, 10.0);
            let there = moved(&world, 0.0, Point::new(-300.0, 170.0));
            for (row, (a, b)) in world.steer(model).iter().zip(there.steer(model)).enumerate() {
                assert!((*a - b).norm() < 1e-6, "{}: seed {seed}, row {row}: {a:?} {b:?}", entry.name);
            }
        }
    });
}

#[test]
fn turning_the_world_turns_the_velocities() {
    for_each_model(|entry, model| {
        for seed in 0..20 {
            let world = random_world(seed, 60, 10.0);
            let angle = 0.3 + seed as f64;
            let there = moved(&world, angle, Point::ZERO);
            for (row, (a, b)) in world.steer(model).iter().zip(there.steer(model)).enumerate() {
                assert!((turned(*a, angle) - b).norm() < 1e-6, "{}: seed {seed}, row {row}: {a:?} {b:?}", entry.name);
            }
        }
    });
}

#[test]
fn the_order_of_neighbours_does_not_matter_to_the_bit() {
    for_each_model(|entry, model| {
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
    });
}

#[test]
fn one_by_one_or_all_at_once_gives_the_same_bits() {
    for_each_model(|entry, model| {
        let world = random_world(3, 100, 8.0);
        let together = world.steer(model);
        let crowd = world.crowd();
        for row in (0..100u32).rev() {
            let mut one = [Point::new(f64::NAN, f64::NAN)];
            model.steer(&crowd, &[row], &mut one);
            assert_eq!(bits(&one), bits(&together[row as usize..=row as usize]), "{}: row {row}", entry.name);
            if let Some(seen) = model.inspect(&crowd, row as usize) {
                assert_eq!(bits(&[seen.velocity]), bits(&one), "{}: what is shown is what is done", entry.name);
            }
        }
    });
}

/// The rule of all models here: to the right.
#[test]
fn symmetric_pairs_turn_to_the_same_side() {
    for_each_model(|entry, model| {
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
    });
}

#[test]
fn overlaps_and_strange_numbers_give_finite_velocities() {
    for_each_model(|entry, model| {
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
    });
}

#[test]
fn two_in_one_place_part() {
    for_each_model(|entry, model| {
        let mut world = World::default();
        world.add(Point::new(1.0, 1.0), Point::ZERO);
        world.add(Point::new(1.0, 1.0), Point::ZERO);
        (0..40).for_each(|_| world.advance(model));
        assert!(world.position[0].distance(world.position[1]) > 0.4, "{}: {:?}", entry.name, world.position);
    });
}

#[test]
fn nobody_is_faster_than_the_top_speed() {
    for_each_model(|entry, model| {
        for seed in 0..20 {
            let world = random_world(seed, 60, 5.0);
            for (v, top) in world.steer(model).iter().zip(&world.top_speed) {
                assert!(v.norm() <= top * (1.0 + 1e-9), "{}: seed {seed}: {v:?}", entry.name);
            }
        }
    });
}

/// Whole numbers are written as such: some parameters count.
fn written(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

#[test]
fn parameters_are_taken_at_their_limits_and_refused_beyond() {
    for_each_model(|entry, _| {
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
    });
}

#[test]
fn the_defaults_are_those_listed() {
    for_each_model(|entry, model| {
        let listed: serde_json::Map<_, _> =
            (entry.parameters)().iter().map(|p| (p.name.to_string(), written(p.default))).collect();
        let same = (entry.make)(&Value::Object(listed)).unwrap_or_else(|e| panic!("{}: {}", e.path, e.what));
        let world = random_world(2, 60, 8.0);
        assert_eq!(bits(&world.steer(model)), bits(&world.steer(&*same)), "{}", entry.name);
    });
}

#[test]
fn the_schema_has_every_parameter_and_nothing_may_be_added() {
    for_each_model(|entry, _| {
        let schema = (entry.schema)();
        for p in (entry.parameters)() {
            assert!(schema["properties"][p.name]["description"].is_string(), "{}.{}", entry.name, p.name);
        }
        assert_eq!(schema["additionalProperties"], false, "{}", entry.name);
        assert!((entry.make)(&json!({ "no_such_key": 1 })).is_err(), "{}", entry.name);
        assert!((entry.make)(&json!(1)).is_err(), "{}", entry.name);
    });
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
