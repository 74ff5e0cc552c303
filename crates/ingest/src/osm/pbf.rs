//! OSM PBF: blocks of protocol buffers, raw or packed by zlib, which are read one after the other.
//!
//! The format is small, so it is read here, with every length, index and sum checked
//! (<https://wiki.openstreetmap.org/wiki/PBF_Format>).

use std::io::Read;

use flate2::read::ZlibDecoder;
use populace_env::Place;
use populace_geom::{Bounds, Point};

use super::assemble::{Elements, RawRelation, RawWay, hint};
use super::model::Tags;
use super::protobuf::{Fields, Value, packed, packed_deltas, zigzag};
use crate::{Options, ReadError, Source};

/// Longest header of a block, bytes: a limit of the format.
const MAX_HEADER: usize = 64 << 10;
/// Largest unpacked block, bytes: a limit of the format.
const MAX_BLOCK: u64 = 32 << 20;
/// Longest string, bytes; OpenStreetMap itself allows 255 characters.
const MAX_STRING: usize = 64 << 10;
/// Degrees per unit of a coordinate.
const NANO: f64 = 1e-9;

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "osm-pbf",
    extensions: &["osm.pbf", "pbf"],
    about: "OpenStreetMap PBF: buildings as obstacles, or indoor and footway tags",
    sniff,
    read,
};

/// Returns whether the first bytes look like OSM PBF.
pub fn sniff(head: &[u8]) -> bool {
    head.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader"))
}

/// Reads a place from OSM PBF.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut elements = Elements::default();
    let mut rest = source.bytes;
    let mut number = 0;
    while !rest.is_empty() {
        let offset = source.bytes.len() - rest.len();
        read_block(&mut rest, &mut elements, options).map_err(|what| {
            let advice = hint(&what, "fetch the file again; a large file must be cut first, e.g. with osmium extract");
            ReadError::new(source.path, what).at(format!("block {number}, byte {offset}")).hint(advice)
        })?;
        number += 1;
    }
    super::read(elements.assemble(source)?, source, options)
}

/// Reads the first block of `rest` and moves on behind it.
fn read_block(rest: &mut &[u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
    let cut_off = "the file is cut off";
    let (length, after) = rest.split_first_chunk::<4>().ok_or(cut_off)?;
    let length = u32::from_be_bytes(*length) as usize;
    if length > MAX_HEADER {
        return Err("is not OSM PBF: a block header is too long".into());
    }
    let (header, after) = after.split_at_checked(length).ok_or(cut_off)?;
    let (mut kind, mut size) = (&b""[..], 0);
    let mut fields = Fields(header);
    while let Some((field, value)) = fields.next()? {
        match (field, value) {
            (1, Value::Bytes(bytes)) => kind = bytes,
            (3, Value::Number(n)) => size = n,
            _ => {}
        }
    }
    if size > MAX_BLOCK {
        return Err("a block is larger than 32 MiB".into());
    }
    let (blob, after) = after.split_at_checked(size as usize).ok_or(cut_off)?;
    *rest = after;
    match kind {
        b"OSMHeader" => read_header(&unpack(blob)?, elements),
        b"OSMData" => PrimitiveBlock::parse(&unpack(blob)?, elements, options),
        _ => Ok(()),
    }
}

/// Returns the bytes of a block, unpacked.
fn unpack(blob: &[u8]) -> Result<Vec<u8>, String> {
    let mut fields = Fields(blob);
    while let Some((field, value)) = fields.next()? {
        match (field, value) {
            (1, Value::Bytes(raw)) => return Ok(raw.to_vec()),
            (3, Value::Bytes(packed)) => {
                let mut bytes = Vec::new();
                let mut decoder = ZlibDecoder::new(packed).take(MAX_BLOCK + 1);
                decoder.read_to_end(&mut bytes).map_err(|e| format!("a block cannot be unpacked: {e}"))?;
                if bytes.len() as u64 > MAX_BLOCK {
                    return Err("a block unpacks to more than 32 MiB".into());
                }
                return Ok(bytes);
            }
            (4..=7, Value::Bytes(_)) => return Err("a block is packed in another way than zlib".into()),
            _ => {}
        }
    }
    Err("a block holds no data".into())
}

/// Reads the bounds of a header, and refuses features that are not known.
fn read_header(bytes: &[u8], elements: &mut Elements) -> Result<(), String> {
    let mut fields = Fields(bytes);
    while let Some((field, value)) = fields.next()? {
        match (field, value) {
            (1, Value::Bytes(bytes)) => elements.bounds = read_bounds(bytes)?,
            (4, Value::Bytes(feature)) if !matches!(feature, b"OsmSchema-V0.6" | b"DenseNodes") => {
                return Err(format!("needs the feature {:?}, which is not read", String::from_utf8_lossy(feature)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns the bounds of a header; `None` when they are not on earth.
fn read_bounds(bytes: &[u8]) -> Result<Option<Bounds>, String> {
    let mut sides = [0.0; 5];
    let mut fields = Fields(bytes);
    while let Some((field, value)) = fields.next()? {
        if let (Some(side), Value::Number(n)) = (sides.get_mut(field as usize), value) {
            *side = zigzag(n) as f64 * NANO;
        }
    }
    let [_, left, right, top, bottom] = sides;
    let bounds = Bounds { min: Point::new(left, bottom), max: Point::new(right, top) };
    let on_earth = left >= -180.0 && right <= 180.0 && bottom >= -90.0 && top <= 90.0;
    Ok(Some(bounds).filter(|b| on_earth && !b.is_empty()))
}

/// A block of elements: its strings, and how its coordinates are scaled.
struct PrimitiveBlock<'a> {
    strings: Vec<&'a [u8]>,
    granularity: i64,
    offset: (i64, i64),
}

impl<'a> PrimitiveBlock<'a> {
    /// Reads the elements of a block.
    fn parse(bytes: &'a [u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
        let mut block = PrimitiveBlock { strings: Vec::new(), granularity: 100, offset: (0, 0) };
        let mut groups = Vec::new();
        let mut fields = Fields(bytes);
        while let Some((field, value)) = fields.next()? {
            match (field, value) {
                (1, Value::Bytes(table)) => {
                    let mut entries = Fields(table);
                    while let Some((_, entry)) = entries.next()? {
                        if let Value::Bytes(text) = entry {
                            if text.len() > MAX_STRING {
                                return Err(format!(
                                    "a string is {} bytes long; at most {MAX_STRING} are read",
                                    text.len()
                                ));
                            }
                            block.strings.push(text);
                        }
                    }
                }
                (2, Value::Bytes(group)) => groups.push(group),
                (17, Value::Number(n)) => block.granularity = n as i64,
                (19, Value::Number(n)) => block.offset.1 = n as i64,
                (20, Value::Number(n)) => block.offset.0 = n as i64,
                _ => {}
            }
        }
        for group in groups {
            let mut fields = Fields(group);
            while let Some((field, value)) = fields.next()? {
                match (field, value) {
                    (1, Value::Bytes(node)) => block.read_node(node, elements, options)?,
                    (2, Value::Bytes(nodes)) => block.read_dense_nodes(nodes, elements, options)?,
                    (3, Value::Bytes(way)) => block.read_way(way, elements, options)?,
                    (4, Value::Bytes(relation)) => block.read_relation(relation, elements, options)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Returns a position in degrees.
    fn position(&self, longitude: i64, latitude: i64) -> Point {
        let degrees = |offset: i64, n: i64| NANO * (offset as f64 + self.granularity as f64 * n as f64);
        Point::new(degrees(self.offset.0, longitude), degrees(self.offset.1, latitude))
    }

    /// Returns a string of the block.
    fn string(&self, index: u64) -> Result<&'a [u8], String> {
        let bytes = usize::try_from(index).ok().and_then(|i| self.strings.get(i));
        bytes.copied().ok_or("a tag is not in the table of strings".into())
    }

    /// Returns the tags with these keys and values, given by the numbers of their strings.
    fn tags(&self, keys: &[u64], values: &[u64], elements: &mut Elements) -> Result<Tags, String> {
        let mut pairs = Vec::new();
        for (&key, &value) in keys.iter().zip(values) {
            let (key, value) = (self.string(key)?, self.string(value)?);
            // A block may use a string any number of times, so every copy is counted before it is made.
            elements.count_tag(key.len() + value.len())?;
            let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
            pairs.push((text(key), text(value)));
        }
        Ok(Tags::new(pairs))
    }

    /// Reads a node.
    fn read_node(&self, bytes: &[u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
        let (mut id, mut keys, mut values, mut at) = (0, Vec::new(), Vec::new(), (0, 0));
        let mut fields = Fields(bytes);
        while let Some((field, value)) = fields.next()? {
            match (field, value) {
                (1, Value::Number(n)) => id = zigzag(n),
                (2, Value::Bytes(b)) => keys = packed(b)?,
                (3, Value::Bytes(b)) => values = packed(b)?,
                (8, Value::Number(n)) => at.1 = zigzag(n),
                (9, Value::Number(n)) => at.0 = zigzag(n),
                _ => {}
            }
        }
        let tags = self.tags(&keys, &values, elements)?;
        elements.add_node(id, self.position(at.0, at.1), tags, options)
    }

    /// Reads nodes that are packed as differences.
    fn read_dense_nodes(&self, bytes: &[u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
        let (mut ids, mut latitudes, mut longitudes, mut tags) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut fields = Fields(bytes);
        while let Some((field, value)) = fields.next()? {
            match (field, value) {
                (1, Value::Bytes(b)) => ids = packed_deltas(b)?,
                (8, Value::Bytes(b)) => latitudes = packed_deltas(b)?,
                (9, Value::Bytes(b)) => longitudes = packed_deltas(b)?,
                (10, Value::Bytes(b)) => tags = packed(b)?,
                _ => {}
            }
        }
        if ids.len() != latitudes.len() || ids.len() != longitudes.len() {
            return Err("a block has more nodes than coordinates".into());
        }
        // Keys and values alternate; a zero ends the tags of a node.
        let mut tags = tags.into_iter();
        for ((id, latitude), longitude) in ids.into_iter().zip(latitudes).zip(longitudes) {
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            while let Some(key) = tags.next().filter(|&key| key != 0) {
                keys.push(key);
                values.push(tags.next().ok_or("a tag of a node is cut off")?);
            }
            let tags = self.tags(&keys, &values, elements)?;
            elements.add_node(id, self.position(longitude, latitude), tags, options)?;
        }
        Ok(())
    }

    /// Reads a way.
    fn read_way(&self, bytes: &[u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
        let (mut id, mut keys, mut values, mut nodes) = (0, Vec::new(), Vec::new(), Vec::new());
        let mut fields = Fields(bytes);
        while let Some((field, value)) = fields.next()? {
            match (field, value) {
                (1, Value::Number(n)) => id = n as i64,
                (2, Value::Bytes(b)) => keys = packed(b)?,
                (3, Value::Bytes(b)) => values = packed(b)?,
                (8, Value::Bytes(b)) => nodes = packed_deltas(b)?,
                _ => {}
            }
        }
        let tags = self.tags(&keys, &values, elements)?;
        elements.add_way(RawWay { id, nodes, tags }, options)
    }

    /// Reads a relation.
    fn read_relation(&self, bytes: &[u8], elements: &mut Elements, options: &Options) -> Result<(), String> {
        let (mut id, mut keys, mut values) = (0, Vec::new(), Vec::new());
        let (mut roles, mut members, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let mut fields = Fields(bytes);
        while let Some((field, value)) = fields.next()? {
            match (field, value) {
                (1, Value::Number(n)) => id = n as i64,
                (2, Value::Bytes(b)) => keys = packed(b)?,
                (3, Value::Bytes(b)) => values = packed(b)?,
                (8, Value::Bytes(b)) => roles = packed(b)?,
                (9, Value::Bytes(b)) => members = packed_deltas(b)?,
                (10, Value::Bytes(b)) => kinds = packed(b)?,
                _ => {}
            }
        }
        const WAY: u64 = 1;
        let mut ways = Vec::new();
        for ((role, member), kind) in roles.into_iter().zip(members).zip(kinds) {
            if kind == WAY {
                ways.push((member, self.string(role)? == b"inner"));
            }
        }
        let tags = self.tags(&keys, &values, elements)?;
        elements.add_relation(RawRelation { id, ways, tags }, options)
    }
}
