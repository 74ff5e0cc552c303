//! Cases against measured people.

pub(super) mod bottleneck;
pub(super) mod counter_flow;
pub(super) mod door;
pub(super) mod fundamental_diagram;
pub(super) mod single_file;
