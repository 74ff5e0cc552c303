//! Columns, counters and furniture.

use populace_geom::maths;

use super::{Draft, PartKind, PlacePart};
use crate::Chance;

pub(super) const PART: PlacePart =
    PlacePart { name: "obstacles", about: "polygons that stand on a floor", kind: PartKind::Feature, add };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (storey, ground) = draft.ground(chance);
    for _ in 0..chance.count(1, 4) {
        let [x, y] = ground.point(0.3, chance);
        let (corners, size) = (chance.count(3, 7), chance.between(0.1, 1.2));
        let turn = chance.between(0.0, std::f64::consts::TAU);
        let corner = |i: usize| {
            let (sine, cosine) = maths::sin_cos(turn + std::f64::consts::TAU * i as f64 / corners as f64);
            [x + cosine * size, y + sine * size * 0.7]
        };
        let ring = (0..corners).map(corner).collect();
        draft.floor(storey).obstacles.push(ring);
    }
}
