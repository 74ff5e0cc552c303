//! The half-planes of ORCA: one for each neighbour and one for each wall.

use populace_geom::Point;

use super::linear::HalfPlane;

/// An encounter is symmetric when the sine of its angle is below this.
const TIE: f64 = 0.02;
/// The tangent of the angle by which a straight retreat is turned to the right in a symmetric encounter.
const TILT: f64 = 0.1;
/// The greatest speed at which a body is moved out of a wall, m/s.
const OUT_OF_WALL: f64 = 0.5;

/// The data on which the half-plane of a neighbour depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Encounter {
    /// The way from the pedestrian to the neighbour, m.
    pub between: Point,
    /// The velocity of the pedestrian less that of the neighbour, m/s.
    pub closing: Point,
    /// The sum of the radii, m.
    pub bodies: f64,
    /// τ, s.
    pub horizon: f64,
    /// The time in which overlapping bodies part, s.
    pub dt: f64,
}

impl Encounter {
    /// Returns u and n: the least change of the relative velocity that leads to the border of the velocity obstacle,
    /// and the outward normal of the border there.
    #[inline]
    pub fn way_out(&self) -> (Point, Point) {
        let distance2 = self.between.norm2();
        if distance2 <= self.bodies * self.bodies {
            // The bodies overlap: the relative velocity leaves the disc in which they would still overlap after a
            // decision.
            return self.out_of_disc(self.dt);
        }
        let from_centre = self.closing - self.between * (1.0 / self.horizon);
        let ahead = from_centre.dot(self.between);
        if ahead < 0.0 && ahead * ahead > self.bodies * self.bodies * from_centre.norm2() {
            // The nearest part of the border is the disc that cuts the cone off.
            return self.out_of_disc(self.horizon);
        }
        self.out_of_cone(distance2)
    }

    /// Returns u and n for the disc of velocities that collide at `time`.
    #[inline]
    fn out_of_disc(&self, time: f64) -> (Point, Point) {
        let rate = 1.0 / time;
        let from_centre = self.closing - self.between * rate;
        let length = from_centre.norm();
        let away = self.between.unit().unwrap_or(Point::new(1.0, 0.0));
        let mut normal = if length > 0.0 { from_centre * (1.0 / length) } else { -away };
        let out = self.bodies * rate - length;
        // A symmetric encounter, in which both would only brake: the border is turned to the right.
        if out > 0.0 && away.dot(normal) < 0.0 && away.cross(normal).abs() < TIE {
            let tilted = -away - away.left() * TILT;
            normal = tilted * (1.0 / tilted.norm());
        }
        (normal * out, normal)
    }

    /// Returns u and n for the nearer leg of the cone; for the right leg when both are equally near.
    #[inline]
    fn out_of_cone(&self, distance2: f64) -> (Point, Point) {
        let leg = (distance2 - self.bodies * self.bodies).sqrt();
        let turn = self.between.cross(self.closing);
        let is_left = turn > 0.0 && turn * turn > TIE * TIE * distance2 * self.closing.norm2();
        let side = if is_left { 1.0 } else { -1.0 };
        // The leg is the way to the neighbour turned by the angle whose sine is bodies / distance.
        let along = (self.between * leg + self.between.left() * (self.bodies * side)) * (1.0 / distance2);
        let normal = along.left() * side;
        (normal * -self.closing.dot(normal), normal)
    }
}

/// Returns the half-plane of a neighbour; the pedestrian makes the share `share` of the change.
#[inline]
pub(super) fn of_neighbour(encounter: &Encounter, velocity: Point, share: f64) -> HalfPlane {
    let (change, normal) = encounter.way_out();
    HalfPlane { point: velocity + change * share, normal }
}

/// Returns the half-plane of a wall: the pedestrian approaches its nearest point, at −`offset`, no faster than the gap
/// within the horizon.
#[inline]
pub(super) fn of_wall(offset: Point, radius: f64, horizon: f64) -> HalfPlane {
    let distance = offset.norm();
    let normal = offset * (1.0 / distance);
    HalfPlane { point: normal * ((radius - distance) / horizon).min(OUT_OF_WALL), normal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_on(distance: f64, closing: Point) -> Encounter {
        Encounter { between: Point::new(distance, 0.0), closing, bodies: 0.5, horizon: 2.0, dt: 0.1 }
    }
    fn near(a: Point, b: Point) -> bool {
        (a - b).norm() < 1e-9
    }

    /// 4 m apart, closing at 2.6 m/s, bodies 0.5: the right leg is at −asin(1/8), so u is 2.6 · 1/8 m/s along its
    /// normal (−1/8, −√63/8).
    #[test]
    fn a_symmetric_encounter_leaves_the_cone_to_the_right() {
        let (change, normal) = head_on(4.0, Point::new(2.6, 0.0)).way_out();
        let expected = Point::new(-0.125, -f64::sqrt(63.0) / 8.0);
        assert!(near(normal, expected) && near(change, expected * (2.6 / 8.0)), "{change:?} {normal:?}");
    }

    #[test]
    fn one_who_passes_on_the_left_keeps_to_the_left() {
        let (change, normal) = head_on(4.0, Point::new(2.6, 0.2)).way_out();
        // The left leg's normal is (−1/8, √63/8): 0.2 m/s of the way out are gone already.
        let expected = Point::new(-0.125, f64::sqrt(63.0) / 8.0);
        assert!(near(normal, expected) && change.dot(normal) < 2.6 / 8.0 - 0.1);
    }

    /// Closing at 1.8 m/s at 4 m with τ = 2 s: the disc around (2, 0) of radius 0.25 is entered by 0.05 from (1.75, 0)
    /// on.
    #[test]
    fn far_ahead_the_cut_off_disc_is_left_backwards_and_to_the_right() {
        let (change, normal) = head_on(4.0, Point::new(1.8, 0.0)).way_out();
        assert!((change.norm() - 0.05).abs() < 1e-12 && normal.x < -0.99 && normal.y < -0.05, "{change:?} {normal:?}");
        // Outside it, nothing is turned: u leads back to the border.
        let (change, normal) = head_on(4.0, Point::new(1.0, 0.0)).way_out();
        assert!(near(normal, Point::new(-1.0, 0.0)) && near(change, Point::new(0.75, 0.0)));
    }

    /// Overlapping by 0.1 m: apart within 0.1 s, that is at 1 m/s.
    #[test]
    fn overlapping_bodies_part_within_one_decision() {
        let (change, normal) = head_on(0.4, Point::new(0.0, 0.0)).way_out();
        assert!((change.norm() - 1.0).abs() < 1e-9 && normal.x < -0.99);
    }

    #[test]
    fn a_wall_is_approached_no_faster_than_the_gap_within_the_horizon() {
        // 0.7 m away, radius 0.2, horizon 0.5 s: 1 m/s.
        let plane = of_wall(Point::new(0.0, 0.7), 0.2, 0.5);
        assert!(plane.violation(Point::new(3.0, -1.01)) > 0.0 && plane.violation(Point::new(3.0, -0.99)) < 0.0);
    }
}
