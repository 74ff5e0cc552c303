//! Jülich's system tests of JuPedSim, J1 to J14. J10 is not described in their documents; J13 is `bottleneck-flow`.

pub(super) mod free_walk;
pub(super) mod hidden;
pub(super) mod rooms;
pub(super) mod routes;
pub(super) mod spread;
pub(super) mod standing;
pub(super) mod targets;
pub(super) mod threads;
