//! What paper S says of the drives of `comfort`, factor by factor; expected directions of change are those of S §3.3.3,
//! numbers have their source beside them.

use crate::world::World;
use populace_geom::{Point, Segment, maths};
use populace_steer::{Crowd, DriveSeen, Inspection, Model, Walls, model};
use serde_json::{Value, json};

/// Mean wanted speed of S, m/s.
const WANTED: f64 = 1.36;

fn comfort(settings: &Value) -> Box<dyn Model> {
    (model("comfort").unwrap().make)(settings).unwrap_or_else(|e| panic!("{}: {}", e.path, e.what))
}

fn east(speed: f64) -> Point {
    Point::new(speed, 0.0)
}

/// Returns A at the origin on its way east, and others; bodies of 0.2 m.
fn scene(others: &[(f64, f64, Point)]) -> World {
    let mut world = World::default();
    world.add(Point::ZERO, east(WANTED));
    for &(x, y, velocity) in others {
        world.add(Point::new(x, y), velocity);
    }
    world.radius.fill(0.2);
    world.top_speed[0] = 2.0;
    world.perceive(12);
    world
}

/// Walls that stop rays, unlike those of the plain world.
struct Rays<'a>(&'a World);

impl Walls for Rays<'_> {
    fn around(&self, _row: usize) -> &[Segment] {
        &self.0.walls.0
    }
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>) {
        self.0.within(row, reach, into);
    }
    fn free_share(&self, row: usize, way: Point) -> f64 {
        let ray = Segment::new(self.0.position[row], self.0.position[row] + way);
        let hits = self.0.walls.0.iter().filter_map(|wall| ray.meet(wall));
        hits.filter(|(t, u)| *t > 1e-9 && (0.0..=1.0).contains(u)).map(|(t, _)| t).fold(1.0, f64::min)
    }
}

/// Returns how A comes to its velocity.
fn inspect(world: &World) -> Inspection {
    inspect_with(world, &json!({}))
}

fn inspect_with(world: &World, settings: &Value) -> Inspection {
    let rays = Rays(world);
    let crowd = Crowd { walls: &rays, ..world.crowd() };
    comfort(settings).inspect(&crowd, 0).unwrap()
}

fn drive(world: &World, name: &str) -> DriveSeen {
    inspect(world).drives.into_iter().find(|d| d.name == name).unwrap_or_else(|| panic!("{name}"))
}

fn interest(world: &World, name: &str) -> f64 {
    drive(world, name).interest
}

/// Returns a corridor along A's way, with walls at these distances to its left and right, m.
fn between_walls(mut world: World, left: f64, right: f64) -> World {
    let line = |a: (f64, f64), b: (f64, f64)| Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
    world.walls.0 = vec![line((-50.0, -right), (50.0, -right)), line((50.0, left), (-50.0, left))];
    world
}

/// Returns people around A at this density, all on A's way and at the same distance.
fn in_a_crowd(world: &mut World, density: f64) {
    // ρ = 5 / (π d²), all five at the same distance, behind and beside A.
    let distance = (5.0 / (std::f64::consts::PI * density)).sqrt();
    for i in 0..5 {
        let (sin, cos) = maths::sin_cos(2.0 + 0.55 * f64::from(i));
        world.add(Point::new(cos, sin) * distance, east(WANTED));
    }
    world.perceive(12);
}

// Clear the personal space by turning left or right: seven factors.

#[test]
fn clear_1_one_who_walks_towards_a_annoys_it_and_one_who_goes_away_does_not() {
    assert!(interest(&scene(&[(2.0, 0.3, east(-1.3))]), "clear_right") > 0.1);
    assert_eq!(interest(&scene(&[(2.0, 0.3, east(1.5))]), "clear_right"), 0.0);
}

#[test]
fn clear_1_one_who_walks_way_too_slow_in_front_annoys_and_one_as_fast_does_not() {
    assert!(interest(&scene(&[(1.5, 0.1, east(0.5))]), "clear_right") > 0.1);
    assert_eq!(interest(&scene(&[(1.5, 0.1, east(1.3))]), "clear_right"), 0.0);
}

#[test]
fn clear_2_the_more_someone_is_at_the_right_the_more_the_left_is_preferred() {
    let at = |y: f64| interest(&scene(&[(2.0, y, east(-1.3))]), "clear_left");
    assert!(at(-0.5) > at(0.0) && at(0.0) > at(0.5), "{} {} {}", at(-0.5), at(0.0), at(0.5));
    let turned = inspect(&scene(&[(2.0, -0.8, east(-1.3))]));
    let chosen: Vec<_> = turned.drives.iter().filter(|d| d.chosen).map(|d| d.name).collect();
    assert!(chosen.contains(&"clear_left") && !chosen.contains(&"clear_right"), "{chosen:?}");
}

#[test]
fn clear_3_the_closer_someone_is_the_more_a_turns_but_within_a_reasonable_range() {
    let turn = |x: f64| -drive(&scene(&[(x, 0.3, east(-1.3))]), "clear_right").turn;
    assert!(turn(0.8) > turn(1.6) && turn(1.6) > turn(3.0) && turn(3.0) > 0.0);
    // At most the 0.5 rad of `clear_turn`.
    assert!(turn(0.45) <= 0.5);
}

#[test]
fn clear_3_who_walks_slowly_due_to_the_crowd_clears_less() {
    let at = |speed: f64| {
        let mut world = scene(&[(2.0, 0.3, east(-1.3))]);
        world.velocity[0] = east(speed);
        interest(&world, "clear_right")
    };
    assert!(at(WANTED) > at(0.7) && at(0.7) > at(0.2), "{} {} {}", at(WANTED), at(0.7), at(0.2));
}

#[test]
fn clear_3_less_is_cleared_for_a_friend() {
    let with = |level: f64| {
        let mut world = scene(&[(2.0, 0.3, east(-1.3))]);
        world.population[1] = 1;
        (world.populations, world.level) = (2, vec![0.0, level, level, 0.0]);
        interest(&world, "clear_right")
    };
    // Erratum A3.2: the urge to clear is lower for a friend.
    assert!(with(0.0) > with(0.5) && with(0.5) > with(1.0), "{} {} {}", with(0.0), with(0.5), with(1.0));
    let mut group = scene(&[(2.0, 0.3, east(-1.3))]);
    group.group.fill(3);
    assert_eq!(interest(&group, "clear_right"), with(1.0), "those of one group are friends");
}

#[test]
fn clear_4_there_must_be_space_between_the_other_and_the_obstacle() {
    let at = |right: f64| interest(&between_walls(scene(&[(2.0, 0.0, east(-1.3))]), 5.0, right), "clear_right");
    // Two bodies of 0.4 m: nothing fits between a body at 0 and a wall at 0.55 m.
    assert_eq!(at(0.55), 0.0);
    assert!(at(1.3) > 0.0);
}

#[test]
fn clear_5_a_side_that_others_obstruct_is_not_taken() {
    let free = interest(&scene(&[(2.0, 0.3, east(-1.3))]), "clear_right");
    let taken = interest(&scene(&[(2.0, 0.3, east(-1.3)), (0.1, -0.45, east(WANTED))]), "clear_right");
    assert!(taken < 0.3 * free, "{taken} {free}");
}

#[test]
fn clear_5_a_side_that_a_wall_obstructs_is_not_taken() {
    let at = |right: f64| interest(&between_walls(scene(&[(2.0, 0.9, east(-1.3))]), 5.0, right), "clear_right");
    assert!(at(0.3) < 0.5 * at(1.4), "{} {}", at(0.3), at(1.4));
}

#[test]
fn clear_6_a_takes_the_side_that_the_other_shows() {
    let with = |turn: f64, name: &str| {
        let mut world = scene(&[(2.0, 0.0, east(-1.3))]);
        let (sin, cos) = maths::sin_cos(turn);
        // B wants to go west and turns by so much to its left.
        world.velocity[1] = Point::new(-cos, -sin) * 1.3;
        interest(&world, name)
    };
    // B goes to its left, which is A's right: A clears to its left.
    assert!(with(0.2, "clear_left") > with(-0.2, "clear_left"));
    assert!(with(-0.2, "clear_right") > with(0.2, "clear_right"));
    assert!(with(0.2, "clear_left") > with(0.2, "clear_right"));
}

#[test]
fn clear_7_nobody_is_passed_while_someone_comes() {
    let slow = (1.5, 0.1, east(0.4));
    let alone = interest(&scene(&[slow]), "clear_right");
    let comes = scene(&[slow, (3.0, -0.3, east(-1.3))]);
    let target = drive(&comes, "clear_right");
    assert!(alone > 0.0);
    // What is left is for the neighbour that comes, not for the neighbour ahead.
    assert_ne!(target.target, Some(1), "{target:?}");
}

// Avoid static obstacle.

/// Returns the distance at which A begins to turn away from a wall at its right, m.
fn kept(width: f64, density: f64) -> f64 {
    let turns = |distance: f64| {
        let mut world = scene(&[]);
        if density > 0.0 {
            in_a_crowd(&mut world, density);
        }
        drive(&between_walls(world, width - distance, distance), "avoid_obstacle").turn > 1e-6
    };
    (20..150).map(|cm| f64::from(cm) * 0.01).filter(|&d| d < width / 2.0 && turns(d)).fold(0.0, f64::max)
}

#[test]
fn obstacle_distance_is_less_in_a_crowd() {
    assert!(
        kept(8.0, 0.0) > kept(8.0, 1.5) && kept(8.0, 1.5) > kept(8.0, 3.0),
        "{} {} {}",
        kept(8.0, 0.0),
        kept(8.0, 1.5),
        kept(8.0, 3.0)
    );
}

#[test]
fn obstacle_distance_is_less_in_a_narrow_passage() {
    assert!(
        kept(8.0, 0.0) > kept(2.0, 0.0) && kept(2.0, 0.0) > kept(1.2, 0.0),
        "{} {} {}",
        kept(8.0, 0.0),
        kept(2.0, 0.0),
        kept(1.2, 0.0)
    );
    // 21 % of the width of a passage, 1 m where it is wide.
    assert!((kept(2.0, 0.0) - 0.42).abs() < 0.02 && (kept(8.0, 0.0) - 1.0).abs() < 0.02);
}

#[test]
fn people_walk_at_80_percent_nearer_than_81_cm_to_an_obstacle() {
    let speed = |right: f64| inspect(&between_walls(scene(&[]), 6.0, right)).velocity.norm();
    // S §3.3.3, after Brogan & Johnson 2003.
    assert!((speed(0.80) - 0.8 * WANTED).abs() < 1e-9);
    assert!((speed(0.82) - WANTED).abs() < 1e-9);
}

// Decelerate when a pedestrian is in front: five factors and the threshold.

#[test]
fn decelerate_1_the_more_the_other_is_in_front() {
    let at = |y: f64| interest(&scene(&[(0.8, y, east(1.2))]), "decelerate");
    assert!(at(0.0) > at(0.3) && at(0.3) > at(0.45), "{} {} {}", at(0.0), at(0.3), at(0.45));
    assert_eq!(interest(&scene(&[(-0.8, 0.0, east(1.2))]), "decelerate"), 0.0);
}

#[test]
fn decelerate_2_the_more_the_other_goes_the_same_way() {
    let at = |velocity: Point| {
        let mut world = scene(&[(0.8, 0.0, velocity)]);
        // Not so much faster that A would pass.
        world.velocity[0] = east(0.3);
        interest(&world, "decelerate")
    };
    let (same, across, against) = (at(east(0.3)), at(Point::new(0.0, 0.3)), at(east(-0.3)));
    assert!(same > across && across > against && against == 0.0, "{same} {across} {against}");
}

#[test]
fn decelerate_3_the_closer_the_other_is() {
    let at = |x: f64| interest(&scene(&[(x, 0.0, east(1.2))]), "decelerate");
    assert!(at(0.5) > at(0.7) && at(0.7) > at(0.85) && at(0.95) == 0.0);
    // Halfway between where a pedestrian stands and where it begins to slow down: (0.9 − 0.615) / (0.9 − 0.33).
    assert!((at(0.615) - 0.5).abs() < 1e-9, "{}", at(0.615));
}

#[test]
fn decelerate_4_more_in_a_very_narrow_passage() {
    let at = |half: f64| interest(&between_walls(scene(&[(0.9, 0.0, east(1.2))]), half, half), "decelerate");
    assert!(at(0.45) > at(1.4), "{} {}", at(0.45), at(1.4));
}

#[test]
fn decelerate_5_more_in_a_passage_where_someone_comes() {
    let ahead = (0.9, 0.0, east(1.2));
    let at = |others: &[(f64, f64, Point)]| interest(&between_walls(scene(others), 1.3, 1.3), "decelerate");
    assert!(at(&[ahead, (2.5, 0.4, east(-1.3))]) > at(&[ahead]));
}

#[test]
fn who_is_much_faster_than_the_one_ahead_does_not_decelerate_but_clears_to_pass() {
    // The threshold is 0.2 m/s.
    let at = |slower: f64| scene(&[(0.7, 0.1, east(WANTED - slower))]);
    assert!(interest(&at(0.15), "decelerate") > 0.2 && interest(&at(0.15), "clear_right") == 0.0);
    assert!(interest(&at(0.8), "decelerate") == 0.0 && interest(&at(0.8), "clear_right") > 0.1);
}

/// Returns how far A gets ahead of B in 25 s, m.
fn lead(slower: f64) -> f64 {
    let mut world = scene(&[(2.0, 0.0, east(WANTED - slower))]);
    let model = comfort(&json!({}));
    (0..250).for_each(|_| world.advance(&*model));
    world.position[0].x - world.position[1].x
}

#[test]
fn overtaking_happens_only_beyond_the_threshold() {
    assert!(lead(0.2) < -0.4, "stays behind: {}", lead(0.2));
    assert!(lead(0.8) > 5.0, "passes: {}", lead(0.8));
}

// Emergencies.

#[test]
fn an_emergency_wins_over_comfort() {
    // 1.2 m apart, closing at 2.66 m/s: 0.3 s to the impact.
    let seen = inspect(&scene(&[(1.2, 0.05, east(-1.3))]));
    let chosen: Vec<_> = seen.drives.iter().filter(|d| d.chosen).collect();
    assert!(chosen.len() == 1 && chosen[0].emergency && chosen[0].interest > 0.5, "{chosen:?}");
    assert!(seen.drives.iter().any(|d| !d.emergency && d.interest > 0.0), "comfort is interested too");
}

#[test]
fn without_a_collision_ahead_no_emergency_drive_has_any_interest() {
    let seen = inspect(&scene(&[(2.0, 0.9, east(-1.3))]));
    assert!(seen.drives.iter().all(|d| !d.emergency || d.interest == 0.0));
}

#[test]
fn the_most_imminent_collision_is_avoided() {
    let seen = inspect(&scene(&[(1.5, 0.0, east(1.0)), (2.4, 0.0, east(-1.3))]));
    assert_eq!(seen.collision.map(|c| c.pedestrian), Some(2), "the nearer one is met later");
}

#[test]
fn one_who_crosses_behind_is_passed_before_and_one_who_crosses_ahead_is_waited_for() {
    let meets = |late: f64| {
        let mut world = scene(&[(1.8, -1.8 - late, Point::new(0.0, WANTED))]);
        world.top_speed[0] = 2.2;
        let seen = inspect(&world);
        let best = seen.drives.into_iter().filter(|d| d.emergency && (d.name == "wait" || d.name == "pass_before"));
        best.max_by(|a, b| a.interest.total_cmp(&b.interest)).map(|d| (d.name, d.speed)).unwrap()
    };
    let (name, speed) = meets(0.25);
    assert!(name == "pass_before" && speed > WANTED, "{name} {speed}");
    let (name, speed) = meets(-0.25);
    assert!(name == "wait" && speed < WANTED, "{name} {speed}");
}

/// A pedestrian that slows down for the neighbour ahead used to choose to pass before another, and then walked on into it slowly.
#[test]
fn nobody_hurries_behind_a_neighbour_that_slows_it_down() {
    let crossing = (1.8, -2.05, Point::new(0.0, WANTED));
    let outcome = |others: &[_]| {
        let mut world = scene(others);
        world.top_speed[0] = 2.2;
        let seen = inspect_with(&world, &json!({ "without": ["detour_left", "detour_right"] }));
        (seen.drives.iter().any(|d| d.chosen && d.name == "pass_before"), seen.velocity.norm())
    };
    let (passes, speed) = outcome(&[crossing]);
    assert!(passes && speed > WANTED, "alone: {passes}, {speed} m/s");
    let (passes, speed) = outcome(&[(0.7, 0.0, east(WANTED)), crossing]);
    assert!(!passes && speed < WANTED, "in a queue: {passes}, {speed} m/s");
}

#[test]
fn who_is_stuck_against_someone_who_stands_strafes() {
    let mut world = scene(&[(0.41, 0.05, Point::ZERO)]);
    world.velocity[0] = Point::ZERO;
    let seen = inspect(&world);
    let strafe = seen.drives.iter().find(|d| d.name == "strafe").unwrap();
    assert!(strafe.chosen && strafe.turn < 0.0, "to the right, since the other is at the left: {strafe:?}");
    assert!(seen.velocity.y < -0.3, "{:?}", seen.velocity);
}

#[test]
fn a_drive_that_is_switched_off_has_no_interest() {
    let world = scene(&[(2.0, 0.3, east(-1.3))]);
    let seen = inspect_with(&world, &json!({ "without": ["clear_right", "detour_right"] }));
    assert!(seen.drives.iter().filter(|d| d.name.ends_with("_right")).all(|d| d.interest == 0.0));
    assert!(interest(&world, "clear_right") > 0.0);
}

#[test]
fn the_personal_space_is_shown() {
    let space = inspect(&scene(&[])).space.unwrap();
    assert_eq!((space.intimate, space.personal, space.social, space.heading), (0.45, 1.2, 3.6, east(1.0)));
}

// Paper S's claim: without the comfort drives people brush against each other.

/// Lets two groups of 20 walk through each other. Returns the mean over people of the least distance, m, and the share
/// of moments at which a pedestrian is within 0.45 m of another.
fn through_each_other(settings: &Value) -> (f64, f64) {
    let mut world = World { seed: 5, ..World::default() };
    for i in 0..40 {
        let (side, row) = (if i % 2 == 0 { -1.0 } else { 1.0 }, f64::from(i / 2));
        let at = Point::new(side * (4.0 + 1.0 * (row / 5.0).floor()), 0.9 * (row % 5.0) + 0.2 * side);
        world.add(at, east(-side * WANTED));
    }
    world.radius.fill(0.2);
    let model = comfort(settings);
    let (mut least, mut brushes, mut moments) = ([f64::INFINITY; 40], 0u32, 0u32);
    for _ in 0..120 {
        world.advance(&*model);
        for (i, least) in least.iter_mut().enumerate() {
            let others = (0..40).filter(|&j| j != i);
            let nearest = others.map(|j| world.position[i].distance(world.position[j])).fold(f64::INFINITY, f64::min);
            *least = least.min(nearest);
            brushes += u32::from(nearest < 0.45);
            moments += 1;
        }
    }
    (least.iter().sum::<f64>() / 40.0, f64::from(brushes) / f64::from(moments))
}

#[test]
fn with_the_comfort_drives_people_keep_farther_apart_and_brush_less() {
    let comfort_drives = ["clear_left", "clear_right", "avoid_obstacle", "decelerate"];
    let (with, without) = (through_each_other(&json!({})), through_each_other(&json!({ "without": comfort_drives })));
    println!(
        "least distance {:.2} m, brushing {:.4} with; {:.2} m, {:.4} without",
        with.0, with.1, without.0, without.1
    );
    assert!(with.1 < without.1, "brushing {} with, {} without", with.1, without.1);
    assert!(with.0 > without.0, "least distance {} with, {} without", with.0, without.0);
}
