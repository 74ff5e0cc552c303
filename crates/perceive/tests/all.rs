//! All tests of perceptions, in one program: so they are linked once.

mod places;

mod determinism;
mod graph;
mod grid;
