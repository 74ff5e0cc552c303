//! Turns the coordinates of a file into local metres.
//!
//! Longitudes and latitudes are projected to the transverse Mercator plane around the middle of the data, on the WGS 84
//! ellipsoid, with a central scale of one (Snyder 1987, Map Projections, eqs. 8-9 to 8-15, truncated). Within 2 km of
//! the middle, lengths are true to 1e-7: an error of less than a millimetre.

use populace_env::GeoReference;
use populace_geom::{Bounds, Point, maths};

use crate::{Options, Units, words};

/// A coordinate beyond this is taken for a mistake, m: 32-bit integers hold 2,147 km in millimetres.
pub const MAX_METRES: f64 = 1.0e6;
/// Widest extent of data in degrees that is projected to one plane.
const MAX_EXTENT_DEGREES: f64 = 1.0;

/// WGS 84: semi-major axis, m, and first eccentricity squared.
const MAJOR_AXIS: f64 = 6_378_137.0;
const ECCENTRICITY2: f64 = 0.006_694_379_990_141_316;

/// The way in which positions of a file become local metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// The positions are metres already.
    Metres,
    /// The positions are longitude and latitude, degrees; they are projected around this origin.
    LonLat(GeoReference),
}

impl Projection {
    /// Chooses the unit that the options ask for, or the unit that the numbers suggest. The numbers suggest longitude and
    /// latitude when they are within ±180 and ±90, and either span less than a degree or have details too small for
    /// metres. Returns the projection, and a text when the unit was assumed; the error says what is impossible.
    pub fn choose(
        bounds: Bounds,
        has_tiny_details: impl FnOnce() -> bool,
        options: &Options,
    ) -> Result<(Projection, Option<String>), String> {
        let in_range = bounds.min.x >= -180.0 && bounds.max.x <= 180.0 && bounds.min.y >= -90.0 && bounds.max.y <= 90.0;
        let size = bounds.size();
        let is_small = size.x < MAX_EXTENT_DEGREES && size.y < MAX_EXTENT_DEGREES;
        match options.units {
            Units::Metres => Ok((Projection::Metres, None)),
            Units::LonLat => Self::around(bounds).map(|p| (p, None)),
            Units::Auto if in_range && (is_small || has_tiny_details()) => {
                Ok((Self::around(bounds)?, Some("coordinates taken as longitude and latitude, degrees".into())))
            }
            Units::Auto => Ok((Projection::Metres, Some("coordinates taken as metres".into()))),
        }
    }
    /// Returns the projection of longitudes and latitudes around the middle of `bounds`; an error when they span too
    /// much.
    pub fn around(bounds: Bounds) -> Result<Projection, String> {
        let size = bounds.size();
        let degrees = |x: f64| if x < 1e7 { format!("{x:.3}") } else { words::number(x) };
        if size.x > MAX_EXTENT_DEGREES || size.y > MAX_EXTENT_DEGREES {
            return Err(format!(
                "the data spans {}° × {}°; at most {MAX_EXTENT_DEGREES}° are projected to one plane",
                degrees(size.x),
                degrees(size.y)
            ));
        }
        let middle = if bounds.is_empty() { Point::ZERO } else { bounds.center() };
        Ok(Projection::LonLat(GeoReference { longitude: middle.x, latitude: middle.y }))
    }
    /// Returns the origin on earth, when it is known.
    pub fn georeference(&self) -> Option<GeoReference> {
        match self {
            Projection::Metres => None,
            Projection::LonLat(origin) => Some(*origin),
        }
    }
    /// Checks a position as it is written in the file; the error says what is wrong.
    pub fn check(&self, p: Point) -> Result<(), String> {
        let is_fine = match self {
            Projection::Metres => p.x.abs() <= MAX_METRES && p.y.abs() <= MAX_METRES,
            Projection::LonLat(_) => p.x.abs() <= 180.0 && p.y.abs() <= 90.0,
        };
        match (is_fine, self) {
            (true, _) => Ok(()),
            (false, Projection::Metres) => {
                Err(format!("{} is more than 1,000 km from the origin", words::coordinates(p)))
            }
            (false, Projection::LonLat(_)) => Err(format!("{} is not a longitude and latitude", words::coordinates(p))),
        }
    }
    /// Returns the position in local metres.
    pub fn project(&self, p: Point) -> Point {
        match self {
            Projection::Metres => p,
            Projection::LonLat(origin) => transverse_mercator(p, *origin),
        }
    }
}

/// Projects a longitude and latitude around an origin.
fn transverse_mercator(p: Point, origin: GeoReference) -> Point {
    let latitude = p.y.to_radians();
    let (sin, cos) = maths::sin_cos(latitude);
    let second2 = ECCENTRICITY2 / (1.0 - ECCENTRICITY2);
    let radius = MAJOR_AXIS / (1.0 - ECCENTRICITY2 * sin * sin).sqrt();
    let (c, a) = (second2 * cos * cos, cos * (p.x - origin.longitude).to_radians());
    let north = meridian_arc(latitude) - meridian_arc(origin.latitude.to_radians());
    let tan = if cos.abs() > 1e-12 { sin / cos } else { 0.0 };
    let (tan2, a2) = (tan * tan, a * a);
    Point::new(
        radius * (a + (1.0 - tan2 + c) * (a2 * a) / 6.0),
        north + radius * tan * (a2 / 2.0 + (5.0 - tan2 + 9.0 * c + 4.0 * c * c) * (a2 * a2) / 24.0),
    )
}

/// Returns the length of the meridian from the equator, m (Snyder eq. 3-21).
fn meridian_arc(latitude: f64) -> f64 {
    let e2 = ECCENTRICITY2;
    let (e4, e6) = (e2 * e2, e2 * e2 * e2);
    MAJOR_AXIS
        * ((1.0 - e2 / 4.0 - 3.0 * e4 / 64.0 - 5.0 * e6 / 256.0) * latitude
            - (3.0 * e2 / 8.0 + 3.0 * e4 / 32.0 + 45.0 * e6 / 1024.0) * maths::sin(2.0 * latitude)
            + (15.0 * e4 / 256.0 + 45.0 * e6 / 1024.0) * maths::sin(4.0 * latitude)
            - (35.0 * e6 / 3072.0) * maths::sin(6.0 * latitude))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_is_as_long_as_on_the_ellipsoid() {
        let origin = Projection::LonLat(GeoReference { longitude: 8.0, latitude: 50.0 });
        // Lengths of 0.01 degrees at 50° north on WGS 84: 111,229.06 m and 71,695.75 m per degree.
        let north = origin.project(Point::new(8.0, 50.005)).y - origin.project(Point::new(8.0, 49.995)).y;
        let east = origin.project(Point::new(8.005, 50.0)).x - origin.project(Point::new(7.995, 50.0)).x;
        assert!((north - 1112.2906).abs() < 0.001, "{north}");
        assert!((east - 716.9575).abs() < 0.001, "{east}");
    }

    #[test]
    fn small_extents_in_range_are_degrees_and_others_metres() {
        let options = Options::default();
        let bounds = |a: (f64, f64), b: (f64, f64)| Bounds::of([Point::new(a.0, a.1), Point::new(b.0, b.1)]);
        let choose = |a, b| Projection::choose(bounds(a, b), || false, &options).unwrap().0;
        assert!(matches!(choose((8.62, 49.87), (8.63, 49.88)), Projection::LonLat(_)));
        assert_eq!(choose((0.0, 0.0), (50.0, 32.0)), Projection::Metres);
        assert_eq!(choose((3450.0, 100.0), (4850.0, 1500.0)), Projection::Metres);
        assert!(Projection::choose(bounds((8.0, 49.0), (9.5, 50.0)), || true, &options).is_err());
    }

    #[test]
    fn impossible_positions_are_refused() {
        let lonlat = Projection::LonLat(GeoReference { longitude: 0.0, latitude: 0.0 });
        assert!(lonlat.check(Point::new(181.0, 0.0)).is_err());
        assert!(Projection::Metres.check(Point::new(1e12, 0.0)).is_err());
    }
}
