//! Reads OpenStreetMap elements from GeoJSON features, as Overpass Turbo, osmtogeojson, JOSM and osmium export them.
//!
//! The tags are the properties of a feature, or the members of its property `tags`. Nodes have no ids, so equal
//! positions are the same node.

use std::collections::BTreeMap;

use populace_env::{Note, Place};
use populace_geom::{Bounds, Point};
use serde_json::{Map, Value};

use super::model::{self, Osm, Rings, Shape, TaggedNode, Tags};
use crate::geojson::{Feature, FeatureCollection, Geometry, Position};
use crate::projection::Projection;
use crate::rings::OpenRings;
use crate::{Options, ReadError, Source};

/// Reads the features as OpenStreetMap elements.
pub fn read(collection: &FeatureCollection, source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut bounds = Bounds::EMPTY;
    collection.features.iter().for_each(|f| f.geometry.visit_positions(&mut |p| bounds.include(p.at)));
    if bounds.is_empty() {
        return Err(ReadError::new(source.path, "no feature has a geometry").hint("give features with coordinates"));
    }
    let (projection, assumed) =
        Projection::choose(bounds, || collection.has_tiny_details(), options).map_err(|what| {
            ReadError::new(source.path, what)
                .hint("extract the part you need, or say --units m when the coordinates are metres")
        })?;
    let mut nodes = Nodes { rows: BTreeMap::new(), positions: Vec::new(), projection };
    let mut osm = Osm { georeference: projection.georeference(), ..Osm::default() };
    osm.notes.extend(assumed.map(|text| Note { text, at: None, source: String::new() }));
    if let Some(name) = collection.members.get("name").and_then(Value::as_str) {
        osm.name = name.to_owned();
    }
    let mut open = OpenRings::default();
    for feature in &collection.features {
        check(feature, &projection, source)?;
        open.note_geometry(&feature.geometry, &|| name(feature));
        add(feature, &feature.geometry, &mut nodes, &mut osm);
    }
    open.finish(&mut osm.notes, |p| projection.project(p));
    osm.positions = nodes.positions;
    super::read(osm, source, options)
}

/// Checks the positions of a feature.
fn check(feature: &Feature, projection: &Projection, source: &Source) -> Result<(), ReadError> {
    let mut wrong = None;
    feature.geometry.visit_positions(&mut |p| wrong = wrong.take().or(projection.check(p.at).err()));
    match wrong {
        None => Ok(()),
        Some(what) => Err(ReadError::new(source.path, what)
            .at(feature.source())
            .hint("correct the coordinates, or say --units m or --units lonlat")),
    }
}

/// Gives rows to positions; equal positions share a row.
struct Nodes {
    rows: BTreeMap<(u64, u64), u32>,
    positions: Vec<Point>,
    projection: Projection,
}

impl Nodes {
    /// Returns the row of a position, which it gets when it is first asked for.
    fn row(&mut self, p: Position) -> u32 {
        // Adding zero makes −0 equal to 0.
        let key = ((p.at.x + 0.0).to_bits(), (p.at.y + 0.0).to_bits());
        let next = self.positions.len() as u32;
        let row = *self.rows.entry(key).or_insert(next);
        if row == next {
            self.positions.push(self.projection.project(p.at));
        }
        row
    }
    /// Returns the rows of a line, without immediate repetitions.
    fn line(&mut self, line: &[Position]) -> Vec<u32> {
        let mut rows: Vec<u32> = line.iter().map(|&p| self.row(p)).collect();
        rows.dedup();
        rows
    }
    /// Returns the rows of a polygon; its rings do not repeat their first point.
    fn polygon(&mut self, rings: &[Vec<Position>]) -> Rings {
        let mut rows = rings.iter().map(|ring| {
            let mut rows = self.line(ring);
            if rows.len() > 1 && rows.first() == rows.last() {
                rows.pop();
            }
            rows
        });
        let outer = rows.next().unwrap_or_default();
        Rings { outer, holes: rows.filter(|hole| hole.len() > 2).collect() }
    }
}

/// Returns the name of the element that a feature was made from.
fn name(feature: &Feature) -> String {
    feature.id.clone().unwrap_or_else(|| feature.source())
}

/// Adds the elements of a feature.
fn add(feature: &Feature, geometry: &Geometry, nodes: &mut Nodes, osm: &mut Osm) {
    let source = name(feature);
    let tags = tags(&feature.properties);
    let shape = |osm: &mut Osm, geometry: model::Geometry| {
        osm.shapes.push(Shape { source: source.clone(), tags: tags.clone(), geometry });
    };
    match geometry {
        Geometry::None => {}
        Geometry::Point(p) => osm.points.push(TaggedNode { source, tags, node: nodes.row(*p) }),
        Geometry::MultiPoint(points) => osm.points.extend(points.iter().map(|&p| TaggedNode {
            source: source.clone(),
            tags: tags.clone(),
            node: nodes.row(p),
        })),
        Geometry::LineString(line) => {
            let rows = nodes.line(line);
            if rows.len() > 1 {
                shape(osm, model::Geometry::Line(rows));
            }
        }
        Geometry::MultiLineString(lines) => {
            for line in lines {
                let rows = nodes.line(line);
                if rows.len() > 1 {
                    shape(osm, model::Geometry::Line(rows));
                }
            }
        }
        Geometry::Polygon(rings) => {
            let polygon = nodes.polygon(rings);
            shape(osm, model::Geometry::Area(vec![polygon]));
        }
        Geometry::MultiPolygon(polygons) => {
            let polygons = polygons.iter().map(|rings| nodes.polygon(rings)).collect();
            shape(osm, model::Geometry::Area(polygons));
        }
        Geometry::Collection(parts) => parts.iter().for_each(|part| add(feature, part, nodes, osm)),
    }
}

/// Returns as tags those properties that are texts, numbers or truth values.
fn tags(properties: &Map<String, Value>) -> Tags {
    let nested = properties.get("tags").and_then(Value::as_object);
    let pairs = nested.unwrap_or(properties).iter().filter_map(|(key, value)| match value {
        Value::String(text) => Some((key.clone(), text.clone())),
        Value::Number(number) => Some((key.clone(), number.to_string())),
        Value::Bool(true) => Some((key.clone(), "yes".to_owned())),
        Value::Bool(false) => Some((key.clone(), "no".to_owned())),
        _ => None,
    });
    Tags::new(pairs.collect())
}
