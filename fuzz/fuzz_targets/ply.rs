//! Fuzzes the reader of ply files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("ply", bytes));
