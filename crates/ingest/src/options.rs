//! Options of a reader: everything that it is told about a file besides the file's bytes.

use populace_geom::Point;

use crate::{FORMATS, Files, Format};

/// Settings of all importers. Each importer uses the settings that concern it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The formats that can be read, in the order in which content is tried: [`FORMATS`], and those of other crates.
    pub formats: Vec<&'static Format>,
    /// The name of one of these formats; when absent, the ending and the content decide.
    pub format: Option<String>,
    /// Unit of the coordinates.
    pub units: Units,
    /// The way in which tagged data (GeoJSON, OSM) becomes floors.
    pub reading: Reading,
    /// Free ground around building footprints, m.
    pub margin: f64,
    /// Size of a raster pixel, m.
    pub metres_per_pixel: f64,
    /// Which axis of a mesh points up.
    pub up: UpAxis,
    /// A point on the walkable area of a mesh: (x, y) in plan, and z, m. When absent, the largest part is taken.
    pub inside: Option<(Point, f64)>,
    /// Heights of the storeys of a mesh, m; found from its walkable surfaces when empty.
    pub storeys: Vec<f64>,
    /// The free height that a person needs above the floor of a mesh, m.
    pub person_height: f64,
    /// The highest step that a person takes, m; what is higher is a wall.
    pub step_height: f64,
    /// Steepest slope that counts as walkable in a mesh, degrees.
    pub max_slope: f64,
    /// Metres per unit of a mesh or drawing whose file does not say.
    pub scale: f64,
    /// The most vertices of a file; a file with more is refused.
    pub max_vertices: usize,
    /// The source of all files of the place: the file itself, and the files that it names.
    pub files: Files,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            formats: FORMATS.iter().collect(),
            format: None,
            units: Units::Auto,
            reading: Reading::Auto,
            margin: 10.0,
            metres_per_pixel: 0.1,
            up: UpAxis::Auto,
            inside: None,
            storeys: Vec::new(),
            person_height: 2.0,
            step_height: 0.3,
            max_slope: 45.0,
            scale: 1.0,
            max_vertices: 4_000_000,
            files: Files::default(),
        }
    }
}

/// The limits of a number among the options. They are the same on the command line, in place files and in the readers.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    /// The name of the number in messages.
    pub name: &'static str,
    /// Its least value.
    pub low: f64,
    /// Its greatest value.
    pub high: f64,
    /// Its unit.
    pub unit: &'static str,
}

impl Range {
    /// Returns whether a value is a number within the limits.
    pub fn contains(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
    /// Returns what to do about a value that is not within the limits.
    pub fn hint(&self) -> String {
        format!("give a {} between {} and {} {}", self.name, self.low, self.high, self.unit)
    }
}

impl Options {
    /// Limits of [`margin`](Options::margin).
    pub const MARGIN: Range = Range { name: "margin", low: 0.0, high: 100_000.0, unit: "m" };
    /// Limits of [`metres_per_pixel`](Options::metres_per_pixel).
    pub const METRES_PER_PIXEL: Range = Range { name: "pixel size", low: 1e-4, high: 1000.0, unit: "m" };
    /// Limits of [`person_height`](Options::person_height).
    pub const PERSON_HEIGHT: Range = Range { name: "person height", low: 0.5, high: 5.0, unit: "m" };
    /// Limits of [`step_height`](Options::step_height), which must be below the person height as well.
    pub const STEP_HEIGHT: Range = Range { name: "step height", low: 0.0, high: 2.0, unit: "m" };
    /// Limits of [`max_slope`](Options::max_slope).
    pub const MAX_SLOPE: Range = Range { name: "max slope", low: 1.0, high: 80.0, unit: "°" };
    /// Limits of [`scale`](Options::scale).
    pub const SCALE: Range = Range { name: "scale", low: 1e-6, high: 1e6, unit: "m per unit" };

    /// Returns the first number that is not within its limits, with its value.
    pub fn beyond_limits(&self) -> Option<(Range, f64)> {
        let numbers = [
            (Self::MARGIN, self.margin),
            (Self::METRES_PER_PIXEL, self.metres_per_pixel),
            (Self::PERSON_HEIGHT, self.person_height),
            (Self::STEP_HEIGHT, self.step_height),
            (Self::MAX_SLOPE, self.max_slope),
            (Self::SCALE, self.scale),
        ];
        numbers.into_iter().find(|(range, value)| !range.contains(*value))
    }
}

/// Unit of planar coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// The unit that the format prescribes, or that the numbers suggest.
    Auto,
    /// Metres.
    Metres,
    /// Longitude and latitude, degrees.
    LonLat,
}

/// The way in which tagged data becomes floors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The tags that are there decide.
    Auto,
    /// Populace's own properties.
    Populace,
    /// OpenStreetMap building footprints are obstacles on open ground.
    Buildings,
    /// OpenStreetMap indoor and footway tags.
    Indoor,
}

/// Which axis of a mesh points up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UpAxis {
    /// y for glTF; for other formats, the axis along which most of the surfaces face.
    Auto,
    /// y up.
    Y,
    /// z up.
    Z,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_within_the_limits_and_no_number_is_not() {
        assert!(Options::default().beyond_limits().is_none());
        let none = Options { step_height: f64::NAN, ..Options::default() };
        assert_eq!(none.beyond_limits().map(|(range, _)| range.name), Some("step height"));
        let low = Options { person_height: 0.4, ..Options::default() };
        let (range, value) = low.beyond_limits().unwrap();
        assert_eq!((value, range.hint().as_str()), (0.4, "give a person height between 0.5 and 5 m"));
    }
}
