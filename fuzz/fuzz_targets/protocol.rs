//! Fuzzes the messages between the viewer and the server.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| populace_fuzz::protocol(bytes));
