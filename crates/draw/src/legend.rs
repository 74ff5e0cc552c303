//! Styles in which things are drawn, and the legend that names the things.

use populace_geom::{Bounds, Point};

use crate::colour::{self, Colour};
use crate::font::text_width;
use crate::picture::{Anchor, Layer, Pen, Picture, Shape, Symbol};

/// The room of a sample beside its words, pixels.
const SAMPLE: f64 = 36.0;
/// The room between an entry and the next one, pixels.
const GAP: f64 = 24.0;

/// The style in which something is drawn, on a plan, in a chart and in the legend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Style {
    /// The surface inside the points.
    Area(Colour),
    /// A line through the points.
    Line(Pen),
    /// A line through the points with a dot at each of them.
    DottedLine(Pen),
    /// A symbol at each point.
    Symbols(Symbol, Colour),
}

/// The entries of a legend, in rows that are no wider than a given width.
pub struct Legend<'a> {
    entries: &'a [(Style, String)],
    /// The point where each entry begins.
    places: Vec<Point>,
    size: f64,
}

impl<'a> Legend<'a> {
    /// Lays out entries in rows no wider than `width`, with words of a size.
    pub fn new(entries: &'a [(Style, String)], width: f64, size: f64) -> Self {
        let mut at = Point::ZERO;
        let mut places = Vec::new();
        for (_, text) in entries {
            let wide = SAMPLE + text_width(text, size);
            if at.x > 0.0 && at.x + wide > width {
                at = Point::new(0.0, at.y + size * 1.9);
            }
            places.push(at);
            at.x += wide + GAP;
        }
        Legend { entries, places, size }
    }

    /// Returns the height of all rows.
    pub fn height(&self) -> f64 {
        self.places.last().map_or(0.0, |last| last.y + self.size * 1.9)
    }

    /// Returns the width of the widest row.
    pub fn width(&self) -> f64 {
        let ends = self.places.iter().zip(self.entries);
        ends.map(|(at, (_, text))| at.x + SAMPLE + text_width(text, self.size)).fold(0.0, f64::max)
    }

    /// Paints the entries below a corner.
    pub fn paint(&self, picture: &mut Picture, corner: Point) {
        for (place, (style, text)) in self.places.iter().zip(self.entries) {
            let at = corner + *place + Point::new(0.0, self.size * 0.95);
            sample(picture, at + Point::new(14.0, 0.0), *style);
            picture.text(at + Point::new(SAMPLE, 0.0), Anchor::Start, self.size, colour::INK, text);
        }
    }
}

fn sample(picture: &mut Picture, middle: Point, style: Style) {
    let half = Point::new(13.0, 0.0);
    let layer = Layer::Labels;
    match style {
        Style::Area(colour) => {
            let square = Bounds { min: middle - Point::new(13.0, 6.5), max: middle + Point::new(13.0, 6.5) }.corners();
            picture.add(layer, Shape::Fill { rings: vec![square.to_vec()], colour });
            picture.ring(layer, square.to_vec(), Pen::solid(colour::QUIET_INK, 0.8));
        }
        Style::Line(pen) => picture.line(layer, vec![middle - half, middle + half], pen),
        Style::DottedLine(pen) => {
            picture.line(layer, vec![middle - half, middle + half], pen);
            picture.symbol(layer, Symbol::Dot, middle, 3.2, pen.colour);
        }
        Style::Symbols(symbol, colour) => {
            picture.symbol(layer, symbol, middle, if symbol == Symbol::Dot { 5.0 } else { 4.0 }, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_fill_a_row_before_they_begin_another() {
        let entry = |text: &str| (Style::Area(colour::WALL), text.to_string());
        let entries = [entry("wall"), entry("door"), entry("a lift that is out of service")];
        let legend = Legend::new(&entries, 200.0, 14.0);
        let rows: Vec<f64> = legend.places.iter().map(|p| p.y).collect();
        assert!(rows[0] == rows[1] && rows[1] < rows[2], "{rows:?}");
        // An entry that is wider than the row has a row of its own.
        assert!(legend.width() > 200.0 && legend.places[2].x == 0.0);
    }
}
