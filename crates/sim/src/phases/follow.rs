//! Follow: routes become preferred velocities, on all threads. Everyone reads the frozen state and writes their own row.

use populace_geom::Point;
use rayon::prelude::*;

use crate::scratch::{AT_A_TIME, CHUNK};
use crate::simulation::Simulation;

impl Simulation {
    /// Preferred velocities.
    pub(crate) fn follow(&mut self) {
        let mut preferred = std::mem::take(&mut self.scratch.preferred);
        let mut top_speed = std::mem::take(&mut self.scratch.top_speed);
        let mut bars = std::mem::take(&mut self.state.people.bar);
        preferred.resize(self.state.people.len(), Point::ZERO);
        top_speed.resize(self.state.people.len(), 0.0);
        let this = &*self;
        let chunks = preferred.par_chunks_mut(CHUNK).zip(top_speed.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(bars.par_chunks_mut(CHUNK)).enumerate().with_max_len(AT_A_TIME);
        let dt = self.timing.dt * f64::from(self.timing.think_every);
        chunks.for_each(|(i, ((preferred, top_speed), bars))| {
            for (k, bar) in bars.iter_mut().enumerate() {
                (preferred[k], top_speed[k], *bar) = this.pulled(i * CHUNK + k, *bar, dt);
            }
        });
        self.state.people.bar = bars;
        self.scratch.preferred = preferred;
        self.scratch.top_speed = top_speed;
    }
}
