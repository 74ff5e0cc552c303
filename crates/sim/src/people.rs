//! The store: one row per pedestrian who walks or stands in the place, in columns.
//!
//! Rows are kept in an order in which neighbours are close in memory, so a pedestrian's row changes; the id does not. Whoever is not
//! in the steering loop (not yet admitted, riding a lift, gone) has no row: riders are kept whole as [`Person`].

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_plan::Spot;
use populace_traj::Cause;
pub use populace_traj::Status;

use crate::bytes::{Load, Reader, Save};
use crate::follow::Bar;

/// No row, no area, no stage.
pub const NONE: u32 = u32::MAX;

/// The portals to pass and where they lead.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// Portals from where it was planned to the goal.
    pub portals: Vec<SegmentId>,
    /// Where it ends.
    pub goal: Spot,
}

impl Way {
    /// The portals from `leg` on, as many as are looked at.
    pub(crate) fn ahead(&self, leg: u32) -> Ahead {
        let mut ahead = Ahead::NONE;
        let rest = self.portals.get(leg as usize..).unwrap_or(&[]);
        ahead.0.iter_mut().zip(rest).for_each(|(to, &from)| *to = from);
        ahead
    }
}

/// The next portals of the way, beside the pedestrian: the way itself is somewhere in memory, and costs a wait to look up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ahead([SegmentId; Ahead::MOST]);

impl Ahead {
    /// How many at most.
    pub const MOST: usize = 12;
    pub(crate) const NONE: Ahead = Ahead([SegmentId(NONE); Ahead::MOST]);

    /// The portals.
    #[inline]
    pub fn portals(&self) -> impl Iterator<Item = SegmentId> + use<'_> {
        self.0.iter().copied().take_while(|s| s.0 != NONE)
    }
    /// The next one.
    #[inline]
    pub fn next(&self) -> Option<SegmentId> {
        self.portals().next()
    }
    /// Whether there may be more than these.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.0[Ahead::MOST - 1].0 != NONE
    }
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
    /// Why it is reported as stuck, if it is.
    pub stuck: Option<Cause>,
}

/// Where someone was sent, instead of the rest of the journey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// Nowhere: the journey goes on.
    None,
    /// To an area, to stay there.
    Stay(u32),
    /// To an area, to leave there.
    Leave(u32),
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
            /// Swaps rows, one pair after the other.
            pub(crate) fn swap_all(&mut self, swaps: &[(u32, u32)]) {
                $(swaps.iter().for_each(|&(a, b)| self.$name.swap(a as usize, b as usize));)*
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
    /// For how long it has been held up, s.
    held: f64,
    /// The next portals of the way.
    ahead: Ahead,
    /// What pulls it along the way, where its population follows ways so.
    bar: Bar,
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
    /// Stage of the journey; [`OWN_GOAL`] before the first when it has a goal of its own, or on an errand.
    stage: u32,
    /// Where it was sent.
    errand: Errand,
    /// When the wait or the preparation ends, s; infinite while a signal is awaited.
    until: f64,
    /// The exit it goes to, by area, or [`NONE`].
    exit: u32,
    /// When it came in, s.
    entered: f64,
}

/// The stage of someone who goes to a goal of their own first, or where they were sent.
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

/// The swaps after which row i is what row `order[i]` was: along each cycle, everyone is moved once. `order` names every row once and is
/// used up.
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
impl Save for Errand {
    fn save(&self, to: &mut Vec<u8>) {
        match *self {
            Errand::None => (0u8, NONE).save(to),
            Errand::Stay(area) => (1u8, area).save(to),
            Errand::Leave(area) => (2u8, area).save(to),
        }
    }
}
impl Load for Errand {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        match Load::load(from)? {
            (0u8, NONE) => Some(Errand::None),
            (1u8, area) => Some(Errand::Stay(area)),
            (2u8, area) => Some(Errand::Leave(area)),
            _ => None,
        }
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
impl Save for Ahead {
    fn save(&self, to: &mut Vec<u8>) {
        self.0.iter().for_each(|segment| segment.save(to));
    }
}
impl Load for Ahead {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let mut ahead = Ahead::NONE;
        for segment in &mut ahead.0 {
            *segment = Load::load(from)?;
        }
        Some(ahead)
    }
}
impl Save for Bar {
    fn save(&self, to: &mut Vec<u8>) {
        (self.hook, self.cell).save(to);
    }
}
impl Load for Bar {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        Some(Bar { hook: Load::load(from)?, cell: Load::load(from)? })
    }
}
impl Save for Track {
    fn save(&self, to: &mut Vec<u8>) {
        self.leg.save(to);
        self.cell.save(to);
        self.anchor.save(to);
        self.anchored.save(to);
        self.stuck.map_or(0, |cause| cause as u8 + 1).save(to);
    }
}
impl Load for Track {
    fn load(from: &mut Reader<'_>) -> Option<Self> {
        let (leg, cell, anchor) = (Load::load(from)?, Load::load(from)?, Load::load(from)?);
        let anchored = Load::load(from)?;
        let stuck = u8::load(from)?.checked_sub(1).map(|i| Cause::ALL.get(i as usize).map(|c| c.0));
        let stuck = match stuck {
            Some(None) => return None,
            Some(cause) => cause,
            None => None,
        };
        Some(Track { leg, cell, anchor, anchored, stuck })
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
