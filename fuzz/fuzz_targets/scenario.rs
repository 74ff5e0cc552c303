//! Fuzzes the proof of scenario files, and the first steps of proven scenarios.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::scenario(bytes));
