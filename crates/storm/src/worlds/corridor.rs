//! A corridor, in which two streams hardly pass each other.

use super::{Draft, PartKind, PlacePart, Rect, Storey};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "corridor", about: "a long narrow room", kind: PartKind::Storey, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (width, height) = (chance.between(10.0, 25.0), chance.between(1.0, 3.0));
    let bounds = Rect::new(0.0, 0.0, width, height);
    let shape = Storey::over(bounds, vec![bounds]);
    draft.add_storey(bounds.ring(), shape, chance);
}
