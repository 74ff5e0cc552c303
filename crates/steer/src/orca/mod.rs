//! Optimal reciprocal collision avoidance (ORCA): the velocity nearest to the preferred velocity that collides with
//! no neighbour for a while, if each pedestrian does half of the avoiding.
//!
//! Van den Berg, Guy, Lin, Manocha 2011, *Reciprocal n-body collision avoidance*, doi:10.1007/978-3-642-19457-3_1
//! (presented in 2009).
//!
//! ```text
//! VO = { v : |t v − (x_B − x_A)| < r_A + r_B for some t in 0 … τ }        relative velocities that collide within τ
//! u  = the least change of v_A − v_B that leads to the border of VO;  n = the outward normal there
//! ORCA_A = { v : (v − (v_A + ½ u)) · n ≥ 0 }
//! v  = the velocity in all half-planes, no faster than the top speed, nearest to the preferred velocity
//! ```
//!
//! The top speed v_max is above the preferred speed: a pedestrian walks faster where that is the least change (the
//! reference examples have v_max 2 and preferred speeds of 1 and less).
//!
//! Where the half-planes leave no velocity, the outcome is the velocity that violates the half-planes of the neighbours
//! least (`linear`). Overlapping bodies part within one decision.
//!
//! Walls do nothing, so the pedestrian does all of the avoiding: it approaches the nearest point of each wall at most
//! so fast that it would cross the gap in τ_W. This is the half-plane that touches the velocity obstacle of the wall at
//! its point nearest to velocity zero. So all walls together always leave some velocity, and no pedestrian shies at a
//! wall that it passes.
//!
//! ORCA has no relation between density and speed: people rush through a crowd as long as nothing touches. So there is
//! a *density filter*, unless a scenario says `density_filter = false`. It is that of PedVO (Curtis & Manocha,
//! *Pedestrian simulation using geometric reasoning in velocity space*, Pedestrian and Evacuation Dynamics 2012, 2014,
//! doi:10.1007/978-3-319-02447-9_73). A step of a pedestrian of usual height has the length L = √v / α (v in m/s, L in
//! m), which is 0.74 m at the usual 1.34 m/s. A step needs the room L and a share δ of it more. So the room ahead, S,
//! limits the preferred speed to
//!
//! ```text
//! v_max = (α S / (1 + δ))²
//! ```
//!
//! The program Menge, by the same author, has v_max = (2 α S / (1 + δ))², where S is 0.48 m divided by a density; it
//! sums the density with a Gaussian around the point 1 m ahead. The body of the paper was not at hand, so S is defined
//! anew here: it is the diameter of the largest circle that passes through the pedestrian, has its centre on the
//! preferred way and has no other pedestrian in it. That is the least |x_B − x_A|² / ((x_B − x_A)·e) over the
//! neighbours B, with the direction e of the preferred way. When people are placed at random, ρ of them per m², the
//! mean of S is exactly 1/√ρ. With this mean v_max = (1.57 / 1.5)² / ρ: 1.10 m/s at 1 /m², 0.55 at 2, 0.31 at 3.5. In
//! contact S is the sum of the radii, so no pedestrian stops for good.
//!
//! | symbol | field         | unit | default | from                                                            |
//! |--------|---------------|------|---------|-----------------------------------------------------------------|
//! | τ      | time_horizon  | s    | 2       | paper: a choice; Menge's PedVO 2.5; see below                   |
//! | τ_W    | wall_horizon  | s    | 0.2     | proposal; Menge's PedVO 0.15; see below                         |
//! | α      | stride_factor | √(1/(m s)) | 1.57 | Menge's PedVO                                              |
//! | δ      | stride_buffer |      | 0.5     | Menge's PedVO                                                   |
//! |        | density_filter|      | true    | proposal; false is the paper                                    |
//! |        | held_up_speed | m/s  | 0.3     | proposal: [jam rules](crate::jam)                               |
//!
//! Differs from the paper:
//! - Walls are as above.
//! - v_opt is the current velocity, as in the paper. But a pedestrian that wants to stand stands, unless bodies
//!   overlap, and a pedestrian that walks takes the whole change, not half of it, for a neighbour that wants to stand.
//!   People show whether they want to stand.
//! - Symmetric encounters go to the right; the reference implementation leaves the side to noise. Where both legs are
//!   equally near, the right leg is taken. Where both pedestrians would only brake, the border is turned by 6°.
//! - Bodies pass with a gap of 1 cm.
//! - Bodies here are hard and never overlap, so arches before doors would hold for ever; the robots of the reference
//!   implementation push through them. Held-up pedestrians follow the [jam rules](crate::jam).
//! - τ is 2 s. The reference examples take 5 to 10 s at 2 m/s among robots. With a longer τ people are faster in the
//!   case of the circle, and slower through a door.
//! - τ_W of 1 s and more slows people in front of doors. On the axis of a door of 0.8 m, 0.3 m before it, the corners
//!   are 0.5 m away and leave (0.5 − 0.2)/τ_W/0.6 m/s to a body of radius 0.2.
//!
//! Against data (`populace check --full --model orca`): people are too slow with the filter, 0.46 m/s at 1 /m² and 0.15
//! at 3 (real people 1.05 and 0.3), and pass a door of 1.2 m at 1.7 per second (real people 2.3).
//!
//! Known limits: neighbours count as doing their half even where they follow another model. Only perceived neighbours
//! are avoided. With the filter the flow through doors is that of corridors, while real people press through doors
//! faster.

mod linear;
mod planes;

use populace_geom::{Point, Segment};
use populace_settings::{SettingError, settings};

use crate::contact::offsets_from_walls;

use crate::nearest::{Other, no_faster};
use crate::scratch::roomy;
use crate::standard::{Kernel, Walker};
use crate::{ModelEntry, jam};
use linear::{HalfPlane, solve};
use planes::{Encounter, of_neighbour, of_wall};

/// The gap between bodies that pass, m. Without it, rounding would decide whether bodies touch.
const GRAZE: f64 = 0.01;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "orca",
    about: "the nearest velocity that collides with nobody if everyone does half",
    paper: "van den Berg et al. 2011, doi:10.1007/978-3-642-19457-3_1",
    parameters,
    schema,
    make: |written| Ok(Box::new(Orca::new(Params::from_written(written)?)?)),
};

settings! {
    "Settings of the steering model orca"
    /// τ: time during which the chosen velocity collides with nobody
    time_horizon: f64 = 2.0, "s", 0.1..=60.0, "a choice, says the paper; Menge's PedVO: 2.5";
    /// τ_W: time during which the chosen velocity hits no wall
    wall_horizon: f64 = 0.2, "s", 0.1..=60.0, "proposal: does not slow people in doors; Menge's PedVO: 0.15";
    /// α: stride factor of the density filter
    stride_factor: f64 = 1.57, "", 0.1..=10.0, "Menge's PedVO";
    /// δ: room that the density filter keeps beyond a step, as a share of the step
    stride_buffer: f64 = 0.5, "", 0.0..=5.0, "Menge's PedVO";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.3, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
    choices {
        /// Whether speed follows the room ahead; `false` is the paper.
        density_filter: bool = true;
    }
}

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct Orca {
    params: Params,
}

/// Memory that is used again from one pedestrian to the next.
pub(crate) struct Buffers {
    walls: Vec<Segment>,
    offsets: Vec<Point>,
    planes: Vec<HalfPlane>,
    projected: Vec<HalfPlane>,
}

impl Kernel for Orca {
    type Buffers = Buffers;

    fn buffers() -> Buffers {
        Buffers { walls: roomy(), offsets: roomy(), planes: roomy(), projected: roomy() }
    }

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    #[inline]
    fn velocity(&self, walker: &Walker<'_>, buffers: &mut Buffers) -> Point {
        let Walker { crowd, row, near, preferred, top_speed, .. } = *walker;
        let Buffers { walls, offsets, planes, projected } = buffers;
        let wanted = if self.params.density_filter { self.slowed(preferred, near) } else { preferred };
        let velocity = walker.velocity();
        let radius = crowd.radius[row];
        walls.clear();
        crowd.walls.within(row, radius + self.params.wall_horizon * top_speed, walls);
        offsets_from_walls(walls, crowd.position[row], offsets);
        planes.clear();
        planes.extend(offsets.iter().map(|&offset| of_wall(offset, radius, self.params.wall_horizon)));
        let fixed = planes.len();
        for other in near {
            let encounter = Encounter {
                between: -other.offset,
                closing: velocity - other.velocity,
                bodies: other.bodies + GRAZE,
                horizon: self.params.time_horizon,
                dt: crowd.dt,
            };
            // A neighbour that wants to stand does nothing: the whole change is ours.
            let share = if crowd.preferred[other.row as usize] == Point::ZERO { 1.0 } else { 0.5 };
            planes.push(of_neighbour(&encounter, velocity, share));
        }
        solve(planes, fixed, top_speed, wanted, projected)
    }
}

impl Orca {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(Orca { params })
    }
    /// Returns the preferred velocity, no faster than the room ahead allows.
    #[inline]
    fn slowed(&self, preferred: Point, near: &[Other]) -> Point {
        let Some(way) = preferred.unit() else { return preferred };
        let Params { stride_factor, stride_buffer, .. } = self.params;
        let root = stride_factor * room_ahead(way, near) / (1.0 + stride_buffer);
        no_faster(preferred, root * root)
    }
}

/// Returns S, the diameter of the largest circle ahead with no neighbour in it, m; at least the sum of the radii.
#[inline]
fn room_ahead(way: Point, near: &[Other]) -> f64 {
    near.iter().fold(f64::INFINITY, |room, other| {
        let ahead = -other.offset.dot(way);
        if ahead > 0.0 { room.min((other.distance2 / ahead).max(other.bodies)) } else { room }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64) -> Other {
        let offset = Point::new(-x, -y);
        Other { offset, distance2: offset.norm2(), velocity: Point::ZERO, bodies: 0.4, row: 0, companion: false }
    }

    /// (1.57 · 1 / 1.5)² = 1.0955 m/s at 1 m, a quarter of that at 0.5 m; 45° aside at √½ m is a circle of 1 m, too.
    #[test]
    fn the_speed_follows_the_room_ahead() {
        let orca = Orca::new(Params::default()).unwrap();
        let speed = |near: &[Other]| orca.slowed(Point::new(1.3, 0.0), near).x;
        assert!((speed(&[at(1.0, 0.0)]) - 1.0955).abs() < 1e-4);
        assert!((speed(&[at(0.5, 0.0)]) - 1.0955 / 4.0).abs() < 1e-4);
        assert!((speed(&[at(0.5, 0.5)]) - 1.0955).abs() < 1e-4);
        assert!((speed(&[at(0.3, 0.0)]) - speed(&[at(0.4, 0.0)])).abs() < 1e-12);
        assert_eq!(speed(&[at(-0.5, 0.0), at(0.0, 0.5), at(1.2, 0.0)]), 1.3);
    }
}
