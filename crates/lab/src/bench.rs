//! The bench: one model, and what cases need to put it to the test.

use std::sync::Arc;

use populace_scenario::{Scenario, Until};
use populace_sim::{Act, Setup, Simulation};
use populace_steer::{Model, ModelEntry};
use populace_traj::{EventKind, Frame};
use serde_json::Value;

use crate::Observed;
use crate::data::Data;

/// Frames are taken at every so many moves: 10 Hz.
const FRAME_EVERY: u64 = 2;

/// When nobody has left for so long and someone wants to, nobody will, s.
const STALLED: f64 = 120.0;

/// One model, and how thoroughly it is put to the test.
pub struct Bench {
    /// The model.
    pub model: &'static ModelEntry,
    /// Its settings; an empty object for the defaults.
    pub settings: Value,
    /// Everything, instead of what fits into every continuous integration.
    pub is_full: bool,
    /// Added to the seed of every run: whether a verdict depends on speeds and on what is drawn during a run. Cases that place people themselves place them as ever.
    pub seed: u64,
    /// Measured people.
    pub(crate) data: Arc<Data>,
}

/// A place and a scenario, as files have them. Every population gets the model of the bench.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub place: String,
    pub scenario: String,
}

impl Bench {
    /// One seed after another: so many in the quick set, so many in the full one.
    pub(crate) fn seeds(&self, quick: u64, full: u64) -> impl Iterator<Item = u64> {
        1..=if self.is_full { full } else { quick }
    }

    /// Runs a scene from its start to its end.
    pub(crate) fn watch(&self, scene: &Scene, seed: u64) -> Result<Observed, String> {
        self.direct(scene, seed, |_| None)
    }

    /// Runs a scene; before every decision someone may ask for something.
    pub(crate) fn direct(
        &self,
        scene: &Scene,
        seed: u64,
        mut ask: impl FnMut(&Simulation) -> Option<Act>,
    ) -> Result<Observed, String> {
        let (setup, until) = self.setup(scene, seed)?;
        let names = setup.env.areas().iter().map(|a| a.name.clone()).collect();
        let dt = setup.timing.dt;
        let mut simulation = Simulation::new(setup);
        let mut observed = Observed::new(dt * FRAME_EVERY as f64, names);
        let steps = (until.time / dt).round() as u64;
        observed.take(&simulation);
        let mut last_left = f64::INFINITY;
        while simulation.steps() < steps && !(until.empty && simulation.steps() > 0 && simulation.is_over()) {
            if simulation.time() - last_left > STALLED {
                break;
            }
            if let Some(act) = ask(&simulation) {
                simulation.act(act);
            }
            for _ in 0..FRAME_EVERY {
                let report = simulation.step();
                observed.events.extend(report.events.iter().map(|&e| (report.time, e)));
                if report.events.iter().any(|e| e.kind == EventKind::Left) {
                    last_left = report.time;
                }
            }
            observed.take(&simulation);
        }
        observed.counts = simulation.counts();
        observed.census = simulation.census();
        observed.is_over = simulation.is_over();
        Ok(observed)
    }

    /// What a simulation of the scene is made from, and when it ends.
    pub(crate) fn setup(&self, scene: &Scene, seed: u64) -> Result<(Setup, Until), String> {
        // A model may bring defaults of its own, such as speeds, so it is named where a user names it.
        let named = format!("[[population]]\nmodel = \"{}\"\n", self.model.name);
        let scenario = scene.scenario.replace("[[population]]\n", &named);
        let files = [
            ("case.scenario.toml".to_owned(), scenario.into_bytes()),
            ("case.place.toml".to_owned(), scene.place.clone().into_bytes()),
        ];
        let scenario = Scenario::from_sources(&files).map_err(|e| format!("{e}"))?;
        let mut setup = scenario.setup(Some(seed + self.seed));
        let model = self.made()?;
        for population in &mut setup.populations {
            population.model = model.clone();
        }
        setup.routes_per_step = usize::MAX;
        Ok((setup, scenario.until()))
    }

    fn made(&self) -> Result<Arc<dyn Model>, String> {
        let made = (self.model.make)(&self.settings);
        Ok(Arc::from(made.map_err(|e| format!("{}: {}", e.path, e.what))?))
    }
}

impl Observed {
    fn take(&mut self, simulation: &Simulation) {
        let mut frame = Frame::default();
        simulation.frame(&mut frame);
        let people = simulation.people();
        for (&id, &population) in people.id.iter().zip(&people.population) {
            let id = id as usize;
            if self.population.len() <= id {
                self.population.resize(id + 1, u16::MAX);
                self.speed.resize(id + 1, 0.0);
            }
            self.population[id] = population;
            self.speed[id] = people.speed[simulation.row(id as u32).unwrap_or(0)];
        }
        self.frames.push(frame);
    }
}
