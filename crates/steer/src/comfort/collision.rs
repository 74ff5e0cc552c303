//! The collision filter: the neighbour that A will run into first if all keep speed and direction, and the ways
//! out.
//!
//! ```text
//! |P + V t|² = R²     P from B to A, V = S_A − S_B, R = the bodies and a margin
//! ```
//!
//! The ways out are tangents to the disc of radius R around B: D is the direction to B turned by ± asin(R/d). A
//! velocity S_B + α D passes B at the distance R exactly, which is the smallest deviation (S §3.2; the same
//! construction as erratum A1.5).

use populace_geom::Point;

use super::perception::Perceived;

/// The most imminent collision.
#[derive(Clone, Copy, Debug)]
pub struct Imminent {
    /// The neighbour B.
    pub other: Perceived,
    /// The time until the collision, s; 0 when the bodies touch already and approach.
    pub time: f64,
    /// The directions of the relative velocity that just pass, to the left and to the right of B.
    pub tangents: [Point; 2],
}

/// Returns when A, at `velocity`, is within `margin` of touching B, s, if that is before `horizon` and the two
/// approach.
#[inline]
pub fn impact_time(velocity: Point, other: &Perceived, margin: f64, horizon: f64) -> Option<f64> {
    let relative = velocity - other.velocity;
    let approach = other.to.dot(relative);
    if approach <= 0.0 {
        return None;
    }
    let reach = other.bodies + margin;
    let room = other.distance * other.distance - reach * reach;
    if room <= 0.0 {
        return Some(0.0);
    }
    let speed2 = relative.norm2();
    let discriminant = approach * approach - speed2 * room;
    // A path that only touches the disc is not a collision.
    if discriminant <= 0.0 {
        return None;
    }
    let time = room / (approach + discriminant.sqrt());
    (time < horizon).then_some(time)
}

/// Returns the most imminent of all collisions.
#[inline]
pub fn most_imminent(velocity: Point, near: &[Perceived], margin: f64, horizon: f64) -> Option<Imminent> {
    let mut first: Option<(f64, &Perceived)> = None;
    for other in near {
        if let Some(time) = impact_time(velocity, other, margin, first.map_or(horizon, |(t, _)| t)) {
            first = Some((time, other));
        }
    }
    let (time, other) = first?;
    // A neighbour that is within R already is passed at the distance that there is.
    let reach = (other.bodies + margin).min(0.98 * other.distance);
    let (sin, to) = (reach / other.distance, other.to * (1.0 / other.distance));
    let cos = (1.0 - sin * sin).max(0.0).sqrt();
    let tangents = [to * cos + to.left() * sin, to * cos - to.left() * sin];
    Some(Imminent { other: *other, time, tangents })
}

impl Imminent {
    /// Returns the velocity of this speed that passes B along a tangent.
    #[inline]
    pub fn detour(&self, tangent: Point, speed: f64) -> Option<Point> {
        let theirs = self.other.velocity;
        let along = tangent.dot(theirs);
        let discriminant = along * along - theirs.norm2() + speed * speed;
        if discriminant < 0.0 {
            return None;
        }
        let share = discriminant.sqrt() - along;
        (share > 0.0).then(|| theirs + tangent * share)
    }
    /// Returns the speeds at which A passes B on its own line, as shares of `velocity`, one for each tangent.
    #[inline]
    pub fn speeds(&self, velocity: Point) -> [Option<f64>; 2] {
        self.tangents.map(|tangent| {
            let (theirs, below) = (self.other.velocity, velocity.cross(tangent));
            if below.abs() < 1e-9 {
                return None;
            }
            let (share, along) = (theirs.cross(tangent) / below, theirs.cross(velocity) / below);
            (share >= 0.0 && along >= -1e-9).then_some(share)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nearest::Sighting;

    fn at(x: f64, y: f64, velocity: (f64, f64), bodies: f64) -> Perceived {
        let to = Point::new(x, y);
        Perceived {
            to,
            distance: to.norm(),
            ahead: x,
            left: y,
            velocity: Point::new(velocity.0, velocity.1),
            bodies,
            ..Perceived::nobody()
        }
    }
    const EAST: Point = Point::new(1.3, 0.0);

    #[test]
    fn the_impact_time_is_that_of_the_erratum() {
        // ERRATA A1.1: 5 m apart head on at 1.3 m/s each, R = 0.5 → 1.7308 s.
        let t = impact_time(EAST, &at(5.0, 0.0, (-1.3, 0.0), 0.5), 0.0, 8.0).unwrap();
        assert!((t - 1.7308).abs() < 1e-4, "{t}");
    }

    #[test]
    fn who_goes_away_or_passes_aside_is_filtered_out() {
        assert!(impact_time(EAST, &at(5.0, 0.0, (1.4, 0.0), 0.5), 0.0, 8.0).is_none());
        assert!(impact_time(EAST, &at(5.0, 0.6, (-1.3, 0.0), 0.5), 0.0, 8.0).is_none());
        assert!(impact_time(EAST, &at(-5.0, 0.0, (1.2, 0.0), 0.5), 0.0, 8.0).is_none());
        assert!(impact_time(EAST, &at(5.0, 0.0, (-1.3, 0.0), 0.5), 0.0, 1.7).is_none());
    }

    #[test]
    fn the_most_imminent_is_not_the_nearest() {
        let near = [at(3.0, 0.0, (1.0, 0.0), 0.5), at(4.0, 0.0, (-1.3, 0.0), 0.5)];
        let first = most_imminent(EAST, &near, 0.0, 9.0).unwrap();
        assert_eq!(first.other.to, near[1].to);
    }

    #[test]
    fn detours_and_speeds_are_those_of_the_erratum() {
        // ERRATA A1.5: P_N = (5, 0.1), S_N = (−1.3, 0), R = 0.6 → left (1.249, 0.360), right (1.274, −0.259).
        let head_on = most_imminent(EAST, &[at(5.0, 0.1, (-1.3, 0.0), 0.6)], 0.0, 8.0).unwrap();
        let left = head_on.detour(head_on.tangents[0], 1.3).unwrap();
        let right = head_on.detour(head_on.tangents[1], 1.3).unwrap();
        assert!((left - Point::new(1.249, 0.360)).norm() < 1e-3, "{left:?}");
        assert!((right - Point::new(1.274, -0.259)).norm() < 1e-3, "{right:?}");
        // Crossing P_N = (4, −4), S_N = (0, 1.3): 1.239 passes in front, 0.807 behind.
        let crossing = most_imminent(EAST, &[at(4.0, -4.0, (0.0, 1.3), 0.6)], 0.0, 8.0).unwrap();
        let mut shares = crossing.speeds(EAST).map(Option::unwrap);
        shares.sort_by(f64::total_cmp);
        assert!((shares[0] - 0.807).abs() < 1e-3 && (shares[1] - 1.239).abs() < 1e-3, "{shares:?}");
    }
}
