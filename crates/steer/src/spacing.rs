//! Rules that collision-free models share: the speed that the room ahead allows, and a direction that turns gradually.
//!
//! ```text
//! V(s) = min(v0, max(0, (s − l) / T))
//! ```
//!
//! s is the distance to the nearest neighbour in the corridor ahead, l the distance at which both bodies touch
//! (Tordeux, Chraibi & Seyfried 2016; Xu, Chraibi & Seyfried 2021). In the papers the corridor reaches l to either
//! side, here a share of l (`corridor` of the models).

use populace_geom::Point;

use crate::Crowd;
use crate::encounter::goes_first;
use crate::nearest::Other;

/// A pedestrian that is slower than this turns on the spot, m/s.
const ON_THE_SPOT: f64 = 0.1;

/// Two directions are opposite when their cosine is below this: they are 172° apart.
const OPPOSITE: f64 = -0.99;

/// The rule by which the room ahead limits the speed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// T: the time that is kept to the neighbour ahead, s.
    pub time_gap: f64,
    /// Half the width of the corridor ahead, as a share of the distance at which both bodies touch.
    pub corridor: f64,
}

impl Spacing {
    /// Returns the speed that the room towards `direction` (a unit vector) allows a pedestrian on `way`, at most
    /// `free_speed`, m/s.
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

/// Returns the direction of a pedestrian that turns from its current velocity to the desired direction. `share` is how
/// much of the turn it makes, from 0 to 1. A pedestrian that stands turns at once. A pedestrian that walks in the
/// opposite direction turns at once, too: the mean of two opposite directions has no direction.
#[inline]
pub(crate) fn relax(current: Point, desired: Point, share: f64) -> Point {
    let is_walking = current.norm2() > ON_THE_SPOT * ON_THE_SPOT && share < 1.0;
    let now = current.unit().filter(|now| is_walking && now.dot(desired) > OPPOSITE);
    now.and_then(|now| (now + (desired - now) * share).unit()).unwrap_or(desired)
}
