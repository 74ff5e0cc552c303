//! Reads places from the formats people already have. Each format is one file and one line of [`FORMATS`].
//!
//! [`read`] recognises the format of a file by its ending and content, and returns the [`Place`]. It never goes
//! further: a place is as its author drew it, and `populace_env::build` repairs and proves it. Every error says which
//! file, where in it, what is wrong and what to do. What a reader assumed or left out is in the notes of the place.
//!
//! ```
//! use std::path::Path;
//! use populace_ingest::{Options, Source, read_source};
//!
//! // A room of 8 × 5 m with a pillar, as well-known text.
//! let text = "POLYGON ((0 0, 8 0, 8 5, 0 5, 0 0), (3 2, 3 3, 4 3, 4 2, 3 2))";
//! let source = Source { path: Path::new("room.wkt"), bytes: text.as_bytes() };
//! let place = read_source(&source, &Options::default())?;
//! assert_eq!((place.name.as_str(), place.floors.len()), ("room", 1));
//! assert_eq!(place.floors[0].walkable[0].holes.len(), 1);
//!
//! // An error names the line and the column, and shows the line.
//! let broken = Source { path: Path::new("room.wkt"), bytes: b"POLYGON ((0 0, 8 0, 8 five))" };
//! let error = read_source(&broken, &Options::default()).expect_err("\"five\" is no number");
//! assert_eq!(error.location, "line 1, column 23");
//! # Ok::<(), populace_ingest::ReadError>(())
//! ```
//!
//! A place that is written by hand, as text or in code, is an [`entries::PlaceFile`]: see [`hand`].

mod archive;
mod assemble;
mod dxf;
pub mod entries;
mod error;
mod files;
mod flights;
mod geojson;
mod geojson_own;
mod geojson_parse;
mod gltf;
mod gltf_buffers;
pub mod hand;
pub mod key_path;
pub mod limits;
mod links;
pub mod located;
mod mesh;
mod obj;
mod objects;
mod options;
mod osm;
mod ply;
pub mod problem;
mod projection;
mod raster;
mod rings;
pub mod schema;
mod slope;
pub mod spread;
pub mod suggest;
mod time_entry;
mod wkt;
pub mod words;

use std::path::Path;

pub use error::ReadError;
pub use files::{Files, Kept};
pub use options::{Options, Range, Reading, Units, UpAxis};
use populace_env::Place;

/// A format, and how it is recognised and read.
#[derive(Debug)]
pub struct Format {
    /// The word for `--format`.
    pub name: &'static str,
    /// File name endings, lower case, without the first dot; the longest match wins.
    pub extensions: &'static [&'static str],
    /// A line for the help.
    pub about: &'static str,
    /// Whether the first bytes (up to 4 KiB) look like this format.
    pub sniff: fn(&[u8]) -> bool,
    /// Turns the bytes of a file into a place.
    pub read: fn(&Source, &Options) -> Result<Place, ReadError>,
}

/// Every format, in the order in which content is tried.
pub const FORMATS: &[Format] = &[
    raster::FORMAT,
    archive::FORMAT,
    osm::pbf::FORMAT,
    gltf::FORMAT,
    ply::FORMAT,
    osm::xml::FORMAT,
    geojson::FORMAT,
    wkt::FORMAT,
    dxf::FORMAT,
    hand::FORMAT,
    obj::FORMAT,
];

/// A file as it was read.
pub struct Source<'a> {
    /// Its path; other files that it names are looked up beside it.
    pub path: &'a Path,
    /// Its content.
    pub bytes: &'a [u8],
}

impl Source<'_> {
    /// Returns the name of the file without its ending. It is the name of a place that has no other.
    pub fn stem(&self) -> String {
        let name = self.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        name.split('.').next().unwrap_or_default().to_owned()
    }
}

/// Largest file read, bytes (1 GiB).
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads the place in the file at `path`.
pub fn read(path: &Path, options: &Options) -> Result<Place, ReadError> {
    let bytes = options.files.load(path)?;
    read_source(&Source { path, bytes: &bytes }, options)
}

/// Reads the place in a file whose bytes are in memory.
pub fn read_source(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let format = choose(source, options)?;
    let place = (format.read)(source, options)?;
    limits::check_place(source.path, place, options)
}

/// Chooses the format of a file: the format asked for; else the format whose ending fits and whose content agrees; else
/// the first format whose content fits.
pub fn choose(source: &Source, options: &Options) -> Result<&'static Format, ReadError> {
    let names = || options.formats.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    let fail = |what: String, hint: String| Err(ReadError::new(source.path, what).hint(hint));
    if source.bytes.starts_with(b"\xff\xfe") || source.bytes.starts_with(b"\xfe\xff") {
        return fail("is UTF-16; texts are read as UTF-8".into(), "save it as UTF-8".into());
    }
    if let Some(name) = &options.format {
        return match options.formats.iter().find(|f| f.name == name) {
            Some(format) => Ok(format),
            None => fail(format!("no format is called {name:?}"), format!("use one of: {}", names())),
        };
    }
    if source.bytes.is_empty() {
        return fail("is empty".into(), "give the file that holds the place".into());
    }
    let head = &source.bytes[..source.bytes.len().min(4096)];
    let file_name = source.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
    let ending =
        |f: &Format| f.extensions.iter().filter(|e| file_name.ends_with(&format!(".{e}"))).map(|e| e.len()).max();
    let by_ending = options.formats.iter().filter(|f| ending(f).is_some()).max_by_key(|f| ending(f));
    if let Some(format) = by_ending.filter(|f| (f.sniff)(head)) {
        return Ok(format);
    }
    match (options.formats.iter().find(|f| (f.sniff)(head)), by_ending) {
        (Some(format), _) => Ok(format),
        // The content fits no format: the reader of the ending says what is wrong with it.
        (None, Some(format)) => Ok(format),
        (None, None) => fail(
            "neither its name nor its content is a format that can be read".into(),
            format!("use --format with one of: {}", names()),
        ),
    }
}
