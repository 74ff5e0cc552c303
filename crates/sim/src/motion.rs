//! Follow, steer, advance, retire: the phases in which everyone is treated alike, on all threads. Everyone reads the frozen state and
//! writes their own row.

use populace_geom::{Point, Segment};
use populace_steer::{Acquaintance, Crowd};
use rayon::prelude::*;

use crate::advance::{Frozen, Mover, advance};
use crate::follow::{Bar, Look, Walker};
use crate::lifts::Ride;
use crate::people::{Ahead, NONE, Status};
use crate::report::{Counts, StepReport};
use crate::simulation::{AT_A_TIME, CHUNK, ChunkScratch, Now, Simulation};
use crate::walls::RowWalls;

/// Whoever walks to a goal slows down when it is nearer than the way of so many seconds.
const SLOW_DOWN: f64 = 0.5;

/// People walk so far into an exit, m.
const INTO_EXIT: f64 = 0.3;

/// Someone who gets on slower than this share of the preferred speed is held up.
const HELD: f64 = 0.25;

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

    /// The velocity that follows the way, as things stand, m/s.
    pub(crate) fn preferred(&self, row: usize) -> Point {
        self.pulled(row, self.state.people.bar[row], 0.0).0
    }

    /// The velocity that follows the way, the most that is possible here, m/s, and the bar after `dt` s.
    fn pulled(&self, row: usize, bar: Bar, dt: f64) -> (Point, f64, Bar) {
        let people = &self.state.people;
        let ground = &self.grounds[self.env.cell_floor(people.cell[row]).index()];
        // Whoever has asked for another way follows the old one meanwhile, as far as it leads on from here.
        let leads_on =
            || people.ahead[row].next().is_some_and(|p| self.env.segment(p).cells.contains(&people.cell[row]));
        let is_planning = people.status[row] == Status::Planning;
        let follows = people.status[row].is_on_foot() || (is_planning && leads_on());
        if !follows {
            return (ground.belt, people.speed[row], Bar::NONE);
        }
        let along = bar.hook - people.position[row];
        let step = (ground.speed(along, people.speed[row]) + ground.belt.norm()) * dt;
        let (Look { way: ahead, left, .. }, bar) = self.heading(row, &people.ahead[row], bar, step);
        let speed = ground.speed(ahead, people.speed[row]);
        let speed = left.map_or(speed, |left| speed.min(left / SLOW_DOWN));
        (ahead * speed + ground.belt, ground.speed(ahead, people.speed[row]) + ground.belt.norm(), bar)
    }

    /// Where to go, and how far it is when the goal is in sight; the bar after its hook has moved on by at most `step` m. People leave where an exit is nearest to them, not all at one spot of it.
    pub(crate) fn heading(&self, row: usize, ahead: &Ahead, bar: Bar, step: f64) -> (Look, Bar) {
        let people = &self.state.people;
        let (at, cell) = (people.position[row], people.cell[row]);
        let mut exit = None;
        if people.exit[row] != NONE && people.status[row] != Status::Withdrawing && !ahead.is_full() {
            exit = Some(self.nearest_of_exit(at, people.exit[row])).filter(|&near| self.env.sees(cell, at, near));
        }
        let (radius, cone, goal) = (people.radius[row], people.cone[row], &people.way[row].goal);
        let walker = Walker { at, cell, radius, cone, ahead, goal, exit };
        (self.populations[usize::from(people.population[row])].follower.look)(&self.env, &walker, bar, step)
    }

    /// The nearest point of an exit, and a little into it.
    fn nearest_of_exit(&self, at: Point, exit: u32) -> Point {
        let ring = &self.env.areas()[exit as usize].ring;
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let nearest = sides
            .map(|(&a, &b)| Segment::new(a, b).nearest(at))
            .min_by(|p, q| p.distance(at).total_cmp(&q.distance(at)));
        let nearest = nearest.unwrap_or(at);
        (nearest - at).unit().map_or(nearest, |way| nearest + way * INTO_EXIT)
    }

    /// Velocities by the models, in batches of one model each.
    pub(crate) fn steer(&mut self, now: Now) {
        let mut wanted = std::mem::take(&mut self.state.people.wanted);
        let mut chunks = std::mem::take(&mut self.scratch.chunks);
        chunks.resize(wanted.len().div_ceil(CHUNK), ChunkScratch::default());
        let people = &self.state.people;
        let walls = self.row_walls();
        let crowd = self.crowd(now, &walls);
        let work = wanted.par_chunks_mut(CHUNK).zip(chunks.par_iter_mut()).enumerate().with_max_len(AT_A_TIME);
        work.for_each(|(i, (wanted, scratch))| {
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
                model.model.steer(&crowd, &scratch.rows, &mut scratch.velocity);
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
    }

    /// The frozen crowd as models see it.
    pub(crate) fn crowd<'a>(&'a self, now: Now, walls: &'a RowWalls<'a>) -> Crowd<'a> {
        let people = &self.state.people;
        Crowd {
            id: &people.id,
            position: &people.position,
            velocity: &people.velocity,
            radius: &people.radius,
            preferred: &self.scratch.preferred,
            top_speed: &self.scratch.top_speed,
            group: &people.group,
            acquaintance: Acquaintance {
                population: &people.population,
                level: &self.acquaintance,
                count: self.populations.len(),
            },
            near_start: &self.state.near.start,
            near: &self.state.near.rows,
            walls,
            draws: now.draws,
            step: now.step,
            time: now.time,
            dt: self.timing.dt * f64::from(self.timing.think_every),
        }
    }

    pub(crate) fn row_walls(&self) -> RowWalls<'_> {
        let people = &self.state.people;
        RowWalls { env: &self.env, walls: &self.walls, position: &people.position, cell: &people.cell }
    }

    /// Everyone moves. Others are seen where they were; what nobody else looks at is written in place.
    pub(crate) fn advance(&mut self, _: Now) {
        let people = &mut self.state.people;
        let mut next = std::mem::take(&mut self.scratch.next);
        let mut chunks = std::mem::take(&mut self.scratch.chunks);
        next.resize(people.len(), Point::ZERO);
        chunks.resize(people.len().div_ceil(CHUNK), ChunkScratch::default());
        let dt = self.timing.dt;
        let frozen = Frozen { env: &self.env, position: &people.position, radius: &people.radius, dt };
        let (wanted, ahead, population) = (&people.wanted, &people.ahead, &people.population);
        let near = if self.scratch.touch.is_some() { &self.state.contacts } else { &self.state.near };
        let (status, speed, limits) = (&people.status, &people.speed, &self.limits);
        let populations = &self.populations;
        let rows = next.par_chunks_mut(CHUNK).zip(people.velocity.par_chunks_mut(CHUNK));
        let rows = rows.zip(people.cell.par_chunks_mut(CHUNK)).zip(people.held.par_chunks_mut(CHUNK));
        let work = rows.zip(chunks.par_iter_mut()).enumerate().with_max_len(AT_A_TIME);
        work.for_each(|(i, ((((next, velocity), cell), held), scratch))| {
            let mut counts = Counts { pedestrian_steps: next.len() as u64, ..Counts::default() };
            for k in 0..next.len() {
                let row = i * CHUNK + k;
                let mover = Mover {
                    row,
                    cell: cell[k],
                    velocity: velocity[k],
                    wanted: wanted[row],
                    near: near.of(row),
                    portal: ahead[row].next(),
                    profile: &populations[population[row] as usize].profile,
                    limits: limits[population[row] as usize],
                };
                let moved = advance(&frozen, &mover, &mut scratch.advance);
                (next[k], velocity[k], cell[k]) = (moved.position, moved.velocity, moved.cell);
                counts.overlapping += u64::from(moved.is_overlapping);
                counts.in_wall += u64::from(moved.is_in_wall);
                counts.contained += u64::from(moved.was_contained);
                let slow = HELD * speed[row];
                let is_held = status[row].is_on_foot() && moved.velocity.norm2() < slow * slow;
                held[k] = if is_held { held[k] + dt } else { (held[k] - 2.0 * dt).max(0.0) };
            }
            scratch.counts = counts;
        });
        std::mem::swap(&mut self.state.people.position, &mut next);
        for chunk in &chunks {
            self.state.counts.add(&chunk.counts);
        }
        self.scratch.next = next;
        self.scratch.chunks = chunks;
    }

    /// Takes out who has left, and moves who boarded into the cabins.
    pub(crate) fn retire(&mut self, _: Now) {
        let goes = |status: &Status| matches!(status, Status::Gone | Status::Riding);
        if !self.state.people.status.iter().any(goes) {
            return;
        }
        // From the last row on: whoever takes the place of one who leaves has been looked at.
        for row in (0..self.state.people.len()).rev() {
            match self.state.people.status[row] {
                Status::Gone => {
                    self.state.people.swap_remove(row);
                    self.state.counts.left += 1;
                }
                Status::Riding => match self.hop_of(row) {
                    Some((lift, _, to)) => {
                        let person = self.state.people.swap_remove(row);
                        self.state.riding.push(Ride { lift: lift as u32, to, person });
                    }
                    // The way changed under way: back to the doors.
                    None => self.state.people.status[row] = Status::Walking,
                },
                _ => {}
            }
        }
        self.state.riding.sort_by_key(|ride| (ride.lift, ride.person.id));
        self.index();
    }

    /// What is told of the step.
    pub(crate) fn report(&self, now: Now, hash: u64) -> StepReport<'_> {
        StepReport {
            step: self.state.step,
            time: (now.step + 1) as f64 * self.timing.dt,
            events: &self.scratch.events,
            hash,
            inside: self.state.people.len() + self.state.riding.len(),
            counts: self.state.counts,
        }
    }
}
