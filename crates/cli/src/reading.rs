//! The options for reading a place: as typed on the command line, then proven for the importers.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use populace_env::Place;
use populace_geom::Point;
use populace_ingest::{FORMATS, Options, Range, Reading, Units, UpAxis};

use crate::failure::Failure;

/// The file and the options of the importers, as typed.
#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// The file that holds the place
    pub place: PathBuf,
    /// Format of the file (see `populace formats`) [default: by its ending and content]
    #[arg(long, value_name = "NAME")]
    pub format: Option<String>,
    /// Unit of the coordinates
    #[arg(long, value_enum, default_value_t = UnitsWord::Auto)]
    units: UnitsWord,
    /// The way in which tagged data (GeoJSON, OSM) becomes floors
    #[arg(long, value_enum, default_value_t = ReadingWord::Auto)]
    reading: ReadingWord,
    /// Free ground around building footprints, m [default: 10]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    margin: Option<f64>,
    /// Size of a raster pixel, m [default: 0.1]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    metres_per_pixel: Option<f64>,
    /// Axis of a mesh that points up
    #[arg(long, value_enum, default_value_t = UpWord::Auto)]
    up: UpWord,
    /// Metres per unit of a mesh or drawing, when the file does not give it [default: 1]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    scale: Option<f64>,
    /// A point on the walkable area of a mesh, m [default: chosen automatically]
    #[arg(long, value_name = "X,Y[,Z]", allow_hyphen_values = true)]
    inside: Option<String>,
    /// Heights of the storeys of a mesh, m [default: found from its surfaces]
    #[arg(long, value_name = "Z,Z,…", value_delimiter = ',', allow_negative_numbers = true)]
    storeys: Vec<f64>,
    /// Headroom that a pedestrian needs above the floor of a mesh, m [default: 2]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    person_height: Option<f64>,
    /// Highest step that a pedestrian takes, m [default: 0.3]
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    step_height: Option<f64>,
    /// Steepest walkable slope of a mesh, degrees [default: 45]
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    max_slope: Option<f64>,
    /// The most vertices of a file; a file with more is refused [default: 4000000]
    #[arg(long, value_name = "N")]
    pub max_vertices: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum UnitsWord {
    Auto,
    M,
    Lonlat,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum ReadingWord {
    Auto,
    Populace,
    Buildings,
    Indoor,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum UpWord {
    Auto,
    Y,
    Z,
}

impl ReadingArgs {
    /// Reads the place.
    pub fn read(&self) -> Result<Place, Failure> {
        Ok(populace_ingest::read(&self.place, &self.options()?)?)
    }

    /// Returns the options, each within its limits.
    pub fn options(&self) -> Result<Options, Failure> {
        let given = Options::default();
        Ok(Options {
            formats: given.formats.clone(),
            format: self.format.clone().map(known_format).transpose()?,
            units: match self.units {
                UnitsWord::Auto => Units::Auto,
                UnitsWord::M => Units::Metres,
                UnitsWord::Lonlat => Units::LonLat,
            },
            reading: match self.reading {
                ReadingWord::Auto => Reading::Auto,
                ReadingWord::Populace => Reading::Populace,
                ReadingWord::Buildings => Reading::Buildings,
                ReadingWord::Indoor => Reading::Indoor,
            },
            up: match self.up {
                UpWord::Auto => UpAxis::Auto,
                UpWord::Y => UpAxis::Y,
                UpWord::Z => UpAxis::Z,
            },
            margin: limited("margin", self.margin, given.margin, Options::MARGIN)?,
            metres_per_pixel: limited(
                "metres-per-pixel",
                self.metres_per_pixel,
                given.metres_per_pixel,
                Options::METRES_PER_PIXEL,
            )?,
            inside: self.inside.as_deref().map(inside).transpose()?,
            storeys: self
                .storeys
                .iter()
                .map(|z| within("storeys", Some(*z), 0.0, Limits(-1e5, 1e5, "m")))
                .collect::<Result<_, _>>()?,
            person_height: limited("person-height", self.person_height, given.person_height, Options::PERSON_HEIGHT)?,
            step_height: limited("step-height", self.step_height, given.step_height, Options::STEP_HEIGHT)?,
            max_slope: limited("max-slope", self.max_slope, given.max_slope, Options::MAX_SLOPE)?,
            scale: limited("scale", self.scale, given.scale, Options::SCALE)?,
            max_vertices: self.max_vertices.unwrap_or(given.max_vertices),
            files: given.files,
        })
    }
}

/// Lowest and highest value of a number, and its unit.
pub struct Limits(pub f64, pub f64, pub &'static str);

fn limited(name: &str, value: Option<f64>, otherwise: f64, range: Range) -> Result<f64, Failure> {
    within(name, value, otherwise, Limits(range.low, range.high, range.unit))
}

/// Returns a number from the command line, within its limits; `otherwise` when the number was not given.
pub fn within(name: &str, value: Option<f64>, otherwise: f64, limits: Limits) -> Result<f64, Failure> {
    let Limits(low, high, unit) = limits;
    match value.unwrap_or(otherwise) {
        v if (low..=high).contains(&v) => Ok(v),
        v => Err(Failure::new(format!("--{name} {v}: out of its limits")).hint(format!("give {low} to {high} {unit}"))),
    }
}

fn known_format(name: String) -> Result<String, Failure> {
    if FORMATS.iter().any(|f| f.name == name) {
        return Ok(name);
    }
    let names: Vec<_> = FORMATS.iter().map(|f| f.name).collect();
    Err(Failure::new(format!("--format {name}: no format is called that"))
        .hint(format!("use one of: {}", names.join(", "))))
}

fn inside(text: &str) -> Result<(Point, f64), Failure> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|t| t.trim().parse().ok().filter(|v: &f64| v.is_finite())).collect();
    match numbers.as_deref() {
        Some([x, y]) => Ok((Point::new(*x, *y), 0.0)),
        Some([x, y, z]) => Ok((Point::new(*x, *y), *z)),
        _ => {
            Err(Failure::new(format!("--inside {text}: is not a point"))
                .hint("give x,y or x,y,z in metres, e.g. 3.5,-2,0"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inside_point_has_two_or_three_finite_numbers() {
        assert_eq!(inside("1, -2").unwrap(), (Point::new(1.0, -2.0), 0.0));
        assert_eq!(inside("1,2,3").unwrap(), (Point::new(1.0, 2.0), 3.0));
        for bad in ["", "1", "1,2,3,4", "a,b", "1,NaN", "inf,0"] {
            assert!(inside(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn numbers_outside_their_limits_and_nan_are_refused() {
        assert_eq!(within("margin", None, 10.0, Limits(0.0, 20.0, "m")).unwrap(), 10.0);
        let error = within("margin", Some(-1.0), 10.0, Limits(0.0, 20.0, "m")).unwrap_err();
        assert!(error.to_string().ends_with("give 0 to 20 m"), "{error}");
        assert!(within("margin", Some(f64::NAN), 10.0, Limits(0.0, 20.0, "m")).is_err());
    }
}
