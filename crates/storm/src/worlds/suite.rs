//! A suite of rooms: walls with gaps, in some of which are doors.

use super::doors::random_door;
use super::{Draft, PartKind, PlacePart, Rect, Storey};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "suite", about: "rooms in a row, with doors between them", kind: PartKind::Storey, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (rooms, height) = (chance.count(2, 4), chance.between(4.0, 9.0));
    let widths: Vec<f64> = (0..rooms).map(|_| chance.between(3.0, 7.0)).collect();
    let width = widths.iter().sum();
    let bounds = Rect::new(0.0, 0.0, width, height);
    let mut x = 0.0;
    let grounds = widths.iter().map(|w| {
        x += w;
        Rect::new(x - w + 0.1, 0.0, x - 0.1, height)
    });
    let shape = Storey::over(bounds, grounds.collect());
    draft.add_storey(bounds.ring(), shape, chance);
    let number = draft.storeys.len() - 1;
    let rooms = draft.storeys[number].grounds.clone();
    for pair in rooms.windows(2) {
        let x = (pair[0].x1 + pair[1].x0) / 2.0;
        let gap = chance.between(0.6, 1.8) / height;
        let from = chance.between(0.02, 0.98 - gap);
        let door = chance.may(0.6, random_door);
        draft.add_wall_with_gap(number, [[x, pair[0].y0], [x, pair[0].y1]], (from, from + gap), door);
    }
}
