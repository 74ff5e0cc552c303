//! A track along the northern or southern edge of a storey.

use populace_scenario::place::ObjectEntry;

use super::furniture::add_entry;
use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "track", about: "an edge of a storey at which trains stop", kind: PartKind::Furniture, add };

/// The least length of a track, m.
const SHORTEST: f64 = 3.0;
/// The least depth of the ground behind it, m: a row of people, and a way behind them.
const DEPTH: f64 = 2.5;
/// How far the line ends from the corners of its ground at most, m.
const CORNER: f64 = 1.0;

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (storey, ground) = draft.ground(chance);
    let bounds = draft.storeys[storey].bounds;
    // Beyond the border of a storey there is no ground; flights lead from its eastern and western borders.
    let mut edges = [(ground.y0, bounds.y0), (ground.y1, bounds.y1)];
    if chance.is(0.5) {
        edges.reverse();
    }
    let Some(&(y, _)) = edges.iter().find(|(edge, border)| edge == border) else { return };
    if ground.width() < SHORTEST + 2.0 * CORNER || ground.height() < DEPTH {
        return;
    }
    let [from, to] = [chance.between(0.0, CORNER), chance.between(0.0, CORNER)];
    let mut line = vec![[ground.x0 + from, y], [ground.x1 - to, y]];
    if chance.is(0.5) {
        line.reverse();
    }
    let entry = ObjectEntry { kind: "track".into(), line: Some(line), ..ObjectEntry::default() };
    add_entry(draft, storey, entry);
}
