//! Populace's own GeoJSON properties: features are the entries of a place file, and their geometry is drawn.
//!
//! The property `populace` says what a feature is. Its other properties are the fields of that entry in a
//! [place file](crate::entries), except the fields that the geometry gives:
//!
//! | `populace` | geometry                                | gives                                 |
//! |------------|-----------------------------------------|---------------------------------------|
//! | floor      | Polygon, MultiPolygon                   | `outline` and holes                   |
//! |            | LineString with heights, and `width`    | `axis`                                |
//! | obstacle   | Polygon, MultiPolygon                   | `outline` and holes                   |
//! | wall       | LineString, MultiLineString             | `line`                                |
//! | stairs     | LineString; `from` and `to` name floors | the points of `from`, `via` and `to`  |
//! | link       | LineString of two points; Point (lift)  | `segment`; `at`                       |
//! | area       | Polygon                                 | `outline` and holes                   |
//! | object     | Point; Polygon; LineString              | `at`; `outline`; `line` of a queue or a track, else `outline` |
//!
//! The property `id`, and properties that begin with `_` or `@`, belong to other programs and are ignored.

use populace_env::Place;
use populace_env::objects::object_kind;
use populace_geom::Bounds;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::assemble::{EntryId, assemble};
use crate::entries::{
    AreaEntry, FlightEntry, FloorEntry, LinkEntry, ObjectEntry, ObstacleEntry, PlaceFile, Ring, WallOnFloorEntry, Xy,
};
use crate::geojson::{Feature, FeatureCollection, Geometry, Position};
use crate::projection::Projection;
use crate::rings::OpenRings;
use crate::suggest::{advice, explain};
use crate::{Options, ReadError, Source, words};

/// The kinds of features, with the fields of the entry that the geometry gives.
pub(crate) const KINDS: [(&str, &[&str]); 7] = [
    ("floor", &["outline", "outlines", "holes", "obstacles", "walls"]),
    ("obstacle", &["outline", "holes"]),
    ("wall", &["line"]),
    ("stairs", &["via"]),
    ("link", &["segment", "at"]),
    ("area", &["outline", "holes"]),
    ("object", &["outline", "at", "line"]),
];

/// Reads a place from features with the property `populace`.
pub fn read(collection: &FeatureCollection, source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut bounds = Bounds::EMPTY;
    collection.features.iter().for_each(|f| f.geometry.visit_positions(&mut |p| bounds.include(p.at)));
    let fail = |what: String| ReadError::new(source.path, what);
    let (projection, assumed) =
        Projection::choose(bounds, || collection.has_tiny_details(), options).map_err(|what| {
            fail(what).hint("extract the part you need, or say --units m when the coordinates are metres")
        })?;
    let name = collection.members.get("name").and_then(Value::as_str).map_or_else(|| source.stem(), str::to_owned);
    let mut place = Place { name, georeference: projection.georeference(), ..Place::default() };
    assumed.into_iter().for_each(|text| place.note(text));
    let mut file = PlaceFile::default();
    let mut features = Features::default();
    let mut others = 0;
    let mut open = OpenRings::default();
    for (number, feature) in collection.features.iter().enumerate() {
        match feature.text("populace") {
            None => others += 1,
            Some(kind) => {
                open.note_geometry(&feature.geometry, &|| feature.source());
                add(&mut file, feature, kind)
                    .map_err(|Fault { what, hint }| fail(what).at(feature.source()).hint(hint))?;
                features.note(&file, number);
            }
        }
    }
    open.finish(&mut place.notes, |p| projection.project(p));
    if others > 0 {
        place.note(format!("ignored {} without the property \"populace\"", words::count(others, "feature")));
    }
    let source_of = |entry: EntryId| {
        let feature = features.of(entry).and_then(|number| collection.features.get(number));
        feature.map(Feature::source).unwrap_or_default()
    };
    assemble(&file, place, projection, &source_of).map_err(|problem| {
        let location = match problem.field {
            "" => source_of(problem.entry),
            field => format!("{}, {field}", source_of(problem.entry)),
        };
        fail(problem.what).at(location).hint(problem.hint)
    })
}

/// The error of a feature.
struct Fault {
    what: String,
    hint: String,
}

impl Fault {
    /// Returns what is wrong, and what to do.
    fn new(what: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault { what: what.into(), hint: hint.into() }
    }
}

/// The feature that each entry comes from: for each table, the numbers of the features in the order of the entries.
#[derive(Default)]
struct Features([Vec<usize>; 7]);

impl Features {
    /// Notes that the entries added since the last call come from a feature.
    fn note(&mut self, file: &PlaceFile, feature: usize) {
        let counts = [
            file.floor.len(),
            file.obstacle.len(),
            file.wall.len(),
            file.stairs.len(),
            file.link.len(),
            file.area.len(),
            file.object.len(),
        ];
        self.0.iter_mut().zip(counts).for_each(|(known, count)| known.resize(count, feature));
    }
    /// Returns the number of the feature that an entry comes from.
    fn of(&self, entry: EntryId) -> Option<usize> {
        let table = KINDS.iter().position(|(word, _)| *word == entry.table)?;
        self.0[table].get(entry.number).copied()
    }
}

/// Turns a feature into an entry of `file`.
fn add(file: &mut PlaceFile, feature: &Feature, kind: &str) -> Result<(), Fault> {
    let geometry = &feature.geometry;
    match kind {
        "floor" => file.floor.push(floor(feature)?),
        "obstacle" => {
            let entry: ObstacleEntry = fields(feature, kind)?;
            for polygon in polygons(geometry, kind)? {
                let (outline, holes) = rings(polygon);
                file.obstacle.push(ObstacleEntry { outline, holes, ..entry.clone() });
            }
        }
        "wall" => {
            let entry: WallOnFloorEntry = fields(feature, kind)?;
            for line in lines(geometry, kind)? {
                let entry = WallOnFloorEntry { line: plan(line), ..entry.clone() };
                file.wall.push(entry);
            }
        }
        "stairs" => file.stairs.push(stairs(feature)?),
        "link" => file.link.push(link(feature)?),
        "area" => {
            let entry: AreaEntry = fields(feature, kind)?;
            let (outline, holes) = rings(only_part(polygons(geometry, kind)?, kind)?);
            file.area.push(AreaEntry { outline, holes, ..entry });
        }
        "object" => file.object.push(object(feature)?),
        _ => {
            let words = KINDS.iter().map(|(word, _)| *word);
            return Err(Fault::new(
                format!("no entry is called {kind:?} (property \"populace\")"),
                advice(kind, words),
            ));
        }
    }
    Ok(())
}

/// Returns the entry of a floor, drawn as polygons or, with heights, as its axis.
fn floor(feature: &Feature) -> Result<FloorEntry, Fault> {
    let mut entry: FloorEntry = fields(feature, "floor")?;
    if let Geometry::LineString(line) = &feature.geometry {
        if entry.axis.is_some() {
            return Err(Fault::new("a floor drawn as a line has its axis already", "leave the property `axis` out"));
        }
        let points = line.iter().map(|p| Some([p.at.x, p.at.y, p.z?])).collect::<Option<Vec<_>>>();
        let hint = "draw it as a polygon, or give each point of the line a height as third number";
        entry.axis = Some(points.ok_or_else(|| Fault::new("a floor drawn as a line needs heights", hint))?);
        return Ok(entry);
    }
    for polygon in polygons(&feature.geometry, "floor")? {
        let (outline, holes) = rings(polygon);
        entry.outlines.push(outline);
        entry.holes.extend(holes);
    }
    Ok(entry)
}

/// Returns the entry of a flight, drawn as a line from its start to its end.
fn stairs(feature: &Feature) -> Result<FlightEntry, Fault> {
    let mut entry: FlightEntry = fields(feature, "stairs")?;
    let line = plan(only_part(lines(&feature.geometry, "stairs")?, "stairs")?);
    let (Some(first), Some(last)) = (line.first(), line.last()) else {
        return Err(Fault::new("the line has no points", ""));
    };
    for (spot, point) in [(&mut entry.from, first), (&mut entry.to, last)] {
        if let Some(spot) = spot {
            spot.at.get_or_insert(*point);
        }
    }
    entry.via = line.get(1..line.len().saturating_sub(1)).unwrap_or_default().to_vec();
    Ok(entry)
}

/// Returns the entry of a link, drawn as a line of two points, or as the point of a lift.
fn link(feature: &Feature) -> Result<LinkEntry, Fault> {
    let mut entry: LinkEntry = fields(feature, "link")?;
    match &feature.geometry {
        Geometry::Point(p) => entry.at = Some(xy(p)),
        Geometry::LineString(line) => match line.as_slice() {
            [a, b] => entry.segment = Some([xy(a), xy(b)]),
            _ => return Err(Fault::new(format!("the line of a link has {} points", line.len()), "draw two points")),
        },
        Geometry::None => {}
        other => return Err(mismatch(other, "link", "a LineString of two points, or a Point for a lift")),
    }
    Ok(entry)
}

/// Returns the entry of an object, drawn as a point, a line or a polygon.
fn object(feature: &Feature) -> Result<ObjectEntry, Fault> {
    let mut entry: ObjectEntry = fields(feature, "object")?;
    match &feature.geometry {
        Geometry::Point(p) => entry.at = Some(xy(p)),
        Geometry::LineString(line) if object_kind(&entry.kind).is_some_and(|kind| kind.takes("line")) => {
            entry.line = Some(plan(line))
        }
        Geometry::LineString(line) => entry.outline = Some(plan(line)),
        Geometry::Polygon(polygon) => entry.outline = Some(rings(polygon).0),
        other => return Err(mismatch(other, "object", "a Point, a LineString or a Polygon")),
    }
    Ok(entry)
}

/// Returns the properties of a feature as the fields of its entry.
fn fields<T: DeserializeOwned>(feature: &Feature, kind: &str) -> Result<T, Fault> {
    let drawn = KINDS.iter().find(|(word, _)| *word == kind).map_or(&[][..], |(_, fields)| fields);
    let mut properties = Map::new();
    for (key, value) in &feature.properties {
        if drawn.contains(&key.as_str()) {
            let what = format!("the property {key:?} of a {kind} is given by its geometry");
            return Err(Fault::new(what, "draw it, and leave the property out"));
        }
        if key != "populace" && key != "id" && !key.starts_with(['_', '@']) {
            properties.insert(key.clone(), value.clone());
        }
    }
    serde_json::from_value(Value::Object(properties)).map_err(|error| {
        let (what, hint) = explain(&error.to_string());
        Fault::new(what, hint)
    })
}

/// Returns the polygons of a geometry.
fn polygons<'a>(geometry: &'a Geometry, kind: &str) -> Result<Vec<&'a Vec<Vec<Position>>>, Fault> {
    match geometry {
        Geometry::Polygon(polygon) => Ok(vec![polygon]),
        Geometry::MultiPolygon(polygons) => Ok(polygons.iter().collect()),
        _ => Err(mismatch(geometry, kind, "a Polygon or MultiPolygon")),
    }
}

/// Returns the lines of a geometry.
fn lines<'a>(geometry: &'a Geometry, kind: &str) -> Result<Vec<&'a Vec<Position>>, Fault> {
    match geometry {
        Geometry::LineString(line) => Ok(vec![line]),
        Geometry::MultiLineString(lines) => Ok(lines.iter().collect()),
        _ => Err(mismatch(geometry, kind, "a LineString")),
    }
}

/// Returns the only part of a geometry.
fn only_part<T: Copy>(parts: Vec<T>, kind: &str) -> Result<T, Fault> {
    match parts.as_slice() {
        [part] => Ok(*part),
        _ => Err(Fault::new(format!("{kind} has {} parts", parts.len()), "make one feature of each part")),
    }
}

/// Returns the fault of a geometry that does not fit the kind of its feature.
fn mismatch(geometry: &Geometry, kind: &str, wanted: &str) -> Fault {
    let what = match geometry {
        Geometry::None => format!("this {kind} has no geometry (null)"),
        _ => format!("the geometry does not fit {kind:?}"),
    };
    Fault::new(what, format!("draw {wanted}"))
}

/// Returns the outline and the holes of a polygon.
fn rings(polygon: &[Vec<Position>]) -> (Ring, Vec<Ring>) {
    let mut rings = polygon.iter().map(|ring| plan(ring));
    let outer = rings.next().unwrap_or_default();
    (outer, rings.collect())
}

/// Returns the points of a line without their heights.
fn plan(line: &[Position]) -> Ring {
    line.iter().map(xy).collect()
}

fn xy(p: &Position) -> Xy {
    [p.at.x, p.at.y]
}
