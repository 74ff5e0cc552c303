//! Well-known text: the polygons are the walkable area of one level, their holes are obstacles.
//!
//! Reads `POLYGON`, `MULTIPOLYGON` and `GEOMETRYCOLLECTION` (also nested, several in a row, with a leading
//! `SRID=4326;`), as JuPedSim writes them; like there, all polygons of a file are united. Z and M values are ignored.

use populace_env::{Floor, Outline, Place};
use populace_geom::{Bounds, Point};

use crate::limits::{self, Limits};
use crate::located::Position;
use crate::projection::Projection;
use crate::rings::OpenRings;
use crate::{Options, ReadError, Source, Units};

/// How a point is written.
const POINT: &str = "write points as two decimal numbers with a space between, and a comma before the next point";
/// Deepest nesting of geometry collections.
const MAX_DEPTH: usize = 32;

/// The geometry types of the standard; those not read are refused by name.
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

/// Whether the text begins with the name of a geometry type.
pub fn sniff(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let head = match head.iter().position(|&b| b == b';') {
        Some(end) if starts_with_word(head, "SRID") => head.get(end + 1..).unwrap_or(&[]).trim_ascii_start(),
        _ => head,
    };
    TYPES.iter().any(|name| starts_with_word(head, name))
}

fn starts_with_word(text: &[u8], word: &str) -> bool {
    let fits = text.get(..word.len()).is_some_and(|t| t.eq_ignore_ascii_case(word.as_bytes()));
    fits && !text.get(word.len()).is_some_and(|b| b.is_ascii_alphanumeric())
}

/// Reads a WKT file.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut parser = Parser::new(source, options);
    parser.file()?;
    let Parser { mut outlines, lon_lat, .. } = parser;
    let bounds = Bounds::of(outlines.iter().flat_map(|o| o.outer.iter().copied()));
    let mut place = Place { name: source.stem(), ..Place::default() };
    let degrees = match options.units {
        Units::LonLat => true,
        Units::Metres => false,
        Units::Auto => lon_lat,
    };
    let mut open = OpenRings::default();
    outlines.iter().for_each(|outline| open.outline(outline));
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
    // Lines are counted on the way, because asking for each polygon's position anew would take quadratic time.
    line: usize,
    line_start: usize,
    outlines: Vec<Outline>,
    lon_lat: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source<'a>, options: &Options) -> Self {
        let limits = Limits::new(source.path, options);
        Parser { source, limits, at: 0, line: 1, line_start: 0, outlines: Vec::new(), lon_lat: false }
    }

    /// One or more geometries.
    fn file(&mut self) -> Result<(), ReadError> {
        if self.source.bytes.starts_with(b"\xef\xbb\xbf") {
            self.at = 3;
        }
        self.spatial_reference()?;
        self.geometry(0)?;
        loop {
            while self.take(b';') {}
            if self.peek().is_none() {
                return Ok(());
            }
            self.geometry(0)?;
        }
    }

    /// `SRID=4326;` of extended WKT.
    fn spatial_reference(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        let start = self.at;
        if !starts_with_word(self.rest(), "SRID") {
            return Ok(());
        }
        self.at += "SRID".len();
        self.expect(b'=', "after SRID")?;
        let number = self.number()?;
        self.expect(b';', "after the SRID")?;
        self.lon_lat = number == 4326.0;
        if number != 4326.0 && number != 0.0 {
            return Err(self.error_at(start, format!("the spatial reference {number} is not known")).hint(
                "project the file to local metres and leave SRID out, or to longitude and latitude (SRID=4326)",
            ));
        }
        Ok(())
    }

    fn geometry(&mut self, depth: usize) -> Result<(), ReadError> {
        let start = self.at_token();
        let word = self.word();
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
        self.dimensions();
        if self.empty() {
            return Ok(());
        }
        match kind {
            "POLYGON" => self.polygon(),
            "MULTIPOLYGON" => self.list(|p| if p.empty() { Ok(()) } else { p.polygon() }),
            "GEOMETRYCOLLECTION" => self.list(|p| p.geometry(depth + 1)),
            _ => Err(self
                .error_at(start, format!("a {kind} encloses no walkable area"))
                .hint("keep only polygons; walls and points can be added in a place file that imports this one")),
        }
    }

    fn polygon(&mut self) -> Result<(), ReadError> {
        self.skip_space();
        let position = Position { line: self.line, column: self.at - self.line_start + 1 };
        let mut rings = Vec::new();
        self.list(|p| {
            let ring = if p.empty() { Vec::new() } else { p.ring()? };
            rings.push(ring);
            Ok(())
        })?;
        let mut rings = rings.into_iter();
        let outer = rings.next().unwrap_or_default();
        let source = format!("polygon {} ({position})", self.outlines.len() + 1);
        self.outlines.push(Outline { outer, holes: rings.collect(), source });
        Ok(())
    }

    fn ring(&mut self) -> Result<Vec<Point>, ReadError> {
        let mut ring = Vec::new();
        self.list(|p| {
            let start = p.at_token();
            let (x, y) = (p.number()?, p.number()?);
            let mut values = 2;
            while !matches!(p.peek(), Some(b',' | b')') | None) && values < 4 {
                p.number()?;
                values += 1;
            }
            ring.push(p.limits.point(x, y).map_err(|e| e.at(p.position(start).to_string()))?);
            Ok(())
        })?;
        Ok(ring)
    }

    /// `( item, item, … )`
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), ReadError>) -> Result<(), ReadError> {
        self.expect(b'(', "to open a list")?;
        loop {
            item(self)?;
            if !self.take(b',') {
                return self.expect(b')', "or ',' after an item of a list");
            }
        }
    }

    fn number(&mut self) -> Result<f64, ReadError> {
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

    /// `Z`, `M` or `ZM` after the type.
    fn dimensions(&mut self) {
        self.skip_space();
        for word in ["ZM", "Z", "M"] {
            if starts_with_word(self.rest(), word) {
                self.at += word.len();
                return;
            }
        }
    }

    fn empty(&mut self) -> bool {
        self.skip_space();
        let empty = starts_with_word(self.rest(), "EMPTY");
        if empty {
            self.at += "EMPTY".len();
        }
        empty
    }

    /// The letters at the cursor in upper case; `POLYGONZ` counts as `POLYGON Z`.
    fn word(&mut self) -> String {
        self.skip_space();
        let rest = self.rest();
        let length = rest.iter().position(|b| !b.is_ascii_alphabetic()).unwrap_or(rest.len()).min(40);
        let word = String::from_utf8_lossy(rest.get(..length).unwrap_or(&[])).to_ascii_uppercase();
        self.at += length;
        let bare = word.strip_suffix("ZM").or(word.strip_suffix('Z')).or(word.strip_suffix('M')).unwrap_or(&word);
        if TYPES.contains(&bare) { bare.to_owned() } else { word }
    }

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

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        if found {
            self.at += 1;
        }
        found
    }

    fn peek(&mut self) -> Option<u8> {
        self.skip_space();
        self.source.bytes.get(self.at).copied()
    }

    fn at_token(&mut self) -> usize {
        self.skip_space();
        self.at
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.source.bytes.get(self.at).filter(|b| b.is_ascii_whitespace()) {
            self.at += 1;
            if *byte == b'\n' {
                self.line += 1;
                self.line_start = self.at;
            }
        }
    }

    fn rest(&self) -> &'a [u8] {
        self.source.bytes.get(self.at..).unwrap_or(&[])
    }

    fn found(&self, expected: &str) -> String {
        match self.source.bytes.get(self.at) {
            None => format!("the text ends where {expected} is expected"),
            Some(&b) if b.is_ascii_graphic() => format!("found '{}' where {expected} is expected", b as char),
            Some(&b) => format!("found the byte 0x{b:02x} where {expected} is expected"),
        }
    }

    fn position(&self, offset: usize) -> Position {
        Position::of(self.source.bytes, offset)
    }

    fn error_at(&self, offset: usize, what: String) -> ReadError {
        let position = self.position(offset);
        ReadError::new(self.source.path, what + &position.excerpt(self.source.bytes)).at(position.to_string())
    }
}

fn shorten(text: &str) -> String {
    text.chars().take(30).collect()
}
