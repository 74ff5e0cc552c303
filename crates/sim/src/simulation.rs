//! The simulation and its step.

use populace_env::Environment;
use populace_geom::{Bounds, Draws, Point};
use populace_perceive::{GridSettings, Neighbourhood, Neighbours, Perception};
use populace_traj::Event;

use crate::advance::{self, Limits};
use crate::arrivals::{Arrival, arrivals};
use crate::ground::Ground;
use crate::lifts::{Lift, Ride, Waiting};
use crate::people::{self, NONE, People};
use crate::report::{Counts, Phase, StepReport, Watch};
use crate::routes::Routes;
use crate::scene::Original;
use crate::setup::{Act, Command, Population, Setup, Timing};
use crate::team;
use crate::walls::CellWalls;

/// Rows that one thread takes at a time; part of no result.
pub(crate) const CHUNK: usize = 256;

/// Chunks that a thread takes at most before it looks whether another has nothing to do.
pub(crate) const AT_A_TIME: usize = 2;

/// Decisions between two times that rows are put in order.
const SORT_EVERY: u64 = 32;

/// A crowd in a place.
pub struct Simulation {
    // What does not change but by commands, or follows from the state of the doors.
    pub(crate) seed: u64,
    pub(crate) timing: Timing,
    pub(crate) populations: Vec<Population>,
    pub(crate) commands: Vec<(f64, Command)>,
    /// Those of the setup, then those who were added.
    pub(crate) arrivals: Vec<Arrival>,
    /// How many arrivals the setup has.
    pub(crate) scheduled: usize,
    /// What the setup was, as far as it matters to a snapshot.
    pub(crate) fingerprint: u64,
    /// What commands have changed, as it was before.
    pub(crate) original: Option<Box<Original>>,
    /// How often the environment became another.
    pub(crate) place_changes: u32,
    pub(crate) acquaintance: Vec<f64>,
    pub(crate) routes_per_step: usize,
    pub(crate) stuck_after: f64,
    pub(crate) widest: f64,
    pub(crate) limits: Vec<Limits>,
    pub(crate) grounds: Vec<Ground>,
    pub(crate) area_bounds: Vec<Bounds>,
    pub(crate) walls: CellWalls,
    pub(crate) routes: Routes,
    // State: what a snapshot saves, with the doors of the environment.
    pub(crate) env: Environment,
    pub(crate) state: State,
    // Scratch: may be dropped at any moment.
    pub(crate) scratch: Scratch,
}

/// What a snapshot saves.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// Steps done.
    pub step: u64,
    pub people: People,
    /// Who perceives whom since the last decision.
    pub near: Neighbours,
    /// Who is near whom, perceived or not; empty where everyone near is perceived.
    pub contacts: Neighbours,
    pub riding: Vec<Ride>,
    pub lifts: Vec<Lift>,
    /// The first of the arrivals that has not been looked at.
    pub next_arrival: usize,
    /// Who should be inside and found no room yet.
    pub outside: Vec<u32>,
    /// The first command that was not obeyed.
    pub next_command: usize,
    /// Signals that were given.
    pub signals: Vec<u32>,
    /// Those who were added, in the order of their ids.
    pub added: Vec<Arrival>,
    /// For every act that was obeyed, the first command of the setup that was not by then.
    pub acted: Vec<u64>,
    pub counts: Counts,
}

/// What is made anew whenever it is needed.
#[derive(Default)]
pub(crate) struct Scratch {
    pub perception: Neighbourhood,
    /// Bodies feel whom people do not look at. The graph perceives everyone near.
    pub touch: Option<Neighbourhood>,
    /// Row by id, or NONE.
    pub row_of: Vec<u32>,
    /// Ids of all rows, ascending.
    pub inside: Vec<u32>,
    /// People on their way to each exit, by area.
    pub heading: Vec<u32>,
    /// What needs a thought, by row.
    pub attention: Vec<u8>,
    pub preferred: Vec<Point>,
    pub top_speed: Vec<f64>,
    /// Positions after the step.
    pub next: Vec<Point>,
    pub chunks: Vec<ChunkScratch>,
    pub order: Vec<(u64, u32)>,
    pub rows: Vec<u32>,
    pub swaps: Vec<(u32, u32)>,
    /// Who stands at lifts.
    pub waiting: Vec<Waiting>,
    /// Bytes that are hashed.
    pub small: Vec<u8>,
    pub events: Vec<Event>,
    /// What was asked for since the last decision.
    pub extra: Vec<Act>,
    /// Those who were added in this decision.
    pub newcomers: Vec<u32>,
    /// Whether everyone who waits for a route gets it in this decision.
    pub plans_all: bool,
}

/// What one chunk of rows needs.
#[derive(Clone, Default)]
pub(crate) struct ChunkScratch {
    pub advance: advance::Scratch,
    pub rows: Vec<u32>,
    pub velocity: Vec<Point>,
    pub counts: Counts,
    pub hash: u64,
}

/// The moment of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub step: u64,
    /// s.
    pub time: f64,
    pub draws: Draws,
}

impl Simulation {
    /// A simulation before its first step.
    pub fn new(setup: Setup) -> Self {
        let Setup {
            env,
            seed,
            timing,
            perception,
            populations,
            acquaintance,
            mut commands,
            routes_per_step,
            stuck_after,
        } = setup;
        commands.sort_by(|a, b| a.0.total_cmp(&b.0));
        let arrivals = arrivals(&env, &populations, seed);
        let turn = |p: &Population| {
            let most = (p.body.turning * timing.dt).min(std::f64::consts::PI);
            Limits { acceleration: p.body.acceleration, turn: (libm::cos(most), libm::sin(most)) }
        };
        let widest = populations.iter().map(|p| p.body.radius.most()).fold(0.05, f64::max);
        let mut simulation = Simulation {
            seed,
            timing,
            limits: populations.iter().map(turn).collect(),
            commands,
            scheduled: arrivals.len(),
            arrivals,
            fingerprint: 0,
            original: None,
            place_changes: 0,
            routes_per_step,
            acquaintance,
            stuck_after,
            widest,
            grounds: Ground::of(&env),
            area_bounds: env.areas().iter().map(|a| Bounds::of(a.ring.iter().copied())).collect(),
            walls: CellWalls::of(&env),
            routes: Routes::of(&env, &populations),
            state: State { lifts: Lift::all(&env), ..State::default() },
            scratch: Scratch {
                perception: Neighbourhood::new(perception),
                touch: matches!(perception, Perception::Grid(_)).then(|| Neighbourhood::new(touch(widest))),
                ..Scratch::default()
            },
            populations,
            env,
        };
        simulation.fingerprint = simulation.fingerprint_of_setup();
        simulation.index();
        simulation
    }

    /// One step.
    pub fn step(&mut self) -> StepReport<'_> {
        self.step_with(&mut ())
    }

    /// One step, whose phases are announced to `watch` as they begin.
    pub fn step_with(&mut self, watch: &mut dyn Watch) -> StepReport<'_> {
        let now = self.now();
        let hash = team::awake(self.state.people.len(), || self.phases(now, watch));
        self.report(now, hash)
    }

    fn phases(&mut self, now: Now, watch: &mut dyn Watch) -> u64 {
        self.scratch.events.clear();
        if self.is_decision(now) {
            self.decide(now, watch);
            watch.enter(Phase::Steer);
            self.steer(now);
        }
        watch.enter(Phase::Advance);
        self.advance(now);
        watch.enter(Phase::Retire);
        self.state.step += 1;
        if self.state.step.is_multiple_of(self.timing.think_every.into()) {
            self.retire(now);
        }
        watch.enter(Phase::Report);
        self.scratch.events.sort_unstable();
        self.hash()
    }

    /// Everything of a decision up to the preferred velocities.
    pub(crate) fn decide(&mut self, now: Now, watch: &mut dyn Watch) {
        watch.enter(Phase::Admit);
        self.obey(now);
        self.admit(now);
        watch.enter(Phase::Localise);
        self.sort(now);
        self.localise(now);
        watch.enter(Phase::Perceive);
        self.perceive();
        watch.enter(Phase::Think);
        self.think(now);
        watch.enter(Phase::Arbitrate);
        self.run_lifts(now);
        watch.enter(Phase::Plan);
        self.plan(now);
        watch.enter(Phase::Follow);
        self.follow();
    }

    /// Whether everyone decides in this step.
    pub(crate) fn is_decision(&self, now: Now) -> bool {
        now.step.is_multiple_of(self.timing.think_every.into())
    }

    pub(crate) fn now(&self) -> Now {
        let step = self.state.step;
        Now { step, time: step as f64 * self.timing.dt, draws: Draws::new(self.seed) }
    }

    fn perceive(&mut self) {
        let people = &self.state.people;
        let bodies =
            populace_perceive::Bodies { position: &people.position, cell: &people.cell, velocity: &people.velocity };
        self.scratch.perception.perceive(&self.env, bodies, &mut self.state.near);
        if let Some(touch) = &mut self.scratch.touch {
            touch.perceive(&self.env, bodies, &mut self.state.contacts);
        }
    }

    /// Puts rows in an order in which neighbours are close: by floor, then along a Z-order curve (Morton 1966).
    fn sort(&mut self, now: Now) {
        let decision = now.step / u64::from(self.timing.think_every);
        if !decision.is_multiple_of(SORT_EVERY) {
            return;
        }
        let people = &self.state.people;
        self.scratch.order.clear();
        let keys = (0..people.len()).map(|row| {
            let floor = self.env.cell_floor(people.cell[row]);
            let from = people.position[row] - self.env.floors()[floor.index()].bounds.min;
            (u64::from(floor.0) << 48 | morton(from), row as u32)
        });
        self.scratch.order.extend(keys);
        self.scratch.order.sort_unstable();
        self.scratch.rows.clear();
        self.scratch.rows.extend(self.scratch.order.iter().map(|&(_, row)| row));
        people::swaps(&mut self.scratch.rows, &mut self.scratch.swaps);
        self.state.people.swap_all(&self.scratch.swaps);
        self.index();
    }

    /// Makes what follows from the rows.
    pub(crate) fn index(&mut self) {
        let Scratch { row_of, inside, heading, .. } = &mut self.scratch;
        let people = &self.state.people;
        row_of.clear();
        row_of.resize(self.arrivals.len(), NONE);
        heading.clear();
        heading.resize(self.env.areas().len(), 0);
        for (row, (&id, &exit)) in people.id.iter().zip(&people.exit).enumerate() {
            row_of[id as usize] = row as u32;
            if let Some(heading) = heading.get_mut(exit as usize) {
                *heading += 1;
            }
        }
        // Whoever came in a rehearsal may not even have a number any more.
        let is_gone = |id: u32| row_of.get(id as usize).is_none_or(|&row| row == NONE);
        if inside.len() != people.len() || inside.iter().any(|&id| is_gone(id)) {
            inside.clear();
            inside.extend_from_slice(&people.id);
            inside.sort_unstable();
        }
    }
}

/// Everyone around whom a body may touch until the next decision.
fn touch(widest: f64) -> Perception {
    Perception::Grid(GridSettings { range: 2.0 * widest + 1.0, most: 16, fan_degrees: 360.0 })
}

/// Bits of x and y in turn, from metres: quarters of a metre up to 4 million metres.
fn morton(from: Point) -> u64 {
    let spread = |metres: f64| {
        let mut bits = (metres * 4.0).max(0.0) as u64 & 0xff_ffff;
        bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
        bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
        bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
        bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
        (bits | bits << 1) & 0x5555_5555_5555_5555
    };
    spread(from.x) | spread(from.y) << 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morton_interleaves() {
        // x = 3 quarters (11), y = 1 quarter (01): 0111.
        assert_eq!(morton(Point::new(0.75, 0.25)), 0b0111);
    }
}
