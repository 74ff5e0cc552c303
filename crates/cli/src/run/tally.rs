//! What a run's frames and events amount to: travel times and the densest spot.
//!
//! A pure function of what is recorded, so that a resumed run tallies the part before its checkpoint from the recording.

use populace_geom::Point;
use populace_record::POSITION_STEP;
use populace_traj::{Event, EventKind, Frame};
use serde_json::{Value, json};

/// Side of the squares in which people are counted for the densest spot, m.
const SQUARE: f64 = 2.0;

/// Counts as the run goes on.
pub struct Tally {
    dt: f64,
    /// The densest spot is looked for after every so many steps.
    look_every: u64,
    /// By pedestrian: the step of coming in.
    entered: Vec<u64>,
    /// Steps between coming in and leaving, in the order of leaving.
    travelled: Vec<u64>,
    densest: Option<Densest>,
    squares: Vec<(u16, i64, i64)>,
}

/// Where most people were within a square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Densest {
    pub people: u32,
    pub floor: u16,
    /// The middle of the square.
    pub at: Point,
    pub time: f64,
}

impl Densest {
    /// Persons/m².
    pub fn density(&self) -> f64 {
        f64::from(self.people) / (SQUARE * SQUARE)
    }
}

/// Travel times, s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Travel {
    pub mean: f64,
    pub median: f64,
    pub p95: f64,
}

impl Tally {
    /// Nothing yet, in steps of `dt` s with a frame after every `frame_every` of them.
    pub fn new(dt: f64, frame_every: u32) -> Self {
        let frames = (1.0 / (dt * f64::from(frame_every))).round().max(1.0);
        Tally {
            dt,
            look_every: u64::from(frame_every) * frames as u64,
            entered: Vec::new(),
            travelled: Vec::new(),
            densest: None,
            squares: Vec::new(),
        }
    }

    /// Whether the frame after `step` is looked at: about one in a second.
    pub fn wants_frame(&self, step: u64) -> bool {
        step.is_multiple_of(self.look_every)
    }

    pub fn event(&mut self, event: &Event) {
        let who = event.pedestrian as usize;
        match event.kind {
            EventKind::Entered => {
                if self.entered.len() <= who {
                    self.entered.resize(who + 1, u64::MAX);
                }
                self.entered[who] = event.step;
            }
            EventKind::Left => {
                let entered = self.entered.get(who).copied().unwrap_or(u64::MAX);
                self.travelled.extend(event.step.checked_sub(entered));
            }
            _ => {}
        }
    }

    pub fn frame(&mut self, frame: &Frame) {
        if !self.wants_frame(frame.step) {
            return;
        }
        // As recorded, so that a resumed run finds everyone in the same squares.
        let recorded = |metres: f64| (metres / POSITION_STEP).round_ties_even() * POSITION_STEP;
        let square = |metres: f64| (recorded(metres) / SQUARE).floor() as i64;
        self.squares.clear();
        self.squares.extend(frame.position.iter().zip(&frame.floor).map(|(p, &f)| (f, square(p.x), square(p.y))));
        self.squares.sort_unstable();
        for same in self.squares.chunk_by(|a, b| a == b) {
            let people = same.len() as u32;
            if self.densest.is_none_or(|d| d.people < people) {
                let (floor, x, y) = same[0];
                let at = Point::new((x as f64 + 0.5) * SQUARE, (y as f64 + 0.5) * SQUARE);
                self.densest = Some(Densest { people, floor, at, time: frame.time });
            }
        }
    }

    /// Travel times of those who left.
    pub fn travel(&self) -> Option<Travel> {
        let mut steps = self.travelled.clone();
        steps.sort_unstable();
        let last = steps.len().checked_sub(1)?;
        let quantile = |share: f64| steps[(share * last as f64).round() as usize] as f64 * self.dt;
        let mean = steps.iter().sum::<u64>() as f64 * self.dt / steps.len() as f64;
        Some(Travel { mean, median: quantile(0.5), p95: quantile(0.95) })
    }

    /// The densest spot so far.
    pub fn densest(&self) -> Option<Densest> {
        self.densest
    }

    /// Both for scripts; floors by name.
    pub fn json(&self, floors: &[String]) -> (Value, Value) {
        let travel = self.travel().map(|t| json!({ "mean": t.mean, "median": t.median, "p95": t.p95 }));
        let densest = self.densest.map(|d| {
            let floor = floors.get(usize::from(d.floor));
            json!({ "per_m2": d.density(), "at": [d.at.x, d.at.y], "floor": floor, "time_s": d.time, "square_m": SQUARE })
        });
        (json!(travel), json!(densest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(step: u64, pedestrian: u32, kind: EventKind) -> Event {
        Event { step, pedestrian, kind, subject: 0 }
    }

    #[test]
    fn travel_times_are_from_coming_in_to_leaving() {
        let mut tally = Tally::new(0.5, 1);
        for (who, steps) in [(0, 10), (1, 20), (2, 60)] {
            tally.event(&event(4, who, EventKind::Entered));
            tally.event(&event(4 + steps, who, EventKind::Left));
        }
        tally.event(&event(4, 3, EventKind::Entered));
        // 5, 10 and 30 s; the fourth is still inside.
        assert_eq!(tally.travel(), Some(Travel { mean: 15.0, median: 10.0, p95: 30.0 }));
    }

    #[test]
    fn the_densest_spot_is_the_first_square_with_most_people() {
        let mut tally = Tally::new(0.05, 2);
        let mut frame = Frame { step: 20, time: 1.0, ..Frame::default() };
        for (who, (x, y)) in [(0.1, 0.1), (-0.1, 0.2), (1.9, 1.0), (-0.5, 0.5), (0.5, 1.5)].into_iter().enumerate() {
            frame.pedestrian.push(who as u32);
            frame.position.push(Point::new(x, y));
            frame.height.push(0.0);
            frame.floor.push(1);
        }
        tally.frame(&frame);
        frame.step = 40;
        tally.frame(&frame);
        // Three of the five are in the square from (0, 0) to (2, 2): 3 / 4 m².
        let expected = Densest { people: 3, floor: 1, at: Point::new(1.0, 1.0), time: 1.0 };
        assert_eq!(tally.densest(), Some(expected));
        assert_eq!(expected.density(), 0.75);
    }
}
