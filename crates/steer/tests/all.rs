//! All tests of steering models, in one program: so they are linked once.

mod world;

mod avoidance;
mod behaviour;
mod comfort;
mod conformance;
mod jam;
mod speed_and_force;
