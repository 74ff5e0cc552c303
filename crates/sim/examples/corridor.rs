//! Two groups of twenty people meet in a corridor and walk past each other.
//!
//! Run it with `cargo run -p populace-sim --example corridor`.

use populace_env::{Area, AreaKind, BuildOptions, Floor, FloorId, Outline, Place, build};
use populace_geom::Point;
use populace_mind::{ExitChoice, behaviours};
use populace_plan::{PLANNERS, Profile};
use populace_sim::{Arrivals, Body, FOLLOWERS, Mind, Population, Setup, Simulation};
use populace_steer::{MODELS, Steering};
use serde_json::json;

fn main() -> Result<(), populace_env::BuildError> {
    // The place: 40 m by 4 m, with an area at each end.
    let mut floor = Floor::level("corridor", 0.0);
    floor.walkable.push(Outline::new(rectangle(0.0, 40.0), "outline"));
    let areas = [("west", rectangle(0.0, 8.0)), ("east", rectangle(32.0, 40.0))].map(|(name, ring)| Area {
        name: name.into(),
        kind: AreaKind::Region,
        floor: FloorId::new(0),
        outline: Outline::new(ring, name),
    });
    let place = Place { floors: vec![floor], areas: areas.into(), ..Place::default() };
    let env = build(&place, &BuildOptions { body_width: 0.4, ..BuildOptions::default() })?.environment;

    // The people: each group begins in one area and leaves through the other, by the first line of every table.
    let steering = Steering::of(&MODELS[0], json!({})).expect("the defaults are within the limits");
    let group = |name: &str, from: usize, to: usize| Population {
        name: name.into(),
        steering: steering.clone(),
        planner: &PLANNERS[0],
        follower: &FOLLOWERS[0],
        profile: Profile { width: 0.4, ..Profile::default() },
        body: Body::default(),
        arrivals: vec![Arrivals::AtStart { count: 20, areas: vec![from].into() }],
        journey: vec![behaviours::leave(vec![to as u32], ExitChoice::Nearest)],
        mind: Mind::default(),
    };
    let setup = Setup { seed: 7, ..Setup::new(env, vec![group("eastbound", 0, 1), group("westbound", 1, 0)]) };

    // The run: a step is 0.05 s.
    let mut simulation = Simulation::new(setup);
    println!("    time  inside   mean x of the eastbound and of the westbound");
    while !simulation.is_over() && simulation.time() < 120.0 {
        let report = simulation.step();
        if report.step.is_multiple_of(100) {
            let (time, inside) = (report.time, report.inside);
            println!("{time:6.1} s  {inside:6}   {} m, {} m", mean_x(&simulation, 0), mean_x(&simulation, 1));
        }
    }
    println!("{} people left in {:.1} s", simulation.counts().left, simulation.time());
    Ok(())
}

/// Returns the corners of the corridor's part between two distances from its western end, m.
fn rectangle(west: f64, east: f64) -> Vec<Point> {
    [(west, 0.0), (east, 0.0), (east, 4.0), (west, 4.0)].map(|(x, y)| Point::new(x, y)).into()
}

/// Returns how far from the western end the people of a population are in the mean, m, as text.
fn mean_x(simulation: &Simulation, population: u16) -> String {
    let people = simulation.people();
    let theirs = (0..people.len()).filter(|&row| people.population[row] == population);
    let x: Vec<f64> = theirs.map(|row| people.position[row].x).collect();
    if x.is_empty() { "–".into() } else { format!("{:.1}", x.iter().sum::<f64>() / x.len() as f64) }
}
