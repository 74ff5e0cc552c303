//! The parameters of the model, with their limits and sources, and the drives that are switched off.

use populace_settings::{SettingError, settings};

use super::drives::DRIVES;

settings! {
    "Settings of the steering model comfort"
    /// i: border of the intimate zone, where a neighbour is highly disturbing
    intimate: f64 = 0.45, "m", 0.05..=2.0, "S §3.3.1, after Hall 1966";
    /// Border of the personal zone, which everyone tries to keep
    personal: f64 = 1.2, "m", 0.1..=5.0, "S §3.3.1, after Hall 1966";
    /// Border of the social zone: people beyond it do not matter
    social: f64 = 3.6, "m", 0.2..=15.0, "S §3.3.1, after Hall 1966";
    /// s: how far a pedestrian senses others at its sides
    side: f64 = 1.2, "m", 0.05..=5.0, "erratum A3.1: the personal zone; S gives none";
    /// Room that is left between two bodies that avoid each other in an emergency
    margin: f64 = 0.0, "m", 0.0..=1.0, "proposal, fitted to data: they brush (S §3.2)";
    /// Collisions within this time are imminent: the emergency drives have their full interest
    imminent: f64 = 1.0, "s", 0.1..=10.0, "proposal; S gives none";
    /// Collisions later than this do not matter
    horizon: f64 = 3.2, "s", 0.1..=60.0, "proposal; S gives none";
    /// Largest turn that clears the personal space
    clear_turn: f64 = 0.5, "rad", 0.0..=1.5, "proposal: S asks for a reasonable range";
    /// How much less space a pedestrian clears for a friend, as a share
    friendship: f64 = 0.8, "", 0.0..=1.0, "proposal after erratum A3.2";
    /// Distance that people keep to obstacles in a wide and empty place
    obstacle_distance: f64 = 1.0, "m", 0.0..=5.0, "proposal: beyond the 0.81 m of S";
    /// Distance that people keep to obstacles in a passage, at most, as a share of the width of the passage
    passage_share: f64 = 0.21, "", 0.0..=0.5, "proposal, fitted to data: S gives none";
    /// Distance that people keep to obstacles in a dense crowd, as a share of the distance without a crowd
    crowded_share: f64 = 0.0, "", 0.0..=1.0, "proposal, fitted to data: S gives none";
    /// A pedestrian that is nearer to an obstacle than this walks slower
    slow_distance: f64 = 0.81, "m", 0.0..=5.0, "S §3.3.3, after Brogan & Johnson 2003";
    /// Speed of a pedestrian near an obstacle, as a share of the wanted speed
    slow_share: f64 = 0.8, "", 0.1..=1.0, "S §3.3.3, after Brogan & Johnson 2003";
    /// A pedestrian that is nearer than this to the neighbour ahead walks slower
    follow_distance: f64 = 0.9, "m", 0.1..=5.0, "proposal within the personal zone, fitted to data";
    /// A pedestrian that is as near as this to the neighbour ahead stands
    stand_distance: f64 = 0.33, "m", 0.0..=2.0, "proposal within the intimate zone, fitted to speed against density";
    /// Speed to which a pedestrian slows down, as a share of the speed of the neighbour ahead
    heed: f64 = 0.08, "", 0.0..=1.0, "proposal, fitted to data";
    /// A pedestrian that is faster than the neighbour ahead by more than this passes instead of slowing down
    overtaking: f64 = 0.2, "m/s", 0.0..=3.0, "proposal, fitted to data: S has a threshold without a number";
    /// Speed of a stuck pedestrian that strafes or gives way
    strafe_speed: f64 = 0.5, "m/s", 0.0..=2.0, "proposal; S gives none";
    #[doc = crate::jam::about!()]
    held_up_speed: f64 = 0.15, "m/s", 0.0..=1.0, "proposal, fitted to data; S has no rule for jams";
    choices {
        /// Names of drives that are switched off.
        without: Vec<String> = Vec::new();
    }
}

impl Params {
    /// Returns which drives of the table are on: one bit for each.
    pub(super) fn switches(&self) -> Result<u32, SettingError> {
        let mut on = u32::MAX;
        for (i, name) in self.without.iter().enumerate() {
            let Some(at) = DRIVES.iter().position(|d| d.name == name) else {
                let names: Vec<_> = DRIVES.iter().map(|d| d.name).collect();
                let what = format!("no drive is called {name:?}; the drives are {}", names.join(", "));
                return Err(SettingError { path: format!("without[{i}]"), what });
            };
            on &= !(1 << at);
        }
        Ok(on)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_zones_and_hard_numbers_are_those_of_the_paper() {
        let p = Params::default();
        assert_eq!((p.intimate, p.personal, p.social), (0.45, 1.2, 3.6));
        assert_eq!((p.slow_distance, p.slow_share), (0.81, 0.8));
    }

    #[test]
    fn an_unknown_drive_is_named_with_its_key_and_those_there_are() {
        let made = (super::super::ENTRY.make)(&json!({ "without": ["clear_left", "clear_lfet"] }));
        let Err(error) = made else { panic!("it is taken") };
        assert_eq!(error.path, "without[1]");
        assert!(error.what.contains("clear_lfet") && error.what.contains("clear_right, clear_left"), "{}", error.what);
    }
}
