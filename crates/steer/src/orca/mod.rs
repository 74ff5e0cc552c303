//! Optimal reciprocal collision avoidance (ORCA): the velocity nearest to the preferred one that keeps clear of everyone for a while, if everyone
//! does half of it.
//!
//! Van den Berg, Guy, Lin, Manocha 2011, *Reciprocal n-body collision avoidance*, doi:10.1007/978-3-642-19457-3_1 (presented in 2009).
//!
//! ```text
//! VO = { v : |t v − (x_B − x_A)| < r_A + r_B for some t in 0 … τ }        relative velocities that collide within τ
//! u  = the least change of v_A − v_B that leads to the border of VO;  n = the outward normal there
//! ORCA_A = { v : (v − (v_A + ½ u)) · n ≥ 0 }
//! v  = the velocity in all half-planes, no faster than the top speed, nearest to the preferred one
//! ```
//!
//! Where the half-planes leave no velocity, the one that violates those of the neighbours least (`linear`). Bodies that overlap part within one
//! decision.
//!
//! Walls, with full responsibility: towards the nearest point of each wall no faster than the gap within τ_W. That is the half-plane of the wall's
//! velocity obstacle at the point nearest to standing still, so all walls together always leave something, and nobody shies at walls that are
//! passed.
//!
//! ORCA has no relation between density and speed: people rush through a crowd as long as nothing touches. The *density filter*, on unless a
//! scenario says `density_filter = false`, is that of PedVO (Curtis & Manocha, *Pedestrian simulation using geometric reasoning in velocity space*,
//! Pedestrian and Evacuation Dynamics 2012, 2014, doi:10.1007/978-3-319-02447-9_73): a step of length L = √v / α (v in m/s, L in m, for one of usual
//! height; 0.74 m at 1.34 m/s, which is usual) needs that room and a share δ of it more,
//!
//! ```text
//! v_max = (α S / (1 + δ))²
//! ```
//!
//! and the preferred speed is no more than that. Menge, by the same author, has (2 α S / (1 + δ))² and S = 0.48 m over a density, summed by a
//! Gaussian around the point 1 m ahead; the body of the paper was not at hand. S, the room ahead, is derived here: the diameter of the largest circle that touches us from
//! behind, has its centre on the preferred way and nobody in it, the least |x_B − x_A|² / ((x_B − x_A)·e). Among people at random with ρ of them
//! per m² its mean is exactly 1/√ρ, where v_max = (1.57 / 1.5)² / ρ: 1.10 m/s at 1 /m², 0.55 at 2, 0.31 at 3.5. In contact S is the sum of the radii,
//! so nobody stops for good.
//!
//! | symbol | field         | unit | default | from                                                            |
//! |--------|---------------|------|---------|-----------------------------------------------------------------|
//! | τ      | time_horizon  | s    | 2       | paper: a choice; Menge's PedVO 2.5; see below                   |
//! | τ_W    | wall_horizon  | s    | 0.2     | proposal; Menge's PedVO 0.15; see below                         |
//! | α      | stride_factor | √(1/(m s)) | 1.57 | Menge's PedVO                                              |
//! | δ      | stride_buffer |      | 0.5     | Menge's PedVO                                                   |
//! |        | density_filter|      | true    | proposal; false is the paper                                    |
//! |        | held_up_speed | m/s  | 0.3     | proposal: jam rules of `reactive`                               |
//!
//! Differs from the paper: walls (above); v_opt is the current velocity, as there, but who wants to stand stands, unless bodies overlap, and
//! whoever walks takes the whole change for those who want to stand, which people show; symmetric encounters go to the right, where the reference
//! implementation leaves it to noise: both legs as near, the right one is taken, and where both would only brake, the border is turned by 6°.
//! Bodies pass with a gap of 1 cm. Bodies that hold each other up give way as under `reactive` (its `jam`): bodies here are hard and never overlap,
//! so that arches before doors hold for ever, which robots of the reference push through. τ is 2 s: the reference examples take 5 to 10 s at 2 m/s
//! among robots; longer ones make the circle faster and the door slower. τ_W of 1 s and more slows people in front of doors: on the axis of one of
//! 0.8 m, 0.3 m before it, the corners are 0.5 m away and leave (0.5 − 0.2)/τ_W/0.6 m/s to a body of radius 0.2.
//!
//! Against data (`populace check --model orca`): people are too slow with the filter, 0.46 m/s at 1 /m² and 0.16 at 3 (real people 1.05 and 0.3), and
//! pass a door of 1.2 m at 1.7 per second (real people 2.3).
//!
//! Known limits: neighbours are taken to do their half even where they follow another model; only those who are perceived are avoided; with the
//! filter the flow through doors is that of corridors, while people press through doors faster.

mod linear;
mod planes;

use populace_geom::{Point, Segment};
use serde_json::Value;

use crate::contact::{offsets_from_walls, standing};
use crate::nearest::{Nearest, Other, finite_or_zero, no_faster};
use crate::reactive::relief;
use crate::scratch::roomy;
use crate::settings::{read, settings};
use crate::{Crowd, Model, ModelEntry, Scratch, SettingError};
use linear::{HalfPlane, solve};
use planes::{Encounter, of_neighbour, of_wall};

/// Room between bodies that pass, m: velocities on the border of an obstacle would leave it to rounding whether they touch.
const GRAZE: f64 = 0.01;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "orca",
    about: "the nearest velocity that collides with nobody if everyone does half",
    paper: "van den Berg et al. 2011, doi:10.1007/978-3-642-19457-3_1",
    parameters,
    schema: || schemars::schema_for!(Params).to_value(),
    make: |settings| Ok(Box::new(Orca::from_settings(settings)?)),
};

settings! {
    "Settings of the steering model orca"
    /// τ: time for which velocities collide with nobody
    time_horizon: f64 = 2.0, "s", 0.1..=60.0, "a choice, says the paper; Menge's PedVO: 2.5";
    /// τ_W: time for which velocities hit no wall
    wall_horizon: f64 = 0.2, "s", 0.1..=60.0, "proposal: does not slow people in doors; Menge's PedVO: 0.15";
    /// α: stride factor of the density filter
    stride_factor: f64 = 1.57, "", 0.1..=10.0, "Menge's PedVO";
    /// δ: room kept beyond a step by the density filter, as a share of it
    stride_buffer: f64 = 0.5, "", 0.0..=5.0, "Menge's PedVO";
    /// Who gets on more slowly than this and touches others gives way as in `reactive`; 0: nobody does
    held_up_speed: f64 = 0.3, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
    choices {
        /// Whether speed follows the room ahead; without it, the paper.
        density_filter: bool = true;
    }
}

/// The model, set up.
#[derive(Clone, Debug)]
pub struct Orca {
    params: Params,
}

/// What is kept from one pedestrian to the next, to save its making.
struct Buffers<'a> {
    around: Nearest<Other>,
    lists: &'a mut Lists,
}

/// What is kept from one call to the next.
struct Lists {
    walls: Vec<Segment>,
    offsets: Vec<Point>,
    planes: Vec<HalfPlane>,
    projected: Vec<HalfPlane>,
}

impl Model for Orca {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut Scratch) {
        let make = || Lists { walls: roomy(), offsets: roomy(), planes: roomy(), projected: roomy() };
        let mut buffers = Buffers { around: Nearest::new(), lists: scratch.of(make) };
        for (out, &row) in velocity.iter_mut().zip(rows) {
            *out = self.choose(crowd, row as usize, &mut buffers);
        }
    }
}

impl Orca {
    /// With these parameters, if they are within their limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(Orca { params })
    }
    /// From settings as written.
    pub fn from_settings(settings: &Value) -> Result<Self, SettingError> {
        Self::new(read(settings)?)
    }
    #[inline]
    fn choose(&self, crowd: &Crowd<'_>, row: usize, buffers: &mut Buffers<'_>) -> Point {
        let Buffers { around, lists: Lists { walls, offsets, planes, projected } } = buffers;
        around.look(crowd, row, 0.0);
        let (preferred, top_speed) = (finite_or_zero(crowd.preferred[row]), crowd.top_speed[row]);
        if preferred == Point::ZERO {
            return standing(around.near(), crowd.dt, top_speed);
        }
        if let Some(relief) = relief(crowd, row, preferred, self.params.held_up_speed) {
            return relief;
        }
        let wanted = if self.params.density_filter { self.slowed(preferred, around.near()) } else { preferred };
        let velocity = no_faster(finite_or_zero(crowd.velocity[row]), top_speed);
        let radius = crowd.radius[row];
        walls.clear();
        crowd.walls.within(row, radius + self.params.wall_horizon * top_speed, walls);
        offsets_from_walls(walls, crowd.position[row], offsets);
        planes.clear();
        planes.extend(offsets.iter().map(|&offset| of_wall(offset, radius, self.params.wall_horizon)));
        let fixed = planes.len();
        for other in around.near() {
            let encounter = Encounter {
                between: -other.offset,
                closing: velocity - other.velocity,
                bodies: other.bodies + GRAZE,
                horizon: self.params.time_horizon,
                dt: crowd.dt,
            };
            let share = if crowd.preferred[other.row as usize] == Point::ZERO { 1.0 } else { 0.5 };
            planes.push(of_neighbour(&encounter, velocity, share));
        }
        finite_or_zero(solve(planes, fixed, top_speed, wanted, projected))
    }
    /// The preferred velocity, no faster than the room ahead allows.
    #[inline]
    fn slowed(&self, preferred: Point, near: &[Other]) -> Point {
        let Some(way) = preferred.unit() else { return preferred };
        let Params { stride_factor, stride_buffer, .. } = self.params;
        let root = stride_factor * room_ahead(way, near) / (1.0 + stride_buffer);
        no_faster(preferred, root * root)
    }
}

/// S: diameter of the largest circle ahead with nobody in it, m; at least the sum of the radii.
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
