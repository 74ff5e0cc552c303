//! All tests of scenarios, in one program: so they are linked once.

mod support;
#[path = "support/turned.rs"]
mod turned;

mod acts;
mod bad_input;
mod bad_trains;
mod behaviours;
mod belts;
mod directions;
mod everywhere;
mod haste;
mod lines;
mod minds_chapter;
mod models;
mod narrow;
mod needs;
mod own_behaviour;
mod passing;
mod queues;
mod registry;
mod scenes;
mod schema;
mod sources;
mod strangers;
mod tight;
mod trains;
mod values;
mod visits;
