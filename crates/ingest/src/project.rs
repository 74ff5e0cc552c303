//! Longitude and latitude to local metres.
//!
//! A plane is laid on the WGS 84 ellipsoid at the middle of the data: x east, y north, scaled by the ellipsoid's two
//! radii of curvature there (Snyder 1987, *Map Projections – A Working Manual*, eqs. 4-18 and 4-20). Within 2 km of
//! the origin distances are right to a few parts in ten thousand at 50° (the meridians' convergence); places larger
//! than about 100 km are refused by the callers' limits on coordinates, not here.

use populace_env::GeoReference;
use populace_geom::{Bounds, Point};

/// Semi-major axis of WGS 84, m.
const EQUATOR_RADIUS: f64 = 6_378_137.0;
/// Square of the eccentricity of WGS 84.
const ECCENTRICITY2: f64 = 0.006_694_379_990_14;

/// Projects degrees around an origin to metres.
#[derive(Clone, Copy, Debug)]
pub struct Projection {
    origin: GeoReference,
    metres_per_degree: Point,
}

impl Projection {
    /// The projection whose (0, 0) is `origin`.
    pub fn new(origin: GeoReference) -> Self {
        let latitude = origin.latitude.to_radians();
        let w2 = 1.0 - ECCENTRICITY2 * latitude.sin().powi(2);
        let prime_vertical = EQUATOR_RADIUS / w2.sqrt();
        let meridian = EQUATOR_RADIUS * (1.0 - ECCENTRICITY2) / (w2 * w2.sqrt());
        let per_degree = 1.0_f64.to_radians();
        let metres_per_degree = Point::new(prime_vertical * latitude.cos() * per_degree, meridian * per_degree);
        Projection { origin, metres_per_degree }
    }
    /// The projection around the middle of `bounds` (degrees).
    pub fn around(bounds: &Bounds) -> Self {
        let middle = if bounds.is_empty() { Point::ZERO } else { bounds.center() };
        Projection::new(GeoReference { longitude: middle.x, latitude: middle.y })
    }
    /// Where (0, 0) is.
    pub fn origin(&self) -> GeoReference {
        self.origin
    }
    /// Local metres of a longitude and latitude in degrees.
    pub fn to_metres(&self, longitude: f64, latitude: f64) -> Point {
        let k = self.metres_per_degree;
        Point::new((longitude - self.origin.longitude) * k.x, (latitude - self.origin.latitude) * k.y)
    }
}

/// Whether (longitude, latitude) is a point on earth.
pub fn is_on_earth(longitude: f64, latitude: f64) -> bool {
    longitude.abs() <= 180.0 && latitude.abs() <= 90.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_degree_has_its_published_length() {
        // Lengths of a degree at 45° on WGS 84: 111,131.8 m of latitude and 78,846.8 m of longitude.
        let p = Projection::new(GeoReference { longitude: 7.0, latitude: 45.0 });
        let one = p.to_metres(8.0, 46.0);
        assert!((one.y - 111_131.8).abs() < 1.0, "{one:?}");
        assert!((one.x - 78_846.8).abs() < 1.0, "{one:?}");
        assert_eq!(p.to_metres(7.0, 45.0), Point::ZERO);
    }
}
