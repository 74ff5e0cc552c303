//! Kinds of people and their needs, as a scenario writes them. The built-in kinds are written in the same form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::is_default;
use super::population::StageEntry;
use crate::Spread;

/// A kind of people: what they need beside their journey.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindEntry {
    /// The name, which populations give as `kind`. A built-in name changes that kind.
    pub name: String,
    /// A description of these people, in a sentence.
    pub about: Option<String>,
    /// The kind whose needs, response and knowledge of the place they have, too. When absent, the built-in kind of the same name, if there is one.
    pub like: Option<String>,
    /// The needs, the first of which is met first. A need that the kind `like` has keeps its place, and changes what is given here.
    #[serde(default, skip_serializing_if = "is_default")]
    pub needs: Vec<NeedEntry>,
    /// The time from an alarm until they get out, s. Uniform from 0 to 60 when absent.
    pub response: Option<Spread>,
    /// What they offer to whoever asks while they stand guard or patrol, such as `["information"]`. That of `like` when absent.
    pub offers: Option<Vec<String>>,
    /// Whether they know the place. Others use what they see, explore, ask at a desk or read a board. `true` when absent.
    pub knows: Option<bool>,
    /// The needs of the kind `like` that they do not have, by name.
    #[serde(default, skip_serializing_if = "is_default")]
    pub without: Vec<String>,
}

/// A need: it grows until a pedestrian does something about it. Keys that are absent are those of the need of the same name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NeedEntry {
    /// The name.
    pub name: String,
    /// A description of the need, in a sentence.
    pub about: Option<String>,
    /// The level when a pedestrian comes in, from 0 to 1. 0 when absent.
    pub start: Option<Spread>,
    /// The growth of the level in a second, 1/s. 0 when absent.
    pub growth: Option<f64>,
    /// The time in which the level falls to 37 % once the need is met, s. 60 when absent.
    pub decay: Option<f64>,
    /// The level at which a pedestrian does something about it, from 0 to 1. 0.75 when absent.
    pub threshold: Option<f64>,
    /// The time that a pedestrian must have to spare before it does something about it, s. 0 when absent.
    pub spare: Option<f64>,
    /// The distance within which a pedestrian notices what meets the need, m. Any distance when absent.
    pub within: Option<f64>,
    /// The remedy: a stage, as in a journey.
    #[serde(rename = "do")]
    pub remedy: Option<StageEntry>,
}

impl NeedEntry {
    /// Returns this need with the keys of another where it says nothing.
    pub fn or(&self, other: &NeedEntry) -> NeedEntry {
        NeedEntry {
            name: self.name.clone(),
            about: self.about.clone().or_else(|| other.about.clone()),
            start: self.start.clone().or_else(|| other.start.clone()),
            growth: self.growth.or(other.growth),
            decay: self.decay.or(other.decay),
            threshold: self.threshold.or(other.threshold),
            spare: self.spare.or(other.spare),
            within: self.within.or(other.within),
            remedy: self.remedy.clone().or_else(|| other.remedy.clone()),
        }
    }
}
