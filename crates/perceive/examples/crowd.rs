//! Perceives a crowd in an open square, or in a square with blocks, again and again as it moves: something to time and
//! to profile.
//!
//! ```text
//! cargo build --release -p populace-perceive --example crowd
//! RAYON_NUM_THREADS=1 perf stat target/release/examples/crowd square 10000 1000 graph
//! ```
//! Arguments: `square` or `blocks`, people, calls, the name of a perception. There are 0.5 persons/m².

use populace_env::{BuildOptions, CellId, Environment, Floor, FloorId, Outline, Place, build};
use populace_geom::{Draws, Point};
use populace_perceive::{Bodies, Neighbours, PERCEPTIONS, Perceiving, perception};
use serde_json::json;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let word = |i: usize, default: &str| arguments.get(i).map_or(default.to_owned(), String::clone);
    let number = |i: usize, default: usize| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (count, calls) = (number(2, 10_000), number(3, 100));
    let env = place(&word(1, "square"), count);
    let Some(perceiving) = perception(&word(4, "graph")).and_then(|entry| Perceiving::of(entry, json!({})).ok()) else {
        let names: Vec<_> = PERCEPTIONS.iter().map(|p| p.name).collect();
        return eprintln!("error: there is no such perception; there are {}", names.join(", "));
    };
    let (mut position, mut cell, mut velocity) = people(&env, count);
    let (mut neighbourhood, mut near) = (perceiving.neighbourhood(), Neighbours::default());
    for _ in 0..calls {
        let bodies = Bodies { position: &position, cell: &cell, velocity: &velocity };
        neighbourhood.perceive(env.as_given(), bodies, &mut near);
        for i in 0..count {
            let next = position[i] + velocity[i] * 0.1;
            match env.locate(FloorId(0), next, Some(cell[i])) {
                Some(there) => (position[i], cell[i]) = (next, there),
                None => velocity[i] = -velocity[i],
            }
        }
    }
    println!("{count} people, {calls} calls: {:.2} neighbours in the mean", near.rows.len() as f64 / count as f64);
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Outline {
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
    Outline::new(corners.map(|(x, y)| Point::new(x, y)).to_vec(), "rectangle")
}

/// Returns a square, with or without blocks of 10 m every 20 m.
fn place(scene: &str, count: usize) -> Environment {
    let side = (count as f64 / 0.5).sqrt();
    let mut ground = Floor::level("ground", 0.0);
    ground.walkable.push(rectangle(0.0, 0.0, side, side));
    let along = if scene == "blocks" { (side / 20.0) as u32 } else { 0 };
    for i in 0..along * along {
        let (x, y) = (5.0 + f64::from(i % along) * 20.0, 5.0 + f64::from(i / along) * 20.0);
        ground.obstacles.push(rectangle(x, y, x + 10.0, y + 10.0));
    }
    let place = Place { floors: vec![ground], ..Place::default() };
    build(&place, &BuildOptions::default()).expect("a square builds").environment
}

/// Returns walkers in bands of 4 m, so that rows that are near each other in memory are near on the ground.
fn people(env: &Environment, count: usize) -> (Vec<Point>, Vec<CellId>, Vec<Point>) {
    let (draws, side) = (Draws::new(1), env.floors()[0].bounds.max);
    let mut found: Vec<(Point, CellId)> = (0..u64::MAX)
        .filter_map(|i| {
            let at = Point::new(draws.unit(i, 0, 1) * side.x, draws.unit(i, 0, 2) * side.y);
            env.locate(FloorId(0), at, None).map(|cell| (at, cell))
        })
        .take(count)
        .collect();
    found.sort_by(|a, b| ((a.0.y / 4.0) as u32).cmp(&((b.0.y / 4.0) as u32)).then(a.0.x.total_cmp(&b.0.x)));
    let velocity = |i: u64| Point::new(draws.unit(i, 0, 3) - 0.5, draws.unit(i, 0, 4) - 0.5) * 2.0;
    let (position, cell) = found.into_iter().unzip();
    (position, cell, (0..count as u64).map(velocity).collect())
}
