//! Collision-free speed model: speed follows the free space ahead, direction is repelled by neighbours and walls.
//!
//! Tordeux, Chraibi & Seyfried 2016, *Collision-free speed model for pedestrian dynamics*, Traffic and Granular Flow
//! '15, doi:10.1007/978-3-319-33482-0_29 (arXiv:1512.05597); walls as in JuPedSim.
//!
//! ```text
//! v = V(s) · e        e ∝ e0 + Σ_j a exp((l − s_ij) / D) e_ij + Σ_w a_w exp((r − s_iw) / D_w) e_iw
//! V(s) = min(v0, max(0, (s − l) / T))
//! ```
//!
//! e0 is the direction of the route, e_ij the unit vector from a neighbour (e_iw: from a wall) to the pedestrian, l the
//! distance at which both bodies touch, and s the distance to the nearest neighbour in the corridor ahead along e,
//! which is as wide as the bodies.
//!
//! | symbol | field            | unit | default | from                                                                |
//! |--------|------------------|------|---------|---------------------------------------------------------------------|
//! | T      | time_gap         | s    | 0.45    | paper 1; fitted to the bottlenecks of Kretz 2006 and Seyfried 2009  |
//! |        | corridor         |      | 0.5     | paper 1; half of it: people walk in overlapping files (see below)   |
//! | t_r    | reaction_time    | s    | 0.2     | proposal; Xu 2021 has 0.3, the paper none                           |
//! | a      | strength         |      | 8       | JuPedSim (paper 5)                                                  |
//! | D      | range            | m    | 0.1     | the paper                                                           |
//! | a_w    | wall_strength    |      | 5       | JuPedSim                                                            |
//! | D_w    | wall_range       | m    | 0.02    | JuPedSim                                                            |
//! |        | oncoming_horizon | s    | 6       | proposal; see `encounter`                                           |
//! |        | held_up_speed    | m/s  | 0.2     | proposal: [jam rules](crate::jam)                                   |
//!
//! v0 and e0 come from the route, l from the radii.
//!
//! Differs from the paper, and why:
//! - With the paper's values (T = 1 s, corridor 1) and bodies of 0.4 m, people pass a bottleneck at 1.0 per metre and
//!   second, half of what real people do. A smaller T alone does not mend that, because bodies of 0.4 m that need a
//!   corridor of 0.8 m do not interlock. In narrow passages people walk in files 0.45 m apart that overlap like a
//!   zipper (Hoogendoorn & Daamen 2005, doi:10.1287/trsc.1040.0102). So a neighbour holds a pedestrian up only if it is
//!   within half of l to either side.
//! - The direction follows within t_r: a direction that jumps at every decision is lost on a body that cannot turn that
//!   fast.
//! - `encounter` says which pedestrian goes first where ways merge, and to which side people turn when they meet.
//! - Overlapping bodies part, and held-up pedestrians follow the [jam rules](crate::jam).
//! - A pedestrian that is pushed straight back by a neighbour that stands exactly in its way turns to the right. In the
//!   paper, way and repulsion balance where the gap between the bodies is D ln a, and nothing leads off the line.
//!
//! Against data (`populace check --full`): bottlenecks from 0.8 to 2.5 m wide and speed against density are within the
//! limits of the checks. t_r and the corridor were chosen on these very cases, T and `held_up_speed` on four sets of
//! speeds and draws (`--seed` 0, 50, 100, 200). With a `held_up_speed` below 0.2 m/s two people stand in a door of 0.8
//! m for good in one of 132 runs.
//!
//! Known limits: a model of the first order has no stop-and-go waves. People who wait in a queue do not stand: the
//! repulsion pushes them about. The repulsion also keeps doors open: without its backward part, two people wedge in a
//! door. In single file people are too fast: real people keep T = 1 s there.

use populace_geom::{Point, maths};
use populace_settings::{SettingError, settings};

use crate::contact::parting;
use crate::encounter::evade;

use crate::nearest::{Other, finite_or_zero, no_faster};
use crate::spacing::{Spacing, relax};
use crate::standard::{Kernel, Walker};
use crate::{Crowd, ModelEntry, jam};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "collision-free-speed",
    about: "speed follows the free space ahead, direction is repelled by neighbours and walls",
    paper: "Tordeux, Chraibi & Seyfried 2016, doi:10.1007/978-3-319-33482-0_29",
    parameters,
    schema,
    make: |written| Ok(Box::new(CollisionFreeSpeed::new(Params::from_written(written)?)?)),
};

settings! {
    "Settings of the steering model collision-free-speed"
    /// T: time kept to the neighbour ahead
    time_gap: f64 = 0.45, "s", 0.05..=10.0, "paper 1; fitted to bottlenecks of Kretz 2006, Seyfried 2009";
    /// Half the width of the corridor ahead, as a share of the distance at which both bodies touch
    corridor: f64 = 0.5, "", 0.0..=2.0, "paper 1; zipper effect, Hoogendoorn & Daamen 2005";
    /// t_r: time in which the direction of motion follows the desired direction
    reaction_time: f64 = 0.2, "s", 0.01..=10.0, "proposal; Xu 2021: 0.3";
    /// a: strength of the repulsion by neighbours
    strength: f64 = 8.0, "", 0.0..=100.0, "JuPedSim; paper 5";
    /// D: range of the repulsion by neighbours
    range: f64 = 0.1, "m", 0.001..=5.0, "the paper";
    /// a_w: strength of the repulsion by walls
    wall_strength: f64 = 5.0, "", 0.0..=100.0, "JuPedSim";
    /// D_w: range of the repulsion by walls
    wall_range: f64 = 0.02, "m", 0.001..=5.0, "JuPedSim";
    /// A neighbour that comes head-on within this time is evaded
    oncoming_horizon: f64 = 6.0, "s", 0.01..=60.0, "proposal; the paper's range is 0.1 m";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.2, "m/s", 0.0..=1.0, "proposal: no arch stays at doors; the paper has no rule";
}

/// A repulsion of less than e to this power is left out: it is below 10⁻⁸ of the way.
const LEAST_EXPONENT: f64 = -21.0;

/// A direction is straight back when the sine of its angle is below this, which allows for rounding. A millimetre off
/// the line leads past the neighbour.
const TIE: f64 = 1e-6;
/// The tangent of the angle by which a straight retreat is turned to the right, as under `orca`.
const TILT: f64 = 0.1;

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct CollisionFreeSpeed {
    params: Params,
}

impl Kernel for CollisionFreeSpeed {
    type Buffers = ();

    fn buffers() {}

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    fn velocity(&self, walker: &Walker<'_>, (): &mut ()) -> Point {
        let Walker { crowd, row, near, way, top_speed, .. } = *walker;
        let free_speed = walker.free_speed();
        let aside = evade(crowd, near, way, free_speed, self.params.oncoming_horizon);
        let repulsion = self.repulsion_of_people(near) + self.repulsion_of_walls(crowd, row);
        let desired = beside(crowd, near, way, aside + repulsion).unit().unwrap_or(aside);
        let Params { time_gap, corridor, reaction_time, .. } = self.params;
        let direction = relax(finite_or_zero(crowd.velocity[row]), desired, crowd.dt / reaction_time);
        let speed = Spacing { time_gap, corridor }.speed(crowd, near, direction, way, free_speed);
        no_faster(direction * speed + parting(near, crowd.dt), top_speed)
    }

    /// Returns 1: V(s) is at most v0 (Tordeux et al. 2016).
    fn most_haste(&self) -> f64 {
        1.0
    }
}

impl CollisionFreeSpeed {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(CollisionFreeSpeed { params })
    }
    /// Returns Σ_j a exp((l − s_ij) / D) e_ij.
    #[inline]
    fn repulsion_of_people(&self, near: &[Other]) -> Point {
        let Params { strength, range, .. } = self.params;
        near.iter().fold(Point::ZERO, |sum, other| {
            let distance = other.distance2.sqrt();
            sum + other.offset * (repulsion(other.bodies - distance, strength, range) / distance)
        })
    }

    /// Returns Σ_w a_w exp((r − s_iw) / D_w) e_iw.
    #[inline]
    fn repulsion_of_walls(&self, crowd: &Crowd<'_>, row: usize) -> Point {
        let Params { wall_strength, wall_range, .. } = self.params;
        let (at, radius) = (crowd.position[row], crowd.radius[row]);
        crowd.walls.around(row).iter().fold(Point::ZERO, |sum, wall| {
            let away = at - wall.nearest(at);
            let distance = away.norm();
            let size = repulsion(radius - distance, wall_strength, wall_range);
            if size == 0.0 || distance <= 0.0 { sum } else { sum + away * (size / distance) }
        })
    }
}

/// Returns the sum of way and repulsion, turned to the right where it leads straight back from a neighbour that stands.
/// A neighbour on the line of the way repels along that line alone, so the pedestrian would step to and fro at D ln a
/// before it, 0.21 m. Neighbours that walk have the rules of `encounter`.
#[inline]
fn beside(crowd: &Crowd<'_>, near: &[Other], way: Point, sum: Point) -> Point {
    let size = sum.norm();
    let is_straight_back = way.dot(sum) < 0.0 && way.cross(sum).abs() <= TIE * size;
    let stands_ahead = |o: &Other| crowd.preferred[o.row as usize] == Point::ZERO && o.offset.dot(way) < 0.0;
    if is_straight_back && near.iter().any(stands_ahead) { sum - way.left() * (TILT * size) } else { sum }
}

/// Returns a exp(depth / D), at most its value at contact.
#[inline]
fn repulsion(depth: f64, strength: f64, range: f64) -> f64 {
    let exponent = depth / range;
    if exponent < LEAST_EXPONENT { 0.0 } else { strength * maths::exp(exponent.min(0.0)) }
}
