//! PNG maps: dark pixels are buildings, light pixels and transparent pixels are ground.
//!
//! A pixel is dark when its luminance (Rec. 709, as encoded) is below one half and it is more than half opaque. The
//! walkable area is the whole image, one level, with y up and the origin at the lower left corner. Dark pixels that
//! touch at a corner leave no way through: their outlines share that corner.

mod smooth;
mod trace;

use std::io::Cursor;

use populace_env::{Floor, Outline, Place};
use populace_geom::{Bounds, Point};

use crate::limits::Limits;
use crate::{Options, ReadError, Source};

/// The most pixels of a map.
const MAX_PIXELS: u64 = 100_000_000;
/// The most pixels of an interlaced map, which must be decoded as a whole.
const MAX_INTERLACED: u64 = 16_000_000;
/// The most memory of the decoder, bytes.
const DECODER_BYTES: usize = 64 << 20;

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "png",
    extensions: &["png"],
    about: "raster maps: dark pixels are buildings, light ones ground",
    sniff,
    read,
};

/// Returns whether the file begins with the PNG signature.
pub fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"\x89PNG\r\n\x1a\n")
}

/// Reads a PNG map.
pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let size = options.metres_per_pixel;
    if !(size.is_finite() && size > 0.0) {
        return Err(ReadError::new(source.path, format!("a pixel cannot be {size} m wide"))
            .hint("give --metres-per-pixel a positive number"));
    }
    let bitmap = decode(source)?;
    let mut limits = Limits::new(source.path, options);
    let loops = trace::trace(source.path, &bitmap, &mut limits)?;
    let loops = smooth::smooth(loops, bitmap.width, bitmap.height);
    let mut place = Place { name: source.stem(), ..Place::default() };
    place.note(format!("one pixel is {size} m (--metres-per-pixel)"));
    let mut floor = Floor::level("level 0", 0.0);
    let whole = Bounds { min: Point::ZERO, max: Point::new(bitmap.width as f64 * size, bitmap.height as f64 * size) };
    floor.walkable.push(Outline::new(whole.corners().to_vec(), "the image"));
    floor.obstacles = obstacles(loops, &bitmap, size);
    if floor.obstacles.is_empty() {
        place.note("no pixel is dark: the whole image is ground");
    }
    place.floors.push(floor);
    Ok(place)
}

/// Returns an outline for each dark region: the loop around it, with the loops around the ground inside it as holes.
fn obstacles(loops: Vec<trace::Loop>, bitmap: &Bitmap, size: f64) -> Vec<Outline> {
    let mut outlines: Vec<Outline> = Vec::new();
    let mut by_region = std::collections::BTreeMap::new();
    let (outer, holes): (Vec<_>, Vec<_>) = loops.into_iter().partition(|l| !l.is_hole);
    let scaled = |l: &trace::Loop| l.points.iter().map(|p| *p * size).collect::<Vec<_>>();
    for l in outer {
        by_region.insert(l.region, outlines.len());
        // Rows are counted from the top, as image programs do.
        let (column, row) = (l.seed.0, bitmap.height - 1 - l.seed.1);
        outlines.push(Outline::new(scaled(&l), format!("dark region at pixel ({column}, {row})")));
    }
    for l in holes {
        if let Some(outline) = by_region.get(&l.region).and_then(|&i| outlines.get_mut(i)) {
            outline.holes.push(scaled(&l));
        }
    }
    outlines
}

/// One bit for each pixel, row 0 at the bottom.
pub(crate) struct Bitmap {
    pub width: usize,
    pub height: usize,
    bits: Vec<u64>,
}

impl Bitmap {
    /// Returns a map without dark pixels.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Bitmap { width, height, bits: vec![0; (width * height).div_ceil(64)] }
    }
    /// Returns whether the bit of a pixel is set; false outside the map.
    pub(crate) fn get(&self, x: usize, y: usize) -> bool {
        let index = y * self.width + x;
        x < self.width && y < self.height && self.bits.get(index / 64).is_some_and(|w| w >> (index % 64) & 1 == 1)
    }
    /// Sets the bit of a pixel.
    pub(crate) fn set(&mut self, x: usize, y: usize) {
        let index = y * self.width + x;
        if let Some(word) = self.bits.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }
}

/// Reads the dark pixels of an image.
fn decode(source: &Source) -> Result<Bitmap, ReadError> {
    let fail = |e: png::DecodingError| {
        ReadError::new(source.path, format!("is no readable PNG: {e}")).hint("save the image again as an 8-bit PNG")
    };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(source.bytes), png::Limits { bytes: DECODER_BYTES });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(fail)?;
    let (width, height, interlaced) = (header.width, header.height, header.interlaced);
    let pixels = u64::from(width) * u64::from(height);
    let most = if interlaced { MAX_INTERLACED } else { MAX_PIXELS };
    if pixels > most {
        let kind = if interlaced { "interlaced " } else { "" };
        return Err(ReadError::new(
            source.path,
            format!("has {width} × {height} pixels; {kind}maps have at most {most}"),
        )
        .hint("cut the map into parts or scale it down; save it without interlacing"));
    }
    let mut reader = decoder.read_info().map_err(fail)?;
    let channels = reader.output_color_type().0.samples();
    let mut bitmap = Bitmap::new(width as usize, height as usize);
    if interlaced {
        let mut buffer = vec![0; reader.output_buffer_size().unwrap_or(0)];
        reader.next_frame(&mut buffer).map_err(fail)?;
        for (row, line) in buffer.chunks(bitmap.width * channels).enumerate() {
            add_row(&mut bitmap, row, line, channels);
        }
        return Ok(bitmap);
    }
    let mut row = 0;
    while let Some(line) = reader.next_row().map_err(fail)? {
        add_row(&mut bitmap, row, line.data(), channels);
        row += 1;
    }
    Ok(bitmap)
}

/// Adds the dark pixels of a row, counted from the top.
fn add_row(bitmap: &mut Bitmap, row: usize, line: &[u8], channels: usize) {
    let Some(y) = bitmap.height.checked_sub(row + 1) else { return };
    for (x, pixel) in line.chunks_exact(channels).enumerate() {
        let (luminance, alpha) = match *pixel {
            [grey] => (f64::from(grey), 255),
            [grey, alpha] => (f64::from(grey), alpha),
            [r, g, b] => (rec709(r, g, b), 255),
            [r, g, b, alpha] => (rec709(r, g, b), alpha),
            _ => continue,
        };
        if luminance < 127.5 && alpha > 127 {
            bitmap.set(x, y);
        }
    }
}

/// Returns the luminance of a colour.
fn rec709(r: u8, g: u8, b: u8) -> f64 {
    0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)
}
