//! A flight of stairs.

use populace_scenario::place::{FlightEntry, FloorPoint, FloorWord};

use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart = PlacePart { name: "stairs", about: "a flight of stairs", kind: PartKind::Join, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let flight = FlightEntry { one_way: chance.may(0.1, |_| true), ..FlightEntry::default() };
    let width = chance.between(0.6, 2.5);
    add_flight(draft, FloorWord::Stairs, width, false, flight);
}

/// Adds a flight between the last two storeys, if there is room. With `is_back`, it leads from the later storey to the
/// earlier.
pub(super) fn add_flight(draft: &mut Draft, kind: FloorWord, width: f64, is_back: bool, flight: FlightEntry) {
    let Some([start, end]) = draft.strip(width) else { return };
    let [.., from, to] = &draft.storeys[..] else { return };
    let point = |floor: &str, at| Some(FloorPoint { floor: floor.to_owned(), at: Some(at) });
    let ends = [point(&from.name, start), point(&to.name, end)];
    let [from, to] = if is_back {
        let [a, b] = ends;
        [b, a]
    } else {
        ends
    };
    let name = Some(format!("{kind:?} {}", draft.place.stairs.len()).to_lowercase());
    draft.place.stairs.push(FlightEntry { name, kind: Some(kind), from, to, width: Some(width), ..flight });
}
