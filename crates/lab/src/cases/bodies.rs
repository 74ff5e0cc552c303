//! Puts people into loose rows for the start of a case, at any density for which bodies have room.

use populace_geom::{Draws, Point};
use populace_scenario::written::ArrivalEntry;

/// A field on which people are put in rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// The length of a straight row, m.
    pub length: f64,
    /// The width across all rows, m.
    pub width: f64,
    /// The length of the innermost row as a share of `length`: the smaller it is, the more the rows are bent; 1 for
    /// straight rows.
    pub tight: f64,
}

impl Field {
    /// Returns a field with straight rows.
    pub(crate) fn new(length: f64, width: f64) -> Self {
        Field { length, width, tight: 1.0 }
    }

    /// Returns `count` points in rows, with some disorder. If the field has room for them, bodies of this radius overlap neither
    /// each other nor the sides.
    pub(crate) fn rows(&self, count: usize, radius: f64, seed: u64) -> Vec<Point> {
        let rows = (1..=count.clamp(1, 60))
            .max_by(|&a, &b| self.least_pitch(count, radius, a).total_cmp(&self.least_pitch(count, radius, b)))
            .unwrap_or(1);
        let (along, across) = self.pitch(count, radius, rows);
        let free = |pitch: f64| ((pitch - 2.0 * radius) * 0.5 - 0.005).max(0.0);
        let loose = (free(along * self.tight), if rows > 1 { free(across) } else { self.width / 2.0 - radius });
        let draws = Draws::new(seed);
        (0..count)
            .map(|i| {
                let (column, row) = ((i / rows) as f64, (i % rows) as f64);
                let draw = |purpose| 2.0 * draws.unit(i as u64, 0, purpose) - 1.0;
                let middle = if rows > 1 { radius + row * across } else { 0.5 * self.width };
                let y = middle + draw(102) * loose.1;
                Point::new((column + 0.5) * along + draw(101) * loose.0, y.clamp(radius, self.width - radius))
            })
            .collect()
    }

    /// Returns the distances between two columns and between two rows, m.
    fn pitch(&self, count: usize, radius: f64, rows: usize) -> (f64, f64) {
        let across = if rows > 1 { (self.width - 2.0 * radius) / (rows - 1) as f64 } else { f64::INFINITY };
        (self.length / count.div_ceil(rows).max(1) as f64, across)
    }

    fn least_pitch(&self, count: usize, radius: f64, rows: usize) -> f64 {
        let (along, across) = self.pitch(count, radius, rows);
        (along * self.tight).min(across)
    }
}

/// Returns the arrival of people who stand at points from the start.
pub(crate) fn standing(points: impl IntoIterator<Item = Point>) -> ArrivalEntry {
    ArrivalEntry { at: Some(points.into_iter().map(rounded).collect()), ..ArrivalEntry::default() }
}

/// Returns a point to the millimetre, as a person would write it.
pub(crate) fn rounded(p: Point) -> [f64; 2] {
    // Writing the number as text and reading it again gives the number that is nearest to the decimal fraction. Multiplying and
    // dividing by 1000 may not.
    [p.x, p.y].map(|value| format!("{value:.3}").parse().unwrap_or(value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_in_rows_do_not_touch() {
        for (density, seed) in [(0.5, 1), (1.0, 2), (3.5, 3)] {
            let points = Field::new(20.0, 1.8).rows((20.0 * 1.8 * density) as usize, 0.2, seed);
            for (i, p) in points.iter().enumerate() {
                assert!((0.2..=1.6).contains(&p.y), "{p:?}");
                assert!(points[..i].iter().all(|q| p.distance(*q) > 0.399), "{density} per m²");
            }
        }
    }
}
