//! All tests of runs, in one program: so they are linked once.

mod support;

mod checkpoints;
mod sinks;
