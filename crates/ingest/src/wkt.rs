//! Well-known text: the polygons are the walkable area of one level, their holes are obstacles.
//!
//! Reads `POLYGON`, `MULTIPOLYGON` and `GEOMETRYCOLLECTION` as JuPedSim writes them: also nested, several in a row, and
//! with a leading `SRID=4326;`. As in JuPedSim, all polygons of a file are united. Z and M values are ignored.

use populace_env::{Floor, Outline, Place};
use populace_geom::{Bounds, Point};

use crate::limits::{self, Limits};
use crate::located::Position;
use crate::projection::Projection;
use crate::rings::OpenRings;
use crate::{Options, ReadError, Source, Units};

/// The form of a point, for messages.
const POINT: &str = "write points as two decimal numbers with a space between, and a comma before the next point";
/// Deepest nesting of geometry collections.
const MAX_DEPTH: usize = 32;

/// The geometry types of the standard. Those that are not read are refused by name.
const TYPES: [&str; 12] = [
    "POLYGON",
    "MULTIPOLYGON",
    "GEOMETRYCOLLECTION",
    "POINT",
    "MULTIPOINT",
    "LINESTRING",
    "MULTILINESTRING",
    "LINEARRING",
    "CURVEPOLYGON",
    "TRIANGLE",
    "TIN",
    "POLYHEDRALSURFACE",
];

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "wkt",
    extensions: &["wkt"],
    about: "well-known text: polygons with holes, as JuPedSim writes them",
    sniff,
    read,
};

/// Returns whether the text begins with the name of a geometry type.
pub fn sniff(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let head = match head.iter().position(|&b| b == b';') {
        Some(end) if starts_with_word(head, "SRID") => head.get(end + 1..).unwrap_or(&[]).trim_ascii_start(),
        _ => head,
    };
    TYPES.iter().any(|name| starts_with_word(head, name))
}

/// Returns whether a text starts with a whole word, in any case.
fn starts_with_word(text: &[u8], word: &str) -> bool {
    let fits = text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
    fits && !text.get(word.len()).is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Reads a WKT file.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut parser = Parser::new(source, options);
    parser.parse_file()?;
    let Parser { mut outlines, lon_lat, .. } = parser;
    let bounds = Bounds::of(outlines.iter().flat_map(|o| o.outer.iter().copied()));
    let mut place = Place { name: source.stem(), ..Place::default() };
    let degrees = match options.units {
        Units::LonLat => true,
        Units::Metres => false,
        Units::Auto => lon_lat,
    };
    let mut open = OpenRings::default();
    outlines.iter().for_each(|outline| open.note_outline(outline));
    if degrees {
        let projection = Projection::around(bounds).map_err(|what| {
            let hint = "extract the part you need, or say --units m when the coordinates are metres";
            ReadError::new(source.path, what).hint(hint)
        })?;
        project_outlines(source, &mut outlines, &projection)?;
        place.georeference = projection.georeference();
        open.finish(&mut place.notes, |p| projection.project(p));
    } else {
        open.finish(&mut place.notes, |p| p);
    }
    let mut floor = Floor::level("level 0", 0.0);
    floor.walkable = outlines;
    place.floors.push(floor);
    limits::check_metres(source.path, place, options, "say --units lonlat to project them to metres")
}

/// Projects the points of outlines to local metres.
fn project_outlines(source: &Source, outlines: &mut [Outline], projection: &Projection) -> Result<(), ReadError> {
    for outline in outlines {
        for p in outline.outer.iter_mut().chain(outline.holes.iter_mut().flatten()) {
            let fail = |what| ReadError::new(source.path, what).at(&outline.source);
            projection.check(*p).map_err(|what| fail(what).hint("say --units m for local metres"))?;
            *p = projection.project(*p);
        }
    }
    Ok(())
}

/// A recursive-descent parser over the bytes.
struct Parser<'a> {
    source: &'a Source<'a>,
    limits: Limits<'a>,
    at: usize,
    // Lines are counted on the way: to look up the position of each polygon anew would take quadratic time.
    line: usize,
    line_start: usize,
    outlines: Vec<Outline>,
    lon_lat: bool,
}

impl<'a> Parser<'a> {
    /// Begins at the start of a file.
    fn new(source: &'a Source<'a>, options: &Options) -> Self {
        let limits = Limits::new(source.path, options);
        Parser { source, limits, at: 0, line: 1, line_start: 0, outlines: Vec::new(), lon_lat: false }
    }

    /// Parses a file: one or more geometries.
    fn parse_file(&mut self) -> Result<(), ReadError> {
        if self.source.bytes.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        self.parse_spatial_reference()?;
        self.parse_geometry(0)?;
        loop {
            while self.take(b';') {}
            if self.peek().is_none() {
                return Ok(());
            }
            self.parse_geometry(0)?;
        }
    }

    /// Parses `SRID=4326;` of extended WKT, if it is there.
    fn parse_spatial_reference(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        let start = self.at;
        if !starts_with_word(self.rest(), "SRID") {
            return Ok(());
        }
        self.at += "SRID".len();
        self.expect(b'=', "after SRID")?;
        let number = self.parse_number()?;
        self.expect(b';', "after the SRID")?;
        self.lon_lat = number == 4326.0;
        if number != 4326.0 && number != 0.0 {
            return Err(self.error_at(start, format!("the spatial reference {number} is not known")).hint(
                "project the file to local metres and leave SRID out, or to longitude and latitude (SRID=4326)",
            ));
        }
        Ok(())
    }

    /// Parses a geometry and keeps its polygons.
    fn parse_geometry(&mut self, depth: usize) -> Result<(), ReadError> {
        let start = self.at_token();
        let word = self.take_word();
        if depth > MAX_DEPTH {
            return Err(self
                .error_at(start, format!("geometry collections are nested more than {MAX_DEPTH} deep"))
                .hint("write the polygons side by side in one MULTIPOLYGON"));
        }
        let known = TYPES.iter().find(|t| **t == word).copied();
        let Some(kind) = known else {
            let what = if word.is_empty() { self.found("a geometry") } else { format!("{word:?} is no geometry type") };
            return Err(self.error_at(start, what).hint("use POLYGON, MULTIPOLYGON or GEOMETRYCOLLECTION"));
        };
        self.skip_dimensions();
        if self.take_empty() {
            return Ok(());
        }
        match kind {
            "POLYGON" => self.parse_polygon(),
            "MULTIPOLYGON" => self.parse_list(|p| if p.take_empty() { Ok(()) } else { p.parse_polygon() }),
            "GEOMETRYCOLLECTION" => self.parse_list(|p| p.parse_geometry(depth + 1)),
            _ => Err(self
                .error_at(start, format!("a {kind} encloses no walkable area"))
                .hint("keep only polygons; walls and points can be added in a place file that imports this one")),
        }
    }

    /// Parses the rings of a polygon.
    fn parse_polygon(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        let position = Position { line: self.line, column: self.at - self.line_start + 1 };
        let mut rings = Vec::new();
        self.parse_list(|p| {
            let ring = if p.take_empty() { Vec::new() } else { p.parse_ring()? };
            rings.push(ring);
            Ok(())
        })?;
        let mut rings = rings.into_iter();
        let outer = rings.next().unwrap_or_default();
        let source = format!("polygon {} ({position})", self.outlines.len() + 1);
        self.outlines.push(Outline { outer, holes: rings.collect(), source });
        Ok(())
    }

    /// Parses the points of a ring.
    fn parse_ring(&mut self) -> Result<Vec<Point>, ReadError> {
        let mut ring = Vec::new();
        self.parse_list(|p| {
            let start = p.at_token();
            let (x, y) = (p.parse_number()?, p.parse_number()?);
            let mut values = 2;
            while !matches!(p.peek(), Some(b',' | b')') | None) && values < 4 {
                p.parse_number()?;
                values += 1;
            }
            ring.push(p.limits.point(x, y).map_err(|e| e.at(p.position(start).to_string()))?);
            Ok(())
        })?;
        Ok(ring)
    }

    /// Parses a list `( item, item, … )`, whose items `item` parses.
    fn parse_list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), ReadError>) -> Result<(), ReadError> {
        self.expect(b'(', "to open a list")?;
        loop {
            item(self)?;
            if !self.take(b',') {
                return self.expect(b')', "or ',' after an item of a list");
            }
        }
    }

    /// Parses a number.
    fn parse_number(&mut self) -> Result<f64, ReadError> {
        let start = self.at_token();
        let token = self.rest();
        let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.');
        let length = token.iter().position(|b| !is_part(b)).unwrap_or(token.len());
        let text = std::str::from_utf8(token.get(..length).unwrap_or(&[])).unwrap_or("");
        match text.parse::<f64>() {
            Ok(value) => {
                self.at += length;
                Ok(value)
            }
            Err(_) if text.is_empty() => Err(self.error_at(start, self.found("a number")).hint(POINT)),
            Err(_) => Err(self.error_at(start, format!("{:?} is not a number", shorten(text))).hint(POINT)),
        }
    }

    /// Skips `Z`, `M` or `ZM` after the type.
    fn skip_dimensions(&mut self) {
        self.skip_space();
        for word in ["ZM", "Z", "M"] {
            if starts_with_word(self.rest(), word) {
                self.at += word.len();
                return;
            }
        }
    }

    /// Takes the word `EMPTY`, and returns whether it was there.
    fn take_empty(&mut self) -> bool {
        self.skip_space();
        let empty = starts_with_word(self.rest(), "EMPTY");
        if empty {
            self.at += "EMPTY".len();
        }
        empty
    }

    /// Takes the letters at the cursor and returns them in upper case; `POLYGONZ` counts as `POLYGON Z`.
    fn take_word(&mut self) -> String {
        self.skip_space();
        let rest = self.rest();
        let length = rest.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(rest.len()).min(40);
        let word = String::from_utf8_lossy(rest.get(..length).unwrap_or(&[])).to_ascii_uppercase();
        self.at += length;
        let bare = word.strip_suffix("ZM").or(word.strip_suffix('Z')).or(word.strip_suffix('M')).unwrap_or(&word);
        if TYPES.contains(&bare) { bare.to_owned() } else { word }
    }

    /// Takes a byte that must come next.
    fn expect(&mut self, byte: u8, why: &str) -> Result<(), ReadError> {
        if self.take(byte) {
            return Ok(());
        }
        let what = self.found(&format!("'{}' {why}", byte as char));
        let hint = match self.source.bytes.get(self.at) {
            None => "the file is cut off; fetch or export it again",
            Some(_) => "write POLYGON ((x y, x y, x y, …), (hole), …), with every bracket closed",
        };
        Err(self.error_at(self.at, what).hint(hint))
    }

    /// Takes a byte if it comes next, and returns whether it did.
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    /// Returns the next byte that is not a space, without taking it.
    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.source.bytes.get(self.at).copied()
    }

    /// Skips space and returns where the next word begins.
    fn at_token(&mut self) -> usize {
        self.skip_space();
        self.at
    }

    /// Skips space and counts lines.
    fn skip_space(&mut self) {
        while let Some(byte) = self.source.bytes.get(self.at).filter(|b| b.is_ascii_whitespace()) {
            self.at += 1;
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    /// Returns the bytes from the cursor on.
    fn rest(&self) -> &'a [u8] {
        self.source.bytes.get(self.at..).unwrap_or(&[])
    }

    /// Returns what is found at the cursor where something else is expected.
    fn found(&self, expected: &str) -> String {
        match self.source.bytes.get(self.at) {
            None => format!("the text ends where {expected} is expected"),
            Some(&b) if b.is_ascii_graphic() => format!("found '{}' where {expected} is expected", b as char),
            Some(&b) => format!("found the byte 0x{b:02x} where {expected} is expected"),
        }
    }

    /// Returns the line and column of a byte.
    fn position(&self, offset: usize) -> Position {
        Position::of(self.source.bytes, offset)
    }

    /// Returns an error at a byte, with its line shown.
    fn error_at(&self, offset: usize, what: String) -> ReadError {
        let position = self.position(offset);
        ReadError::new(self.source.path, what + &position.excerpt(self.source.bytes)).at(position.to_string())
    }
}

/// Returns the first letters of a text.
fn shorten(text: &str) -> String {
    text.chars().take(30).collect()
}
