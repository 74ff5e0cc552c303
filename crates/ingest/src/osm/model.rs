//! OpenStreetMap data in local metres, from any format: positions, tagged nodes and tagged shapes.

use populace_env::{GeoReference, Note, Outline};
use populace_geom::{Bounds, Point};

/// Keys and values, sorted by key.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// Sorts the pairs; a repeated key keeps its first value.
    pub fn new(mut pairs: Vec<(String, String)>) -> Self {
        pairs.sort_by(|a, b| a.0.cmp(&b.0));
        pairs.dedup_by(|a, b| a.0 == b.0);
        Tags(pairs)
    }
    /// Returns the value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        let i = self.0.binary_search_by(|(k, _)| k.as_str().cmp(key)).ok()?;
        self.0.get(i).map(|(_, value)| value.as_str())
    }
    /// Returns whether there is a tag `key`.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
    /// Returns whether the value of `key` is one of `values`.
    pub fn is(&self, key: &str, values: &[&str]) -> bool {
        self.get(key).is_some_and(|value| values.contains(&value))
    }
    /// Returns whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Returns whether all tags have a key of `keys`.
    pub fn are_only(&self, keys: &[&str]) -> bool {
        self.0.iter().all(|(key, _)| keys.contains(&key.as_str()))
    }
    /// Returns the length that the value of `key` gives (`2.5`, `2.5 m`, `8 ft`, `8'`), m.
    pub fn metres(&self, key: &str) -> Option<f64> {
        let text = self.get(key)?.trim().replace(',', ".");
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
        let number: f64 = text.get(..end)?.parse().ok()?;
        let unit = text.get(end..)?.trim();
        match unit {
            "" | "m" => Some(number),
            "cm" => Some(number * 0.01),
            "ft" | "'" => Some(number * 0.3048),
            _ => None,
        }
    }
}

/// Everything that was read from a file.
#[derive(Debug, Default)]
pub struct Osm {
    /// The name of the place.
    pub name: String,
    /// The local origin on earth.
    pub georeference: Option<GeoReference>,
    /// The extent the file states, local metres.
    pub bounds: Option<Bounds>,
    /// Positions of nodes, local metres.
    pub positions: Vec<Point>,
    /// Nodes with tags.
    pub points: Vec<TaggedNode>,
    /// Ways and multipolygons with tags.
    pub shapes: Vec<Shape>,
    /// Notes about what was assumed or left out while reading.
    pub notes: Vec<Note>,
}

/// A node with tags.
#[derive(Clone, Debug)]
pub struct TaggedNode {
    /// The item of the file, e.g. `node/34`.
    pub source: String,
    /// Its tags.
    pub tags: Tags,
    /// Its row in [`Osm::positions`].
    pub node: u32,
}

/// A way or a multipolygon with tags. Numbers are rows of [`Osm::positions`].
#[derive(Clone, Debug)]
pub struct Shape {
    /// The item of the file, e.g. `way/34`.
    pub source: String,
    /// Its tags.
    pub tags: Tags,
    /// Line or area.
    pub geometry: Geometry,
}

/// The geometry of a shape.
#[derive(Clone, Debug)]
pub enum Geometry {
    /// A way of at least two nodes; it is closed when the last node repeats the first. Its tags decide whether a closed
    /// way is an area.
    Line(Vec<u32>),
    /// Surely an area: a multipolygon, or a GeoJSON polygon.
    Area(Vec<Rings>),
}

/// A polygon: rings without the repeated last node.
#[derive(Clone, Debug, Default)]
pub struct Rings {
    /// The outer ring.
    pub outer: Vec<u32>,
    /// The holes.
    pub holes: Vec<Vec<u32>>,
}

impl Shape {
    /// Returns the nodes of a line; `None` for an area.
    pub fn line(&self) -> Option<&[u32]> {
        match &self.geometry {
            Geometry::Line(nodes) => Some(nodes),
            Geometry::Area(_) => None,
        }
    }
    /// Returns whether the shape is an area, or a way that returns to its start and so may be an area.
    pub fn is_closed(&self) -> bool {
        match &self.geometry {
            Geometry::Line(nodes) => nodes.len() > 3 && nodes.first() == nodes.last(),
            Geometry::Area(_) => true,
        }
    }
    /// Returns the polygons of the shape. A line is closed if it is open. Rings of fewer than three nodes are left out.
    pub fn polygons(&self) -> Vec<Rings> {
        match &self.geometry {
            Geometry::Area(polygons) => polygons.iter().filter(|p| p.outer.len() > 2).cloned().collect(),
            Geometry::Line(nodes) => {
                let open = if nodes.len() > 1 && nodes.first() == nodes.last() { nodes.len() - 1 } else { nodes.len() };
                match nodes.get(..open) {
                    Some(ring) if ring.len() > 2 => vec![Rings { outer: ring.to_vec(), holes: Vec::new() }],
                    _ => Vec::new(),
                }
            }
        }
    }
    /// Returns the first node.
    pub fn first(&self) -> Option<u32> {
        match &self.geometry {
            Geometry::Line(nodes) => nodes.first().copied(),
            Geometry::Area(polygons) => polygons.first().and_then(|p| p.outer.first().copied()),
        }
    }
}

impl Osm {
    /// Returns the position of a node.
    pub fn at(&self, node: u32) -> Point {
        self.positions.get(node as usize).copied().unwrap_or(Point::ZERO)
    }
    /// Returns the positions of nodes.
    pub fn points_of(&self, nodes: &[u32]) -> Vec<Point> {
        nodes.iter().map(|&n| self.at(n)).collect()
    }
    /// Returns a polygon in local metres.
    pub fn outline(&self, rings: &Rings, source: &str) -> Outline {
        Outline {
            outer: self.points_of(&rings.outer),
            holes: rings.holes.iter().map(|hole| self.points_of(hole)).collect(),
            source: source.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_read_with_their_units() {
        let width = |text: &str| Tags::new(vec![("width".into(), text.into())]).metres("width");
        assert_eq!(width("2.5"), Some(2.5));
        assert_eq!(width("2,5 m"), Some(2.5));
        assert_eq!(width("10'"), Some(3.048));
        assert_eq!(width("wide"), None);
        assert_eq!(width(""), None);
        assert_eq!(width("3 miles"), None);
    }

    #[test]
    fn tags_are_found_by_key() {
        let tags = Tags::new(vec![("level".into(), "0".into()), ("indoor".into(), "room".into())]);
        assert!(tags.is("indoor", &["area", "room"]));
        assert!(!tags.has("highway"));
        assert!(tags.are_only(&["indoor", "level"]));
    }
}
