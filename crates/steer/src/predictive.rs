//! Predictive avoidance: a force for each collision that is about to happen, at the place where it will.
//!
//! Karamouzas, Heil, van Beek, Overmars 2009, *A predictive collision avoidance model for pedestrian simulation*, doi:10.1007/978-3-642-10347-6_4;
//! what Karamouzas, Geraerts, van der Stappen 2012 ("K") steer with. The body of the paper was not at hand: this follows what is public about Menge's
//! implementation of it, whose numbers are said to be the paper's.
//!
//!     F_g = (v_pref − v)/τ                                              to the goal
//!     F_w = n_w (d_s + r − d_w)/(d_w − r)²        for d_w < d_s + r     off walls
//!     v_des = v + (F_g + Σ F_w) Δt
//!     t_c: first time at which |x_i − x_j + (v_des − v_j) t| = ρ_i + r_j; looked at when t_c < t_a and j is in the field of view
//!     F_e = Σ 0.8^k f(D) n      over the N soonest; n from where j will be then to where i will be
//!     D = |v_des| t_c + max(0, |c_i − c_j| − r_i − r_j)
//!     f(D) = F d_min/D  below d_min;  F  up to d_mid;  F (d_max − D)/(d_max − d_mid)  up to d_max;  0 beyond
//!     v(t + Δt) = v_des + F_e Δt
//!
//! | symbol | field             | unit | default | from                                               |
//! |--------|-------------------|------|---------|----------------------------------------------------|
//! | τ      | relaxation_time   | s    | 0.4     | Menge, from the paper                              |
//! | ρ      | personal_space    | m    | 1       | Menge, from the paper; at the speed wanted, see below |
//! | t_a    | anticipation_time | s    | 3       | Menge, from the paper                              |
//! | N      | collisions        |      | 5       | Menge, from the paper                              |
//! |        | order_weight      |      | 0.8     | Menge's choice                                     |
//! | F      | strength          | m/s² | 3       | Menge, from the paper                              |
//! | d_min  | near              | m    | 1       | Menge, from the paper                              |
//! | d_mid  | middle            | m    | 8       | Menge, from the paper                              |
//! | d_max  | far               | m    | 10      | Menge, from the paper                              |
//! |        | field_of_view     | °    | 200     | Menge, from the paper                              |
//! | d_s    | wall_distance     | m    | 0.3     | here; 2 in an e-mail of the author, says Menge     |
//! |        | most_acceleration | m/s² | 5       | proposal: what a body can do                       |
//!
//! What is changed, and why:
//! - The personal space is ρ at the speed wanted and shrinks to the body for one who stands, in proportion: ρ_i = r_i + (ρ − r_i) |v_des|/|v_pref|.
//!   With a fixed one everybody is inside everybody's at 1 /m² and the force at contact jams any door; that people take less room the slower they are is what
//!   single files show (Seyfried et al. 2005, doi:10.1088/1742-5468/2005/10/P10002: 0.36 m + 1.06 s · v). Companions need room for their bodies only.
//! - Who is inside already is repelled by the share of the personal space that is undercut, f(D) (1 − gap/(ρ_i − r_i)), in the field of view only: without the share the force
//!   would set in at 3.75 m/s², without the field of view those behind would push as much as those ahead hold back.
//!   Together they balance F_g where v_pref − v = τ f(D) (1 − gap/(ρ_i − r_i)): with the defaults a gap of about half a second.
//! - d_s: with 2 m nobody enters a door of 1.2 m. 0.3 m before it both corners are 0.67 m away and hold back with 2 · (2.2 − 0.67)/0.47² · 0.3/0.67 = 6.2 m/s²; F_g is at
//!   most 1.34/0.4 = 3.4 m/s². A corner of two walls counts once.
//! - No noise. An encounter that would only brake (n within 6° of straight back) is turned to the right by as much.
//! - Who wants to stand stands, unless bodies overlap. Forces are bounded together, not the evasive one alone.
//!
//! Known limits: all or nothing at t_a makes followers brake in pulses; straight extrapolation.

use populace_geom::{Point, Segment};
use serde_json::Value;

use crate::contact::{offsets_from_walls, parting, standing, time_to_touch};
use crate::nearest::{MOST_NEIGHBOURS, Nearest, Other, finite_or_zero, no_faster};
use crate::settings::{read, settings};
use crate::{Crowd, Model, ModelEntry, SettingError};

/// Distances below this count as this, m.
const LEAST_DISTANCE: f64 = 0.01;
/// Sine of the angle below which an encounter is symmetric, and by which it is turned to the right.
const TIE: f64 = 0.1;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "predictive",
    about: "evasive forces at the places of the collisions that are soonest",
    paper: "Karamouzas, Heil, van Beek & Overmars 2009, doi:10.1007/978-3-642-10347-6_4",
    parameters,
    schema: || schemars::schema_for!(Params).to_value(),
    make: |settings| Ok(Box::new(Predictive::from_settings(settings)?)),
};

settings! {
    "Settings of the steering model predictive"
    /// τ: time to reach the preferred velocity
    relaxation_time: f64 = 0.4, "s", 0.1..=10.0, "Menge, from the paper";
    /// ρ: radius of the personal space at the speed wanted
    personal_space: f64 = 1.0, "m", 0.0..=10.0, "Menge, from the paper";
    /// t_a: later collisions are not looked at
    anticipation_time: f64 = 3.0, "s", 0.1..=60.0, "Menge, from the paper";
    /// N: the so many soonest collisions are avoided
    collisions: u32 = 5, "", 1..=24, "Menge, from the paper";
    /// Each further collision weighs this share of the one before
    order_weight: f64 = 0.8, "", 0.0..=1.0, "Menge";
    /// F: evasive force per mass
    strength: f64 = 3.0, "m/s²", 0.0..=100.0, "Menge, from the paper";
    /// d_min: nearer collisions are avoided harder
    near: f64 = 1.0, "m", 0.1..=100.0, "Menge, from the paper";
    /// d_mid: further collisions are avoided less, if d_mid > d_min
    middle: f64 = 8.0, "m", 0.1..=100.0, "Menge, from the paper";
    /// d_max: further collisions are not avoided, if d_max > d_mid
    far: f64 = 10.0, "m", 0.1..=100.0, "Menge, from the paper";
    /// Angle within which others are seen
    field_of_view: f64 = 200.0, "°", 0.0..=360.0, "Menge, from the paper";
    /// d_s: distance kept to walls, from the body
    wall_distance: f64 = 0.3, "m", 0.0..=10.0, "people can enter doors of 0.8 m; 2 in an e-mail of the author, says Menge";
    /// Largest change of velocity in a time
    most_acceleration: f64 = 5.0, "m/s²", 0.1..=100.0, "proposal: what a body can do";
}

/// The model, set up.
#[derive(Clone, Debug)]
pub struct Predictive {
    params: Params,
    /// Cosine of half the field of view.
    seen: f64,
}

/// What is kept from one pedestrian to the next, to save its making.
struct Scratch {
    around: Nearest<Other>,
    walls: Vec<Segment>,
    offsets: Vec<Point>,
    soonest: Soonest,
}

/// A collision that is about to happen.
#[derive(Clone, Copy)]
struct Threat {
    time: f64,
    /// From the other to us then, m.
    offset: Point,
    /// Between the bodies then, m.
    gap: f64,
    /// Weight of the force; less than 1 for one who is at the rim of the personal space.
    depth: f64,
}

/// Threats, soonest first.
struct Soonest {
    threats: [Threat; MOST_NEIGHBOURS],
    count: usize,
}

impl Soonest {
    fn new() -> Self {
        let none = Threat { time: f64::INFINITY, offset: Point::ZERO, gap: 0.0, depth: 0.0 };
        Soonest { threats: [none; MOST_NEIGHBOURS], count: 0 }
    }
    /// Keeps the `most` soonest; of equals the one that came first.
    #[inline]
    fn insert(&mut self, threat: Threat, most: usize) {
        let mut at = self.count;
        while at > 0 && threat.time < self.threats[at - 1].time {
            at -= 1;
        }
        if at < most {
            self.count = (self.count + 1).min(most);
            self.threats.copy_within(at..self.count - 1, at + 1);
            self.threats[at] = threat;
        }
    }
}

impl Model for Predictive {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point]) {
        let mut scratch = Scratch { around: Nearest::new(), walls: vec![], offsets: vec![], soonest: Soonest::new() };
        for (out, &row) in velocity.iter_mut().zip(rows) {
            *out = self.integrate(crowd, row as usize, &mut scratch);
        }
    }
}

impl Predictive {
    /// With these parameters, if they are within their limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        let seen = libm::cos(params.field_of_view.to_radians() * 0.5);
        Ok(Predictive { params, seen })
    }
    /// From settings as written.
    pub fn from_settings(settings: &Value) -> Result<Self, SettingError> {
        Self::new(read(settings)?)
    }
    #[inline]
    fn integrate(&self, crowd: &Crowd<'_>, row: usize, scratch: &mut Scratch) -> Point {
        let Scratch { around, walls, offsets, soonest } = scratch;
        let params = &self.params;
        around.look(crowd, row, 0.0);
        let (preferred, top_speed) = (finite_or_zero(crowd.preferred[row]), crowd.top_speed[row]);
        if preferred == Point::ZERO {
            return standing(around.near(), crowd.dt, top_speed);
        }
        let velocity = no_faster(finite_or_zero(crowd.velocity[row]), top_speed);
        let radius = crowd.radius[row];
        walls.clear();
        crowd.walls.within(row, params.wall_distance + radius, walls);
        offsets_from_walls(walls, crowd.position[row], offsets);
        let mut steering = (preferred - velocity) * (1.0 / params.relaxation_time.max(crowd.dt));
        for &offset in offsets.iter() {
            steering += self.wall_force(offset, radius);
        }
        let steering = no_faster(steering, params.most_acceleration);
        let desired = no_faster(velocity + steering * crowd.dt, top_speed);

        let walking = (desired.norm2() / preferred.norm2()).min(1.0).sqrt();
        let room = (params.personal_space - radius).max(0.0) * walking;
        self.predict(around.near(), desired, room, soonest);
        let evasive = no_faster(self.evasive_force(soonest, desired), params.most_acceleration);
        finite_or_zero(no_faster(desired + evasive * crowd.dt + parting(around.near(), crowd.dt), top_speed))
    }
    /// F_w of a wall whose nearest point is at −`offset`.
    #[inline]
    fn wall_force(&self, offset: Point, radius: f64) -> Point {
        let distance = offset.norm();
        let gap = (distance - radius).max(LEAST_DISTANCE);
        let undercut = self.params.wall_distance + radius - distance;
        if undercut > 0.0 { offset * (undercut / (gap * gap * distance)) } else { Point::ZERO }
    }
    /// The collisions that are soonest; `room` is ρ_i − r_i.
    #[inline]
    fn predict(&self, near: &[Other], desired: Point, room: f64, soonest: &mut Soonest) {
        soonest.count = 0;
        let speed = desired.norm();
        for other in near {
            let room = if other.companion { 0.0 } else { room };
            let closing = desired - other.velocity;
            let Some(time) = time_to_touch(other.offset, closing, other.bodies + room) else { continue };
            let is_late = time >= self.params.anticipation_time;
            if is_late || -other.offset.dot(desired) < self.seen * speed * other.distance2.sqrt() {
                continue;
            }
            let offset = other.offset + closing * time;
            let gap = (offset.norm() - other.bodies).max(0.0);
            let depth = if time > 0.0 || room <= 0.0 { 1.0 } else { 1.0 - gap / room };
            soonest.insert(Threat { time, offset, gap, depth }, self.params.collisions as usize);
        }
    }
    /// F_e.
    #[inline]
    fn evasive_force(&self, soonest: &Soonest, desired: Point) -> Point {
        let speed = desired.norm();
        let right = if speed > 0.0 { -desired.left() * (1.0 / speed) } else { Point::ZERO };
        let (mut force, mut weight) = (Point::ZERO, 1.0);
        for threat in &soonest.threats[..soonest.count] {
            let Some(mut way) = threat.offset.unit() else { continue };
            if way.dot(desired) < 0.0 && way.dot(right).abs() < TIE {
                let back = -right.left();
                way = right * TIE + back * (1.0f64 - TIE * TIE).sqrt();
            }
            let distance = (speed * threat.time + threat.gap).max(LEAST_DISTANCE);
            force += way * (self.magnitude(distance) * threat.depth * weight);
            // Those who are inside already do not wait for their turn.
            if threat.time > 0.0 {
                weight *= self.params.order_weight;
            }
        }
        force
    }
    /// f(D).
    #[inline]
    fn magnitude(&self, distance: f64) -> f64 {
        let Params { strength, near, middle, far, .. } = self.params;
        if distance < near {
            strength * near / distance
        } else if distance < middle {
            strength
        } else if distance < far {
            strength * (far - distance) / (far - middle)
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Predictive {
        Predictive::new(Params::default()).unwrap()
    }
    fn one(place: Point, velocity: Point) -> Other {
        Other { offset: -place, distance2: place.norm2(), velocity, bodies: 0.4, row: 0, companion: false }
    }

    /// d_min = 1, d_mid = 8, d_max = 10, F = 3.
    #[test]
    fn the_magnitude_has_four_parts() {
        for (distance, expected) in [(0.5, 6.0), (1.0, 3.0), (7.9, 3.0), (9.0, 1.5), (10.0, 0.0), (20.0, 0.0)] {
            assert!((model().magnitude(distance) - expected).abs() < 1e-12, "{distance}");
        }
    }

    /// Head on, 5 m apart, 1.3 m/s each, ρ + r = 1.2: t_c = 3.8 / 2.6 = 1.4615 s, D = 1.9 + 0.8 m, so F = 3 at 0.1 to the right.
    #[test]
    fn a_head_on_collision_is_predicted_and_turned_to_the_right() {
        let (model, mut soonest) = (model(), Soonest::new());
        let desired = Point::new(1.3, 0.0);
        model.predict(&[one(Point::new(5.0, 0.0), -desired)], desired, 0.8, &mut soonest);
        assert!(soonest.count == 1 && (soonest.threats[0].time - 3.8 / 2.6).abs() < 1e-12);
        assert!((soonest.threats[0].gap - 0.8).abs() < 1e-12);
        let force = model.evasive_force(&soonest, desired);
        assert!((force - Point::new(-3.0 * 0.99f64.sqrt(), -0.3)).norm() < 1e-9, "{force:?}");
    }

    /// The same at 9 m is 3 s away exactly: not looked at. Behind our back nobody is.
    #[test]
    fn late_collisions_and_those_behind_are_not_looked_at() {
        let (model, mut soonest) = (model(), Soonest::new());
        let desired = Point::new(1.3, 0.0);
        for (place, velocity) in [(Point::new(9.01, 0.0), -desired), (Point::new(-2.0, 0.0), desired * 2.0)] {
            model.predict(&[one(place, velocity)], desired, 0.8, &mut soonest);
            assert_eq!(soonest.count, 0);
        }
    }

    /// The second collision weighs 0.8, the third 0.64; the sixth is left out.
    #[test]
    fn further_collisions_weigh_less() {
        let (model, mut soonest) = (model(), Soonest::new());
        for i in [3, 1, 5, 0, 2, 4] {
            let offset = Point::new(0.0, 2.0);
            soonest.insert(Threat { time: 1.0 + f64::from(i), offset, gap: 0.0, depth: 1.0 }, 5);
        }
        assert!(soonest.threats[..5].iter().zip(0..5).all(|(t, i)| t.time == 1.0 + f64::from(i)));
        let force = model.evasive_force(&soonest, Point::new(1.0, 0.0));
        // Σ 0.8^k for k = 0 … 4 is 3.3616; all are 1 to 5 m away.
        assert!((force.y - 3.0 * 3.3616).abs() < 1e-9 && soonest.count == 5);
    }

    /// One 0.8 m ahead at our speed: gap 0.4 of a room of 0.8, so 3 · 1/0.4 · (1 − 0.5) = 3.75 m/s².
    #[test]
    fn the_personal_space_repels_by_what_is_undercut() {
        let (model, mut soonest) = (model(), Soonest::new());
        let desired = Point::new(1.3, 0.0);
        model.predict(&[one(Point::new(0.8, 0.0), desired)], desired, 0.8, &mut soonest);
        assert!((model.evasive_force(&soonest, desired).norm() - 3.75).abs() < 1e-9);
    }

    /// d_s = 0.3, r = 0.2, d_w = 0.4: (0.5 − 0.4) / 0.2² = 2.5 m/s².
    #[test]
    fn walls_repel_within_their_distance() {
        assert!((model().wall_force(Point::new(0.0, 0.4), 0.2) - Point::new(0.0, 2.5)).norm() < 1e-9);
        assert_eq!(model().wall_force(Point::new(0.0, 0.5), 0.2), Point::ZERO);
    }
}
