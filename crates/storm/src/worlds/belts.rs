//! Escalators and moving walkways, which lead one way: one alone, or one for each direction.

use populace_scenario::place::{FlightEntry, FloorWord};

use super::stairs::add_flight;
use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "belts", about: "escalators and moving walkways", kind: PartKind::Join, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let kind = *chance.pick(&[FloorWord::Escalator, FloorWord::Walkway]);
    let width = chance.between(0.6, 1.4);
    let first = chance.is(0.5);
    for is_back in if chance.is(0.6) { vec![first, !first] } else { vec![first] } {
        let flight = FlightEntry {
            belt_speed: chance.may(0.4, |chance| *chance.pick(&[0.3, 0.65, 0.9, 0.0])),
            ..FlightEntry::default()
        };
        add_flight(draft, kind, width, is_back, flight);
    }
}
