//! The display list between what is drawn and the file it is drawn to: shapes in pixels, by layer.

use populace_geom::Point;

use crate::colour::Colour;

/// Where a mark lies in the stack, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    /// What everything stands on.
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
    /// The name of its group in an SVG file.
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

/// How a line is drawn, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pen {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// Lengths of dash and gap; solid without.
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
}

/// Something to draw; pixels, y down.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A surface by the even-odd rule.
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
        /// How it is drawn.
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

/// A whole picture, pixels.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The colour behind everything.
    pub background: Colour,
    marks: Vec<Mark>,
}

impl Picture {
    /// Returns an empty picture.
    pub fn new(width: f64, height: f64, background: Colour) -> Self {
        Picture { width, height, background, marks: Vec::new() }
    }
    /// Adds a shape; shapes of one layer stay in the order in which they came.
    pub fn add(&mut self, layer: Layer, shape: Shape) {
        self.marks.push(Mark { layer, shape });
    }
    /// All marks from the bottom up.
    pub fn stacked(&self) -> Vec<&Mark> {
        let mut marks: Vec<&Mark> = self.marks.iter().collect();
        marks.sort_by_key(|m| m.layer);
        marks
    }
}

/// Width that a text takes, pixels: the advance of the bitmap font of PNG files, which is wider than SVG fonts.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars().count() as f64 * size * ADVANCE
}

/// Advance of a character as a share of the text size.
pub const ADVANCE: f64 = 0.75;

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
