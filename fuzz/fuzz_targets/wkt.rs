//! Fuzzes the reader of wkt files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("wkt", bytes));
