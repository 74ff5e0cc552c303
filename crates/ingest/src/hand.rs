//! Place files: a place written by hand in TOML, alone or on top of an imported file.
//!
//! The same types are meant to be embedded in scenarios: deserialise a [`PlaceFile`], then [`resolve`] it.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use populace_env::Place;
use populace_geom::Point;

use crate::assemble::{Problem, assemble};
pub use crate::entries::PlaceFile;
use crate::entries::{ImportTable, PointUnits, ReadingWord, UpWord};
use crate::limits;
use crate::located::{LineIndex, Position};
use crate::projection::Projection;
use crate::suggest::explain;
use crate::{Options, ReadError, Reading, Source, Units, UpAxis};

/// Longest chain of place files that import each other.
const MAX_IMPORTS: usize = 4;
/// Longest place file, bytes: the TOML reader takes about a hundred times that in memory.
const MAX_BYTES: usize = 4 << 20;

/// What to do about an import from elsewhere.
const COPY: &str = "copy it beside the place file";

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "place",
    extensions: &["place.toml", "toml"],
    about: "a place written by hand in TOML, alone or on top of an imported file",
    sniff,
    read,
};

/// Whether the text is TOML with the `version` that every place file has.
pub fn sniff(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}').trim());
    lines.any(|line| line.strip_prefix("version").is_some_and(|rest| rest.trim_start().starts_with('=')))
}

/// Reads a place file.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let file = parse(source)?;
    resolve(&file, source, options)
}

/// Proves `file`, which was deserialised from `source`, and turns it into a place. Files it imports are looked up beside
/// `source` and are never outside its folder.
pub fn resolve(file: &PlaceFile, source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut chain = vec![canonical(source.path)];
    resolve_in(file, source, options, &mut chain)
}

fn parse(source: &Source) -> Result<PlaceFile, ReadError> {
    if source.bytes.len() > MAX_BYTES {
        let what = format!("is {} bytes long; place files have at most {MAX_BYTES}", source.bytes.len());
        return Err(ReadError::new(source.path, what).hint("put the geometry in a GeoJSON file and import it"));
    }
    let text = std::str::from_utf8(source.bytes).map_err(|e| {
        let position = Position::of(source.bytes, e.valid_up_to());
        ReadError::new(source.path, "is not UTF-8 text").at(position.to_string()).hint("a place file is TOML text")
    })?;
    toml::from_str(text.strip_prefix('\u{feff}').unwrap_or(text)).map_err(|e| toml_error(source, &e))
}

/// The TOML reader's error with the line shown and, for a misspelt word, the nearest right one.
fn toml_error(source: &Source, error: &toml::de::Error) -> ReadError {
    let (mut what, mut hint) = explain(error.message());
    if hint.is_empty() {
        hint = toml_hint(&what).to_owned();
    }
    let mut offset = error.span().map(|span| span.start);
    if what.contains("recursion limit") {
        // The TOML reader does not say where.
        "brackets or dotted names are nested too deeply".clone_into(&mut what);
        offset = offset.or_else(|| deepest_bracket(source.bytes));
    }
    match offset {
        Some(offset) => located(source, offset, what, hint),
        None => ReadError::new(source.path, what).hint(hint),
    }
}

/// Where the most brackets are open; those in texts and comments count as well.
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

/// What to do about an error of the TOML reader that is no misspelt word.
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

fn located(source: &Source, offset: usize, what: String, hint: String) -> ReadError {
    let position = Position::of(source.bytes, offset);
    ReadError::new(source.path, what + &position.excerpt(source.bytes)).at(position.to_string()).hint(hint)
}

fn resolve_in(
    file: &PlaceFile,
    source: &Source,
    options: &Options,
    chain: &mut Vec<PathBuf>,
) -> Result<Place, ReadError> {
    if *file.version.get_ref() != 1 {
        let what = format!("this is version {} of the place file format", file.version.get_ref());
        return Err(located(source, file.version.span().start, what, "this program reads version = 1".into()));
    }
    let mut place = Place { name: source.stem(), ..Place::default() };
    if let Some(entry) = &file.import {
        place = import(&entry.get_ref().0, entry.span(), source, options, chain)?;
    }
    if let Some(name) = &file.name {
        place.name.clone_from(name);
    }
    let projection = match (file.units, place.georeference) {
        (PointUnits::Metres, _) => Projection::Metres,
        (PointUnits::LonLat, Some(origin)) => Projection::LonLat(origin),
        (PointUnits::LonLat, None) => {
            let what = "units = \"lonlat\" needs an import that knows where on earth it is".to_owned();
            let hint = "import a file in longitude and latitude, or write metres".to_owned();
            return Err(located(source, field_offset(source.bytes, &(0..0), "units"), what, hint));
        }
    };
    let lines = LineIndex::new(source.bytes);
    let name_of = |span: &Range<usize>| format!("line {}", lines.position(span.start).line);
    let place = assemble(file, place, projection, &name_of).map_err(|problem| entry_error(source, problem))?;
    if file.import.is_some() {
        return Ok(place);
    }
    let hint = "write metres from a local origin; a map in degrees can be imported";
    limits::check_metres(source.path, place, options, hint)
}

fn entry_error(source: &Source, problem: Problem) -> ReadError {
    let offset = field_offset(source.bytes, &problem.span, problem.field);
    located(source, offset, problem.what, problem.hint)
}

/// The byte at which `field` of the entry at `span` is written; the entry's start when it is not found.
fn field_offset(text: &[u8], span: &Range<usize>, field: &str) -> usize {
    let after = text.get(span.start..).unwrap_or(&[]);
    // The entry ends where its inline table does, or where the next table begins.
    let mut inside = after.get(..span.len()).filter(|inline| inline.first() == Some(&b'{')).unwrap_or(after);
    if inside.first() != Some(&b'{') {
        let end = inside.windows(2).skip(1).position(|pair| pair == b"\n[").map_or(inside.len(), |i| i + 1);
        inside = inside.get(..end).unwrap_or(inside);
    }
    let is_word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'"'));
    let is_key = |at: usize| {
        let rest = inside.get(at..).unwrap_or(&[]);
        let before = at.checked_sub(1).and_then(|i| inside.get(i));
        let tail = rest.get(field.len()..).unwrap_or(&[]);
        rest.starts_with(field.as_bytes()) && !is_word(before) && tail.trim_ascii_start().first() == Some(&b'=')
    };
    let found = if field.is_empty() { None } else { (0..inside.len()).find(|at| is_key(*at)) };
    span.start + found.unwrap_or(0)
}

/// Reads the file that a place file starts from.
fn import(
    table: &ImportTable,
    span: Range<usize>,
    source: &Source,
    options: &Options,
    chain: &mut Vec<PathBuf>,
) -> Result<Place, ReadError> {
    let fail = |what: String, hint: &str| located(source, span.start, what, hint.to_owned());
    let path = source.path.parent().unwrap_or(Path::new("")).join(&table.file);
    let outside = || fail(format!("{:?} is outside the folder of the place file", table.file), COPY);
    let known = confined(source.path, &path, Path::new(&table.file), options).ok_or_else(outside)?;
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
        resolve_in(&parse(&imported)?, &imported, &options, chain)?
    } else {
        (format.read)(&imported, &options)?
    };
    // Here, so that the imported file is blamed and not the one that imports it.
    crate::limits::check_place(&path, place, &options)
}

/// The file at `path`, through links and `..`, when it is in the folder of the place file or below: a place from a
/// stranger must not read whatever it likes. A missing file is told from one outside only by how its name is written.
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

fn canonical(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The options for an imported file: those of the command line, overridden by the table.
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
