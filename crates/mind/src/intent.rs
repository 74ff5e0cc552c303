//! Intents: what a mind asks of the body at a decision.

use populace_plan::Spot;
use populace_traj::Status;

use crate::goal::Goal;

/// What a pedestrian asks for of an object, by the object's number, or of another pedestrian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The last place in its line.
    Line {
        /// The object.
        object: u32,
    },
    /// A slot.
    Slot {
        /// The object.
        object: u32,
        /// The slot, by number.
        slot: u32,
    },
    /// Lets the object go on, as an artist does with a performance. If it does not go on yet, it begins.
    Host {
        /// The object.
        object: u32,
    },
    /// To be answered by somebody on duty.
    Answer {
        /// The pedestrian that is asked, by id.
        pedestrian: u32,
    },
    /// A slot in a circle of people who chat: in one that lacks somebody, else in a new one.
    Company {
        /// The object.
        object: u32,
        /// The number of people for whom a new circle is made.
        size: u8,
    },
}

/// A goal is usually reached within this distance, m.
pub const AT_GOAL: f64 = 0.5;

impl Intent {
    /// Walks to a spot as pedestrians usually do.
    pub fn go(spot: Spot) -> Self {
        Intent::Go { spot, near: AT_GOAL, until: f64::INFINITY }
    }
}

/// The next thing that a pedestrian does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Intent {
    /// The goal is accomplished.
    Done,
    /// Something else must come before the goal: the first subtask of a plan.
    Push(Goal),
    /// Stand until a time, s, and then think again.
    Stand {
        /// The time at which the pedestrian thinks again, s.
        until: f64,
        /// The status of the pedestrian meanwhile.
        status: Status,
    },
    /// The goal cannot be accomplished.
    GiveUp,
    /// Walk to a spot, and think again there.
    Go {
        /// The spot.
        spot: Spot,
        /// The pedestrian has arrived within this distance of the spot, m.
        near: f64,
        /// The time at which the pedestrian thinks again on the way, s.
        until: f64,
    },
    /// Ask for something of an object, and think again at the next decision.
    Claim(Claim),
    /// Begin to use the slot of an object, and think again after a time.
    Use {
        /// The object, by number.
        object: u32,
        /// The time at which the pedestrian thinks again, s.
        until: f64,
        /// The status of the pedestrian meanwhile.
        status: Status,
    },
    /// Stand, let an object go on meanwhile, such as a performance, and think again after a time.
    Host {
        /// The object, by number.
        object: u32,
        /// The time at which the pedestrian thinks again, s.
        until: f64,
        /// The status of the pedestrian meanwhile.
        status: Status,
    },
    /// Walk to a spot of an area that is drawn for the pedestrian, and think again there.
    GoInto {
        /// The area's number.
        area: u32,
        /// A number that selects one of the spots that can be drawn: 0 unless the goal leads into areas several times.
        draw: u32,
    },
    /// Walk on as before, and think again at a time.
    WalkOn {
        /// The time, s.
        until: f64,
    },
    /// Walk to some spot of the floor, to see what is there, and think again after a time.
    Explore {
        /// A number that selects one of the spots that can be drawn.
        draw: u32,
        /// The time at which the pedestrian thinks again on the way, s.
        until: f64,
    },
    /// Get on a train at one of its doors, and think again at the next decision.
    GetOn {
        /// The train, by number.
        train: u32,
        /// The door, by number.
        door: u32,
    },
    /// Choose one of the [exits](crate::Behaviour::places) of the behaviour, walk there, and think again in it.
    GoToExit,
    /// Leave the place.
    Leave {
        /// The area by which the pedestrian leaves; [`NONE`](crate::NONE) when it leaves where it stands.
        area: u32,
    },
}
