//! Follow: from the portals ahead to where to go. The ways of doing that are a table; a population names one.

mod cones;
mod platter_lift;
mod rail;

use populace_env::{CellId, Environment};
use populace_geom::Point;
use populace_plan::Spot;

use crate::state::declare::state;
use crate::state::{Ahead, NONE};

/// The ways to follow a route; the first is the default.
pub static FOLLOWERS: &[Follower] = &[cones::FOLLOWER, platter_lift::FOLLOWER];

/// Room that is left between body and door post, m.
const MARGIN: f64 = 0.05;

/// The way to follow routes that has this name.
pub fn follower(name: &str) -> Option<&'static Follower> {
    FOLLOWERS.iter().find(|f| f.name == name)
}

/// A way to follow a route.
pub struct Follower {
    /// Its name in scenarios.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Where it is from.
    pub paper: &'static str,
    /// The numbers in it.
    pub numbers: &'static [Number],
    /// Where to go, and the bar after its hook has moved on by at most so many metres.
    pub(crate) look: fn(&Environment, &Walker<'_>, Bar, f64) -> (Look, Bar),
}

/// A number of a way to follow routes, which nobody sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// Where the value is from.
    pub source: &'static str,
}

/// Someone who follows a way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker<'a> {
    pub at: Point,
    pub cell: CellId,
    pub radius: f64,
    /// Cosine of the narrowest cone.
    pub cone: f64,
    /// Portals still to pass.
    pub ahead: &'a Ahead,
    pub goal: &'a Spot,
    /// The nearest point of the exit that is the goal, when that is in sight.
    pub exit: Option<Point>,
}

state! {
    /// What pulls a pedestrian along the way, for followers that have it; see the platter lift.
    #[derive(Copy)]
    pub struct Bar {
        /// Where its far end is hooked to the way, m.
        pub hook: Point,
        /// The cell of the hook; [`NONE`] when it is hooked nowhere.
        pub cell: CellId => cell_or_none,
    }
}

impl Bar {
    /// Hooked nowhere.
    pub const NONE: Bar = Bar { hook: Point::ZERO, cell: CellId(NONE) };

    /// Whether it is hooked to a way.
    pub fn is_hooked(&self) -> bool {
        self.cell.0 != NONE
    }
}

/// The two sides of what is seen, as vectors from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Its left side, m.
    pub left: Point,
    /// Its right side, m.
    pub right: Point,
}

/// Where to go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// A unit vector.
    pub way: Point,
    /// How far it is to the goal when that is in sight, m.
    pub left: Option<f64>,
    /// What was seen through the portals ahead.
    pub cone: Option<Cone>,
}
