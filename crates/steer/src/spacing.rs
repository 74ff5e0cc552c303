//! The speed that the room ahead allows: the optimal velocity of collision-free models.
//!
//!     V(s) = min(v0, max(0, (s − l) / T))
//!
//! with s the distance to the nearest neighbour in the corridor ahead, as wide as both bodies, and l what both bodies need (Tordeux, Chraibi &
//! Seyfried 2016, eqs. 2–5; Xu, Chraibi & Seyfried 2021, eqs. 9–11).

use populace_geom::Point;

use crate::Crowd;
use crate::encounter::goes_first;
use crate::nearest::Other;

/// The fastest that the room towards `direction` (a unit vector) allows someone whose way is `way`, at most `free_speed`, m/s.
#[inline]
pub(crate) fn speed_ahead(
    crowd: &Crowd<'_>,
    near: &[Other],
    direction: Point,
    way: Point,
    free_speed: f64,
    time_gap: f64,
) -> f64 {
    let mut room = free_speed * time_gap;
    for other in near {
        let gap = other.distance2.sqrt() - other.bodies;
        if gap >= room {
            continue;
        }
        let is_ahead = other.offset.dot(direction) < 0.0;
        let is_in_corridor = direction.cross(other.offset).abs() <= other.bodies;
        if is_ahead && is_in_corridor && !goes_first(crowd, way, other) {
            room = gap.max(0.0);
        }
    }
    room / time_gap
}
