//! The rail: the line through the portals ahead on which the hook of a platter lift runs.
//!
//! It is the taut line through windows in the portals (the funnel of Lee & Preparata 1984, for points): narrow windows
//! keep it away from walls, windows as wide as the body allows say what can be seen and walked to in a straight line.

use populace_env::{CellId, FreeSegment};
use populace_geom::{Point, Segment};

use super::{MARGIN, Walker};
use crate::state::Ahead;

/// The rail ends this far beyond a link that folds back, m: a pedestrian who walks there steps over the edge.
const OVER: f64 = 0.5;

/// A body that comes no nearer to the end of an edge than this does not brush it, m.
const TOUCH: f64 = 1e-6;

/// The part of a portal that the rail leaves free, as a pedestrian that goes through the portal sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub left: Point,
    pub right: Point,
}

const NOTHING: Window = Window { left: Point::ZERO, right: Point::ZERO };

impl Window {
    /// Returns a portal without `away` m at both of its ends, or without the share `share` of its length where it is
    /// short.
    fn of(segment: &FreeSegment, cell: CellId, away: f64, share: f64) -> Self {
        let (left, right) = segment.narrowed_from(cell, away, share);
        Window { left, right }
    }
    fn middle(&self) -> Point {
        self.left.lerp(self.right, 0.5)
    }
    /// Returns whether a pedestrian at `p` has passed the window, or stands on it.
    fn is_behind(&self, p: Point) -> bool {
        (self.left - self.right).cross(p - self.right) <= 0.0
    }
}

/// Windows and cells up to where the rail ends.
pub(super) struct Rail {
    /// Windows of the rail itself.
    narrow: [Window; Ahead::MOST],
    /// Windows for the body.
    wide: [Window; Ahead::MOST],
    /// The whole of the first portal.
    first: Window,
    /// The cell before each window, and the last cell.
    cells: [CellId; Ahead::MOST + 1],
    count: usize,
    /// The point where the rail ends.
    pub end: Point,
    /// Whether the rail ends where the pedestrian wants to get: at the goal, or at the doors of a lift.
    pub is_whole: bool,
}

/// A point of the rail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub at: Point,
    /// The windows before it.
    pub passed: usize,
}

impl Rail {
    /// Returns the rail of a pedestrian, `clearance` m away from walls, or so far that the share `middle` of a narrow
    /// passage is left.
    pub fn of(walker: &Walker<'_>, goal: Point, clearance: f64, middle: f64) -> Rail {
        let (cells, nothing) = ([walker.cell; Ahead::MOST + 1], [NOTHING; Ahead::MOST]);
        let (narrow, wide, first) = (nothing, nothing, NOTHING);
        let mut rail = Rail { narrow, wide, first, cells, count: 0, end: goal, is_whole: true };
        for portal in walker.ahead.portals() {
            let (segment, cell) = (walker.env.segment(portal), rail.cells[rail.count]);
            if segment.is_lift() {
                rail.end = segment.stop_in(cell);
                return rail;
            }
            let narrow = Window::of(segment, cell, walker.radius + clearance, (1.0 - middle) / 2.0);
            if walker.env.folds_back(portal) {
                let back = (narrow.left - narrow.right).left().unit().unwrap_or(Point::ZERO);
                (rail.end, rail.is_whole) = (narrow.middle() - back * OVER, false);
                return rail;
            }
            if rail.count == 0 {
                rail.first = Window::of(segment, cell, 0.0, 0.0);
            }
            rail.narrow[rail.count] = narrow;
            rail.wide[rail.count] = Window::of(segment, cell, walker.radius + MARGIN, 0.45);
            rail.count += 1;
            rail.cells[rail.count] = segment.other(cell);
        }
        if walker.ahead.is_full() {
            rail.count -= 1;
            (rail.end, rail.is_whole) = (rail.narrow[rail.count].middle(), false);
        }
        rail
    }

    /// Returns where on the rail a point of a cell is; `None` when the rail does not lead through the cell.
    pub fn find(&self, at: Point, cell: CellId) -> Option<Place> {
        self.cells[..=self.count].iter().position(|&c| c == cell).map(|passed| Place { at, passed })
    }

    pub fn cell(&self, place: Place) -> CellId {
        self.cells[place.passed]
    }

    /// Returns where a pedestrian in a body of `radius` m walks to get to a place beyond the first window. A pedestrian
    /// in the line of that window's edge, but not in front of the window, first gets away from the line when the body
    /// would brush the end of the edge: ends of walls may lie in the line, as between two flights side by side.
    pub fn clear_of_edge(&self, from: Point, to: Place, radius: f64) -> Point {
        let Window { left, right } = self.wide[0];
        let (along, offset) = (left - right, from - right);
        let share = offset.dot(along);
        let is_in_front = share >= 0.0 && share <= along.norm2();
        let end = if share < 0.0 { self.first.right } else { self.first.left };
        let brushes = || Segment::new(from, to.at).distance(end) < radius.min(from.distance(end) - TOUCH);
        match along.left().unit() {
            Some(before) if to.passed > 0 && !is_in_front && brushes() => {
                to.at + before * (radius + MARGIN - offset.dot(before)).max(0.0)
            }
            _ => to.at,
        }
    }

    /// Returns where the taut line from a place bends first, or the end.
    pub fn next(&self, from: Place) -> Place {
        let end = Place { at: self.end, passed: self.count };
        bend(&self.narrow, from, end).unwrap_or(end)
    }

    /// Returns the last place that the body at `from` gets to in a straight line on its shortest way to a place; `None`
    /// when it sees the place.
    pub fn hidden(&self, from: Point, to: Place) -> Option<Place> {
        bend(&self.wide, Place { at: from, passed: 0 }, to)
    }

    /// Returns the place `way` m further on.
    pub fn slide(&self, from: Place, way: f64) -> Place {
        let (mut at, mut left) = (from, way);
        // Every turn passes a window or ends the slide.
        for _ in 0..=Ahead::MOST {
            let next = self.next(at);
            let distance = at.at.distance(next.at);
            if distance > left {
                let mut passed = at.passed;
                let point = at.at.lerp(next.at, left / distance);
                while passed < next.passed && self.narrow[passed].is_behind(point) {
                    passed += 1;
                }
                return Place { at: point, passed };
            }
            left -= distance;
            if at.passed == next.passed {
                return next;
            }
            at = next;
        }
        at
    }
}

/// Returns the first bend of the shortest line from one place to another through the windows between them; `None` when
/// it is straight.
fn bend(windows: &[Window], from: Place, to: Place) -> Option<Place> {
    let mut sides: Option<(Point, Point)> = None;
    let (mut left_at, mut right_at) = (from, from);
    for (i, window) in windows.iter().enumerate().take(to.passed).skip(from.passed) {
        let (left, right) = (window.left - from.at, window.right - from.at);
        let place = |at| Place { at, passed: i + 1 };
        let Some((seen_left, seen_right)) = sides else {
            sides = Some((left, right));
            (left_at, right_at) = (place(window.left), place(window.right));
            continue;
        };
        let (mut narrowed_left, mut narrowed_right) = (seen_left, seen_right);
        if seen_left.cross(left) <= 0.0 {
            if seen_right.cross(left) < 0.0 {
                return Some(right_at);
            }
            (narrowed_left, left_at) = (left, place(window.left));
        }
        if seen_right.cross(right) >= 0.0 {
            if right.cross(seen_left) < 0.0 {
                return Some(left_at);
            }
            (narrowed_right, right_at) = (right, place(window.right));
        }
        sides = Some((narrowed_left, narrowed_right));
    }
    let (left, right) = sides?;
    let way = to.at - from.at;
    if right.cross(way) < 0.0 {
        return Some(right_at);
    }
    (way.cross(left) < 0.0).then_some(left_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(x: f64, low: f64, high: f64) -> Window {
        // Walking east, north is on the left.
        Window { left: Point::new(x, high), right: Point::new(x, low) }
    }

    #[test]
    fn a_taut_line_bends_where_windows_make_it() {
        let windows = [window(1.0, 0.0, 1.0), window(2.0, 2.0, 3.0), window(3.0, 0.0, 1.0)];
        let from = Place { at: Point::new(0.0, 0.5), passed: 0 };
        let to = Place { at: Point::new(4.0, 0.5), passed: 3 };
        // Up to the lower end of the second window, since the upper end of the first is above the straight line to it:
        // at x = 1 that line is at (0.5 + 2) / 2 = 1.25 > 1, so it bends already at the upper end of the first window.
        let first = bend(&windows, from, to).unwrap();
        assert_eq!((first.at, first.passed), (Point::new(1.0, 1.0), 1));
        let second = bend(&windows, first, to).unwrap();
        assert_eq!((second.at, second.passed), (Point::new(2.0, 2.0), 2));
        let third = bend(&windows, second, to).unwrap();
        assert_eq!((third.at, third.passed), (Point::new(3.0, 1.0), 3));
        assert!(bend(&windows, third, to).is_none());
    }

    /// Between two flights side by side: the portals of both and the end of the wall between them lie in one line.
    #[test]
    fn the_line_of_a_portal_is_left_before_it_is_reached_from_beside() {
        let windows = [window(0.0, 1.0, 2.0); Ahead::MOST];
        let cells = [CellId(0); Ahead::MOST + 1];
        let rail = Rail {
            narrow: windows,
            wide: windows,
            first: window(0.0, 0.75, 2.25),
            cells,
            count: 1,
            end: Point::new(3.0, 1.5),
            is_whole: true,
        };
        let hook = Place { at: Point::new(0.0, 1.0), passed: 1 };
        // Walking east: in the line, and 0.1 m before it; then far enough before it, and in front of the portal.
        for (from, aim) in [(0.0, -0.25), (-0.1, -0.15), (-0.25, 0.0)] {
            let aimed = rail.clear_of_edge(Point::new(from, 0.0), hook, 0.2);
            assert!((aimed - Point::new(aim, 1.0)).norm() < 1e-12, "{aimed:?}");
        }
        assert_eq!(rail.clear_of_edge(Point::new(0.0, 1.2), hook, 0.2), hook.at);
        // A pedestrian that brushes nothing used to be sent away from the line, into a wall behind it.
        assert_eq!(rail.clear_of_edge(Point::new(-0.1, 0.95), hook, 0.2), hook.at);
        // A hook before the portal is walked to as it is.
        let near = Place { at: Point::new(-0.5, 0.5), passed: 0 };
        assert_eq!(rail.clear_of_edge(Point::new(0.0, 0.0), near, 0.2), near.at);
    }

    #[test]
    fn what_is_seen_through_all_windows_is_straight_ahead() {
        let windows = [window(1.0, 0.0, 1.0), window(2.0, 0.2, 1.4)];
        let to = Place { at: Point::new(3.0, 0.9), passed: 2 };
        assert!(bend(&windows, Place { at: Point::new(0.0, 0.3), passed: 0 }, to).is_none());
        assert!(
            bend(&windows, Place { at: Point::new(0.0, 0.3), passed: 0 }, Place { at: Point::ZERO, passed: 0 })
                .is_none()
        );
    }
}
