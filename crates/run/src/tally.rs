//! Gathers the travel times, the waiting times and the densest spot of a run, which the simulation itself does not count. The tally takes positions
//! rounded as in recordings, so a reader of the recording finds the same numbers.

use populace_sim::{Simulation, StepReport};
use populace_traj::{
    DensestSpot, Frame, GoalCounts, GoalFigures, ObjectFigures, SpotFinder, TravelSummary, TravelTimes, WaitingTimes,
};
use serde::{Deserialize, Serialize};

use crate::checkpoint::{CheckpointError, from_part, to_part};
use crate::{Job, Positions, RunError, Sink};

/// Gathers travel times, waiting times and the densest spot.
pub struct Tally {
    dt: f64,
    /// The number of steps from a search for the densest spot to the next. The first search is at the start.
    look_every: u64,
    tallied: Tallied,
}

/// The numbers so far: the part of the tally in a checkpoint.
#[derive(Default, Serialize, Deserialize)]
struct Tallied {
    travel: TravelTimes,
    spots: SpotFinder,
    waits: WaitingTimes,
    goals: GoalCounts,
}

impl Tally {
    /// Returns an empty tally of a job.
    pub fn of(job: &Job) -> Self {
        Tally { dt: job.setup.timing.dt, look_every: job.steps_of_a_row(), tallied: Tallied::default() }
    }

    /// Returns the travel times of the people who left; `None` when nobody left.
    pub fn travel(&self) -> Option<TravelSummary> {
        self.tallied.travel.summary(self.dt)
    }
    /// Returns the figures of every object that anybody used or waited for, by its number.
    pub fn objects(&self) -> Vec<(u32, ObjectFigures)> {
        self.tallied.waits.figures(self.dt)
    }
    /// Returns what became of the goals of people, by population.
    pub fn goals(&self) -> impl Iterator<Item = (u32, &GoalFigures)> {
        self.tallied.goals.figures()
    }
    /// Returns the densest spot so far; `None` when nobody was on a floor.
    pub fn densest(&self) -> Option<DensestSpot> {
        self.tallied.spots.spot()
    }
}

impl Sink for Tally {
    fn name(&self) -> &str {
        "tally"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        step.is_multiple_of(self.look_every).then_some(Positions::AsRecorded)
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        for event in report.events {
            self.tallied.travel.event(event);
            self.tallied.waits.event(event);
            self.tallied.goals.event(event);
        }
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, _: &Simulation) -> Result<(), RunError> {
        self.tallied.spots.frame(frame);
        Ok(())
    }
    fn save(&self) -> Result<Option<Vec<u8>>, RunError> {
        to_part(&self.tallied)
    }
    fn load(&mut self, part: &[u8]) -> Result<(), CheckpointError> {
        self.tallied = from_part(part)?;
        Ok(())
    }
}
