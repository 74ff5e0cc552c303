//! Power law: people avoid each other by the time that is left until they would collide, not by distance.
//!
//! Karamouzas, Skinner, Guy 2014, *Universal power law governing pedestrian interactions*,
//! doi:10.1103/PhysRevLett.113.238701.
//!
//! ```text
//! E(τ) = k τ⁻² exp(−τ/τ₀)                         energy of an encounter that collides in τ
//! F    = −∇_x E = k τ⁻² exp(−τ/τ₀) (2/τ + 1/τ₀) (x_⊥/√D − v/|v|²)
//! v(t + Δt) = v + ((v_pref − v)/ξ + Σ F) Δt
//! ```
//!
//! x leads from the neighbour to the pedestrian, v is the velocity of the pedestrian less that of the neighbour, x_⊥
//! the part of x across v, R the sum of the radii, D = (x·v)² − |v|² (|x|² − R²) and τ = (−x·v − √D)/|v|². The gradient
//! ∇_x τ = −(v − (|v|² x − (x·v) v)/√D)/|v|² is exact; in the bracket it is written with x_⊥ = x − v (x·v)/|v|².
//!
//! | symbol | field             | unit  | default | from                                                     |
//! |--------|-------------------|-------|---------|----------------------------------------------------------|
//! | k      | strength          | m²    | 1.5     | paper's value as crowddynamics documents it              |
//! | τ₀     | time_horizon      | s     | 3       | paper: about 3 s; unverified                             |
//! | ξ      | relaxation_time   | s     | 0.54    | paper's simulations; unverified                          |
//! |        | least_time        | s     | 0.1     | proposal: one decision; see below                        |
//! |        | wall_weight       |       | 1       | proposal: walls as people who stand                      |
//! |        | most_acceleration | m/s²  | 5       | proposal: what a body can do                             |
//! |        | held_up_speed     | m/s   | 0.5     | proposal: [jam rules](crate::jam)                        |
//!
//! Differs from the paper:
//! - The paper integrates with much shorter steps. F has poles at contact (τ → 0) and where bodies graze (D → 0). So a
//!   time below `least_time` counts as `least_time`, and √D is at least a fifth of its value head on. No encounter
//!   changes the velocity by more than the relative velocity until the next decision: that is all that an encounter can
//!   ask for.
//! - Overlapping bodies part, and walk on as they part.
//! - Of the walls, the wall that is hit first counts. If its side is hit, τ = (d − r)/(−v·n) and F is along n. If its
//!   end is hit, the end counts as a thin pedestrian that stands there.
//! - Symmetric encounters (the bodies would miss by less than a tenth of R) go to the right.
//! - A pedestrian that wants to stand stands, unless bodies overlap.
//! - The paper bounds no speed. Here nobody is faster than its preferred speed (proposal): else the people who come up
//!   from behind drive the people ahead on, and corridors are too fast (0.17 m/s off the measured speeds, not 0.13).
//! - Hard bodies form arches that hold for ever, so held-up pedestrians follow the [jam rules](crate::jam).
//!
//! Known limits of the model itself: people who walk alike never collide, and so keep no distance. Only encounters and
//! the jam rules relate speed to density. The jam rules act below 0.5 m/s. So at high densities the result of `populace
//! check --full --model power-law` comes from these rules as much as from the model (0.42 m/s at 3 /m², real people
//! 0.3). 2.0 people per second pass a door of 1.2 m (real people 2.3).

use populace_geom::{Point, Segment, maths};
use populace_settings::{SettingError, settings};

use crate::contact::{parting, time_to_touch};

use crate::nearest::no_faster;
use crate::scratch::roomy;
use crate::standard::{Kernel, Walker};
use crate::{ModelEntry, jam};

/// An encounter is symmetric when the bodies would miss by less than this share of R.
const TIE: f64 = 0.1;
/// √D is at least this share of its value head on: grazing encounters have a pole.
const GRAZE: f64 = 0.2;
/// Encounters later than this many τ₀ have no force to speak of: exp(−5) < 1 %.
const LATE: f64 = 5.0;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "power-law",
    about: "forces that grow with the inverse cube of the time to collision",
    paper: "Karamouzas, Skinner & Guy 2014, doi:10.1103/PhysRevLett.113.238701",
    parameters,
    schema,
    make: |written| Ok(Box::new(PowerLaw::new(Params::from_written(written)?)?)),
};

settings! {
    "Settings of the steering model power-law"
    /// k: strength of encounters
    strength: f64 = 1.5, "m²", 0.0..=100.0, "Karamouzas et al. 2014, as crowddynamics documents it";
    /// τ₀: collisions much later than this do not matter
    time_horizon: f64 = 3.0, "s", 0.1..=60.0, "Karamouzas et al. 2014: about 3 s";
    /// ξ: time to reach the preferred velocity
    relaxation_time: f64 = 0.54, "s", 0.1..=10.0, "simulations of the paper; unverified";
    /// A collision that is sooner than this counts as if it came after this time
    least_time: f64 = 0.1, "s", 0.01..=1.0, "proposal: one decision";
    /// Strength of walls, as a share of the strength of people
    wall_weight: f64 = 1.0, "", 0.0..=10.0, "proposal";
    /// Largest acceleration
    most_acceleration: f64 = 5.0, "m/s²", 0.1..=100.0, "proposal: what a body can do";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.5, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
}

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct PowerLaw {
    params: Params,
}

impl Kernel for PowerLaw {
    /// The walls within reach.
    type Buffers = Vec<Segment>;

    fn buffers() -> Vec<Segment> {
        roomy()
    }

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    #[inline]
    fn velocity(&self, walker: &Walker<'_>, walls: &mut Vec<Segment>) -> Point {
        let Walker { crowd, row, near, preferred, top_speed, .. } = *walker;
        let params = &self.params;
        let velocity = walker.velocity();
        let mut change = (preferred - velocity) * (crowd.dt / params.relaxation_time).min(1.0);
        for other in near {
            change += self.of_encounter(other.offset, velocity - other.velocity, other.bodies, crowd.dt);
        }
        let (here, radius) = (crowd.position[row], crowd.radius[row]);
        walls.clear();
        crowd.walls.within(row, radius + top_speed * params.time_horizon, walls);
        change += self.of_walls(walls, here, radius, velocity, crowd.dt) * params.wall_weight;
        let change = no_faster(change, params.most_acceleration * crowd.dt);
        no_faster(velocity + change + parting(near, crowd.dt), top_speed)
    }

    /// Returns 1 (a proposal). The paper bounds no speed, so people who come up from behind would drive others on.
    fn most_haste(&self) -> f64 {
        1.0
    }
}

impl PowerLaw {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(PowerLaw { params })
    }
    /// Returns k τ⁻² exp(−τ/τ₀) (2/τ + 1/τ₀), which is −dE/dτ.
    #[inline]
    fn slope(&self, time: f64) -> f64 {
        let Params { strength, time_horizon, least_time, .. } = self.params;
        let time = time.max(least_time);
        strength * maths::exp(-time / time_horizon) * (2.0 / time + 1.0 / time_horizon) / (time * time)
    }
    /// Returns the change of velocity in `dt` for a neighbour at −`offset`, m/s.
    #[inline]
    fn of_encounter(&self, offset: Point, closing: Point, reach: f64, dt: f64) -> Point {
        let Some(time) = time_to_touch(offset, closing, reach).filter(|&t| t < LATE * self.params.time_horizon) else {
            return Point::ZERO;
        };
        let speed2 = closing.norm2();
        if offset.dot(closing) >= 0.0 || speed2 <= 0.0 {
            return Point::ZERO;
        }
        let speed = speed2.sqrt();
        // How far the pedestrian passes on the right of the neighbour. Hardly at all counts as a little.
        let right = -closing.left() * (1.0 / speed);
        let miss = offset.dot(right);
        let miss = if miss.abs() < TIE * reach { TIE * reach } else { miss };
        // √D / |v|.
        let chord = (reach * reach - miss * miss).max(0.0).sqrt().max(GRAZE * reach);
        let way = if chord > 0.0 { right * (miss / chord) - closing * (1.0 / speed) } else { -closing * (1.0 / speed) };
        no_faster(way * (self.slope(time) / speed * dt), speed)
    }
    /// Returns the change of velocity in `dt` for the wall that is hit first, m/s.
    #[inline]
    fn of_walls(&self, walls: &[Segment], here: Point, radius: f64, velocity: Point, dt: f64) -> Point {
        let mut soonest = LATE * self.params.time_horizon;
        let mut change = Point::ZERO;
        for (time, hit) in walls.iter().filter_map(|wall| meeting(wall, here, radius, velocity)) {
            if time < soonest {
                soonest = time;
                change = match hit {
                    Hit::Face(normal) => {
                        let approach = -velocity.dot(normal);
                        normal * (self.slope(time) / approach * dt).min(approach)
                    }
                    Hit::End(offset) => self.of_encounter(offset, velocity, radius, dt),
                };
            }
        }
        change
    }
}

/// The part of a wall that is hit.
enum Hit {
    /// Its side, with the normal that leads to the pedestrian.
    Face(Point),
    /// An end, with the way from there to the pedestrian, m.
    End(Point),
}

/// Returns when a body hits a wall, s, and where.
#[inline]
fn meeting(wall: &Segment, here: Point, radius: f64, velocity: Point) -> Option<(f64, Hit)> {
    let normal = (wall.b - wall.a).left().unit()?;
    let height = (here - wall.a).dot(normal);
    let (normal, height) = if height < 0.0 { (-normal, -height) } else { (normal, height) };
    let approach = -velocity.dot(normal);
    let time = if approach > 0.0 { ((height - radius) / approach).max(0.0) } else { 0.0 };
    let along = wall.project(here + velocity * time);
    if (0.0..=1.0).contains(&along) {
        return (approach > 0.0).then_some((time, Hit::Face(normal)));
    }
    let offset = here - if along < 0.0 { wall.a } else { wall.b };
    time_to_touch(offset, velocity, radius).map(|time| (time, Hit::End(offset)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> PowerLaw {
        PowerLaw::new(Params::default()).unwrap()
    }
    /// Returns E as a function of the place, with the time to collision solved anew.
    fn energy(offset: Point, closing: Point, reach: f64) -> f64 {
        let t = time_to_touch(offset, closing, reach).unwrap();
        1.5 * maths::exp(-t / 3.0) / (t * t)
    }

    /// By hand, τ = 1 s: 1.5 e^(−1/3) (2 + 1/3) = 2.5079 m²/s³, and head on at 2 m/s half of that as acceleration.
    #[test]
    fn the_force_is_that_of_the_formula() {
        assert!((model().slope(1.0) - 2.5079).abs() < 1e-4);
        let change = model().of_encounter(Point::new(-2.5, 0.2), Point::new(2.0, 0.0), 0.5, 1e-3);
        let time = time_to_touch(Point::new(-2.5, 0.2), Point::new(2.0, 0.0), 0.5).unwrap();
        assert!((change.x + model().slope(time) / 2.0 * 1e-3).abs() < 1e-9, "{change:?}");
    }

    /// −∇E by central differences.
    #[test]
    fn the_force_is_the_gradient_of_the_energy() {
        let h = 1e-6;
        for (x, y) in [(-3.0, 0.2), (-2.0, -0.3), (-1.0, 0.1), (-4.0, 0.1)] {
            let (offset, closing, reach) = (Point::new(x, y), Point::new(1.5, 0.1), 0.5);
            let slope =
                |d: Point| (energy(offset + d, closing, reach) - energy(offset - d, closing, reach)) / (2.0 * h);
            let expected = Point::new(-slope(Point::new(h, 0.0)), -slope(Point::new(0.0, h)));
            let found = model().of_encounter(offset, closing, reach, 1e-4) * 1e4;
            assert!((found - expected).norm() < 1e-3 * expected.norm(), "{x} {y}: {found:?} {expected:?}");
        }
    }

    #[test]
    fn at_contact_the_relative_velocity_is_all_that_is_taken() {
        let change = model().of_encounter(Point::new(-0.5, 0.0), Point::new(1e-3, 0.0), 0.5, 0.1);
        assert!(change.norm() <= 1e-3 + 1e-12 && change.x < 0.0, "{change:?}");
        assert_eq!(model().of_encounter(Point::new(-0.5, 0.0), Point::new(-1.0, 0.0), 0.5, 0.1), Point::ZERO);
    }

    /// A wall 1.25 m ahead, radius 0.25, at 1 m/s: τ = 1 s, so 2.5079 m/s².
    #[test]
    fn a_wall_ahead_brakes_and_its_end_turns_aside() {
        let wall = Segment::new(Point::new(1.25, 3.0), Point::new(1.25, -3.0));
        let change = |wall, velocity| model().of_walls(&[wall], Point::ZERO, 0.25, velocity, 1e-3);
        let ahead = change(wall, Point::new(1.0, 0.0));
        assert!((ahead - Point::new(-2.5079e-3, 0.0)).norm() < 1e-7, "{ahead:?}");
        assert_eq!(change(wall, Point::new(-1.0, 0.0)), Point::ZERO);
        // It ends 0.1 m to the left of our way: to the right.
        let end = Segment::new(Point::new(1.25, 3.0), Point::new(1.25, 0.1));
        assert!(change(end, Point::new(1.0, 0.0)).y < 0.0);
        // End on, exactly: to the right, too.
        let post = Segment::new(Point::new(1.25, 0.0), Point::new(3.0, 0.0));
        assert!(change(post, Point::new(1.0, 0.0)).y < 0.0);
    }
}
