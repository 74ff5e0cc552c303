//! What a steering model is, and the table of them all.

use populace_geom::Point;
use serde_json::Value;

use crate::{Crowd, Inspection, Scratch};
use crate::{
    anticipation_velocity, collision_free_speed, comfort, orca, power_law, predictive, reactive, social_force,
};

/// A rule of motion, set up for one population, asked from many threads.
pub trait Model: Send + Sync {
    /// Gives the velocities of some rows, m/s: `velocity[i]` is for row `rows[i]`. What a model needs only while it works goes into `scratch`.
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut Scratch);
    /// Mean and standard deviation of the desired speeds that its paper gives, m/s, for populations that give none.
    fn usual_speed(&self) -> Option<(f64, f64)> {
        None
    }
    /// What goes on in one pedestrian, for models that can show it.
    fn inspect(&self, _crowd: &Crowd<'_>, _row: usize) -> Option<Inspection> {
        None
    }
}

/// A line of [`MODELS`].
pub struct ModelEntry {
    /// Its name in scenarios and commands.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Where it is published.
    pub paper: &'static str,
    /// Its parameters.
    pub parameters: fn() -> Vec<Parameter>,
    /// The JSON Schema of its settings.
    pub schema: fn() -> Value,
    /// Sets it up from settings as written (an object; an empty one gives the defaults).
    pub make: fn(&Value) -> Result<Box<dyn Model>, SettingError>,
}

/// A number of a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its key in scenarios.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// Unless it is given.
    pub default: f64,
    /// Least that is taken.
    pub least: f64,
    /// Most that is taken.
    pub most: f64,
    /// Where the default comes from.
    pub source: &'static str,
}

/// What is wrong with settings.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingError {
    /// Which key, e.g. `reactions.front[1].quality`.
    pub path: String,
    /// What is wrong with it.
    pub what: String,
}

/// Every model; the first is the default.
pub const MODELS: &[ModelEntry] = &[
    reactive::ENTRY,
    comfort::ENTRY,
    predictive::ENTRY,
    orca::ENTRY,
    social_force::ENTRY,
    collision_free_speed::ENTRY,
    anticipation_velocity::ENTRY,
    power_law::ENTRY,
];

/// The model called `name`.
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|m| m.name == name)
}
