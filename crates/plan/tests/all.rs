//! All tests of planners, in one program: so they are linked once.

#[path = "clear/brute.rs"]
mod brute;
mod clear;
mod places;
#[path = "../../env/tests/rooms/mod.rs"]
mod rooms;

mod agreement;
mod diagnose;
mod exact_lines;
mod goal_tree;
mod hand_routes;
mod lines_over_floors;
mod pulled_lines;
mod snap;
