//! A corridor with a corner.

use super::{Draft, PartKind, PlacePart, Rect, Storey};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "bend", about: "a corridor around a corner", kind: PartKind::Storey, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (length, width) = (chance.between(6.0, 14.0), chance.between(1.0, 3.5));
    let (arm, side) = (chance.between(4.0, 10.0), chance.between(1.0, 3.5));
    let along = Rect::new(0.0, 0.0, length, width);
    let across = Rect::new(length - side, 0.0, length, width + arm);
    let outline =
        vec![[0.0, 0.0], [length, 0.0], [length, across.y1], [across.x0, across.y1], [across.x0, width], [0.0, width]];
    let shape = Storey {
        name: String::new(),
        elevation: 0.0,
        bounds: Rect::new(0.0, 0.0, length, across.y1),
        west: (0.0, width),
        east: (0.0, across.y1),
        grounds: vec![along, across],
    };
    draft.add_storey(outline, shape, chance);
}
