//! The parameters of the model, with their limits and sources.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{Named, Reactions};
use crate::{Parameter, SettingError};

/// What a population may set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(title = "Settings of the steering model reactive")]
pub struct Params {
    /// d_N: distance kept to neighbours, centre to centre, m.
    pub personal_distance: f64,
    /// d_W: distance kept to walls, from the centre, m.
    pub wall_distance: f64,
    /// k / |S_I|: weight of the personal space against the way.
    pub personal_weight: f64,
    /// ε: least room between two bodies that pass, m.
    pub margin: f64,
    /// Collisions later than this are not looked at, s.
    pub horizon: f64,
    /// How many velocities are examined before none is found.
    pub expansions: u32,
    /// Speed at which two bodies that are in each other part, at least, m/s.
    pub push_speed: f64,
    /// t_react: time kept to the next collision, s.
    pub reaction_time: f64,
    /// Speed that is left to those who find no way, m/s.
    pub creep_speed: f64,
    /// Which reactions answer which collision.
    pub reactions: Reactions,
    /// As printed, for comparison only: the personal space attracts, and nobody keeps to a side.
    pub literal: bool,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            personal_distance: 1.2,
            wall_distance: 0.5,
            personal_weight: 1.0,
            margin: 0.1,
            horizon: 8.0,
            expansions: 32,
            push_speed: 0.5,
            reaction_time: 0.5,
            creep_speed: 0.1,
            reactions: Reactions::Named(Named::MinimalAdjustment),
            literal: false,
        }
    }
}

impl Params {
    /// Whether every number is within its limits.
    pub fn check(&self) -> Result<(), SettingError> {
        for (parameter, value) in parameters().iter().zip(self.numbers()) {
            if !(parameter.least..=parameter.most).contains(&value) {
                let (least, most, unit) = (parameter.least, parameter.most, parameter.unit);
                let what = format!("{value} is not in {least} … {most} {unit}").trim_end().to_string();
                return Err(SettingError { path: parameter.name.to_string(), what });
            }
        }
        self.reactions.check("reactions")
    }
    /// In the order of [`parameters`].
    fn numbers(&self) -> [f64; 9] {
        [
            self.personal_distance,
            self.wall_distance,
            self.personal_weight,
            self.margin,
            self.horizon,
            f64::from(self.expansions),
            self.push_speed,
            self.reaction_time,
            self.creep_speed,
        ]
    }
}

/// The numbers, in the order of the fields of [`Params`].
pub fn parameters() -> Vec<Parameter> {
    let d = Params::default().numbers();
    let row = |i: usize, name, about, unit, least, most, source| Parameter {
        name,
        about,
        unit,
        default: d[i],
        least,
        most,
        source,
    };
    vec![
        row(
            0,
            "personal_distance",
            "distance kept to neighbours, centre to centre",
            "m",
            0.0,
            10.0,
            "Hall's personal zone",
        ),
        row(
            1,
            "wall_distance",
            "distance kept to walls, from the centre",
            "m",
            0.0,
            10.0,
            "half a body and as much again; proposal",
        ),
        row(
            2,
            "personal_weight",
            "weight of the personal space against the way",
            "",
            0.0,
            10.0,
            "erratum A1.3: k = |S_I|",
        ),
        row(3, "margin", "least room between two bodies that pass", "m", 0.0, 2.0, "proposal; L gives none"),
        row(4, "horizon", "later collisions are not looked at", "s", 0.1, 60.0, "Karamouzas & Overmars 2010, t_max"),
        row(5, "expansions", "velocities examined before none is found", "", 1.0, 64.0, "erratum A1.6"),
        row(6, "push_speed", "least speed at which overlapping bodies part", "m/s", 0.0, 5.0, "proposal; L gives none"),
        row(7, "reaction_time", "time kept to the next collision", "s", 0.0, 10.0, "erratum A1.7: 0.5 to 1 s is usual"),
        row(8, "creep_speed", "speed left to those who find no way", "m/s", 0.0, 1.0, "proposal after erratum A1.7"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_settings_is_listed_under_its_key() {
        let written = serde_json::to_value(Params::default()).unwrap();
        let listed = parameters();
        for p in &listed {
            assert_eq!(written[p.name].as_f64(), Some(p.default), "{}", p.name);
        }
        let numbers = written.as_object().unwrap().values().filter(|v| v.is_number()).count();
        assert_eq!(numbers, listed.len());
    }
}
