//! What models of the first and second order need beside their papers, once for all of them: a side for those who meet head-on, and who
//! goes first where ways merge.
//!
//! Both are proposals. **Side:** forces that fall off within decimetres and pairs on one line have no sideways part; such pairs
//! stop in front of each other for ever. Whoever sees someone come towards them within the horizon, on a line on which both bodies would
//! touch, turns the way aside by up to [`MOST_TURN`]: away from the side on which the other will be, to the right when that is neither.
//! **Merging:** two whose ways converge see each other ahead, and would both wait. The one who has the other less far ahead goes
//! first; between equals, right goes before left.

use populace_geom::Point;

use crate::Crowd;
use crate::nearest::{Other, finite_or_zero};

/// Sine of the largest turn aside.
const MOST_TURN: f64 = 0.5;
/// Others come towards us when the cosine between both ways is below this: 120° apart.
const AGAINST: f64 = -0.5;
/// Lateral offsets within this share of both bodies are neither left nor right.
const LEVEL: f64 = 0.1;

/// The way (a unit vector) turned aside for the one who will be met first, if anyone comes within `horizon`, s.
#[inline]
pub(crate) fn evade(crowd: &Crowd<'_>, near: &[Other], way: Point, speed: f64, horizon: f64) -> Point {
    let left = way.left();
    let mut most = 0.0;
    let mut turn = 0.0;
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
            turn = if lateral < -LEVEL * other.bodies { weight } else { -weight };
        }
    }
    let sine = MOST_TURN * turn;
    way * (1.0 - sine * sine).sqrt() + left * sine
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
