//! What pedestrians did: frames, events, and measures over them.

mod event;
mod frame;

pub use event::{Event, EventKind, NOBODY};
pub use frame::Frame;
