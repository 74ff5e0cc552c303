//! The sheet on which a drawing of a place is laid out: title, panels of one common scale with their coordinates and
//! scale bars, and the legend.

use populace_geom::{Bounds, Point};

use crate::colour::{self, Colour};
use crate::font::text_width;
use crate::legend::{Legend, Style};
use crate::picture::{Anchor, Layer, Pen, Picture, Shape, Symbol};
use crate::thin::thin_line;
use crate::{DrawError, FileKind, ruler};

/// The room around everything on the sheet, pixels.
const MARGIN: f64 = 32.0;
/// The room between panels, pixels.
const GAP: f64 = 30.0;
/// The size of the letters of the title, pixels.
const TITLE: f64 = 24.0;
/// The size of the letters of the subtitle, pixels.
const SUBTITLE: f64 = 15.0;
/// The size of the letters of the titles of panels, pixels.
const PANEL_TITLE: f64 = 15.0;
/// The size of the letters of the legend, pixels.
const LEGEND: f64 = 14.0;
/// The room of a panel's title and scale bar above it, pixels.
const HEAD: f64 = PANEL_TITLE * 1.8;
/// The least room of a panel in each direction, pixels. When the panels do not fit, the sheet grows.
const LEAST_PANEL: f64 = 90.0;
/// A sheet wider than this, pixels, is enlarged as a whole, up to [`MOST_ZOOM`] times, so that its words can be read when the sheet is
/// shown smaller.
const PLAIN: f64 = 1200.0;
const MOST_ZOOM: f64 = 2.0;

/// The title, subtitle and legend of a sheet.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    /// The title; it is cut where it does not fit.
    pub title: String,
    /// The subtitle; it is broken into lines.
    pub subtitle: String,
    /// The entries of the legend: each style with its meaning.
    pub legend: Vec<(Style, String)>,
}

/// The sheet while it is drawn.
pub struct Sheet {
    picture: Picture,
    viewports: Vec<Viewport>,
}

/// The place of a panel on the sheet, and the scale by which metres become pixels in it.
#[derive(Clone, Copy, Debug)]
struct Viewport {
    corner: Point,
    window: Bounds,
    scale: f64,
}

impl Viewport {
    /// Returns the room of the panel on the sheet, pixels.
    fn room(&self) -> Bounds {
        Bounds { min: self.corner, max: self.corner + self.window.size() * self.scale }
    }
}

impl Sheet {
    /// Lays out `titles.len()` panels that all show `window`, on a sheet about `size` pixels wide and at most about as high. Panels that
    /// need more room make the sheet larger.
    pub fn new(titles: &[String], window: Bounds, caption: &Caption, size: f64) -> Self {
        let zoom = (size / PLAIN).clamp(1.0, MOST_ZOOM);
        let (size, window) = (size / zoom, padded(window));
        // The room for coordinates depends on the scale, and the scale on that room.
        let guess = arrange(titles.len(), window.size(), size, 60.0).1;
        let (columns, scale) = arrange(titles.len(), window.size(), size, ruler::side(window, guess));
        let side = ruler::side(window, scale);
        let panel = window.size() * scale;
        let pitch = Point::new(side + panel.x.max(LEAST_PANEL) + GAP, HEAD + panel.y + ruler::FOOT + GAP * 0.6);
        let used = columns as f64 * pitch.x - GAP;
        let width = used.max(size * 0.5) + 2.0 * MARGIN;
        let subtitle = wrapped(&caption.subtitle, SUBTITLE, width - 2.0 * MARGIN);
        let head = MARGIN + TITLE * 1.4 + subtitle.len() as f64 * SUBTITLE * 1.4 + 8.0;
        let corner = Point::new((width - used) / 2.0 + side, head + HEAD);
        let viewport = |i: usize| {
            let at = Point::new((i % columns) as f64 * pitch.x, (i / columns) as f64 * pitch.y);
            Viewport { corner: corner + at, window, scale }
        };
        let foot = head + titles.len().div_ceil(columns).max(1) as f64 * pitch.y;
        let legend = Legend::new(&caption.legend, width - 2.0 * MARGIN, LEGEND);
        let mut picture = Picture::new(width, foot + legend.height() + MARGIN * 0.7, colour::PAPER);
        (picture.title, picture.zoom) = (caption.title.clone(), zoom);
        let title = shortened(&caption.title, TITLE, width - 2.0 * MARGIN);
        picture.text(Point::new(MARGIN, MARGIN + TITLE * 0.5), Anchor::Start, TITLE, colour::INK, title);
        for (i, line) in subtitle.into_iter().enumerate() {
            let at = Point::new(MARGIN, MARGIN + TITLE * 1.4 + (i as f64 + 0.6) * SUBTITLE * 1.4);
            picture.text(at, Anchor::Start, SUBTITLE, colour::QUIET_INK, line);
        }
        legend.paint(&mut picture, Point::new(MARGIN, foot));
        let viewports = (0..titles.len()).map(viewport).collect();
        let mut sheet = Sheet { picture, viewports };
        sheet.write_panels(titles);
        sheet
    }

    /// Returns the canvas of a panel.
    pub fn panel(&mut self, index: usize) -> Option<Canvas<'_>> {
        let viewport = *self.viewports.get(index)?;
        Some(Canvas { picture: &mut self.picture, viewport, labelled: Vec::new() })
    }

    /// Returns the bytes of the file.
    pub fn encode(&self, kind: FileKind) -> Result<Vec<u8>, DrawError> {
        kind.encode(&self.picture)
    }

    fn write_panels(&mut self, titles: &[String]) {
        for (viewport, title) in self.viewports.clone().into_iter().zip(titles) {
            let (room, picture) = (viewport.room(), &mut self.picture);
            picture.ring(Layer::Ground, room.corners().to_vec(), Pen::solid(colour::BORDER, 1.0));
            ruler::coordinates(picture, room, viewport.window, viewport.scale);
            let wide = room.size().x.max(LEAST_PANEL);
            let above = room.min - Point::new(0.0, PANEL_TITLE * 0.8);
            let right = above + Point::new(wide, 0.0);
            let taken = ruler::scale_bar(picture, right, (wide * 0.25).min(140.0), viewport.scale);
            let text = shortened(title, PANEL_TITLE, wide - taken - 10.0);
            picture.text(above, Anchor::Start, PANEL_TITLE, colour::INK, text);
        }
    }
}

/// A panel to draw on, in metres.
pub struct Canvas<'a> {
    picture: &'a mut Picture,
    viewport: Viewport,
    /// The boxes of the labels that are written already.
    labelled: Vec<Bounds>,
}

impl Canvas<'_> {
    /// Returns the pixels per metre.
    pub fn scale(&self) -> f64 {
        self.viewport.scale
    }
    /// Returns where a point of the floor is on the sheet, pixels.
    pub fn place(&self, p: Point) -> Point {
        let Viewport { corner, window, scale } = self.viewport;
        Point::new(corner.x + (p.x - window.min.x) * scale, corner.y + (window.max.y - p.y) * scale)
    }
    fn trace(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|p| self.place(*p)).collect()
    }
    /// Fills a surface.
    pub fn fill<R: AsRef<[Point]>>(&mut self, layer: Layer, rings: &[R], colour: Colour) {
        let rings = rings.iter().map(|r| self.trace(r.as_ref())).collect();
        self.picture.add(layer, Shape::Fill { rings, colour });
    }
    /// Draws a line that returns to its first point.
    pub fn ring(&mut self, layer: Layer, points: &[Point], pen: Pen) {
        let points = self.trace(points);
        self.picture.ring(layer, points, pen);
    }
    /// Draws a line.
    pub fn line(&mut self, layer: Layer, points: &[Point], pen: Pen) {
        let points = self.trace(points);
        self.picture.line(layer, points, pen);
    }
    /// Draws a line without the points that do not bend it visibly.
    pub fn path(&mut self, layer: Layer, points: &[Point], pen: Pen) {
        let points = thin_line(&self.trace(points));
        self.picture.line(layer, points, pen);
    }
    /// Draws a disc of `radius` pixels.
    pub fn dot(&mut self, layer: Layer, at: Point, radius: f64, colour: Colour) {
        self.symbol(layer, Symbol::Dot, at, radius, colour);
    }
    /// Draws a symbol of `radius` pixels.
    pub fn symbol(&mut self, layer: Layer, symbol: Symbol, at: Point, radius: f64, colour: Colour) {
        let at = self.place(at);
        self.picture.symbol(layer, symbol, at, radius, colour);
    }
    /// Writes words around a point; leaves them out where they would cover others or leave the panel.
    pub fn label(&mut self, at: Point, size: f64, colour: Colour, text: &str) {
        let at = self.place(at);
        let half = Point::new(text_width(text, size) / 2.0 + 2.0, size / 2.0 + 1.0);
        let taken = Bounds { min: at - half, max: at + half };
        let room = self.viewport.room();
        let fits = room.contains(taken.min) && room.contains(taken.max);
        if !fits || self.labelled.iter().any(|other| other.overlaps(&taken)) {
            return;
        }
        self.labelled.push(taken);
        let halo = Some(colour::WALKABLE.opacity(210));
        let shape = Shape::Text { at, size, anchor: Anchor::Middle, colour, halo, text: text.to_string() };
        self.picture.add(Layer::Labels, shape);
    }
}

/// Returns the number of columns that gives the largest scale, and that scale in pixels per metre. `side` is the room for coordinates
/// beside a panel.
fn arrange(panels: usize, size: Point, sheet: f64, side: f64) -> (usize, f64) {
    let panels = panels.max(1);
    let mut best = (1, 0.0);
    for columns in 1..=panels {
        let rows = panels.div_ceil(columns);
        let wide = (sheet - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64 - side;
        let high = sheet * 0.9 / rows as f64 - (HEAD + ruler::FOOT + GAP * 0.6);
        let scale = (wide.max(LEAST_PANEL) / size.x).min(high.max(LEAST_PANEL) / size.y);
        if scale > best.1 {
            best = (columns, scale);
        }
    }
    best
}

/// Returns the window with a margin around it, so that its size is never zero.
fn padded(window: Bounds) -> Bounds {
    if window.is_empty() || !window.min.is_finite() || !window.max.is_finite() {
        return Bounds { min: Point::ZERO, max: Point::new(1.0, 1.0) };
    }
    let longest = window.size().x.max(window.size().y);
    window.expanded((longest * 0.02).max(0.05))
}

/// Returns the text, cut with an ellipsis where it does not fit.
fn shortened(text: &str, size: f64, width: f64) -> String {
    let mut kept = text.to_string();
    let mut shown = kept.clone();
    while !kept.is_empty() && text_width(&shown, size) > width {
        kept.pop();
        shown = format!("{}…", kept.trim_end());
    }
    shown
}

/// Returns the text in lines that fit, broken between words.
fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(size: f64) -> Sheet {
        let window = Bounds::of([Point::ZERO, Point::new(10.0, 10.0)]);
        Sheet::new(&["room".into()], window, &Caption::default(), size)
    }

    fn words(sheet: &Sheet) -> Vec<String> {
        let text = |shape: &Shape| if let Shape::Text { text, .. } = shape { Some(text.clone()) } else { None };
        sheet.picture.stacked().iter().filter_map(|m| text(&m.shape)).collect()
    }

    #[test]
    fn one_panel_fills_the_sheet_and_north_is_up() {
        let mut sheet = room(1200.0);
        let (width, height) = (sheet.picture.width, sheet.picture.height);
        let canvas = sheet.panel(0).unwrap();
        let (low, high) = (canvas.place(Point::ZERO), canvas.place(Point::new(10.0, 10.0)));
        assert!(high.x - low.x > 800.0 && low.y > high.y);
        assert!(low.x > 0.0 && high.x < width && high.y > 0.0 && low.y < height);
    }

    #[test]
    fn every_panel_has_coordinates_and_a_scale_bar() {
        let window = Bounds::of([Point::ZERO, Point::new(10.0, 10.0)]);
        let sheet = Sheet::new(&["low".into(), "high".into()], window, &Caption::default(), 900.0);
        let words = words(&sheet);
        let count = |word: &str| words.iter().filter(|w| *w == word).count();
        // Both axes of both panels have a zero and end at 10 m; each panel has its bar of 2 m.
        assert_eq!([count("0"), count("10 m"), count("1 m") + count("2 m")], [4, 4, 2], "{words:?}");
    }

    /// A large sheet used to have letters as small as those of a small sheet, too small to be read when the large sheet
    /// was shown smaller.
    #[test]
    fn a_large_sheet_has_large_letters() {
        let (small, large) = (room(1000.0), room(2000.0));
        assert_eq!(small.picture.zoom, 1.0);
        assert!((large.picture.zoom - 2000.0 / 1200.0).abs() < 1e-9);
        assert!(large.picture.width * large.picture.zoom > 1500.0);
    }

    #[test]
    fn wide_floors_are_stacked_and_tall_floors_stand_side_by_side() {
        assert_eq!(arrange(3, Point::new(100.0, 5.0), 1200.0, 30.0).0, 1);
        assert_eq!(arrange(3, Point::new(5.0, 100.0), 1200.0, 30.0).0, 3);
    }

    #[test]
    fn labels_do_not_cover_each_other_or_leave_the_panel() {
        let mut sheet = room(1000.0);
        let before = sheet.picture.stacked().len();
        let mut canvas = sheet.panel(0).unwrap();
        for at in [Point::new(5.0, 5.0), Point::new(5.1, 5.0), Point::new(10.0, 2.0), Point::new(5.0, 8.0)] {
            canvas.label(at, 12.0, colour::INK, "platform 1");
        }
        assert_eq!(sheet.picture.stacked().len() - before, 2);
    }

    #[test]
    fn long_titles_are_cut_and_long_subtitles_are_wrapped() {
        let cut = shortened("abcdefghij", 10.0, 37.5);
        assert!(cut.ends_with('…') && cut.chars().count() > 3 && text_width(&cut, 10.0) <= 37.5, "{cut}");
        assert_eq!(shortened("abc", 10.0, 37.5), "abc");
        assert_eq!(wrapped("one two three", 10.0, 50.0), ["one two", "three"]);
    }
}
