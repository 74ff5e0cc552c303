//! All tests of the command, in one program: so they are linked once.

#[path = "../../../fuzz/src/bodies.rs"]
mod bodies;
mod golden;
#[path = "../src/pairs.rs"]
mod pairs;
mod running;
mod viewing;

mod acts;
mod bad_runs;
mod bits;
mod book;
mod check;
mod command;
mod faults;
mod frames;
mod garbage;
mod inspect;
mod measure;
mod measures;
mod real_crowds;
mod real_goals;
mod real_places;
mod real_routes;
mod routes;
mod scenes;
mod view;
