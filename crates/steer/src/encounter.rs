//! Encounters: two rules that several models need beside their papers. Both are proposals.
//!
//! **Side.** Two pedestrians that meet head-on on one line get no sideways part from forces that fall off within
//! decimetres. Such a pair stops, face to face, for ever. So a pedestrian turns its way to the right for a neighbour
//! that comes towards it within the horizon, if both bodies would touch. It turns by up to [`MOST_TURN`], and more the
//! sooner they meet. People do so (Moussaïd et al. 2009, doi:10.1098/rspb.2009.0405, side preference; the side depends
//! on the country). Lanes follow: in the case `counter-flow` of `populace check --full` (one person per m², ten seeds)
//! the order parameter is at least 0.97 in all seeds under `anticipation-velocity`, and at least 0.80 under
//! `collision-free-speed`. When people evade to the nearer side it is about 0.1 to 0.5.
//!
//! **Merging.** Two pedestrians whose ways converge see each other ahead, and would both wait: speed models then have a
//! permanent arch before a door. The pedestrian that has the other less far ahead goes first; if both are level, the
//! pedestrian on the right goes first. Without this rule a door of 1 m stays blocked.

use populace_geom::Point;

use crate::Crowd;
use crate::nearest::{Other, finite_or_zero};

/// Sine of the largest turn aside: 37°.
const MOST_TURN: f64 = 0.6;
/// A neighbour comes towards the pedestrian when the cosine between both ways is below this: they are 120° apart.
const AGAINST: f64 = -0.5;
/// Two pedestrians are level when neither is ahead by more than this share of both bodies.
const LEVEL: f64 = 0.1;

/// Returns the way (a unit vector), turned aside for the neighbour that the pedestrian will meet first, if any comes
/// within `horizon`, s.
#[inline]
pub(crate) fn evade(crowd: &Crowd<'_>, near: &[Other], way: Point, speed: f64, horizon: f64) -> Point {
    let left = way.left();
    let mut most = 0.0;
    for other in near {
        let ahead = -other.offset.dot(way);
        let theirs = finite_or_zero(crowd.preferred[other.row as usize]);
        if ahead <= 0.0 || theirs.dot(way) >= AGAINST * theirs.norm() {
            continue;
        }
        let closing = speed + (-other.velocity.dot(way)).max(0.0);
        let time = (ahead - other.bodies).max(0.0) / closing;
        let weight = 1.0 - time / horizon;
        // `offset` leads to the pedestrian: a neighbour on the left has a negative part along `left`.
        let lateral = other.velocity.dot(left) * time - other.offset.dot(left);
        if weight > most && lateral.abs() < other.bodies {
            most = weight;
        }
    }
    let sine = -MOST_TURN * most;
    way * (1.0 - sine * sine).sqrt() + left * sine
}

/// Returns the side on which a pedestrian evades a neighbour that comes and will be `lateral` m to its left: −1 is
/// right, 1 is left. It is the right, unless the neighbour will pass clear of the pedestrian there.
#[inline]
pub(crate) fn side(lateral: f64, bodies: f64) -> f64 {
    if lateral < -bodies { 1.0 } else { -1.0 }
}

/// Returns whether a pedestrian on `way` goes before a neighbour, where each of the two is ahead of the other.
#[inline]
pub(crate) fn goes_first(crowd: &Crowd<'_>, way: Point, other: &Other) -> bool {
    let Some(theirs) = finite_or_zero(crowd.preferred[other.row as usize]).unit() else { return false };
    if theirs.dot(way) <= 0.0 {
        return false;
    }
    let (ours_ahead, theirs_ahead) = (-other.offset.dot(way), other.offset.dot(theirs));
    let in_their_way = theirs_ahead > 0.0 && theirs.cross(other.offset).abs() <= other.bodies;
    if !in_their_way {
        return false;
    }
    if (ours_ahead - theirs_ahead).abs() > LEVEL * other.bodies {
        return ours_ahead < theirs_ahead;
    }
    // Both are level. The pedestrian is on the right when it has the neighbour on its left.
    way.cross(other.offset) < 0.0
}
