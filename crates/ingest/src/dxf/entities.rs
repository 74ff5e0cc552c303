//! The entities of a drawing that can bound an area, in the drawing and in its blocks.

use std::collections::{BTreeMap, BTreeSet};

use super::pairs::{Pair, Pairs};
use crate::limits::Limits;
use crate::{ReadError, Source};

/// The parts of a drawing that are kept.
#[derive(Default)]
pub struct Drawing {
    /// $INSUNITS; 0 when it is not given.
    pub units: i32,
    /// The entities of the drawing itself.
    pub entities: Vec<Entity>,
    /// The entities of each block.
    pub blocks: BTreeMap<String, Block>,
    /// The layers of all entities, kept or not.
    pub layers: BTreeSet<String>,
    /// Notes about what could not be used.
    pub skipped: Vec<String>,
}

/// A group of entities that INSERT repeats.
#[derive(Default)]
pub struct Block {
    /// The point that is put at the insertion point.
    pub base: [f64; 2],
    /// Its entities.
    pub entities: Vec<Entity>,
}

/// An entity with the numbers that describe it.
#[derive(Default)]
pub struct Entity {
    /// Its type.
    pub kind: Kind,
    /// Its layer.
    pub layer: String,
    /// INSERT: the name of the block.
    pub block: String,
    /// Group codes with numbers, in the order of the file.
    pub numbers: Vec<(i32, f64)>,
    /// The line of the file where it begins.
    pub line: usize,
}

impl Entity {
    /// Returns the first number with group `code`, or `usual`.
    pub fn number(&self, code: i32, usual: f64) -> f64 {
        self.numbers.iter().find(|(c, _)| *c == code).map_or(usual, |(_, value)| *value)
    }
    /// Returns the bits of the flags (group 70).
    pub fn flags(&self) -> i64 {
        self.number(70, 0.0) as i64
    }
}

/// The entity types that are kept; all others are counted.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    #[default]
    Line,
    LightPolyline,
    Polyline,
    Vertex,
    Circle,
    Arc,
    Ellipse,
    Spline,
    Insert,
}

/// The names of the types in a file.
const KINDS: [(&[u8], Kind); 9] = [
    (b"LINE", Kind::Line),
    (b"LWPOLYLINE", Kind::LightPolyline),
    (b"POLYLINE", Kind::Polyline),
    (b"VERTEX", Kind::Vertex),
    (b"CIRCLE", Kind::Circle),
    (b"ARC", Kind::Arc),
    (b"ELLIPSE", Kind::Ellipse),
    (b"SPLINE", Kind::Spline),
    (b"INSERT", Kind::Insert),
];

/// Reads the sections of a file.
pub fn read(source: &Source, limits: &mut Limits) -> Result<Drawing, ReadError> {
    let mut reader = Reader { pairs: Pairs::new(source), limits, drawing: Drawing::default(), others: BTreeMap::new() };
    loop {
        let pair = reader.pairs.next()?;
        match (pair.code, pair.value) {
            (0, b"EOF") => break,
            (0, b"SECTION") => reader.read_section()?,
            _ => {
                let what = format!("expected a section, found {:?}", pair.text());
                return Err(reader.pairs.error(pair.line, what));
            }
        }
    }
    let Reader { mut drawing, others, .. } = reader;
    for ((kind, layer), count) in others.into_iter().take(50) {
        drawing.skipped.push(format!("{count} {kind} on layer {layer} cannot bound an area and are ignored"));
    }
    Ok(drawing)
}

/// Reads a drawing pair by pair.
struct Reader<'a, 'b, 'c> {
    pairs: Pairs<'a>,
    limits: &'b mut Limits<'c>,
    drawing: Drawing,
    /// The number of entities of each other type on each layer that has a role.
    others: BTreeMap<(String, String), usize>,
}

impl<'a> Reader<'a, '_, '_> {
    /// Reads a section.
    fn read_section(&mut self) -> Result<(), ReadError> {
        match self.pairs.next()?.value {
            b"HEADER" => self.read_header(),
            b"ENTITIES" => {
                let first = self.pairs.next()?;
                let (entities, _) = self.read_entities(first, b"ENDSEC")?;
                self.drawing.entities.extend(entities);
                Ok(())
            }
            b"BLOCKS" => self.read_blocks(),
            _ => self.skip_section(),
        }
    }

    /// Skips a section.
    fn skip_section(&mut self) -> Result<(), ReadError> {
        loop {
            let pair = self.pairs.next()?;
            if pair.code == 0 && pair.value == b"ENDSEC" {
                return Ok(());
            }
        }
    }

    /// Reads the unit from the header.
    fn read_header(&mut self) -> Result<(), ReadError> {
        let mut is_units = false;
        loop {
            let pair = self.pairs.next()?;
            match (pair.code, pair.value) {
                (0, b"ENDSEC") => return Ok(()),
                (9, name) => is_units = name == b"$INSUNITS",
                (70, _) if is_units => self.drawing.units = pair.text().parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// Reads all blocks.
    fn read_blocks(&mut self) -> Result<(), ReadError> {
        loop {
            let pair = self.pairs.next()?;
            match (pair.code, pair.value) {
                (0, b"ENDSEC") => return Ok(()),
                (0, b"BLOCK") => self.read_block()?,
                _ => {}
            }
        }
    }

    /// Reads a block.
    fn read_block(&mut self) -> Result<(), ReadError> {
        let (mut name, mut base) = (String::new(), [0.0; 2]);
        let first = loop {
            let pair = self.pairs.next()?;
            match pair.code {
                0 => break pair,
                2 => name = pair.text(),
                10 => base[0] = self.number(&pair)?,
                20 => base[1] = self.number(&pair)?,
                _ => {}
            }
        };
        let (entities, _) = self.read_entities(first, b"ENDBLK")?;
        self.drawing.blocks.insert(name, Block { base, entities });
        Ok(())
    }

    /// Reads the entities from the pair `first`, which has code 0, to the pair 0 `end`. Returns them with that last
    /// pair.
    fn read_entities(&mut self, first: Pair<'a>, end: &[u8]) -> Result<(Vec<Entity>, Pair<'a>), ReadError> {
        let mut entities: Vec<Entity> = Vec::new();
        let mut pair = first;
        loop {
            if pair.code != 0 {
                let what = format!("expected an entity, found group {} {:?}", pair.code, pair.text());
                return Err(self.pairs.error(pair.line, what));
            }
            if pair.value == end {
                return Ok((entities, pair));
            }
            if pair.value == b"ENDSEC" || pair.value == b"EOF" {
                return Err(self.pairs.error(pair.line, "the section or block is not closed"));
            }
            let kind = KINDS.iter().find(|(name, _)| *name == pair.value).map(|(_, kind)| *kind);
            let name = pair.text();
            let (entity, next) = self.read_entity(kind.unwrap_or_default(), pair.line, kind.is_some())?;
            pair = next;
            match kind {
                Some(Kind::Vertex) => append_vertex(&mut entities, &entity),
                Some(_) => entities.push(entity),
                None if matches!(name.as_str(), "SEQEND" | "VIEWPORT" | "TEXT" | "MTEXT" | "ATTRIB" | "IMAGE") => {}
                None if super::role_of(&entity.layer).is_some() && self.others.len() < 1000 => {
                    *self.others.entry((name, entity.layer)).or_default() += 1;
                }
                None => {}
            }
        }
    }

    /// Reads an entity. Returns it with the pair that begins the next; its numbers are read when `keep` says so.
    fn read_entity(&mut self, kind: Kind, line: usize, keep: bool) -> Result<(Entity, Pair<'a>), ReadError> {
        let mut entity = Entity { kind, line, ..Entity::default() };
        // Every entity takes memory, even without points.
        self.limits.count(usize::from(keep)).map_err(|e| e.at(format!("line {line}")))?;
        loop {
            let pair = self.pairs.next()?;
            match pair.code {
                0 => break self.add_layer(&entity.layer).map(|()| (entity, pair)),
                8 => entity.layer = pair.text(),
                2 => entity.block = pair.text(),
                10..=59 | 70..=75 | 90 | 210 | 220 | 230 if keep => {
                    if matches!(pair.code, 10 | 11 | 40) {
                        self.limits.count(1).map_err(|e| e.at(format!("line {}", pair.line)))?;
                    }
                    let value = self.number(&pair)?;
                    entity.numbers.push((pair.code, value));
                }
                _ => {}
            }
        }
    }

    /// Adds a layer to those found, up to a limit.
    fn add_layer(&mut self, layer: &str) -> Result<(), ReadError> {
        if self.drawing.layers.len() < 1000 && !self.drawing.layers.contains(layer) {
            self.drawing.layers.insert(layer.to_owned());
        }
        Ok(())
    }

    /// Returns the value of a pair as a finite number.
    fn number(&self, pair: &Pair) -> Result<f64, ReadError> {
        let value = std::str::from_utf8(pair.value).ok().and_then(|text| text.parse::<f64>().ok());
        match value.filter(|v| v.is_finite()) {
            Some(value) => Ok(value),
            None => {
                let error = self.pairs.error(pair.line, format!("{:?} is not a number", pair.text()));
                Err(error.hint("write coordinates as plain numbers, e.g. 12.5; export the drawing again"))
            }
        }
    }
}

/// Appends a vertex to the POLYLINE before it: in old files its vertices follow it as entities of their own.
fn append_vertex(entities: &mut [Entity], vertex: &Entity) {
    let Some(polyline) = entities.last_mut().filter(|e| e.kind == Kind::Polyline) else { return };
    // A control point of a spline: it is a vertex of the polyline, but not on the curve.
    if vertex.flags() & 16 != 0 {
        return;
    }
    for code in [10, 20, 42] {
        // The polyline has a point of its own without a meaning, so its vertices get other codes.
        polyline.numbers.push((code + 1000, vertex.number(code, 0.0)));
    }
}
