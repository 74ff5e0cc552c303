//! Slivers: gaps and corners of a few millimetres or centimetres.

use super::{Draft, PartKind, PlacePart, Rect};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "sliver", about: "a narrow gap or a sharp corner", kind: PartKind::Feature, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (storey, ground) = draft.ground(chance);
    let gap = *chance.pick(&[0.001, 0.005, 0.03, 0.2, 0.45]);
    let [x, _] = ground.point(0.8, chance);
    let length = chance.between(0.3, 1.5).min(ground.width() / 3.0);
    let depth = chance.between(0.05, 0.6).min(ground.height() / 3.0);
    if chance.is(0.5) {
        // A box that almost touches the wall.
        let ring = Rect::new(x, ground.y0 + gap, x + length, ground.y0 + gap + depth).ring();
        draft.floor(storey).obstacles.push(ring);
    } else {
        // A wedge whose point comes near to the wall.
        let ring =
            vec![[x, ground.y0 + gap], [x + length, ground.y0 + gap + depth], [x, ground.y0 + gap + depth * 1.1]];
        draft.floor(storey).obstacles.push(ring);
    }
}
