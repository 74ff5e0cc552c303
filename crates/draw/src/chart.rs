//! Charts: points, lines and surfaces over two axes, with a legend below; several of them on one sheet in two columns.

use populace_geom::{Bounds, Point};

use crate::axis::{Axis, short};
use crate::colour;
use crate::font::text_width;
use crate::legend::{Legend, Style};
use crate::picture::{Anchor, Layer, Pen, Picture, Shape, Symbol};
use crate::thin::{CLOUD, thin_dots, thin_line};
use crate::{DrawError, FileKind, ruler};

/// The size of the area inside the axes, pixels. Plans have a size of their own.
const AREA: (f64, f64) = (450.0, 290.0);
/// The greatest size of the area inside the axes of a plan, pixels.
const MOST_PLAN: (f64, f64) = (450.0, 420.0);
/// The least width of a plan, pixels.
const LEAST_PLAN: f64 = 160.0;
/// The room around a chart or a sheet, pixels.
const MARGIN: f64 = 18.0;
/// The room between two charts of a sheet, pixels.
const GAP: f64 = 28.0;
/// The size of the letters in the title of a sheet, pixels.
const HEADING: f64 = 20.0;
/// The size of the letters in the title of a chart, pixels.
const TITLE: f64 = 14.0;
/// The size of all other letters, pixels.
const TEXT: f64 = 12.5;
/// The room of a row of words, pixels.
const ROW: f64 = 20.0;
/// The room between the legend and what is above it, pixels.
const ABOVE_LEGEND: f64 = 6.0;
/// The most charts that are side by side.
const COLUMNS: usize = 2;
/// The most values that are written beside an axis.
const MOST_TICKS: f64 = 6.0;
/// The most names for which the legend has room.
const MOST_NAMES: usize = 14;

/// Values with a name of their own in the legend.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// The name; a series with an empty name is not in the legend.
    pub label: String,
    /// The values.
    pub points: Vec<(f64, f64)>,
    /// The style in which they are drawn.
    pub style: Style,
}

/// A pair of axes, and what is shown in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    /// Whether the chart is a plan: both axes are in metres and have the same scale.
    is_plan: bool,
}

impl Chart {
    /// Returns a chart. Later series are drawn over earlier series, but all series of a style are drawn together with
    /// the first of them.
    pub fn new(title: &str, x: Axis, y: Axis, series: Vec<Series>) -> Self {
        Chart { title: title.into(), x, y, series, is_plan: false }
    }

    /// Returns a chart of places in metres, with one scale for both axes and a scale bar.
    pub fn plan(title: &str, series: Vec<Series>) -> Self {
        let mut bounds = Bounds::of(series.iter().flat_map(|s| finite(&s.points)));
        if bounds.is_empty() {
            bounds = Bounds { min: Point::ZERO, max: Point::new(1.0, 1.0) };
        }
        let size = bounds.size();
        let longest = size.x.max(size.y).max(1.0);
        let mut bounds = bounds.expanded(0.04 * longest);
        // A plan that is high and narrow, or wide and flat, is shown with more room on both sides.
        let least = bounds.size().y * LEAST_PLAN / MOST_PLAN.1;
        let missing = Point::new((least - bounds.size().x).max(0.0), (0.1 * longest - bounds.size().y).max(0.0));
        (bounds.min, bounds.max) = (bounds.min - missing * 0.5, bounds.max + missing * 0.5);
        let axis = |label: &str, low, high| Axis { label: label.into(), low, high, is_log: false };
        let (x, y) = (axis("x, m", bounds.min.x, bounds.max.x), axis("y, m", bounds.min.y, bounds.max.y));
        Chart { is_plan: true, ..Chart::new(title, x, y, series) }
    }

    /// Returns the picture of this chart alone.
    pub fn picture(&self) -> Picture {
        let (left, size) = (self.side(), self.size(self.side()));
        let mut picture = chart_picture(size + Point::new(2.0, 2.0) * MARGIN, &self.title);
        self.paint(&mut picture, Point::new(MARGIN, MARGIN), left);
        picture
    }

    /// Returns the bytes of a sheet with all charts.
    pub fn sheet(charts: &[Chart], title: &str, subtitle: &str, kind: FileKind) -> Result<Vec<u8>, DrawError> {
        let left = charts.iter().map(Chart::side).fold(0.0, f64::max);
        let sizes: Vec<Point> = charts.iter().map(|chart| chart.size(left)).collect();
        let width = sizes.iter().map(|s| s.x).fold(0.0, f64::max);
        let columns = charts.len().clamp(1, COLUMNS);
        let rows = sizes.chunks(columns).map(|row| row.iter().map(|s| s.y).fold(0.0, f64::max));
        let heights: Vec<f64> = rows.collect();
        let words = text_width(title, HEADING).max(text_width(subtitle, TEXT));
        let head = MARGIN + HEADING * 1.5 + ROW * 1.4;
        let wide = (columns as f64 * (width + GAP) - GAP).max(words);
        let high = heights.iter().map(|h| h + GAP).sum::<f64>() - GAP;
        let mut picture = chart_picture(Point::new(wide + 2.0 * MARGIN, head + high + MARGIN), title);
        let at = Point::new(MARGIN, MARGIN + HEADING / 2.0);
        picture.text(at, Anchor::Start, HEADING, colour::INK, title);
        let below = at + Point::new(0.0, HEADING / 2.0 + ROW * 0.7);
        picture.text(below, Anchor::Start, TEXT, colour::QUIET_INK, subtitle);
        for (i, chart) in charts.iter().enumerate() {
            let above: f64 = heights.iter().take(i / columns).map(|h| h + GAP).sum();
            let corner = Point::new(MARGIN + (i % columns) as f64 * (width + GAP), head + above);
            chart.paint(&mut picture, corner, left);
        }
        kind.encode(&picture)
    }

    /// Returns the size of the area inside the axes, pixels.
    fn area(&self) -> Point {
        if !self.is_plan {
            return Point::new(AREA.0, AREA.1);
        }
        let size = Point::new(self.x.high - self.x.low, self.y.high - self.y.low);
        size * (MOST_PLAN.0 / size.x).min(MOST_PLAN.1 / size.y)
    }

    /// Returns the values beside the vertical axis.
    fn up(&self) -> Vec<f64> {
        self.y.ticks((self.area().y / 36.0).min(MOST_TICKS))
    }

    /// Returns the values below the horizontal axis: as many as fit beside each other.
    fn across(&self) -> Vec<f64> {
        let ticks = self.x.ticks(MOST_TICKS);
        let widest = ticks.iter().map(|v| text_width(&short(*v), TEXT)).fold(0.0, f64::max);
        self.x.ticks((self.area().x / (widest + 30.0)).min(MOST_TICKS))
    }

    /// Returns the room that values take to the left of the axes.
    fn side(&self) -> f64 {
        self.up().iter().map(|v| text_width(&short(*v), TEXT)).fold(0.0, f64::max) + 8.0
    }

    /// Returns the room above the axes.
    fn head(&self) -> f64 {
        if self.title.is_empty() { ROW } else { 2.0 * ROW }
    }

    /// Returns the size of the whole chart when `left` pixels are free to the left of the axes.
    fn size(&self, left: f64) -> Point {
        let (area, names) = (self.area(), self.names());
        let legend = Legend::new(&names, left + area.x, TEXT);
        let words = text_width(&self.title, TITLE).max(left + text_width(&self.y.label, TEXT)).max(legend.width());
        let last_value = 14.0;
        let foot = 2.0 * ROW + if names.is_empty() { 0.0 } else { ABOVE_LEGEND + legend.height() };
        let more = if self.unnamed() > 0 { ROW } else { 0.0 };
        Point::new((left + area.x + last_value).max(words), self.head() + area.y + foot + more)
    }

    /// Returns the entries of the legend.
    fn names(&self) -> Vec<(Style, String)> {
        let named = self.series.iter().filter(|s| !s.label.is_empty());
        named.take(MOST_NAMES).map(|s| (s.style, s.label.clone())).collect()
    }

    /// Returns how many series the legend has no room for.
    fn unnamed(&self) -> usize {
        self.series.iter().filter(|s| !s.label.is_empty()).count().saturating_sub(MOST_NAMES)
    }

    fn paint(&self, picture: &mut Picture, corner: Point, left: f64) {
        let min = corner + Point::new(left, self.head());
        let area = Bounds { min, max: min + self.area() };
        picture.add(Layer::Ground, Shape::Fill { rings: vec![area.corners().to_vec()], colour: colour::WALKABLE });
        self.paint_grid(picture, area);
        let middle = Point::new(0.0, ROW * 0.4);
        picture.text(corner + middle, Anchor::Start, TITLE, colour::INK, &*self.title);
        let above = Point::new(area.min.x, area.min.y - ROW * 0.5);
        picture.text(above, Anchor::Start, TEXT, colour::QUIET_INK, &*self.y.label);
        let below = Point::new(area.center().x, area.max.y + ROW * 1.45);
        picture.text(below, Anchor::Middle, TEXT, colour::QUIET_INK, &*self.x.label);
        if self.is_plan {
            let scale = self.area().x / (self.x.high - self.x.low);
            ruler::scale_bar(picture, Point::new(area.max.x, area.min.y - ROW * 0.5), area.size().x * 0.25, scale);
        }
        self.paint_series(picture, area);
        let names = self.names();
        let legend = Legend::new(&names, left + self.area().x, TEXT);
        let at = Point::new(corner.x, area.max.y + 2.0 * ROW + ABOVE_LEGEND);
        legend.paint(picture, at);
        if self.unnamed() > 0 {
            let at = at + Point::new(0.0, legend.height() + ROW * 0.4);
            picture.text(at, Anchor::Start, TEXT, colour::QUIET_INK, format!("and {} more", self.unnamed()));
        }
    }

    fn paint_grid(&self, picture: &mut Picture, area: Bounds) {
        let pen = Pen::solid(colour::BORDER, 1.0);
        for value in self.across() {
            let x = area.min.x + self.x.share(value) * area.size().x;
            picture.line(Layer::Ground, vec![Point::new(x, area.min.y), Point::new(x, area.max.y)], pen);
            let below = Point::new(x, area.max.y + ROW * 0.6);
            picture.text(below, Anchor::Middle, TEXT, colour::QUIET_INK, short(value));
        }
        for value in self.up() {
            let y = area.max.y - self.y.share(value) * area.size().y;
            picture.line(Layer::Ground, vec![Point::new(area.min.x, y), Point::new(area.max.x, y)], pen);
            picture.text(Point::new(area.min.x - 7.0, y), Anchor::End, TEXT, colour::QUIET_INK, short(value));
        }
        picture.ring(Layer::Seams, area.corners().to_vec(), Pen::solid(colour::QUIET_INK, 1.0));
    }

    fn paint_series(&self, picture: &mut Picture, area: Bounds) {
        let place = |p: Point| {
            let size = area.size();
            Point::new(area.min.x + self.x.share(p.x) * size.x, area.max.y - self.y.share(p.y) * size.y)
        };
        for (style, group) in self.by_style() {
            let lines: Vec<Vec<Point>> = group.iter().map(|s| finite(&s.points).map(place).collect()).collect();
            let all = || thin_dots(&lines.concat());
            match style {
                Style::Area(colour) => {
                    for ring in lines {
                        picture.add(Layer::Graph, Shape::Fill { rings: vec![ring], colour });
                    }
                }
                Style::Symbols(symbol, colour) => {
                    let dots = all();
                    let radius = if lines.concat().len() > CLOUD { 2.2 } else { 3.0 };
                    dots.into_iter().for_each(|at| picture.symbol(Layer::Graph, symbol, at, radius, colour));
                }
                Style::Line(pen) => {
                    lines.iter().for_each(|line| picture.line(Layer::Graph, thin_line(line), pen));
                }
                Style::DottedLine(pen) => {
                    let radius = if lines.concat().len() > CLOUD { 1.8 } else { 3.0 };
                    all().into_iter().for_each(|at| picture.symbol(Layer::Graph, Symbol::Dot, at, radius, pen.colour));
                    lines.iter().for_each(|line| picture.line(Layer::Graph, thin_line(line), pen));
                }
            }
        }
    }

    /// Returns the series by style; the styles are in the order in which they first occur. So all lines of a pen become
    /// one element of the file.
    fn by_style(&self) -> Vec<(Style, Vec<&Series>)> {
        let mut groups: Vec<(Style, Vec<&Series>)> = Vec::new();
        for series in &self.series {
            match groups.iter_mut().find(|group| group.0 == series.style) {
                Some(group) => group.1.push(series),
                None => groups.push((series.style, vec![series])),
            }
        }
        groups
    }
}

/// Returns an empty picture for charts. Its coordinates have coarser steps than those of a place, because readers do
/// not enlarge a chart as much.
fn chart_picture(size: Point, title: &str) -> Picture {
    let mut picture = Picture::new(size.x, size.y, colour::PAPER);
    (picture.title, picture.steps) = (title.into(), 10);
    picture
}

/// Returns the points whose coordinates are finite.
fn finite(points: &[(f64, f64)]) -> impl Iterator<Item = Point> {
    points.iter().map(|&(x, y)| Point::new(x, y)).filter(|p| p.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::PATHS;

    fn line(label: &str, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), points, style: Style::Line(Pen::solid(PATHS[0], 1.5)) }
    }

    fn chart(series: Vec<Series>) -> Chart {
        let axis = |of: fn(&(f64, f64)) -> f64| series.iter().flat_map(|s| &s.points).map(of).collect::<Vec<_>>();
        let (x, y) = (axis(|p| p.0), axis(|p| p.1));
        let (x, y) = (Axis::from_zero("x", x.into_iter()), Axis::from_zero("y", y.into_iter()));
        Chart::new("Chart", x, y, series)
    }

    #[test]
    fn a_chart_without_points_is_drawn() {
        assert!(chart(Vec::new()).picture().to_svg().ends_with("</svg>\n"));
        assert!(Chart::plan("Nothing", Vec::new()).picture().to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn points_that_are_no_numbers_are_left_out() {
        let svg = chart(vec![line("a", vec![(0.0, 1.0), (f64::NAN, 2.0), (1.0, f64::INFINITY), (2.0, 3.0)])]);
        let svg = svg.picture().to_svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("9223372036854775807"));
    }

    #[test]
    fn lines_of_one_style_are_one_element() {
        let lines = (0..80).map(|i| line("", vec![(0.0, f64::from(i)), (9.0, f64::from(i))])).collect();
        assert_eq!(chart(lines).picture().to_svg().matches("stroke=\"#1f5fbf\"").count(), 1);
    }

    #[test]
    fn both_axes_of_a_plan_have_one_scale() {
        for (wide, high) in [(30.0, 4.0), (4.0, 30.0), (10.0, 0.0), (0.0, 0.0)] {
            let plan = Chart::plan("Plan", vec![line("a", vec![(1.0, 2.0), (1.0 + wide, 2.0 + high)])]);
            let (area, size) = (plan.area(), (plan.x.high - plan.x.low, plan.y.high - plan.y.low));
            assert!((area.x / size.0 - area.y / size.1).abs() < 1e-9, "{wide} × {high} m");
            assert!(area.x <= 450.01 && area.y <= 420.01 && area.x >= 100.0 && area.y >= 20.0, "{area:?}");
        }
    }

    #[test]
    fn a_legend_that_is_too_long_says_how_many_are_missing() {
        let svg = chart((0..17).map(|i| line(&format!("series {i}"), vec![(0.0, 1.0)])).collect()).picture().to_svg();
        assert!(svg.contains(">series 13<") && !svg.contains(">series 14<") && svg.contains(">and 3 more<"));
    }

    /// Words used to be cut or to leave the picture where a title was longer than the chart is wide.
    #[test]
    fn every_word_is_within_the_picture() {
        let mut long = chart(vec![line("a name that is long", vec![(0.0, 123_456.0), (9_876.5, 1.0)]); 3]);
        long.title = "a title that goes on and on, longer than the axis below it is, to its very end and beyond".into();
        for picture in [long.picture(), Chart::plan("Plan", long.series.clone()).picture()] {
            for mark in picture.stacked() {
                let Shape::Text { at, size, anchor, text, .. } = &mark.shape else { continue };
                let wide = text_width(text, *size);
                let left = match anchor {
                    Anchor::Start => at.x,
                    Anchor::Middle => at.x - wide / 2.0,
                    Anchor::End => at.x - wide,
                };
                assert!(left >= 0.0 && left + wide <= picture.width, "{text}");
                assert!(at.y - size / 2.0 >= 0.0 && at.y + size / 2.0 <= picture.height, "{text}");
            }
        }
    }
}
