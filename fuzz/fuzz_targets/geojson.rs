//! Fuzzes the reader of geojson files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("geojson", bytes));
