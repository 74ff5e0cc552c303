//! A wall across a ground, with a door in it.

use populace_scenario::place::LinkEntry;

use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "door", about: "a wall across a ground, with a door in it", kind: PartKind::Feature, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (storey, ground) = draft.ground(chance);
    if ground.width() < 4.0 {
        return;
    }
    let x = chance.between(ground.x0 + 1.5, ground.x1 - 1.5);
    let gap = (chance.between(0.6, 2.0) / ground.height()).min(0.9);
    let from = chance.between(0.0, 1.0 - gap);
    let door = random_door(chance);
    draft.add_wall_with_gap(storey, [[x, ground.y0], [x, ground.y1]], (from, from + gap), Some(door));
}

/// Draws the rules of a door.
pub(super) fn random_door(chance: &mut Chance) -> LinkEntry {
    LinkEntry {
        one_way: chance.may(0.15, |_| true),
        open: chance.may(0.2, |_| false),
        hours: chance.may(0.15, |_| vec!["08:00-08:01".to_owned()]),
        ..LinkEntry::default()
    }
}
