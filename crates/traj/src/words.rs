//! State as text, for checkpoints: words with spaces between them, lengths before lists.
//!
//! Numbers come back to the bit: floats are printed with as many digits as that takes.

use std::fmt::{Display, Write};
use std::str::{FromStr, SplitAsciiWhitespace};

use populace_geom::Point;

/// Words that are not read yet.
pub struct Words<'a>(SplitAsciiWhitespace<'a>);

impl<'a> Words<'a> {
    /// The words of a text.
    pub fn of(text: &'a str) -> Self {
        Words(text.split_ascii_whitespace())
    }
    /// The next word; `None` when there is none or it is no such thing.
    pub fn take<T: FromStr>(&mut self) -> Option<T> {
        self.0.next()?.parse().ok()
    }
    /// A point.
    pub(crate) fn point(&mut self) -> Option<Point> {
        Some(Point::new(self.take()?, self.take()?))
    }
    /// A list, item by item.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count: usize = self.take()?;
        // Grows with what is there: a length that the text does not hold ends at its end.
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }
}

/// Appends a word.
pub fn put(to: &mut String, word: impl Display) {
    // Writing to a string does not fail.
    let _ = write!(to, "{word} ");
}

/// Appends a list, item by item.
pub fn put_list<I>(to: &mut String, items: I, mut item: impl FnMut(&mut String, I::Item))
where
    I: IntoIterator<IntoIter: ExactSizeIterator>,
{
    let items = items.into_iter();
    put(to, items.len());
    items.for_each(|i| item(to, i));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_to_the_bit() {
        let numbers = [0.1 + 0.2, -0.0, 1e300, 5e-324, std::f64::consts::PI, f64::INFINITY];
        let mut text = String::new();
        put_list(&mut text, numbers, put);
        let back = Words::of(&text).list(Words::take::<f64>).unwrap();
        assert_eq!(back.iter().map(|n| n.to_bits()).collect::<Vec<_>>(), numbers.map(f64::to_bits));
    }

    #[test]
    fn other_text_is_refused() {
        for text in ["", "3 1 2", "2 1 x", "-1", "99999999999 1"] {
            assert_eq!(Words::of(text).list(Words::take::<u32>), None, "{text:?}");
        }
    }
}
