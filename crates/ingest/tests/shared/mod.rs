//! Help for the tests of readers: reading from memory, and the real data where it is present.
use std::path::{Path, PathBuf};

use populace_env::Place;
use populace_ingest::{Options, ReadError, Source, read, read_source};

/// Reads `bytes` as if they were the file `name`.
pub fn attempt(name: &str, bytes: &[u8], options: &Options) -> Result<Place, ReadError> {
    read_source(&Source { path: Path::new(name), bytes }, options)
}

/// Returns the place in `text`.
pub fn take(name: &str, text: &str) -> Place {
    take_with(name, text, &Options::default())
}

/// Returns the place in `text`, with options.
pub fn take_with(name: &str, text: &str, options: &Options) -> Place {
    attempt(name, text.as_bytes(), options).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the error for `text`.
pub fn refuse(name: &str, text: &str) -> ReadError {
    match attempt(name, text.as_bytes(), &Options::default()) {
        Ok(place) => panic!("accepted with {} floors", place.floors.len()),
        Err(error) => error,
    }
}

/// Returns the root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the place in a file of the real data, when it is there.
pub fn real(name: &str) -> Option<Place> {
    populace_harness::data(name).map(|path| read(&path, &Options::default()).unwrap_or_else(|e| panic!("{e}")))
}
