//! All tests of recordings, in one program: so they are linked once.

mod common;

mod acts;
mod exports;
mod faults;
mod hostile;
mod imports;
mod round_trip;
