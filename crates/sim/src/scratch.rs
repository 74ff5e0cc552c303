//! Scratch: memory that a step uses and that no result depends on. It may be dropped between two steps.

use populace_geom::{Bounds, Point};
use populace_mind::Claim;
use populace_traj::Event;

use crate::bars::BarredCells;
use crate::lifts::Waiting;
use crate::motion;
use crate::phases::Due;
use crate::report::Counts;
use crate::trains::AtDoor;
use crate::walls::NearEdges;

/// Rows that one thread takes at a time; part of no result.
pub(crate) const CHUNK: usize = 256;

/// Chunks that a thread takes at most before it looks whether another has nothing to do.
pub(crate) const AT_A_TIME: usize = 2;

/// The lists that are made anew whenever they are needed.
#[derive(Default)]
pub(crate) struct Scratch {
    /// Row by id, or NONE.
    pub row_of: Vec<u32>,
    /// Ids of all rows, ascending.
    pub inside: Vec<u32>,
    /// Ids of the pedestrians that got a row and are not in `inside` yet.
    pub came: Vec<u32>,
    /// People on their way to each exit, by area.
    pub heading: Vec<u32>,
    /// The reasons for a decision about the journey, by row.
    pub attention: Vec<u8>,
    pub preferred: Vec<Point>,
    pub top_speed: Vec<f64>,
    /// Positions after the step.
    pub next: Vec<Point>,
    pub chunks: Vec<ChunkScratch>,
    /// A box around the people of each chunk of rows. Boxes are used only when every chunk has a box.
    pub boxes: Vec<Bounds>,
    /// Which pedestrians were met in a check of the state, by id.
    pub is_known: Vec<bool>,
    pub order: Vec<(u64, u32)>,
    pub rows: Vec<u32>,
    /// The pedestrians that are looked at in a decision.
    pub due: Vec<Due>,
    pub swaps: Vec<(u32, u32)>,
    /// The pedestrians at the doors of lifts.
    pub waiting: Vec<Waiting>,
    /// The claims of pedestrians on objects in this decision, in the order of the pedestrians' ids.
    pub claims: Vec<(u32, Claim)>,
    pub changed_minds: ChangedMinds,
    /// Who asks to get on a train.
    pub at_doors: Vec<AtDoor>,
    pub events: Vec<Event>,
    /// The pedestrians who were added in this decision.
    pub newcomers: Vec<u32>,
    /// Whether all pedestrians that wait for a route get it in this decision.
    pub plans_all: bool,
}

impl Scratch {
    /// Takes out the scratch of all chunks of `rows` rows; the caller puts it back.
    pub(crate) fn take_chunks(&mut self, rows: usize) -> Vec<ChunkScratch> {
        let mut chunks = std::mem::take(&mut self.chunks);
        chunks.resize_with(rows.div_ceil(CHUNK), ChunkScratch::new);
        chunks
    }
}

/// The pedestrians that may want something else, or that are gone, since claims were looked at last.
#[derive(Default)]
pub(crate) struct ChangedMinds {
    /// Whether they are known. They are not before claims are looked at for the first time.
    is_known: bool,
    ids: Vec<u32>,
    /// By id: whether it is one of them.
    is_one: Vec<bool>,
}

impl ChangedMinds {
    pub fn note(&mut self, pedestrian: u32) {
        let i = pedestrian as usize;
        if i >= self.is_one.len() {
            self.is_one.resize((i + 1).next_power_of_two(), false);
        }
        if !std::mem::replace(&mut self.is_one[i], true) {
            self.ids.push(pedestrian);
        }
    }
    pub fn may_hold(&self, pedestrian: u32) -> bool {
        !self.is_known || self.is_one.get(pedestrian as usize).is_some_and(|&is_one| is_one)
    }
    pub fn forget(&mut self) {
        self.is_known = true;
        self.ids.drain(..).for_each(|id| self.is_one[id as usize] = false);
    }
}

/// What one chunk of rows needs.
pub(crate) struct ChunkScratch {
    pub advance: motion::Scratch,
    /// The edges of cells near each row, found since the last decision.
    pub near: NearEdges,
    /// The walls of cells for rows that do not step across all open edges of their cells.
    pub barred: BarredCells,
    pub models: populace_steer::ModelScratch,
    pub rows: Vec<u32>,
    pub velocity: Vec<Point>,
    /// A box around the people of the chunk, made before a decision.
    pub bounds: Option<Bounds>,
    pub counts: Counts,
    /// Rows whose model returned a velocity that is not finite.
    pub contained: Vec<u32>,
    pub hash: u64,
}

impl ChunkScratch {
    /// Returns empty lists with room for what a chunk usually holds, so that lists that vary do not allocate now and
    /// then.
    fn new() -> Self {
        ChunkScratch {
            advance: motion::Scratch::new(),
            near: NearEdges::new(),
            barred: BarredCells::default(),
            models: populace_steer::ModelScratch::default(),
            rows: Vec::with_capacity(CHUNK),
            velocity: Vec::with_capacity(CHUNK),
            bounds: None,
            counts: Counts::default(),
            contained: Vec::new(),
            hash: 0,
        }
    }
}
