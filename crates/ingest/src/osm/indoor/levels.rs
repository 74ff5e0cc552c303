//! Reads the `level` tag: single levels, lists, ranges, fractions and negative levels.
//!
//! | value      | levels        |
//! |------------|---------------|
//! | `0`        | 0             |
//! | `0;1`      | 0, 1          |
//! | `0-2`      | 0, 1, 2       |
//! | `-1-0`     | −1, 0         |
//! | `-2--1`    | −2, −1        |
//! | `-1;-0.5`  | −1, −0.5      |
//! | `0;2-4`    | 0, 2, 3, 4    |

use std::fmt;

/// Height of a storey, m: levels whose numbers differ by one are this far apart.
pub const STOREY_HEIGHT: f64 = 3.5;
/// Levels above this, or below its negative, are taken for mistakes.
const HIGHEST: f64 = 200.0;

/// A level. Its number is kept in hundredths, so that levels can be compared and sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Level(i32);

impl Level {
    /// The ground.
    pub const GROUND: Level = Level(0);

    /// Returns the level with a number; `None` when the number is too large.
    pub fn new(number: f64) -> Option<Level> {
        (number.abs() <= HIGHEST).then(|| Level((number * 100.0).round() as i32))
    }
    /// Returns the height above the ground, m.
    pub fn elevation(self) -> f64 {
        f64::from(self.0) / 100.0 * STOREY_HEIGHT
    }
    /// Returns how far apart two levels are, in hundredths of a level.
    pub fn distance(self, other: Level) -> i32 {
        (self.0 - other.0).abs()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 100.0)
    }
}

/// Returns the levels of a tag's value, sorted, and whether a part of it cannot be read.
pub fn parse(text: &str) -> (Vec<Level>, bool) {
    let mut levels = Vec::new();
    let mut is_odd = false;
    for part in text.replace('−', "-").split([';', ',']).map(str::trim).filter(|part| !part.is_empty()) {
        match range(part) {
            Some(found) => levels.extend(found),
            None => is_odd = true,
        }
    }
    levels.sort_unstable();
    levels.dedup();
    (levels, is_odd)
}

/// Returns the levels of a number or of a range. The dash of a range is the first dash after a digit.
fn range(part: &str) -> Option<Vec<Level>> {
    if let Some(level) = number(part) {
        return Some(vec![level]);
    }
    let after_digit = |(i, c): (usize, char)| c == '-' && part[..i].ends_with(|c: char| c.is_ascii_digit() || c == ' ');
    let dash = part.char_indices().find(|&at| after_digit(at))?.0;
    let (from, to) = (number(&part[..dash])?, number(&part[dash + 1..])?);
    let (from, to) = (from.min(to), from.max(to));
    let mut levels: Vec<Level> = (from.0..to.0).step_by(100).map(Level).collect();
    levels.push(to);
    Some(levels)
}

/// Returns the level that a plain number names.
fn number(text: &str) -> Option<Level> {
    let text = text.trim();
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    text.parse().ok().filter(|_| is_plain).and_then(Level::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(text: &str) -> Vec<f64> {
        parse(text).0.iter().map(|l| f64::from(l.0) / 100.0).collect()
    }

    #[test]
    fn lists_ranges_fractions_and_negatives_are_read() {
        assert_eq!(levels("0"), [0.0]);
        assert_eq!(levels("0;1"), [0.0, 1.0]);
        assert_eq!(levels("0-2"), [0.0, 1.0, 2.0]);
        assert_eq!(levels("-1-0"), [-1.0, 0.0]);
        assert_eq!(levels("-2--1"), [-2.0, -1.0]);
        assert_eq!(levels("-1; -0.5;0"), [-1.0, -0.5, 0.0]);
        assert_eq!(levels("0.5"), [0.5]);
        assert_eq!(levels("0;2-4"), [0.0, 2.0, 3.0, 4.0]);
        assert_eq!(levels("−1"), [-1.0]);
        assert_eq!(levels("1;1"), [1.0]);
        assert_eq!(levels("2-0"), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn nonsense_is_told_apart_and_bounded() {
        for text in ["ground", "1e3", "nan", "-", "--", "0-", "99999", "0-99999999", "é-1"] {
            assert_eq!(parse(text), (vec![], true), "{text}");
        }
        assert_eq!(parse("").0, []);
        assert_eq!(parse("0;x"), (vec![Level(0)], true));
    }

    #[test]
    fn a_level_is_named_as_it_is_tagged() {
        assert_eq!(Level::new(-0.3).unwrap().to_string(), "-0.3");
        assert_eq!(Level::new(2.0).unwrap().to_string(), "2");
        assert_eq!(Level::new(-0.5).unwrap().elevation(), -1.75);
    }
}
