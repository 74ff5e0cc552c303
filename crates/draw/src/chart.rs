//! Charts: points and lines over two axes, side by side on one sheet; more than three in two columns.

use populace_geom::{Bounds, Point, maths};

use crate::colour::{self, Colour};
use crate::picture::{Anchor, Layer, Pen, Picture, Shape, text_width};
use crate::{DrawError, FileKind};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 84.0;
const GAP: f64 = 110.0;
const HEAD: f64 = 130.0;
const FOOT: f64 = 120.0;
const TEXT: f64 = 15.0;
const LEGEND: f64 = 13.0;
const LEGEND_COLUMNS: usize = 3;
/// Most charts side by side before they are put in two columns.
const MOST_SIDE_BY_SIDE: usize = 3;
/// Up to so many points of a series without a line are drawn large enough to be seen each.
const FEW_POINTS: usize = 500;

/// A direction of a chart: what it shows, with the unit, from `low` to `high`.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it shows, with the unit.
    pub label: String,
    /// The value at its beginning.
    pub low: f64,
    /// The value at its end.
    pub high: f64,
    /// Every factor of ten takes the same room; `low` and `high` are powers of ten then.
    pub is_log: bool,
}

/// Values with a name of their own in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name.
    pub label: String,
    /// The colour.
    pub colour: Colour,
    /// The values.
    pub points: Vec<(f64, f64)>,
    /// A line of this many pixels with dots on it; only dots without.
    pub line: Option<f64>,
    /// Whether the line has dashes.
    pub is_dashed: bool,
}

/// One pair of axes and what is shown in it.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What is above it.
    pub title: String,
    /// The direction to the right.
    pub x: Axis,
    /// The direction up.
    pub y: Axis,
    /// What is shown, later series over earlier ones.
    pub series: Vec<Series>,
}

impl Chart {
    /// The bytes of a sheet with all charts side by side.
    pub fn sheet(charts: &[Chart], title: &str, subtitle: &str, kind: FileKind) -> Result<Vec<u8>, DrawError> {
        let columns = if charts.len() > MOST_SIDE_BY_SIDE { 2 } else { charts.len().max(1) };
        let width = LEFT + columns as f64 * (WIDTH + GAP) - GAP + LEFT / 2.0;
        let rows = charts.iter().map(|c| c.series.len().div_ceil(c.legend_columns())).max().unwrap_or(0);
        let pitch = HEIGHT + FOOT + rows as f64 * TEXT * 1.8;
        let height = HEAD + charts.len().div_ceil(columns).max(1) as f64 * pitch;
        let mut picture = Picture::new(width, height, colour::PAPER);
        write(&mut picture, Point::new(LEFT / 2.0, 38.0), 24.0, colour::INK, title);
        write(&mut picture, Point::new(LEFT / 2.0, 70.0), TEXT, colour::QUIET_INK, subtitle);
        for (i, chart) in charts.iter().enumerate() {
            let corner = Point::new(LEFT + (i % columns) as f64 * (WIDTH + GAP), HEAD + (i / columns) as f64 * pitch);
            chart.paint(&mut picture, Bounds { min: corner, max: corner + Point::new(WIDTH, HEIGHT) });
        }
        kind.encode(&picture)
    }

    fn paint(&self, picture: &mut Picture, frame: Bounds) {
        picture.add(Layer::Ground, Shape::Fill { rings: vec![frame.corners().to_vec()], colour: colour::WALKABLE });
        self.paint_grid(picture, frame);
        write(picture, Point::new(frame.min.x, frame.min.y - 14.0), TEXT, colour::INK, &self.y.label);
        let below = Point::new(frame.center().x, frame.max.y + 46.0);
        centred(picture, below, colour::INK, &self.x.label);
        let at_title = Point::new(frame.center().x, frame.min.y - 14.0);
        centred(picture, at_title, colour::QUIET_INK, &self.title);
        for series in &self.series {
            self.paint_series(picture, frame, series);
        }
        self.paint_legend(picture, frame);
    }

    fn paint_grid(&self, picture: &mut Picture, frame: Bounds) {
        let pen = Pen::solid(colour::FRAME, 1.0);
        for value in self.x.ticks() {
            let x = frame.min.x + self.x.share(value) * WIDTH;
            add_line(picture, Layer::Ground, vec![Point::new(x, frame.min.y), Point::new(x, frame.max.y)], pen);
            centred(picture, Point::new(x, frame.max.y + 20.0), colour::QUIET_INK, &short(value));
        }
        for value in self.y.ticks() {
            let y = frame.max.y - self.y.share(value) * HEIGHT;
            add_line(picture, Layer::Ground, vec![Point::new(frame.min.x, y), Point::new(frame.max.x, y)], pen);
            let text = short(value);
            let at = Point::new(frame.min.x - 8.0 - text_width(&text, TEXT), y);
            write(picture, at, TEXT, colour::QUIET_INK, &text);
        }
        let border = Pen::solid(colour::INK, 1.2);
        picture.add(Layer::Walls, Shape::Line { points: frame.corners().to_vec(), closed: true, pen: border });
    }

    fn paint_series(&self, picture: &mut Picture, frame: Bounds, series: &Series) {
        let place = |(x, y): (f64, f64)| {
            Point::new(frame.min.x + self.x.share(x) * WIDTH, frame.max.y - self.y.share(y) * HEIGHT)
        };
        let points: Vec<Point> = series.points.iter().map(|p| place(*p)).collect();
        let (radius, tint, layer) = match series.line {
            Some(_) => (4.0, series.colour, Layer::Marks),
            None if points.len() <= FEW_POINTS => (3.5, series.colour.opacity(170), Layer::Graph),
            None => (1.8, series.colour.opacity(110), Layer::Graph),
        };
        for at in &points {
            picture.add(layer, Shape::Dot { at: *at, radius, colour: tint });
        }
        if let Some(pen) = pen(series) {
            add_line(picture, Layer::Marks, points, pen);
        }
    }

    /// As many as all labels leave room for.
    fn legend_columns(&self) -> usize {
        let widest = self.series.iter().map(|s| text_width(&s.label, LEGEND) + 56.0).fold(0.0, f64::max);
        (2..=LEGEND_COLUMNS).rev().find(|columns| widest <= WIDTH / *columns as f64).unwrap_or(1)
    }

    fn paint_legend(&self, picture: &mut Picture, frame: Bounds) {
        for (i, series) in self.series.iter().enumerate() {
            let columns = self.legend_columns();
            let (row, column) = (i / columns, i % columns);
            let shift = Point::new(column as f64 * WIDTH / columns as f64, row as f64 * TEXT * 1.8);
            let at = frame.min + Point::new(0.0, HEIGHT + 84.0) + shift;
            let middle = at + Point::new(16.0, 0.0);
            match pen(series) {
                Some(pen) => {
                    let half = Point::new(15.0, 0.0);
                    add_line(picture, Layer::Labels, vec![middle - half, middle + half], pen);
                }
                None => picture.add(Layer::Labels, Shape::Dot { at: middle, radius: 3.0, colour: series.colour }),
            }
            write(picture, at + Point::new(40.0, 0.0), LEGEND, colour::INK, &series.label);
        }
    }
}

impl Axis {
    /// An axis of powers of ten around the values.
    pub fn powers_of_ten(label: &str, values: impl Iterator<Item = f64>) -> Self {
        let (low, high) = range(values.filter(|v| *v > 0.0));
        let (low, high) = (maths::log10(low).floor(), maths::log10(high).ceil());
        let high = if high > low { high } else { low + 1.0 };
        Axis {
            label: label.into(),
            low: maths::power_of_ten(low as i32),
            high: maths::power_of_ten(high as i32),
            is_log: true,
        }
    }

    /// An axis from zero to a round number above the values.
    pub fn from_zero(label: &str, values: impl Iterator<Item = f64>) -> Self {
        let (_, high) = range(values);
        let step = round_step(high / 6.0);
        Axis { label: label.into(), low: 0.0, high: (high / step).ceil() * step, is_log: false }
    }

    /// Where a value is between both ends, 0 to 1.
    fn share(&self, value: f64) -> f64 {
        let share = if self.is_log {
            maths::log10(value.max(self.low) / self.low) / maths::log10(self.high / self.low)
        } else {
            (value - self.low) / (self.high - self.low)
        };
        share.clamp(0.0, 1.0)
    }

    fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            let powers = maths::log10(self.low).round() as i32..=maths::log10(self.high).round() as i32;
            return powers.map(maths::power_of_ten).collect();
        }
        let step = round_step((self.high - self.low) / 6.0);
        (0..20).map(|i| self.low + f64::from(i) * step).take_while(|v| *v <= self.high + step * 1e-6).collect()
    }
}

/// Least and greatest value; 0.1 and 1 without any.
fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|v| v.is_finite());
    let (low, high) = finite.fold((f64::INFINITY, 0.0), |(l, h): (f64, f64), v| (l.min(v), h.max(v)));
    if low.is_finite() && high > 0.0 { (low, high) } else { (0.1, 1.0) }
}

/// The least of 1, 2, 5 × 10ⁿ that is not below `step`.
fn round_step(step: f64) -> f64 {
    let power = maths::power_of_ten(maths::log10(step.max(1e-12)).floor() as i32);
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|f| f * power).find(|s| *s >= step * 0.999).unwrap_or(10.0 * power)
}

/// A number without needless digits.
fn short(value: f64) -> String {
    format!("{}", (value * 1e6).round() / 1e6)
}

fn pen(series: &Series) -> Option<Pen> {
    series.line.map(|w| if series.is_dashed { Pen::dashed(series.colour, w) } else { Pen::solid(series.colour, w) })
}

fn add_line(picture: &mut Picture, layer: Layer, points: Vec<Point>, pen: Pen) {
    picture.add(layer, Shape::Line { points, closed: false, pen });
}

fn write(picture: &mut Picture, at: Point, size: f64, colour: Colour, text: &str) {
    let shape = Shape::Text { at, size, anchor: Anchor::Start, colour, halo: None, text: text.to_string() };
    picture.add(Layer::Labels, shape);
}

fn centred(picture: &mut Picture, at: Point, colour: Colour, text: &str) {
    let shape = Shape::Text { at, size: TEXT, anchor: Anchor::Middle, colour, halo: None, text: text.to_string() };
    picture.add(Layer::Labels, shape);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_ends_and_ticks() {
        let metres = Axis::from_zero("m", [3.0, 1730.0].into_iter());
        assert_eq!((metres.high, metres.ticks().len()), (2000.0, 5));
        let times = Axis::powers_of_ten("ms", [0.02, 47.0].into_iter());
        assert_eq!(times.ticks().len(), 5);
        assert!((times.share(1.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn an_axis_without_values_still_has_two_ends() {
        for axis in [Axis::from_zero("m", std::iter::empty()), Axis::powers_of_ten("ms", [0.0, -1.0].into_iter())] {
            assert!(axis.low < axis.high, "{axis:?}");
        }
    }
}
