//! The drives: independent behaviours, one file each, one line each in [`DRIVES`].
//!
//! A drive looks at the [`Situation`], first at its own motivation, then at each target, and says what it would do about which of them with
//! which interest: a product of memberships (DETAILS B14).

mod avoid_obstacle;
mod clear;
mod clear_left;
mod clear_right;
mod decelerate;
mod detour;
mod detour_left;
mod detour_right;
mod give_way;
mod pass_before;
mod strafe;
mod wait;

pub use give_way::part;

use super::situation::Situation;

/// A behaviour.
pub struct Drive {
    /// Its name in settings.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// What it is for.
    pub kind: Kind,
    /// What it would do; `None` when it has no interest.
    pub evaluate: fn(&Situation<'_>) -> Option<Wish>,
}

/// What a drive is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Avoids an imminent collision; wins over all others.
    Emergency,
    /// Gets someone out who is stuck; goes before comfort.
    Stuck,
    /// Keeps the personal space; combined with its like.
    Comfort,
    /// The same, but of those that ask for a turn to opposite sides only the one of more interest counts.
    Contest,
}

/// What a drive asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// From 0 to 1.
    pub interest: f64,
    /// rad, left positive.
    pub turn: Option<f64>,
    /// m/s; negative goes back.
    pub speed: Option<f64>,
    /// Row of the one it reacts to.
    pub target: Option<u32>,
}

/// Every drive.
pub const DRIVES: &[Drive] = &[
    wait::DRIVE,
    pass_before::DRIVE,
    detour_right::DRIVE,
    detour_left::DRIVE,
    give_way::DRIVE,
    strafe::DRIVE,
    clear_right::DRIVE,
    clear_left::DRIVE,
    avoid_obstacle::DRIVE,
    decelerate::DRIVE,
];

/// Of two wishes the one of more interest; the first of equals.
#[inline]
pub(super) fn better(best: Option<Wish>, next: Wish) -> Option<Wish> {
    match best {
        // Two sides of a symmetric situation differ by rounding.
        Some(best) if next.interest <= best.interest * (1.0 + 1e-9) => Some(best),
        _ => (next.interest > 0.0).then_some(next).or(best),
    }
}
