//! A figure: what a chart shows.

use crate::data::People;

/// A chart with two axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figure {
    /// The title.
    pub title: String,
    /// Label and unit of the x axis.
    pub x: String,
    /// Label and unit of the y axis.
    pub y: String,
    /// The parts that are drawn, in this order: later parts are drawn over earlier parts.
    pub parts: Vec<FigurePart>,
    /// A sentence that the reader should know; empty when there is nothing to say.
    pub caption: String,
    /// Whether both axes have the same scale, as plans have.
    pub is_plan: bool,
}

/// Points that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct FigurePart {
    /// The name of the points; empty when the legend does not name them.
    pub name: String,
    /// The look in which they are drawn.
    pub look: Look,
    /// The points.
    pub points: Vec<(f64, f64)>,
}

/// The look of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Measured people: grey marks under everything.
    Data,
    /// Measured people over time: a grey line.
    People,
    /// A published relation: a grey line.
    Relation,
    /// Results of the model: a line with dots.
    Line,
    /// Results of the model: a line alone.
    Path,
    /// A single run of the model among several: a thin line under their mean.
    Run,
    /// Results of the model: dots.
    Dots,
    /// Values that are accepted: the area inside the points.
    Band,
    /// Walls of a plan.
    Walls,
}

impl Figure {
    /// Returns an empty chart.
    pub fn new(title: &str, x: &str, y: &str) -> Self {
        Figure { title: title.into(), x: x.into(), y: y.into(), ..Figure::default() }
    }
    /// Returns an empty plan in metres.
    pub fn plan(title: &str) -> Self {
        Figure { is_plan: true, ..Figure::new(title, "x, m", "y, m") }
    }
    /// Adds a part; a part without points is left out.
    pub fn with(mut self, look: Look, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        if !points.is_empty() {
            self.parts.push(FigurePart { name: name.into(), look, points });
        }
        self
    }
    /// Sets the caption.
    pub fn says(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }
    /// Adds measured people, a part per set.
    pub(crate) fn people(self, look: Look, people: &People) -> Self {
        people.sets.iter().fold(self, |figure, (name, points)| figure.with(look, name, points.clone()))
    }
    /// Adds the band between two lines over a range of x.
    pub fn band(self, name: &str, points: &[(f64, f64)], less: f64, more: f64) -> Self {
        let low = points.iter().map(|&(x, y)| (x, y - less));
        let high = points.iter().rev().map(|&(x, y)| (x, y + more));
        self.with(Look::Band, name, low.chain(high).collect())
    }
}
