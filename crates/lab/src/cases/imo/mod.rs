//! IMO MSC.1/Circ.1238 and 1533: the eleven tests of evacuation analysis tools for ships.

pub(super) mod counter_flow;
pub(super) mod demographics;
pub(super) mod door_flow;
pub(super) mod speeds;
pub(super) mod twins;
