//! What a reader may be told about a file beyond its bytes.

use populace_geom::Point;

/// Settings of all importers; each uses those that concern it.
#[derive(Clone, Debug)]
pub struct Options {
    /// A name from [`FORMATS`](crate::FORMATS), or by ending and content.
    pub format: Option<String>,
    /// Unit of the coordinates.
    pub units: Units,
    /// How tagged data (GeoJSON, OSM) becomes floors.
    pub reading: Reading,
    /// Free ground around building footprints, m.
    pub margin: f64,
    /// Size of a raster pixel, m.
    pub metres_per_pixel: f64,
    /// Which axis of a mesh points up.
    pub up: UpAxis,
    /// A point on the walkable area of a mesh, (x, y) in plan and z; chosen automatically when absent.
    pub inside: Option<(Point, f64)>,
    /// Heights of the storeys of a mesh, m; found from its walkable surfaces when empty.
    pub storeys: Vec<f64>,
    /// Headroom a person needs; the cut above a mesh's floor, m.
    pub person_height: f64,
    /// Highest step a person takes without it being a wall, m.
    pub step_height: f64,
    /// Steepest slope that counts as walkable in a mesh, degrees.
    pub max_slope: f64,
    /// Metres per unit of a mesh or drawing whose file does not say.
    pub scale: f64,
    /// Most vertices read before a file is refused.
    pub max_vertices: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
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
        }
    }
}

/// Unit of planar coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Units {
    /// What the format says, or what the numbers look like.
    Auto,
    /// Metres.
    Metres,
    /// Longitude and latitude, degrees.
    LonLat,
}

/// How tagged data becomes floors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// By the tags that are there.
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
    /// glTF: y; others: the axis along which the walkable surfaces face.
    Auto,
    /// y up.
    Y,
    /// z up.
    Z,
}
