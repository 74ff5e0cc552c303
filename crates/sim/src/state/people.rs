//! The store: a row for each pedestrian that walks or stands in the place, in columns.
//!
//! Rows are kept in an order in which neighbours are close in memory, so a pedestrian's row changes; the id does not. A
//! pedestrian that is not in the steering loop (not yet admitted, riding a lift, gone) has no row: riders are kept
//! whole as [`Person`].

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_mind::{Memory, Needs, Target};
use populace_plan::Spot;
use populace_traj::Cause;
pub use populace_traj::Status;
use serde::{Deserialize, Serialize};

use super::declare::{columns, state};
use super::{Checked, Ranges};
use crate::follow::FollowerState;

/// No row, no area, no stage.
pub const NONE: u32 = u32::MAX;

columns! {
    every_step {
        /// The id of the pedestrian, which stays: the number of its arrival.
        id: u32 => due,
        /// The position, m.
        position: Point,
        /// The velocity of the last step, m/s.
        velocity: Point,
        /// The cell of the position.
        cell: CellId,
        /// The status.
        status: Status,
    }
    now_and_then {
        /// The velocity that steering decided, m/s; kept until it decides again.
        wanted: Point => finite,
        /// Half the width of the body, m.
        radius: f64 => radius,
        /// The progress along the way.
        track: Track,
        /// For how long it has been held up, s.
        held: f64 => not_negative,
        /// The next portals of the way.
        ahead: Ahead,
        /// The memory of the follower about the pedestrian. Only the follower knows what it means, and checks it.
        follower_state: FollowerState => anything,
        /// Its way: portals and goal.
        way: Way,
        /// Desired speed on the flat, m/s.
        speed: f64 => not_negative,
        /// The highest speed on the flat, m/s.
        top_speed: f64 => not_negative,
        /// The cosine of the angle at which the pedestrian stops narrowing its cone by further portals.
        cone: f64 => cosine,
        /// The group in which the pedestrian walks.
        group: u32,
        /// Its population.
        population: u16 => population,
        /// The goals.
        memory: Memory,
        /// The needs.
        needs: Needs,
        /// Whether the pedestrian knows the place.
        knows: bool,
        /// The time at which the pedestrian looks at its needs again, s.
        urge: f64 => time,
        /// The latest time at which the pedestrian thinks about its goal again, s.
        wake: f64 => time,
        /// The time at which the pedestrian came in, s.
        entered: f64,
    }
}

impl People {
    /// Returns how many rows there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.id.len()
    }
    /// Returns whether nobody is inside.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }
}

state! {
    /// The portals to pass and where they lead.
    pub struct Way {
        /// The portals from the start of the plan to the goal.
        pub portals: Vec<SegmentId>,
        /// The spot where the way ends.
        pub goal: Spot,
        /// The exit to which it leads, by area, or [`NONE`].
        pub exit: u32 => area_or_none,
        /// The pedestrian has arrived within this distance of the goal, m.
        pub near: f64 => not_negative,
    }
}

impl Way {
    /// Returns the portals from `leg` on, as many as are looked at.
    pub(crate) fn ahead(&self, leg: u32) -> Ahead {
        let mut ahead = Ahead::NONE;
        let rest = self.portals.get(leg as usize..).unwrap_or(&[]);
        ahead.0.iter_mut().zip(rest).for_each(|(to, &from)| *to = from);
        ahead
    }
}

/// The next portals of the way, in the row of the pedestrian: the way itself is elsewhere in memory, and slow to look
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ahead([SegmentId; Ahead::MOST]);

impl Ahead {
    /// The most portals that a row holds.
    pub const MOST: usize = 12;
    pub(crate) const NONE: Ahead = Ahead([SegmentId(NONE); Ahead::MOST]);

    /// Returns the portals.
    #[inline]
    pub fn portals(&self) -> impl Iterator<Item = SegmentId> + use<'_> {
        self.0.iter().copied().take_while(|s| s.0 != NONE)
    }
    /// Returns the next portal.
    #[inline]
    pub fn next(&self) -> Option<SegmentId> {
        self.portals().next()
    }
    /// Returns whether there may be more portals than these.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.0[Ahead::MOST - 1].0 != NONE
    }
}

impl Checked for Ahead {
    /// Checks that the portals come first, and that nothing but [`NONE`] comes after them.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        let count = self.portals().count();
        if self.0[count..].iter().any(|portal| portal.0 != NONE) {
            return Err("there is a gap between the portals".into());
        }
        self.portals().try_for_each(|portal| portal.check(ranges))
    }
}

state! {
    /// The progress of a pedestrian along the way.
    #[derive(Copy)]
    pub struct Track {
        /// The next portal of the way.
        pub leg: u32,
        /// The cell in which the progress was found out last.
        pub cell: CellId,
        /// The length of the way from that portal to the goal, through the middles of portals, m.
        pub rest: f64,
        /// The position of the pedestrian when it last got on.
        pub anchor: Point,
        /// The time at which it last got on, s. The time in which the pedestrian waits for a way or a lift does not
        /// count.
        pub anchored: f64,
        /// The rest of the way at that time, m: the least since the pedestrian has this goal. `None` until it has a
        /// way.
        pub least: Option<f64>,
        /// The reason why the pedestrian is reported as stuck, if it is.
        pub stuck: Option<Cause>,
    }
}

impl Checked for Needs {
    fn check(&self, _: &Ranges<'_>) -> Result<(), String> {
        if self.is_valid() { Ok(()) } else { Err("a level is not from 0 to 1".into()) }
    }
}

impl Checked for Memory {
    /// Checks that the tasks and targets of all goals are there.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.goals().iter().try_for_each(|goal| {
            ranges.task(goal.task)?;
            goal.since.check(ranges)?;
            ranges.time(&goal.until)?;
            match goal.target {
                Target::Area(area) => ranges.area(&area),
                Target::Object(object) => ranges.object(object),
                Target::Pedestrian(id) => ranges.due(&id),
                Target::Nothing => Ok(()),
            }
        })
    }
}

/// Finds the swaps after which row i is what row `order[i]` was: along each cycle, every row is moved once. `order`
/// names every row once and is used up.
pub(crate) fn swaps(order: &mut [u32], swaps: &mut Vec<(u32, u32)>) {
    swaps.clear();
    for i in 0..order.len() {
        let mut at = i;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == i {
                break;
            }
            swaps.push((at as u32, from as u32));
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swaps_put_rows_in_order() {
        let mut column = ['a', 'b', 'c', 'd', 'e', 'f'];
        let mut made = Vec::new();
        swaps(&mut [3, 0, 4, 1, 2, 5], &mut made);
        made.iter().for_each(|&(a, b)| column.swap(a as usize, b as usize));
        assert_eq!(column, ['d', 'a', 'e', 'b', 'c', 'f']);
        assert_eq!(made.len(), 3, "two cycles of three and two");
    }
}
