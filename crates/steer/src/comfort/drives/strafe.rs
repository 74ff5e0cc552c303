//! Strafe sideways when stuck against a neighbour that wants to stand (S §3.3.3, end). When both pedestrians want to go
//! on, one of them gives way instead. If such pedestrians strafed, too, two crowds that meet would lock each other.

use populace_geom::Point;

use super::give_way::{is_against, is_stuck};
use super::{Drive, Kind, Wish, better};
use crate::comfort::situation::{Side, Situation};

/// The turn of a pedestrian that strafes, rad: 80°, a little forward.
const ASIDE: f64 = 1.4;

/// The interest when there is no room on that side.
const LEAST: f64 = 0.3;

pub const DRIVE: Drive = Drive {
    name: "strafe",
    about: "steps aside when it is stuck against someone",
    kind: Kind::Stuck,
    evaluate: strafe,
};

fn strafe(at: &Situation<'_>) -> Option<Wish> {
    if !is_stuck(at) {
        return None;
    }
    let in_the_way = |b: &&crate::comfort::perception::Perceived| is_against(b) && b.ahead > 0.5 * b.distance;
    let stands = |b: &&crate::comfort::perception::Perceived| at.crowd.preferred[b.row as usize] == Point::ZERO;
    let b = at.near.iter().find(|b| in_the_way(b) && stands(b))?;
    let mut best = None;
    for side in [Side::Right, Side::Left] {
        let off = 0.5 - 0.4 * side.sign() * b.left / b.distance;
        let interest = LEAST + (1.0 - LEAST) * (0.5 + off) * at.side_free(side, b.row);
        let (turn, speed) = (Some(side.sign() * ASIDE), Some(at.params.strafe_speed));
        best = better(best, Wish { interest: interest.min(1.0), turn, speed, target: Some(b.row) });
    }
    best
}
