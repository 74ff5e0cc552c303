//! The font of every drawing: DejaVu Sans, which is part of the program, so that letters look the same on every machine.

use std::sync::OnceLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The font as its authors publish it; its licence lies beside it.
pub const BYTES: &[u8] = include_bytes!("../font/DejaVuSans.ttf");

/// The name of the font, which SVG files ask for.
pub const FAMILY: &str = "DejaVu Sans";

/// The fonts that an SVG file asks for. Verdana has letters of about the same widths.
pub const FAMILIES: &str = "DejaVu Sans, Verdana, sans-serif";

/// The width that is assumed of a letter which the font does not have, as a share of the size of the text.
const UNKNOWN: f64 = 1.0;

/// Letters up to here have their widths in a table.
const TABLE: usize = 0x2300;

/// Returns the width that a text takes, in the unit of `size`.
pub fn text_width(text: &str, size: f64) -> f64 {
    let widths = widths();
    text.chars().map(|c| widths.get(c as usize).copied().unwrap_or(UNKNOWN)).sum::<f64>() * size
}

/// Returns the width of each letter as a share of the size of the text.
fn widths() -> &'static [f64] {
    static WIDTHS: OnceLock<Vec<f64>> = OnceLock::new();
    WIDTHS.get_or_init(|| {
        let Ok(font) = FontRef::new(BYTES) else { return Vec::new() };
        let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
        let width = |code: u32| letters.map(code).and_then(|glyph| metrics.advance_width(glyph));
        (0..TABLE as u32).map(|code| width(code).map_or(UNKNOWN, f64::from)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The advances of the font file: 2048 units to the size, "i" 569, "m" 1995, "²" 821.
    #[test]
    fn widths_are_those_of_the_font() {
        for (text, units) in [("i", 569.0), ("m", 1995.0), ("²", 821.0), ("mi", 1995.0 + 569.0)] {
            assert!((text_width(text, 2048.0) - units).abs() < 0.01, "{text}: {}", text_width(text, 2048.0));
        }
    }

    #[test]
    fn letters_without_a_picture_take_room_too() {
        assert_eq!(text_width("\u{4e2d}", 10.0), 10.0);
    }
}
