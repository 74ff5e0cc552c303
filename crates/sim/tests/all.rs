//! All tests of the simulation, in one program: so they are linked once.

mod support;

mod acts;
mod crowds;
mod determinism;
mod doors;
mod followers;
mod footing;
mod inspect;
mod planners;
mod progress;
mod snapshots;
