//! A steering model as a population names it: the line of the table, the settings as written, and the model made from
//! both.

use std::sync::Arc;

use populace_settings::{SettingError, in_force};
use serde_json::Value;

use crate::{Model, ModelEntry};

/// The steering of a population: a model with its settings. The settings are always those from which the model was
/// made.
#[derive(Clone)]
pub struct Steering {
    entry: &'static ModelEntry,
    settings: Value,
    model: Arc<dyn Model>,
}

impl Steering {
    /// Makes the model of a table line from settings as written: an object, in which an absent key means the default.
    pub fn of(entry: &'static ModelEntry, settings: Value) -> Result<Self, SettingError> {
        let model = Arc::from((entry.make)(&settings)?);
        Ok(Steering { entry, settings, model })
    }

    /// Makes the same model with another value of one parameter.
    pub fn with(&self, parameter: &str, value: Value) -> Result<Self, SettingError> {
        let mut settings = self.settings.as_object().cloned().unwrap_or_default();
        settings.insert(parameter.to_owned(), value);
        Steering::of(self.entry, Value::Object(settings))
    }

    /// Returns the line of the table.
    pub fn entry(&self) -> &'static ModelEntry {
        self.entry
    }

    /// Returns the settings as written.
    pub fn settings(&self) -> &Value {
        &self.settings
    }

    /// Returns the model.
    #[inline]
    pub fn model(&self) -> &dyn Model {
        &*self.model
    }

    /// Returns the settings that are in force: the defaults of all numbers, and over them what was written.
    pub fn in_force(&self) -> Value {
        in_force(&(self.entry.parameters)(), &self.settings)
    }
}

impl std::fmt::Debug for Steering {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Steering").field("model", &self.entry.name).field("settings", &self.settings).finish()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::MODELS;

    #[test]
    fn settings_in_force_are_the_defaults_and_over_them_what_was_written() {
        for entry in MODELS {
            let first = (entry.parameters)().first().copied().expect("every model has a number");
            let usual = Steering::of(entry, json!({})).expect("defaults are fine");
            let same = Steering::of(entry, json!({ first.name: number(first.default) })).expect("a default is fine");
            assert_eq!(usual.in_force(), same.in_force(), "{}", entry.name);
            assert_eq!(usual.in_force()[first.name], json!(first.default), "{}", entry.name);
        }
    }

    /// Returns a whole number without its decimal point, as counts are written.
    fn number(value: f64) -> Value {
        if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
    }

    #[test]
    fn settings_that_the_model_refuses_make_no_steering() {
        assert!(Steering::of(&MODELS[0], json!({ "no_such_key": 1 })).is_err());
    }
}
