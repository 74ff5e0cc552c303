//! A T-junction of two corridors.

use super::{Draft, PartKind, PlacePart, Rect, Storey};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "T-junction", about: "a corridor from which another leads off", kind: PartKind::Storey, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (length, width) = (chance.between(10.0, 20.0), chance.between(1.2, 4.0));
    let (arm, side) = (chance.between(4.0, 10.0), chance.between(1.0, 4.0));
    let x = chance.between(2.0, length - 2.0 - side);
    let through = Rect::new(0.0, 0.0, length, width);
    let off = Rect::new(x, width, x + side, width + arm);
    let outline = vec![
        [0.0, 0.0],
        [length, 0.0],
        [length, width],
        [off.x1, width],
        [off.x1, off.y1],
        [off.x0, off.y1],
        [off.x0, width],
        [0.0, width],
    ];
    let shape = Storey {
        name: String::new(),
        elevation: 0.0,
        bounds: Rect::new(0.0, 0.0, length, off.y1),
        west: (0.0, width),
        east: (0.0, width),
        grounds: vec![through, off],
    };
    draft.add_storey(outline, shape, chance);
}
