//! Give way when stuck: of two pedestrians that hold each other up, one of them moves until it is at a reasonable
//! distance (S §3.3.1), so that neither waits for ever. The ranks of the [jam rules](crate::jam) say which pedestrian
//! moves, so that both agree. Where people come the opposite way, it moves to the right.

use populace_geom::{Point, maths};

use super::{Drive, Kind, Wish};
use crate::comfort::perception::Perceived;
use crate::comfort::situation::Situation;
use crate::jam::rank;
use crate::nearest::finite_or_zero;

/// A is stuck when it is slower than this share of the wanted speed.
const STUCK: f64 = 0.2;
/// A is up against B when the gap between the bodies is less than this, m.
const AGAINST: f64 = 0.08;
/// The weight of the step to the right where people come.
const ASIDE: f64 = 0.5;
/// The pedestrian that is ahead of the other by this difference of the cosines goes first.
const CLEARLY: f64 = 0.1;
/// The cosine of 75°: a neighbour that is further off the way is not in it.
const IN_THE_WAY: f64 = 0.25;

pub const DRIVE: Drive = Drive {
    name: "give_way",
    about: "moves away from those it is stuck against when it is not its turn",
    kind: Kind::Stuck,
    evaluate: give_way,
};

/// Returns whether A makes no progress.
#[inline]
pub fn is_stuck(at: &Situation<'_>) -> bool {
    at.speed < STUCK * at.wanted
}

/// Returns whether A is up against B.
#[inline]
pub fn is_against(b: &Perceived) -> bool {
    b.distance < b.bodies + AGAINST
}

fn give_way(at: &Situation<'_>) -> Option<Wish> {
    if !is_stuck(at) {
        return None;
    }
    let rank = |row: u32| rank(at.crowd, row);
    let yields = |b: &&Perceived| {
        is_against(b)
            && match standing(at, b) {
                Standing::Ahead => true,
                Standing::Rival => rank(b.row) > rank(at.row as u32),
                Standing::Neither => false,
            }
    };
    let target = at.near.iter().find(yields)?;
    let away = make_room(at);
    let speed = away.norm().min(at.params.strafe_speed);
    let turn = maths::atan2(at.heading.cross(away), at.heading.dot(away));
    Some(Wish { interest: 1.0, turn: Some(turn), speed: Some(speed), target: Some(target.row) })
}

/// The position of B relative to A.
enum Standing {
    /// B is ahead of A, and A is behind B.
    Ahead,
    /// Each is ahead of the other.
    Rival,
    /// B does not hold A up, or A goes first.
    Neither,
}

/// Returns how B stands to A, by where both want to go: people show that.
fn standing(at: &Situation<'_>, b: &Perceived) -> Standing {
    let theirs = finite_or_zero(at.crowd.preferred[b.row as usize]);
    let Some(theirs) = theirs.unit() else { return Standing::Neither };
    let (before_a, before_b) = (b.ahead / b.distance, -b.to.dot(theirs) / b.distance);
    if before_a < IN_THE_WAY || before_b > before_a + CLEARLY {
        Standing::Neither
    } else if before_b < IN_THE_WAY || before_a > before_b + CLEARLY {
        Standing::Ahead
    } else {
        Standing::Rival
    }
}

/// Returns the direction away from all neighbours that are too near.
fn make_room(at: &Situation<'_>) -> Point {
    let mut push = Point::ZERO;
    let mut oncoming = false;
    for b in at.near {
        let reach = b.bodies + 1.5 * AGAINST;
        if b.distance < reach {
            push = push - b.to * ((reach - b.distance) / (b.distance * 1.5 * AGAINST));
            oncoming |= finite_or_zero(at.crowd.preferred[b.row as usize]).dot(at.heading) < 0.0;
        }
    }
    if oncoming { push - at.heading.left() * ASIDE } else { push }
}

/// Returns the velocity of a pedestrian that wants to stand, m/s: none, unless bodies overlap.
pub fn part(near: &[Perceived], strafe_speed: f64) -> Point {
    let mut push = Point::ZERO;
    for b in near.iter().filter(|b| b.distance < b.bodies) {
        push = push - b.to * ((b.bodies - b.distance) / (b.distance * b.bodies));
    }
    push * (4.0 * strafe_speed)
}
