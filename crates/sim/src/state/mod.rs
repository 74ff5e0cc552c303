//! The state: everything that a step reads of the past, declared once. From the declaration follow saving, loading, the
//! step's hash and validation.

pub(crate) mod declare;
mod hash;
mod identity;
mod people;
mod ranges;
mod snapshot;
mod validate;
#[cfg(test)]
mod validate_tests;

use std::collections::VecDeque;

use populace_env::Doors;
use populace_mind::{TrainNow, Usage};
use populace_perceive::Neighbours;

pub(crate) use hash::ByRow;
pub(crate) use identity::Identity;
pub(crate) use people::swaps;
pub use people::{Ahead, NONE, People, Person, Status, Track, Way};
pub(crate) use ranges::{Checked, Ranges};
pub use snapshot::{ProvenSnapshot, RestoreError, reseal};

use crate::arrivals::Arrival;
use crate::lifts::{Cabin, Ride};
use crate::report::Counts;
use crate::trains::TrainCounts;

declare::state! {
    /// Everything that a snapshot holds.
    #[derive(Default)]
    pub(crate) struct State {
        every_step {
            /// Steps done.
            pub step: u64,
            /// Which doors are open and which lifts are in service.
            pub doors: Doors => doors,
            /// The cabins of all lifts, in the order of the lifts.
            pub cabins: Vec<Cabin> => cabins,
            /// The people who use each object and stand in its line, in the order of the objects.
            pub usages: Vec<Usage> => usages,
            /// What the trains do, in their order.
            pub trains: Vec<TrainNow> => trains,
            /// What is known of their stops so far.
            pub train_counts: Vec<TrainCounts> => train_counts,
            /// The pedestrians in trains who are still to get off, in the order in which they were due.
            pub aboard: Vec<u32> => all_due,
            /// The pedestrians in the cabins.
            pub riding: Vec<Ride> => riding,
            /// The first of the setup's arrivals that has not been looked at.
            pub next_arrival: usize => arrivals,
            /// The pedestrians who should be inside and found no room yet.
            pub outside: Vec<u32> => all_due,
            /// The pedestrians who wait for a route, in order.
            pub queue: VecDeque<u32> => all_due,
            /// The first command of the setup that was not obeyed.
            pub next_command: usize => commands,
            /// Signals that were given.
            pub signals: Vec<u32> => signals,
            /// The time at which the alarm was raised, s; `None` when it was not raised.
            pub alarm: Option<f64> => alarm,
            /// The pedestrians who were added, in the order of their ids.
            pub added: Vec<Arrival>,
            /// The acts that were obeyed, in order.
            pub acted: Vec<Acted>,
            pub counts: Counts,
        }
        by_row {
            pub people: People,
            /// Which neighbours each row perceives since the last decision.
            pub near: Neighbours,
            /// Which bodies are near each row, perceived or not; empty where all near bodies are perceived.
            pub contacts: Neighbours,
        }
    }
}

declare::state! {
    /// An act that was obeyed.
    pub(crate) struct Acted {
        /// The first command of the setup that was not obeyed by then.
        pub next_command: usize => commands,
        /// Its fingerprint.
        pub act: u64 => anything,
    }
}
