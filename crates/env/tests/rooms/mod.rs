//! Random rooms: a border and obstacles of every awkward kind, a pure function of their number.

mod dice;

pub use dice::Dice;
use populace_env::{Floor, Outline, Place, Wall};
use populace_geom::{Point, maths};

fn ring(points: &[(f64, f64)]) -> Vec<Point> {
    points.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

/// Returns a rotated rectangle around (x, y).
fn block(x: f64, y: f64, w: f64, h: f64, angle: f64) -> Vec<Point> {
    let (s, c) = maths::sin_cos(angle);
    [(-w, -h), (w, -h), (w, h), (-w, h)]
        .map(|(u, v)| Point::new(x + 0.5 * (u * c - v * s), y + 0.5 * (u * s + v * c)))
        .to_vec()
}

/// Returns room number `room`: 6 to 14 m wide, with up to 12 obstacles that may touch, overlap and stick out.
pub fn random_room(room: u64) -> Place {
    let mut dice = Dice::new(room);
    let (w, h) = (dice.between(6.0, 14.0), dice.between(5.0, 12.0));
    let mut floor = Floor::level("room", 0.0);
    let border = match dice.below(4) {
        0 => ring(&[(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]),
        1 => ring(&[(0.0, 0.0), (w, 0.0), (w, 0.6 * h), (0.5 * w, 0.6 * h), (0.5 * w, h), (0.0, h)]),
        2 => ring(&[(0.0, 0.0), (0.3 * w, 0.1 * h), (w, 0.0), (0.9 * w, h), (0.4 * w, 0.9 * h), (0.1 * w, h)]),
        // A clockwise border.
        _ => ring(&[(0.0, h), (w, h), (w, 0.0), (0.4 * w, 0.0), (0.35 * w, 0.3 * h), (0.3 * w, 0.0), (0.0, 0.0)]),
    };
    floor.walkable.push(Outline::new(border, "border"));
    for i in 0..dice.below(13) {
        let (x, y) = (dice.between(0.0, w), dice.between(0.0, h));
        let source = format!("obstacle {i}");
        match dice.below(6) {
            0 => floor.obstacles.push(Outline::new(block(x.round(), y.round(), 1.0, 1.0, 0.0), source)),
            1 => {
                let (bw, bh, angle) = (dice.between(0.2, 3.0), dice.between(0.2, 2.0), dice.between(0.0, 3.0));
                floor.obstacles.push(Outline::new(block(x, y, bw, bh, angle), source));
            }
            2 => {
                let line = vec![Point::new(x, y), Point::new(dice.between(0.0, w), dice.between(0.0, h))];
                floor.walls.push(Wall { line, thickness: 0.1, source });
            }
            3 => {
                let line = vec![Point::new(x, y), Point::new(x, dice.between(0.0, h))];
                floor.walls.push(Wall { line, thickness: 0.2, source });
            }
            4 => {
                let n = 3 + dice.below(6);
                let star = (0..n)
                    .map(|k| {
                        let (angle, r) = (k as f64 * std::f64::consts::TAU / n as f64, dice.between(0.2, 1.3));
                        Point::new(x + r * maths::cos(angle), y + r * maths::sin(angle))
                    })
                    .collect();
                floor.obstacles.push(Outline::new(star, source));
            }
            _ => {
                // A bow-tie with a repeated point.
                let points =
                    ring(&[(x, y), (x + 1.0, y + 1.0), (x + 1.0, y + 1.0), (x + 1.0, y), (x, y + 1.0), (x, y)]);
                floor.obstacles.push(Outline::new(points, source));
            }
        }
    }
    Place { name: format!("room {room}"), floors: vec![floor], ..Place::default() }
}
