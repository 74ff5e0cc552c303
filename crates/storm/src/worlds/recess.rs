//! A recess in a wall, about as wide as a body: people get in there, but no planned route leads there.

use super::{Draft, PartKind, PlacePart, Rect};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "recess", about: "a recess that is about as wide as a body", kind: PartKind::Feature, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let storey = chance.below(draft.storeys.len());
    let bounds = draft.storeys[storey].bounds;
    let (width, depth) = (chance.between(0.38, 0.9), chance.between(0.3, 2.0));
    let x = chance.between(bounds.x0 + 0.5, bounds.x1 - 0.5 - width);
    // All storeys have ground at their lower border.
    let recess = Rect::new(x, bounds.y0 - depth, x + width, bounds.y0 + 0.2);
    draft.floor(storey).outlines.push(recess.ring());
}
