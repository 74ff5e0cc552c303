//! What several models need beside their papers, once for all of them: a side for those who meet head-on, and who goes
//! first where ways merge.
//!
//! Both are proposals. **Side:** forces that fall off within decimetres, and pairs on one line, have no sideways part; such pairs
//! stop in front of each other for ever. Whoever sees someone come towards them within the horizon, on a line on which both bodies would
//! touch, turns the way to the right, by up to [`MOST_TURN`], more the sooner they meet. People do so (Moussaïd et al. 2009,
//! doi:10.1098/rspb.2009.0405, side preference; which side depends on the country). Lanes follow: in the case
//! `counter-flow` of `populace check --full` (one person per m², ten seeds) the order parameter is 1.0 throughout under `anticipation-velocity`,
//! and above 0.6 in nine seeds under `collision-free-speed`, one of 0.3; about 0.1 to 0.5 when people evade to whichever side is nearer.
//!
//! **Merging:** two whose ways converge see each other ahead, and would both wait: the permanent arch of speed models before doors. The
//! one who has the other less far ahead goes first; between equals, the one on the right. Without this rule a door of 1 m stays blocked.

use populace_geom::Point;

use crate::Crowd;
use crate::nearest::{Other, finite_or_zero};

/// Sine of the largest turn aside: 37°.
const MOST_TURN: f64 = 0.6;
/// Others come towards us when the cosine between both ways is below this: 120° apart.
const AGAINST: f64 = -0.5;
/// Who is ahead by less than this share of both bodies is level.
const LEVEL: f64 = 0.1;

/// The way (a unit vector) turned aside for the one who will be met first, if anyone comes within `horizon`, s.
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
        // `offset` leads to us: who is on the left has a negative part along `left`.
        let lateral = other.velocity.dot(left) * time - other.offset.dot(left);
        if weight > most && lateral.abs() < other.bodies {
            most = weight;
        }
    }
    let sine = -MOST_TURN * most;
    way * (1.0 - sine * sine).sqrt() + left * sine
}

/// To which side someone who comes is evaded who will be `lateral` to our left, m: −1 for the right, unless that one is clear of us there.
#[inline]
pub(crate) fn side(lateral: f64, bodies: f64) -> f64 {
    if lateral < -bodies { 1.0 } else { -1.0 }
}

/// Whether we (whose way is `way`) go before a neighbour who is ahead of us while we are ahead of them.
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
    // Level: whoever has the other on the left is the one on the right.
    way.cross(other.offset) < 0.0
}
