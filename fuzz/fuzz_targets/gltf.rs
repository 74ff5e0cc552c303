//! Fuzzes the reader of gltf files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::importer("gltf", bytes));
