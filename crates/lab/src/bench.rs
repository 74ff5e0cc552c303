//! The bench: a model, and the data that cases need to test it.

use std::sync::Arc;

use populace_run::{End, Run, RunError, Script};
use populace_scenario::place::PlaceFile;
use populace_scenario::written::ScenarioFile;
use populace_scenario::{Registry, Scenario};
use populace_sim::{Act, Setup, Simulation};
use populace_steer::{ModelEntry, Steering};
use serde_json::Value;

use crate::Observed;
use crate::data::Data;
use crate::observer::{FRAME_EVERY, Observer};

/// A model, with the settings and limits under which it is tested.
pub struct Bench {
    /// The model.
    pub model: &'static ModelEntry,
    /// Its settings; an empty object for the defaults.
    pub settings: Value,
    /// Whether every case is run with all its seeds and sizes, instead of the quick set for continuous integration.
    pub is_full: bool,
    /// A number that is added to the seed of every run, to see whether a verdict depends on the speeds and on what is drawn during a run. Cases that place
    /// people themselves place them at the same points for any seed.
    pub seed: u64,
    /// Measured people.
    pub(crate) data: Arc<Data>,
}

/// A place and a scenario as written. Every population gets the model of the bench.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub place: PlaceFile,
    pub scenario: ScenarioFile,
}

impl Bench {
    /// Returns the seeds: `quick` of them in the quick set, `full` of them in the full set.
    pub(crate) fn seeds(&self, quick: u64, full: u64) -> impl Iterator<Item = u64> {
        1..=if self.is_full { full } else { quick }
    }

    /// Runs a scene from its start to its end.
    pub(crate) fn watch(&self, scene: &Scene, seed: u64) -> Result<Observed, String> {
        self.prove(scene)?.watch(seed)
    }

    /// Runs a scene; before every decision `ask` may act on it.
    pub(crate) fn direct(
        &self,
        scene: &Scene,
        seed: u64,
        ask: impl FnMut(&Simulation) -> Option<Act>,
    ) -> Result<Observed, String> {
        self.prove(scene)?.direct(seed, ask)
    }

    /// Proves a scene, for runs with several seeds.
    pub(crate) fn prove(&self, scene: &Scene) -> Result<ProvenScene, String> {
        // A model may bring defaults of its own, such as speeds, so it is named where a user names it.
        let mut file = scene.scenario.clone();
        file.population.iter_mut().for_each(|people| people.model = Some(self.model.name.into()));
        let proven = Scenario::prove(file, scene.place.clone(), Registry::built_in());
        let scenario = proven.map_err(|e| e.to_string())?;
        Ok(ProvenScene { scenario, steering: self.steering()?, seed: self.seed })
    }

    fn steering(&self) -> Result<Steering, String> {
        Steering::of(self.model, self.settings.clone()).map_err(|e| format!("{}: {}", e.path, e.what))
    }
}

/// A scene with the model of a bench. All its runs share one environment.
pub(crate) struct ProvenScene {
    scenario: Scenario,
    steering: Steering,
    /// Added to the seed of every run.
    seed: u64,
}

impl ProvenScene {
    /// Runs the scene from its start to its end.
    pub(crate) fn watch(&self, seed: u64) -> Result<Observed, String> {
        self.direct(seed, |_| None)
    }

    /// Runs the scene; before every decision `ask` may act on it.
    fn direct(&self, seed: u64, mut ask: impl FnMut(&Simulation) -> Option<Act>) -> Result<Observed, String> {
        let (setup, until) = (self.setup(seed), self.scenario.until());
        let mut observer = Observer::of(&setup);
        let end = End { last_step: End::steps(until.time, setup.timing.dt), when_empty: until.empty };
        let mut run = Run::new(Simulation::new(setup), Script::none(), end);
        let failed = |error: RunError| error.to_string();
        run.begin(&mut [&mut observer]).map_err(failed)?;
        // A scene may be empty at its start, until the first act adds people.
        let is_over = |run: &Run| run.simulation().steps() > 0 && run.ended().is_some();
        while !is_over(&run) && !observer.is_stalled(run.simulation().time()) {
            if let Some(act) = ask(run.simulation()) {
                run.simulation_mut().act(act);
            }
            for _ in 0..FRAME_EVERY {
                run.step(&mut [&mut observer]).map_err(failed)?;
            }
        }
        Ok(observer.finish(run.simulation()))
    }

    /// Returns the setup from which a simulation of the scene is made.
    fn setup(&self, seed: u64) -> Setup {
        let mut setup = self.scenario.setup(Some(seed + self.seed));
        for population in &mut setup.populations {
            population.steering = self.steering.clone();
        }
        setup.routes_per_step = usize::MAX;
        setup
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::draft::{Draft, anyone, rectangle};

    #[test]
    fn runs_of_a_scene_share_its_environment() {
        let model = populace_steer::model("reactive").expect("it is in the table");
        let data = Arc::new(Data::find());
        let bench = Bench { model, settings: serde_json::json!({}), is_full: false, seed: 0, data };
        let ground = Draft::new(1.0).ground(&rectangle((0.0, 0.0), (9.0, 9.0)));
        let scene = ground.walker("walker", (2.0, 2.0), (7.0, 7.0), anyone()).scene();
        let proven = bench.prove(&scene).unwrap_or_else(|e| panic!("{e}"));
        let [first, second] = [1, 2].map(|seed| proven.setup(seed));
        assert!(Arc::ptr_eq(&first.env, &second.env));
        assert_ne!(first.seed, second.seed);
    }
}
