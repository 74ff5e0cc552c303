//! OSM XML, plain or gzipped, read as a stream.

use std::io::{BufRead, BufReader, Read};

use flate2::read::MultiGzDecoder;
use populace_env::Place;
use populace_geom::{Bounds, Point};
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::assemble::{Elements, RawRelation, RawWay, hint};
use super::model::Tags;
use crate::{MAX_FILE_BYTES, Options, ReadError, Source};

/// The first bytes of a gzipped file.
const GZIP: &[u8] = b"\x1f\x8b";
/// The size to which any gzipped file may unpack, bytes.
const UNPACKED_ANYWAY: u64 = 16 << 20;
/// A gzipped file may unpack to this many more bytes for each packed byte: XML packs to a tenth, seldom to a fiftieth.
const UNPACKED_PER_BYTE: u64 = 100;

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "osm-xml",
    extensions: &["osm", "osm.gz", "osm.xml"],
    about: "OpenStreetMap XML, also gzipped: buildings as obstacles, or indoor and footway tags",
    sniff,
    read,
};

/// Returns whether the first bytes look like OSM XML. A gzipped file counts, because no other format is read gzipped.
pub fn sniff(head: &[u8]) -> bool {
    head.starts_with(GZIP) || String::from_utf8_lossy(head).contains("<osm")
}

/// Reads a place from OSM XML.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    if source.bytes.starts_with(GZIP) && is_another_format(source) {
        return Err(ReadError::new(source.path, "is gzipped; only OSM XML is read gzipped")
            .hint("unpack it first, e.g. with gunzip, and give the unpacked file"));
    }
    let elements = if source.bytes.starts_with(GZIP) {
        let limit = MAX_FILE_BYTES.min(UNPACKED_ANYWAY + UNPACKED_PER_BYTE * source.bytes.len() as u64);
        // One byte more than allowed is read, to tell a file at the limit from a file beyond it.
        parse(MultiGzDecoder::new(source.bytes).take(limit + 1), Some(limit), source, options)?
    } else {
        parse(source.bytes, None, source, options)?
    };
    super::read(elements.assemble(source)?, source, options)
}

/// Returns whether the name without `.gz` has the ending of another format.
fn is_another_format(source: &Source) -> bool {
    let name = source.path.file_name().map(|n| n.to_string_lossy().to_lowercase()).unwrap_or_default();
    let Some(name) = name.strip_suffix(".gz") else { return false };
    let others = crate::FORMATS.iter().filter(|f| f.name != FORMAT.name);
    others.flat_map(|f| f.extensions).any(|ending| name.ends_with(&format!(".{ending}")))
}

/// Counts the lines and bytes that are read through it.
struct Lines<R> {
    inner: R,
    line: u64,
    bytes: u64,
}

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.line += buffer.iter().take(n).filter(|&&b| b == b'\n').count() as u64;
        self.bytes += n as u64;
        Ok(n)
    }
}

impl<R: BufRead> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.inner.fill_buf()
    }
    fn consume(&mut self, amount: usize) {
        if let Ok(buffer) = self.inner.fill_buf() {
            self.line += buffer.iter().take(amount).filter(|&&b| b == b'\n').count() as u64;
        }
        self.bytes += amount as u64;
        self.inner.consume(amount);
    }
}

/// Reads the elements of a file as a stream; `limit` is the most bytes of a file that is unpacked.
fn parse(bytes: impl Read, limit: Option<u64>, source: &Source, options: &Options) -> Result<Elements, ReadError> {
    let mut reader = Reader::from_reader(Lines { inner: BufReader::with_capacity(1 << 16, bytes), line: 1, bytes: 0 });
    let mut builder = Builder { elements: Elements::default(), open: None, depth: 0, has_root: false, options };
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer);
        let lines = reader.get_ref();
        if limit.is_some_and(|limit| lines.bytes > limit) {
            return Err(ReadError::new(source.path, "unpacks to far more than its size allows")
                .hint("if it is no decompression bomb, unpack it yourself and give the unpacked file"));
        }
        let at = |what: String, hint: &str| {
            Err(ReadError::new(source.path, what).at(format!("line {}", lines.line)).hint(hint))
        };
        let is_end = matches!(event, Ok(Event::Eof));
        let step = match event {
            Ok(event) => builder.take(event),
            Err(quick_xml::Error::Io(e)) => return at(format!("cannot be unpacked: {e}"), "fetch the file again"),
            Err(e) => return at(format!("is not well-formed XML: {e}"), "fetch or export the file again"),
        };
        if let Err(what) = step {
            let usual = "give OSM XML as written by the OpenStreetMap API, Overpass, JOSM or osmium";
            let advice = hint(&what, usual);
            return at(what, advice);
        }
        if is_end {
            return Ok(builder.elements);
        }
    }
}

/// An element whose end is not read yet.
enum Open {
    Node { id: i64, at: Point, tags: Vec<(String, String)> },
    Way { id: i64, nodes: Vec<i64>, tags: Vec<(String, String)> },
    Relation { id: i64, ways: Vec<(i64, bool)>, tags: Vec<(String, String)> },
    Skipped,
}

/// Takes XML events and builds elements.
struct Builder<'a> {
    elements: Elements,
    open: Option<Open>,
    depth: usize,
    has_root: bool,
    options: &'a Options,
}

impl Builder<'_> {
    /// Takes an event.
    fn take(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::Start(start) => {
                self.take_start(&start)?;
                self.depth += 1;
                Ok(())
            }
            Event::Empty(start) => {
                self.take_start(&start)?;
                if self.depth == 1 { self.finish() } else { Ok(()) }
            }
            Event::End(_) => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 1 { self.finish() } else { Ok(()) }
            }
            Event::Eof if !self.has_root => Err("holds no <osm> element".into()),
            Event::Eof if self.depth > 0 => Err("the file is cut off".into()),
            _ => Ok(()),
        }
    }

    /// Takes the start of an XML element.
    fn take_start(&mut self, start: &BytesStart) -> Result<(), String> {
        let name = start.name();
        match (self.depth, name.as_ref()) {
            (0, "osm") => self.has_root = true,
            (0, other) => return Err(format!("the root element is <{other}>, not <osm>")),
            (1, "bounds") => self.take_bounds(start)?,
            (1, "node" | "way" | "relation") => self.open = Some(self.open_element(start)?),
            (2, "tag") => self.add_tag(start)?,
            (2, "nd") => {
                if let Some(Open::Way { nodes, .. }) = &mut self.open {
                    if nodes.len() > self.options.max_vertices {
                        return Err("a way has too many nodes".into());
                    }
                    nodes.push(integer(start, "ref")?);
                }
            }
            (2, "member") => {
                if let Some(Open::Relation { ways, .. }) = &mut self.open
                    && attribute(start, "type")?.as_deref() == Some("way")
                {
                    if ways.len() > self.options.max_vertices {
                        return Err("a relation has too many members".into());
                    }
                    let is_inner = attribute(start, "role")?.as_deref() == Some("inner");
                    ways.push((integer(start, "ref")?, is_inner));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns a node, way or relation of which the start was read.
    fn open_element(&self, start: &BytesStart) -> Result<Open, String> {
        let id = integer(start, "id")?;
        let deleted = attribute(start, "action")?.as_deref() == Some("delete")
            || attribute(start, "visible")?.as_deref() == Some("false");
        let tags = Vec::new();
        Ok(match start.name().as_ref() {
            _ if deleted => Open::Skipped,
            "node" => Open::Node { id, at: Point::new(degrees(start, "lon")?, degrees(start, "lat")?), tags },
            "way" => Open::Way { id, nodes: Vec::new(), tags },
            _ => Open::Relation { id, ways: Vec::new(), tags },
        })
    }

    /// Adds a tag to the open element.
    fn add_tag(&mut self, start: &BytesStart) -> Result<(), String> {
        let tags = match &mut self.open {
            Some(Open::Node { tags, .. } | Open::Way { tags, .. } | Open::Relation { tags, .. }) => tags,
            _ => return Ok(()),
        };
        let key = attribute(start, "k")?.ok_or("a tag has no k")?;
        let value = attribute(start, "v")?.ok_or("a tag has no v")?;
        self.elements.count_tag(key.len() + value.len())?;
        tags.push((key, value));
        Ok(())
    }

    /// Takes the extent that the file states.
    fn take_bounds(&mut self, start: &BytesStart) -> Result<(), String> {
        let min = Point::new(degrees(start, "minlon")?, degrees(start, "minlat")?);
        let max = Point::new(degrees(start, "maxlon")?, degrees(start, "maxlat")?);
        self.elements.bounds = Some(Bounds { min, max }).filter(|b| !b.is_empty());
        Ok(())
    }

    /// Adds the open element, whose end was read.
    fn finish(&mut self) -> Result<(), String> {
        match self.open.take() {
            Some(Open::Node { id, at, tags }) => self.elements.add_node(id, at, Tags::new(tags), self.options),
            Some(Open::Way { id, nodes, tags }) => {
                self.elements.add_way(RawWay { id, nodes, tags: Tags::new(tags) }, self.options)
            }
            Some(Open::Relation { id, ways, tags }) => {
                self.elements.add_relation(RawRelation { id, ways, tags: Tags::new(tags) }, self.options)
            }
            Some(Open::Skipped) | None => Ok(()),
        }
    }
}

/// Returns an attribute; `None` when it is absent.
fn attribute(start: &BytesStart, name: &str) -> Result<Option<String>, String> {
    match start.try_get_attribute(name) {
        Ok(Some(found)) => match found.normalized_value(XmlVersion::Implicit1_0) {
            Ok(value) => Ok(Some(value.into_owned())),
            Err(e) => Err(format!("attribute {name} cannot be read: {e}")),
        },
        Ok(None) => Ok(None),
        Err(e) => Err(format!("an attribute cannot be read: {e}")),
    }
}

/// Returns an attribute that must be there.
fn required(start: &BytesStart, name: &str) -> Result<String, String> {
    let element = start.name().as_ref().to_owned();
    attribute(start, name)?.ok_or_else(|| format!("<{element}> has no {name}"))
}

/// Returns an attribute that must be a whole number.
fn integer(start: &BytesStart, name: &str) -> Result<i64, String> {
    let text = required(start, name)?;
    text.trim().parse().map_err(|_| format!("{name}={text:?} is not a whole number"))
}

/// Returns an attribute that must be a number of degrees.
fn degrees(start: &BytesStart, name: &str) -> Result<f64, String> {
    let text = required(start, name)?;
    match text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("{name}={text:?} is not a number of degrees")),
    }
}
