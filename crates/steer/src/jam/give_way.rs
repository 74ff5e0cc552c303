//! Giving way: a held-up pedestrian backs off from a neighbour that goes first.

use populace_geom::Point;

use super::{Rules, gets_on, turn_number};
use crate::Crowd;
use crate::nearest::no_faster;
use crate::passing::Neighbour;

/// Square of the cosine of 100°: a neighbour that is further off the way is behind.
const BEHIND: f64 = 0.03;
/// A pedestrian that backs off keeps this share of the margin more than in passing.
const SPARE: f64 = 0.25;
/// A pedestrian backs off at full speed when it is too near by this share of the distance.
const CLOSE: f64 = 0.15;
/// The step to the right, as a share of the distance.
const ASIDE: f64 = 0.2;
/// The purpose of the draw of ranks.
const RANK: u64 = 0x7261_6e6b;

/// Returns whether a held-up pedestrian gives way for now.
#[inline]
pub(crate) fn gives_way(crowd: &Crowd<'_>, row: usize, wanted: Point, rules: &Rules, near: &[Neighbour]) -> bool {
    if gets_on(crowd, row, wanted, rules.held_up_speed) {
        return false;
    }
    let mut own = None;
    near.iter().filter(|n| n.is_touching()).any(|n| match standing(crowd, wanted, n) {
        Standing::Ahead => true,
        Standing::Rival => rank(crowd, n.row) > *own.get_or_insert_with(|| rank(crowd, row as u32)),
        Standing::Neither => false,
    })
}

/// Returns the rank of a pedestrian in this turn: of two rivals the higher rank goes first.
#[inline]
pub(crate) fn rank(crowd: &Crowd<'_>, row: u32) -> u64 {
    crowd.draws.bits(u64::from(crowd.id[row as usize]), turn_number(crowd), RANK)
}

/// Returns the velocity away from all neighbours that are near, a little further than in passing; to the right where
/// people come the opposite way.
pub(crate) fn back_off(crowd: &Crowd<'_>, wanted: Point, rules: &Rules, near: &[Neighbour]) -> Point {
    let mut push = Point::ZERO;
    for n in near {
        let reach = n.full_reach + SPARE * rules.margin;
        if n.distance2 < reach * reach {
            push += n.offset * (1.0 / n.distance2.sqrt() - 1.0 / reach);
        }
    }
    if near.iter().any(|n| crowd.preferred[n.row as usize].dot(wanted) < 0.0) {
        push += wanted.left() * (-ASIDE / wanted.norm());
    }
    no_faster(push * (rules.push_speed / CLOSE), rules.push_speed)
}

/// The position of a neighbour relative to the pedestrian.
enum Standing {
    /// The neighbour is ahead of the pedestrian, and the pedestrian is behind the neighbour.
    Ahead,
    /// The neighbour is ahead of the pedestrian, and the pedestrian is ahead of the neighbour.
    Rival,
    /// The neighbour wants to stand, or it is not ahead: the pedestrian does not give way to it.
    Neither,
}

fn standing(crowd: &Crowd<'_>, wanted: Point, n: &Neighbour) -> Standing {
    let theirs = crowd.preferred[n.row as usize];
    // A neighbour that wants to stand is not a rival but an obstacle.
    if theirs == Point::ZERO || is_behind(-n.offset, n.distance2, wanted) {
        Standing::Neither
    } else if !is_behind(n.offset, n.distance2, theirs) {
        Standing::Rival
    } else if n.offset.dot(wanted) < 0.0 {
        Standing::Ahead
    } else {
        Standing::Neither
    }
}

/// Returns whether a body in the direction `to` is behind a walker on `way`.
fn is_behind(to: Point, distance2: f64, way: Point) -> bool {
    let along = to.dot(way);
    along < 0.0 && along * along > BEHIND * distance2 * way.norm2()
}
