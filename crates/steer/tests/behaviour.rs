//! What people do under the model `reactive`: L's behaviours appear, and nobody waits for ever.

use crate::world::places::{corridor, head_for_the_door, in_front_of_a_door, two_crowds};
use crate::world::{DT, World};
use populace_geom::{Point, maths};
use populace_steer::Model;
use populace_steer::reactive::{Kind, Module, Named, Params, Reactions, Reactive};

fn reactive(table: Named) -> Reactive {
    Reactive::new(Params { reactions: Reactions::Named(table), ..Params::default() }).unwrap()
}

/// Returns two pedestrians who walk towards each other, 10 m apart, the second `offset` m to the left of the way of the
/// first.
fn pair(offset: f64) -> World {
    let mut world = World::default();
    world.add(Point::new(0.0, 0.0), Point::new(1.3, 0.0));
    world.add(Point::new(10.0, offset), Point::new(-1.3, 0.0));
    world
}

/// Lets two pedestrians walk until they have passed. Returns how far the second is on the left of the first when they
/// are level, and the least gap.
fn pass(mut world: World, model: &Reactive) -> (f64, f64) {
    let mut gap = f64::INFINITY;
    while world.position[0].x < world.position[1].x {
        world.advance(model);
        gap = gap.min(world.least_gap());
        assert!(world.step < 60, "they do not pass");
    }
    (world.position[1].y - world.position[0].y, gap)
}

#[test]
fn head_on_pair_passes_on_the_right_under_the_driving_rule() {
    // Even where the left would be shorter: L's table has no left turn for a neighbour that comes.
    for offset in [0.0, 0.2, -0.2] {
        let (left, gap) = pass(pair(offset), &reactive(Named::DrivingRule));
        assert!(left > 0.5 && gap > 0.0, "offset {offset}: {left} m, gap {gap}");
    }
}

#[test]
fn head_on_pair_passes_on_the_shorter_side_under_minimal_adjustment() {
    for (offset, side) in [(0.0, 1.0), (0.2, 1.0), (-0.2, -1.0)] {
        let (left, gap) = pass(pair(offset), &reactive(Named::MinimalAdjustment));
        assert!(left * side > 0.5 && gap > 0.0, "offset {offset}: {left} m, gap {gap}");
    }
}

/// 10 m apart, R = 0.25 + 0.25 + 0.1 m: the tangent is at asin(0.06) = 3.44°. Against a neighbour that comes as fast,
/// the turn is twice that.
#[test]
fn minimal_adjustment_is_early_and_small() {
    let model = reactive(Named::MinimalAdjustment);
    let mut world = pair(0.0);
    world.perceive(8);
    let pipe = model.inspect(&world.crowd(), 0).and_then(|seen| seen.pipe).unwrap();
    let predicted = pipe.predicted().unwrap();
    // (10 − 0.6) / 2.6 s ahead.
    assert!((predicted.time - 9.4 / 2.6).abs() < 1e-9 && predicted.kind == Kind::Front && predicted.row == 1);
    let turn = maths::atan2(pipe.velocity.y, pipe.velocity.x).to_degrees();
    assert!((turn + 2.0 * maths::asin(0.06).to_degrees()).abs() < 1e-6, "{turn}");
    assert!((pipe.velocity.norm() - 1.3).abs() < 1e-12);
}

/// Two pedestrians used to turn aside and back at every decision, until they were near enough to brake.
#[test]
fn a_pair_that_turned_aside_keeps_to_it_and_does_not_brake() {
    for table in [Named::DrivingRule, Named::MinimalAdjustment] {
        let (model, mut world) = (reactive(table), pair(0.0));
        let mut turns = Vec::new();
        while world.position[1].x - world.position[0].x > 1.3 {
            world.advance(&model);
            let (v, bearing) = (world.velocity[0], |v: Point| maths::atan2(v.y, v.x).to_degrees());
            assert!((v.norm() - 1.3).abs() < 1e-9, "{table:?}: {} m/s in step {}", v.norm(), world.step);
            turns.push(bearing(v));
        }
        // Aside once, by 2 asin(0.06) = 6.88°, and back once.
        let changes = turns.windows(2).filter(|w| (w[0] - w[1]).abs() > 1.0).count();
        assert!((turns[0] + 6.88).abs() < 0.01 && changes == 1, "{table:?}: {turns:?}");
        // Each has taken half of R = 0.6 m.
        let apart = world.position[1].y - world.position[0].y;
        assert!((0.6..0.62 + 2.0 * 1.3 * DT * 0.12).contains(&apart), "{table:?}: {apart} m");
    }
}

/// By hand: S_I = (1.3, 0) runs into a neighbour 4 m ahead that comes at 1.3 m/s; R = 0.6. Right and left turn by 2
/// asin(0.15) = 17.25°, so q = cos 17.25° = 0.955 for both, t = 3.4 / 2.6 s; decelerate and accelerate have no
/// solution. Right comes first in the table. On the right stands another, at 2.6 m along that way: it is reached after
/// 2 / 1.3 s, later than t, so right is chosen all the same.
#[test]
fn the_search_of_a_hand_worked_case() {
    let model = reactive(Named::MinimalAdjustment);
    let angle = 2.0 * maths::asin(0.15);
    let right = Point::new(maths::cos(angle), -maths::sin(angle));
    let mut world = World::default();
    world.add(Point::ZERO, Point::new(1.3, 0.0));
    world.add(Point::new(4.0, 0.0), Point::new(-1.3, 0.0));
    world.add(right * 2.6, Point::ZERO);
    world.perceive(8);
    let pipe = model.inspect(&world.crowd(), 0).and_then(|seen| seen.pipe).unwrap();
    let made: Vec<_> = pipe.propositions.iter().map(|p| p.module).collect();
    assert_eq!(made, [None, Some(Module::Right), Some(Module::Left)]);
    for p in &pipe.propositions[1..] {
        assert!((p.quality - maths::cos(angle)).abs() < 1e-9 && (p.time - 3.4 / 2.6).abs() < 1e-9, "{p:?}");
    }
    assert!(pipe.propositions[1].chosen && !pipe.propositions[2].examined);
    // At 2.0 m it is reached after 1.4 / 1.3 s: right is examined and dropped, left is taken.
    world.position[2] = right * 2.0;
    world.perceive(8);
    let pipe = model.inspect(&world.crowd(), 0).and_then(|seen| seen.pipe).unwrap();
    let hit = pipe.propositions[1].collision.unwrap();
    assert!(hit.row == 2 && hit.kind == Kind::Static && (hit.time - 1.4 / 1.3).abs() < 1e-9, "{hit:?}");
    assert_eq!(pipe.chosen().unwrap().module, Some(Module::Left));
}

#[test]
fn a_slower_one_is_overtaken_on_the_left_under_the_driving_rule() {
    let model = reactive(Named::DrivingRule);
    let mut world = World::default();
    world.add(Point::ZERO, Point::new(1.3, 0.0));
    world.add(Point::new(3.0, 0.0), Point::new(0.6, 0.0));
    while world.position[0].x < world.position[1].x {
        world.advance(&model);
        assert!(world.step < 100 && world.least_gap() > 0.0);
    }
    assert!(world.position[0].y > world.position[1].y);
}

#[test]
fn where_there_is_no_room_to_overtake_one_follows() {
    for table in [Named::DrivingRule, Named::MinimalAdjustment] {
        let model = reactive(table);
        let mut world = World::default();
        world.walls.0 = corridor(0.8);
        world.add(Point::ZERO, Point::new(1.3, 0.0));
        world.add(Point::new(3.0, 0.0), Point::new(0.6, 0.0));
        (0..100).for_each(|_| world.advance(&model));
        let (behind, ahead) = (world.position[0].x, world.position[1].x);
        assert!(ahead > 6.5 && behind < ahead && ahead - behind < 2.0, "{behind} {ahead}");
    }
}

#[test]
fn a_queue_goes_on_when_the_first_goes_on() {
    let model = reactive(Named::MinimalAdjustment);
    let mut world = World::default();
    world.walls.0 = corridor(0.8);
    for i in 0..6 {
        world.add(Point::new(-f64::from(i), 0.0), Point::new(1.3, 0.0));
    }
    world.preferred[0] = Point::ZERO;
    (0..60).for_each(|_| world.advance(&model));
    assert!(world.velocity.iter().all(|v| v.norm() < 0.7), "{:?}", world.velocity);
    assert!(world.position[5].x < -1.0);
    world.preferred[0] = Point::new(1.3, 0.0);
    (0..60).for_each(|_| world.advance(&model));
    assert!(world.position.iter().all(|p| p.x > 1.0), "{:?}", world.position);
}

/// As soon as the pedestrian is on the left of the neighbour that stands, the wanted way leads past its right, and
/// back. To pass used to take minutes.
#[test]
fn one_who_stands_is_gone_around_even_where_the_way_swings() {
    for seed in 0..8 {
        let model = reactive(Named::MinimalAdjustment);
        let mut world = World { seed, ..World::default() };
        world.add(Point::ZERO, Point::new(1.3, 0.0));
        world.add(Point::new(0.6, 0.02), Point::ZERO);
        while world.position[0].x < 1.0 {
            let side = if world.position[0].y > 0.0 { -1.0 } else { 1.0 };
            world.preferred[0] = Point::new(1.17, 0.57 * side);
            world.advance(&model);
            assert!((world.step as f64) * DT < 10.0, "seed {seed}: at {:?} after 10 s", world.position[0]);
        }
        assert!(world.least_gap() > -1e-9);
    }
}

/// Hard bodies in front of a narrow door form arches that hold for ever unless a pedestrian gives way.
#[test]
fn sixty_people_come_through_a_narrow_door() {
    for (table, width, seconds) in [
        (Named::DrivingRule, 0.8, 120.0),
        (Named::MinimalAdjustment, 0.8, 120.0),
        (Named::DrivingRule, 1.2, 80.0),
        (Named::MinimalAdjustment, 1.2, 80.0),
    ] {
        let model = reactive(table);
        let mut world = in_front_of_a_door(width);
        while world.position.iter().any(|p| p.x < 0.5) {
            head_for_the_door(&mut world, width);
            world.advance(&model);
            let inside = world.position.iter().filter(|p| p.x < 0.5).count();
            assert!((world.step as f64) * DT < seconds, "{table:?}, {width} m: {inside} are still inside");
        }
    }
}

#[test]
fn two_crowds_pass_through_each_other() {
    for table in [Named::DrivingRule, Named::MinimalAdjustment] {
        let model = reactive(table);
        let mut world = two_crowds();
        let is_through =
            |w: &World| w.position.iter().zip(&w.preferred).all(|(p, preferred)| p.x * preferred.x.signum() > 5.0);
        while !is_through(&world) {
            world.advance(&model);
            assert!((world.step as f64) * DT < 180.0, "{table:?}: they block each other");
        }
        assert!(world.least_gap() > -1e-9);
    }
}
