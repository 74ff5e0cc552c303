//! Fuzzes snapshots of a simulation: bytes as they come, and real snapshots that were changed and sealed again.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::checkpoint(bytes));
