//! Place files: places that are written by hand in TOML, alone or on top of an imported file. Code can build the same
//! places.
//!
//! ```
//! use std::path::Path;
//! use populace_ingest::entries::{FloorEntry, PlaceFile};
//! use populace_ingest::{Options, hand};
//!
//! let outline = Some(vec![[0.0, 0.0], [8.0, 0.0], [8.0, 5.0], [0.0, 5.0]]);
//! let hall = FloorEntry { name: "hall".into(), outline, ..FloorEntry::default() };
//! let file = PlaceFile { floor: vec![hall], ..PlaceFile::default() };
//! let place = hand::built(&file, Path::new("hall.place.toml"), &Options::default())?;
//! assert_eq!(place.floors[0].name, "hall");
//! # Ok::<(), populace_ingest::ReadError>(())
//! ```

use std::path::{Component, Path, PathBuf};

use populace_env::Place;
use populace_geom::Point;

use crate::assemble::{EntryId, Problem, assemble};
pub use crate::entries::PlaceFile;
use crate::entries::{ImportEntry, ImportTable, PointUnits, ReadingWord, UpWord};
use crate::key_path::{KeyPath, Spans, TomlError, from_toml};
use crate::limits;
use crate::located::{LineIndex, Position};
use crate::projection::Projection;
use crate::suggest::explain;
use crate::{Options, ReadError, Reading, Source, Units, UpAxis};

/// Longest chain of place files that import each other.
const MAX_IMPORTS: usize = 4;
/// Longest place file, bytes: the TOML reader takes about a hundred times as much memory.
pub const MAX_BYTES: usize = 4 << 20;

/// The advice for an import from another folder.
const COPY: &str = "copy it beside the place file";

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "place",
    extensions: &["place.toml", "toml"],
    about: "a place written by hand in TOML, alone or on top of an imported file",
    sniff,
    read,
};

/// Returns whether a line of the text sets the `version` that every place file has.
pub fn sniff(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    lines.any(|line| line.strip_prefix("version").is_some_and(|rest| rest.trim_start().starts_with('=')))
}

/// The source of entries. Entries of a text have lines and columns; entries that code built have the paths of their
/// keys.
#[derive(Clone)]
pub struct Origin<'a> {
    path: &'a Path,
    text: Option<(&'a str, Spans<'a>)>,
}

impl<'a> Origin<'a> {
    /// Describes entries that were read from the text of the file at `path`.
    pub fn text(path: &'a Path, text: &'a str, spans: Spans<'a>) -> Self {
        Origin { path, text: Some((text, spans)) }
    }
    /// Describes entries that code built, as if they were in a file at `path`: files that they name are looked up
    /// beside it.
    pub fn code(path: &'a Path) -> Self {
        Origin { path, text: None }
    }
    /// Returns the file that the entries are in, or would be in.
    pub fn path(&self) -> &'a Path {
        self.path
    }
    /// Returns whether code built the entries.
    pub fn is_code(&self) -> bool {
        self.text.is_none()
    }
    /// Returns the text that the entries were read from.
    pub fn written(&self) -> Option<&'a str> {
        self.text.as_ref().map(|(text, _)| *text)
    }
    /// Returns line and column of a value, and its line with a mark below the column. Returns `None` for the whole
    /// file, and for entries that code built.
    pub fn position(&self, at: &KeyPath) -> Option<(Position, String)> {
        let (text, spans) = self.text.as_ref()?;
        let position = Position::of(text.as_bytes(), spans.value(at)?);
        Some((position, position.excerpt(text.as_bytes())))
    }
    /// Says what is wrong at a key: points to the key itself, or to the table around it when the key is absent.
    fn at_key(&self, at: &KeyPath, what: impl Into<String>, hint: impl Into<String>) -> ReadError {
        self.error(at, |spans| spans.key(at), what.into(), hint.into())
    }
    /// Says what is wrong with the value at a path.
    fn at_value(&self, at: &KeyPath, what: impl Into<String>, hint: impl Into<String>) -> ReadError {
        self.error(at, |spans| spans.value(at), what.into(), hint.into())
    }
    /// Returns the error at a path: at the byte that `find` gives when there is a text.
    fn error(&self, at: &KeyPath, find: impl Fn(&Spans) -> Option<usize>, what: String, hint: String) -> ReadError {
        match &self.text {
            Some((text, spans)) => located(self.path, text.as_bytes(), find(spans).unwrap_or(0), what, hint),
            None => ReadError::new(self.path, what).at(at.to_string()).hint(hint),
        }
    }
    /// Returns a function that names entries for messages: by their lines, or by their paths.
    fn names(&self) -> impl Fn(EntryId) -> String {
        let known = self.text.as_ref().map(|(text, spans)| (LineIndex::new(text.as_bytes()), spans));
        move |entry| {
            let at = entry.path();
            match &known {
                Some((lines, spans)) => format!("line {}", lines.position(spans.value(&at).unwrap_or(0)).line),
                None => at.to_string(),
            }
        }
    }
    /// Returns the name of the file without its ending.
    fn stem(&self) -> String {
        Source { path: self.path, bytes: &[] }.stem()
    }
}

/// Reads a place file.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let (file, origin) = parse(source)?;
    resolve(&file, &origin, options)
}

/// Proves the entries of a place file and turns them into a place. Files that it imports are looked up beside the
/// origin and are never outside its folder.
pub fn resolve(file: &PlaceFile, origin: &Origin, options: &Options) -> Result<Place, ReadError> {
    resolve_in(file, origin, options, &mut vec![canonical(origin.path)])
}

/// Proves a place that code built, as if it were in a file at `path`: files that it imports are in the folder of `path`
/// or below. Errors carry the path of the key, such as `floor[0].outline`.
pub fn built(file: &PlaceFile, path: &Path, options: &Options) -> Result<Place, ReadError> {
    let place = resolve(file, &Origin::code(path), options)?;
    limits::check_place(path, place, options)
}

/// Reads the file that the entry at `at` names, as an import of a place file is read: from the folder of the origin or
/// below.
pub fn import(entry: &ImportEntry, at: &KeyPath, origin: &Origin, options: &Options) -> Result<Place, ReadError> {
    import_in(&entry.0, at, origin, options, &mut vec![canonical(origin.path)])
}

/// Reads the entries of a place file, and where they are written.
fn parse<'a>(source: &Source<'a>) -> Result<(PlaceFile, Origin<'a>), ReadError> {
    if source.bytes.len() > MAX_BYTES {
        let what = format!("is {} bytes long; place files have at most {MAX_BYTES}", source.bytes.len());
        return Err(ReadError::new(source.path, what).hint("put the geometry in a GeoJSON file and import it"));
    }
    let text = std::str::from_utf8(source.bytes).map_err(|e| {
        let position = Position::of(source.bytes, e.valid_up_to());
        ReadError::new(source.path, "is not UTF-8 text").at(position.to_string()).hint("a place file is TOML text")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (file, spans) = from_toml(text).map_err(|e| toml_error(source.path, text.as_bytes(), &e))?;
    Ok((file, Origin::text(source.path, text, spans)))
}

/// Returns the error of the TOML reader with the line shown. For a misspelt word the hint is the nearest right word.
fn toml_error(path: &Path, text: &[u8], error: &TomlError) -> ReadError {
    let (mut what, mut hint) = explain(&error.message);
    if hint.is_empty() {
        hint = toml_hint(&what).to_owned();
    }
    let mut offset = error.offset;
    if what.contains("recursion limit") {
        // The TOML reader does not say where this happens.
        "brackets or dotted names are nested too deeply".clone_into(&mut what);
        offset = offset.or_else(|| deepest_bracket(text));
    }
    match offset {
        Some(offset) => located(path, text, offset, what, hint),
        None => ReadError::new(path, what).hint(hint),
    }
}

/// Returns where the most brackets are open; brackets in texts and comments count, too.
fn deepest_bracket(text: &[u8]) -> Option<usize> {
    let (mut depth, mut deepest) = (0_usize, (0, None));
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > deepest.0 {
            deepest = (depth, Some(at));
        }
    }
    deepest.1
}

/// Returns what to do about an error of the TOML reader that is not a misspelt word.
fn toml_hint(what: &str) -> &'static str {
    match what {
        _ if what.contains("recursion") || what.contains("nest") => {
            "a place file needs at most six brackets inside each other"
        }
        _ if what.starts_with("missing field") => "add it; the chapter on formats lists the fields of every entry",
        _ if what.starts_with("invalid") => "the chapter on formats says what each field holds",
        _ => "a place file is TOML: lines of name = value, below headings such as [[floor]]",
    }
}

/// Returns the error at a byte of a text, with its line shown.
fn located(path: &Path, text: &[u8], offset: usize, what: String, hint: String) -> ReadError {
    let position = Position::of(text, offset);
    ReadError::new(path, what + &position.excerpt(text)).at(position.to_string()).hint(hint)
}

/// Proves a place file; `chain` are the files that import each other so far.
fn resolve_in(
    file: &PlaceFile,
    origin: &Origin,
    options: &Options,
    chain: &mut Vec<PathBuf>,
) -> Result<Place, ReadError> {
    let at = KeyPath::file();
    if file.version != 1 {
        let what = format!("this is version {} of the place file format", file.version);
        return Err(origin.at_value(&at.key("version"), what, "this program reads version = 1"));
    }
    let mut place = Place { name: origin.stem(), ..Place::default() };
    if let Some(entry) = &file.import {
        place = import_in(&entry.0, &at.key("import"), origin, options, chain)?;
    }
    if let Some(name) = &file.name {
        place.name.clone_from(name);
    }
    let projection = match (file.units, place.georeference) {
        (PointUnits::Metres, _) => Projection::Metres,
        (PointUnits::LonLat, Some(georeference)) => Projection::LonLat(georeference),
        (PointUnits::LonLat, None) => {
            let what = "units = \"lonlat\" needs an import that knows where on earth it is";
            let hint = "import a file in longitude and latitude, or write metres";
            return Err(origin.at_key(&at.key("units"), what, hint));
        }
    };
    let place = assemble(file, place, projection, &origin.names()).map_err(|problem| entry_error(origin, problem))?;
    if file.import.is_some() {
        return Ok(place);
    }
    let hint = "write metres from a local origin; a map in degrees can be imported";
    limits::check_metres(origin.path, place, options, hint)
}

/// Returns the error for a problem of an entry.
fn entry_error(origin: &Origin, problem: Problem) -> ReadError {
    let entry = problem.entry.path();
    let at = if problem.field.is_empty() { entry } else { entry.key(problem.field) };
    origin.at_key(&at, problem.what, problem.hint)
}

/// Reads the file that a place file starts from.
fn import_in(
    table: &ImportTable,
    at: &KeyPath,
    origin: &Origin,
    options: &Options,
    chain: &mut Vec<PathBuf>,
) -> Result<Place, ReadError> {
    let fail = |what: String, hint: &str| origin.at_value(at, what, hint);
    let path = origin.path.parent().unwrap_or(Path::new("")).join(&table.file);
    let outside = || fail(format!("{:?} is outside the folder of the place file", table.file), COPY);
    let known = confined(origin.path, &path, Path::new(&table.file), options).ok_or_else(outside)?;
    if chain.contains(&known) {
        return Err(fail(format!("{:?} imports itself", table.file), "break the circle"));
    }
    if chain.len() > MAX_IMPORTS {
        return Err(fail(format!("more than {MAX_IMPORTS} files import each other"), "import the last one directly"));
    }
    let bytes = options.files.load(&path).map_err(|e| fail(format!("{:?} {}", table.file, e.what), &e.hint))?;
    let imported = Source { path: &path, bytes: &bytes };
    let options = import_options(table, options).map_err(|(what, hint)| fail(what, &hint))?;
    let format = crate::choose(&imported, &options)?;
    let place = if format.name == "place" {
        chain.push(known);
        let (file, origin) = parse(&imported)?;
        resolve_in(&file, &origin, &options, chain)?
    } else {
        (format.read)(&imported, &options)?
    };
    // Checked here, so that the error names the imported file and not the file that imports it.
    limits::check_place(&path, place, &options)
}

/// Returns the file at `path`, after links and `..` are followed, when it is in the folder of the place file or below:
/// a place from a stranger must not read other files. For a file that does not exist, the way its name is written
/// decides.
fn confined(place: &Path, path: &Path, written: &Path, options: &Options) -> Option<PathBuf> {
    let is_below = || written.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    if options.files.is_memory() {
        return is_below().then(|| path.to_owned());
    }
    let folder = place.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (std::fs::canonicalize(path), std::fs::canonicalize(folder)) {
        (Ok(file), Ok(folder)) => file.starts_with(folder).then_some(file),
        _ => is_below().then(|| path.to_owned()),
    }
}

/// Returns a path with all links followed; the path itself when there is no such file.
fn canonical(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// Returns the options for an imported file: those of the command line, except where the table gives others.
fn import_options(table: &ImportTable, options: &Options) -> Result<Options, (String, String)> {
    let mut o = Options { format: table.format.clone(), ..options.clone() };
    if let Some(units) = table.units {
        o.units = if units == PointUnits::LonLat { Units::LonLat } else { Units::Metres };
    }
    if let Some(reading) = table.reading {
        o.reading = match reading {
            ReadingWord::Auto => Reading::Auto,
            ReadingWord::Populace => Reading::Populace,
            ReadingWord::Buildings => Reading::Buildings,
            ReadingWord::Indoor => Reading::Indoor,
        };
    }
    if let Some(up) = table.up {
        o.up = match up {
            UpWord::Y => UpAxis::Y,
            UpWord::Z => UpAxis::Z,
        };
    }
    if let Some([x, y, z]) = table.inside {
        o.inside = Some((Point::new(x, y), z));
    }
    if let Some(storeys) = &table.storeys {
        o.storeys.clone_from(storeys);
    }
    for (range, name, from, to) in [
        (Options::MARGIN, "margin", table.margin, &mut o.margin),
        (Options::METRES_PER_PIXEL, "metres_per_pixel", table.metres_per_pixel, &mut o.metres_per_pixel),
        (Options::PERSON_HEIGHT, "person_height", table.person_height, &mut o.person_height),
        (Options::STEP_HEIGHT, "step_height", table.step_height, &mut o.step_height),
        (Options::MAX_SLOPE, "max_slope", table.max_slope, &mut o.max_slope),
        (Options::SCALE, "scale", table.scale, &mut o.scale),
    ] {
        match from {
            Some(value) if range.contains(value) => *to = value,
            Some(value) => return Err((format!("{name} is {value}"), range.hint())),
            None => {}
        }
    }
    Ok(o)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_an_import_are_within_the_limits_of_the_command_line() {
        let table = |max_slope: f64| ImportTable { max_slope: Some(max_slope), ..ImportTable::default() };
        let read = |slope: f64| import_options(&table(slope), &Options::default());
        assert_eq!(read(80.0).unwrap().max_slope, 80.0);
        for bad in [0.0, 85.0, f64::NAN, f64::INFINITY] {
            assert!(read(bad).unwrap_err().1.contains("between 1 and 80"));
        }
    }
}
