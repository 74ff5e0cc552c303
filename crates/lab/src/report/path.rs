//! Paths of SVG, as short as what one sees allows: whole numbers, each relative to the last, and no point that changes nothing.

use std::fmt::Write;

use populace_geom::maths;

/// A place on the picture, px.
pub(super) type Spot = (f64, f64);

/// A line that is off by so much looks the same, px.
const UNSEEN: f64 = 0.4;
/// So many dots are a cloud.
const CLOUD: usize = 150;
/// Of the dots of a cloud in a square of this side one is drawn, px: dots are wider, so that no gap opens.
const APART: f64 = 3.0;

/// Writes the data of a path in steps of a part of a pixel.
pub(super) struct Pen {
    data: String,
    steps: f64,
    at: (i64, i64),
}

impl Pen {
    /// With so many steps in a pixel.
    pub(super) fn new(steps: f64) -> Self {
        Pen { data: String::new(), steps, at: (0, 0) }
    }

    /// A line through the points without those that nobody would miss.
    pub(super) fn line(&mut self, points: &[Spot]) {
        for (i, spot) in simplified(points).into_iter().enumerate() {
            let to = self.steps_to(spot);
            if i == 0 {
                self.start(to);
            } else if to != self.at {
                self.pair(to, true);
            }
        }
    }

    /// The ring of the points.
    pub(super) fn ring(&mut self, points: &[Spot]) {
        let Some(&first) = points.first() else { return };
        self.line(points);
        self.data.push('z');
        // A relative move after `z` is from where the ring began.
        self.at = self.steps_to(first);
    }

    /// A mark at a point: what is drawn from there, and comes back there.
    pub(super) fn mark(&mut self, spot: Spot, shape: &str) {
        let to = self.steps_to(spot);
        self.start(to);
        self.data.push_str(shape);
    }

    /// The data.
    pub(super) fn finish(self) -> String {
        self.data
    }

    fn steps_to(&self, spot: Spot) -> (i64, i64) {
        ((spot.0 * self.steps).round() as i64, (spot.1 * self.steps).round() as i64)
    }

    fn start(&mut self, to: (i64, i64)) {
        self.data.push('m');
        self.pair(to, false);
    }

    fn pair(&mut self, to: (i64, i64), follows: bool) {
        let (x, y) = (to.0 - self.at.0, to.1 - self.at.1);
        // A minus sign parts two numbers as a space does.
        let _ =
            write!(self.data, "{}{x}{}{y}", if follows && x >= 0 { " " } else { "" }, if y >= 0 { " " } else { "" });
        self.at = to;
    }
}

/// The dots that can be told apart, from left to right: of those on the same pixel one, of a cloud one per dot's width or so. Also whether they are a cloud.
pub(super) fn dots(points: &[Spot]) -> (Vec<Spot>, bool) {
    let is_cloud = points.len() > CLOUD;
    let side = if is_cloud { APART } else { 0.5 };
    let cell = |&(x, y): &Spot| ((x / side).floor() as i64, (y / side).floor() as i64);
    let mut dots = points.to_vec();
    dots.sort_by(|a, b| cell(a).cmp(&cell(b)).then(a.0.total_cmp(&b.0)).then(a.1.total_cmp(&b.1)));
    dots.dedup_by_key(|dot| cell(dot));
    (dots, is_cloud)
}

/// The line without the points that lie within [`UNSEEN`] of it: Douglas & Peucker 1973, doi:10.3138/FM57-6770-U75U-7727.
fn simplified(points: &[Spot]) -> Vec<Spot> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut keeps = vec![false; points.len()];
    (keeps[0], keeps[last]) = (true, true);
    let mut parts = vec![(0, last)];
    while let Some((from, to)) = parts.pop() {
        let away = |i: usize| distance(points[i], points[from], points[to]);
        let farthest = (from + 1..to).map(|i| (i, away(i))).reduce(|a, b| if b.1 > a.1 { b } else { a });
        if let Some((i, _)) = farthest.filter(|f| f.1 > UNSEEN) {
            keeps[i] = true;
            parts.extend([(from, i), (i, to)]);
        }
    }
    points.iter().zip(keeps).filter(|(_, keep)| *keep).map(|(p, _)| *p).collect()
}

/// Distance of a point from a segment.
fn distance(p: Spot, a: Spot, b: Spot) -> f64 {
    let (along, from) = ((b.0 - a.0, b.1 - a.1), (p.0 - a.0, p.1 - a.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 { ((from.0 * along.0 + from.1 * along.1) / length).clamp(0.0, 1.0) } else { 0.0 };
    maths::hypot(from.0 - share * along.0, from.1 - share * along.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_in_steps_and_relative_to_the_last_point() {
        let mut pen = Pen::new(10.0);
        pen.line(&[(1.0, 2.0), (3.0, 1.5), (2.0, 4.0)]);
        pen.line(&[(0.0, 0.0), (5.0, 5.0)]);
        assert_eq!(pen.finish(), "m10 20 20-5-10 25m-20-40 50 50");
    }

    #[test]
    fn what_follows_a_ring_starts_from_its_first_point() {
        let mut pen = Pen::new(1.0);
        pen.ring(&[(1.0, 1.0), (9.0, 1.0), (9.0, 9.0)]);
        pen.mark((2.0, 3.0), "h0");
        assert_eq!(pen.finish(), "m1 1 8 0 0 8zm1 2h0");
    }

    #[test]
    fn points_on_a_straight_line_are_left_out_and_corners_stay() {
        let straight: Vec<Spot> = (0..100).map(|i| (f64::from(i), 0.2 * f64::from(i % 2))).collect();
        assert_eq!(simplified(&straight), [straight[0], straight[99]]);
        let corner = [(0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (10.0, 7.0)];
        assert_eq!(simplified(&corner), [corner[0], corner[2], corner[3]]);
        // There and back: the turning point is far from the segment of both ends.
        assert_eq!(simplified(&[(0.0, 0.0), (9.0, 0.0), (0.0, 0.0)]).len(), 3);
    }

    #[test]
    fn of_dots_on_the_same_pixel_one_is_drawn_and_few_are_never_thinned() {
        let (few, is_cloud) = dots(&[(3.0, 1.0), (1.01, 1.0), (1.02, 1.0), (2.0, 1.0)]);
        assert_eq!((few.len(), is_cloud), (3, false));
        let cloud: Vec<Spot> = (0..10_000).map(|i| (f64::from(i % 100) * 0.5, f64::from(i / 100) * 0.5)).collect();
        let (thin, is_cloud) = dots(&cloud);
        // 50 by 50 px with a dot in every 3 by 3.
        assert_eq!((thin.len(), is_cloud), (17 * 17, true));
    }
}
