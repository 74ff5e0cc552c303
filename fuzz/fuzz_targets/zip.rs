//! Fuzzes the reader of zip files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("zip", bytes));
