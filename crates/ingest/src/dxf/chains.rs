//! Joins lines that meet end to end into rings.

use std::collections::{BTreeMap, BTreeSet};

use populace_geom::Point;

/// Ends closer than this meet, m.
const GAP: f64 = 0.01;
/// The most lines that are compared where many end near a point.
const MAX_AT_ONE_POINT: usize = 64;

/// A line of points on a layer.
pub struct Piece {
    /// Its layer.
    pub layer: String,
    /// Its points, m.
    pub points: Vec<Point>,
    /// Whether the last point joins the first.
    pub is_closed: bool,
    /// The item of the file, for messages.
    pub source: String,
}

impl Piece {
    /// Returns the length of the line, m.
    pub fn length(&self) -> f64 {
        super::length(&self.points)
    }
    /// Returns whether the line ends where it begins.
    fn meets_itself(&self) -> bool {
        match (self.points.first(), self.points.last()) {
            (Some(a), Some(b)) => self.points.len() > 3 && a.distance(*b) <= GAP,
            _ => false,
        }
    }
}

/// Rings, and lines that do not close.
#[derive(Default)]
pub struct Joined {
    /// Closed lines.
    pub rings: Vec<Piece>,
    /// Lines that do not close.
    pub open: Vec<Piece>,
}

/// Joins the pieces end to end. A polyline of three or more points that joins no other piece is closed, as in JuPedSim.
pub fn join(pieces: Vec<Piece>) -> Joined {
    let mut joined = Joined::default();
    let mut loose = Vec::new();
    for piece in pieces {
        if piece.is_closed || piece.meets_itself() {
            joined.rings.push(piece);
        } else if piece.points.len() >= 2 {
            loose.push(Some(piece));
        }
    }
    let mut ends = Ends::new(&loose);
    for i in 0..loose.len() {
        let Some(mut chain) = loose.get_mut(i).and_then(Option::take) else { continue };
        ends.remove(i);
        let is_line = chain.points.len() == 2;
        let mut count = 1;
        while !chain.meets_itself() {
            let Some(next) = chain.points.last().and_then(|p| ends.near(*p, &loose)) else { break };
            let Some(mut piece) = loose.get_mut(next).and_then(Option::take) else { break };
            ends.remove(next);
            let far = |p: Option<&Point>| p.zip(chain.points.last()).map_or(f64::INFINITY, |(a, b)| a.distance(*b));
            if far(piece.points.last()) < far(piece.points.first()) {
                piece.points.reverse();
            }
            chain.points.extend(piece.points.into_iter().skip(1));
            count += 1;
        }
        let closes = chain.meets_itself() || (count == 1 && !is_line && chain.points.len() >= 3);
        if closes { joined.rings.push(chain) } else { joined.open.push(chain) }
    }
    joined
}

/// The ends of loose pieces, by squares of side [`GAP`].
struct Ends {
    squares: BTreeMap<(i64, i64), BTreeSet<usize>>,
    /// The squares of the two ends of each piece.
    keys: Vec<[(i64, i64); 2]>,
}

/// Returns the square of a point.
fn square(p: Point) -> (i64, i64) {
    ((p.x / GAP).floor() as i64, (p.y / GAP).floor() as i64)
}

impl Ends {
    /// Collects the ends of pieces.
    fn new(loose: &[Option<Piece>]) -> Self {
        let mut ends = Ends { squares: BTreeMap::new(), keys: Vec::new() };
        for (i, piece) in loose.iter().flatten().enumerate() {
            let key = |p: Option<&Point>| p.map_or((0, 0), |p| square(*p));
            let keys = [key(piece.points.first()), key(piece.points.last())];
            keys.iter().for_each(|k| {
                ends.squares.entry(*k).or_default().insert(i);
            });
            ends.keys.push(keys);
        }
        ends
    }

    /// Removes the ends of a piece.
    fn remove(&mut self, i: usize) {
        for key in self.keys.get(i).into_iter().flatten() {
            if let Some(list) = self.squares.get_mut(key) {
                list.remove(&i);
            }
        }
    }

    /// Finds the piece with an end within [`GAP`] of `p`: the nearest, and of several the first in the file.
    fn near(&self, p: Point, loose: &[Option<Piece>]) -> Option<usize> {
        let (x, y) = square(p);
        let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let candidates =
            around.filter_map(|key| self.squares.get(&key)).flat_map(|list| list.iter().take(MAX_AT_ONE_POINT));
        let distance = |i: usize| {
            let piece = loose.get(i)?.as_ref()?;
            let to = |end: Option<&Point>| end.map_or(f64::INFINITY, |e| e.distance(p));
            Some(to(piece.points.first()).min(to(piece.points.last())))
        };
        let near = candidates.filter_map(|&i| Some((distance(i)?, i))).filter(|(d, _)| *d <= GAP);
        near.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, i)| i)
    }
}
