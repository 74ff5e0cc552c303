//! Measures what steering costs, in ns per pedestrian and call, for 10,000 pedestrians at two densities.
//!
//! `cargo run --release -p populace-steer --example cost_of_models [model] [settings as JSON]…`, for instance
//! `cost_of_models reactive '{"reactions":"driving_rule"}'`. Without settings the defaults are measured.

#[path = "../tests/world/mod.rs"]
mod world;

use std::time::Instant;

use populace_geom::{Draws, Point, maths};
use populace_steer::{MODELS, Model, ModelScratch, model};
use world::World;

const PEOPLE: usize = 10_000;
const NEIGHBOURS: usize = 6;

fn main() {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or(MODELS[0].name.to_string());
    let Some(entry) = model(&name) else {
        let names: Vec<_> = MODELS.iter().map(|m| m.name).collect();
        return eprintln!("error: there is no model {name}: one of {}", names.join(", "));
    };
    let mut settings: Vec<String> = words.collect();
    if settings.is_empty() {
        settings.push("{}".to_string());
    }
    for written in settings {
        let parsed = match serde_json::from_str(&written) {
            Ok(parsed) => parsed,
            Err(e) => return eprintln!("error: {written}: {e}"),
        };
        match (entry.make)(&parsed) {
            Ok(model) => measure(&format!("{name} {written}"), &*model),
            Err(e) => return eprintln!("error: {}: {}", e.path, e.what),
        }
    }
}

fn measure(title: &str, model: &dyn Model) {
    for density in [0.5, 2.0] {
        for (crowd, directions) in [("two-way", 2), ("all ways", 360)] {
            let mut world = random_crowd(density, directions);
            (0..10).for_each(|_| world.advance(model));
            world.perceive(NEIGHBOURS);
            let ns = least_time(model, &world);
            let speed = world.velocity.iter().map(|v| v.norm()).sum::<f64>() / PEOPLE as f64;
            let search = search_figures(model, &world).map_or(String::new(), |(examined, null)| {
                format!(", {examined:.2} examined, {:.1} % without a way", 100.0 * null)
            });
            println!("{title:<19} {density} /m² {crowd:<8} {ns:6.0} ns   mean speed {speed:.2}{search}");
        }
    }
}

/// Returns the least time of 20 calls over everyone, per pedestrian.
fn least_time(model: &dyn Model, world: &World) -> f64 {
    let crowd = world.crowd();
    let rows: Vec<u32> = (0..world.len() as u32).collect();
    let mut out = vec![Point::ZERO; rows.len()];
    let (mut best, mut scratch) = (f64::INFINITY, ModelScratch::default());
    for _ in 0..20 {
        let start = Instant::now();
        for (rows, out) in rows.chunks(256).zip(out.chunks_mut(256)) {
            model.steer(&crowd, rows, out, &mut scratch);
        }
        best = best.min(start.elapsed().as_nanos() as f64 / PEOPLE as f64);
    }
    best
}

/// Returns the mean number of examined propositions, and the share of people for whom none was chosen; `None` for
/// models that do not show propositions.
fn search_figures(model: &dyn Model, world: &World) -> Option<(f64, f64)> {
    let seen: Vec<_> = (0..world.len()).filter_map(|row| model.inspect(&world.crowd(), row)).collect();
    let pipes: Vec<_> = seen.iter().filter_map(|s| s.pipe.as_ref()).collect();
    let examined = pipes.iter().flat_map(|pipe| &pipe.propositions).filter(|p| p.examined).count();
    let null = pipes.iter().filter(|pipe| pipe.chosen().is_none()).count();
    let count = pipes.len() as f64;
    (!pipes.is_empty()).then_some((examined as f64 / count, null as f64 / count))
}

/// Returns people on a square lattice, each moved a little at random, so that nobody overlaps. Neighbours in space are
/// neighbours in memory.
fn random_crowd(density: f64, directions: usize) -> World {
    let draws = Draws::new(5);
    let spacing = 1.0 / f64::sqrt(density);
    let shake = (spacing - 0.5).max(0.0) * 0.5;
    let side = 100;
    let mut world = World::default();
    for i in 0..PEOPLE {
        let draw = |purpose| draws.unit(i as u64, 0, purpose);
        // Tiles of ten by ten, as a spatially coherent store has them.
        let (tile, within) = (i / 100, i % 100);
        let (x, y) = ((tile % (side / 10)) * 10 + within % 10, (tile / (side / 10)) * 10 + within / 10);
        let at = Point::new(x as f64 + 0.5, y as f64 + 0.5) * spacing
            + Point::new(draw(1) * 2.0 - 1.0, draw(2) * 2.0 - 1.0) * shake;
        let turn = (draw(3) * directions as f64).floor() / directions as f64 * std::f64::consts::TAU;
        let (sin, cos) = maths::sin_cos(turn);
        world.add(at, Point::new(cos, sin) * (1.34 + 0.5 * (draw(4) - 0.5)));
    }
    world
}
