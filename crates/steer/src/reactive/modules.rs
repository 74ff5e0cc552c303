//! The collision reaction modules: velocities that just miss a neighbour (L §4.2; erratum A1.5).
//!
//! The relative velocity S_O − S(N) = α D, α > 0, follows a tangent D of the circle with radius R around the neighbour.
//! The modules left and right keep the norm of the velocity. The modules accelerate and decelerate keep its direction:
//! S_O = β S_I.

use populace_geom::Point;

use super::tables::Module;
use crate::passing::{Neighbour, Tangents};

/// A velocity and its norm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// The velocity, m/s.
    pub velocity: Point,
    /// Its norm, m/s.
    pub norm: f64,
}

/// Returns what a module makes of the velocity `from` that collides with `n`; no faster than `top_speed`. `None` when
/// the module has no answer.
#[inline]
pub fn react(module: Module, from: Way, n: &Neighbour, tangents: &Tangents, top_speed: f64) -> Option<Way> {
    match module {
        Module::Left => turn(from, n.velocity, tangents.left),
        Module::Right => turn(from, n.velocity, tangents.right),
        Module::Decelerate => decelerate(from, n.velocity, tangents),
        Module::Accelerate => accelerate(from, n.velocity, tangents, top_speed),
        Module::Accept => Some(from),
    }
}

/// Turns at the same speed: α² + 2α (D·S_N) + (S_N·S_N − S_I·S_I) = 0. Of two positive roots, takes the root that
/// changes the velocity least.
#[inline]
fn turn(from: Way, other: Point, tangent: Point) -> Option<Way> {
    let half = tangent.dot(other);
    let discriminant = half * half - (other.norm2() - from.norm * from.norm);
    // The neighbour is faster and runs along: no turn at this speed clears it.
    if discriminant < 0.0 {
        return None;
    }
    let root = discriminant.sqrt();
    let (far, near) = (root - half, -root - half);
    // NaN too is no way.
    let has_way = far > 0.0;
    if !has_way {
        return None;
    }
    let by = |alpha: f64| Way { velocity: other + tangent * alpha, norm: from.norm };
    let way = by(far);
    if near > 0.0 {
        let closer = by(near);
        if (closer.velocity - from.velocity).norm2() < (way.velocity - from.velocity).norm2() {
            return Some(closer);
        }
    }
    Some(way)
}

/// Slows down by the largest β < 1.
#[inline]
fn decelerate(from: Way, other: Point, tangents: &Tangents) -> Option<Way> {
    let slower = |tangent| factor(from, other, tangent).filter(|&b| (0.0..1.0).contains(&b));
    let beta = match (slower(tangents.left), slower(tangents.right)) {
        (Some(a), Some(b)) => a.max(b),
        (a, b) => a.or(b)?,
    };
    Some(scaled(from, beta))
}

/// Speeds up by the smallest β > 1 that is not too fast.
#[inline]
fn accelerate(from: Way, other: Point, tangents: &Tangents, top_speed: f64) -> Option<Way> {
    let faster = |tangent| factor(from, other, tangent).filter(|&b| b > 1.0 && b * from.norm <= top_speed);
    let beta = match (faster(tangents.left), faster(tangents.right)) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    Some(scaled(from, beta))
}

/// Returns β = (S_N × D) / (S_I × D), where α = (S_N × S_I) / (S_I × D) is not negative. α = 0 is the limit of both
/// tangents: a neighbour that walks in line is followed at its own velocity.
#[inline]
fn factor(from: Way, other: Point, tangent: Point) -> Option<f64> {
    let across = from.velocity.cross(tangent);
    let ahead = across != 0.0 && other.cross(from.velocity) * across >= 0.0;
    ahead.then(|| other.cross(tangent) / across)
}

fn scaled(from: Way, beta: f64) -> Way {
    Way { velocity: from.velocity * beta, norm: from.norm * beta }
}

#[cfg(test)]
mod tests {
    use populace_geom::maths;

    use super::*;

    const TOP: f64 = 2.0;

    fn way(x: f64, y: f64) -> Way {
        let velocity = Point::new(x, y);
        Way { velocity, norm: velocity.norm() }
    }
    fn reaction(module: Module, from: Way, n: &Neighbour) -> Option<Way> {
        react(module, from, n, &Tangents::of(n), TOP)
    }
    /// Returns the least distance of the relative path to the neighbour.
    fn miss(n: &Neighbour, velocity: Point) -> f64 {
        let relative = velocity - n.velocity;
        (n.offset.cross(relative) / relative.norm()).abs()
    }
    fn turned(from: Way, to: Way) -> f64 {
        maths::atan2(from.velocity.cross(to.velocity), from.velocity.dot(to.velocity)).to_degrees()
    }

    /// Erratum A1.5, first check value.
    #[test]
    fn turns_of_16_and_11_degrees_miss_by_exactly_the_reach() {
        let n = Neighbour::at(Point::new(5.0, 0.1), Point::new(-1.3, 0.0), 0.6);
        let from = way(1.3, 0.0);
        let left = reaction(Module::Left, from, &n).unwrap();
        let right = reaction(Module::Right, from, &n).unwrap();
        assert!((left.velocity - Point::new(1.249, 0.360)).norm() < 1e-3, "{left:?}");
        assert!((right.velocity - Point::new(1.274, -0.259)).norm() < 1e-3, "{right:?}");
        assert!((turned(from, left) - 16.07).abs() < 0.005, "{}", turned(from, left));
        assert!((turned(from, right) + 11.49).abs() < 0.005, "{}", turned(from, right));
        for out in [left, right] {
            assert!((miss(&n, out.velocity) - 0.6).abs() < 1e-12);
            assert!((out.velocity.norm() - 1.3).abs() < 1e-12);
        }
        // Both walk along x: α = 0, and β = −1.
        assert_eq!(reaction(Module::Accelerate, from, &n), None);
        assert_eq!(reaction(Module::Decelerate, from, &n), None);
    }

    /// Erratum A1.5, second check value: pass in front or behind.
    #[test]
    fn a_crossing_is_cleared_by_1_239_or_0_807_of_the_speed() {
        let n = Neighbour::at(Point::new(4.0, -4.0), Point::new(0.0, 1.3), 0.6);
        let from = way(1.3, 0.0);
        let faster = reaction(Module::Accelerate, from, &n).unwrap();
        let slower = reaction(Module::Decelerate, from, &n).unwrap();
        assert!((faster.norm / 1.3 - 1.239).abs() < 5e-4, "{}", faster.norm / 1.3);
        assert!((slower.norm / 1.3 - 0.807).abs() < 5e-4, "{}", slower.norm / 1.3);
        for out in [faster, slower] {
            assert!((miss(&n, out.velocity) - 0.6).abs() < 1e-12);
            assert_eq!(out.velocity.y, 0.0);
        }
        // 1.3 · 1.239 = 1.611 m/s is too much for some.
        assert_eq!(react(Module::Accelerate, from, &n, &Tangents::of(&n), 1.6), None);
    }

    #[test]
    fn one_in_line_is_overtaken_on_either_side_or_followed() {
        let n = Neighbour::at(Point::new(2.0, 0.0), Point::new(0.5, 0.0), 0.6);
        let from = way(1.3, 0.0);
        let left = reaction(Module::Left, from, &n).unwrap();
        let right = reaction(Module::Right, from, &n).unwrap();
        assert!(left.velocity.y > 0.0 && right.velocity.y < 0.0);
        assert!((left.velocity.y + right.velocity.y).abs() < 1e-12);
        assert!((miss(&n, left.velocity) - 0.6).abs() < 1e-12);
        let follow = reaction(Module::Decelerate, from, &n).unwrap();
        assert!((follow.velocity - n.velocity).norm() < 1e-12);
    }
}
