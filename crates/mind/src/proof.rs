//! The questions that a behaviour asks while it reads its part of a scenario: it finds things of the place by their
//! names.

use populace_geom::Distribution;
use populace_plan::Spot;
use serde_json::Value;

use crate::behaviour::Task;

/// The error of a stage as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The key, such as `leave`, or the item of its list, such as `leave[1]`; empty when the whole stage is wrong.
    pub at: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub hint: String,
}

impl Wrong {
    /// Says what is wrong with the value of a key.
    pub fn new(key: &str, what: impl Into<String>, hint: impl Into<String>) -> Self {
        Wrong { at: key.into(), what: what.into(), hint: hint.into() }
    }
}

/// Finds what a stage names, and says where it is wrong. Every method takes a key of the stage and its value, which is of the form
/// that the [`Key`](crate::Key) declares.
pub trait StageProof {
    /// Returns the number of the area of a name, in which the bodies of the population fit.
    fn area(&self, key: &str, value: &Value) -> Result<u32, Wrong>;
    /// Returns the numbers of the areas of a name or a list of names.
    fn areas(&self, key: &str, value: &Value) -> Result<Vec<u32>, Wrong>;
    /// Returns the spot at a point of a floor; of the only floor when none is named.
    fn spot(&self, key: &str, value: &Value, floor: Option<&Value>) -> Result<Spot, Wrong>;
    /// Returns the number of a signal.
    fn signal(&self, key: &str, value: &Value) -> Result<u32, Wrong>;
    /// Returns the distribution of a time, s.
    fn time(&self, key: &str, value: &Value) -> Result<Distribution, Wrong>;
    /// Returns the numbers of the objects of some names, or of all objects that offer what is named. Each is of one of these kinds.
    fn objects(&self, key: &str, value: &Value, kinds: &[&str]) -> Result<Vec<u32>, Wrong>;
    /// Returns the populations, by number, whose kind of people offers one of the things that are named.
    fn people(&self, key: &str, value: &Value) -> Result<Vec<u16>, Wrong>;
    /// Returns the numbers of the trains of some names, tracks or destinations, each with that of its track.
    fn trains(&self, key: &str, value: &Value) -> Result<Vec<(u32, u32)>, Wrong>;
    /// Returns the behaviours of some stages.
    fn stages(&self, key: &str, value: &Value) -> Result<Vec<Task>, Wrong>;
    /// Returns a whole number from 1 on.
    fn count(&self, key: &str, value: &Value) -> Result<u32, Wrong>;
    /// Returns a list of weights.
    fn weights(&self, key: &str, value: &Value, count: usize) -> Result<Vec<f64>, Wrong>;
}
