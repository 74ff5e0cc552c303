//! Writes numbers and coordinates for messages.

use populace_geom::Point;

/// Returns the shortest decimal form of a number. Very large and very small numbers, which would be hundreds of digits
/// long, have an exponent.
pub fn number(x: f64) -> String {
    let size = x.abs();
    if size.is_finite() && size != 0.0 && !(1e-7..1e7).contains(&size) { format!("{x:e}") } else { x.to_string() }
}

/// Returns a point as `(x, y)`.
pub fn coordinates(p: Point) -> String {
    format!("({}, {})", number(p.x), number(p.y))
}

/// Returns a number with its noun: `1 wall`, `2 walls`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_and_tiny_numbers_are_short() {
        assert_eq!(coordinates(Point::new(1e300, -2.5)), "(1e300, -2.5)");
        assert_eq!(coordinates(Point::new(-1e-300, 0.0)), "(-1e-300, 0)");
        assert_eq!((number(f64::NAN), number(1_000_000.5)), ("NaN".into(), "1000000.5".into()));
    }

    #[test]
    fn one_has_no_plural() {
        assert_eq!((count(1, "wall"), count(0, "wall")), ("1 wall".into(), "0 walls".into()));
    }
}
