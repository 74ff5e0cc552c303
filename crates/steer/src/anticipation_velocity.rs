//! Anticipation velocity model: people turn aside for where neighbours will be, and walk as fast as the space ahead
//! allows.
//!
//! Xu, Chraibi & Seyfried 2021, *Anticipation in a velocity-based model for pedestrian dynamics*, Transportation
//! Research Part C 133, doi:10.1016/j.trc.2021.103464; defaults and walls as in JuPedSim.
//!
//! ```text
//! v = V(s) · e                 de/dt = (e_d − e) / t_r            e_d ∝ e0 + Σ_j R_ij n_ij
//! R_ij = k (1 + ½ (1 − e0·e_j)) exp(−max(0, s_ij − l + (v_j − v_i)·e_ij t_a) / D)
//! V(s) = min(v0, max(0, (s − l) / T))
//! ```
//!
//! The sum is over neighbours ahead (along e0 or along e). e_ij is the unit vector to the neighbour, e_j its direction
//! of motion. n_ij is orthogonal to e0, away from the side on which the neighbour will be after t_a; to the right when
//! it will be straight ahead.
//!
//! | symbol | field             | unit | default | from                                                      |
//! |--------|-------------------|------|---------|-----------------------------------------------------------|
//! | T      | time_gap          | s    | 1.06    | JuPedSim                                                  |
//! |        | corridor          |      | 0.8     | paper 1; less, so that bodies in contact can turn away    |
//! | t_a    | anticipation_time | s    | 1       | JuPedSim                                                  |
//! | t_r    | reaction_time     | s    | 0.3     | JuPedSim                                                  |
//! | k      | strength          |      | 3       | tuned: with JuPedSim's 8 counter-flow at 1 per m² locks   |
//! | D      | range             | m    | 0.1     | JuPedSim                                                  |
//! |        | wall_buffer       | m    | 0.1     | JuPedSim                                                  |
//! |        | oncoming_horizon  | s    | 6       | proposal; see `encounter`                                 |
//! |        | held_up_speed     | m/s  | 0.1     | proposal: [jam rules](crate::jam)                         |
//!
//! Differs from the paper:
//! - A neighbour that comes is evaded to the right (`encounter`), not to a side that is drawn.
//! - A pedestrian that stands turns at once.
//! - The corridor is 0.8 of l to either side: with all of l, a pedestrian that is touched anywhere ahead stands for
//!   ever.
//! - Held-up pedestrians follow the [jam rules](crate::jam).
//!
//! Known limits: influences are sideways only, so no pedestrian backs off. The flow through bottlenecks is about half
//! of what people reach (1.1 per second at 1.2 m, where 2.3 were counted).

use populace_geom::{Point, maths};
use populace_settings::{SettingError, settings};

use crate::contact::parting;
use crate::encounter::{evade, side};

use crate::nearest::{Other, no_faster};
use crate::spacing::{Spacing, relax};
use crate::standard::{Kernel, Walker};
use crate::{Crowd, ModelEntry, jam};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "anticipation-velocity",
    about: "turns aside for where neighbours will be; speed follows the free space ahead",
    paper: "Xu, Chraibi & Seyfried 2021, doi:10.1016/j.trc.2021.103464",
    parameters,
    schema,
    make: |written| Ok(Box::new(AnticipationVelocity::new(Params::from_written(written)?)?)),
};

settings! {
    "Settings of the steering model anticipation-velocity"
    /// T: time kept to the neighbour ahead
    time_gap: f64 = 1.06, "s", 0.05..=10.0, "JuPedSim";
    /// Half the width of the corridor ahead, as a share of the distance at which both bodies touch
    corridor: f64 = 0.8, "", 0.0..=2.0, "paper 1; bodies in contact can turn away below 1";
    /// t_a: how far ahead neighbours are anticipated
    anticipation_time: f64 = 1.0, "s", 0.0..=10.0, "JuPedSim";
    /// t_r: time in which the direction of motion follows the desired direction
    reaction_time: f64 = 0.3, "s", 0.01..=10.0, "JuPedSim";
    /// k: strength of the influence of neighbours
    strength: f64 = 3.0, "", 0.0..=100.0, "JuPedSim 8, with which counter-flow locks";
    /// D: range of the influence of neighbours
    range: f64 = 0.1, "m", 0.001..=5.0, "JuPedSim";
    /// Distance to walls within which people turn to walk along them
    wall_buffer: f64 = 0.1, "m", 0.001..=2.0, "JuPedSim";
    /// A neighbour that comes head-on within this time is evaded
    oncoming_horizon: f64 = 6.0, "s", 0.01..=60.0, "proposal; the paper draws a side at random";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.1, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
}

/// An influence of less than e to this power is left out.
const LEAST_EXPONENT: f64 = -21.0;

/// A neighbour comes towards the pedestrian when 1 − e0·e_j is above this: the cosine of both directions is below −0.5.
const AGAINST: f64 = 1.5;

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct AnticipationVelocity {
    params: Params,
}

impl Kernel for AnticipationVelocity {
    type Buffers = ();

    fn buffers() {}

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    fn velocity(&self, walker: &Walker<'_>, (): &mut ()) -> Point {
        let Walker { crowd, row, near, way, top_speed, .. } = *walker;
        let free_speed = walker.free_speed();
        let current = walker.velocity();
        let aside = evade(crowd, near, way, free_speed, self.params.oncoming_horizon);
        let desired = (aside + self.influence(near, way, current)).unit().unwrap_or(aside);
        let turned = relax(current, self.along_walls(crowd, row, desired), crowd.dt / self.params.reaction_time);
        let direction = self.along_walls(crowd, row, turned);
        let Params { time_gap, corridor, .. } = self.params;
        let speed = Spacing { time_gap, corridor }.speed(crowd, near, direction, way, free_speed);
        no_faster(direction * speed + parting(near, crowd.dt), top_speed)
    }

    /// Returns 1: V(s) is at most v0 (Xu et al. 2021).
    fn most_haste(&self) -> f64 {
        1.0
    }
}

impl AnticipationVelocity {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(AnticipationVelocity { params })
    }
    /// Returns Σ_j R_ij n_ij.
    #[inline]
    fn influence(&self, near: &[Other], way: Point, current: Point) -> Point {
        let Params { anticipation_time, strength, range, .. } = self.params;
        let left = way.left();
        let mut sum = 0.0;
        for other in near {
            let is_ahead = other.offset.dot(way) < 0.0 || other.offset.dot(current) < 0.0;
            if !is_ahead {
                continue;
            }
            let distance = other.distance2.sqrt();
            let relative = other.velocity - current;
            // `offset` leads to the pedestrian, e_ij away from it.
            let anticipated = distance - other.bodies - relative.dot(other.offset) / distance * anticipation_time;
            let exponent = -anticipated.max(0.0) / range;
            if exponent < LEAST_EXPONENT {
                continue;
            }
            let against = 1.0 - other.velocity.unit().map_or(0.0, |theirs| way.dot(theirs));
            let later = relative * anticipation_time - other.offset;
            let lateral = later.dot(left);
            let side = if against > AGAINST {
                side(lateral, other.bodies)
            } else if lateral < 0.0 {
                1.0
            } else {
                -1.0
            };
            sum += side * strength * (1.0 + 0.5 * against) * maths::exp(exponent);
        }
        left * sum
    }

    /// Returns a direction without the part that leads into walls within the buffer. The nearer a wall, the more of
    /// that part is taken away.
    #[inline]
    fn along_walls(&self, crowd: &Crowd<'_>, row: usize, direction: Point) -> Point {
        let (at, radius) = (crowd.position[row], crowd.radius[row]);
        let mut along = direction;
        for wall in crowd.walls.around(row) {
            let away = at - wall.nearest(at);
            let distance = away.norm();
            let gap = (distance - radius).max(0.0);
            if gap < self.params.wall_buffer && distance > 0.0 {
                let into = (along.dot(away) / distance).min(0.0) * (1.0 - gap / self.params.wall_buffer);
                along = along - away * (into / distance);
            }
        }
        along.unit().unwrap_or(direction)
    }
}
