//! What people do under the models that predict collisions: `predictive`, `orca` and `power-law`.

use crate::world::places::{corridor, head_for_the_door, in_front_of_a_door, two_crowds};
use crate::world::{DT, World};
use populace_geom::Point;
use populace_steer::orca::{Orca, Params};
use populace_steer::{Crowd, Model, ModelScratch, model};

const NAMES: [&str; 3] = ["predictive", "orca", "power-law"];

fn made(name: &str) -> Box<dyn Model> {
    let entry = model(name).expect("it is in the table");
    (entry.make)(&serde_json::json!({})).unwrap_or_else(|e| panic!("{name}: {}", e.what))
}

/// The two are level after 10 m at 2.6 m/s, that is 3.8 s. A pedestrian that has to brake takes a second or two longer.
#[test]
fn a_head_on_pair_passes_on_the_right_without_touching() {
    for name in NAMES {
        let model = made(name);
        let mut world = World::default();
        world.add(Point::ZERO, Point::new(1.3, 0.0));
        world.add(Point::new(10.0, 0.0), Point::new(-1.3, 0.0));
        while world.position[0].x < world.position[1].x {
            world.advance(&*model);
            assert!(world.step < 60, "{name}: they do not pass: {:?}", world.position);
        }
        let left = world.position[1].y - world.position[0].y;
        assert!(left > 0.5, "{name}: the other is {left} m on the left");
    }
}

#[test]
fn one_who_stands_is_passed() {
    for name in NAMES {
        let model = made(name);
        let mut world = World::default();
        world.add(Point::ZERO, Point::new(1.3, 0.0));
        world.add(Point::new(5.0, 0.0), Point::ZERO);
        while world.position[0].x < 6.0 {
            world.advance(&*model);
            assert!(world.step < 120 && world.least_gap() > -1e-9, "{name}: {:?}", world.position);
        }
        assert!(world.position[1].distance(Point::new(5.0, 0.0)) < 1e-9, "{name}: who stands is moved");
    }
}

#[test]
fn where_there_is_no_room_to_overtake_one_follows() {
    for name in NAMES {
        let model = made(name);
        let mut world = World::default();
        world.walls.0 = corridor(0.8);
        world.add(Point::ZERO, Point::new(1.3, 0.0));
        world.add(Point::new(3.0, 0.0), Point::new(0.6, 0.0));
        (0..100).for_each(|_| world.advance(&*model));
        let (behind, ahead) = (world.position[0].x, world.position[1].x);
        assert!(ahead > 6.5 && behind < ahead && ahead - behind < 2.5, "{name}: {behind} {ahead}");
    }
}

/// A pedestrian walks straight at a wall. Its model slows it down: the body alone would stop from full speed 0.25 m
/// before the wall.
#[test]
fn walls_are_seen_in_time() {
    for name in NAMES {
        let model = made(name);
        let mut world = World::default();
        world.walls.0 = corridor(6.0);
        world.add(Point::ZERO, Point::new(0.0, -1.3));
        let mut fastest = 0.0f64;
        for _ in 0..60 {
            let before = world.position[0].y;
            world.advance(&*model);
            if before < -2.6 {
                fastest = fastest.max(world.velocity[0].norm());
            }
        }
        assert!(world.position[0].y < -2.3 && fastest < 1.2, "{name}: {:?}, {fastest} m/s", world.position[0]);
    }
}

/// Hard bodies in front of a narrow door form arches that hold for ever unless a pedestrian gives way: under all three
/// hardly anyone came through. Bodies are 0.5 m wide, and stop where they touch instead of sliding along each other as
/// those of a simulation do: 46 to 166 s.
#[test]
fn sixty_people_come_through_a_narrow_door() {
    for name in NAMES {
        for (width, seconds) in [(0.8, 250.0), (1.2, 100.0)] {
            let model = made(name);
            let mut world = in_front_of_a_door(width);
            while world.position.iter().any(|p| p.x < 0.5) {
                head_for_the_door(&mut world, width);
                world.advance(&*model);
                let inside = world.position.iter().filter(|p| p.x < 0.5).count();
                assert!((world.step as f64) * DT < seconds, "{name}, {width} m: {inside} are still inside");
            }
        }
    }
}

#[test]
fn two_crowds_pass_through_each_other() {
    for name in NAMES {
        let model = made(name);
        let mut world = two_crowds();
        let is_through =
            |w: &World| w.position.iter().zip(&w.preferred).all(|(p, preferred)| p.x * preferred.x.signum() > 5.0);
        while !is_through(&world) {
            world.advance(&*model);
            assert!((world.step as f64) * DT < 180.0, "{name}: they block each other");
        }
        assert!(world.least_gap() > -1e-9, "{name}");
    }
}

/// Returns the next speed of a pedestrian in the middle of a lattice of people who want to walk east at 1.3 m/s and
/// walk at `speed`, `spacing` apart.
fn speed_in_a_crowd(model: &dyn Model, spacing: f64, speed: f64) -> f64 {
    let mut world = World::default();
    for i in 0..81 {
        let (x, y) = (f64::from(i % 9) * spacing, f64::from(i / 9) * spacing);
        world.add(Point::new(x, y), Point::new(1.3, 0.0));
    }
    world.velocity.fill(Point::new(speed, 0.0));
    world.perceive(8);
    world.steer(model)[40].norm()
}

/// (1.57 / 1.5)² / 2 = 0.548 m/s at 2 /m², with the next neighbour straight ahead. Weidmann 1993 has 0.61 m/s there.
#[test]
fn orca_slows_down_in_a_dense_crowd_unless_it_is_plain() {
    let spacing = f64::sqrt(0.5);
    assert!((speed_in_a_crowd(&*made("orca"), spacing, 0.548) - 0.548).abs() < 1e-3);
    assert!(speed_in_a_crowd(&*made("orca"), spacing, 1.3) < 1.29);
    let plain = Orca::new(Params { density_filter: false, ..Params::default() }).expect("within the limits");
    assert!((speed_in_a_crowd(&plain, spacing, 1.3) - 1.3).abs() < 1e-9);
}

/// Six pedestrians on each side of a crossing, under three models at once, avoid each other.
#[test]
fn models_mix() {
    let models = NAMES.map(made);
    let mut world = World::default();
    for i in 0..6 {
        world.add(Point::new(-4.0 - f64::from(i), 0.1 * f64::from(i % 3)), Point::new(1.3, 0.0));
        world.add(Point::new(0.1 * f64::from(i % 2), -4.0 - f64::from(i)), Point::new(0.0, 1.3));
    }
    let mixed = Mixed(models);
    (0..120).for_each(|_| world.advance(&mixed));
    assert!(world.position.iter().all(|p| p.x.max(p.y) > 0.5) && world.least_gap() > -1e-9, "{:?}", world.position);
}

/// Row i follows model i modulo 3.
struct Mixed([Box<dyn Model>; 3]);

impl Model for Mixed {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut ModelScratch) {
        for (out, &row) in velocity.iter_mut().zip(rows) {
            self.0[row as usize % 3].steer(crowd, &[row], std::slice::from_mut(out), scratch);
        }
    }
}
