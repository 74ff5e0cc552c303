//! Predictive avoidance: a force for each collision that is about to happen, at the place where it will.
//!
//! Karamouzas, Heil, van Beek, Overmars 2009, *A predictive collision avoidance model for pedestrian simulation*,
//! doi:10.1007/978-3-642-10347-6_4; Karamouzas, Geraerts, van der Stappen 2012 ("K") steer with it. The body of the
//! paper was not at hand. This model follows what is public about the implementation in Menge, whose numbers are said
//! to be those of the paper.
//!
//! ```text
//! F_g = (v_pref − v)/τ                                              to the goal
//! F_w = n_w (d_s + r − d_w)/(d_w − r)²        for d_w < d_s + r     off walls
//! v_des = v + (F_g + Σ F_w) Δt
//! t_c: first time at which |x_i − x_j + (v_des − v_j) t| = ρ_i + r_j; looked at when t_c < t_a and j is in the field of view
//! F_e = 0.8^k f(D) n      for each of the N soonest, k = 0, 1, …; n from where j will be then to where i will be
//! D = |v_des| t_c + max(0, |c_i − c_j| − r_i − r_j)
//! f(D) = F d_min/D  below d_min;  F  up to d_mid;  F (d_max − D)/(d_max − d_mid)  up to d_max;  0 beyond
//! v_des is changed by F_e Δt for the soonest collision; then the next collision is tested against the new v_des, and
//! so on; the last v_des is v(t + Δt)
//! ```
//!
//! | symbol | field             | unit | default | from                                               |
//! |--------|-------------------|------|---------|----------------------------------------------------|
//! | τ      | relaxation_time   | s    | 0.4     | Menge, from the paper                              |
//! | ρ      | personal_space    | m    | 0.8     | tuned between 1 (Menge, from the paper) and Hall's personal distance, close phase, 0.45 to 0.76 |
//! | t_a    | anticipation_time | s    | 3       | Menge, from the paper                              |
//! | N      | collisions        |      | 5       | Menge, from the paper                              |
//! |        | order_weight      |      | 0.8     | Menge's choice                                     |
//! | F      | strength          | m/s² | 3       | Menge, from the paper                              |
//! | d_min  | near              | m    | 0.5     | tuned, about Hall's intimate distance; 1 from the paper, says Menge |
//! | d_mid  | middle            | m    | 8       | Menge, from the paper                              |
//! | d_max  | far               | m    | 10      | Menge, from the paper                              |
//! |        | field_of_view     | °    | 200     | Menge, from the paper                              |
//! | d_s    | wall_distance     | m    | 0.1     | tuned; 2 in an e-mail of the author, says Menge    |
//! |        | most_acceleration | m/s² | 5       | proposal: what a body can do                       |
//! |        | held_up_speed     | m/s  | 0.5     | proposal: [jam rules](crate::jam)                  |
//!
//! What is changed, and why. A first form of this model added up the forces of all collisions, with ρ = d_min = 1 m. It
//! let 0.5 people per second through a door of 1.2 m, and two streams of 0.8 per second blocked each other in a
//! corridor of 4 m: a collision ahead made both brake and hardly turn.
//! - The pedestrian answers the collisions in turn, not all at once: the answer to the first may settle the next. The
//!   paper is said to name that as an alternative (unverified).
//! - Braking has the weight 1 − t_c/t_a, turning has its full weight from the beginning. So people turn aside early and
//!   brake late.
//! - No answer to a collision does more than end the approach.
//! - The personal space is ρ at the wanted speed and shrinks in proportion, to the body of a pedestrian that stands:
//!   ρ_i = r_i + (ρ − r_i) |v|/|v_pref|. Single files show that slower people take less room (Seyfried et al. 2005,
//!   doi:10.1088/1742-5468/2005/10/P10002: 0.36 m + 1.06 s · v). Companions need room for their bodies only.
//! - A neighbour that is in the personal space already repels by f(D) (1 − gap/(ρ_i − r_i)), if the pedestrian
//!   approaches it and sees it. So the force sets in softly, and people behind push less than people ahead hold back.
//! - d_s: with 2 m no pedestrian enters a door of 1.2 m. 0.3 m before it both corners are 0.67 m away and hold back
//!   with 2 · (2.2 − 0.67)/0.47² · 0.3/0.67 = 6.2 m/s²; F_g is at most 1.34/0.4 = 3.4 m/s². A corner of two walls
//!   counts once.
//! - There is no noise. An encounter that would only brake (n within 6° of straight back) is turned to the right by as
//!   much. For a neighbour that comes towards the pedestrian, or that stands, the sine of this turn is at least 0.3.
//! - A pedestrian that wants to stand stands, unless bodies overlap. Hard bodies form arches that hold for ever, and
//!   the paper has no rule for that, so held-up pedestrians follow the [jam rules](crate::jam).
//! - Nobody is faster than its preferred speed: what is public names no greater speed.
//! - `most_acceleration` bounds F_e, and here also the sum F_g + F_w.
//!
//! ρ, d_min and d_s are tuned on unidirectional corridors and a door of 1.2 m. With ρ = d_min = 1 m the speeds of dense
//! crowds are nearer to the speeds of real crowds, but fewer people pass the door. With the defaults 1.6 people per
//! second pass (real people 2.3). Known limits: the flow through doors is too low; neighbours are extrapolated in
//! straight lines.

mod evasion;

use populace_geom::{Point, Segment, maths};
use populace_settings::{SettingError, settings};

use crate::contact::{offsets_from_walls, parting};

use crate::nearest::no_faster;
use crate::scratch::roomy;
use crate::standard::{Kernel, Walker};
use crate::{ModelEntry, jam};
use evasion::{Evasion, LEAST_DISTANCE, Soonest};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "predictive",
    about: "evasive forces at the places of the collisions that are soonest",
    paper: "Karamouzas, Heil, van Beek & Overmars 2009, doi:10.1007/978-3-642-10347-6_4",
    parameters,
    schema,
    make: |written| Ok(Box::new(Predictive::new(Params::from_written(written)?)?)),
};

settings! {
    "Settings of the steering model predictive"
    /// τ: time to reach the preferred velocity
    relaxation_time: f64 = 0.4, "s", 0.1..=10.0, "Menge, from the paper";
    /// ρ: radius of the personal space at the wanted speed
    personal_space: f64 = 0.8, "m", 0.0..=10.0, "tuned; Hall's personal distance, close phase, 0.76; 1 from the paper, says Menge";
    /// t_a: collisions later than this do not matter
    anticipation_time: f64 = 3.0, "s", 0.1..=60.0, "Menge, from the paper";
    /// N: how many collisions are avoided, the soonest first
    collisions: u32 = 5, "", 1..=24, "Menge, from the paper";
    /// Weight of each further collision, as a share of the weight of the collision before
    order_weight: f64 = 0.8, "", 0.0..=1.0, "Menge";
    /// F: evasive force per mass
    strength: f64 = 3.0, "m/s²", 0.0..=100.0, "Menge, from the paper";
    /// d_min: collisions nearer than this are avoided harder
    near: f64 = 0.5, "m", 0.1..=100.0, "tuned, about Hall's intimate distance; 1 from the paper, says Menge";
    /// d_mid: collisions farther than this are avoided less, if d_mid > d_min
    middle: f64 = 8.0, "m", 0.1..=100.0, "Menge, from the paper";
    /// d_max: collisions farther than this are not avoided, if d_max > d_mid
    far: f64 = 10.0, "m", 0.1..=100.0, "Menge, from the paper";
    /// Angle within which others are seen
    field_of_view: f64 = 200.0, "°", 0.0..=360.0, "Menge, from the paper";
    /// d_s: distance kept to walls, from the body
    wall_distance: f64 = 0.1, "m", 0.0..=10.0, "tuned: people can enter doors; 2 in an e-mail of the author, says Menge";
    /// Largest acceleration
    most_acceleration: f64 = 5.0, "m/s²", 0.1..=100.0, "proposal: what a body can do";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.5, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
}

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct Predictive {
    params: Params,
    /// The cosine of half the field of view.
    seen: f64,
}

/// Memory that is used again from one pedestrian to the next.
pub(crate) struct Buffers {
    walls: Vec<Segment>,
    offsets: Vec<Point>,
    soonest: Soonest,
}

impl Kernel for Predictive {
    type Buffers = Buffers;

    fn buffers() -> Buffers {
        Buffers { walls: roomy(), offsets: roomy(), soonest: Soonest::default() }
    }

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    #[inline]
    fn velocity(&self, walker: &Walker<'_>, buffers: &mut Buffers) -> Point {
        let Walker { crowd, row, near, preferred, top_speed, .. } = *walker;
        let Buffers { walls, offsets, soonest } = buffers;
        let params = &self.params;
        let velocity = walker.velocity();
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

        let walking = (velocity.norm2() / preferred.norm2()).min(1.0).sqrt();
        let room = (params.personal_space - radius).max(0.0) * walking;
        let evasion = Evasion { params, seen: self.seen, desired, room, dt: crowd.dt };
        let evasive = evasion.evade(near, soonest) - desired;
        let evasive = no_faster(evasive, params.most_acceleration * crowd.dt);
        no_faster(desired + evasive + parting(near, crowd.dt), top_speed)
    }

    /// Returns 1: the public parts of the paper name no speed above the preferred speed.
    fn most_haste(&self) -> f64 {
        1.0
    }
}

impl Predictive {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        let seen = maths::cos(params.field_of_view.to_radians() * 0.5);
        Ok(Predictive { params, seen })
    }
    /// Returns F_w of a wall whose nearest point is at −`offset`, m/s².
    #[inline]
    fn wall_force(&self, offset: Point, radius: f64) -> Point {
        let distance = offset.norm();
        let gap = (distance - radius).max(LEAST_DISTANCE);
        let undercut = self.params.wall_distance + radius - distance;
        if undercut > 0.0 { offset * (undercut / (gap * gap * distance)) } else { Point::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// d_s = 0.1, r = 0.2, d_w = 0.25: (0.3 − 0.25) / 0.05² = 20 m/s².
    #[test]
    fn walls_repel_within_their_distance() {
        let model = Predictive::new(Params::default()).unwrap();
        assert!((model.wall_force(Point::new(0.0, 0.25), 0.2) - Point::new(0.0, 20.0)).norm() < 1e-9);
        assert_eq!(model.wall_force(Point::new(0.0, 0.31), 0.2), Point::ZERO);
    }
}
