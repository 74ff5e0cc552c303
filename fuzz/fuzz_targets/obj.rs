//! Fuzzes the reader of obj files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("obj", bytes));
