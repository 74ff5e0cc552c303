//! Draws a figure as SVG: axes, what is drawn in layers, and the legend below.

use std::fmt::Write;

use populace_geom::maths;

use super::html::{safe, short};
use super::path::{Pen, Spot, dots};
use crate::{Figure, Look, Series};

/// Colours of what a model did, one after the other; none is a grey, which people have.
const COLOURS: [&str; 8] = ["#175cd3", "#d1495b", "#2e8b57", "#8250df", "#b54708", "#0e7490", "#c11574", "#8a9a12"];
/// Greys of measured people, one after the other.
const GREYS: [&str; 5] = ["#8a93a1", "#4d5761", "#1d2129", "#5b6472", "#3d4654"];
/// Greys of lines of measured people, one after the other.
const LINE_GREYS: [&str; 4] = ["#1d2129", "#5b6472", "#8a93a1", "#b7bec9"];
/// Names that the legend has room for.
const MOST_NAMES: usize = 14;

/// Margins around the drawing, px: left, right, top, bottom.
const MARGINS: (f64, f64, f64, f64) = (58.0, 14.0, 30.0, 44.0);
/// Where the legend begins, and the height of a line of it, px.
const LEGEND: (f64, f64) = (18.0, 18.0);
/// Most that a letter of the legend and of the title takes, px.
const LETTER: (f64, f64) = (6.6, 7.6);

/// The picture: scale and size.
struct Frame {
    low: (f64, f64),
    high: (f64, f64),
    width: f64,
    height: f64,
}

impl Frame {
    fn of(figure: &Figure) -> Frame {
        let (mut low, mut high) = ((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        for &(x, y) in figure.series.iter().flat_map(|s| &s.points).filter(|p| p.0.is_finite() && p.1.is_finite()) {
            low = (low.0.min(x), low.1.min(y));
            high = (high.0.max(x), high.1.max(y));
        }
        if low.0 > high.0 {
            (low, high) = ((0.0, 0.0), (1.0, 1.0));
        }
        if figure.is_plan {
            return Frame::plan(low, high);
        }
        // Axes of measures begin at zero.
        let low = (low.0.min(0.0), low.1.min(0.0));
        let room = |low: f64, high: f64| if high > low { high + 0.04 * (high - low) } else { low + 1.0 };
        Frame { low, high: (room(low.0, high.0), room(low.1, high.1)), width: 520.0, height: 340.0 }
    }

    /// One scale for both axes.
    fn plan(low: (f64, f64), high: (f64, f64)) -> Frame {
        let size = ((high.0 - low.0).max(1.0), (high.1 - low.1).max(1.0));
        let margin = 0.04 * size.0.max(size.1);
        let (low, high) = ((low.0 - margin, low.1 - margin), (low.0 + size.0 + margin, low.1 + size.1 + margin));
        let (inner_width, most) = (520.0 - MARGINS.0 - MARGINS.1, 420.0);
        let scale = (inner_width / (high.0 - low.0)).min(most / (high.1 - low.1));
        let width = (high.0 - low.0) * scale + MARGINS.0 + MARGINS.1;
        Frame { low, high, width: width.max(220.0), height: (high.1 - low.1) * scale + MARGINS.2 + MARGINS.3 }
    }

    fn x(&self, x: f64) -> f64 {
        MARGINS.0 + (x - self.low.0) / (self.high.0 - self.low.0) * (self.width - MARGINS.0 - MARGINS.1)
    }
    fn y(&self, y: f64) -> f64 {
        self.height - MARGINS.3 - (y - self.low.1) / (self.high.1 - self.low.1) * (self.height - MARGINS.2 - MARGINS.3)
    }
    /// Where points are on the picture; those that are no numbers are nowhere.
    fn spots(&self, points: &[(f64, f64)]) -> Vec<Spot> {
        let known = points.iter().filter(|p| p.0.is_finite() && p.1.is_finite());
        known.map(|&(x, y)| (self.x(x), self.y(y))).collect()
    }
}

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq)]
struct Style {
    look: Look,
    colour: &'static str,
    mark: Mark,
}

/// The shape of a point of measured people: sources are told apart by it.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    Dot,
    Square,
    Plus,
    Cross,
    Ring,
}

impl Mark {
    const ALL: [Mark; 5] = [Mark::Dot, Mark::Square, Mark::Plus, Mark::Cross, Mark::Ring];
    /// What the pen draws around a point, in tenths of a pixel. A line of no length is a dot with round ends and a square with square ones.
    fn shape(self) -> &'static str {
        match self {
            Mark::Dot | Mark::Square => "h0",
            Mark::Plus => "m-35 0h70m-35-35v70m0-35",
            Mark::Cross => "m-28-28l56 56m0-56l-56 56m28-28",
            Mark::Ring => "m-30 0a30 30 0 1 0 60 0a30 30 0 1 0-60 0m30 0",
        }
    }
}

/// The figure as a file of its own.
pub(crate) fn file(figure: &Figure) -> String {
    let own =
        " xmlns=\"http://www.w3.org/2000/svg\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" font-size=\"12\"";
    picture(figure, own)
}

/// The figure as part of a page, which sets the font.
pub(super) fn svg(figure: &Figure) -> String {
    picture(figure, "")
}

/// The figure with its legend below.
fn picture(figure: &Figure, own: &str) -> String {
    let frame = Frame::of(figure);
    let styles = styles(figure);
    let named: Vec<(&Series, Style)> =
        figure.series.iter().zip(styles.iter().copied()).filter(|(s, _)| !s.name.is_empty()).collect();
    let letters = |text: &str| text.chars().count() as f64;
    let longest = named.iter().map(|(s, _)| letters(&s.name)).fold(0.0, f64::max) * LETTER.0 + 28.0;
    let columns = if named.len() > 1 && LEGEND.0 + 2.0 * longest <= frame.width { 2 } else { 1 };
    let title = MARGINS.0 + letters(&figure.title) * LETTER.1;
    let lines = named.len().min(MOST_NAMES).div_ceil(columns) + usize::from(named.len() > MOST_NAMES);
    let mut svg = format!(
        "<svg{own} width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\" role=\"img\" aria-label=\"{}\">\n",
        safe(&figure.title),
        w = frame.width.max(title).max(LEGEND.0 + longest),
        h = frame.height + LEGEND.1 * lines as f64 + if lines > 0 { 8.0 } else { 0.0 },
    );
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"16\" font-weight=\"600\" fill=\"#1d2129\">{}</text>",
        MARGINS.0,
        safe(&figure.title)
    );
    axes(&mut svg, &frame, figure);
    for (style, layer) in layers(figure, &styles) {
        draw(&mut svg, &frame, style, &layer);
        if figure.is_plan && style.look == Look::Path {
            // Where each path begins.
            let starts: Vec<(f64, f64)> = layer.iter().filter_map(|series| series.points.first().copied()).collect();
            marks(&mut svg, &frame.spots(&starts), style.colour, Mark::Dot, (5.2, 1.0));
        }
    }
    let width = (frame.width - LEGEND.0) / columns as f64;
    legend(&mut svg, &named, columns, (width, frame.height + 12.0));
    svg.push_str("</svg>\n");
    svg
}

/// How every series is drawn: greys for people, walls and relations, colours one after the other for what the model did.
fn styles(figure: &Figure) -> Vec<Style> {
    let style = |(i, series): (usize, &Series)| {
        let before = |looks: &[Look]| figure.series[..i].iter().filter(|s| looks.contains(&s.look)).count();
        let look = series.look;
        let plain = |colour| Style { look, colour, mark: Mark::Dot };
        match look {
            Look::Data => {
                let number = before(&[Look::Data]) % GREYS.len();
                Style { look, colour: GREYS[number], mark: Mark::ALL[number] }
            }
            Look::People => plain(LINE_GREYS[before(&[Look::People]) % LINE_GREYS.len()]),
            Look::Relation => plain("#5b6472"),
            Look::Walls => plain("#1d2129"),
            Look::Band => plain("#cfe8d8"),
            // Single runs have the colour of their mean.
            Look::Run => plain(COLOURS[0]),
            Look::Line | Look::Path | Look::Dots => {
                plain(COLOURS[before(&[Look::Line, Look::Path, Look::Dots]) % COLOURS.len()])
            }
        }
    };
    figure.series.iter().enumerate().map(style).collect()
}

/// Series that look the same are drawn as one, where the first of them is.
fn layers<'a>(figure: &'a Figure, styles: &[Style]) -> Vec<(Style, Vec<&'a Series>)> {
    let mut layers: Vec<(Style, Vec<&Series>)> = Vec::new();
    for (series, style) in figure.series.iter().zip(styles) {
        match layers.iter_mut().find(|layer| layer.0 == *style) {
            Some(layer) => layer.1.push(series),
            None => layers.push((*style, vec![series])),
        }
    }
    layers
}

fn axes(svg: &mut String, frame: &Frame, figure: &Figure) {
    let (left, right) = (MARGINS.0, frame.width - MARGINS.1);
    let (top, bottom) = (MARGINS.2, frame.height - MARGINS.3);
    let (across, up) =
        (ticks(frame.low.0, frame.high.0, right - left), ticks(frame.low.1, frame.high.1, 2.0 * (bottom - top)));
    let mut grid = Pen::new(1.0);
    across.iter().for_each(|&x| grid.line(&[(frame.x(x), top), (frame.x(x), bottom)]));
    up.iter().for_each(|&y| grid.line(&[(left, frame.y(y)), (right, frame.y(y))]));
    let _ = writeln!(svg, "<path d=\"{}\" stroke=\"#eceff3\"/>", grid.finish());
    let _ = write!(svg, "<g fill=\"#5b6472\" text-anchor=\"middle\">");
    for x in across {
        let _ = write!(svg, "<text x=\"{:.0}\" y=\"{:.0}\">{}</text>", frame.x(x), bottom + 16.0, short(x));
    }
    let _ = write!(svg, "</g>\n<g fill=\"#5b6472\" text-anchor=\"end\">");
    for y in up {
        let _ = write!(svg, "<text x=\"{:.0}\" y=\"{:.0}\">{}</text>", left - 6.0, frame.y(y) + 4.0, short(y));
    }
    let _ = writeln!(svg, "</g>\n<path d=\"M{left} {top}V{bottom:.0}H{right:.0}\" fill=\"none\" stroke=\"#8a93a1\"/>");
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let _ = writeln!(
        svg,
        "<g fill=\"#1d2129\" text-anchor=\"middle\"><text x=\"{:.0}\" y=\"{:.0}\">{}</text><text transform=\"translate(14 {:.0}) rotate(-90)\">{}</text></g>",
        middle.0,
        bottom + 34.0,
        safe(&figure.x),
        middle.1,
        safe(&figure.y)
    );
}

/// About six round numbers between two, fewer where there is less room for their digits, px.
fn ticks(low: f64, high: f64, room: f64) -> Vec<f64> {
    let rough = (high - low) / (room / 55.0).clamp(1.0, 6.0);
    let unit = maths::power_of_ten(maths::log10(rough.max(1e-12)).floor() as i32);
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * unit).find(|step| *step >= rough).unwrap_or(unit);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last.min(first + 20)).map(|i| i as f64 * step).collect()
}

fn draw(svg: &mut String, frame: &Frame, style: Style, layer: &[&Series]) {
    let Style { look, colour, mark } = style;
    let lines: Vec<Vec<Spot>> = layer.iter().map(|series| frame.spots(&series.points)).collect();
    let all = || lines.iter().flatten().copied().collect::<Vec<Spot>>();
    match look {
        Look::Data => marks(svg, &all(), colour, mark, (4.4, 0.5)),
        Look::Dots => marks(svg, &all(), colour, mark, (5.2, 0.8)),
        Look::Band => {
            let mut pen = Pen::new(10.0);
            lines.iter().for_each(|line| pen.ring(line));
            let data = pen.finish();
            let _ = writeln!(svg, "<path d=\"{data}\" transform=\"scale(.1)\" fill=\"{colour}\" fill-opacity=\".7\"/>");
        }
        Look::Line => {
            marks(svg, &all(), colour, mark, (7.2, 1.0));
            stroke(svg, &lines, style);
        }
        Look::Walls | Look::Path | Look::People | Look::Run | Look::Relation => stroke(svg, &lines, style),
    }
}

fn stroke(svg: &mut String, lines: &[Vec<Spot>], Style { look, colour, .. }: Style) {
    let mut pen = Pen::new(10.0);
    lines.iter().for_each(|line| pen.line(line));
    let data = pen.finish();
    // In tenths of a pixel, too.
    let width = match look {
        Look::Run => r#""10" stroke-opacity=".3""#,
        Look::Relation => r#""15" stroke-dasharray="50 30""#,
        Look::Path | Look::People => r#""15""#,
        _ => r#""20""#,
    };
    let _ = writeln!(
        svg,
        "<path d=\"{data}\" transform=\"scale(.1)\" fill=\"none\" stroke=\"{colour}\" stroke-width={width}/>"
    );
}

/// Points as marks of a size, px, and an opacity.
fn marks(svg: &mut String, points: &[Spot], colour: &str, mark: Mark, (size, opacity): (f64, f64)) {
    let (dots, is_cloud) = dots(points);
    // In a cloud nobody tells tenths of a pixel; other marks than dots are drawn in tenths.
    let steps = if is_cloud && mark.shape() == "h0" { 1.0 } else { 10.0 };
    let mut pen = Pen::new(steps);
    dots.into_iter().for_each(|dot| pen.mark(dot, mark.shape()));
    let (cap, width) = match mark {
        Mark::Dot => (" stroke-linecap=\"round\"", size),
        Mark::Square => (" stroke-linecap=\"square\"", 0.8 * size),
        Mark::Plus | Mark::Cross | Mark::Ring => ("", 1.5),
    };
    let scale = if steps == 1.0 { "" } else { " transform=\"scale(.1)\"" };
    let opacity =
        if opacity < 1.0 && mark == Mark::Dot { format!(" stroke-opacity=\"{opacity}\"") } else { String::new() };
    let _ = writeln!(
        svg,
        "<path d=\"{}\"{scale} fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{cap}{opacity}/>",
        pen.finish(),
        short(width * steps),
    );
}

/// What is what: a key and a name each, in columns of a width, below a height, px.
fn legend(svg: &mut String, named: &[(&Series, Style)], columns: usize, (width, top): (f64, f64)) {
    for (i, (series, style)) in named.iter().take(MOST_NAMES).enumerate() {
        let (x, y) = (LEGEND.0 + (i % columns) as f64 * width, top + LEGEND.1 * (i / columns) as f64);
        key(svg, *style, (x, y - 4.0));
        let _ =
            writeln!(svg, "<text x=\"{:.0}\" y=\"{y:.0}\" fill=\"#5b6472\">{}</text>", x + 22.0, safe(&series.name));
    }
    if named.len() > MOST_NAMES {
        let y = top + LEGEND.1 * MOST_NAMES.div_ceil(columns) as f64;
        let more = named.len() - MOST_NAMES;
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y:.0}\" fill=\"#5b6472\">and {more} more</text>", LEGEND.0);
    }
}

/// How a series looks, for the legend.
fn key(svg: &mut String, style: Style, (x, y): Spot) {
    match style.look {
        Look::Data | Look::Dots => marks(svg, &[(x + 8.0, y)], style.colour, style.mark, (6.0, 1.0)),
        Look::Band => {
            let (y, colour) = (y - 5.0, style.colour);
            let _ = write!(svg, "<path d=\"M{x:.0} {y:.0}h16v9h-16z\" fill=\"{colour}\"/>");
        }
        Look::Line => {
            marks(svg, &[(x + 8.0, y)], style.colour, style.mark, (7.2, 1.0));
            stroke(svg, &[vec![(x, y), (x + 16.0, y)]], style);
        }
        Look::Relation | Look::Run | Look::Path | Look::People | Look::Walls => {
            stroke(svg, &[vec![(x, y), (x + 16.0, y)]], style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(ticks(0.0, 6.0, 450.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(ticks(0.0, 2.6, 450.0), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(ticks(-0.5, 1.2, 60.0), [0.0]);
    }

    #[test]
    fn a_figure_without_points_is_drawn() {
        assert!(svg(&Figure::new("Nothing", "x", "y")).ends_with("</svg>\n"));
    }

    #[test]
    fn points_that_are_no_numbers_are_left_out() {
        let points = vec![(0.0, 1.0), (f64::NAN, 2.0), (1.0, f64::INFINITY), (2.0, 3.0)];
        let figure = Figure::new("Damaged", "x", "y").with(Look::Line, "line", points);
        assert!(!svg(&figure).contains("NaN") && !svg(&figure).contains("inf"));
    }

    #[test]
    fn paths_of_one_colour_are_one_element() {
        let mut figure = Figure::plan("Paths");
        for i in 0..80 {
            figure = figure.with(Look::Path, "", vec![(0.0, f64::from(i)), (9.0, f64::from(i))]);
        }
        assert_eq!(svg(&figure).matches("stroke-width=\"15\"").count(), COLOURS.len());
    }

    #[test]
    fn sources_of_measured_people_are_told_apart() {
        let mut figure = Figure::new("People", "x", "y");
        for name in ["a", "b", "c", "d", "e"] {
            figure = figure.with(Look::Data, name, vec![(1.0, 1.0)]);
        }
        let styles = styles(&figure);
        assert!((1..5).all(|i| styles[..i].iter().all(|other| other.mark != styles[i].mark)));
    }
}
