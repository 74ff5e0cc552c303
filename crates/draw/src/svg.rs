//! A picture as an SVG file: one group per layer, coordinates to a hundredth of a pixel.

use std::fmt::Write;

use populace_geom::Point;

use crate::colour::Colour;
use crate::picture::{Anchor, Layer, Mark, Pen, Picture, Shape};

/// The text of the file.
pub fn write(picture: &Picture) -> String {
    let (w, h) = (picture.width.ceil(), picture.height.ceil());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n<rect width=\"{w}\" height=\"{h}\" {}/>\n",
        paint("fill", picture.background)
    );
    let marks = picture.stacked();
    for layer in marks.chunk_by(|a, b| a.layer == b.layer) {
        let name = layer.first().map_or(Layer::Ground, |m| m.layer).name();
        let _ = writeln!(out, "<g class=\"{name}\">");
        for run in layer.chunk_by(|a, b| same_pen(a, b)) {
            write_run(&mut out, run);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn pen_of(mark: &Mark) -> Option<&Pen> {
    match &mark.shape {
        Shape::Line { pen, .. } => Some(pen),
        _ => None,
    }
}

fn same_pen(a: &Mark, b: &Mark) -> bool {
    pen_of(a).is_some_and(|pen| pen_of(b) == Some(pen))
}

/// Lines with one pen share a path, so that a city's walls are one element and not 30,000.
fn write_run(out: &mut String, run: &[&Mark]) {
    let Some(first) = run.first() else { return };
    if let Some(pen) = pen_of(first) {
        let mut path = String::new();
        for mark in run {
            if let Shape::Line { points, closed, .. } = &mark.shape {
                write_ring(&mut path, points, *closed);
            }
        }
        let dash = pen.dash.map(|(on, off)| format!(" stroke-dasharray=\"{} {}\"", Number(on), Number(off)));
        let _ = writeln!(
            out,
            "<path d=\"{path}\" fill=\"none\" {} stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"{}/>",
            paint("stroke", pen.colour),
            Number(pen.width),
            dash.unwrap_or_default()
        );
        return;
    }
    run.iter().for_each(|mark| write_shape(out, &mark.shape));
}

fn write_shape(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Line { .. } => {}
        Shape::Fill { rings, colour } => {
            let mut path = String::new();
            rings.iter().for_each(|ring| write_ring(&mut path, ring, true));
            let _ = writeln!(out, "<path d=\"{path}\" fill-rule=\"evenodd\" {}/>", paint("fill", *colour));
        }
        Shape::Dot { at, radius, colour } => {
            let _ = writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
                Number(at.x),
                Number(at.y),
                Number(*radius),
                paint("fill", *colour)
            );
        }
        Shape::Text { at, size, anchor, colour, halo, text } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
            };
            let halo = halo.map(|c| {
                let width = Number(size * 0.25);
                format!(
                    " {} stroke-width=\"{width}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
                    paint("stroke", c)
                )
            });
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" {}{}>{}</text>",
                Number(at.x),
                Number(at.y + size * 0.35),
                Number(*size),
                paint("fill", *colour),
                halo.unwrap_or_default(),
                escape(text)
            );
        }
    }
}

fn write_ring(path: &mut String, points: &[Point], closed: bool) {
    for (i, p) in points.iter().enumerate() {
        let _ = write!(path, "{}{} {}", if i == 0 { "M" } else { "L" }, Number(p.x), Number(p.y));
    }
    if closed && !points.is_empty() {
        path.push('Z');
    }
}

fn paint(attribute: &str, Colour(r, g, b, a): Colour) -> String {
    let solid = format!("{attribute}=\"#{r:02x}{g:02x}{b:02x}\"");
    if a == 255 { solid } else { format!("{solid} {attribute}-opacity=\"{}\"", Number(f64::from(a) / 255.0)) }
}

/// Characters with a meaning in XML are escaped, those XML does not allow are replaced.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// A coordinate to a hundredth, without trailing zeros.
struct Number(f64);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, whole, rest) =
            (if hundredths < 0 { "-" } else { "" }, hundredths.abs() / 100, hundredths.abs() % 100);
        match rest {
            0 => write!(f, "{sign}{whole}"),
            r if r % 10 == 0 => write!(f, "{sign}{whole}.{}", r / 10),
            r => write!(f, "{sign}{whole}.{r:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{INK, PAPER, WALL};

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.001, 1.0, -2.5, 7.23456, 1200.07].map(|v| Number(v).to_string());
        assert_eq!(written, ["0", "0", "1", "-2.5", "7.23", "1200.07"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<Gleis \"1\" & 2>\u{1}"), "&lt;Gleis &quot;1&quot; &amp; 2&gt;\u{fffd}");
    }

    #[test]
    fn lines_with_one_pen_share_a_path() {
        let mut picture = Picture::new(20.0, 10.0, PAPER);
        for y in [1.0, 2.0] {
            let points = vec![Point::new(0.0, y), Point::new(5.0, y)];
            picture.add(Layer::Walls, Shape::Line { points, closed: false, pen: Pen::solid(WALL, 1.5) });
        }
        picture.add(Layer::Labels, Shape::Dot { at: Point::ZERO, radius: 1.0, colour: INK });
        let svg = write(&picture);
        assert_eq!(svg.matches("<path").count(), 1);
        assert!(svg.contains("d=\"M0 1L5 1M0 2L5 2\""), "{svg}");
    }
}
