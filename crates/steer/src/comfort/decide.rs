//! Chooses among the drives of a pedestrian. The best drive that gets a stuck pedestrian out wins if its interest is
//! above 0.5. Else the best emergency drive wins if its interest is above 0.5. Else the comfort drives are combined (S
//! §3.3.3, end).

use super::drives::{DRIVES, Kind, Wish};
use super::situation::Situation;
use crate::{CollisionSeen, DriveSeen, Inspection};

/// An emergency drive or a drive of a stuck pedestrian wins when its interest is above this.
const WINS: f64 = 0.5;
/// The greatest number of drives in the table.
const MOST: usize = 32;

/// The outcome of all drives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The turn from the heading, rad; positive to the left.
    pub turn: f64,
    /// The speed, m/s.
    pub speed: f64,
}

/// An observer of decisions. It is told about the drives of a pedestrian. The observer `()` ignores them.
pub trait Observe {
    /// Takes what every drive asked for, and which drives had a part in the outcome: one bit for each.
    fn drives(&mut self, _at: &Situation<'_>, _wishes: &[Option<Wish>], _chosen: u32) {}
}
impl Observe for () {}

/// Evaluates the drives whose bit in `on` is set, and combines them.
#[inline]
pub fn decide<O: Observe>(at: &Situation<'_>, on: u32, observe: &mut O) -> Decision {
    let mut wishes = [None; MOST];
    for (i, drive) in DRIVES.iter().enumerate() {
        let idle = drive.kind == Kind::Emergency && at.imminent.is_none();
        if on & (1 << i) != 0 && !idle {
            wishes[i] = (drive.evaluate)(at);
        }
    }
    let wishes = &wishes[..DRIVES.len()];
    let (comfort, mut chosen) = together(at, wishes);
    let mut decision = comfort;
    // A pedestrian that slows down for the neighbour ahead cannot pass before another: nobody hurries in a queue.
    let slows_down = comfort.speed < at.wanted;
    let can_be_done = |wish: &Wish| !(slows_down && wish.speed.is_some_and(|speed| speed > at.wanted));
    if let Some((i, wish)) = best(wishes, Kind::Emergency, can_be_done).filter(|(_, w)| w.interest > WINS) {
        chosen = 1 << i;
        decision.turn = wish.turn.map_or(comfort.turn, |turn| farther(turn, comfort.turn));
        // A pedestrian that slows down for others goes on doing so: it does not hurry into the neighbour ahead.
        let asked = wish.speed.unwrap_or(comfort.speed);
        decision.speed = if slows_down { asked.min(comfort.speed) } else { asked };
    }
    if let Some((i, wish)) = best(wishes, Kind::Stuck, |_| true).filter(|(_, w)| w.interest > WINS) {
        chosen = 1 << i;
        decision = Decision { turn: wish.turn.unwrap_or(0.0), speed: wish.speed.unwrap_or(0.0) };
    }
    observe.drives(at, wishes, chosen);
    decision
}

/// Returns the turn of the emergency drive, or the turn of the comfort drives if that goes further to the same side.
#[inline]
fn farther(emergency: f64, comfort: f64) -> f64 {
    if emergency * comfort > 0.0 && comfort.abs() > emergency.abs() { comfort } else { emergency }
}

/// Returns the wish of greatest interest among the wishes of a kind that `can_be_done`; of equals, the first.
#[inline]
fn best(wishes: &[Option<Wish>], kind: Kind, can_be_done: impl Fn(&Wish) -> bool) -> Option<(usize, Wish)> {
    let mut best: Option<(usize, Wish)> = None;
    for (i, wish) in wishes.iter().enumerate().filter(|(i, _)| DRIVES[*i].kind == kind) {
        let Some(wish) = wish.as_ref().filter(|wish| can_be_done(wish)) else { continue };
        // Two sides of a symmetric situation differ by rounding.
        if best.is_none_or(|(_, b)| wish.interest > b.interest * (1.0 + 1e-9)) {
            best = Some((i, *wish));
        }
    }
    best.filter(|(_, w)| w.interest > 0.0)
}

/// Combines the comfort drives: the mean of their turns, weighted by interest, and the least of their speeds.
#[inline]
fn together(at: &Situation<'_>, wishes: &[Option<Wish>]) -> (Decision, u32) {
    let (mut turns, mut interests, mut speed, mut chosen) = (0.0, 0.0, at.wanted, 0u32);
    let contest = best(wishes, Kind::Contest, |_| true);
    for (i, wish) in wishes.iter().enumerate() {
        let Some(wish) = wish else { continue };
        let takes_part = match DRIVES[i].kind {
            Kind::Comfort => true,
            Kind::Contest => contest.is_some_and(|(winner, _)| winner == i),
            Kind::Emergency | Kind::Stuck => false,
        };
        if !takes_part || wish.interest <= 0.0 {
            continue;
        }
        chosen |= 1 << i;
        if let Some(turn) = wish.turn {
            turns += wish.interest * turn;
            interests += wish.interest;
        }
        if let Some(asked) = wish.speed {
            speed = f64::min(speed, at.wanted + wish.interest * (asked - at.wanted));
        }
    }
    (Decision { turn: turns / interests.max(1.0), speed }, chosen)
}

impl Observe for Inspection {
    fn drives(&mut self, at: &Situation<'_>, wishes: &[Option<Wish>], chosen: u32) {
        self.collision = at.imminent.map(|hit| CollisionSeen {
            pedestrian: at.crowd.id[hit.other.row as usize],
            time: hit.time,
            kind: "",
            touching: hit.time == 0.0,
        });
        for (i, drive) in DRIVES.iter().enumerate() {
            let wish = wishes[i];
            self.drives.push(DriveSeen {
                name: drive.name,
                about: drive.about,
                target: wish.and_then(|w| w.target).map(|row| at.crowd.id[row as usize]),
                interest: wish.map_or(0.0, |w| w.interest),
                turn: wish.and_then(|w| w.turn).unwrap_or(0.0),
                speed: wish.and_then(|w| w.speed).unwrap_or(at.wanted),
                emergency: drive.kind == Kind::Emergency,
                chosen: chosen & (1 << i) != 0,
            });
        }
    }
}
