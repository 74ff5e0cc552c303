//! The speed that the room ahead allows, and the direction of those who turn in time: what collision-free models share.
//!
//! ```text
//! V(s) = min(v0, max(0, (s − l) / T))
//! ```
//!
//! with s the distance to the nearest neighbour in the corridor ahead and l what both bodies need (Tordeux, Chraibi & Seyfried 2016;
//! Xu, Chraibi & Seyfried 2021). In the papers the corridor reaches l to either side; here a share of it (see `corridor` of the models).

use populace_geom::Point;

use crate::Crowd;
use crate::encounter::goes_first;
use crate::nearest::Other;

/// Who is slower than this turns on the spot, m/s.
const ON_THE_SPOT: f64 = 0.1;

/// Directions with a lower cosine are opposite: 172° apart.
const OPPOSITE: f64 = -0.99;

/// What holds people up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// T, s.
    pub time_gap: f64,
    /// Half the width of the corridor ahead, as a share of what both bodies need.
    pub corridor: f64,
}

impl Spacing {
    /// The fastest that the room towards `direction` (a unit vector) allows someone whose way is `way`, at most `free_speed`, m/s.
    #[inline]
    pub fn speed(&self, crowd: &Crowd<'_>, near: &[Other], direction: Point, way: Point, free_speed: f64) -> f64 {
        let mut room = free_speed * self.time_gap;
        for other in near {
            let gap = other.distance2.sqrt() - other.bodies;
            if gap >= room {
                continue;
            }
            let is_ahead = other.offset.dot(direction) < 0.0;
            let is_in_corridor = direction.cross(other.offset).abs() <= other.bodies * self.corridor;
            if is_ahead && is_in_corridor && !goes_first(crowd, way, other) {
                room = gap.max(0.0);
            }
        }
        room / self.time_gap
    }
}

/// The direction after a part `share` of the time in which it follows the desired one; who stands turns at once, and so does who walks straight away from
/// it: between opposite directions there is no turn to be a part of.
#[inline]
pub(crate) fn relax(current: Point, desired: Point, share: f64) -> Point {
    let is_walking = current.norm2() > ON_THE_SPOT * ON_THE_SPOT && share < 1.0;
    let now = current.unit().filter(|now| is_walking && now.dot(desired) > OPPOSITE);
    now.and_then(|now| (now + (desired - now) * share).unit()).unwrap_or(desired)
}
