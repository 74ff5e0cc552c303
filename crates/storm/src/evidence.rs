//! What a trial gathers of a world, as plain data. Invariants look at nothing else, so that a test can spoil every part of it.

use std::sync::Arc;

use populace_env::{Doors, Environment, FloorId};
use populace_geom::Point;
use populace_mind::Usage;
use populace_plan::Spot;
use populace_record::Step;
use populace_run::{Ended, Job, Summary};
use populace_sim::{Census, Counts, Status};
use populace_traj::{Event, Frame};

/// Everything that was gathered of a world.
pub struct Evidence {
    /// The world as it was proven.
    pub job: Job,
    /// Looks at the first run, twice a second, and at its end.
    pub looks: Vec<Glance>,
    /// The state hashes of every run.
    pub trails: Vec<Trail>,
    /// The number of `entered` and of `left` among the events of the first run.
    pub passed: [u64; 2],
    /// Why the first run ended.
    pub ended: Ended,
    /// The summary of the first run.
    pub summary: Summary,
    /// The number of travel times in the tally of the first run.
    pub travelled: u64,
    /// The recording of a run that went on to its end.
    pub whole: Rows,
    /// The recording of a run that was killed and resumed.
    pub resumed: Rows,
    /// What became of recordings in which a byte was flipped.
    pub flips: Vec<Flip>,
    /// The time of the last event of the scenario, s.
    pub last_event: f64,
}

/// The state hashes of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// How it was run.
    pub label: &'static str,
    /// The hash of every step.
    pub hashes: Vec<u64>,
}

/// A look at a running simulation.
#[derive(Clone)]
pub struct Glance {
    /// Steps done.
    pub step: u64,
    /// Time, s.
    pub time: f64,
    /// The place with its obstacles.
    pub env: Arc<Environment>,
    /// Its doors.
    pub doors: Doors,
    /// The pedestrians on floors.
    pub bodies: Vec<Body>,
    /// The number of rows of the frame, riders of lifts included.
    pub rows: u64,
    /// The census.
    pub census: Census,
    /// The counts.
    pub counts: Counts,
    /// Who uses each object, and who stands in its line.
    pub usages: Vec<Usage>,
    /// What the simulation itself finds wrong with its state.
    pub invalid: Option<String>,
}

/// A pedestrian on a floor.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its id.
    pub id: u32,
    /// Its floor.
    pub floor: FloorId,
    /// Where it is, m.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Point,
    /// How high it is, m.
    pub height: f64,
    /// Half its width, m.
    pub radius: f64,
    /// Its desired speed, m/s.
    pub speed: f64,
    /// What it is doing.
    pub status: Status,
    /// Its population.
    pub population: u16,
    /// The stage of its journey.
    pub stage: u32,
    /// The areas by one of which it wants to leave now; empty when it wants something else.
    pub exits: Vec<u32>,
    /// The area that it wants to get to now, without leaving there.
    pub area: Option<u32>,
    /// The objects of which it wants to use one, as far as it knows of them; empty while it has a way.
    pub objects: Vec<u32>,
    /// The pedestrian that it talks with or wants to talk with.
    pub talks_with: Option<u32>,
    /// Where its way ends.
    pub goal: Spot,
}

/// What a recording holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// Its frames.
    pub frames: Vec<Frame>,
    /// Its events.
    pub events: Vec<Event>,
    /// Its steps with their hashes.
    pub steps: Vec<Step>,
    /// What was measured.
    pub measures: Option<String>,
    /// The summary.
    pub summary: Option<String>,
}

/// A byte that was flipped in a file of a recording, and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Flip {
    /// The file, relative to the recording.
    pub file: String,
    /// The position of the byte.
    pub position: usize,
    /// Whether a seal covers the file.
    pub is_sealed: bool,
    /// Whether the recording was refused.
    pub is_refused: bool,
    /// Whether the rows are the same as before.
    pub is_same: bool,
}
