//! Writes a picture as a PNG file: `resvg` draws the SVG file of the picture, with the font that is part of the program.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Options, Tree};

use crate::colour::Colour;
use crate::picture::Picture;
use crate::{font, svg};

/// Returns the bytes of the file.
pub fn write(picture: &Picture) -> Result<Vec<u8>, String> {
    encode(&render(picture)?).map_err(|e| e.to_string())
}

fn render(picture: &Picture) -> Result<Pixmap, String> {
    let options = Options { fontdb: fonts(), font_family: font::FAMILY.into(), ..Options::default() };
    let tree = Tree::from_str(&svg::write(picture), &options).map_err(|e| e.to_string())?;
    let size = tree.size().to_int_size();
    let (w, h) = (size.width(), size.height());
    let mut pixmap = Pixmap::new(w, h).ok_or_else(|| format!("a picture of {w} × {h} pixels cannot be made"))?;
    // Where the zoom is not a whole number, the shapes do not fill the last pixels. So the background is filled first.
    let Colour(red, green, blue, _) = picture.background;
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Returns the font of the program. The fonts of the machine are not used.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let load = || {
        let mut fonts = Database::new();
        fonts.load_font_source(Source::Binary(Arc::new(font::BYTES)));
        Arc::new(fonts)
    };
    FONTS.get_or_init(load).clone()
}

/// Encodes the pixels as a PNG file without opacity, because the background covers every pixel.
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

#[cfg(test)]
mod tests {
    use populace_geom::Point;

    use super::*;
    use crate::colour::{INK, PAPER};
    use crate::picture::{Anchor, Layer, Pen, Shape};

    /// Returns how many pixels of a picture of 32 × 32 pixels are dark.
    fn dark(shape: Shape) -> usize {
        let mut picture = Picture::new(32.0, 32.0, PAPER);
        picture.add(Layer::Labels, shape);
        render(&picture).unwrap().pixels().iter().filter(|p| p.red() < 100).count()
    }

    fn letter(text: &str) -> Shape {
        let (at, text) = (Point::new(16.0, 16.0), text.to_string());
        Shape::Text { at, size: 24.0, anchor: Anchor::Middle, colour: INK, halo: None, text }
    }

    #[test]
    fn letters_leave_ink_on_the_paper() {
        let (narrow, wide, space) = (dark(letter("i")), dark(letter("M")), dark(letter(" ")));
        assert!(narrow > 20 && wide > 2 * narrow && space == 0, "i {narrow}, M {wide}, space {space}");
    }

    /// Drawings and places use these letters beyond ASCII. They used to be drawn as "?" or as other letters that look like them.
    #[test]
    fn letters_of_names_and_units_have_pictures_of_their_own() {
        let nothing = dark(letter("\u{e000}"));
        for text in ["²", "·", "→", "–", "ß", "é", "Ω", "Ж", "ş", "ő"] {
            let ink = dark(letter(text));
            assert!(ink > 0 && ink != nothing, "{text}: {ink} dark pixels; a letter that is unknown has {nothing}");
        }
    }

    #[test]
    fn dots_are_discs_and_lines_have_their_width() {
        let disc = dark(Shape::Dot { at: Point::new(16.0, 16.0), radius: 8.0, colour: INK });
        assert!((180..=215).contains(&disc), "a disc of 201 pixels has {disc}");
        let points = vec![Point::new(4.0, 16.0), Point::new(28.0, 16.0)];
        let line = dark(Shape::Line { points, closed: false, pen: Pen::solid(INK, 4.0) });
        assert!((90..=115).contains(&line), "a line of 24 × 4 pixels with round ends has {line}");
    }

    #[test]
    fn colours_arrive_as_they_are_given() {
        let picture = Picture::new(4.0, 4.0, Colour(0x12, 0x80, 0xfe, 255));
        let pixels = render(&picture).unwrap();
        assert!(pixels.pixels().iter().all(|p| (p.red(), p.green(), p.blue()) == (0x12, 0x80, 0xfe)));
    }

    #[test]
    fn a_picture_of_twice_the_zoom_has_four_times_the_pixels() {
        let mut picture = Picture::new(30.0, 20.0, PAPER);
        picture.zoom = 2.0;
        let pixels = render(&picture).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (60, 40));
    }

    /// The first and the last column of pixels used to be half transparent, which a file without opacity shows as a dark line.
    #[test]
    fn the_background_reaches_every_edge_at_any_zoom() {
        let mut picture = Picture::new(301.0, 200.0, PAPER);
        picture.zoom = 1300.0 / 1200.0;
        let pixels = render(&picture).unwrap();
        assert!(pixels.pixels().iter().all(|p| (p.red(), p.green(), p.blue()) == (PAPER.0, PAPER.1, PAPER.2)));
    }
}
