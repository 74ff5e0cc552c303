//! The state as one number per step, by which two runs are compared.

use populace_geom::Mixer;
use populace_perceive::Neighbours;
use rayon::prelude::*;

use super::State;
use crate::scratch::{AT_A_TIME, CHUNK};
use crate::simulation::Simulation;

/// Steps between two hashes over all columns and lists of neighbours; in between, only the columns that change all the time are hashed.
const WHOLE_EVERY: u64 = 20;

impl Simulation {
    /// Returns the state as a number, see [`StepReport::hash`](crate::StepReport::hash). Rows are added up, so that neither their order
    /// nor the chunks matter.
    pub(crate) fn hash(&mut self) -> u64 {
        let state = &self.state;
        let mut chunks = self.scratch.take_chunks(state.people.len());
        chunks.par_iter_mut().enumerate().with_max_len(AT_A_TIME).for_each(|(i, scratch)| {
            let rows = i * CHUNK..((i + 1) * CHUNK).min(state.people.len());
            scratch.hash = rows.fold(0, |sum: u64, row| sum.wrapping_add(hash_of_row(state, row)));
        });
        let mut mixer = Mixer::default();
        mixer.word(chunks.iter().fold(0, |sum: u64, chunk| sum.wrapping_add(chunk.hash)));
        state.mix(&mut mixer);
        self.scratch.chunks = chunks;
        mixer.result()
    }
}

#[inline]
fn hash_of_row(state: &State, row: usize) -> u64 {
    let mut mixer = Mixer::default();
    state.mix_row(row, state.step.is_multiple_of(WHOLE_EVERY), &state.people.id, &mut mixer);
    mixer.result()
}

/// A part of the state that is hashed row by row.
pub(crate) trait ByRow {
    /// Mixes what changes all the time in a row, or all of the row. Rows change their order, so other rows are mixed by their id.
    fn mix(&self, row: usize, is_whole: bool, ids: &[u32], mixer: &mut Mixer);
}

impl ByRow for Neighbours {
    #[inline]
    fn mix(&self, row: usize, is_whole: bool, ids: &[u32], mixer: &mut Mixer) {
        if is_whole {
            let neighbours = self.of(row);
            mixer.word(neighbours.len() as u64);
            neighbours.iter().for_each(|&other| mixer.word(ids[other as usize].into()));
        }
    }
}
