//! The shortest line for a disc by brute force: all tangents between all ends of walls, each checked against all walls.

use std::f64::consts::{PI, TAU};

use populace_geom::{Point, Segment, maths, segments_cross};

/// An end of a wall, passed on one side; offset 0 for start and goal.
#[derive(Clone, Copy)]
struct Disc {
    at: Point,
    offset: f64,
}

/// A tangent: from disc to disc, its direction (rad) and length.
#[derive(Clone, Copy)]
struct Tangent {
    from: usize,
    to: usize,
    angle: f64,
    length: f64,
}

/// Returns the length of the shortest line from `start` to `goal` for a disc; `None` when there is none.
pub fn brute_force(walls: &[Segment], radius: f64, start: Point, goal: Point) -> Option<f64> {
    let mut ends: Vec<Point> = walls.iter().flat_map(|w| [w.a, w.b]).collect();
    ends.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    ends.dedup();
    let mut discs = vec![Disc { at: start, offset: 0.0 }, Disc { at: goal, offset: 0.0 }];
    discs.extend(ends.iter().flat_map(|&at| [radius, -radius].map(|offset| Disc { at, offset })));
    let tangents = all_tangents(walls, radius, &discs);
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); discs.len()];
    tangents.iter().enumerate().for_each(|(k, t)| leaving[t.from].push(k));
    // Dijkstra over tangents: the length up to the end of each.
    let mut reached: Vec<f64> = tangents.iter().map(|t| if t.from == 0 { t.length } else { f64::INFINITY }).collect();
    let mut done = vec![false; tangents.len()];
    loop {
        let open = (0..tangents.len()).filter(|&k| !done[k] && reached[k].is_finite());
        let k = open.min_by(|&a, &b| reached[a].total_cmp(&reached[b]))?;
        done[k] = true;
        let here = tangents[k];
        if here.to == 1 {
            return Some(reached[k]);
        }
        let disc = discs[here.to];
        for &next in &leaving[here.to] {
            let sign = if disc.offset > 0.0 { 1.0 } else { -1.0 };
            let mut turn = sign * (tangents[next].angle - here.angle);
            while turn < -1e-9 {
                turn += TAU;
            }
            while turn > TAU - 1e-9 {
                turn -= TAU;
            }
            let length = reached[k] + radius * turn.max(0.0) + tangents[next].length;
            if turn <= PI + 1e-9 && length < reached[next] && is_arc_free(walls, radius, disc, here.angle, sign * turn)
            {
                reached[next] = length;
            }
        }
    }
}

fn all_tangents(walls: &[Segment], radius: f64, discs: &[Disc]) -> Vec<Tangent> {
    let mut tangents = Vec::new();
    for (from, a) in discs.iter().enumerate() {
        for (to, b) in discs.iter().enumerate() {
            let v = b.at - a.at;
            let sine = (b.offset - a.offset) / v.norm();
            if v == Point::ZERO || sine.abs() >= 1.0 {
                continue;
            }
            let angle = maths::atan2(v.y, v.x) - maths::asin(sine);
            let direction = Point::new(maths::cos(angle), maths::sin(angle));
            let touch = |d: &Disc| d.at - direction.left() * d.offset;
            let piece = Segment::new(touch(a), touch(b));
            if is_free(walls, radius, &piece) {
                tangents.push(Tangent { from, to, angle, length: piece.length() });
            }
        }
    }
    tangents
}

fn is_free(walls: &[Segment], radius: f64, piece: &Segment) -> bool {
    walls.iter().all(|w| {
        let near = [w.distance(piece.a), w.distance(piece.b), piece.distance(w.a), piece.distance(w.b)];
        !segments_cross(w, piece) && near.iter().all(|&d| d >= radius - 1e-7)
    })
}

/// Looks at points of the arc, 1° apart or nearer.
fn is_arc_free(walls: &[Segment], radius: f64, disc: Disc, angle: f64, turn: f64) -> bool {
    let steps = (turn.abs() * 180.0 / PI).ceil() as usize;
    (0..=steps).all(|k| {
        let angle = angle + turn * k as f64 / steps.max(1) as f64;
        let p = disc.at - Point::new(-maths::sin(angle), maths::cos(angle)) * disc.offset;
        walls.iter().all(|w| w.distance(p) >= radius - 1e-7)
    })
}
