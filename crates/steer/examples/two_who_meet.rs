//! Runs one model alone: two pedestrians walk towards each other, pass, and go on. Nothing else of the project is
//! needed.
//!
//! `cargo run -p populace-steer --example two_who_meet [model]`, for instance `two_who_meet orca`. Without a name the
//! first model is taken.

use populace_geom::{Draws, Point, Segment};
use populace_steer::{Acquaintance, Crowd, MODELS, ModelScratch, NO_GROUP, Steering, Walls, model};
use serde_json::json;

/// The time between two decisions, s.
const DT: f64 = 0.1;

/// An open plane: there are no walls.
struct Open;

impl Walls for Open {
    fn around(&self, _row: usize) -> &[Segment] {
        &[]
    }
    fn within(&self, _row: usize, _reach: f64, _into: &mut Vec<Segment>) {}
    fn free_share(&self, _row: usize, _way: Point) -> f64 {
        1.0
    }
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_else(|| MODELS[0].name.to_owned());
    let Some(entry) = model(&name) else {
        let names: Vec<_> = MODELS.iter().map(|m| m.name).collect();
        return eprintln!("error: there is no model {name}; there are {}", names.join(", "));
    };
    let steering = Steering::of(entry, json!({})).expect("the defaults are within their limits");
    println!("{}: {}\n   time        first             second        gap", entry.name, entry.about);

    // The two are 8 m apart. Each wants to walk straight through the place of the other, and beyond.
    let preferred = [Point::new(1.3, 0.0), Point::new(-1.3, 0.0)];
    let mut position = [Point::new(-4.0, 0.0), Point::new(4.0, 0.0)];
    let mut velocity = preferred;
    let mut scratch = ModelScratch::default();
    for step in 0..60u64 {
        let time = step as f64 * DT;
        if step.is_multiple_of(5) {
            let [a, b] = position;
            let gap = a.distance(b) - 0.5;
            println!("  {time:4.1} s  ({:5.2}, {:5.2}) m  ({:5.2}, {:5.2}) m  {gap:5.2} m", a.x, a.y, b.x, b.y);
        }
        let crowd = Crowd {
            id: &[0, 1],
            position: &position,
            velocity: &velocity,
            radius: &[0.25; 2],
            preferred: &preferred,
            top_speed: &[2.0; 2],
            group: &[NO_GROUP; 2],
            acquaintance: Acquaintance::STRANGERS,
            // Each of the two perceives the other.
            near_start: &[0, 1, 2],
            near: &[1, 0],
            walls: &Open,
            draws: Draws::new(1),
            step,
            time,
            dt: DT,
        };
        let mut chosen = [Point::ZERO; 2];
        steering.model().steer(&crowd, &[0, 1], &mut chosen, &mut scratch);
        velocity = chosen;
        for (at, velocity) in position.iter_mut().zip(velocity) {
            *at += velocity * DT;
        }
    }
}
