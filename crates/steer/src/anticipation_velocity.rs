//! Anticipation velocity model: people turn aside for where neighbours will be, and walk as fast as the space ahead allows.
//!
//! Xu, Chraibi & Seyfried 2021, *Anticipation in a velocity-based model for pedestrian dynamics*, Transportation Research Part C 133,
//! doi:10.1016/j.trc.2021.103464; defaults and walls as in JuPedSim.
//!
//! ```text
//! v = V(s) · e                 de/dt = (e_d − e) / t_r            e_d ∝ e0 + Σ_j R_ij n_ij
//! R_ij = k (1 + ½ (1 − e0·e_j)) exp(−max(0, s_ij − l + (v_j − v_i)·e_ij t_a) / D)
//! V(s) = min(v0, max(0, (s − l) / T))
//! ```
//!
//! Summed are neighbours ahead (of e0 or of e); e_ij is the unit vector to the neighbour, e_j its direction of motion, and n_ij is orthogonal to e0, away from the
//! side on which the neighbour will be after t_a; to the right when that is neither.
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
//! |        | held_up_speed     | m/s  | 0.1     | proposal: jam rules of `reactive`                         |
//!
//! Differs from the paper: those who come are evaded to the right instead of to a side that is drawn (`encounter`); who stands turns at
//! once; with a corridor as wide as both bodies anyone touched anywhere ahead stands for ever, so it is 0.8 of that; those who
//! hold each other up below 0.1 m/s give way as under `reactive` (its `jam`).
//!
//! Known limits: influences are sideways only, nobody backs off. The flow through bottlenecks is about half of what people reach (1.1 per second
//! at 1.2 m, where 2.3 were counted).

use populace_geom::{Point, maths};
use serde_json::Value;

use crate::contact::parting;
use crate::encounter::{evade, side};
use crate::nearest::{Nearest, Other, finite_or_zero, no_faster};
use crate::reactive::relief;
use crate::settings::{self, settings};
use crate::spacing::{Spacing, relax};
use crate::{Crowd, Model, ModelEntry, Scratch, SettingError};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "anticipation-velocity",
    about: "turns aside for where neighbours will be; speed follows the free space ahead",
    paper: "Xu, Chraibi & Seyfried 2021, doi:10.1016/j.trc.2021.103464",
    parameters,
    schema: || schemars::schema_for!(Params).to_value(),
    make: |settings| Ok(Box::new(AnticipationVelocity::from_settings(settings)?)),
};

settings! {
    "Settings of the steering model anticipation-velocity"
    /// T: time kept to the one ahead
    time_gap: f64 = 1.06, "s", 0.05..=10.0, "JuPedSim";
    /// Half the width of the corridor ahead, as a share of what both bodies need
    corridor: f64 = 0.8, "", 0.0..=2.0, "paper 1; bodies in contact can turn away below 1";
    /// t_a: how far ahead neighbours are anticipated
    anticipation_time: f64 = 1.0, "s", 0.0..=10.0, "JuPedSim";
    /// t_r: time in which the direction follows
    reaction_time: f64 = 0.3, "s", 0.01..=10.0, "JuPedSim";
    /// k: strength of the influence of neighbours
    strength: f64 = 3.0, "", 0.0..=100.0, "JuPedSim 8, with which counter-flow locks";
    /// D: range of the influence of neighbours
    range: f64 = 0.1, "m", 0.001..=5.0, "JuPedSim";
    /// Room to walls in which people turn to glide along them
    wall_buffer: f64 = 0.1, "m", 0.001..=2.0, "JuPedSim";
    /// Who comes head-on within this time is evaded
    oncoming_horizon: f64 = 6.0, "s", 0.01..=60.0, "proposal; the paper draws a side at random";
    /// Who gets on more slowly than this and touches others gives way as in `reactive`; 0: nobody does
    held_up_speed: f64 = 0.1, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
}

/// Influences of less than e to this power are left out.
const LEAST_EXPONENT: f64 = -21.0;

/// Someone comes towards us whose direction has a cosine with our way of less than −0.5.
const AGAINST: f64 = 1.5;

/// The model, set up.
#[derive(Clone, Debug)]
pub struct AnticipationVelocity {
    params: Params,
}

impl Model for AnticipationVelocity {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], _: &mut Scratch) {
        let mut around = Nearest::new();
        for (out, &row) in velocity.iter_mut().zip(rows) {
            around.look(crowd, row as usize, 0.0);
            *out = self.velocity(crowd, row as usize, around.near());
        }
    }
}

impl AnticipationVelocity {
    /// With these parameters, if they are within their limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(AnticipationVelocity { params })
    }
    /// From settings as written.
    pub fn from_settings(settings: &Value) -> Result<Self, SettingError> {
        Self::new(settings::read(settings)?)
    }

    fn velocity(&self, crowd: &Crowd<'_>, row: usize, near: &[Other]) -> Point {
        let push = parting(near, crowd.dt);
        let top_speed = crowd.top_speed[row];
        let preferred = finite_or_zero(crowd.preferred[row]);
        let Some(way) = preferred.unit() else { return no_faster(push, top_speed) };
        if let Some(relief) = relief(crowd, row, preferred, self.params.held_up_speed) {
            return relief;
        }
        let free_speed = preferred.norm().min(top_speed);
        let current = no_faster(finite_or_zero(crowd.velocity[row]), top_speed);
        let aside = evade(crowd, near, way, free_speed, self.params.oncoming_horizon);
        let desired = (aside + self.influence(near, way, current)).unit().unwrap_or(aside);
        let turned = relax(current, self.along_walls(crowd, row, desired), crowd.dt / self.params.reaction_time);
        let direction = self.along_walls(crowd, row, turned);
        let Params { time_gap, corridor, .. } = self.params;
        let speed = Spacing { time_gap, corridor }.speed(crowd, near, direction, way, free_speed);
        finite_or_zero(no_faster(direction * speed + push, top_speed))
    }

    /// Σ_j R_ij n_ij.
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
            // `offset` leads to us, e_ij away from us.
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

    /// A direction without the part that leads into walls within the buffer; the nearer they are, the more of it is taken.
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
