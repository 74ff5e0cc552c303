//! Measures what recording costs: 10,000 people walk over a square of 200 m for 500 frames.
//!
//! ```text
//! cargo build --release -p populace-record --example cost
//! time target/release/examples/cost                 # makes the frames only
//! time target/release/examples/cost out/cost        # and records them
//! ```
//!
//! The cost of a row is the difference of the two processor times, divided by 5 million rows.

use std::path::Path;

use populace_geom::{Draws, Point};
use populace_record::{About, Document, Names, Writer};
use populace_traj::{Frame, Status};

const PEOPLE: u32 = 10_000;
const FRAMES: u64 = 500;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut writer = match std::env::args().nth(1) {
        Some(folder) => Some(Writer::replace(Path::new(&folder), &about())?),
        None => None,
    };
    let mut walk = Walk::new();
    for frame in 0..FRAMES {
        walk.on(frame);
        for step in [2 * frame, 2 * frame + 1] {
            let Some(writer) = &mut writer else { continue };
            if writer.wants_frame(step) {
                writer.frame(&walk.frame)?;
            }
            writer.step(step, step as f64 * 0.05, step.wrapping_mul(0x9e37_79b9_7f4a_7c15), PEOPLE)?;
        }
    }
    if let Some(writer) = writer {
        writer.finish("{}")?;
    }
    println!("{:?}", walk.frame.position[0]);
    Ok(())
}

fn about() -> About {
    About {
        populace: env!("CARGO_PKG_VERSION").into(),
        seed: 1,
        dt: 0.05,
        frame_every: 2,
        segment_steps: 600,
        until: None,
        names: Names { floors: vec!["ground".into(), "stairs".into()], ..Names::default() },
        scenario: Document { name: "cost.toml".into(), bytes: Vec::new() },
        place: Vec::new(),
    }
}

/// People who walk straight on and turn round at the border.
struct Walk {
    velocity: Vec<Point>,
    frame: Frame,
}

impl Walk {
    fn new() -> Self {
        let mut walk = Walk { velocity: Vec::new(), frame: Frame::default() };
        for pedestrian in 0..PEOPLE {
            let draws = Draws::new(1);
            let draw = |purpose| draws.unit(u64::from(pedestrian), 0, purpose);
            walk.frame.pedestrian.push(pedestrian);
            walk.frame.position.push(Point::new(1000.0 + 200.0 * draw(0), 200.0 * draw(1)));
            walk.velocity.push(Point::new(2.6 * draw(2) - 1.3, 2.6 * draw(3) - 1.3));
            walk.frame.floor.push(u16::from(pedestrian % 20 == 0));
            walk.frame.height.push(0.0);
            walk.frame.status.push(Status::Walking as u8);
            walk.frame.destination.push((7.0 * draw(4)) as u16);
        }
        walk
    }
    fn on(&mut self, frame: u64) {
        self.frame.step = 2 * frame;
        self.frame.time = 0.1 * frame as f64;
        for (i, (p, v)) in self.frame.position.iter_mut().zip(&mut self.velocity).enumerate() {
            *p += *v * 0.1;
            if !(1000.0..=1200.0).contains(&p.x) || !(0.0..=200.0).contains(&p.y) {
                *v = -*v;
            }
            if self.frame.floor[i] == 1 {
                self.frame.height[i] = (p.y * 0.5) as f32;
            }
        }
    }
}
