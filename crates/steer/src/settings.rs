//! How a model declares what a population may set: every number once, with its unit, default, limits and source.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Parameter, SettingError};

/// Settings from what a user wrote; errors name the key.
pub(crate) fn read<T: DeserializeOwned>(settings: &Value) -> Result<T, SettingError> {
    serde_path_to_error::deserialize(settings)
        .map_err(|e| SettingError { path: e.path().to_string(), what: e.inner().to_string() })
}

/// Whether every number is within its limits; `values` in the order of `parameters`.
pub(crate) fn check(parameters: &[Parameter], values: &[f64]) -> Result<(), SettingError> {
    for (parameter, value) in parameters.iter().zip(values) {
        if !(parameter.least..=parameter.most).contains(value) {
            let (least, most, unit) = (parameter.least, parameter.most, parameter.unit);
            let what = format!("{value} is not in {least} … {most} {unit}").trim_end().to_string();
            return Err(SettingError { path: parameter.name.to_string(), what });
        }
    }
    Ok(())
}

/// Declares `Params`, its defaults, its proof and the list `parameters()`. Numbers first, each as
/// `name: type = default, unit, least..=most, source;`, then what is no number, each as `name: type = default;`.
macro_rules! settings {
    (
        $title:literal
        $(#[doc = $about:literal] $name:ident: $type:ty = $default:expr, $unit:literal, $least:literal..=$most:literal, $source:literal;)*
        $(choices { $(#[doc = $choice_about:literal] $choice:ident: $choice_type:ty = $choice_default:expr;)* })?
    ) => {
        /// What a population may set.
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        #[schemars(title = $title)]
        pub struct Params {
            $(#[doc = concat!($about, $crate::settings::settings!(@unit $unit))] pub $name: $type,)*
            $($(#[doc = $choice_about] pub $choice: $choice_type,)*)?
        }

        impl Default for Params {
            fn default() -> Self {
                Params { $($name: $default,)* $($($choice: $choice_default,)*)? }
            }
        }

        impl Params {
            /// Whether every number is within its limits.
            pub fn check(&self) -> Result<(), $crate::SettingError> {
                $crate::settings::check(&parameters(), &[$(f64::from(self.$name),)*])
            }
        }

        /// The numbers, in the order of the fields of [`Params`].
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
    };
    (@unit "") => { "." };
    (@unit $unit:literal) => { concat!(", ", $unit, ".") };
}
pub(crate) use settings;
