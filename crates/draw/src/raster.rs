//! A picture as a PNG file. Text is drawn with an 8 × 8 bitmap font, so no font file is needed and the result is the
//! same on every machine.

use font8x8::UnicodeFonts;
use populace_geom::Point;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};

use crate::colour::Colour;
use crate::picture::{ADVANCE, Anchor, Picture, Shape, text_width};

/// The bytes of the file.
pub fn write(picture: &Picture) -> Result<Vec<u8>, String> {
    encode(&render(picture)?).map_err(|e| e.to_string())
}

fn render(picture: &Picture) -> Result<Pixmap, String> {
    let (w, h) = (picture.width.ceil() as u32, picture.height.ceil() as u32);
    let mut pixmap = Pixmap::new(w, h).ok_or_else(|| format!("a picture of {w} × {h} pixels cannot be made"))?;
    pixmap.fill(colour(picture.background));
    for mark in picture.stacked() {
        draw(&mut pixmap, &mark.shape);
    }
    Ok(pixmap)
}

/// The background covers everything, so opacity is left out of the file.
fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let pixels: Vec<u8> = pixmap.pixels().iter().flat_map(|p| [p.red(), p.green(), p.blue()]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn draw(pixmap: &mut Pixmap, shape: &Shape) {
    match shape {
        Shape::Fill { rings, colour } => {
            let mut path = PathBuilder::new();
            rings.iter().for_each(|ring| trace(&mut path, ring, true));
            let Some(path) = path.finish() else { return };
            pixmap.fill_path(&path, &paint(*colour), FillRule::EvenOdd, Transform::identity(), None);
            if colour.3 == 255 {
                // Antialiased neighbours leave a pale seam between them; a hairline in the same colour closes it.
                line(pixmap, &path, *colour, 0.7, None);
            }
        }
        Shape::Line { points, closed, pen } => {
            let mut path = PathBuilder::new();
            trace(&mut path, points, *closed);
            let Some(path) = path.finish() else { return };
            line(pixmap, &path, pen.colour, pen.width, pen.dash);
        }
        Shape::Dot { at, radius, colour } => {
            let Some(path) = PathBuilder::from_circle(at.x as f32, at.y as f32, *radius as f32) else { return };
            pixmap.fill_path(&path, &paint(*colour), FillRule::Winding, Transform::identity(), None);
        }
        Shape::Text { at, size, anchor, colour, halo, text } => {
            let width = text_width(text, *size);
            let left = match anchor {
                Anchor::Start => at.x,
                Anchor::Middle => at.x - width / 2.0,
            };
            let corner = Point::new(left.round(), (at.y - size / 2.0).round());
            if let Some(halo) = halo {
                write_text(pixmap, text, corner, *size, *halo, size * 0.12);
            }
            write_text(pixmap, text, corner, *size, *colour, 0.0);
        }
    }
}

fn line(pixmap: &mut Pixmap, path: &Path, colour: Colour, width: f64, dash: Option<(f64, f64)>) {
    let stroke = Stroke {
        width: width as f32,
        line_cap: LineCap::Round,
        line_join: LineJoin::Round,
        dash: dash.and_then(|(on, off)| StrokeDash::new(vec![on as f32, off as f32], 0.0)),
        ..Stroke::default()
    };
    pixmap.stroke_path(path, &paint(colour), &stroke, Transform::identity(), None);
}

fn trace(path: &mut PathBuilder, points: &[Point], closed: bool) {
    for (i, p) in points.iter().enumerate() {
        if i == 0 { path.move_to(p.x as f32, p.y as f32) } else { path.line_to(p.x as f32, p.y as f32) }
    }
    if closed && !points.is_empty() {
        path.close();
    }
}

/// Each lit pixel of a glyph is a rectangle, grown by `grow` for a halo; lit neighbours in a row are one rectangle.
fn write_text(pixmap: &mut Pixmap, text: &str, corner: Point, size: f64, colour: Colour, grow: f64) {
    let (dot_w, dot_h) = (size * ADVANCE / 8.0, size / 8.0);
    let mut path = PathBuilder::new();
    for (i, c) in text.chars().enumerate() {
        let left = corner.x + i as f64 * size * ADVANCE;
        for (row, bits) in glyph(c).into_iter().enumerate() {
            let mut column = 0;
            while column < 8 {
                let run = (column..8).take_while(|b| bits >> b & 1 == 1).count();
                if run > 0 {
                    let (x, y) = (left + column as f64 * dot_w - grow, corner.y + row as f64 * dot_h - grow);
                    let (w, h) = (run as f64 * dot_w + 2.0 * grow, dot_h + 2.0 * grow);
                    if let Some(rect) = tiny_skia::Rect::from_xywh(x as f32, y as f32, w as f32, h as f32) {
                        path.push_rect(rect);
                    }
                }
                column += run.max(1);
            }
        }
    }
    if let Some(path) = path.finish() {
        pixmap.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
    }
}

/// The font's own ² looks like an accent.
const SQUARED: [u8; 8] = [0x0e, 0x10, 0x0c, 0x02, 0x1e, 0, 0, 0];

fn glyph(c: char) -> [u8; 8] {
    if c == '²' {
        return SQUARED;
    }
    let plain = match c {
        '–' | '—' | '−' => '-',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        '→' => '>',
        c => c,
    };
    font8x8::BASIC_FONTS
        .get(plain)
        .or_else(|| font8x8::LATIN_FONTS.get(plain))
        .or_else(|| font8x8::GREEK_FONTS.get(plain))
        .or_else(|| font8x8::HIRAGANA_FONTS.get(plain))
        .or_else(|| font8x8::BASIC_FONTS.get('?'))
        .unwrap_or_default()
}

fn colour(Colour(r, g, b, a): Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(r, g, b, a)
}

fn paint(c: Colour) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(colour(c));
    paint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::{INK, PAPER};
    use crate::picture::Layer;

    #[test]
    fn a_letter_leaves_ink_on_the_paper() {
        let mut picture = Picture::new(32.0, 32.0, PAPER);
        let at = Point::new(16.0, 16.0);
        let text = "X".to_string();
        let shape = Shape::Text { at, size: 16.0, anchor: Anchor::Middle, colour: INK, halo: None, text };
        picture.add(Layer::Labels, shape);
        let dark = render(&picture).unwrap().pixels().iter().filter(|p| p.red() < 100).count();
        assert!(dark > 20, "{dark} dark pixels");
    }
}
