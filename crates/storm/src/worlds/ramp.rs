//! A ramp.

use populace_scenario::place::{FlightEntry, FloorWord};

use super::stairs::add_flight;
use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "ramp", about: "a sloping floor without steps", kind: PartKind::Join, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let width = chance.between(0.8, 2.5);
    add_flight(draft, FloorWord::Ramp, width, false, FlightEntry::default());
}
