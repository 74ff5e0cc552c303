//! A case: a test of every steering model.

use crate::{Bench, Outcome};

/// A test that every steering model is put to.
pub struct Case {
    /// The name of the case in commands and reports, such as `rimea-01`.
    pub name: &'static str,
    /// The suite to which the case belongs.
    pub suite: Suite,
    /// The meaning of a failure.
    pub kind: Kind,
    /// The subject of the case, in a line.
    pub title: &'static str,
    /// The source of geometry, population and acceptance.
    pub source: &'static str,
    /// The set-up, in words.
    pub setup: &'static str,
    /// The definition of the value, in words.
    pub measure: &'static str,
    /// The unit of the value; `1` for a plain number.
    pub unit: &'static str,
    /// Least value that is accepted.
    pub low: f64,
    /// Greatest value that is accepted.
    pub high: f64,
    /// Whether the case is part of the quick set, which runs without `--full`.
    pub is_quick: bool,
    /// Runs the case. The error says why there is no value, for example because a crowd locks.
    pub run: fn(&Bench) -> Result<Outcome, String>,
}

/// Cases of one origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    /// RiMEA e.V., guideline for microscopic evacuation analysis.
    Rimea,
    /// Jülich's system tests of JuPedSim.
    Juelich,
    /// IMO MSC.1/Circ.1238 and 1533.
    Imo,
    /// SteerBench's cases.
    Steerbench,
    /// The circle of ORCA.
    Orca,
    /// Measured data.
    Validation,
}

impl Suite {
    /// Every suite with its word in commands and what it is.
    pub const ALL: [(Suite, &'static str, &'static str); 6] = [
        (Suite::Validation, "validation", "Measured people"),
        (Suite::Rimea, "rimea", "RiMEA"),
        (Suite::Juelich, "juelich", "Jülich"),
        (Suite::Imo, "imo", "IMO"),
        (Suite::Steerbench, "steerbench", "SteerBench"),
        (Suite::Orca, "orca", "ORCA"),
    ];
    /// Returns its word in commands.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|s| s.0 == self).map_or("", |s| s.1)
    }
    /// Returns what it is, in words for people.
    pub fn title(self) -> &'static str {
        Self::ALL.iter().find(|s| s.0 == self).map_or("", |s| s.2)
    }
}

/// The meaning of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The model does not do what any model must.
    Verification,
    /// The value is off, which is only reported: it says how far the model is from measured people.
    Validation,
}

impl Kind {
    /// Returns its word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Verification => "verification",
            Kind::Validation => "validation",
        }
    }
}
