//! Planners and the simulation have one rule for how a floor changes walking: the time that a planner expects is the time that a
//! pedestrian takes.

use crate::support::*;
use populace_env::{Belt, BuildOptions, Environment, Floor, FloorId, FloorKind, Height, Outline, Place, Stairs, build};
use populace_geom::Point;
use populace_plan::cost::{NO_WAY, seconds_of};
use populace_plan::{Keys, Profile, Roadmap, Spot};
use populace_sim::{Arrivals, Placed, Population, Simulation};

/// Free walking speed of the pedestrian, m/s.
const FREE: f64 = 1.34;

/// The pedestrian is timed between these two marks, m along the flight: after it has come up to speed, before it slows
/// down.
const TIMED: [f64; 2] = [10.0, 30.0];

/// Returns a flight of 40 × 3 m whose axis runs east and climbs by `climb` m.
fn flight(kind: FloorKind, climb: f64) -> Environment {
    let mut floor = Floor::level("flight", 0.0);
    floor.kind = kind;
    floor.height = Height::Along(vec![(Point::new(0.0, 1.5), 0.0), (Point::new(40.0, 1.5), climb)]);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 40.0, 3.0), "flight"));
    let place = Place { floors: vec![floor], ..Place::default() };
    build(&place, &BuildOptions::default()).expect("a flight builds").environment
}

fn spot(env: &Environment, x: f64) -> Spot {
    let point = Point::new(x, 1.5);
    Spot { cell: env.locate(FloorId::new(0), point, None).expect("walkable"), point }
}

/// Returns the time that a planner expects between two places of the flight, s; `None` when it knows no way.
fn planned(env: &Environment, [from, to]: [f64; 2]) -> Option<f64> {
    let profile = Profile { speed: FREE, ..Profile::default() };
    let map = Roadmap::of(env.as_given(), &profile, Keys::default());
    let cost = map.cost_within(env, spot(env, from), spot(env, to));
    (cost < NO_WAY).then(|| seconds_of(cost))
}

/// Returns the time that a lone pedestrian takes between two places of the flight, s.
fn walked(env: Environment, [from, to]: [f64; 2]) -> f64 {
    let [start, goal] = if from < to { [3.0, 38.0] } else { [37.0, 2.0] };
    let placed = Placed { at: spot(&env, start), speed: Some(FREE), goal: Some(spot(&env, goal)) };
    let alone = Population { arrivals: vec![Arrivals::Placed(vec![placed])], journey: Vec::new(), ..leaving(0, 0, 0) };
    let mut simulation = Simulation::new(setup(env, vec![alone]));
    let is_beyond = |x: f64, mark: f64| if from < to { x >= mark } else { x <= mark };
    let mut passed = [f64::NAN; 2];
    while simulation.time() < 300.0 && passed[1].is_nan() {
        let before = (simulation.time(), simulation.people().position.first().map(|p| p.x));
        simulation.step();
        let after = (simulation.time(), simulation.people().position.first().map(|p| p.x));
        let (Some(was), Some(is)) = (before.1, after.1) else { continue };
        for (mark, time) in [from, to].into_iter().zip(&mut passed) {
            if time.is_nan() && is_beyond(is, mark) {
                *time = before.0 + (after.0 - before.0) * (mark - was) / (is - was);
            }
        }
    }
    passed[1] - passed[0]
}

/// Checks the expected time against a hand calculation, and the walked time against the expected time.
fn agree(what: &str, kind: FloorKind, climb: f64, way: [f64; 2], speed: f64) {
    let env = flight(kind, climb);
    let by_hand = (way[1] - way[0]).abs() / speed;
    let expected = planned(&env, way).unwrap_or_else(|| panic!("{what}: no way"));
    assert!((expected - by_hand).abs() < 1e-3 * by_hand, "{what}: {expected} s planned, {by_hand} s by hand");
    let taken = walked(env, way);
    assert!((taken - expected).abs() < 0.01 * expected, "{what}: {taken} s walked, {expected} s planned");
}

#[test]
fn stairs_take_as_long_as_planned_up_and_down() {
    let stairs = Stairs::default();
    let climb = 40.0 * stairs.rise / stairs.going;
    let [near, far] = TIMED;
    agree("up", FloorKind::Stairs(stairs), climb, [near, far], FREE * stairs.up_factor);
    agree("down", FloorKind::Stairs(stairs), climb, [far, near], FREE * stairs.down_factor);
    agree("down an axis that falls", FloorKind::Stairs(stairs), -climb, [near, far], FREE * stairs.down_factor);
}

#[test]
fn an_escalator_carries_and_a_stopped_one_is_stairs() {
    let stairs = Stairs::default();
    let [near, far] = TIMED;
    let moving = |speed| FloorKind::Escalator(Belt { speed });
    agree("carried up", moving(0.5), 23.0, [near, far], 0.5);
    agree("carried down", moving(-0.65), 23.0, [far, near], 0.65);
    assert_eq!(planned(&flight(moving(0.5), 23.0), [far, near]), None, "nobody goes against it");
    agree("up a stopped one", moving(0.0), 23.0, [near, far], FREE * stairs.up_factor);
    // Planners used to expect the time up in both directions.
    agree("down a stopped one", moving(0.0), 23.0, [far, near], FREE * stairs.down_factor);
}

#[test]
fn a_walkway_adds_its_speed_and_takes_it_from_pedestrians_who_walk_against_it() {
    let [near, far] = TIMED;
    let moving = |speed| FloorKind::Walkway(Belt { speed });
    agree("with the belt", moving(0.75), 0.0, [near, far], FREE + 0.75);
    agree("against the belt", moving(0.75), 0.0, [far, near], FREE - 0.75);
    agree("with a belt that runs back", moving(-0.75), 0.0, [far, near], FREE + 0.75);
    agree("a stopped belt", moving(0.0), 0.0, [near, far], FREE);
}

#[test]
fn stairs_without_an_axis_are_walked_at_the_mean_of_up_and_down() {
    // The simulation used to walk them as if they were flat.
    let stairs = Stairs { up_factor: 0.4, down_factor: 0.6, ..Stairs::default() };
    let mut floor = Floor::level("spiral", 0.0);
    floor.kind = FloorKind::Stairs(stairs);
    floor.walkable.push(Outline::new(rectangle(0.0, 0.0, 40.0, 3.0), "spiral"));
    let env = || {
        let place = Place { floors: vec![floor.clone()], ..Place::default() };
        build(&place, &BuildOptions::default()).expect("a spiral builds").environment
    };
    let expected = planned(&env(), TIMED).expect("a way");
    // 20 m / 1.34 m/s · (1 / 0.4 + 1 / 0.6) / 2
    assert!((expected - 31.095).abs() < 0.01, "{expected}");
    let taken = walked(env(), TIMED);
    assert!((taken - expected).abs() < 0.01 * expected, "{taken} s walked, {expected} s planned");
}

/// 1.3 m/s on the flat and half as much again at most; up these stairs at half the speed, with half of the haste:
/// 0.5 · (1.3 + 0.325) m/s. On a ramp the haste counts in full.
#[test]
fn on_stairs_half_of_the_haste_counts() {
    let stairs = Stairs { up_factor: 0.5, down_factor: 0.6, ..Stairs::default() };
    let top_speed = |kind: FloorKind, x: f64| {
        let env = flight(kind, 10.0);
        env.floors()[0].footing().top_speed(Point::new(x, 0.0), 1.3, 1.95)
    };
    assert!((top_speed(FloorKind::Stairs(stairs), 1.0) - 0.8125).abs() < 1e-12);
    assert!((top_speed(FloorKind::Stairs(stairs), -1.0) - 0.975).abs() < 1e-12);
    assert!((top_speed(FloorKind::Ramp, 1.0) - 1.95).abs() < 1e-12);
}
