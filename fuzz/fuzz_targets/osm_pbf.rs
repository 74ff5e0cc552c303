//! Fuzzes the reader of osm-pbf files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("osm-pbf", bytes));
