//! What a page is told about a run before the first frame.

use populace_env::{BuildOptions, Environment, Hierarchy, World};
use populace_mind::{Goal, NameOf, TaskId, Train};
use populace_scenario::Scenario;
use populace_serve::protocol::{Parameter, Population, VERSION, Welcome};
use populace_sim::{Phase, Setup};
use populace_traj::Status;

/// A run that pages are about to show.
pub struct Introduction<'a> {
    /// The scenario of the run.
    pub scenario: &'a Scenario,
    /// The setup of the run.
    pub setup: &'a Setup,
    /// The number of the run.
    pub run: u32,
    /// Whether the run goes on now. A recording was run before.
    pub live: bool,
    /// The folder of the recording; empty when nothing is recorded.
    pub recording: String,
    /// Simulated time at which the run ends at the latest, s.
    pub until: f64,
}

impl Introduction<'_> {
    /// Returns the first message to a page.
    pub fn welcome(&self) -> Welcome {
        let (setup, scenario) = (self.setup, self.scenario);
        let hierarchy = Hierarchy::of(
            &setup.env,
            &World::new(&setup.env, &setup.doors).topology(BuildOptions::default().body_width),
        );
        Welcome {
            version: VERSION,
            populace: env!("CARGO_PKG_VERSION").into(),
            run: self.run,
            name: scenario.name().to_owned(),
            live: self.live,
            seed: setup.seed.to_string(),
            recording: self.recording.clone(),
            frame_seconds: setup.timing.dt * f64::from(scenario.record().frame_every),
            until: self.until,
            time_of_day: scenario.time_of_day(),
            expected: 0,
            populations: self.populations(),
            statuses: Status::WORDS.map(str::to_owned).to_vec(),
            phases: Phase::ALL.iter().map(|p| p.1.to_owned()).collect(),
            levels: hierarchy.depth() as u16 + 1,
        }
    }

    fn populations(&self) -> Vec<Population> {
        let names = PlaceNames { env: &self.setup.env, signals: self.scenario.signals(), trains: &self.setup.trains };
        let each = self.setup.populations.iter().map(|population| Population {
            name: population.name.clone(),
            journey: population.journey.iter().map(|stage| stage.words(&Goal::new(TaskId(0), 0.0), &names)).collect(),
            parameters: (population.steering.entry().parameters)()
                .iter()
                .map(|p| Parameter {
                    name: p.name.into(),
                    unit: p.unit.into(),
                    help: p.about.into(),
                    value: population
                        .steering
                        .settings()
                        .get(p.name)
                        .and_then(serde_json::Value::as_f64)
                        .unwrap_or(p.default),
                    least: p.least,
                    most: p.most,
                })
                .collect(),
            model: population.steering.entry().name.into(),
            kind: population.mind.kind.name.clone(),
            profile: population.profile.name.into(),
        });
        each.collect()
    }
}

/// The names of the things of a place and a scenario.
pub struct PlaceNames<'a> {
    /// The place.
    pub env: &'a Environment,
    /// The signals, by number.
    pub signals: &'a [String],
    /// The trains, by number.
    pub trains: &'a [Train],
}

impl NameOf for PlaceNames<'_> {
    fn area(&self, area: u32) -> String {
        self.env.areas().get(area as usize).map_or(String::new(), |area| area.name.clone())
    }
    fn object(&self, object: u32) -> String {
        self.env.objects().get(object as usize).map_or(String::new(), |object| object.name.clone())
    }
    fn train(&self, train: u32) -> String {
        self.trains.get(train as usize).map_or(String::new(), |train| train.name.clone())
    }
    fn signal(&self, signal: u32) -> String {
        self.signals.get(signal as usize).map_or_else(|| "a signal".into(), String::clone)
    }
}
