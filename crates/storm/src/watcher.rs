//! The watcher: a sink that collects evidence about a running simulation.

use populace_run::{Positions, RunError, Sink};
use populace_sim::{Simulation, Status, StepReport};
use populace_traj::{EventKind, Frame};

use crate::{Body, Glance};

/// Gathers the hash of every step, and glances at the simulation from time to time.
pub(crate) struct Watcher {
    /// The steps between two glances.
    every: u64,
    /// The state hashes of the start and of every step.
    pub hashes: Vec<u64>,
    /// The glances, in order.
    pub looks: Vec<Glance>,
    /// The number of events `entered`, and of events `left`.
    pub passed: [u64; 2],
}

impl Watcher {
    /// Returns a watcher that looks twice in a simulated second, for steps of `dt` s.
    pub fn new(dt: f64) -> Self {
        let every = (0.5 / dt).round().max(1.0) as u64;
        Watcher { every, hashes: Vec::new(), looks: Vec::new(), passed: [0; 2] }
    }
    /// Looks at the simulation now.
    pub fn look(&mut self, simulation: &Simulation) {
        let mut frame = Frame::default();
        simulation.frame(&mut frame);
        self.looks.push(look(&frame, simulation));
    }
}

impl Sink for Watcher {
    fn name(&self) -> &str {
        "watcher"
    }
    fn wants_frame(&self, step: u64) -> Option<Positions> {
        step.is_multiple_of(self.every).then_some(Positions::Exact)
    }
    fn step(&mut self, report: &StepReport<'_>) -> Result<(), RunError> {
        self.hashes.push(report.hash);
        let count = |kind| report.events.iter().filter(|event| event.kind == kind).count() as u64;
        self.passed[0] += count(EventKind::Entered);
        self.passed[1] += count(EventKind::Left);
        Ok(())
    }
    fn frame(&mut self, frame: &Frame, simulation: &Simulation) -> Result<(), RunError> {
        self.looks.push(look(frame, simulation));
        Ok(())
    }
}

fn look(frame: &Frame, simulation: &Simulation) -> Glance {
    let (people, env) = (simulation.people(), simulation.env());
    let body = |row: usize| {
        let floor = env.cell_floor(people.cell[row]);
        Body {
            id: people.id[row],
            floor,
            position: people.position[row],
            velocity: people.velocity[row],
            height: env.height(floor, people.position[row]),
            radius: people.radius[row],
            speed: people.speed[row],
            status: people.status[row],
            population: people.population[row],
            stage: simulation.stage(row),
            exits: simulation.leaves_by(row),
            area: simulation.goes_to(row),
            objects: if people.status[row] == Status::NoWay { simulation.wanted_objects(row) } else { Vec::new() },
            talks_with: simulation.talks_with(people.id[row]),
            goal: people.way[row].goal,
        }
    };
    let mut bodies: Vec<Body> = (0..people.len()).map(body).collect();
    bodies.sort_by_key(|body| body.id);
    Glance {
        step: simulation.steps(),
        time: simulation.time(),
        env: env.clone(),
        doors: simulation.world().doors.clone(),
        bodies,
        rows: frame.len() as u64,
        census: simulation.census(),
        counts: simulation.counts(),
        usages: simulation.usages().to_vec(),
        invalid: simulation.validate().err(),
    }
}
