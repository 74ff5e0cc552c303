//! Fuzzes sanitise and every later stage with random outlines on a coarse lattice.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::lattice(bytes));
