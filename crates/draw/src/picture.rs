//! The display list: the shapes of a drawing in pixels, by layer. The writers of SVG and PNG files read it.

use populace_geom::{Point, maths};

use crate::colour::Colour;
use crate::svg;

/// The place of a mark in the stack, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// The ground on which everything stands.
    Ground,
    /// Cells.
    Cells,
    /// Areas.
    Areas,
    /// Borders between cells.
    Seams,
    /// Walls.
    Walls,
    /// Doors, openings and lifts.
    Links,
    /// Graphs, bodies and paths.
    Graph,
    /// Routes, dots and crosses.
    Marks,
    /// Text.
    Labels,
}

impl Layer {
    /// Returns the name of its group in an SVG file.
    pub fn name(self) -> &'static str {
        match self {
            Layer::Ground => "ground",
            Layer::Cells => "cells",
            Layer::Areas => "areas",
            Layer::Seams => "seams",
            Layer::Walls => "walls",
            Layer::Links => "links",
            Layer::Graph => "graph",
            Layer::Marks => "marks",
            Layer::Labels => "labels",
        }
    }
}

/// The style of a line, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pen {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// The lengths of a dash and of a gap; `None` for a solid line.
    pub dash: Option<(f64, f64)>,
}

impl Pen {
    /// Returns a pen without gaps.
    pub fn solid(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dash: None }
    }
    /// Returns a pen with dashes.
    pub fn dashed(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dash: Some((width * 4.0, width * 3.0)) }
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A sign at a point of a chart or of a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A disc.
    Dot,
    /// The outline of a square.
    Square,
    /// An upright cross.
    Plus,
    /// A diagonal cross.
    Cross,
    /// A circle.
    Ring,
}

impl Symbol {
    /// All symbols, those that are told apart most easily first.
    pub const ALL: [Symbol; 5] = [Symbol::Dot, Symbol::Square, Symbol::Plus, Symbol::Cross, Symbol::Ring];

    /// Returns the lines of the symbol around a point, and whether they are closed; a dot has none.
    fn lines(self, at: Point, radius: f64) -> (Vec<Vec<Point>>, bool) {
        let corner = |x: f64, y: f64| at + Point::new(x, y) * radius;
        let across = |x: f64, y: f64| vec![corner(x, y), corner(-x, -y)];
        match self {
            Symbol::Dot => (Vec::new(), false),
            Symbol::Square => {
                (vec![vec![corner(-0.9, -0.9), corner(0.9, -0.9), corner(0.9, 0.9), corner(-0.9, 0.9)]], true)
            }
            Symbol::Plus => (vec![across(1.2, 0.0), across(0.0, 1.2)], false),
            Symbol::Cross => (vec![across(1.0, 1.0), across(1.0, -1.0)], false),
            Symbol::Ring => (vec![round(at, radius, 16)], true),
        }
    }
}

/// Returns the corners of a regular polygon that looks round.
pub fn round(at: Point, radius: f64, corners: u32) -> Vec<Point> {
    let corner = |i: u32| {
        let (sin, cos) = maths::sin_cos(f64::from(i) * std::f64::consts::TAU / f64::from(corners));
        at + Point::new(cos, sin) * radius
    };
    (0..corners).map(corner).collect()
}

/// A shape to draw, in pixels with y down.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A filled surface; the even-odd rule says what is inside.
    Fill {
        /// Its outlines.
        rings: Vec<Vec<Point>>,
        /// Its colour.
        colour: Colour,
    },
    /// A line through points.
    Line {
        /// The points.
        points: Vec<Point>,
        /// Whether the line returns to its first point.
        closed: bool,
        /// The pen with which it is drawn.
        pen: Pen,
    },
    /// A disc.
    Dot {
        /// Its centre.
        at: Point,
        /// Its radius.
        radius: f64,
        /// Its colour.
        colour: Colour,
    },
    /// Words.
    Text {
        /// A point on the middle of their height.
        at: Point,
        /// The size of the font.
        size: f64,
        /// Which part of the words is at the point.
        anchor: Anchor,
        /// Their colour.
        colour: Colour,
        /// The colour of a border around the letters.
        halo: Option<Colour>,
        /// The words.
        text: String,
    },
}

/// A shape in its layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub layer: Layer,
    pub shape: Shape,
}

/// A whole picture, in pixels that `zoom` enlarges.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The colour behind everything.
    pub background: Colour,
    /// A sentence for readers who cannot see the picture; empty when there is none.
    pub title: String,
    /// The number of pixels of the file that a pixel of the shapes takes.
    pub zoom: f64,
    /// The number of steps in a pixel; coordinates are rounded to whole steps. 100 where a reader may enlarge the
    /// picture.
    pub steps: u32,
    marks: Vec<Mark>,
}

impl Picture {
    /// Returns an empty picture.
    pub fn new(width: f64, height: f64, background: Colour) -> Self {
        Picture { width, height, background, title: String::new(), zoom: 1.0, steps: 100, marks: Vec::new() }
    }
    /// Adds a shape; shapes of one layer stay in the order in which they came.
    pub fn add(&mut self, layer: Layer, shape: Shape) {
        self.marks.push(Mark { layer, shape });
    }
    /// Adds a line through points.
    pub fn line(&mut self, layer: Layer, points: Vec<Point>, pen: Pen) {
        self.add(layer, Shape::Line { points, closed: false, pen });
    }
    /// Adds a line that returns to its first point.
    pub fn ring(&mut self, layer: Layer, points: Vec<Point>, pen: Pen) {
        self.add(layer, Shape::Line { points, closed: true, pen });
    }
    /// Adds words; `at` is on the middle of their height.
    pub fn text(&mut self, at: Point, anchor: Anchor, size: f64, colour: Colour, text: impl Into<String>) {
        let shape = Shape::Text { at, size, anchor, colour, halo: None, text: text.into() };
        self.add(Layer::Labels, shape);
    }
    /// Adds a symbol.
    pub fn symbol(&mut self, layer: Layer, symbol: Symbol, at: Point, radius: f64, colour: Colour) {
        if symbol == Symbol::Dot {
            return self.add(layer, Shape::Dot { at, radius, colour });
        }
        let (lines, closed) = symbol.lines(at, radius);
        for points in lines {
            let pen = Pen::solid(colour, (radius * 0.4).clamp(1.2, 2.0));
            self.add(layer, Shape::Line { points, closed, pen });
        }
    }
    /// Returns the picture as the text of an SVG file.
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }
    /// Returns all marks from the bottom up.
    pub(crate) fn stacked(&self) -> Vec<&Mark> {
        let mut marks: Vec<&Mark> = self.marks.iter().collect();
        marks.sort_by_key(|m| m.layer);
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{INK, WALL};

    #[test]
    fn marks_are_stacked_by_layer_and_keep_their_order_within_it() {
        let mut picture = Picture::new(10.0, 10.0, INK);
        let dot = |radius| Shape::Dot { at: Point::ZERO, radius, colour: WALL };
        picture.add(Layer::Walls, dot(1.0));
        picture.add(Layer::Ground, dot(2.0));
        picture.add(Layer::Walls, dot(3.0));
        let shapes: Vec<_> = picture.stacked().iter().map(|m| m.shape.clone()).collect();
        assert_eq!(shapes, [dot(2.0), dot(1.0), dot(3.0)]);
    }
}
