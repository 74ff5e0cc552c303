//! GeoJSON (RFC 7946): the typed features, and the choice between three readings of them.
//!
//! A file is read straight into small structs, so that the limits on vertices and values bound the memory however the
//! file is nested. A reading decides what the properties mean:
//!
//! | reading     | chosen when                                                   | file              |
//! |-------------|---------------------------------------------------------------|-------------------|
//! | `populace`  | a feature has a string property `populace`                    | `geojson_own.rs`  |
//! | `indoor`    | OpenStreetMap `indoor` tags, or walkable features with levels | `osm/indoor`      |
//! | `buildings` | otherwise, when there is a `building`                         | `osm/buildings.rs`|
//! | `indoor`    | otherwise, when there is anything to walk on                  | `osm/indoor`      |

use populace_env::Place;
use populace_geom::{Bounds, Point};
use serde_json::{Map, Value};

use crate::{Options, ReadError, Reading, Source, geojson_own, geojson_parse, limits, osm};

/// A point of a geometry as it is written in the file: degrees or metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// Longitude or x, latitude or y.
    pub at: Point,
    /// The third number, when there is one.
    pub z: Option<f64>,
}

/// The features of a file.
#[derive(Clone, Debug, Default)]
pub struct FeatureCollection {
    /// Its features, in the order of the file.
    pub features: Vec<Feature>,
    /// Members beside `type`, `features` and `bbox`, e.g. `name`.
    pub members: Map<String, Value>,
}

/// A feature of the file.
#[derive(Clone, Debug)]
pub struct Feature {
    /// Its number in the file, from 0.
    pub index: usize,
    /// Its `id`, else the property `@id` or `id`.
    pub id: Option<String>,
    /// Its properties; empty when they are null.
    pub properties: Map<String, Value>,
    /// Its shape.
    pub geometry: Geometry,
}

/// The shape of a feature. Every number in it is finite.
#[derive(Clone, Debug, PartialEq)]
pub enum Geometry {
    /// `null`.
    None,
    /// A point.
    Point(Position),
    /// Several points.
    MultiPoint(Vec<Position>),
    /// A line.
    LineString(Vec<Position>),
    /// Several lines.
    MultiLineString(Vec<Vec<Position>>),
    /// An outer ring and holes.
    Polygon(Vec<Vec<Position>>),
    /// Several polygons.
    MultiPolygon(Vec<Vec<Vec<Position>>>),
    /// Several shapes.
    Collection(Vec<Geometry>),
}

impl FeatureCollection {
    /// Returns whether at least half of the lines and areas are less than 0.05 wide and high. That is 5 km in degrees,
    /// but 5 cm in metres.
    pub fn has_tiny_details(&self) -> bool {
        let extent = |feature: &Feature| {
            let mut bounds = Bounds::EMPTY;
            feature.geometry.visit_positions(&mut |p| bounds.include(p.at));
            if bounds.is_empty() { 0.0 } else { bounds.size().x.max(bounds.size().y) }
        };
        let extents: Vec<f64> = self.features.iter().map(extent).filter(|&extent| extent > 0.0).collect();
        let tiny = extents.iter().filter(|&&extent| extent < 0.05).count();
        tiny > 0 && 2 * tiny >= extents.len()
    }
}

impl Feature {
    /// Returns the feature's number, from 0, and its id for messages: `feature 12 (way/34)`.
    pub fn source(&self) -> String {
        match &self.id {
            Some(id) => format!("feature {} ({id})", self.index),
            None => format!("feature {}", self.index),
        }
    }
    /// Returns a property that is a string.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.properties.get(key).and_then(Value::as_str)
    }
}

impl Geometry {
    /// Returns the number of points, lines and polygons that the geometry consists of.
    pub fn parts(&self) -> usize {
        match self {
            Geometry::None => 0,
            Geometry::Point(_) | Geometry::LineString(_) | Geometry::Polygon(_) => 1,
            Geometry::MultiPoint(points) => points.len(),
            Geometry::MultiLineString(lines) => lines.len(),
            Geometry::MultiPolygon(polygons) => polygons.len(),
            Geometry::Collection(parts) => parts.iter().map(Geometry::parts).sum(),
        }
    }
    /// Calls `visit` with every position.
    pub fn visit_positions(&self, visit: &mut impl FnMut(Position)) {
        match self {
            Geometry::None => {}
            Geometry::Point(p) => visit(*p),
            Geometry::MultiPoint(line) | Geometry::LineString(line) => line.iter().for_each(|&p| visit(p)),
            Geometry::MultiLineString(rings) | Geometry::Polygon(rings) => {
                rings.iter().flatten().for_each(|&p| visit(p))
            }
            Geometry::MultiPolygon(polygons) => polygons.iter().flatten().flatten().for_each(|&p| visit(p)),
            Geometry::Collection(parts) => parts.iter().for_each(|part| part.visit_positions(visit)),
        }
    }
}

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "geojson",
    extensions: &["geojson", "json"],
    about: "GeoJSON: Populace's own properties, OpenStreetMap buildings, or OpenStreetMap indoor and footway tags",
    sniff,
    read,
};

/// Returns whether the first bytes look like GeoJSON.
pub fn sniff(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with('{') && ["\"FeatureCollection\"", "\"Feature\"", "\"features\""].iter().any(|w| text.contains(w))
}

/// Reads a place from GeoJSON by the reading asked for, or by the properties that are there.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let collection = geojson_parse::parse(source, options)?;
    let is_own = collection.features.iter().any(|f| f.text("populace").is_some());
    let place = match options.reading {
        Reading::Populace => geojson_own::read(&collection, source, options),
        Reading::Auto if is_own => geojson_own::read(&collection, source, options),
        _ => osm::from_geojson::read(&collection, source, options),
    }?;
    limits::check_metres(source.path, place, options, "say --units lonlat to project them to metres")
}
