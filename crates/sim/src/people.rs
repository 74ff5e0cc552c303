//! The store: one row per pedestrian who walks or stands in the place, in columns.
//!
//! Rows are kept in an order in which neighbours are close in memory, so a pedestrian's row changes; the id does not. Whoever is not
//! in the steering loop (not yet admitted, riding a lift, gone) has no row: riders are kept whole as [`Person`].

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_plan::Spot;
use populace_traj::Cause;

use crate::bytes::{Load, Reader, Save};

/// No row, no area, no stage.
pub const NONE: u32 = u32::MAX;

/// What a pedestrian is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Status {
    /// Has come in and not begun the journey yet.
    Preparing,
    /// Stands where the journey says so.
    Waiting,
    /// Has asked for a route.
    Planning,
    /// Follows a route.
    Walking,
    /// Stands at a lift.
    Queueing,
    /// Is in a lift, or about to step in.
    Riding,
    /// There is no way to the next stage of the journey.
    NoWay,
    /// Has left and is taken out at the end of the step.
    Gone,
}

impl Status {
    /// Every status with its word in reports.
    pub const ALL: [(Status, &'static str); 8] = [
        (Status::Preparing, "preparing"),
        (Status::Waiting, "waiting"),
        (Status::Planning, "planning"),
        (Status::Walking, "walking"),
        (Status::Queueing, "queueing for a lift"),
        (Status::Riding, "riding a lift"),
        (Status::NoWay, "no way"),
        (Status::Gone, "gone"),
    ];
}

/// The portals to pass and where they lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Portals from where it was planned to the goal.
    pub portals: Vec<SegmentId>,
    /// Where it ends.
    pub goal: Spot,
}

/// How a pedestrian gets on along the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Track {
    /// The next portal of the way.
    pub leg: u32,
    /// The cell in which that was found out.
    pub cell: CellId,
    /// Where it was when it last got on.
    pub anchor: Point,
    /// When that was, s.
    pub anchored: f64,
    /// For how long it has been held up, s.
    pub held: f64,
    /// Why it is reported as stuck, if it is.
    pub stuck: Option<Cause>,
}

macro_rules! columns {
    ($($(#[$meta:meta])* $name:ident: $type:ty,)*) => {
        /// One pedestrian, whole.
        #[derive(Clone, Debug, PartialEq)]
        pub struct Person { $($(#[$meta])* pub $name: $type,)* }

        /// Everyone in the steering loop, by columns.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct People { $($(#[$meta])* pub $name: Vec<$type>,)* }

        impl People {
            /// Adds a row at the end.
            pub fn push(&mut self, person: Person) {
                $(self.$name.push(person.$name);)*
            }
            /// A copy of one row.
            pub fn person(&self, row: usize) -> Person {
                Person { $($name: self.$name[row].clone(),)* }
            }
            /// Puts rows in another order, in place: row i becomes what row `order[i]` was. `order` names every row once.
            pub fn rearrange(&mut self, order: &[u32]) {
                $(permute(&mut self.$name, order);)*
            }
            /// Takes a row out; the last row takes its place.
            pub fn swap_remove(&mut self, row: usize) -> Person {
                Person { $($name: self.$name.swap_remove(row),)* }
            }
            /// Whether every column has a row for everyone.
            pub fn validate(&self) -> Result<(), String> {
                let rows = self.id.len();
                $(if self.$name.len() != rows {
                    return Err(format!("column {} has {} rows, not {rows}", stringify!($name), self.$name.len()));
                })*
                Ok(())
            }
        }

        impl Save for People {
            fn save(&self, to: &mut Vec<u8>) { $(self.$name.save(to);)* }
        }
        impl Load for People {
            fn load(from: &mut Reader<'_>) -> Option<Self> {
                let people = People { $($name: Load::load(from)?,)* };
                people.validate().is_ok().then_some(people)
            }
        }
        impl Save for Person {
            fn save(&self, to: &mut Vec<u8>) { $(self.$name.save(to);)* }
        }
        impl Load for Person {
            fn load(from: &mut Reader<'_>) -> Option<Self> { Some(Person { $($name: Load::load(from)?,)* }) }
        }
    };
}

columns! {
    /// Name that stays: the number of the arrival.
    id: u32,
    /// Where, m.
    position: Point,
    /// How it moved in the last step, m/s.
    velocity: Point,
    /// What steering decided, m/s; kept until it decides again.
    wanted: Point,
    /// Half the width of the body, m.
    radius: f64,
    /// The cell it is in.
    cell: CellId,
    /// What it is doing.
    status: Status,
    /// How it gets on.
    track: Track,
    /// Portals ahead and goal.
    way: Way,
    /// Desired speed on the flat, m/s.
    speed: f64,
    /// Cosine of the narrowest cone that widens the view.
    cone: f64,
    /// The group it walks in.
    group: u32,
    /// Its population.
    population: u16,
    /// Stage of the journey; [`OWN_GOAL`] before the first when it has a goal of its own.
    stage: u32,
    /// When the wait or the preparation ends, s; infinite while a signal is awaited.
    until: f64,
    /// The exit it goes to, by area, or [`NONE`].
    exit: u32,
    /// When it came in, s.
    entered: f64,
}

/// The stage of someone who goes to a goal of their own first.
pub const OWN_GOAL: u32 = u32::MAX;

impl People {
    /// How many rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.id.len()
    }
    /// Whether nobody is inside.
    pub fn is_empty(&self) -> bool {
        self.id.is_empty()
    }
}

/// Follows each row through the swaps that were made before it.
fn permute<T>(column: &mut [T], order: &[u32]) {
    for i in 0..column.len() {
        let mut from = order[i] as usize;
        while from < i {
            from = order[from] as usize;
        }
        column.swap(i, from);
    }
}

impl Save for Status {
    fn save(&self, to: &mut Vec<u8>) {
        (*self as u8).save(to);
    }
}
impl Load for Status {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Status::ALL.get(u8::load(from)? as usize).map(|s| s.0)
    }
}
impl Save for Way {
    fn save(&self, to: &mut Vec<u8>) {
        self.portals.save(to);
        self.goal.save(to);
    }
}
impl Load for Way {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Way { portals: Load::load(from)?, goal: Load::load(from)? })
    }
}
impl Save for Track {
    fn save(&self, to: &mut Vec<u8>) {
        self.leg.save(to);
        self.cell.save(to);
        self.anchor.save(to);
        (self.anchored, self.held).save(to);
        self.stuck.map_or(0, |cause| cause as u8 + 1).save(to);
    }
}
impl Load for Track {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let (leg, cell, anchor) = (Load::load(from)?, Load::load(from)?, Load::load(from)?);
        let (anchored, held) = Load::load(from)?;
        let stuck = u8::load(from)?.checked_sub(1).map(|i| Cause::ALL.get(i as usize).map(|c| c.0));
        let stuck = match stuck {
            Some(None) => return None,
            Some(cause) => cause,
            None => None,
        };
        Some(Track { leg, cell, anchor, anchored, held, stuck })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_permuted_in_place() {
        let mut column = ['a', 'b', 'c', 'd', 'e'];
        permute(&mut column, &[3, 0, 4, 1, 2]);
        assert_eq!(column, ['d', 'a', 'e', 'b', 'c']);
    }
}
