//! Steer: models turn preferred velocities into velocities, on all threads. Each pedestrian reads the frozen
//! state and writes its own row.

use populace_geom::Point;
use rayon::prelude::*;

use crate::scratch::{AT_A_TIME, CHUNK};
use crate::simulation::{Now, Simulation};
use crate::walls::RowWalls;

impl Simulation {
    /// Lets the models decide the velocities, in batches of one model each.
    pub(crate) fn steer(&mut self, now: Now) {
        let mut wanted = std::mem::take(&mut self.state.people.wanted);
        let mut chunks = self.scratch.take_chunks(wanted.len());
        let people = &self.state.people;
        let work = wanted.par_chunks_mut(CHUNK).zip(chunks.par_iter_mut()).enumerate().with_max_len(AT_A_TIME);
        work.for_each(|(i, (wanted, scratch))| {
            scratch.near.start(i * CHUNK, wanted.len());
            scratch.barred.find(self, i * CHUNK, wanted.len());
            let walls = RowWalls::of(self, &mut scratch.near, &scratch.barred);
            let crowd = self.crowd(now, &walls);
            for (population, model) in self.populations.iter().enumerate() {
                scratch.rows.clear();
                let rows = i * CHUNK..i * CHUNK + wanted.len();
                let theirs = rows.filter(|&row| usize::from(people.population[row]) == population);
                scratch.rows.extend(theirs.map(|row| row as u32));
                if scratch.rows.is_empty() {
                    continue;
                }
                scratch.velocity.clear();
                scratch.velocity.resize(scratch.rows.len(), Point::ZERO);
                let model = model.steering.model();
                model.steer(&crowd, &scratch.rows, &mut scratch.velocity, &mut scratch.models);
                for (&row, &velocity) in scratch.rows.iter().zip(&scratch.velocity) {
                    wanted[row as usize - i * CHUNK] = velocity;
                }
            }
        });
        let counts = &mut self.state.counts;
        counts.decisions += people.len() as u64;
        counts.neighbours += self.state.near.rows.len() as u64;
        self.state.people.wanted = wanted;
        self.scratch.chunks = chunks;
        self.make_way(now);
        self.settle_on_seats();
    }
}
