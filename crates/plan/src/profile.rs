//! Profiles: the width and the speed of a pedestrian, and the floors and links that it uses.

use populace_env::FloorKind;
use serde::Serialize;

/// The body and the habits of a pedestrian, as far as they decide which routes it can take.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Profile {
    /// Its name in commands and scenarios.
    pub name: &'static str,
    /// A line that says for whom the profile stands, with the source of its numbers.
    pub about: &'static str,
    /// The width of the body, m, from 0.01 to 10. The pedestrian fits only through passages that are wider.
    pub width: f64,
    /// Free walking speed on the flat, m/s, from 0.1 to 10.
    pub speed: f64,
    /// The least and the greatest haste of a pedestrian: its top speed, as a multiple of the speed at which it wants to walk; from 1
    /// to 3.
    pub haste: [f64; 2],
    /// Whether the pedestrian takes stairs.
    pub stairs: bool,
    /// Whether the pedestrian takes escalators.
    pub escalators: bool,
    /// Whether the pedestrian takes lifts.
    pub lifts: bool,
}

/// The haste of people on foot: from women in their seventies (1.749 m/s at most, 1.272 m/s at ease) to men in their twenties
/// (2.533 and 1.393 m/s), Bohannon 1997 (doi:10.1093/ageing/26.1.15), means of 230 adults.
const WALKERS: [f64; 2] = [1.37, 1.82];

/// The haste of people on wheels or with luggage (proposal): they hurry little.
const BURDENED: [f64; 2] = [1.1, 1.3];

/// Every profile: name, body and access. The first is the default.
pub const PROFILES: &[Profile] = &[
    Profile {
        name: "adult",
        about: "0.5 m wide (shoulders 0.46 m, Fruin 1971), 1.34 m/s (Weidmann 1993), goes everywhere",
        width: 0.5,
        speed: 1.34,
        haste: WALKERS,
        stairs: true,
        escalators: true,
        lifts: true,
    },
    Profile {
        name: "walker",
        about: "as an adult, but leaves the lifts to people who need them",
        width: 0.5,
        speed: 1.34,
        haste: WALKERS,
        stairs: true,
        escalators: true,
        lifts: false,
    },
    Profile {
        name: "wheelchair",
        about: "0.8 m wide (ISO 7176-5 reference: 0.7 m, and hands), 0.69 m/s (manual, Boyce et al. 1999), no stairs, no escalators",
        width: 0.8,
        speed: 0.69,
        haste: BURDENED,
        stairs: false,
        escalators: false,
        lifts: true,
    },
    Profile {
        name: "luggage",
        about: "0.8 m wide with a case or pram beside the body, 1.1 m/s (a fifth below Weidmann's mean), no escalators",
        width: 0.8,
        speed: 1.1,
        haste: BURDENED,
        stairs: true,
        escalators: false,
        lifts: true,
    },
    Profile {
        name: "evacuee",
        about: "0.5 m wide, 1.34 m/s (Weidmann 1993), no lifts: in most buildings they stop in a fire",
        width: 0.5,
        speed: 1.34,
        haste: WALKERS,
        stairs: true,
        escalators: true,
        lifts: false,
    },
];

impl Default for Profile {
    fn default() -> Self {
        PROFILES[0].clone()
    }
}

impl Profile {
    /// Returns the profile called `name`.
    pub fn named(name: &str) -> Option<Profile> {
        PROFILES.iter().find(|p| p.name == name).cloned()
    }
    /// Returns half the width, m.
    pub fn radius(&self) -> f64 {
        self.width / 2.0
    }
    /// Returns whether the pedestrian walks on a kind of floor.
    pub fn may_walk_on(&self, kind: &FloorKind) -> bool {
        match kind {
            FloorKind::Level | FloorKind::Ramp | FloorKind::Walkway(_) => true,
            FloorKind::Stairs(_) => self.stairs,
            FloorKind::Escalator(_) => self.escalators,
        }
    }
}
