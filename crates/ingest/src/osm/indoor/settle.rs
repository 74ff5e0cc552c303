//! Makes room between flights that meet. In the map several flights may start at one node, but each flight needs an end
//! of its own with ground before it.
//!
//! | case                                              | what is done                                   |
//! |---------------------------------------------------|------------------------------------------------|
//! | flights from one node in about the same direction | their ends are moved side by side              |
//! | flights from one node in different directions     | each is shortened, a landing stays between     |
//! | flights beside each other that overlap            | they are narrowed, to no less than 0.6 m       |

use std::collections::BTreeMap;

use populace_geom::{Point, Segment};

use super::flights::Flight;
use super::levels::Level;
use crate::osm::strip::length;

/// Two directions are about the same when the cosine of their angle is above this: the cosine of 60°.
const SAME_DIRECTION: f64 = 0.5;
/// Where flights of different directions meet, each is shortened by this, m.
const SHORTENED: f64 = 1.0;
/// The largest share of its length by which a flight is shortened.
const SHORTENED_SHARE: f64 = 0.25;
/// The least width to which a flight is narrowed, m.
const NARROWEST: f64 = 0.6;

/// An end of a flight.
#[derive(Clone, Copy, PartialEq)]
struct End {
    flight: usize,
    is_start: bool,
}

/// Moves, shortens and narrows flights so that their ends do not cover each other.
pub fn settle(flights: &mut [Flight]) {
    let mut groups: BTreeMap<(Level, i64, i64), Vec<End>> = BTreeMap::new();
    for (i, flight) in flights.iter().enumerate() {
        for is_start in [true, false] {
            let end = End { flight: i, is_start };
            if let Some(p) = end_point(flight, is_start) {
                let millimetres = |v: f64| (v * 1000.0).round() as i64;
                groups.entry((end_level(flight, is_start), millimetres(p.x), millimetres(p.y))).or_default().push(end);
            }
        }
    }
    narrow(flights);
    for ends in groups.values().filter(|ends| ends.len() > 1) {
        let mut clusters: Vec<Vec<End>> = Vec::new();
        for &end in ends {
            let home = clusters.iter_mut().find(|c| c.first().is_some_and(|&other| is_alike(flights, end, other)));
            match home {
                Some(cluster) => cluster.push(end),
                None => clusters.push(vec![end]),
            }
        }
        for cluster in clusters.iter().filter(|c| c.len() > 1) {
            spread(flights, cluster);
        }
        if clusters.len() > 1 {
            for &end in clusters.iter().flatten() {
                shorten(flights, end);
            }
        }
    }
}

/// Returns the level of an end.
fn end_level(flight: &Flight, is_start: bool) -> Level {
    if is_start { flight.start } else { flight.end }
}

/// Returns the point of an end.
fn end_point(flight: &Flight, is_start: bool) -> Option<Point> {
    if is_start { flight.points.first().copied() } else { flight.points.last().copied() }
}

/// Returns the direction from an end into the flight: towards the point a metre and a half inside it.
fn inward(flights: &[Flight], end: End) -> Option<Point> {
    let flight = flights.get(end.flight)?;
    let at = end_point(flight, end.is_start)?;
    (inside_point(flight, end.is_start, 1.5)? - at).unit()
}

/// Returns the point of a flight that is `distance` metres from one end, or its other end when the flight is shorter.
fn inside_point(flight: &Flight, is_start: bool, distance: f64) -> Option<Point> {
    let mut points = flight.points.clone();
    if !is_start {
        points.reverse();
    }
    let mut left = distance;
    for pair in points.windows(2) {
        if let [a, b] = *pair {
            let step = a.distance(b);
            if step >= left && step > 0.0 {
                return Some(a.lerp(b, left / step));
            }
            left -= step;
        }
    }
    points.last().copied()
}

/// Returns whether two flights leave their ends in about the same direction.
fn is_alike(flights: &[Flight], a: End, b: End) -> bool {
    match (inward(flights, a), inward(flights, b)) {
        (Some(u), Some(v)) => u.dot(v) > SAME_DIRECTION,
        _ => true,
    }
}

/// Puts the ends of one cluster side by side, in the order in which the flights run.
fn spread(flights: &mut [Flight], cluster: &[End]) {
    let directions: Vec<Point> = cluster.iter().filter_map(|&end| inward(flights, end)).collect();
    let Some(mut axis) = directions.iter().fold(Point::ZERO, |sum, &d| sum + d).unit() else { return };
    // Flights that share both ends must have the same axis at both, so that they do not cross.
    if axis.x < 0.0 || (axis.x == 0.0 && axis.y < 0.0) {
        axis = -axis;
    }
    let side = axis.left();
    let mut order: Vec<(f64, End, f64)> = cluster
        .iter()
        .filter_map(|&end| {
            let flight = flights.get(end.flight)?;
            let middle = inside_point(flight, true, 0.5 * length(&flight.points))?;
            let lateral = (middle - end_point(flight, end.is_start)?).dot(side);
            Some(((lateral * 100.0).round(), end, flight.width))
        })
        .collect();
    order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.flight.cmp(&b.1.flight)));
    let mut offset = -0.5 * order.iter().map(|o| o.2).sum::<f64>();
    for (_, end, width) in order {
        let Some(flight) = flights.get_mut(end.flight) else { continue };
        let moved = if end.is_start { flight.points.first_mut() } else { flight.points.last_mut() };
        if let Some(p) = moved {
            *p += side * (offset + 0.5 * width);
        }
        offset += width;
    }
}

/// Shortens a flight at an end.
fn shorten(flights: &mut [Flight], end: End) {
    let Some(flight) = flights.get_mut(end.flight) else { return };
    let cut = SHORTENED.min(SHORTENED_SHARE * length(&flight.points));
    flight.points = without_end(&flight.points, cut, end.is_start);
}

/// Returns a line without `cut` metres at one end.
pub fn without_end(points: &[Point], cut: f64, is_start: bool) -> Vec<Point> {
    let mut rest: Vec<Point> = points.to_vec();
    if is_start {
        rest.reverse();
    }
    let mut left = cut;
    while let (Some(here), Some(&next)) = (rest.pop(), rest.last()) {
        let step = here.distance(next);
        if step > left {
            rest.push(here.lerp(next, left / step));
            break;
        }
        left -= step;
    }
    if is_start {
        rest.reverse();
    }
    rest
}

/// Narrows flights whose ends reach into a neighbouring flight that joins the same level at another node.
fn narrow(flights: &mut [Flight]) {
    let mut widths: Vec<f64> = flights.iter().map(|f| f.width).collect();
    for (i, flight) in flights.iter().enumerate() {
        for is_start in [true, false] {
            let (level, Some(at)) = (end_level(flight, is_start), end_point(flight, is_start)) else { continue };
            let direction = inward(flights, End { flight: i, is_start });
            for (j, other) in flights.iter().enumerate().filter(|&(j, _)| j != i) {
                if other.start != level && other.end != level {
                    continue;
                }
                let shares_node =
                    [true, false].iter().any(|&s| end_point(other, s).is_some_and(|p| p.distance(at) < 0.01));
                let Some((distance, along)) = nearest_piece(other, at) else { continue };
                let is_beside = direction.is_some_and(|d| d.dot(along).abs() > 0.8);
                let both = 0.5 * (flight.width + other.width);
                if shares_node || !is_beside || distance >= both {
                    continue;
                }
                // A little ground stays between them.
                let share = 0.98 * distance / both;
                for k in [i, j] {
                    if let (Some(width), Some(f)) = (widths.get_mut(k), flights.get(k)) {
                        *width = width.min((f.width * share).max(NARROWEST));
                    }
                }
            }
        }
    }
    for (flight, width) in flights.iter_mut().zip(widths) {
        flight.width = width;
    }
}

/// Returns the distance from `p` to the middle line of a flight, and the direction of the line there.
fn nearest_piece(flight: &Flight, p: Point) -> Option<(f64, Point)> {
    let pieces = flight.points.windows(2).filter_map(|w| Some(Segment::new(*w.first()?, *w.last()?)));
    let (distance, piece) = pieces.map(|s| (s.distance(p), s)).min_by(|a, b| a.0.total_cmp(&b.0))?;
    Some((distance, (piece.b - piece.a).unit()?))
}
