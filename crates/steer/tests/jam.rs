//! The jam rules are the same for every model that declares them by its setting `held_up_speed`.

use crate::world::World;
use populace_geom::Point;
use populace_steer::{MODELS, ModelEntry, Parameter};
use serde_json::json;

/// Returns the setting that declares the jam rules.
fn declared(entry: &ModelEntry) -> Option<Parameter> {
    (entry.parameters)().into_iter().find(|p| p.name == "held_up_speed")
}

/// Returns two pedestrians in contact who both want to go east and do not get on: row 0 is behind row 1.
fn held_up() -> World {
    let mut world = World::default();
    for x in [0.0, 0.5] {
        let row = world.add(Point::new(x, 0.0), Point::new(1.3, 0.0));
        world.velocity[row] = Point::ZERO;
    }
    world.perceive(8);
    world
}

/// Returns the velocity of the pedestrian behind.
fn velocity_behind(entry: &ModelEntry, held_up_speed: f64) -> Point {
    let settings = json!({ "held_up_speed": held_up_speed });
    let model = (entry.make)(&settings).unwrap_or_else(|e| panic!("{}: {}: {}", entry.name, e.path, e.what));
    held_up().steer(&*model)[0]
}

#[test]
fn the_setting_means_the_same_in_every_model_that_borrows_the_rules() {
    let all: Vec<_> = MODELS.iter().filter_map(|entry| Some((entry.name, declared(entry)?))).collect();
    assert_eq!(all.len(), 8, "{all:?}");
    let same = |p: &Parameter| (p.unit, p.least, p.most);
    for (name, parameter) in &all {
        assert_eq!(same(parameter), ("m/s", 0.0, 1.0), "{name}");
        // `reactive` has settings for every number of the rules, and its own words for this setting.
        assert!(*name == "reactive" || parameter.about == all[1].1.about, "{name}: {}", parameter.about);
    }
}

/// Margin 0.1 m and a quarter of it more: 0.625 m are kept. (1 / 0.5 − 1 / 0.625) · 0.5 m = 0.2, divided by 0.15 is
/// more than 1, so the pedestrian backs off at the full 0.5 m/s.
#[test]
fn a_held_up_pedestrian_backs_off_at_half_a_metre_per_second_under_every_model() {
    for entry in MODELS.iter().filter(|entry| declared(entry).is_some()) {
        let velocity = velocity_behind(entry, 0.2);
        assert!((velocity - Point::new(-0.5, 0.0)).norm() < 1e-12, "{}: {velocity:?}", entry.name);
    }
}

#[test]
fn a_held_up_speed_of_zero_switches_the_borrowed_rules_off() {
    // The drive `give_way` of `comfort` still makes room, and `reactive` gives way where nobody gets on at all.
    let has_rules_of_its_own = |entry: &&ModelEntry| matches!(entry.name, "comfort" | "reactive");
    for entry in MODELS.iter().filter(|entry| declared(entry).is_some() && !has_rules_of_its_own(entry)) {
        let velocity = velocity_behind(entry, 0.0);
        assert!((velocity - Point::new(-0.5, 0.0)).norm() > 1e-3, "{}: {velocity:?}", entry.name);
    }
}
