//! A perception as a scenario names it: the line of the table and the settings as written.

use populace_settings::{SettingError, in_force};
use serde_json::{Value, json};

use crate::{Neighbourhood, PERCEPTIONS, Perception, PerceptionEntry};

/// A perception with its settings. The perception has accepted these settings, so it can be set up at any time.
#[derive(Clone)]
pub struct Perceiving {
    entry: &'static PerceptionEntry,
    settings: Value,
}

impl Perceiving {
    /// Returns the perception of a line of the table with settings as written: an object, in which an absent key means
    /// the default.
    pub fn of(entry: &'static PerceptionEntry, settings: Value) -> Result<Self, SettingError> {
        (entry.make)(&settings)?;
        Ok(Perceiving { entry, settings })
    }

    /// Returns the line of the table.
    pub fn entry(&self) -> &'static PerceptionEntry {
        self.entry
    }

    /// Returns the settings as written.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// Returns the settings that are in force: the defaults of all numbers, and over them what was written.
    pub fn in_force(&self) -> Value {
        in_force(&(self.entry.parameters)(), &self.settings)
    }

    /// Returns a neighbourhood that finds neighbours by this perception, again and again.
    pub fn neighbourhood(&self) -> Neighbourhood {
        Neighbourhood::new(self.made())
    }

    fn made(&self) -> Box<dyn Perception> {
        (self.entry.make)(&self.settings).expect("the perception took these settings before")
    }
}

impl Default for Perceiving {
    /// Returns the first line of [`PERCEPTIONS`] with its defaults.
    fn default() -> Self {
        Perceiving { entry: &PERCEPTIONS[0], settings: json!({}) }
    }
}

impl PartialEq for Perceiving {
    /// Returns whether both have the same name and the same settings in force.
    fn eq(&self, other: &Self) -> bool {
        self.entry.name == other.entry.name && self.in_force() == other.in_force()
    }
}

impl std::fmt::Debug for Perceiving {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Perceiving").field("perception", &self.entry.name).field("settings", &self.settings).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perception;

    #[test]
    fn every_perception_takes_its_defaults_and_refuses_what_is_out_of_its_limits() {
        for entry in PERCEPTIONS {
            assert_eq!(perception(entry.name).map(|p| p.name), Some(entry.name));
            assert!(Perceiving::of(entry, json!({})).is_ok(), "{}", entry.name);
            assert!(Perceiving::of(entry, json!({ "no_such_key": 1 })).is_err(), "{}", entry.name);
            for p in (entry.parameters)() {
                let beyond = Perceiving::of(entry, json!({ p.name: p.most * 2.0 + 1.0 }));
                assert_eq!(beyond.expect_err("beyond the limit").path, p.name, "{}", entry.name);
            }
        }
    }

    #[test]
    fn the_schema_of_every_perception_has_its_parameters_and_nothing_may_be_added() {
        for entry in PERCEPTIONS {
            let schema = (entry.schema)();
            for p in (entry.parameters)() {
                assert!(schema["properties"][p.name]["description"].is_string(), "{}.{}", entry.name, p.name);
            }
            assert_eq!(schema["additionalProperties"], false, "{}", entry.name);
        }
    }

    #[test]
    fn settings_out_of_their_limits_are_named() {
        let key = |name: &str, settings: Value| {
            let entry = perception(name).expect("a line of the table");
            Perceiving::of(entry, settings).expect_err("refused").path
        };
        assert_eq!(key("graph", json!({ "rings": 3 })), "rings");
        assert_eq!(key("graph", json!({ "range": 0.0 })), "range");
        assert_eq!(key("grid", json!({ "most": 0 })), "most");
        assert_eq!(key("grid", json!({ "fan_degrees": 361.0 })), "fan_degrees");
        assert_eq!(key("grid", json!({ "fan_degrees": 0.0 })), "fan_degrees");
    }

    #[test]
    fn a_default_that_is_written_is_the_same_as_one_that_is_not() {
        let written = Perceiving::of(&PERCEPTIONS[0], json!({ "rings": 1 })).expect("taken");
        assert_eq!(written, Perceiving::default());
        assert_ne!(Perceiving::of(&PERCEPTIONS[0], json!({ "rings": 2 })).expect("taken"), Perceiving::default());
    }
}
