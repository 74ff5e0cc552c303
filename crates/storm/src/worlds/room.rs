//! A rectangular room.

use super::{Draft, PartKind, PlacePart, Rect, Storey};
use crate::Chance;

pub(super) const PART: PlacePart = PlacePart { name: "room", about: "a rectangular room", kind: PartKind::Storey, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (width, height) = (chance.between(5.0, 18.0), chance.between(4.0, 12.0));
    let bounds = Rect::new(0.0, 0.0, width, height);
    let shape = Storey::over(bounds, vec![bounds]);
    draft.add_storey(bounds.ring(), shape, chance);
}
