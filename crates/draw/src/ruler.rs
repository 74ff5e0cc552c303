//! Shows how large a plan is, by a scale bar, and where it is, by the coordinates of the place beside its border.

use populace_geom::{Bounds, Point, maths};

use crate::axis::{short, ticks};
use crate::colour;
use crate::font::text_width;
use crate::picture::{Anchor, Layer, Pen, Picture};

/// The size of coordinates, pixels.
const TEXT: f64 = 12.0;
/// The length of the mark at a coordinate, pixels.
const TICK: f64 = 4.0;
/// The room between two coordinates beside each other and between two above each other, pixels.
const APART: (f64, f64) = (30.0, 36.0);
/// The room that coordinates take below a plan, pixels.
pub const FOOT: f64 = TICK + 3.0 + TEXT;

/// Paints a scale bar whose words end at `right`, no longer than `most` pixels. Returns the room that it takes to the left.
pub fn scale_bar(picture: &mut Picture, right: Point, most: f64, pixels_per_metre: f64) -> f64 {
    let metres = round_length(most / pixels_per_metre);
    let text = format!("{} m", short(metres));
    let end = right - Point::new(text_width(&text, TEXT) + 6.0, 0.0);
    let begin = end - Point::new(metres * pixels_per_metre, 0.0);
    let (pen, up) = (Pen::solid(colour::INK, 1.6), Point::new(0.0, TICK));
    for points in [vec![begin, end], vec![begin - up, begin + up], vec![end - up, end + up]] {
        picture.line(Layer::Labels, points, pen);
    }
    picture.text(right, Anchor::End, TEXT, colour::INK, text);
    right.x - begin.x
}

/// Returns the room that coordinates take to the left of a plan, pixels.
pub fn side(window: Bounds, pixels_per_metre: f64) -> f64 {
    let texts = texts(&up(window, pixels_per_metre));
    texts.iter().map(|(_, text)| text_width(text, TEXT)).fold(0.0, f64::max) + TICK + 4.0
}

/// Paints the coordinates of a window below and to the left of the plan that shows it.
pub fn coordinates(picture: &mut Picture, plan: Bounds, window: Bounds, pixels_per_metre: f64) {
    let pen = Pen::solid(colour::QUIET_INK, 1.0);
    for (x, text) in texts(&across(window, pixels_per_metre)) {
        let at = Point::new(plan.min.x + (x - window.min.x) * pixels_per_metre, plan.max.y);
        picture.line(Layer::Labels, vec![at, at + Point::new(0.0, TICK)], pen);
        picture.text(at + Point::new(0.0, TICK + 3.0 + TEXT / 2.0), Anchor::Middle, TEXT, colour::QUIET_INK, text);
    }
    for (y, text) in texts(&up(window, pixels_per_metre)) {
        let at = Point::new(plan.min.x, plan.max.y - (y - window.min.y) * pixels_per_metre);
        picture.line(Layer::Labels, vec![at, at - Point::new(TICK, 0.0)], pen);
        picture.text(at - Point::new(TICK + 4.0, 0.0), Anchor::End, TEXT, colour::QUIET_INK, text);
    }
}

fn across(window: Bounds, pixels_per_metre: f64) -> Vec<f64> {
    let widest = [window.min.x, window.max.x].map(|x| text_width(&format!("{} m", short(x.round())), TEXT));
    let room = widest[0].max(widest[1]) + APART.0;
    ticks(window.min.x, window.max.x, (window.size().x * pixels_per_metre / room).min(8.0))
}

fn up(window: Bounds, pixels_per_metre: f64) -> Vec<f64> {
    ticks(window.min.y, window.max.y, (window.size().y * pixels_per_metre / APART.1).min(8.0))
}

/// Returns each value with its text; the text of the last value has the unit.
fn texts(values: &[f64]) -> Vec<(f64, String)> {
    let unit = |i: usize| if i + 1 == values.len() { " m" } else { "" };
    values.iter().enumerate().map(|(i, value)| (*value, format!("{}{}", short(*value), unit(i)))).collect()
}

/// Returns the largest of 1, 2, 5 × 10ⁿ that is not above `length`.
fn round_length(length: f64) -> f64 {
    let power = (-4..8).map(maths::power_of_ten).rfind(|p| *p <= length).unwrap_or(1e-4);
    let step = [5.0, 2.0, 1.0].into_iter().find(|s| s * power <= length).unwrap_or(1.0);
    // Back to the nearest short decimal, so that 0.30000000000000004 never reaches the sheet.
    (step * power * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Shape;

    #[test]
    fn scale_bars_are_round() {
        assert_eq!([0.07, 1.0, 3.9, 49.0, 730.0].map(round_length), [0.05, 1.0, 2.0, 20.0, 500.0]);
    }

    #[test]
    fn a_scale_bar_is_as_long_as_it_says() {
        let mut picture = Picture::new(300.0, 40.0, colour::PAPER);
        scale_bar(&mut picture, Point::new(280.0, 20.0), 100.0, 8.0);
        let marks = picture.stacked();
        let Shape::Line { points, .. } = &marks[0].shape else { panic!("the bar comes first") };
        assert_eq!(points[0].distance(points[1]), 10.0 * 8.0);
        assert!(marks.iter().any(|m| matches!(&m.shape, Shape::Text { text, .. } if text == "10 m")));
    }

    #[test]
    fn coordinates_stand_where_they_are_and_never_cover_each_other() {
        for (low, high) in [((-4.0, 1.0), (31.0, 24.0)), ((431_250.0, 4_581_300.0), (431_262.0, 4_581_302.5))] {
            let window = Bounds { min: Point::new(low.0, low.1), max: Point::new(high.0, high.1) };
            let scale = 500.0 / window.size().x;
            let plan = Bounds { min: Point::new(90.0, 10.0), max: Point::new(90.0, 10.0) + window.size() * scale };
            let mut picture = Picture::new(640.0, 600.0, colour::PAPER);
            coordinates(&mut picture, plan, window, scale);
            let mut last: Option<f64> = None;
            for mark in picture.stacked() {
                let Shape::Text { at, anchor: Anchor::Middle, text, .. } = &mark.shape else { continue };
                let value: f64 = text.trim_end_matches(" m").parse().unwrap();
                assert!((at.x - (plan.min.x + (value - window.min.x) * scale)).abs() < 1e-6, "{text}");
                let half = text_width(text, TEXT) / 2.0;
                assert!(last.is_none_or(|end| end < at.x - half), "{text} covers the one before");
                last = Some(at.x + half);
            }
            assert!(last.is_some() && side(window, scale) < 90.0);
        }
    }
}
