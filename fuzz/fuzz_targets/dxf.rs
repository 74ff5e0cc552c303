//! Fuzzes the reader of dxf files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("dxf", bytes));
