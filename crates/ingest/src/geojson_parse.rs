//! Parses the bytes of a GeoJSON file into a [`FeatureCollection`], with bounded memory and errors that name their
//! position.

use std::cell::Cell;
use std::fmt;

use populace_geom::Point;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::geojson::{Feature, FeatureCollection, Geometry, Position};
use crate::{Options, ReadError, Source};

/// The most objects and property values that are read from one file.
const MAX_VALUES: usize = 8_000_000;
/// The most bytes that the copies of properties may take: every part of a multi-part feature has a copy.
const MAX_REPEATED_BYTES: usize = 256 << 20;
/// The end of the messages about limits.
const BEYOND: &str = " than are read";
/// The deepest nesting of lists of coordinates (a MultiPolygon has 4), and of objects within the root object.
const MAX_DEPTH: usize = 4;

/// Parses the file.
pub fn parse(source: &Source, options: &Options) -> Result<FeatureCollection, ReadError> {
    let bytes = source.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(source.bytes);
    let budget = Budget { vertices: Cell::new(options.max_vertices), values: Cell::new(MAX_VALUES) };
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let located = |e: serde_json::Error| {
        let at = format!("line {}, column {}", e.line(), e.column());
        if is_no_number(bytes, &e) {
            return ReadError::new(source.path, "NaN and Infinity are not JSON numbers")
                .at(at)
                .hint("write finite decimal numbers, or leave the point out");
        }
        let error = ReadError::new(source.path, message(&e)).at(at);
        match e.classify() {
            _ if error.what.contains("more vertices") => {
                error.hint("extract the part you need, or raise --max-vertices")
            }
            _ if error.what.ends_with(BEYOND) => error.hint("extract the part you need"),
            serde_json::error::Category::Eof => error.hint("the file is cut off; fetch or export it again"),
            _ => error.hint("give a GeoJSON FeatureCollection (RFC 7946)"),
        }
    };
    let raw = RawObjectSeed { budget: &budget, depth: 0 }.deserialize(&mut deserializer).map_err(located)?;
    deserializer.end().map_err(located)?;
    collect(raw, source)
}

/// Returns whether the reader stumbled over `NaN`, `Infinity` or `-Infinity`.
fn is_no_number(bytes: &[u8], e: &serde_json::Error) -> bool {
    let line = bytes.split(|&b| b == b'\n').nth(e.line().saturating_sub(1)).unwrap_or(&[]);
    // The column is that of the first letter, or of the letter before it.
    let near = |shift: usize| line.get((e.column() + shift).saturating_sub(2)..).unwrap_or(&[]);
    e.is_syntax() && (0..3).any(|i| near(i).starts_with(b"NaN") || near(i).starts_with(b"Infinity"))
}

/// Returns the message of serde_json without its position, which goes into the location.
fn message(e: &serde_json::Error) -> String {
    let text = e.to_string();
    match text.rfind(" at line ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Proves the root object of a file: a collection of features, or a single feature.
fn collect(raw: RawObject, source: &Source) -> Result<FeatureCollection, ReadError> {
    let fail = |what: &str, hint: &str| Err(ReadError::new(source.path, what).hint(hint));
    let wanted = "give a GeoJSON FeatureCollection (RFC 7946)";
    match (raw.kind.as_deref(), raw.features.is_some()) {
        (Some("Feature"), _) => {
            let features = vec![prove_feature(0, raw, source)?];
            check_repetition(&features, source)?;
            Ok(FeatureCollection { features, members: Map::new() })
        }
        (Some("FeatureCollection"), true) | (None, true) => {
            let features = raw.features.unwrap_or_default();
            let features: Vec<Feature> =
                features.into_iter().enumerate().map(|(i, f)| prove_feature(i, f, source)).collect::<Result<_, _>>()?;
            check_repetition(&features, source)?;
            Ok(FeatureCollection { features, members: raw.members })
        }
        (Some("FeatureCollection"), false) => fail("the FeatureCollection has no `features`", wanted),
        (Some(_), _) if raw.members.contains_key("elements") => {
            fail("is Overpass JSON, not GeoJSON", "export it as OSM XML or GeoJSON")
        }
        (Some(kind), _) => fail(&format!("is a GeoJSON {kind:?}, not a FeatureCollection"), wanted),
        (None, false) if raw.members.contains_key("elements") => {
            fail("is Overpass JSON, not GeoJSON", "export it as OSM XML or GeoJSON")
        }
        (None, false) => fail("is JSON, but not GeoJSON", wanted),
    }
}

/// Proves a feature and its geometry.
fn prove_feature(index: usize, raw: RawObject, source: &Source) -> Result<Feature, ReadError> {
    let properties = raw.properties.unwrap_or_default();
    let from_properties = |key: &str| properties.get(key).and_then(scalar);
    let id = raw.id.as_ref().and_then(scalar).or_else(|| from_properties("@id")).or_else(|| from_properties("id"));
    let mut feature = Feature { index, id, properties, geometry: Geometry::None };
    if let Some(geometry) = raw.geometry {
        feature.geometry = prove_geometry(*geometry).map_err(|what| {
            ReadError::new(source.path, what).at(feature.source()).hint("correct or remove this feature")
        })?;
    }
    Ok(feature)
}

/// Refuses multi-part features whose properties, one copy for each part, would fill the memory.
fn check_repetition(features: &[Feature], source: &Source) -> Result<(), ReadError> {
    let mut bytes = 0_usize;
    for feature in features {
        let copies = feature.geometry.parts().saturating_sub(1);
        if copies > 0 {
            let id = feature.id.as_ref().map_or(0, String::len);
            let once = id + feature.properties.iter().map(|(key, value)| key.len() + weight(value)).sum::<usize>();
            bytes = bytes.saturating_add(copies.saturating_mul(once));
        }
        if bytes > MAX_REPEATED_BYTES {
            let what = format!("the properties of its {} parts take too much memory", copies + 1);
            return Err(ReadError::new(source.path, what)
                .at(format!("feature {}", feature.index))
                .hint("shorten its properties, or extract the part you need"));
        }
    }
    Ok(())
}

/// Returns about how many bytes a value takes.
fn weight(value: &Value) -> usize {
    const EACH: usize = 64;
    EACH + match value {
        Value::String(text) => text.len(),
        Value::Array(list) => list.iter().map(weight).sum(),
        Value::Object(object) => object.iter().map(|(key, value)| key.len() + weight(value)).sum(),
        _ => 0,
    }
}

/// Returns a string, number or boolean as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(s) => Some(s.clone()),
        Value::Number(n) => Some(n.to_string()),
        Value::Bool(b) => Some(b.to_string()),
        _ => None,
    }
}

/// Proves that the coordinates of a geometry fit its type.
fn prove_geometry(raw: RawObject) -> Result<Geometry, String> {
    let kind = raw.kind.ok_or("its geometry has no `type`")?;
    if kind == "GeometryCollection" {
        let parts = raw.geometries.ok_or("the GeometryCollection has no `geometries`")?;
        return parts.into_iter().map(prove_geometry).collect::<Result<_, _>>().map(Geometry::Collection);
    }
    let shape = raw.coordinates.ok_or_else(|| format!("the {kind} has no `coordinates`"))?;
    let wrong = || format!("the coordinates of the {kind} are nested wrongly");
    Ok(match kind.as_str() {
        "Point" => Geometry::Point(shape.position().ok_or_else(wrong)?),
        "MultiPoint" => Geometry::MultiPoint(shape.line().ok_or_else(wrong)?),
        "LineString" => Geometry::LineString(shape.line().ok_or_else(wrong)?),
        "MultiLineString" => Geometry::MultiLineString(shape.rings().ok_or_else(wrong)?),
        "Polygon" => Geometry::Polygon(shape.rings().ok_or_else(wrong)?),
        "MultiPolygon" => Geometry::MultiPolygon(shape.polygons().ok_or_else(wrong)?),
        other => return Err(format!("{other:?} is not a GeoJSON geometry")),
    })
}

/// The number of vertices, and the number of objects and property values, that may still be read before the file is
/// refused.
struct Budget {
    vertices: Cell<usize>,
    values: Cell<usize>,
}

/// Takes one from a budget, and returns an error when the budget is used up.
fn spend<E: Error>(left: &Cell<usize>, what: &str) -> Result<(), E> {
    match left.get().checked_sub(1) {
        Some(rest) => {
            left.set(rest);
            Ok(())
        }
        None => Err(E::custom(format!("the file has more {what}{BEYOND}"))),
    }
}

/// Coordinates: a position, or nested lists of positions.
enum Nested {
    Position(Position),
    List(Vec<Nested>),
}

impl Nested {
    /// Returns the position, if this is a position and not a list.
    fn position(self) -> Option<Position> {
        match self {
            Nested::Position(p) => Some(p),
            Nested::List(_) => None,
        }
    }
    /// Returns the list, if this is a list and not a position.
    fn list(self) -> Option<Vec<Nested>> {
        match self {
            Nested::Position(_) => None,
            Nested::List(list) => Some(list),
        }
    }
    /// Returns a list of positions; `None` when this is nested in another way.
    fn line(self) -> Option<Vec<Position>> {
        self.list()?.into_iter().map(Nested::position).collect()
    }
    /// Returns a list of lines; `None` when this is nested in another way.
    fn rings(self) -> Option<Vec<Vec<Position>>> {
        self.list()?.into_iter().map(Nested::line).collect()
    }
    /// Returns a list of lists of lines; `None` when this is nested in another way.
    fn polygons(self) -> Option<Vec<Vec<Vec<Position>>>> {
        self.list()?.into_iter().map(Nested::rings).collect()
    }
}

#[derive(Clone, Copy)]
struct NestedSeed<'a> {
    budget: &'a Budget,
    depth: usize,
}

/// An element of a coordinate array: a number, or a list that is nested deeper.
enum Element {
    Number(f64),
    Nested(Nested),
}

impl<'de> DeserializeSeed<'de> for NestedSeed<'_> {
    type Value = Element;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Element, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for NestedSeed<'_> {
    type Value = Element;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a number or a list of coordinates")
    }
    fn visit_f64<E: Error>(self, v: f64) -> Result<Element, E> {
        Ok(Element::Number(v))
    }
    fn visit_i64<E: Error>(self, v: i64) -> Result<Element, E> {
        Ok(Element::Number(v as f64))
    }
    fn visit_u64<E: Error>(self, v: u64) -> Result<Element, E> {
        Ok(Element::Number(v as f64))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Element, A::Error> {
        spend(&self.budget.vertices, "vertices")?;
        if self.depth >= MAX_DEPTH {
            return Err(Error::custom("coordinates are nested too deeply"));
        }
        let inner = NestedSeed { depth: self.depth + 1, ..self };
        let Some(first) = seq.next_element_seed(inner)? else { return Ok(Element::Nested(Nested::List(Vec::new()))) };
        match first {
            Element::Number(x) => read_position(x, inner, seq).map(|p| Element::Nested(Nested::Position(p))),
            Element::Nested(first) => {
                let mut list = vec![first];
                while let Some(next) = seq.next_element_seed(inner)? {
                    match next {
                        Element::Nested(next) => list.push(next),
                        Element::Number(_) => return Err(Error::custom("a number among lists of coordinates")),
                    }
                }
                Ok(Element::Nested(Nested::List(list)))
            }
        }
    }
}

/// Reads the rest of a position that begins with `x`.
fn read_position<'de, A: SeqAccess<'de>>(x: f64, seed: NestedSeed, mut seq: A) -> Result<Position, A::Error> {
    let number = |seq: &mut A| match seq.next_element_seed(seed)? {
        Some(Element::Number(n)) => Ok(Some(n)),
        Some(Element::Nested(_)) => Err(Error::custom("a list among the numbers of a position")),
        None => Ok(None),
    };
    let y = number(&mut seq)?.ok_or_else(|| Error::custom("a position needs two numbers"))?;
    let z = number(&mut seq)?;
    while number(&mut seq)?.is_some() {}
    if !(x.is_finite() && y.is_finite() && z.is_none_or(f64::is_finite)) {
        return Err(Error::custom("a coordinate is not finite"));
    }
    Ok(Position { at: Point::new(x, y), z })
}

/// Any object of the file: a collection, a feature or a geometry. Members come in any order, so its type is known only
/// after the whole object has been read.
#[derive(Default)]
struct RawObject {
    kind: Option<String>,
    features: Option<Vec<RawObject>>,
    geometry: Option<Box<RawObject>>,
    geometries: Option<Vec<RawObject>>,
    coordinates: Option<Nested>,
    properties: Option<Map<String, Value>>,
    id: Option<Value>,
    members: Map<String, Value>,
}

#[derive(Clone, Copy)]
struct RawObjectSeed<'a> {
    budget: &'a Budget,
    depth: usize,
}

impl<'de> DeserializeSeed<'de> for RawObjectSeed<'_> {
    type Value = RawObject;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<RawObject, D::Error> {
        d.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RawObjectSeed<'_> {
    type Value = RawObject;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a GeoJSON object")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawObject, A::Error> {
        if self.depth > MAX_DEPTH {
            return Err(Error::custom("objects are nested too deeply"));
        }
        spend(&self.budget.values, "objects")?;
        let inner = RawObjectSeed { depth: self.depth + 1, ..self };
        let mut object = RawObject::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "type" => object.kind = Some(map.next_value()?),
                "features" => object.features = Some(map.next_value_seed(ListSeed(inner))?),
                "geometries" => object.geometries = Some(map.next_value_seed(ListSeed(inner))?),
                "geometry" => object.geometry = map.next_value_seed(OptionalSeed(inner))?.map(Box::new),
                "coordinates" => {
                    let seed = NestedSeed { budget: self.budget, depth: 0 };
                    object.coordinates = match map.next_value_seed(seed)? {
                        Element::Nested(nested) => Some(nested),
                        Element::Number(_) => return Err(Error::custom("coordinates must be a list")),
                    };
                }
                "properties" => match map.next_value_seed(ValueSeed(self.budget))? {
                    Value::Object(properties) => object.properties = Some(properties),
                    Value::Null => {}
                    _ => return Err(Error::custom("properties must be an object")),
                },
                "id" => object.id = Some(map.next_value_seed(ValueSeed(self.budget))?),
                "bbox" => drop(map.next_value::<IgnoredAny>()?),
                // Other members are kept only if they are members of the root object.
                _ if self.depth == 0 => {
                    let value = map.next_value_seed(ValueSeed(self.budget))?;
                    object.members.insert(key, value);
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(object)
    }
}

struct OptionalSeed<'a>(RawObjectSeed<'a>);

impl<'de> DeserializeSeed<'de> for OptionalSeed<'_> {
    type Value = Option<RawObject>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for OptionalSeed<'_> {
    type Value = Option<RawObject>;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a geometry or null")
    }
    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }
    fn visit_some<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(d).map(Some)
    }
}

struct ListSeed<'a>(RawObjectSeed<'a>);

impl<'de> DeserializeSeed<'de> for ListSeed<'_> {
    type Value = Vec<RawObject>;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Self::Value, D::Error> {
        d.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ListSeed<'_> {
    type Value = Vec<RawObject>;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of GeoJSON objects")
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(next) = seq.next_element_seed(self.0)? {
            list.push(next);
        }
        Ok(list)
    }
}

/// A JSON value whose parts are counted against the budget.
#[derive(Clone, Copy)]
struct ValueSeed<'a>(&'a Budget);

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Value, D::Error> {
        spend(&self.0.values, "property values")?;
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
    type Value = Value;
    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E: Error>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }
    fn visit_i64<E: Error>(self, v: i64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_u64<E: Error>(self, v: u64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_f64<E: Error>(self, v: f64) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_str<E: Error>(self, v: &str) -> Result<Value, E> {
        Ok(v.into())
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(next) = seq.next_element_seed(self)? {
            list.push(next);
        }
        Ok(Value::Array(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = map.next_key()? {
            object.insert(key, map.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}
