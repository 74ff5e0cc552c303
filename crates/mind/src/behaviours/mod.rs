//! The behaviours, one file each.

mod answer;
mod ask;
mod board;
mod buy;
mod chat;
mod consult;
mod evacuate;
mod explore;
mod go_to;
mod go_to_point;
mod guard;
mod journey;
mod keys;
mod leave;
mod look;
mod meet;
mod own_goal;
mod pass;
mod patrol;
mod pause;
mod perform;
mod prepare;
mod repeat;
mod rest;
mod ride;
mod rise;
mod rounds;
mod shop;
mod stand_in_line;
mod stay;
mod use_slot;
mod visit;
mod wait;
mod wait_for;
mod wander;
mod wanted;
mod watch;
mod withdraw;

pub use answer::answer;
pub use evacuate::evacuate;
pub use go_to::go_to;
pub use go_to_point::go_to_point;
pub use journey::journey;
pub use leave::{leave, leave_by_target};
pub use own_goal::own_goal;
pub use prepare::prepare;
pub use ride::ride;
pub use rise::rise;
pub use stay::stay;
pub use wait::wait;
pub use wait_for::wait_for;
pub use withdraw::withdraw;

use crate::BehaviourEntry;

/// All behaviours that a scenario can name, in the order in which they are listed.
pub static BEHAVIOURS: &[BehaviourEntry] = &[
    go_to::ENTRY,
    go_to_point::ENTRY,
    wait::ENTRY,
    wait_for::ENTRY,
    buy::ENTRY,
    ask::ENTRY,
    pass::ENTRY,
    rest::ENTRY,
    watch::ENTRY,
    look::ENTRY,
    shop::ENTRY,
    meet::ENTRY,
    chat::ENTRY,
    perform::ENTRY,
    guard::ENTRY,
    patrol::ENTRY,
    wander::ENTRY,
    repeat::ENTRY,
    board::ENTRY,
    leave::ENTRY,
];
