//! A place as a person writes it, or as code builds it: the entries of place files (TOML) and of Populace's own GeoJSON
//! properties. The JSON Schemas are generated from these types.
//!
//! Nothing here is proven; [`hand::resolve`](crate::hand::resolve) and [`hand::built`](crate::hand::built) do that.

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};

pub use crate::time_entry::TimeEntry;

/// A point `[x, y]`, m.
pub type Xy = [f64; 2];
/// A line or ring of points, m.
pub type Ring = Vec<Xy>;

/// A place file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Populace place file")]
pub struct PlaceFile {
    /// Version of this format: 1.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// The name of the place; the name of the file when absent.
    pub name: Option<String>,
    /// Unit of the points in this file; `lonlat` needs an import that knows where on earth it is.
    #[serde(default)]
    pub units: PointUnits,
    /// Another file to start from: its path, or a table with its path and settings.
    pub import: Option<ImportEntry>,
    /// Levels, and sloping floors drawn by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floor: Vec<FloorEntry>,
    /// Polygons that stand on a floor, one entry each; `obstacles` of a floor is the short form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacle: Vec<ObstacleEntry>,
    /// Walls drawn as lines, one entry each; `walls` of a floor is the short form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wall: Vec<WallOnFloorEntry>,
    /// Flights of stairs, ramps, escalators and moving walkways between two levels, with their openings and landings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stairs: Vec<FlightEntry>,
    /// Openings, doors and lifts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub link: Vec<LinkEntry>,
    /// Named polygons: regions, entrances, exits, waiting and measurement areas.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub area: Vec<AreaEntry>,
    /// Things pedestrians use: queues, tills, machines, benches, boards and the other kinds of objects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub object: Vec<ObjectEntry>,
}

impl Default for PlaceFile {
    /// Returns a file of the current version without entries.
    fn default() -> Self {
        PlaceFile {
            version: 1,
            name: None,
            units: PointUnits::Metres,
            import: None,
            floor: Vec::new(),
            obstacle: Vec::new(),
            wall: Vec::new(),
            stairs: Vec::new(),
            link: Vec::new(),
            area: Vec::new(),
            object: Vec::new(),
        }
    }
}

impl PlaceFile {
    /// Writes the file as TOML, which reads back to an equal value.
    pub fn to_text(&self) -> Result<String, toml::ser::Error> {
        toml::to_string(self)
    }
}

/// Unit of the points of a place file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PointUnits {
    /// Metres.
    #[default]
    #[serde(alias = "m")]
    Metres,
    /// Degrees of longitude and latitude.
    LonLat,
}

/// Another file to start from.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportEntry(pub ImportTable);

/// Another file to start from, and how to read it. An absent setting is that of the command line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportTable {
    /// Path, relative to this file.
    pub file: String,
    /// Format of the file, when its ending and content do not tell.
    pub format: Option<String>,
    /// Unit of its coordinates: `metres` or `lonlat`.
    pub units: Option<PointUnits>,
    /// The way in which tagged data becomes floors.
    pub reading: Option<ReadingWord>,
    /// Free ground around building footprints, m.
    pub margin: Option<f64>,
    /// Size of a raster pixel, m.
    pub metres_per_pixel: Option<f64>,
    /// The axis of a mesh that points up.
    pub up: Option<UpWord>,
    /// A point `[x, y, z]` on the walkable area of a mesh, m.
    pub inside: Option<[f64; 3]>,
    /// Heights of the storeys of a mesh, m.
    pub storeys: Option<Vec<f64>>,
    /// Headroom a person needs above a mesh's floor, m.
    pub person_height: Option<f64>,
    /// Highest step that is not a wall, m.
    pub step_height: Option<f64>,
    /// Steepest walkable slope of a mesh, degrees.
    pub max_slope: Option<f64>,
    /// Metres per unit of a mesh or drawing whose file does not say.
    pub scale: Option<f64>,
}

/// The way in which tagged data becomes floors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReadingWord {
    /// By the tags that are there.
    Auto,
    /// Populace's own properties.
    Populace,
    /// OpenStreetMap building footprints are obstacles on open ground.
    Buildings,
    /// OpenStreetMap indoor and footway tags.
    Indoor,
}

/// The axis of a mesh that points up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UpWord {
    /// y up.
    Y,
    /// z up.
    Z,
}

/// A walkable surface. An entry with the name of a floor of the imported file adds to that floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorEntry {
    /// Unique within the place.
    pub name: String,
    /// Height above the place's zero, m; 0 when absent.
    pub elevation: Option<f64>,
    /// The kind of surface; a level when absent.
    pub kind: Option<FloorWord>,
    /// Its border.
    pub outline: Option<Ring>,
    /// More outlines that belong to the same floor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outlines: Vec<Ring>,
    /// Rings cut out of the outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Ring>,
    /// Polygons that stand on it: columns, counters, furniture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub obstacles: Vec<Ring>,
    /// Walls drawn as lines.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<WallEntry>,
    /// Line `[x, y, z]` along a sloping or moving floor, m: its height, and the direction of its belt.
    pub axis: Option<Vec<[f64; 3]>>,
    /// Width around the axis when there is no outline, m.
    pub width: Option<f64>,
    /// Stairs: depth of a tread, m; 0.29 when absent.
    pub going: Option<f64>,
    /// Stairs: height of a step, m; 0.17 when absent.
    pub rise: Option<f64>,
    /// Stairs: horizontal speed going up as a share of the speed on the flat; 0.37 when absent.
    pub up_factor: Option<f64>,
    /// Stairs: horizontal speed going down as a share of the speed on the flat; 0.50 when absent.
    pub down_factor: Option<f64>,
    /// Escalators and walkways: speed along the axis, m/s; 0.5 when absent, negative against the axis.
    pub belt_speed: Option<f64>,
}

/// The kind of surface of a floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FloorWord {
    /// A storey, a platform, the ground.
    Level,
    /// A flight of stairs.
    Stairs,
    /// A sloping surface without steps.
    Ramp,
    /// Moving stairs.
    Escalator,
    /// A flat or sloping moving walkway.
    Walkway,
}

/// A wall drawn as a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallEntry {
    /// The middle of the wall; closed when the last point repeats the first.
    pub line: Ring,
    /// Thickness, m; 0.1 when absent.
    pub thickness: Option<f64>,
}

/// A polygon that stands on a floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObstacleEntry {
    /// The name, for messages.
    pub name: Option<String>,
    /// The floor it stands on, by name; may be absent when the place has one floor.
    pub floor: Option<String>,
    /// Its border.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Ring,
    /// Rings cut out of it: courtyards.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Ring>,
}

/// A wall drawn as a line.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WallOnFloorEntry {
    /// The name, for messages.
    pub name: Option<String>,
    /// The floor it stands on, by name; may be absent when the place has one floor.
    pub floor: Option<String>,
    /// The middle of the wall; closed when the last point repeats the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Ring,
    /// Thickness, m; 0.1 when absent.
    pub thickness: Option<f64>,
}

/// A flight of stairs, a ramp, an escalator or a moving walkway between two levels, straight unless `via` bends it.
/// The entry makes the floor of the flight, an opening at either end and, where a level does not reach the end, a
/// landing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlightEntry {
    /// Unique among the floors; numbered when absent.
    pub name: Option<String>,
    /// Stairs, ramp, escalator or walkway; stairs when absent.
    pub kind: Option<FloorWord>,
    /// The floor it starts from, and the middle of its first edge.
    pub from: Option<FloorPoint>,
    /// The floor it leads to, and the middle of its last edge.
    pub to: Option<FloorPoint>,
    /// Points in between where it bends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub via: Ring,
    /// Clear width, m; 2 when absent.
    pub width: Option<f64>,
    /// Length of the landing added at an end that lies outside the level, m; 1 when absent, 0 for none.
    pub landing: Option<f64>,
    /// Whether people can walk it only from its start to its end. When absent, moving escalators and walkways lead only
    /// the way of their belt; all other flights lead both ways.
    pub one_way: Option<bool>,
    /// Stairs: depth of a tread, m; 0.29 when absent.
    pub going: Option<f64>,
    /// Stairs: height of a step, m; 0.17 when absent.
    pub rise: Option<f64>,
    /// Stairs: horizontal speed going up as a share of the speed on the flat; 0.37 when absent.
    pub up_factor: Option<f64>,
    /// Stairs: horizontal speed going down as a share of the speed on the flat; 0.50 when absent.
    pub down_factor: Option<f64>,
    /// Escalators and walkways: speed from start to end, m/s; 0.5 when absent, negative from end to start.
    pub belt_speed: Option<f64>,
}

/// A link where two floors join, or a door within one floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkEntry {
    /// Unique among the links; numbered when absent.
    pub name: Option<String>,
    /// The kind of the link; an opening when absent.
    pub kind: Option<LinkWord>,
    /// Openings and doors: the two floors, by name.
    pub floors: Option<[String; 2]>,
    /// Doors within one floor: its name.
    pub floor: Option<String>,
    /// Openings and doors: the shared edge or the door leaf.
    pub segment: Option<[Xy; 2]>,
    /// Openings and doors: whether people can pass only from the first floor to the second, or, at a door within one
    /// floor, only from the left to the right of the segment; `false` when absent.
    pub one_way: Option<bool>,
    /// Doors: whether the door is open at the start; `true` when absent.
    pub open: Option<bool>,
    /// Doors: the times of day at which the door is open, such as `"08:00-18:00"`. They count when the scenario gives a
    /// time of day. When absent, the door has no opening hours.
    pub hours: Option<Vec<String>>,
    /// Lifts: the point where people step in, when it is the same on every floor.
    pub at: Option<Xy>,
    /// Lifts: the floors it serves, by name, or with the point where people step in.
    pub stops: Option<Vec<FloorPoint>>,
    /// Lifts: the most passengers, persons; 8 when absent.
    pub capacity: Option<u32>,
    /// Lifts: travel speed, m/s; 1 when absent.
    pub speed: Option<f64>,
    /// Lifts: time with open doors at a stop, s; 5 when absent.
    pub dwell: Option<f64>,
    /// Lifts: clear width of the doors, m; 0.9 when absent.
    pub door_width: Option<f64>,
}

/// The three ways of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LinkWord {
    /// Two floors share an edge.
    Opening,
    /// A door within a floor or between two.
    Door,
    /// A lift.
    Lift,
}

/// A named polygon on a floor.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AreaEntry {
    /// Unique among the areas.
    pub name: String,
    /// The purpose of the area; a region when absent.
    #[schemars(extend("enum" = crate::entries::area_words()))]
    pub kind: Option<String>,
    /// The floor it lies on, by name; may be absent when the place has one floor.
    pub floor: Option<String>,
    /// Its border.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Ring,
    /// Rings cut out of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Ring>,
}

/// A thing pedestrians use. The chapter on objects says which keys a kind takes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectEntry {
    /// Unique among the objects; numbered when absent.
    pub name: Option<String>,
    /// The kind of the object.
    #[schemars(extend("enum" = crate::entries::object_words()))]
    pub kind: String,
    /// The floor it stands on, by name; may be absent when the place has one floor.
    pub floor: Option<String>,
    /// The position of an object without extent, or the head of a queue whose line the program finds.
    pub at: Option<Xy>,
    /// Its footprint, which may lie in an obstacle or a wall.
    pub outline: Option<Ring>,
    /// Queues: the line along which people stand, from its head. Tracks: the line along the edge of the platform.
    pub line: Option<Ring>,
    /// The direction in which its front looks: degrees from east, counter-clockwise (north is 90), or a point. The program finds it when
    /// absent.
    pub facing: Option<FacingEntry>,
    /// The number of people who can use it at once; given by its size when absent.
    pub seats: Option<u32>,
    /// The radius of a performance or a meeting point, or the distance from which a board, a clock or a sign is seen, m.
    pub radius: Option<f64>,
    /// The queue from which it is served, by name; when absent, it has a line of its own.
    pub queue: Option<String>,
    /// The time of one use, s: a number, `[least, most]`, or a distribution such as `{ exponential = 30 }`; that of its kind when absent.
    pub service: Option<TimeEntry>,
    /// Gates: persons per minute; 30 when absent.
    pub rate: Option<f64>,
    /// The things that the object offers, such as `["ticket"]`; those that its kind offers when absent.
    pub offers: Option<Vec<String>>,
    /// Signs: the objects to which it shows the way, by name or by what they offer; every object when absent.
    pub shows: Option<Vec<String>>,
}

/// The direction in which something looks: an angle, or a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FacingEntry {
    /// Degrees from east, counter-clockwise.
    Degrees(f64),
    /// Towards a point.
    Point(Xy),
}

/// A floor by name, and a point on it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloorPoint {
    /// The floor.
    pub floor: String,
    /// The point; absent when the entry gives it elsewhere.
    pub at: Option<Xy>,
}

/// Returns the words for kinds of areas.
pub fn area_words() -> Vec<&'static str> {
    populace_env::AreaKind::WORDS.map(|(word, _)| word).to_vec()
}

/// Returns the words for kinds of objects.
pub fn object_words() -> Vec<&'static str> {
    populace_env::objects::object_words()
}

/// Reads a table, or a string that stands for the table's most important field. It is written by hand, because serde's
/// untagged enums lose the position of an error.
struct TextOr<T>(&'static str, fn(String) -> T);

impl<'de, T: Deserialize<'de>> Visitor<'de> for TextOr<T> {
    type Value = T;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.0)
    }
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok(self.1(text.to_owned()))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

impl From<&str> for ImportEntry {
    /// Names a file that is read with no settings of its own.
    fn from(file: &str) -> Self {
        ImportEntry(ImportTable { file: file.to_owned(), ..ImportTable::default() })
    }
}

impl Serialize for ImportEntry {
    /// Writes the path alone when there are no settings.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match *self == ImportEntry::from(self.0.file.as_str()) {
            true => serializer.serialize_str(&self.0.file),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for ImportEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let by_name = |file| ImportTable { file, ..ImportTable::default() };
        let expected = "the path of a file, or a table with `file` and settings";
        deserializer.deserialize_any(TextOr(expected, by_name)).map(ImportEntry)
    }
}

/// The table form of [`FloorPoint`].
#[derive(PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FloorPointTable {
    /// The floor, by name.
    floor: String,
    /// The point on it.
    at: Option<Xy>,
}

impl From<&str> for FloorPoint {
    /// Names a floor without a point.
    fn from(floor: &str) -> Self {
        FloorPoint { floor: floor.to_owned(), at: None }
    }
}

impl Serialize for FloorPoint {
    /// Writes the name of the floor alone when there is no point.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.at {
            None => serializer.serialize_str(&self.floor),
            at => FloorPointTable { floor: self.floor.clone(), at }.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for FloorPoint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let by_name = |floor| FloorPointTable { floor, at: None };
        let expected = "the name of a floor, or a table with `floor` and `at`";
        let FloorPointTable { floor, at } = deserializer.deserialize_any(TextOr(expected, by_name))?;
        Ok(FloorPoint { floor, at })
    }
}

/// Reads a number, or two numbers. It is written by hand, because serde's untagged enums lose the position of an error.
struct NumberOrPair<T>(&'static str, fn(f64) -> T, fn([f64; 2]) -> T);

impl<'de, T> Visitor<'de> for NumberOrPair<T> {
    type Value = T;
    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.0)
    }
    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        Ok(self.1(number))
    }
    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        Ok(self.1(number as f64))
    }
    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        Ok(self.1(number as f64))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<T, A::Error> {
        <[f64; 2]>::deserialize(SeqAccessDeserializer::new(seq)).map(self.2)
    }
}

macro_rules! number_or_pair {
    ($name:ident, $number:ident, $pair:ident, $expected:literal) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $name::$number(number) => serializer.serialize_f64(*number),
                    $name::$pair(pair) => pair.serialize(serializer),
                }
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any(NumberOrPair($expected, $name::$number, $name::$pair))
            }
        }
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let pair = generator.subschema_for::<[f64; 2]>();
                schemars::json_schema!({ "description": $expected, "anyOf": [{ "type": "number" }, pair] })
            }
        }
    };
}
number_or_pair!(FacingEntry, Degrees, Point, "degrees from east, counter-clockwise, or a point [x, y]");

macro_rules! text_or_table_schema {
    ($name:ident, $table:ident) => {
        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                let table = generator.subschema_for::<$table>();
                schemars::json_schema!({ "anyOf": [{ "type": "string" }, table] })
            }
        }
    };
}
text_or_table_schema!(ImportEntry, ImportTable);
text_or_table_schema!(FloorPoint, FloorPointTable);
