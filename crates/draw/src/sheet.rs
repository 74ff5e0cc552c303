//! The sheet a drawing is laid out on: title, panels of one common scale, scale bar and legend.

use populace_geom::{Bounds, Point, maths};

use crate::colour::{self, Colour};
use crate::picture::{Anchor, Layer, Pen, Picture, Shape, text_width};

const MARGIN: f64 = 40.0;
const GAP: f64 = 36.0;
const TITLE: f64 = 26.0;
const SUBTITLE: f64 = 16.0;
const PANEL_TITLE: f64 = 16.0;
const LEGEND: f64 = 15.0;

/// How an entry of the legend looks.
#[derive(Clone, Copy, Debug)]
pub enum Swatch {
    Fill(Colour),
    Line(Pen),
    Dot(Colour),
    Cross(Colour),
}

/// What is written on a sheet beside its panels.
#[derive(Clone, Debug, Default)]
pub struct Caption {
    pub title: String,
    pub subtitle: String,
    pub legend: Vec<(Swatch, String)>,
}

/// The sheet while it is drawn.
pub struct Sheet {
    pub picture: Picture,
    frames: Vec<Frame>,
    foot: f64,
    scale: f64,
}

/// Where a panel is on the sheet and how metres become pixels in it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    corner: Point,
    window: Bounds,
    scale: f64,
}

impl Sheet {
    /// Lays out `titles.len()` panels that all show `window`, on a sheet about `size` pixels wide and at most as high.
    pub fn new(titles: &[String], window: Bounds, caption: &Caption, size: f64) -> Self {
        let window = padded(window);
        let (columns, scale) = arrange(titles.len(), window.size(), size);
        let rows = titles.len().div_ceil(columns).max(1);
        let cell = window.size() * scale;
        let head = MARGIN + TITLE + SUBTITLE * 2.2;
        let pitch = Point::new(cell.x + GAP, cell.y + PANEL_TITLE + GAP);
        let used = columns as f64 * pitch.x - GAP;
        let width = used.max(size * 0.5) + 2.0 * MARGIN;
        let indent = (width - used) / 2.0;
        let frames: Vec<Frame> = (0..titles.len())
            .map(|i| {
                let at = Point::new((i % columns) as f64 * pitch.x, (i / columns) as f64 * pitch.y);
                Frame { corner: Point::new(indent, head + PANEL_TITLE * 1.6) + at, window, scale }
            })
            .collect();
        let foot = head + rows as f64 * pitch.y + 4.0;
        let legend_rows = flow(&caption.legend, width).last().map_or(0.0, |p| p.y + LEGEND * 2.0);
        let height = foot + LEGEND * 3.0 + legend_rows + MARGIN * 0.6;
        let mut sheet = Sheet { picture: Picture::new(width, height, colour::PAPER), frames, foot, scale };
        sheet.write_head(caption);
        sheet.write_panels(titles);
        sheet.write_scale_bar();
        sheet.write_legend(&caption.legend);
        sheet
    }

    /// The canvas of a panel.
    pub fn panel(&mut self, index: usize) -> Option<Canvas<'_>> {
        let frame = *self.frames.get(index)?;
        Some(Canvas { picture: &mut self.picture, frame, labelled: Vec::new() })
    }

    fn text(&mut self, at: Point, size: f64, colour: Colour, text: &str) {
        let text = shortened(text, size, self.picture.width - at.x - MARGIN / 2.0);
        let shape = Shape::Text { at, size, anchor: Anchor::Start, colour, halo: None, text };
        self.picture.add(Layer::Labels, shape);
    }

    fn write_head(&mut self, caption: &Caption) {
        self.text(Point::new(MARGIN, MARGIN + TITLE * 0.5), TITLE, colour::INK, &caption.title);
        let below = Point::new(MARGIN, MARGIN + TITLE + SUBTITLE);
        self.text(below, SUBTITLE, colour::QUIET_INK, &caption.subtitle);
    }

    fn write_panels(&mut self, titles: &[String]) {
        for (frame, title) in self.frames.clone().into_iter().zip(titles) {
            let size = frame.window.size() * frame.scale;
            let text = shortened(title, PANEL_TITLE, size.x.max(120.0));
            let at = Point::new(frame.corner.x, frame.corner.y - PANEL_TITLE * 0.8);
            let shape =
                Shape::Text { at, size: PANEL_TITLE, anchor: Anchor::Start, colour: colour::INK, halo: None, text };
            self.picture.add(Layer::Labels, shape);
            let ring = Bounds { min: frame.corner, max: frame.corner + size }.corners().to_vec();
            let pen = Pen::solid(colour::FRAME, 1.0);
            self.picture.add(Layer::Ground, Shape::Line { points: ring, closed: true, pen });
        }
    }

    fn write_scale_bar(&mut self) {
        let metres = round_length(self.picture.width / 10.0 / self.scale);
        let (left, y) = (MARGIN, self.foot + LEGEND);
        let right = left + metres * self.scale;
        let pen = Pen::solid(colour::INK, 2.0);
        let tick = |x: f64| vec![Point::new(x, y - 5.0), Point::new(x, y + 5.0)];
        for points in [vec![Point::new(left, y), Point::new(right, y)], tick(left), tick(right)] {
            self.picture.add(Layer::Labels, Shape::Line { points, closed: false, pen });
        }
        self.text(Point::new(right + 10.0, y), LEGEND, colour::INK, &format!("{metres} m"));
    }

    fn write_legend(&mut self, legend: &[(Swatch, String)]) {
        let origin = Point::new(0.0, self.foot + LEGEND * 3.4);
        for (place, (swatch, text)) in flow(legend, self.picture.width).into_iter().zip(legend) {
            let at = origin + place;
            draw_swatch(&mut self.picture, at + Point::new(14.0, 0.0), *swatch);
            self.text(at + Point::new(36.0, 0.0), LEGEND, colour::INK, text);
        }
    }
}

/// A panel to draw on, in metres.
pub struct Canvas<'a> {
    picture: &'a mut Picture,
    frame: Frame,
    /// Where labels are already.
    labelled: Vec<Bounds>,
}

impl Canvas<'_> {
    /// Pixels per metre.
    pub fn scale(&self) -> f64 {
        self.frame.scale
    }
    /// Where a point of the floor is on the sheet, pixels.
    pub fn place(&self, p: Point) -> Point {
        let Frame { corner, window, scale } = self.frame;
        Point::new(corner.x + (p.x - window.min.x) * scale, corner.y + (window.max.y - p.y) * scale)
    }
    fn trace(&self, points: &[Point]) -> Vec<Point> {
        points.iter().map(|p| self.place(*p)).collect()
    }
    pub fn fill<R: AsRef<[Point]>>(&mut self, layer: Layer, rings: &[R], colour: Colour) {
        let rings = rings.iter().map(|r| self.trace(r.as_ref())).collect();
        self.picture.add(layer, Shape::Fill { rings, colour });
    }
    pub fn ring(&mut self, layer: Layer, points: &[Point], pen: Pen) {
        let points = self.trace(points);
        self.picture.add(layer, Shape::Line { points, closed: true, pen });
    }
    pub fn line(&mut self, layer: Layer, points: &[Point], pen: Pen) {
        let points = self.trace(points);
        self.picture.add(layer, Shape::Line { points, closed: false, pen });
    }
    pub fn dot(&mut self, layer: Layer, at: Point, radius: f64, colour: Colour) {
        let at = self.place(at);
        self.picture.add(layer, Shape::Dot { at, radius, colour });
    }
    /// A cross of `radius` pixels.
    pub fn cross(&mut self, layer: Layer, at: Point, radius: f64, colour: Colour) {
        let at = self.place(at);
        draw_cross(self.picture, layer, at, radius, colour);
    }
    /// Words in the middle of a point; left out where they would cover others or leave the panel.
    pub fn label(&mut self, at: Point, size: f64, colour: Colour, text: &str) {
        let at = self.place(at);
        let half = Point::new(text_width(text, size) / 2.0 + 2.0, size / 2.0 + 1.0);
        let taken = Bounds { min: at - half, max: at + half };
        let frame = Bounds { min: self.frame.corner, max: self.frame.corner + self.frame.window.size() * self.scale() };
        let fits = frame.contains(taken.min) && frame.contains(taken.max);
        if !fits || self.labelled.iter().any(|other| other.overlaps(&taken)) {
            return;
        }
        self.labelled.push(taken);
        let halo = Some(colour::WALKABLE.opacity(210));
        let shape = Shape::Text { at, size, anchor: Anchor::Middle, colour, halo, text: text.to_string() };
        self.picture.add(Layer::Labels, shape);
    }
}

fn draw_cross(picture: &mut Picture, layer: Layer, at: Point, radius: f64, colour: Colour) {
    for turn in [1.0, -1.0] {
        let arm = Point::new(radius, radius * turn);
        let pen = Pen::solid(colour, (radius * 0.4).max(1.2));
        picture.add(layer, Shape::Line { points: vec![at - arm, at + arm], closed: false, pen });
    }
}

fn draw_swatch(picture: &mut Picture, at: Point, swatch: Swatch) {
    match swatch {
        Swatch::Fill(colour) => {
            let half = Point::new(14.0, 7.0);
            let ring = Bounds { min: at - half, max: at + half }.corners().to_vec();
            let pen = Pen::solid(colour::SEAM, 1.0);
            picture.add(Layer::Labels, Shape::Fill { rings: vec![ring.clone()], colour });
            picture.add(Layer::Labels, Shape::Line { points: ring, closed: true, pen });
        }
        Swatch::Line(pen) => {
            let half = Point::new(14.0, 0.0);
            picture.add(Layer::Labels, Shape::Line { points: vec![at - half, at + half], closed: false, pen });
        }
        Swatch::Dot(colour) => picture.add(Layer::Labels, Shape::Dot { at, radius: 5.0, colour }),
        Swatch::Cross(colour) => draw_cross(picture, Layer::Labels, at, 6.0, colour),
    }
}

/// Where each entry of the legend starts, wrapped into rows.
fn flow(legend: &[(Swatch, String)], width: f64) -> Vec<Point> {
    let mut at = Point::new(MARGIN, 0.0);
    let mut places = Vec::new();
    for (_, text) in legend {
        let wide = 36.0 + text_width(text, LEGEND) + 28.0;
        if at.x > MARGIN && at.x + wide > width - MARGIN / 2.0 {
            at = Point::new(MARGIN, at.y + LEGEND * 2.0);
        }
        places.push(at);
        at.x += wide;
    }
    places
}

/// The number of columns that gives the largest scale, and that scale in pixels per metre.
fn arrange(panels: usize, size: Point, sheet: f64) -> (usize, f64) {
    let panels = panels.max(1);
    let mut best = (1, 0.0);
    for columns in 1..=panels {
        let rows = panels.div_ceil(columns);
        let wide = (sheet - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64;
        let high = (sheet * 0.9 - rows as f64 * (PANEL_TITLE + GAP)) / rows as f64;
        // A panel keeps at least 40 pixels however many there are; the sheet then grows instead.
        let scale = (wide.max(40.0) / size.x).min(high.max(40.0) / size.y);
        if scale > best.1 {
            best = (columns, scale);
        }
    }
    best
}

/// The window with a little air around it; never of zero size.
fn padded(window: Bounds) -> Bounds {
    if window.is_empty() || !window.min.is_finite() || !window.max.is_finite() {
        return Bounds { min: Point::ZERO, max: Point::new(1.0, 1.0) };
    }
    let longest = window.size().x.max(window.size().y);
    window.expanded((longest * 0.02).max(0.05))
}

/// The largest of 1, 2, 5 × 10ⁿ that is not above `length`.
fn round_length(length: f64) -> f64 {
    let power = (-4..8).map(maths::power_of_ten).rfind(|p| *p <= length).unwrap_or(1e-4);
    let step = [5.0, 2.0, 1.0].into_iter().find(|s| s * power <= length).unwrap_or(1.0);
    // Back to the nearest short decimal, so that 0.30000000000000004 never reaches the sheet.
    (step * power * 1e4).round() / 1e4
}

/// The text, cut with an ellipsis where it does not fit.
fn shortened(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let room = ((width / text_width(" ", size)) as usize).saturating_sub(2);
    text.chars().take(room).chain("..".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_bars_are_round() {
        assert_eq!([0.07, 1.0, 3.9, 49.0, 730.0].map(round_length), [0.05, 1.0, 2.0, 20.0, 500.0]);
    }

    #[test]
    fn one_panel_fills_the_sheet_and_north_is_up() {
        let window = Bounds::of([Point::ZERO, Point::new(10.0, 10.0)]);
        let mut sheet = Sheet::new(&["room".into()], window, &Caption::default(), 2000.0);
        let (width, height) = (sheet.picture.width, sheet.picture.height);
        let canvas = sheet.panel(0).unwrap();
        let (low, high) = (canvas.place(Point::ZERO), canvas.place(Point::new(10.0, 10.0)));
        assert!(high.x - low.x > 1500.0 && low.y > high.y);
        assert!(low.x > 0.0 && high.x < width && high.y > 0.0 && low.y < height);
    }

    #[test]
    fn wide_floors_are_stacked_and_tall_floors_stand_side_by_side() {
        assert_eq!(arrange(3, Point::new(100.0, 5.0), 2000.0).0, 1);
        assert_eq!(arrange(3, Point::new(5.0, 100.0), 2000.0).0, 3);
    }

    #[test]
    fn labels_do_not_cover_each_other_or_leave_the_panel() {
        let window = Bounds::of([Point::ZERO, Point::new(10.0, 10.0)]);
        let mut sheet = Sheet::new(&["room".into()], window, &Caption::default(), 1000.0);
        let before = sheet.picture.stacked().len();
        let mut canvas = sheet.panel(0).unwrap();
        for at in [Point::new(5.0, 5.0), Point::new(5.1, 5.0), Point::new(10.0, 2.0), Point::new(5.0, 8.0)] {
            canvas.label(at, 12.0, colour::INK, "platform 1");
        }
        assert_eq!(sheet.picture.stacked().len() - before, 2);
    }

    #[test]
    fn long_titles_are_cut() {
        assert_eq!(shortened("abcdefghij", 10.0, 37.5), "abc..");
        assert_eq!(shortened("abc", 10.0, 37.5), "abc");
    }
}
