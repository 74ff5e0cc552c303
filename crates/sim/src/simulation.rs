//! The simulation and its step.

use std::sync::Arc;

use populace_env::{Environment, World};
use populace_geom::{Bounds, Draws, maths};
use populace_mind::{TaskId, Tasks, Train, TrainDoor};
use populace_perceive::Neighbourhood;

use crate::arrivals::Arrival;
use crate::bars::Thresholds;
use crate::knowledge::signs_to;
use crate::lifts::{Cabin, Lift};
use crate::minds::tasks_of;
use crate::motion::Limits;
use crate::objects::{served_from, usages};
use crate::report::{Phase, StepReport, Watch};
use crate::routes::Routes;
use crate::scene::Original;
use crate::scratch::Scratch;
use crate::setup::{Act, Command, Population, Setup, Timing};
use crate::starts::{StartGround, doors_ever_open};
use crate::state::{Identity, State};
use crate::team;
use crate::trains::{before_all, doors_of};
use crate::walls::CellWalls;

/// A crowd in a place.
pub struct Simulation {
    // What does not change but by commands, or follows from the state of the doors.
    pub(crate) seed: u64,
    pub(crate) timing: Timing,
    pub(crate) populations: Vec<Population>,
    /// The tasks that goals name.
    pub(crate) tasks: Tasks,
    /// The journey of each population.
    pub(crate) journeys: Vec<TaskId>,
    /// By population: what is done about each need of its kind.
    pub(crate) remedies: Vec<Vec<TaskId>>,
    pub(crate) commands: Vec<(f64, Command)>,
    /// The arrivals of the setup, then the pedestrians who were added.
    pub(crate) arrivals: Vec<Arrival>,
    /// The number of arrivals in the setup.
    pub(crate) scheduled: usize,
    /// Which scenario and which place the setup was.
    pub(crate) identity: Identity,
    /// Everything that commands have changed, as it was before.
    pub(crate) original: Option<Box<Original>>,
    /// The number of times that the environment became another.
    pub(crate) place_changes: u32,
    pub(crate) acquaintance: Vec<f64>,
    pub(crate) routes_per_step: usize,
    pub(crate) stuck_after: f64,
    pub(crate) widest: f64,
    pub(crate) limits: Vec<Limits>,
    pub(crate) area_bounds: Vec<Bounds>,
    pub(crate) walls: CellWalls,
    pub(crate) thresholds: Thresholds,
    pub(crate) routes: Routes,
    pub(crate) start_ground: StartGround,
    pub(crate) lifts: Vec<Lift>,
    /// The trains that come.
    pub(crate) trains: Vec<Train>,
    /// Their doors, by train.
    pub(crate) train_doors: Vec<Vec<TrainDoor>>,
    /// By object: what is served from its line.
    pub(crate) served: Vec<Vec<u32>>,
    /// By object: the signs that show the way to it.
    pub(crate) signs: Vec<Vec<u32>>,
    pub(crate) perception: Neighbourhood,
    /// Finds the bodies near each body, where people perceive only some of their neighbours; `None` where they perceive everyone near.
    pub(crate) touch: Option<Neighbourhood>,
    /// The place, shared with everything else that looks at it. A command that adds an obstacle replaces it.
    pub(crate) env: Arc<Environment>,
    /// The acts that were asked for since the last decision.
    pub(crate) asked: Vec<Act>,
    // State: what a snapshot saves.
    pub(crate) state: State,
    // Scratch: may be dropped at any moment.
    pub(crate) scratch: Scratch,
}

/// The moment of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    pub step: u64,
    /// The time, s.
    pub time: f64,
    pub draws: Draws,
}

impl Simulation {
    /// Makes a simulation before its first step.
    pub fn new(setup: Setup) -> Self {
        let identity = Identity::of(&setup);
        let Setup {
            env,
            doors,
            seed,
            timing,
            perception,
            populations,
            acquaintance,
            trains,
            mut commands,
            routes_per_step,
            stuck_after,
        } = setup;
        commands.sort_by(|a, b| a.0.total_cmp(&b.0));
        let turn = |p: &Population| {
            let most = (p.body.turning * timing.dt).min(std::f64::consts::PI);
            Limits { acceleration: p.body.acceleration, turn: (maths::cos(most), maths::sin(most)) }
        };
        let lifts = Lift::all(&env);
        let ever_open = doors_ever_open(&env, &doors, &commands);
        let widest = populations.iter().map(|p| p.body.radius.most()).fold(0.05, f64::max);
        let narrowest = populations.iter().map(|p| p.body.radius.least()).fold(f64::INFINITY, f64::min);
        // The nearest people in every direction hide the people behind them, as long as nobody gets past a whole body.
        let is_brief = FAST * timing.dt * f64::from(timing.think_every) <= 2.0 * narrowest;
        let perception = perception.neighbourhood();
        let (tasks, journeys, remedies) = tasks_of(&env, &populations);
        let (trains_now, train_counts) = before_all(&trains);
        let mut simulation = Simulation {
            seed,
            timing,
            limits: populations.iter().map(turn).collect(),
            start_ground: StartGround::new(ever_open, &populations),
            commands,
            scheduled: 0,
            arrivals: Vec::new(),
            identity,
            original: None,
            place_changes: 0,
            routes_per_step,
            acquaintance,
            stuck_after,
            widest,
            area_bounds: env.areas().iter().map(|a| Bounds::of(a.ring.iter().copied())).collect(),
            walls: CellWalls::of(World::new(&env, &doors)),
            thresholds: Thresholds::of(&env, &populations),
            routes: Routes::of(World::new(&env, &doors), &populations),
            train_doors: doors_of(World::new(&env, &doors), &trains),
            trains,
            state: State {
                cabins: vec![Cabin::FIRST; lifts.len()],
                usages: usages(&env, &tasks),
                trains: trains_now,
                train_counts,
                doors,
                ..State::default()
            },
            served: served_from(&env),
            signs: signs_to(&env),
            lifts,
            touch: (!is_brief || !perception.notices_all_near(touch_reach(widest))).then(|| touch(widest)),
            perception,
            asked: Vec::new(),
            scratch: Scratch::default(),
            populations,
            tasks,
            journeys,
            remedies,
            env,
        };
        simulation.arrivals = simulation.list_arrivals();
        simulation.scheduled = simulation.arrivals.len();
        simulation.index();
        simulation
    }

    /// Does what the setup says of time 0, before anybody moves: obeys commands and lets people in. Reports it as step
    /// 0. The first step does the same, unless this was called before. Another call, or a call after the first step,
    /// changes nothing. Acts wait for the first step.
    pub fn begin(&mut self) -> StepReport<'_> {
        self.scratch.events.clear();
        self.start(self.now());
        self.report()
    }

    /// Does one step.
    pub fn step(&mut self) -> StepReport<'_> {
        self.step_with(&mut ())
    }

    /// Does one step, and announces each phase to `watch` as it begins.
    pub fn step_with(&mut self, watch: &mut dyn Watch) -> StepReport<'_> {
        let (now, people) = (self.now(), self.state.people.len());
        team::awake(people, move || self.phases(now, watch))
    }

    /// Goes through the phases of a step.
    fn phases(&mut self, now: Now, watch: &mut dyn Watch) -> StepReport<'_> {
        self.scratch.events.clear();
        if self.is_decision(now) {
            self.decide(now, watch);
            watch.enter(Phase::Steer);
            self.steer(now);
        }
        watch.enter(Phase::Advance);
        self.advance();
        watch.enter(Phase::Deposit);
        self.deposit();
        self.state.step += 1;
        watch.enter(Phase::Retire);
        self.retire();
        watch.enter(Phase::Report);
        self.report()
    }

    /// Before the first step, obeys the commands of the setup and lets people in. Acts that are asked for then are
    /// obeyed after that, since the user who asked has seen the people at the start.
    fn start(&mut self, now: Now) {
        if now.step == 0 {
            self.obey_setup(now);
            self.admit(now);
        }
    }

    /// Goes through the phases of a decision, up to the preferred velocities.
    pub(crate) fn decide(&mut self, now: Now, watch: &mut dyn Watch) {
        watch.enter(Phase::Obey);
        self.start(now);
        self.obey(now);
        watch.enter(Phase::Admit);
        self.admit(now);
        watch.enter(Phase::Localise);
        self.localise(now);
        watch.enter(Phase::Perceive);
        self.perceive();
        watch.enter(Phase::Think);
        self.think(now);
        watch.enter(Phase::Arbitrate);
        self.arbitrate(now);
        watch.enter(Phase::Plan);
        self.plan(now);
        watch.enter(Phase::Follow);
        self.follow();
    }

    /// Returns whether pedestrians decide in this step.
    pub(crate) fn is_decision(&self, now: Now) -> bool {
        now.step.is_multiple_of(self.timing.think_every.into())
    }

    pub(crate) fn now(&self) -> Now {
        let step = self.state.step;
        Now { step, time: step as f64 * self.timing.dt, draws: Draws::new(self.seed) }
    }
}

/// A speed that hardly anybody exceeds, m/s.
const FAST: f64 = 2.5;

/// Returns the perception of bodies: it finds all bodies that a body may touch until the next decision.
fn touch(widest: f64) -> Neighbourhood {
    Neighbourhood::all_around(touch_reach(widest), 16)
}

/// Returns the distance within which a body may touch another until the next decision, m.
fn touch_reach(widest: f64) -> f64 {
    2.0 * widest + 1.0
}

#[cfg(test)]
mod tests {
    use populace_env::LinkId;
    use populace_geom::Point;
    use populace_traj::EventKind;

    use super::*;
    use crate::support::tower;

    /// Nobody used to be inside before the first step.
    #[test]
    fn people_of_the_start_are_inside_before_the_first_step() {
        let mut simulation = Simulation::new(tower(60));
        let report = simulation.begin();
        let (step, inside, hash) = (report.step, report.inside, report.hash);
        let entered = report.events.iter().filter(|event| event.kind == EventKind::Entered).count();
        assert_eq!((step, inside, entered), (0, 70, 70));
        assert!(simulation.people().velocity.iter().all(|v| *v == Point::ZERO));
        let starts = simulation.people().position.clone();
        // Begun again, nothing more happens.
        let again = simulation.begin();
        assert_eq!((again.step, again.inside, again.hash, again.events.len()), (0, 70, hash, 0));
        assert_eq!(simulation.people().position, starts);
    }

    /// A snapshot of the start used to hold nobody.
    #[test]
    fn a_run_that_was_begun_goes_on_to_the_same_bits_from_a_snapshot_too_and_with_acts() {
        // More than there is room for, a door that is shut, and people whom commands and acts add.
        let mut setup = tower(700);
        let add = |count| Command::Add { population: 0, area: 0, count };
        setup.commands = vec![(0.0, Command::Shut(LinkId::new(2))), (0.0, add(4))];
        let mut whole = Simulation::new(setup.clone());
        let mut begun = Simulation::new(setup.clone());
        assert!(begun.begin().events.iter().any(|event| event.kind == EventKind::Delayed));
        let mut restored = Simulation::new(setup);
        restored.restore(&begun.snapshot()).unwrap();
        for step in 0..300 {
            let all = [&mut whole, &mut begun, &mut restored].map(|simulation| {
                if step % 100 == 0 {
                    simulation.act(add(2));
                }
                simulation.step().hash
            });
            assert_eq!(all, [all[0]; 3], "step {step}");
        }
    }

    /// What was asked and not yet obeyed used to be scratch, and so did the way of perceiving.
    #[test]
    fn scratch_may_be_dropped_between_any_two_steps() {
        let (mut kept, mut dropping) = (Simulation::new(tower(60)), Simulation::new(tower(60)));
        for step in 0..600 {
            if step == 101 {
                kept.act(Command::Add { population: 0, area: 0, count: 5 });
                dropping.act(Command::Add { population: 0, area: 0, count: 5 });
            }
            dropping.scratch = Scratch::default();
            dropping.index();
            assert_eq!(kept.step().hash, dropping.step().hash, "step {step}");
        }
        assert_eq!(kept.state.added.len(), 5);
    }
}
