//! Follow: routes become preferred velocities, on all threads. Each pedestrian reads the frozen state and writes
//! its own row.

use populace_geom::Point;
use rayon::prelude::*;

use crate::scratch::{AT_A_TIME, CHUNK};
use crate::simulation::Simulation;

impl Simulation {
    /// Finds the preferred velocity of every pedestrian.
    pub(crate) fn follow(&mut self) {
        let mut preferred = std::mem::take(&mut self.scratch.preferred);
        let mut top_speed = std::mem::take(&mut self.scratch.top_speed);
        let mut states = std::mem::take(&mut self.state.people.follower_state);
        preferred.resize(self.state.people.len(), Point::ZERO);
        top_speed.resize(self.state.people.len(), 0.0);
        let this = &*self;
        let chunks = preferred.par_chunks_mut(CHUNK).zip(top_speed.par_chunks_mut(CHUNK));
        let chunks = chunks.zip(states.par_chunks_mut(CHUNK)).enumerate().with_max_len(AT_A_TIME);
        let dt = self.timing.dt * f64::from(self.timing.think_every);
        chunks.for_each(|(i, ((preferred, top_speed), states))| {
            for (k, state) in states.iter_mut().enumerate() {
                (preferred[k], top_speed[k]) = this.pulled(i * CHUNK + k, state, dt);
            }
        });
        self.state.people.follower_state = states;
        self.scratch.preferred = preferred;
        self.scratch.top_speed = top_speed;
    }
}
