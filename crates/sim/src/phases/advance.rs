//! Advance: all pedestrians move, on all threads. Each reads the frozen last positions and writes its own row.

use populace_env::World;
use populace_geom::{Bounds, Point};
use populace_traj::EventKind;
use rayon::prelude::*;

use crate::motion::{Frozen, Mover, advance};
use crate::report::Counts;
use crate::scratch::{AT_A_TIME, CHUNK, ChunkScratch};
use crate::simulation::Simulation;

/// A pedestrian on foot that is slower than this share of its desired speed is held up.
const HELD: f64 = 0.25;

/// Returns whether a pedestrian on foot with a velocity and a desired speed is held up.
pub(crate) fn is_held(velocity: Point, speed: f64) -> bool {
    let slow = HELD * speed;
    velocity.norm2() < slow * slow
}

impl Simulation {
    /// Moves all pedestrians. Each pedestrian reads the last positions of the others, so new positions go into a second
    /// column. Columns that no other pedestrian reads are written in place.
    pub(crate) fn advance(&mut self) {
        let now = self.now();
        let people = &mut self.state.people;
        let mut next = std::mem::take(&mut self.scratch.next);
        let mut chunks = self.scratch.take_chunks(people.len());
        next.resize(people.len(), Point::ZERO);
        let dt = self.timing.dt;
        let frozen = Frozen {
            world: World::new(&self.env, &self.state.doors),
            id: &people.id,
            position: &people.position,
            radius: &people.radius,
            now,
            dt,
            moves: self.timing.think_every,
        };
        let (wanted, ahead, population) = (&people.wanted, &people.ahead, &people.population);
        let near = if self.touch.is_some() { &self.state.contacts } else { &self.state.near };
        let (status, speed, limits) = (&people.status, &people.speed, &self.limits);
        let populations = &self.populations;
        // This is the last move before a decision, in which people may come in.
        let is_last = (self.state.step + 1).is_multiple_of(self.timing.think_every.into());
        let rows = next.par_chunks_mut(CHUNK).zip(people.velocity.par_chunks_mut(CHUNK));
        let rows = rows.zip(people.cell.par_chunks_mut(CHUNK)).zip(people.held.par_chunks_mut(CHUNK));
        let work = rows.zip(chunks.par_iter_mut()).enumerate().with_max_len(AT_A_TIME);
        work.for_each(|(i, ((((next, velocity), cell), held), scratch))| {
            // When a snapshot was restored between two decisions, the list of near walls is still empty.
            if scratch.near.row_count() != next.len() {
                scratch.near.start(i * CHUNK, next.len());
            }
            let mut counts = Counts { pedestrian_steps: next.len() as u64, ..Counts::default() };
            for k in 0..next.len() {
                let row = i * CHUNK + k;
                let mover = Mover {
                    row,
                    cell: cell[k],
                    velocity: velocity[k],
                    wanted: wanted[row],
                    near: near.of(row),
                    ahead: &ahead[row],
                    profile: &populations[population[row] as usize].profile,
                    limits: limits[population[row] as usize],
                };
                let moved = advance(&frozen, &mover, &mut scratch.near, &mut scratch.advance);
                (next[k], velocity[k], cell[k]) = (moved.position, moved.velocity, moved.cell);
                counts.overlapping += u64::from(moved.is_overlapping);
                counts.in_wall += u64::from(moved.is_in_wall);
                if moved.was_contained {
                    scratch.contained.push(row as u32);
                }
                let is_held = status[row].is_on_foot() && is_held(moved.velocity, speed[row]);
                held[k] = if is_held { held[k] + dt } else { (held[k] - 2.0 * dt).max(0.0) };
            }
            scratch.counts = counts;
            scratch.bounds = is_last.then(|| Bounds::of(next.iter().copied()));
        });
        self.scratch.next = std::mem::replace(&mut self.state.people.position, next);
        self.gather(chunks);
    }

    /// Gathers what the chunks have counted and noticed, in the order of rows.
    fn gather(&mut self, mut chunks: Vec<ChunkScratch>) {
        for chunk in &chunks {
            self.state.counts.add(&chunk.counts);
        }
        for row in chunks.iter_mut().flat_map(|chunk| chunk.contained.drain(..)) {
            self.tell_contained(row as usize);
        }
        self.scratch.boxes.clear();
        self.scratch.boxes.extend(chunks.iter().filter_map(|chunk| chunk.bounds));
        self.scratch.chunks = chunks;
    }

    /// Reports that the velocity of a pedestrian was not finite, and lets the pedestrian stand until the next decision,
    /// so that one decision is reported once.
    fn tell_contained(&mut self, row: usize) {
        let people = &mut self.state.people;
        people.wanted[row] = Point::ZERO;
        let (id, population) = (people.id[row], people.population[row]);
        self.state.counts.contained += 1;
        self.tell(self.now(), id, EventKind::Contained, population.into());
    }
}
