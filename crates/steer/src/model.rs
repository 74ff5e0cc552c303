//! The trait of a steering model, and the table of all models.

use populace_geom::Point;
use populace_settings::{Parameter, SettingError};
use serde_json::Value;

use crate::{Crowd, Inspection, ModelScratch};
use crate::{
    anticipation_velocity, collision_free_speed, comfort, orca, power_law, predictive, reactive, social_force,
};

/// A rule of motion, set up for one population. Many threads ask it at the same time.
pub trait Model: Send + Sync {
    /// Writes the velocities of some rows, m/s: `velocity[i]` is for row `rows[i]`. What a model needs only while it works
    /// goes into `scratch`.
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut ModelScratch);
    /// Returns the mean and the standard deviation of the desired speeds that the model's paper gives, m/s. A
    /// population that gives no speeds gets these.
    fn usual_speed(&self) -> Option<(f64, f64)> {
        None
    }
    /// Returns how fast the model lets a pedestrian walk at most, as a multiple of its desired speed. It is 1 for a model
    /// whose paper knows no speed above the desired speed. A pedestrian that can walk faster keeps to it.
    fn most_haste(&self) -> f64 {
        f64::INFINITY
    }
    /// Returns how one pedestrian comes to its velocity. `None` when the model cannot show it.
    fn inspect(&self, _crowd: &Crowd<'_>, _row: usize) -> Option<Inspection> {
        None
    }
}

/// A line of [`MODELS`].
pub struct ModelEntry {
    /// The name of the model in scenarios and commands.
    pub name: &'static str,
    /// A line that says what the model does.
    pub about: &'static str,
    /// The publication of the model.
    pub paper: &'static str,
    /// Returns the numbers that a scenario may set.
    pub parameters: fn() -> Vec<Parameter>,
    /// Returns the JSON Schema of the settings.
    pub schema: fn() -> Value,
    /// Sets the model up from settings as written: an object, in which an absent key means the default.
    pub make: fn(&Value) -> Result<Box<dyn Model>, SettingError>,
}

/// Every model. The first line is the default.
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

/// Returns the model of a name.
pub fn model(name: &str) -> Option<&'static ModelEntry> {
    MODELS.iter().find(|m| m.name == name)
}
