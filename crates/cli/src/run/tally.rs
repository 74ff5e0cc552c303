//! What a run's frames and events amount to: travel times, the densest spot, and what the scenario measures.
//!
//! Frames come as they are recorded, so that whoever reads the recording finds the same numbers.

use populace_env::Environment;
use populace_scenario::Scenario;
use populace_traj::{Event, Frame, SPOT_SIDE, Spot, SpotFinder, TravelSummary, TravelTimes, Words};
use serde_json::{Value, json};

use super::Measures;

/// Counts as the run goes on.
pub struct Tally {
    dt: f64,
    frame_every: u64,
    /// The densest spot is looked for after every so many steps.
    look_every: u64,
    travel: TravelTimes,
    spots: SpotFinder,
    measures: Measures,
}

impl Tally {
    /// Nothing yet, in steps of `dt` s.
    pub fn new(dt: f64, scenario: &Scenario, env: &Environment) -> Self {
        let frame_every = scenario.record().frame_every;
        let frame_time = dt * f64::from(frame_every);
        // About a second.
        let frames = (1.0 / frame_time).round().max(1.0) as u64;
        Tally {
            dt,
            frame_every: frame_every.into(),
            look_every: u64::from(frame_every) * frames,
            travel: TravelTimes::default(),
            spots: SpotFinder::default(),
            measures: Measures::new(scenario.measures(), env, frame_time, frames),
        }
    }

    /// Whether the frame after `step` is looked at: one in about a second for the densest spot, each when something is measured.
    pub fn wants_frame(&self, step: u64) -> bool {
        step.is_multiple_of(if self.measures.is_empty() { self.look_every } else { self.frame_every })
    }

    pub fn event(&mut self, event: &Event) {
        self.travel.event(event);
    }

    /// Takes a frame; those that are not wanted do not count.
    pub fn frame(&mut self, frame: &Frame) {
        if frame.step.is_multiple_of(self.look_every) {
            self.spots.frame(frame);
        }
        if !self.measures.is_empty() && frame.step.is_multiple_of(self.frame_every) {
            self.measures.frame(frame.step / self.frame_every, frame);
        }
    }

    /// Travel times of those who left.
    pub fn travel(&self) -> Option<TravelSummary> {
        self.travel.summary(self.dt)
    }
    /// The densest spot so far.
    pub fn densest(&self) -> Option<Spot> {
        self.spots.spot()
    }
    /// What the scenario measures.
    pub fn measures(&self) -> &Measures {
        &self.measures
    }

    /// Travel times and the densest spot for scripts; floors by name.
    pub fn json(&self, floors: &[String]) -> (Value, Value) {
        let travel =
            self.travel().map(|t| json!({ "mean": t.mean, "median": t.median, "p95": t.p95, "longest": t.longest }));
        let densest = self.densest().map(|d| {
            let (floor, at) = (floors.get(usize::from(d.floor)), [d.middle.x, d.middle.y]);
            json!({ "per_m2": d.density, "at": at, "floor": floor, "time_s": d.time, "square_m": SPOT_SIDE })
        });
        (json!(travel), json!(densest))
    }

    /// Appends its state.
    pub fn save(&self, to: &mut String) {
        self.travel.save(to);
        self.spots.save(to);
        self.measures.save(to);
    }
    /// Goes on from what [`Tally::save`] wrote in a run of the same scenario; `None` when it is something else.
    pub fn load(&mut self, text: &str) -> Option<()> {
        let from = &mut Words::of(text);
        self.travel = TravelTimes::load(from)?;
        self.spots = SpotFinder::load(from)?;
        self.measures.load(from)
    }
}
