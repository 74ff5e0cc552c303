//! All tests of environments, in one program: so they are linked once.

use rooms::Dice;

#[path = "rooms/clearance.rs"]
mod clearance;
#[path = "rooms/lattice.rs"]
mod lattice;
mod rooms;

mod bottleneck_exactness;
mod determinism;
mod floors_and_links;
mod lattice_places;
mod object_lines;
mod object_table;
mod objects;
mod queries;
mod random_rooms;
mod repairs;
mod snapping;
mod two_halls;
