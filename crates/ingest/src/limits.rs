//! Checks that every reader makes. They refuse coordinates that are not numbers or far too large, more vertices than
//! the options allow, longitudes and latitudes where metres are expected, and places without a floor.

use std::path::Path;

use populace_env::{Outline, Place};
use populace_geom::{Bounds, Point, area};

use crate::{Options, ReadError, Units, words};

/// Largest coordinate accepted, m (1,000 km: inside the ±2,147 km that integer millimetres hold).
pub const MAX_COORDINATE: f64 = 1_000_000.0;

/// Counts vertices and checks coordinates while a file is read, so that a hostile file is refused before it fills the
/// memory.
pub struct Limits<'a> {
    path: &'a Path,
    max_vertices: usize,
    vertices: usize,
}

impl<'a> Limits<'a> {
    /// Returns the limits of `options` for the file at `path`.
    pub fn new(path: &'a Path, options: &Options) -> Self {
        Limits { path, max_vertices: options.max_vertices, vertices: 0 }
    }
    /// Counts the point (x, y) and returns it; an error without a location when it cannot be a point of a place.
    pub fn point(&mut self, x: f64, y: f64) -> Result<Point, ReadError> {
        self.count(1)?;
        check_point(self.path, Point::new(x, y))
    }
    /// Returns how many vertices may still be read.
    pub fn left(&self) -> usize {
        self.max_vertices.saturating_sub(self.vertices)
    }
    /// Counts `n` vertices.
    pub fn count(&mut self, n: usize) -> Result<(), ReadError> {
        self.vertices = self.vertices.saturating_add(n);
        if self.vertices <= self.max_vertices {
            return Ok(());
        }
        Err(ReadError::new(self.path, format!("has more than {} vertices", self.max_vertices))
            .hint("extract or simplify the part you need, or raise --max-vertices"))
    }
}

/// Returns `p` when it is finite and within [`MAX_COORDINATE`]; else an error.
pub fn check_point(path: &Path, p: Point) -> Result<Point, ReadError> {
    let fail = |what: String, hint: &str| Err(ReadError::new(path, what).hint(hint));
    if !p.is_finite() {
        return fail(
            format!("the coordinate {} is not a number", words::coordinates(p)),
            "write finite decimal numbers",
        );
    }
    if p.x.abs() > MAX_COORDINATE || p.y.abs() > MAX_COORDINATE {
        return fail(
            format!("the coordinate {} is more than 1,000 km from the origin", words::coordinates(p)),
            "coordinates are metres: subtract a local origin (map projections such as UTM reach thousands of km), \
             or scale millimetres down",
        );
    }
    Ok(p)
}

/// Refuses a place whose metres look like longitudes and latitudes, unless the options name the unit. Every reader of
/// metres calls it with its result; `hint` says what to do about longitudes and latitudes in that format.
pub fn check_metres(path: &Path, place: Place, options: &Options, hint: &str) -> Result<Place, ReadError> {
    if options.units != Units::Auto || place.georeference.is_some() {
        return Ok(place);
    }
    let rings = || place.floors.iter().flat_map(|f| &f.walkable).map(|o| o.outer.as_slice());
    let bounds = Bounds::of(rings().flatten().copied());
    let ground = rings().map(area).sum();
    // A place too wide for degrees needs no look at its digits.
    let few = if is_globe_patch(&bounds) { 1000 } else { 0 };
    let digits = rings().flatten().take(few).flat_map(|p| [p.x, p.y]).map(decimals).max().unwrap_or(0);
    if looks_like_lon_lat(&bounds, digits, ground) {
        return Err(
            lon_lat_error(path, &bounds).hint(format!("{hint}, or --units m when the place really is that small"))
        );
    }
    Ok(place)
}

/// Returns the number of digits after the decimal point.
fn decimals(x: f64) -> usize {
    x.to_string().split_once('.').map_or(0, |(_, digits)| digits.len())
}

/// Returns whether a box, read as degrees, is on the globe and less than two degrees wide and high.
fn is_globe_patch(bounds: &Bounds) -> bool {
    let on_globe = bounds.corners().iter().all(|c| c.x.abs() <= 180.0 && c.y.abs() <= 90.0);
    let size = bounds.size();
    !bounds.is_empty() && on_globe && size.x.max(size.y) < 2.0
}

/// Returns whether coordinates are longitudes and latitudes rather than metres. `decimals` is the largest number of
/// digits after the decimal point, `area` the ground, m² if these are metres. As degrees they must be on the globe and
/// less than two degrees wide and high. Then one of three things decides:
///
/// - they are less than 0.05 wide and high: 5 km on earth, but 5 cm as metres, smaller than any place;
/// - they have two or more decimals and enclose less than 1 m² of ground;
/// - they have four or more decimals and are far from the origin.
pub fn looks_like_lon_lat(bounds: &Bounds, decimals: usize, area: f64) -> bool {
    if !is_globe_patch(bounds) {
        return false;
    }
    let extent = bounds.size().x.max(bounds.size().y);
    let tiny = extent < 0.05 || (decimals >= 2 && area < 1.0);
    let precise = decimals >= 4 && bounds.center().norm() > 2.0;
    extent > 0.0 && (tiny || precise)
}

/// Returns the error for longitudes and latitudes where metres are expected.
fn lon_lat_error(path: &Path, bounds: &Bounds) -> ReadError {
    let (size, center) = (bounds.size(), bounds.center());
    ReadError::new(
        path,
        format!(
            "the coordinates look like longitudes and latitudes, not metres: all lie within {:.4} × {:.4} around \
             ({:.4}, {:.4})",
            size.x, size.y, center.x, center.y
        ),
    )
}

/// Refuses a place that has no floor to walk on, too many vertices or impossible coordinates. It is called with the
/// result of every reader, so that nothing passes a reader that forgets a check.
pub fn check_place(path: &Path, place: Place, options: &Options) -> Result<Place, ReadError> {
    let walkable = place.floors.iter().flat_map(|f| &f.walkable).any(|o| o.outer.len() >= 3);
    if !walkable {
        return Err(ReadError::new(path, "holds no walkable area")
            .hint("check that this is the right file and format, and that its outlines have at least three points"));
    }
    let mut limits = Limits::new(path, options);
    for floor in &place.floors {
        for outline in floor.walkable.iter().chain(&floor.obstacles) {
            check_outline(&mut limits, outline)?;
        }
        for wall in &floor.walls {
            check_points(&mut limits, &wall.line, &wall.source)?;
        }
    }
    for area in &place.areas {
        check_outline(&mut limits, &area.outline)?;
    }
    for object in &place.objects {
        check_points(&mut limits, &object.footprint, &object.name)?;
    }
    Ok(place)
}

/// Counts and checks the points of an outline.
fn check_outline(limits: &mut Limits, outline: &Outline) -> Result<(), ReadError> {
    check_points(limits, &outline.outer, &outline.source)?;
    outline.holes.iter().try_for_each(|hole| check_points(limits, hole, &outline.source))
}

/// Counts and checks points; the error names their source.
fn check_points(limits: &mut Limits, points: &[Point], source: &str) -> Result<(), ReadError> {
    points.iter().try_for_each(|p| limits.point(p.x, p.y).map(|_| ()).map_err(|e| e.at(source)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(corners: [(f64, f64); 2]) -> Bounds {
        Bounds::of(corners.map(|(x, y)| Point::new(x, y)))
    }

    #[test]
    fn impossible_coordinates_are_refused() {
        let path = Path::new("x.wkt");
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -2e6] {
            assert!(check_point(path, Point::new(bad, 0.0)).is_err());
            assert!(check_point(path, Point::new(0.0, bad)).is_err());
        }
        assert!(check_point(path, Point::new(-1e6, 1e6)).is_ok());
    }

    #[test]
    fn the_vertex_budget_is_an_error_and_not_a_crash() {
        let options = Options { max_vertices: 2, ..Options::default() };
        let mut limits = Limits::new(Path::new("x.wkt"), &options);
        assert!(limits.count(2).is_ok());
        assert!(limits.count(1).unwrap_err().what.contains("more than 2 vertices"));
        assert!(limits.count(usize::MAX).is_err());
    }

    #[test]
    fn degrees_are_told_from_metres() {
        assert!(looks_like_lon_lat(&bounds([(2.3580, 48.8760), (2.3601, 48.8790)]), 7, 0.0));
        assert!(looks_like_lon_lat(&bounds([(8.2, 49.8), (8.6, 50.1)]), 7, 0.1), "a whole town, precisely written");
        assert!(!looks_like_lon_lat(&bounds([(0.0, 0.0), (10.0, 4.0)]), 1, 40.0), "a room");
        assert!(!looks_like_lon_lat(&bounds([(-3.5, -2.0), (3.5, 8.0)]), 12, 70.0), "a room, precisely written");
        assert!(!looks_like_lon_lat(&bounds([(500.0, 10.0), (500.01, 10.01)]), 7, 0.0), "not on the globe");
        assert!(looks_like_lon_lat(&bounds([(8.1, 49.2), (9.6, 50.3)]), 5, 1.6), "a district, precisely written");
        assert!(!looks_like_lon_lat(&bounds([(3.0, 4.0), (4.5, 5.0)]), 1, 1.5), "a cabin");
        assert!(!looks_like_lon_lat(&bounds([(0.0, 0.0), (1.0, 1.0)]), 0, 0.5), "a triangle");
    }
}
