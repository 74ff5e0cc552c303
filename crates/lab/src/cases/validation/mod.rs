//! Cases against measured people.

pub(super) mod bottleneck;
pub(super) mod counter_flow;
pub(super) mod fundamental_diagram;
