//! Ways to follow a route: from the portals ahead to the direction in which a pedestrian walks. They are the lines of a
//! table, and a population names a line.
//!
//! A follower of this crate is a file with its [`Follower`] and its [`FollowerEntry`], and a line in [`FOLLOWERS`]. A
//! follower of another crate is an entry that is added to the registry with which a scenario is proven.

mod cones;
mod platter_lift;
mod rail;
mod recall;

use populace_env::{CellId, Environment, Footing};
use populace_geom::Point;
use populace_plan::Spot;

use self::rail::{Place, Rail};
pub use self::recall::{FollowerState, Recall};
use crate::state::Ahead;

/// The ways to follow a route; the first is the default.
pub static FOLLOWERS: &[FollowerEntry] = &[cones::FOLLOWER, platter_lift::FOLLOWER];

/// Room that is left between body and door post, m.
const MARGIN: f64 = 0.05;

/// Returns the line of [`FOLLOWERS`] that has a name.
pub fn follower(name: &str) -> Option<&'static FollowerEntry> {
    FOLLOWERS.iter().find(|f| f.name == name)
}

/// A line of [`FOLLOWERS`].
pub struct FollowerEntry {
    /// Its name in scenarios.
    pub name: &'static str,
    /// A line that says what the follower does.
    pub about: &'static str,
    /// The publication that it is from.
    pub paper: &'static str,
    /// The numbers that the follower uses.
    pub numbers: &'static [Number],
    /// The code of the follower.
    pub follower: &'static dyn AnyFollower,
}

/// A number of a way to follow routes. A scenario cannot set it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// The meaning of the number.
    pub about: &'static str,
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
    /// The source of the value.
    pub source: &'static str,
}

/// A way to follow a route.
///
/// A follower is asked about one pedestrian at a time, on any thread. Its answer depends on nothing but the walker and
/// what the follower remembers of it, so that the same run has the same bits on any number of threads.
///
/// ```
/// use populace_sim::{Follower, FollowerEntry, Heading, Walker};
///
/// /// Walks to the middle of each portal.
/// struct Middles;
///
/// impl Follower for Middles {
///     type Recall = ();
///     fn follow(&self, walker: &Walker<'_>, _: &mut ()) -> Heading {
///         match walker.ahead.next() {
///             Some(portal) => Heading::along(walker.env.segment(portal).middle_in(walker.cell) - walker.at),
///             None => Heading::to_goal(walker.goal.point - walker.at),
///         }
///     }
/// }
///
/// static MIDDLES: FollowerEntry = FollowerEntry {
///     name: "middles",
///     about: "walks to the middle of each portal",
///     paper: "none",
///     numbers: &[],
///     follower: &Middles,
/// };
/// ```
pub trait Follower: Sync {
    /// The memory of the follower about each pedestrian from one decision to the next: `()` for nothing, `Option<Spot>`
    /// for a spot, or a type of its own.
    type Recall: Recall;

    /// Returns where a pedestrian walks. `memory` is what the follower left in it at the last decision; it is the
    /// default after the pedestrian got a new route, left a lift or stood.
    ///
    /// The simulation also asks between decisions, with a time of zero ([`Walker::dt`]), and forgets what is left in
    /// `memory` then.
    fn follow(&self, walker: &Walker<'_>, memory: &mut Self::Recall) -> Heading;

    /// Returns the spot to which the pedestrian is pulled, which inspections show; `None` when the follower has no such
    /// spot.
    fn pulled_to(&self, memory: Self::Recall) -> Option<Spot> {
        let _ = memory;
        None
    }
}

/// A [`Follower`] whose memory is words, as the simulation sees it. Every follower implements this trait.
pub trait AnyFollower: Sync {
    /// Returns where a pedestrian walks, and leaves in `state` what is remembered of it.
    fn follow_with(&self, walker: &Walker<'_>, state: &mut FollowerState) -> Heading;
    /// Says what is wrong with a state in a place.
    fn check(&self, state: FollowerState, env: &Environment) -> Result<(), String>;
    /// Returns the spot to which a pedestrian is pulled, if there is such a spot.
    fn spot(&self, state: FollowerState, env: &Environment) -> Option<Spot>;
}

impl<F: Follower> AnyFollower for F {
    fn follow_with(&self, walker: &Walker<'_>, state: &mut FollowerState) -> Heading {
        // States are checked when they are loaded, so there is always a memory.
        let mut memory = F::Recall::load(*state, walker.env).unwrap_or_default();
        let heading = self.follow(walker, &mut memory);
        *state = memory.save();
        heading
    }
    fn check(&self, state: FollowerState, env: &Environment) -> Result<(), String> {
        F::Recall::load(state, env).map(|_| ())
    }
    fn spot(&self, state: FollowerState, env: &Environment) -> Option<Spot> {
        F::Recall::load(state, env).ok().and_then(|memory| self.pulled_to(memory))
    }
}

/// A pedestrian who follows a route.
#[derive(Clone, Copy, Debug)]
pub struct Walker<'a> {
    /// The place.
    pub env: &'a Environment,
    /// The position of the pedestrian, m.
    pub at: Point,
    /// The cell it is in.
    pub cell: CellId,
    /// Half the width of the body, m.
    pub radius: f64,
    /// Cosine of the angle at which the pedestrian stops narrowing its cone by further portals.
    pub cone: f64,
    /// Desired speed on the flat, m/s.
    pub speed: f64,
    /// The footing of the floor: how it changes walking.
    pub footing: &'a Footing,
    /// The time until the next decision, s; zero when only the direction is asked for.
    pub dt: f64,
    /// The portals still to pass.
    pub ahead: &'a Ahead,
    /// The spot where the route ends.
    pub goal: &'a Spot,
    /// The nearest point of the exit that is the goal, when the pedestrian sees it, m.
    pub exit: Option<Point>,
}

impl Walker<'_> {
    /// Returns the highest speed at which the pedestrian gets on in a direction, with the belt under its feet, m/s.
    pub fn pace(&self, direction: Point) -> f64 {
        self.footing.speed(direction, self.speed) + self.footing.carried().norm()
    }

    /// Returns the direction of the shortest way through the portals ahead, or zero at its end.
    pub(crate) fn straight_on(&self) -> Point {
        let rail = Rail::of(self, self.exit.unwrap_or(self.goal.point), MARGIN, 0.1);
        let next = rail.next(Place { at: self.at, passed: 0 });
        (rail.clear_of_edge(self.at, next, self.radius) - self.at).unit().unwrap_or(Point::ZERO)
    }
}

/// The answer of a follower: the direction in which a pedestrian walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heading {
    /// A unit vector; zero for a pedestrian that stands.
    pub direction: Point,
    /// The distance to the goal when the pedestrian walks straight to it, m: it slows down before the goal.
    pub left: Option<f64>,
    /// The cone that the pedestrian sees through the portals ahead.
    pub cone: Option<Cone>,
}

impl Heading {
    /// Returns the heading along a vector of any length.
    pub fn along(way: Point) -> Self {
        Heading { direction: way.unit().unwrap_or(Point::ZERO), left: None, cone: None }
    }
    /// Returns the heading straight to the goal; `way` is the vector to the goal, m.
    pub fn to_goal(way: Point) -> Self {
        Heading { left: Some(way.norm()), ..Heading::along(way) }
    }
}

/// A cone of sight: its two sides, as vectors from the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// Its left side, m.
    pub left: Point,
    /// Its right side, m.
    pub right: Point,
}
