//! Strafe sideways when stuck against another who does not go the same way (S §3.3.3, end).

use super::give_way::{is_against, is_stuck};
use super::{Drive, Kind, Wish, better};
use crate::comfort::situation::{Side, Situation};

/// The turn of one who strafes, rad: 80°, a little forward.
const ASIDE: f64 = 1.4;

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
    let b = at.near.iter().find(|b| in_the_way(b) && at.same_way(b) <= 0.5)?;
    let mut best = None;
    for side in [Side::Right, Side::Left] {
        let off = 0.5 - 0.4 * side.sign() * b.left / b.distance;
        let interest = (0.5 + off) * at.side_free(side, b.row);
        let (turn, speed) = (Some(side.sign() * ASIDE), Some(at.params.strafe_speed));
        best = better(best, Wish { interest: interest.min(1.0), turn, speed, target: Some(b.row) });
    }
    best
}
