//! A lift that stops on several storeys.

use populace_scenario::place::{FloorPoint, LinkEntry, LinkWord};

use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "lift", about: "a lift between storeys", kind: PartKind::Join, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let first = if chance.is(0.3) { 0 } else { draft.storeys.len().saturating_sub(2) };
    let stops = draft.storeys[first..].iter().map(|storey| {
        let ground = chance.pick(&storey.grounds).to_owned();
        FloorPoint { floor: storey.name.clone(), at: Some(ground.point(0.6, chance)) }
    });
    let stops = Some(stops.collect());
    let name = format!("lift {}", draft.lifts.len());
    draft.place.link.push(LinkEntry {
        name: Some(name.clone()),
        kind: Some(LinkWord::Lift),
        stops,
        capacity: chance.may(0.5, |chance| chance.count(1, 10) as u32),
        speed: chance.may(0.3, |chance| chance.between(0.4, 2.5)),
        dwell: chance.may(0.5, |chance| chance.between(1.0, 8.0)),
        door_width: chance.may(0.3, |chance| chance.between(0.6, 1.4)),
        ..LinkEntry::default()
    });
    draft.lifts.push(name);
}
