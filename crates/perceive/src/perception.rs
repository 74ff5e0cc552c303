//! The trait of a way of perceiving, and the table of all of them.

use populace_env::World;
use populace_settings::{Parameter, SettingError};
use serde_json::Value;

use crate::{Bodies, Neighbours};

/// A way of perceiving, set up with its settings. It may keep memory from call to call, but no answer depends on
/// earlier calls: an answer is a function of the world, the bodies and the settings.
pub trait Perception: Send + Sync {
    /// Finds for every row the rows that it perceives. A row without a finite position or without a cell of the world
    /// perceives no row and is perceived by no row. The answer is the same on any number of threads.
    fn perceive(&mut self, world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours);
    /// Returns whether a pedestrian perceives its nearest neighbours in every direction, up to `reach` m. These are the
    /// neighbours that its body may touch before the next decision. If not, the simulation finds them itself, because a
    /// body also feels neighbours that the pedestrian does not look at.
    fn notices_all_near(&self, _reach: f64) -> bool {
        false
    }
}

/// A line of [`PERCEPTIONS`].
pub struct PerceptionEntry {
    /// The name of the perception in scenarios and commands.
    pub name: &'static str,
    /// A line that says which people are perceived.
    pub about: &'static str,
    /// The publication of the perception.
    pub paper: &'static str,
    /// Returns the numbers that a scenario may set.
    pub parameters: fn() -> Vec<Parameter>,
    /// Returns the JSON Schema of the settings.
    pub schema: fn() -> Value,
    /// Sets the perception up from settings as written: an object, in which an absent key means the default.
    pub make: fn(&Value) -> Result<Box<dyn Perception>, SettingError>,
}

/// Every way of perceiving. The first line is the default.
pub const PERCEPTIONS: &[PerceptionEntry] = &[crate::graph::PERCEPTION, crate::grid::PERCEPTION];

/// Returns the perception of a name.
pub fn perception(name: &str) -> Option<&'static PerceptionEntry> {
    PERCEPTIONS.iter().find(|p| p.name == name)
}
