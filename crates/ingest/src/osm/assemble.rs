//! Turns the elements of an OSM XML or PBF file (nodes, ways, relations with ids) into [`Osm`]: looks up the nodes of
//! ways, joins the ways of multipolygons into rings, and projects everything to local metres.

use std::collections::BTreeMap;

use populace_env::Note;
use populace_geom::{Bounds, Point, contains};

use super::model::{Geometry, Osm, Rings, Shape, TaggedNode, Tags};
use crate::projection::Projection;
use crate::{Options, ReadError, Source, words};

/// The most tags kept of one file.
const MAX_TAGS: usize = 8_000_000;
/// The most bytes of the keys and values of these tags.
const MAX_TAG_BYTES: usize = 256 << 20;
/// The advice for a file beyond the limits.
const LIMIT_HINT: &str = "extract the part you need, e.g. with osmium extract, or raise --max-vertices";
/// Keys that say what an area is.
const AREA_KEYS: [&str; 6] = ["building", "indoor", "highway", "railway", "room", "public_transport"];

/// The elements of a file as they are numbered in it.
#[derive(Default)]
pub struct Elements {
    /// Longitude and latitude of every node, degrees.
    pub nodes: Vec<(i64, Point)>,
    /// Tags of the nodes that have some.
    pub node_tags: Vec<(i64, Tags)>,
    /// Ways.
    pub ways: Vec<RawWay>,
    /// Multipolygon relations.
    pub relations: Vec<RawRelation>,
    /// The extent the file states, degrees.
    pub bounds: Option<Bounds>,
    references: usize,
    tags: usize,
    tag_bytes: usize,
}

/// Returns what to do about the error `what` of an element: `otherwise`, unless the error is a limit.
pub fn hint<'a>(what: &str, otherwise: &'a str) -> &'a str {
    if what.contains(" tags ") || what.ends_with(" tags") {
        "extract the part you need, e.g. with osmium extract"
    } else if what.starts_with("the file has more than") || what.contains(" too many ") {
        LIMIT_HINT
    } else {
        otherwise
    }
}

/// A way as it is in the file.
pub struct RawWay {
    /// Its number.
    pub id: i64,
    /// The numbers of its nodes.
    pub nodes: Vec<i64>,
    /// Its tags.
    pub tags: Tags,
}

/// A multipolygon as it is in the file.
pub struct RawRelation {
    /// Its number.
    pub id: i64,
    /// The numbers of its ways, each with whether its role is `inner`.
    pub ways: Vec<(i64, bool)>,
    /// Its tags.
    pub tags: Tags,
}

impl Elements {
    /// Adds a node; the error says what is wrong with it.
    pub fn add_node(&mut self, id: i64, at: Point, tags: Tags, options: &Options) -> Result<(), String> {
        if !(at.x.abs() <= 180.0 && at.y.abs() <= 90.0) {
            return Err(format!(
                "node {id} is at longitude {}, latitude {}, which is not on earth",
                words::number(at.x),
                words::number(at.y)
            ));
        }
        if self.nodes.len() >= options.max_vertices {
            return Err(format!("the file has more than {} nodes", options.max_vertices));
        }
        self.nodes.push((id, at));
        if !tags.is_empty() {
            self.node_tags.push((id, tags));
        }
        Ok(())
    }
    /// Adds a way.
    pub fn add_way(&mut self, way: RawWay, options: &Options) -> Result<(), String> {
        self.count_references(way.nodes.len(), options)?;
        self.ways.push(way);
        Ok(())
    }
    /// Adds a relation when it is a multipolygon.
    pub fn add_relation(&mut self, relation: RawRelation, options: &Options) -> Result<(), String> {
        if relation.tags.is("type", &["multipolygon"]) {
            self.count_references(relation.ways.len(), options)?;
            self.relations.push(relation);
        }
        Ok(())
    }
    /// Counts a way or relation, and what it refers to. The way itself counts, too: else empty ways would have no
    /// limit.
    fn count_references(&mut self, references: usize, options: &Options) -> Result<(), String> {
        self.references = self.references.saturating_add(references).saturating_add(1);
        let most = options.max_vertices.saturating_mul(2);
        if self.references > most {
            return Err(format!("the file has more than {most} ways, relations, and references in them"));
        }
        Ok(())
    }
    /// Counts a tag of `bytes` bytes against the limits.
    pub fn count_tag(&mut self, bytes: usize) -> Result<(), String> {
        self.tags += 1;
        self.tag_bytes = self.tag_bytes.saturating_add(bytes);
        if self.tags > MAX_TAGS {
            return Err(format!("the file has more than {MAX_TAGS} tags"));
        }
        if self.tag_bytes > MAX_TAG_BYTES {
            return Err(format!("the tags of the file are longer than {MAX_TAG_BYTES} bytes"));
        }
        Ok(())
    }
    /// Projects to local metres everything that has tags or is part of something that has tags.
    pub fn assemble(self, source: &Source) -> Result<Osm, ReadError> {
        if self.nodes.is_empty() {
            return Err(ReadError::new(source.path, "holds no nodes").hint("extract an area that holds the place"));
        }
        let extent = self.bounds.unwrap_or_else(|| Bounds::of(self.nodes.iter().map(|n| n.1)));
        let projection = Projection::around(extent)
            .map_err(|what| ReadError::new(source.path, what).hint("extract the part you need"))?;
        let mut table = NodeTable::new(&self.nodes, projection);
        let mut osm = Osm {
            georeference: projection.georeference(),
            bounds: self.bounds.map(|b| Bounds::of(b.corners().map(|p| projection.project(p)))),
            ..Osm::default()
        };
        for (id, tags) in self.node_tags {
            if let Some(node) = table.row(id) {
                osm.points.push(TaggedNode { source: format!("node/{id}"), tags, node });
            }
        }
        let lines: Vec<Vec<u32>> = self.ways.iter().map(|way| resolve(way, &mut table, &mut osm.notes)).collect();
        let mut ways = self.ways;
        let polygons = multipolygons(self.relations, &mut ways, &lines, &mut table, &mut osm.notes);
        for (way, line) in ways.into_iter().zip(lines) {
            if !way.tags.is_empty() && line.len() > 1 {
                osm.shapes.push(Shape {
                    source: format!("way/{}", way.id),
                    tags: way.tags,
                    geometry: Geometry::Line(line),
                });
            }
        }
        osm.shapes.extend(polygons);
        osm.positions = table.positions;
        Ok(osm)
    }
}

/// Gives rows to the nodes that are used.
struct NodeTable {
    degrees: BTreeMap<i64, Point>,
    rows: BTreeMap<i64, u32>,
    positions: Vec<Point>,
    projection: Projection,
}

impl NodeTable {
    /// Returns a table without rows.
    fn new(nodes: &[(i64, Point)], projection: Projection) -> Self {
        NodeTable { degrees: nodes.iter().copied().collect(), rows: BTreeMap::new(), positions: Vec::new(), projection }
    }
    /// Returns the row of a node, which it gets when it is first asked for; `None` when the node is not in the file.
    fn row(&mut self, id: i64) -> Option<u32> {
        let at = *self.degrees.get(&id)?;
        let next = self.positions.len() as u32;
        let row = *self.rows.entry(id).or_insert(next);
        if row == next {
            self.positions.push(self.projection.project(at));
        }
        Some(row)
    }
    /// Returns the position of a row.
    fn at(&self, row: u32) -> Point {
        self.positions.get(row as usize).copied().unwrap_or(Point::ZERO)
    }
}

/// Returns the rows of a way's nodes. Nodes that are not in the file are left out, and so is a node that repeats the
/// node before.
fn resolve(way: &RawWay, table: &mut NodeTable, notes: &mut Vec<Note>) -> Vec<u32> {
    let mut line: Vec<u32> = way.nodes.iter().filter_map(|&id| table.row(id)).collect();
    let missing = way.nodes.len() - line.len();
    if missing > 0 && !way.tags.is_empty() {
        notes.push(Note {
            text: format!("{missing} of its {} nodes are not in the file and are left out", way.nodes.len()),
            at: line.first().map(|&row| table.at(row)),
            source: format!("way/{}", way.id),
        });
    }
    line.dedup();
    line
}

/// Returns the relations as areas. A way that only repeats the tags of its relation loses them, since it would fill the
/// holes.
fn multipolygons(
    relations: Vec<RawRelation>,
    ways: &mut [RawWay],
    lines: &[Vec<u32>],
    table: &mut NodeTable,
    notes: &mut Vec<Note>,
) -> Vec<Shape> {
    let index: BTreeMap<i64, usize> = ways.iter().enumerate().map(|(i, w)| (w.id, i)).collect();
    let mut shapes = Vec::new();
    for mut relation in relations {
        let source = format!("relation/{}", relation.id);
        let member = |inner: bool| {
            let members = relation.ways.iter().filter(move |m| m.1 == inner);
            members.filter_map(|m| index.get(&m.0)).copied().collect::<Vec<usize>>()
        };
        let (outer, inner) = (member(false), member(true));
        if relation.tags.are_only(&["type", "source", "created_by"]) {
            // Before 2013 the tags of a multipolygon were on its outer way. A way gives its tags to one relation only,
            // because it loses them below.
            let tags = outer.first().and_then(|&i| ways.get(i)).map(|w| &w.tags);
            if let Some(tags) = tags.filter(|tags| AREA_KEYS.iter().any(|key| tags.has(key))) {
                relation.tags = tags.clone();
            }
        }
        for key in AREA_KEYS {
            for &i in &outer {
                if let Some(way) = ways.get_mut(i)
                    && relation.tags.has(key)
                    && way.tags.get(key) == relation.tags.get(key)
                {
                    way.tags = Tags::default();
                }
            }
        }
        let missing = relation.ways.len() - outer.len() - inner.len();
        let (outers, loose_outer) = join_rings(outer.iter().filter_map(|&i| lines.get(i)));
        let (inners, loose_inner) = join_rings(inner.iter().filter_map(|&i| lines.get(i)));
        if missing + loose_outer + loose_inner > 0 {
            notes.push(Note {
                text: format!(
                    "of its ways {missing} are not in the file and {} form no closed ring; these are left out",
                    loose_outer + loose_inner
                ),
                at: outers.first().and_then(|r| r.first()).map(|&row| table.at(row)),
                source: source.clone(),
            });
        }
        let polygons = nest(outers, inners, table);
        if !polygons.is_empty() && !relation.tags.is_empty() {
            shapes.push(Shape { source, tags: relation.tags, geometry: Geometry::Area(polygons) });
        }
    }
    shapes
}

/// Joins lines end to end into closed rings. Returns the rings, without the repeated last node, and the number of lines
/// left over.
fn join_rings<'a>(lines: impl Iterator<Item = &'a Vec<u32>>) -> (Vec<Vec<u32>>, usize) {
    let mut rings = Vec::new();
    let mut open: Vec<Vec<u32>> = Vec::new();
    for line in lines.filter(|l| l.len() > 1) {
        if line.first() == line.last() { rings.push(line.clone()) } else { open.push(line.clone()) }
    }
    let mut at_end: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (i, line) in open.iter().enumerate() {
        for end in [line.first(), line.last()].into_iter().flatten() {
            at_end.entry(*end).or_default().push(i);
        }
    }
    let mut loose = 0;
    for i in 0..open.len() {
        let mut ring = open.get_mut(i).map(std::mem::take).unwrap_or_default();
        let mut parts = usize::from(!ring.is_empty());
        while let Some(end) = ring.last().copied().filter(|_| ring.first() != ring.last()) {
            // A line that was taken is empty. Each line is looked at no more than twice.
            let Some(next) = at_end.get_mut(&end).and_then(|lines| {
                std::iter::from_fn(|| lines.pop()).find(|&k| open.get(k).is_some_and(|l| !l.is_empty()))
            }) else {
                break;
            };
            let mut next = open.get_mut(next).map(std::mem::take).unwrap_or_default();
            if next.first().copied() != Some(end) {
                next.reverse();
            }
            ring.extend(next.into_iter().skip(1));
            parts += 1;
        }
        if ring.len() > 1 && ring.first() == ring.last() { rings.push(ring) } else { loose += parts }
    }
    for ring in &mut rings {
        ring.pop();
    }
    rings.retain(|ring| ring.len() > 2);
    (rings, loose)
}

/// Puts each inner ring into the outer ring that holds it.
fn nest(outers: Vec<Vec<u32>>, inners: Vec<Vec<u32>>, table: &NodeTable) -> Vec<Rings> {
    let mut polygons: Vec<Rings> = outers.into_iter().map(|outer| Rings { outer, holes: Vec::new() }).collect();
    let outlines: Vec<Vec<Point>> =
        polygons.iter().map(|p| p.outer.iter().map(|&row| table.at(row)).collect()).collect();
    let boxes: Vec<Bounds> = outlines.iter().map(|outline| Bounds::of(outline.iter().copied())).collect();
    for inner in inners {
        let mut corners = inner.iter().map(|&row| table.at(row));
        let holds = |(outline, bounds): (&Vec<Point>, &Bounds), p: Point| bounds.contains(p) && contains(outline, p);
        let home = corners.find_map(|p| outlines.iter().zip(&boxes).position(|outer| holds(outer, p)));
        if let Some(polygon) = polygons.get_mut(home.unwrap_or(0)) {
            polygon.holes.push(inner);
        }
    }
    polygons
}
