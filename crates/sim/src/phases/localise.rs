//! Localise: every pedestrian finds out where on its way it is.

use rayon::prelude::*;

use crate::scratch::{AT_A_TIME, CHUNK};
use crate::simulation::{Now, Simulation};

impl Simulation {
    /// Finds out where on its way every pedestrian is, and which pedestrians need a decision about their journey.
    pub(crate) fn localise(&mut self, now: Now) {
        self.sort(now);
        let mut track = std::mem::take(&mut self.state.people.track);
        let mut ahead = std::mem::take(&mut self.state.people.ahead);
        let mut attention = std::mem::take(&mut self.scratch.attention);
        attention.resize(track.len(), 0);
        let this = &*self;
        let chunks = track.par_chunks_mut(CHUNK).zip(ahead.par_chunks_mut(CHUNK));
        chunks.zip(attention.par_chunks_mut(CHUNK)).enumerate().with_max_len(AT_A_TIME).for_each(
            |(i, ((track, ahead), attention))| {
                for (k, attention) in attention.iter_mut().enumerate() {
                    *attention = this.look(now, i * CHUNK + k, &mut track[k], &mut ahead[k]);
                }
            },
        );
        self.state.people.track = track;
        self.state.people.ahead = ahead;
        self.scratch.attention = attention;
    }
}
