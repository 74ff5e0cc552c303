//! Draws a figure as SVG.

use std::fmt::Write;

use super::html::{safe, short};
use crate::{Figure, Look, Series};

/// Colours of what a model did, one after the other.
const COLOURS: [&str; 8] = ["#175cd3", "#d1495b", "#2e8b57", "#8250df", "#b54708", "#0e7490", "#c11574", "#4d5761"];
/// Names that the legend has room for.
const MOST_NAMES: usize = 14;

/// Margins around the drawing, px: left, right, top, bottom.
const MARGINS: (f64, f64, f64, f64) = (58.0, 14.0, 30.0, 44.0);

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
    fn path(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (i, &(x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, self.x(x), self.y(y));
        }
        path
    }
}

/// The figure as SVG, with its legend below.
pub(super) fn svg(figure: &Figure) -> String {
    let frame = Frame::of(figure);
    let named: Vec<(&Series, &str)> =
        colours(figure).into_iter().filter(|(s, _)| !s.name.is_empty()).take(MOST_NAMES).collect();
    let legend_height = 18.0 * named.len().div_ceil(2) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" viewBox=\"0 0 {w:.0} {h:.0}\" font-family=\"system-ui, 'DejaVu Sans', sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"{}\">\n",
        safe(&figure.title),
        w = frame.width,
        h = frame.height + legend_height,
    );
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"16\" font-weight=\"600\" fill=\"#1d2129\">{}</text>",
        MARGINS.0,
        safe(&figure.title)
    );
    axes(&mut svg, &frame, figure);
    for (series, colour) in colours(figure) {
        draw(&mut svg, &frame, series, colour);
    }
    for (i, (series, colour)) in named.iter().enumerate() {
        let x = MARGINS.0 + (i % 2) as f64 * (frame.width - MARGINS.0) / 2.0;
        let y = frame.height + 18.0 * (i / 2) as f64 + 6.0;
        let _ = writeln!(
            svg,
            "{}<text x=\"{:.0}\" y=\"{:.0}\" fill=\"#5b6472\">{}</text>",
            key(series, colour, x, y - 4.0),
            x + 20.0,
            y,
            safe(&series.name)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Every series with its colour: grey for people, walls and relations, one after the other for what the model did.
fn colours(figure: &Figure) -> Vec<(&Series, &'static str)> {
    let mut next = 0;
    let colour = |series: &Series| match series.look {
        Look::Data => "#8a93a1",
        Look::Relation => "#5b6472",
        Look::Walls => "#1d2129",
        Look::Band => "#cfe8d8",
        Look::Line | Look::Path | Look::Dots => {
            next += 1;
            COLOURS[(next - 1) % COLOURS.len()]
        }
    };
    let all: Vec<&'static str> = figure.series.iter().map(colour).collect();
    figure.series.iter().zip(all).collect()
}

fn axes(svg: &mut String, frame: &Frame, figure: &Figure) {
    let (left, right) = (MARGINS.0, frame.width - MARGINS.1);
    let (top, bottom) = (MARGINS.2, frame.height - MARGINS.3);
    for x in ticks(frame.low.0, frame.high.0) {
        let at = frame.x(x);
        let _ = write!(svg, "<path d=\"M{at:.1} {top}V{bottom:.1}\" stroke=\"#eceff3\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#5b6472\">{}</text>",
            bottom + 16.0,
            short(x)
        );
    }
    for y in ticks(frame.low.1, frame.high.1) {
        let at = frame.y(y);
        let _ = write!(svg, "<path d=\"M{left} {at:.1}H{right:.1}\" stroke=\"#eceff3\"/>");
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#5b6472\">{}</text>",
            left - 6.0,
            at + 4.0,
            short(y)
        );
    }
    let _ = writeln!(svg, "<path d=\"M{left} {top}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"#8a93a1\"/>");
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#1d2129\">{}</text>",
        middle.0,
        bottom + 34.0,
        safe(&figure.x)
    );
    let _ = writeln!(
        svg,
        "<text transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\" fill=\"#1d2129\">{}</text>",
        middle.1,
        safe(&figure.y)
    );
}

/// About six round numbers between two.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let unit = libm::pow(10.0, libm::floor(libm::log10(rough.max(1e-12))));
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|n| n * unit).find(|step| *step >= rough).unwrap_or(unit);
    let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
    (first..=last.min(first + 20)).map(|i| i as f64 * step).collect()
}

fn draw(svg: &mut String, frame: &Frame, series: &Series, colour: &str) {
    let path = || frame.path(&series.points);
    let mut dots = |radius: f64, opacity: f64| {
        let _ = write!(svg, "<g fill=\"{colour}\" fill-opacity=\"{opacity}\">");
        for &(x, y) in &series.points {
            let _ = write!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\"/>", frame.x(x), frame.y(y));
        }
        let _ = writeln!(svg, "</g>");
    };
    match series.look {
        Look::Data => dots(2.2, 0.45),
        Look::Dots => dots(2.6, 0.8),
        Look::Line => {
            dots(3.6, 1.0);
            let _ = writeln!(svg, "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path());
        }
        Look::Path => {
            let _ = writeln!(svg, "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>", path());
        }
        Look::Relation => {
            let _ = writeln!(
                svg,
                "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>",
                path()
            );
        }
        Look::Walls => {
            let _ = writeln!(svg, "<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>", path());
        }
        Look::Band => {
            let _ = writeln!(svg, "<path d=\"{}Z\" fill=\"{colour}\" fill-opacity=\"0.7\"/>", path());
        }
    }
}

/// How a series looks, for the legend.
fn key(series: &Series, colour: &str, x: f64, y: f64) -> String {
    match series.look {
        Look::Data | Look::Dots => format!("<circle cx=\"{:.0}\" cy=\"{y:.0}\" r=\"3\" fill=\"{colour}\"/>", x + 8.0),
        Look::Band => format!("<rect x=\"{x:.0}\" y=\"{:.0}\" width=\"16\" height=\"9\" fill=\"{colour}\"/>", y - 5.0),
        Look::Relation => {
            format!("<path d=\"M{x:.0} {y:.0}h16\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>")
        }
        Look::Line | Look::Path | Look::Walls => {
            format!("<path d=\"M{x:.0} {y:.0}h16\" stroke=\"{colour}\" stroke-width=\"2\"/>")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_axis() {
        assert_eq!(ticks(0.0, 6.0), [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert_eq!(ticks(0.0, 2.6), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
    }

    #[test]
    fn a_figure_without_points_is_drawn() {
        assert!(svg(&Figure::new("Nothing", "x", "y")).ends_with("</svg>\n"));
    }
}
