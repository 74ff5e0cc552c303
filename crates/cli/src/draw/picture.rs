//! The display list between what is drawn and the file it is drawn to: shapes in pixels, by layer.

use populace_geom::Point;

use super::colour::Colour;

/// Where a mark lies in the stack, from the bottom up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Layer {
    Ground,
    Cells,
    Areas,
    Seams,
    Walls,
    Links,
    Graph,
    Marks,
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
    pub colour: Colour,
    pub width: f64,
    /// Lengths of dash and gap; solid without.
    pub dash: Option<(f64, f64)>,
}

impl Pen {
    pub fn solid(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dash: None }
    }
    pub fn dashed(colour: Colour, width: f64) -> Self {
        Pen { colour, width, dash: Some((width * 4.0, width * 3.0)) }
    }
}

/// Which part of a text is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
}

/// Something to draw; pixels, y down.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A surface by the even-odd rule.
    Fill { rings: Vec<Vec<Point>>, colour: Colour },
    /// A line through the points.
    Line { points: Vec<Point>, closed: bool, pen: Pen },
    /// A disc.
    Dot { at: Point, radius: f64, colour: Colour },
    /// Words; `at` is on the middle of their height.
    Text { at: Point, size: f64, anchor: Anchor, colour: Colour, halo: Option<Colour>, text: String },
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
    pub width: f64,
    pub height: f64,
    pub background: Colour,
    marks: Vec<Mark>,
}

impl Picture {
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
    use crate::draw::colour::{INK, WALL};

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
