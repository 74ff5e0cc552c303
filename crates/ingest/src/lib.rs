//! Reads places from the formats people already have. Each format is one file and one line of [`FORMATS`].

mod archive;
mod error;
mod geojson;
mod geojson_parse;
mod gltf;
mod mesh;
mod obj;
mod options;
mod osm;
mod ply;
mod projection;

use std::path::Path;

pub use error::ReadError;
pub use options::{Options, Reading, Units, UpAxis};
use populace_env::Place;

/// A format: how it is recognised and read.
pub struct Format {
    /// The word for `--format`.
    pub name: &'static str,
    /// File name endings, lower case, without the first dot; the longest match wins.
    pub extensions: &'static [&'static str],
    /// One line for the help.
    pub about: &'static str,
    /// Whether the first bytes (up to 4 KiB) look like this format.
    pub sniff: fn(&[u8]) -> bool,
    /// Turns the bytes of a file into a place.
    pub read: fn(&Source, &Options) -> Result<Place, ReadError>,
}

/// Every format, in the order in which content is tried.
pub const FORMATS: &[Format] = &[
    Format {
        name: "gltf",
        extensions: &["gltf", "glb"],
        about: "glTF 2.0 mesh, plain or binary",
        sniff: gltf::sniff,
        read: gltf::read,
    },
    Format {
        name: "geojson",
        extensions: &["geojson", "json"],
        about: "GeoJSON: Populace's own properties, OpenStreetMap buildings, or OpenStreetMap indoor and footway tags",
        sniff: geojson::sniff,
        read: geojson::read,
    },
    Format {
        name: "osm-xml",
        extensions: &["osm", "osm.gz", "osm.xml"],
        about: "OpenStreetMap XML, also gzipped: buildings as obstacles, or indoor and footway tags",
        sniff: osm::xml::sniff,
        read: osm::xml::read,
    },
    Format {
        name: "osm-pbf",
        extensions: &["osm.pbf", "pbf"],
        about: "OpenStreetMap PBF: buildings as obstacles, or indoor and footway tags",
        sniff: osm::pbf::sniff,
        read: osm::pbf::read,
    },
    Format {
        name: "ply",
        extensions: &["ply"],
        about: "PLY mesh, ascii or binary",
        sniff: ply::sniff,
        read: ply::read,
    },
    Format {
        name: "zip",
        extensions: &["zip"],
        about: "ZIP archive of OBJ, PLY and GLB meshes that make up one place",
        sniff: archive::sniff,
        read: archive::read,
    },
    Format { name: "obj", extensions: &["obj"], about: "Wavefront OBJ mesh", sniff: obj::sniff, read: obj::read },
];

/// A file as it was read.
pub struct Source<'a> {
    /// Where it came from; other files it names are looked up beside it.
    pub path: &'a Path,
    /// Its content.
    pub bytes: &'a [u8],
}

/// Largest file read, bytes (1 GiB).
pub const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads the place in the file at `path`.
pub fn read(path: &Path, options: &Options) -> Result<Place, ReadError> {
    let fail = |what: String, hint: &str| ReadError::new(path, what).hint(hint);
    let meta = std::fs::metadata(path)
        .map_err(|e| fail(format!("cannot be opened: {e}"), "check the path; give the file that holds the place"))?;
    if !meta.is_file() {
        return Err(fail("is not a file".into(), "give the file that holds the place"));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(fail(
            format!("is {} bytes long; at most {MAX_FILE_BYTES} are read", meta.len()),
            "cut the place into parts, or extract the part you need",
        ));
    }
    let bytes = std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}"), "check its permissions"))?;
    let source = Source { path, bytes: &bytes };
    let format = choose(&source, options)?;
    (format.read)(&source, options)
}

/// The format asked for, or the one whose ending fits and whose content agrees, or the one whose content fits.
pub fn choose(source: &Source, options: &Options) -> Result<&'static Format, ReadError> {
    let names = || FORMATS.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
    let fail = |what: String, hint: String| Err(ReadError::new(source.path, what).hint(hint));
    if let Some(name) = &options.format {
        return match FORMATS.iter().find(|f| f.name == name) {
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
    let by_ending = FORMATS.iter().filter(|f| ending(f).is_some()).max_by_key(|f| ending(f));
    if let Some(format) = by_ending.filter(|f| (f.sniff)(head)) {
        return Ok(format);
    }
    match (FORMATS.iter().find(|f| (f.sniff)(head)), by_ending) {
        (Some(format), _) => Ok(format),
        // Let the reader of that ending say what is wrong with the content.
        (None, Some(format)) => Ok(format),
        (None, None) => fail(
            "neither its name nor its content is a format that can be read".into(),
            format!("use --format with one of: {}", names()),
        ),
    }
}
