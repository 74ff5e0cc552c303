//! The parameters of the model, with their limits and sources.

use populace_settings::settings;

use super::tables::{Named, Reactions};
use crate::jam;

settings! {
    "Settings of the steering model reactive"
    /// d_N: distance kept to neighbours, centre to centre
    personal_distance: f64 = 1.2, "m", 0.0..=10.0, "Hall's personal zone";
    /// d_W: distance kept to walls, from the centre
    wall_distance: f64 = 0.5, "m", 0.0..=10.0, "half a body and as much again; proposal";
    /// k / |S_I|: weight of the personal space against the way
    personal_weight: f64 = 1.0, "", 0.0..=10.0, "erratum A1.3: k = |S_I|";
    /// ε: least room between two bodies that pass
    margin: f64 = 0.1, "m", 0.0..=2.0, "proposal; L gives none";
    /// Collisions later than this do not matter
    horizon: f64 = 8.0, "s", 0.1..=60.0, "Karamouzas & Overmars 2010, t_max";
    /// How many velocities are examined before the search gives up
    expansions: u32 = 32, "", 1..=64, "erratum A1.6";
    /// Least speed at which overlapping bodies part
    push_speed: f64 = 0.5, "m/s", 0.0..=5.0, "proposal; L gives none";
    /// t_react: time kept to the next collision
    reaction_time: f64 = 0.55, "s", 0.0..=10.0, "erratum A1.7: 0.5 to 1 s is usual; fitted to data";
    /// Speed that security leaves to a pedestrian
    least_speed: f64 = 0.53, "m/s", 0.0..=1.0, "erratum A1.7 asks for one; fitted to data";
    /// A pedestrian that gets on more slowly than this is held up and follows the jam rules; 0: only if it stands still
    held_up_speed: f64 = 0.4, "m/s", 0.0..=1.0, "proposal, fitted to data; L gives none";
    /// Speed of a pedestrian that finds no way
    creep_speed: f64 = 0.1, "m/s", 0.0..=1.0, "proposal; L: they stand";
    choices {
        /// Which reactions answer which collision.
        reactions: Reactions = Reactions::Named(Named::MinimalAdjustment);
        /// As printed, for comparison only: the personal space attracts, and nobody keeps to a side.
        literal: bool = false;
    }
}

impl Params {
    /// Returns the jam rules with the numbers of these settings.
    pub(super) fn jam(&self) -> jam::Rules {
        let Params { held_up_speed, margin, push_speed, creep_speed, .. } = *self;
        jam::Rules { held_up_speed, margin, push_speed, creep_speed }
    }
}
