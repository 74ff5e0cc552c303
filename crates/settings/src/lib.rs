//! Lets an interchangeable part, such as a steering model, declare the numbers and choices that a scenario may set.
//!
//! [`settings!`] declares every number once, with its unit, default, limits and source. Reading, checking, the JSON
//! Schema and the tables of the documentation follow from the declaration.
//!
//! ```
//! use populace_settings::settings;
//! use serde_json::json;
//!
//! settings! {
//!     "Settings of a lamp"
//!     /// How bright the lamp is
//!     brightness: f64 = 800.0, "lm", 0.0..=10000.0, "a usual bulb";
//!     choices {
//!         /// Whether the lamp is on.
//!         on: bool = true;
//!     }
//! }
//!
//! let params = Params::from_written(&json!({ "brightness": 400 }))?;
//! assert_eq!((params.brightness, params.on), (400.0, true));
//! assert_eq!(parameters()[0].unit, "lm");
//! let error = Params::from_written(&json!({ "brightness": -1.0 })).unwrap_err();
//! assert_eq!(error.path, "brightness");
//! # Ok::<(), populace_settings::SettingError>(())
//! ```

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A number that a scenario may set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Its key in scenarios.
    pub name: &'static str,
    /// The meaning of the number.
    pub about: &'static str,
    /// Its unit; empty for a plain number.
    pub unit: &'static str,
    /// The value when the scenario gives none.
    pub default: f64,
    /// The least value that is taken.
    pub least: f64,
    /// The greatest value that is taken.
    pub most: f64,
    /// The source of the default.
    pub source: &'static str,
}

/// The error of settings that are refused.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingError {
    /// The key, for instance `reactions.front[1].quality`.
    pub path: String,
    /// What is wrong with its value.
    pub what: String,
}

/// Reads settings from a written value. An error names the key.
pub fn read<T: DeserializeOwned>(written: &Value) -> Result<T, SettingError> {
    serde_path_to_error::deserialize(written)
        .map_err(|e| SettingError { path: e.path().to_string(), what: e.inner().to_string() })
}

/// Checks that every number is within its limits; `values` are in the order of `parameters`.
pub fn check(parameters: &[Parameter], values: &[f64]) -> Result<(), SettingError> {
    for (parameter, value) in parameters.iter().zip(values) {
        if !(parameter.least..=parameter.most).contains(value) {
            let (least, most, unit) = (parameter.least, parameter.most, parameter.unit);
            let what = format!("{value} is not in {least} … {most} {unit}").trim_end().to_string();
            return Err(SettingError { path: parameter.name.to_string(), what });
        }
    }
    Ok(())
}

/// Returns the settings that are in force: the written settings, and the defaults of the numbers that were not written.
/// A number reads the same whether it was written with a decimal point or without.
pub fn in_force(parameters: &[Parameter], written: &Value) -> Value {
    let defaults = parameters.iter().map(|p| (p.name.to_owned(), Value::from(p.default)));
    let mut all: Map<String, Value> = defaults.collect();
    if let Value::Object(written) = written {
        all.extend(written.iter().map(|(key, value)| (key.clone(), decimal(value))));
    }
    Value::Object(all)
}

fn decimal(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().map_or_else(|| value.clone(), Value::from),
        Value::Array(items) => Value::Array(items.iter().map(decimal).collect()),
        Value::Object(table) => Value::Object(table.iter().map(|(key, value)| (key.clone(), decimal(value))).collect()),
        other => other.clone(),
    }
}

/// Declares `Params` with its defaults, its reader and its check, the list `parameters()` and the JSON Schema
/// `schema()`. Numbers come first, each as `name: type = default, unit, least..=most, source;`. Settings that are not
/// numbers follow in `choices`, each as `name: type = default;`. A crate that uses this macro must depend on `serde`,
/// `serde_json` and `schemars`.
#[macro_export]
macro_rules! settings {
    (
        $title:literal
        $(#[doc = $about:expr] $name:ident: $type:ty = $default:expr, $unit:tt, $least:literal..=$most:literal, $source:literal;)*
        $(choices { $(#[doc = $choice_about:literal] $choice:ident: $choice_type:ty = $choice_default:expr;)* })?
    ) => {
        /// The settings that a scenario may give.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[schemars(title = $title)]
        pub struct Params {
            $(#[doc = concat!($about, $crate::settings!(@unit $unit))] pub $name: $type,)*
            $($(#[doc = $choice_about] pub $choice: $choice_type,)*)?
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)* $($($choice: $choice_default,)*)? }
            }
        }

        impl Params {
            /// Reads and checks settings as written: an object, in which an absent key means the default.
            pub fn from_written(written: &serde_json::Value) -> Result<Self, $crate::SettingError> {
                let params: Self = $crate::read(written)?;
                params.check()?;
                Ok(params)
            }
            /// Checks that every number is within its limits.
            pub fn check(&self) -> Result<(), $crate::SettingError> {
                $crate::check(&parameters(), &[$(f64::from(self.$name),)*])
            }
        }

        /// Returns the numbers, in the order of the fields of [`Params`].
        pub fn parameters() -> Vec<$crate::Parameter> {
            vec![$($crate::Parameter {
                name: stringify!($name),
                about: $about.trim_ascii(),
                unit: $unit,
                default: f64::from({ let default: $type = $default; default }),
                least: $least as f64,
                most: $most as f64,
                source: $source,
            },)*]
        }

        /// Returns the JSON Schema of [`Params`].
        pub fn schema() -> serde_json::Value {
            schemars::schema_for!(Params).to_value()
        }
    };
    (@unit "") => { "." };
    (@unit $unit:literal) => { concat!(", ", $unit, ".") };
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    mod lamp {
        settings! {
            "Settings of a lamp"
            /// How bright the lamp is
            brightness: f64 = 800.0, "lm", 0.0..=10000.0, "a usual bulb";
            /// How many bulbs the lamp has
            bulbs: u32 = 3, "", 1..=12, "a guess";
            choices {
                /// Whether the lamp is on.
                on: bool = true;
            }
        }
    }

    #[test]
    fn absent_keys_are_the_defaults() {
        let params = lamp::Params::from_written(&json!({})).expect("nothing is wrong");
        assert_eq!(params, lamp::Params { brightness: 800.0, bulbs: 3, on: true });
    }

    #[test]
    fn what_is_wrong_is_named_by_its_key() {
        let path = |written: Value| lamp::Params::from_written(&written).expect_err("refused").path;
        assert_eq!(path(json!({ "bulbs": 13 })), "bulbs");
        assert_eq!(path(json!({ "brightness": "bright" })), "brightness");
        let error = lamp::Params::from_written(&json!({ "bulb": 1 })).expect_err("refused");
        assert!(error.what.contains("unknown field `bulb`"), "{}", error.what);
        let error = lamp::Params::from_written(&json!({ "brightness": -1 })).expect_err("refused");
        assert_eq!(error.what, "-1 is not in 0 … 10000 lm");
    }

    #[test]
    fn the_schema_says_what_each_key_is_with_its_unit() {
        let schema = lamp::schema();
        assert_eq!(schema["properties"]["brightness"]["description"], "How bright the lamp is, lm.");
        assert_eq!(schema["properties"]["bulbs"]["description"], "How many bulbs the lamp has.");
        assert_eq!(schema["additionalProperties"], false);
    }

    #[test]
    fn settings_in_force_are_the_defaults_and_over_them_what_was_written() {
        let force = |written: Value| in_force(&lamp::parameters(), &written);
        assert_eq!(force(json!({})), json!({ "brightness": 800.0, "bulbs": 3.0 }));
        assert_eq!(force(json!({ "bulbs": 4 })), force(json!({ "bulbs": 4.0 })));
        assert_eq!(force(json!({ "on": false }))["on"], false);
    }
}
