//! Going around: a held-up pedestrian passes a neighbour that stands in its way.

use populace_geom::{Point, Segment};

use super::{Rules, gets_on, is_free, turn_number};
use crate::Crowd;
use crate::passing::{Neighbour, Tangents};

/// Square of the cosine of 60°. A neighbour whose direction is further than that from the wanted way is not in the way.
const IN_THE_WAY: f64 = 0.25;
/// The purpose of the draw of sides.
const SIDE: u64 = 0x7369_6465;

/// Returns the velocity with which a held-up pedestrian goes around a neighbour that it touches and that stands in its
/// way. `None` when the pedestrian gets on, when there is no such neighbour, and when both sides are taken.
#[inline]
pub(crate) fn around(
    crowd: &Crowd<'_>,
    row: usize,
    wanted: Point,
    rules: &Rules,
    near: &[Neighbour],
    walls: &[Segment],
) -> Option<Point> {
    if gets_on(crowd, row, wanted, rules.held_up_speed) {
        return None;
    }
    let wanted2 = wanted.norm2();
    let is_in_the_way = |n: &&Neighbour| {
        let ahead = -n.offset.dot(wanted);
        let stands = crowd.preferred[n.row as usize] == Point::ZERO;
        n.is_touching() && stands && ahead > 0.0 && ahead * ahead > IN_THE_WAY * n.distance2 * wanted2
    };
    let tangents = Tangents::of(near.iter().find(is_in_the_way)?);
    let is_left = crowd.draws.unit(u64::from(crowd.id[row]), turn_number(crowd), SIDE) < 0.5;
    let sides = if is_left { [tangents.left, tangents.right] } else { [tangents.right, tangents.left] };
    let speed = wanted2.sqrt();
    sides.into_iter().map(|side| side * speed).find(|&way| is_free(crowd, row, way, speed, near, walls))
}
