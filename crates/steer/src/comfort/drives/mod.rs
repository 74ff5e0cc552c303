//! The drives: independent behaviours, one file each, one line each in [`DRIVES`].
//!
//! A drive looks at the [`Situation`]: first at its own motivation, then at each target. It answers with what it would
//! do about one target, and with its interest, a product of memberships (a proposal).

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

/// A drive: a behaviour that reacts to one target.
pub struct Drive {
    /// The name of the drive in settings.
    pub name: &'static str,
    /// A line that says what the drive does.
    pub about: &'static str,
    /// The purpose of the drive.
    pub kind: Kind,
    /// Returns what the drive would do. `None` when it has no interest.
    pub evaluate: fn(&Situation<'_>) -> Option<Wish>,
}

/// The purpose of a drive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Avoids an imminent collision; goes before comfort.
    Emergency,
    /// Gets a stuck pedestrian out; goes before all other drives.
    Stuck,
    /// Keeps the personal space; combined with other comfort drives.
    Comfort,
    /// Keeps the personal space, but of several such drives only the drive of greatest interest counts: they turn to
    /// opposite sides.
    Contest,
}

/// The turn and the speed for which a drive asks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wish {
    /// The interest: how well the drive fits the situation, from 0 to 1.
    pub interest: f64,
    /// The turn from the heading, rad; positive to the left.
    pub turn: Option<f64>,
    /// The speed, m/s; negative goes back.
    pub speed: Option<f64>,
    /// The row of the neighbour that the drive reacts to.
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

/// Returns the wish of greater interest; of equals, the first.
#[inline]
pub(super) fn better(best: Option<Wish>, next: Wish) -> Option<Wish> {
    match best {
        // Two sides of a symmetric situation differ by rounding.
        Some(best) if next.interest <= best.interest * (1.0 + 1e-9) => Some(best),
        _ => (next.interest > 0.0).then_some(next).or(best),
    }
}
