//! Fuzzes the readers of trajectories in text and CSV.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::trajectories(bytes));
