//! Writes a picture as an SVG file with one group per layer. Coordinates are whole numbers of small steps; the coordinates of a path are
//! relative to the point before.

use std::fmt::Write;

use populace_geom::Point;

use crate::colour::Colour;
use crate::font::FAMILIES;
use crate::picture::{Anchor, Layer, Mark, Picture, Shape};

/// The width of the line that is drawn around a surface in the surface's own colour, pixels. The line closes the pale
/// seam that smoothing leaves between two surfaces.
const SEAM: f64 = 0.7;

/// Returns the text of the file.
pub fn write(picture: &Picture) -> String {
    let steps = Steps(f64::from(picture.steps));
    let (w, h) = (picture.width.ceil(), picture.height.ceil());
    let label = match picture.title.as_str() {
        "" => String::new(),
        title => format!(" aria-label=\"{}\"", escape(title)),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\"{label} \
         font-family=\"{FAMILIES}\" fill-rule=\"evenodd\" stroke-width=\"{}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n<path d=\"M0 0H{}V{}H0z\" {}/>\n",
        (w * picture.zoom).round(),
        (h * picture.zoom).round(),
        steps.of(w),
        steps.of(h),
        steps.of(SEAM),
        steps.of(w),
        steps.of(h),
        paint("fill", picture.background)
    );
    let marks = picture.stacked();
    for layer in marks.chunk_by(|a, b| a.layer == b.layer) {
        let name = layer.first().map_or(Layer::Ground, |m| m.layer).name();
        let _ = writeln!(out, "<g class=\"{name}\">");
        let with_look: Vec<(String, &Shape)> =
            layer.iter().map(|m: &&Mark| (look(&m.shape, steps), &m.shape)).collect();
        for run in with_look.chunk_by(|a, b| a.0 == b.0) {
            write_run(&mut out, run, steps);
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// The number of steps in a pixel.
#[derive(Clone, Copy)]
struct Steps(f64);

impl Steps {
    fn of(self, pixels: f64) -> i64 {
        (pixels * self.0).round() as i64
    }
}

/// Returns the attributes that shapes of one look share; shapes of different kinds never share all of them.
fn look(shape: &Shape, steps: Steps) -> String {
    match shape {
        Shape::Fill { colour: colour @ Colour(_, _, _, 255), .. } => {
            format!("{} {}", paint("fill", *colour), paint("stroke", *colour))
        }
        Shape::Fill { colour, .. } => paint("fill", *colour),
        Shape::Line { pen, .. } => {
            let dash = pen.dash.map(|(on, off)| format!(" stroke-dasharray=\"{} {}\"", steps.of(on), steps.of(off)));
            let (paint, width) = (paint("stroke", pen.colour), steps.of(pen.width).max(1));
            format!("fill=\"none\" {paint} stroke-width=\"{width}\"{}", dash.unwrap_or_default())
        }
        // A dot is a line of no length with round ends.
        Shape::Dot { radius, colour, .. } => {
            format!("{} stroke-width=\"{}\"", paint("stroke", *colour), steps.of(2.0 * radius).max(1))
        }
        Shape::Text { size, anchor, colour, halo, .. } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let halo = halo.map(|c| {
                let width = steps.of(size * 0.25);
                format!(" {} stroke-width=\"{width}\" paint-order=\"stroke\"", paint("stroke", c))
            });
            format!("font-size=\"{}\"{anchor} {}{}", steps.of(*size), paint("fill", *colour), halo.unwrap_or_default())
        }
    }
}

/// Writes shapes of one look: solid lines and dots as one path, so that a city's walls are one element and not 30,000; others in a group.
/// Every translucent line is an element of its own, so that lines over each other look darker than a single line.
fn write_run(out: &mut String, run: &[(String, &Shape)], steps: Steps) {
    let Some((look, first)) = run.first() else { return };
    let is_one_path = match first {
        Shape::Line { pen, .. } => pen.colour.3 == 255,
        Shape::Dot { .. } => true,
        Shape::Fill { .. } | Shape::Text { .. } => false,
    };
    if is_one_path {
        let mut path = Path::new(steps);
        run.iter().for_each(|(_, shape)| path.shape(shape));
        let _ = writeln!(out, "<path d=\"{}\" {look}/>", path.data);
    } else if let [(look, shape)] = run {
        write_shape(out, shape, &format!(" {look}"), steps);
    } else {
        let _ = writeln!(out, "<g {look}>");
        run.iter().for_each(|(_, shape)| write_shape(out, shape, "", steps));
        out.push_str("</g>\n");
    }
}

fn write_shape(out: &mut String, shape: &Shape, look: &str, steps: Steps) {
    if let Shape::Text { at, size, text, .. } = shape {
        // The middle of capital letters and digits is 0.36 of the size above the line that they stand on.
        let (x, y) = (steps.of(at.x), steps.of(at.y + size * 0.36));
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\"{look}>{}</text>", escape(text));
        return;
    }
    let mut path = Path::new(steps);
    path.shape(shape);
    let _ = writeln!(out, "<path d=\"{}\"{look}/>", path.data);
}

/// The data of a path while it is written.
struct Path {
    data: String,
    steps: Steps,
    /// The position of the pen, steps.
    at: (i64, i64),
}

impl Path {
    fn new(steps: Steps) -> Self {
        Path { data: String::new(), steps, at: (0, 0) }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Fill { rings, .. } => rings.iter().for_each(|ring| self.line(ring, true)),
            Shape::Line { points, closed, .. } => self.line(points, *closed),
            Shape::Dot { at, .. } => self.line(&[*at], false),
            Shape::Text { .. } => {}
        }
    }

    fn line(&mut self, points: &[Point], closed: bool) {
        let Some((first, rest)) = points.split_first() else { return };
        let start = self.to(*first);
        self.data.push('m');
        self.pair(start, false);
        let mut is_long = false;
        for to in rest.iter().map(|p| self.to(*p)).collect::<Vec<_>>() {
            if to != self.at {
                self.pair(to, true);
                is_long = true;
            }
        }
        if closed {
            self.data.push('z');
            // After `z`, a relative move starts from the first point of the ring.
            self.at = start;
        } else if !is_long {
            self.data.push_str("h0");
        }
    }

    fn to(&self, p: Point) -> (i64, i64) {
        (self.steps.of(p.x), self.steps.of(p.y))
    }

    fn pair(&mut self, to: (i64, i64), follows: bool) {
        let (x, y) = (to.0 - self.at.0, to.1 - self.at.1);
        // A minus sign parts two numbers as a space does.
        let before = |number: i64| if number < 0 { "" } else { " " };
        let _ = write!(self.data, "{}{x}{}{y}", if follows { before(x) } else { "" }, before(y));
        self.at = to;
    }
}

fn paint(attribute: &str, Colour(r, g, b, a): Colour) -> String {
    let solid = format!("{attribute}=\"#{r:02x}{g:02x}{b:02x}\"");
    if a == 255 {
        return solid;
    }
    format!("{solid} {attribute}-opacity=\".{:02}\"", (f64::from(a) / 2.55).round().min(99.0) as u8)
}

/// Returns the text with characters that have a meaning in XML escaped, and those that XML does not allow replaced.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{INK, PAPER, WALL};
    use crate::picture::Pen;

    fn points(of: &[(f64, f64)]) -> Vec<Point> {
        of.iter().map(|&(x, y)| Point::new(x, y)).collect()
    }

    fn data(steps: f64, lines: &[(&[(f64, f64)], bool)]) -> String {
        let mut path = Path::new(Steps(steps));
        lines.iter().for_each(|(line, closed)| path.line(&points(line), *closed));
        path.data
    }

    #[test]
    fn a_line_is_written_in_steps_and_relative_to_the_last_point() {
        let lines: [(&[(f64, f64)], bool); 2] =
            [(&[(1.0, 2.0), (3.0, 1.5), (2.0, 4.0)], false), (&[(0.0, 0.0), (5.0, 5.0)], false)];
        assert_eq!(data(10.0, &lines), "m10 20 20-5-10 25m-20-40 50 50");
    }

    #[test]
    fn what_follows_a_ring_starts_from_its_first_point() {
        let lines: [(&[(f64, f64)], bool); 2] = [(&[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0)], true), (&[(2.0, 3.0)], false)];
        assert_eq!(data(1.0, &lines), "m1 1 8 0 0 8zm1 2h0");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("<Gleis \"1\" & 2>\u{1}"), "&lt;Gleis &quot;1&quot; &amp; 2&gt;\u{fffd}");
    }

    #[test]
    fn solid_lines_with_one_pen_share_a_path_and_translucent_ones_a_group() {
        for (colour, paths, groups) in [(WALL, 1, 1), (WALL.opacity(90), 2, 2)] {
            let mut picture = Picture::new(20.0, 10.0, PAPER);
            for y in [1.0, 2.0] {
                let points = vec![Point::new(0.0, y), Point::new(5.0, y)];
                picture.add(Layer::Walls, Shape::Line { points, closed: false, pen: Pen::solid(colour, 1.5) });
            }
            let svg = write(&picture);
            // The background is a path, too.
            assert_eq!((svg.matches("<path").count() - 1, svg.matches("<g ").count()), (paths, groups), "{svg}");
        }
    }

    #[test]
    fn dots_of_one_colour_share_a_path() {
        let mut picture = Picture::new(20.0, 10.0, PAPER);
        picture.steps = 10;
        for x in [1.0, 2.5] {
            picture.add(Layer::Marks, Shape::Dot { at: Point::new(x, 4.0), radius: 2.0, colour: INK });
        }
        assert!(write(&picture).contains("d=\"m10 40h0m15 0h0\" stroke=\"#2f3640\" stroke-width=\"40\""));
    }
}
