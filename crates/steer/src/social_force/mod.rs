//! Social force model: a driving force along the way against repulsion by people and walls, and contact where bodies
//! press.
//!
//! Helbing, Farkas & Vicsek 2000, *Simulating dynamical features of escape panic*, Nature 407, doi:10.1038/35035023
//! (variant `2000`); Helbing & Molnár 1995, *Social force model for pedestrian dynamics*, Phys. Rev. E 51,
//! doi:10.1103/PhysRevE.51.4282 (variant `1995`).
//!
//! ```text
//! dv/dt = (v0 e0 − v) / τ + Σ_j f_ij + Σ_w f_iw
//! 2000:  m f_ij = (A exp((l − d) / B) + k g(l − d)) n + κ g(l − d) (Δv·t) t,   m f_iw the same with r for l and −v for Δv
//! 1995:  f_ij = −∇ V0 exp(−b / σ),   2b = √((|r| + |r − v_j Δt|)² − |v_j Δt|²),   f_iw = −∇ U0 exp(−d / R)
//!        forces from outside of the angle of sight count c
//! ```
//!
//! l is the distance at which both bodies touch, d the distance, n the unit vector away from the neighbour, t the unit
//! vector along the contact, g(x) = max(0, x), r the offset from the neighbour.
//!
//! | symbol | field                | unit    | default | from                                |
//! |--------|----------------------|---------|---------|-------------------------------------|
//! | τ      | relaxation_time      | s       | 0.5     | both papers                         |
//! | m      | mass                 | kg      | 80      | Helbing 2000                        |
//! | A      | strength             | N       | 2000    | Helbing 2000                        |
//! | B      | range                | m       | 0.08    | Helbing 2000                        |
//! | k      | body_stiffness       | kg/s²   | 1.2·10⁵ | Helbing 2000                        |
//! | κ      | sliding_friction     | kg/(m s)| 2.4·10⁵ | Helbing 2000                        |
//! | V0     | potential            | m²/s²   | 2.1     | Helbing & Molnár 1995               |
//! | σ      | potential_range      | m       | 0.3     | Helbing & Molnár 1995               |
//! | U0     | wall_potential       | m²/s²   | 10      | Helbing & Molnár 1995               |
//! | R      | wall_potential_range | m       | 0.2     | Helbing & Molnár 1995               |
//! | Δt     | stride_time          | s       | 2       | Helbing & Molnár 1995               |
//! | 2φ     | sight_angle          | degrees | 200     | Helbing & Molnár 1995               |
//! | c      | unseen_weight        |         | 0.5     | Helbing & Molnár 1995               |
//! |        | haste                |         | 1.3     | Helbing & Molnár 1995               |
//! |        | oncoming_horizon     | s       | 6       | proposal; see `encounter`           |
//! |        | variant              |         | `2000`  |                                     |
//! |        | held_up_speed        | m/s     | 0.1     | proposal: [jam rules](crate::jam)   |
//!
//! The model is of the second order. The force is integrated from the current velocity over the time until the next
//! decision, in steps of at most [`LONGEST_STEP`]. Neighbours keep their velocities meanwhile. The friction, the
//! stiffest term, is integrated implicitly. The outcome is the velocity at the end.
//!
//! Differs from the papers:
//! - A pedestrian without a goal stands; only an overlap moves it.
//! - People who meet head-on keep to a side (`encounter`). A held-up pedestrian that has a neighbour on that side goes
//!   straight on instead.
//! - Of several walls in nearly the same direction the nearest counts, because a place may cut one wall into pieces.
//! - There are no fluctuations and no attraction. The speed is bounded by 1.3 v0 in the variant 1995, as printed. The
//!   paper of 2000 bounds no speed; there it is bounded by v0 (proposal). With 1.3 v0 the people behind drive the
//!   people ahead on, and the errors of the speeds in single files and corridors are half as large again.
//! - Held-up pedestrians follow the [jam rules](crate::jam).
//!
//! Known limits: bodies do not overlap here, so contact and friction (k, κ), from which Helbing 2000 gets clogging and
//! faster-is-slower, hardly ever act. The accelerations of bodies are bounded (2.7 m/s²), below the largest forces (25
//! m/s² at contact). Dense crowds are too fast: 0.9 m/s at 3.5 /m², where people walk at 0.2. Walls hold back a body
//! that is nearly as wide as a door: a body of 1 m that stands before a door of 1.2 m does not get on
//! (`steerbench-doorway-one-way`).

mod forces;

use populace_geom::{Point, Segment};
use populace_settings::{SettingError, settings};

use crate::encounter::evade;

use crate::nearest::{Other, finite_or_zero, no_faster};
use crate::scratch::roomy;
use crate::standard::{Kernel, Walker};
use crate::{Crowd, ModelEntry, jam};
use forces::{Forces, Moving};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "social-force",
    about: "driving force, repulsion by people and walls, contact and friction where bodies press",
    paper: "Helbing, Farkas & Vicsek 2000, doi:10.1038/35035023; Helbing & Molnár 1995, doi:10.1103/PhysRevE.51.4282",
    parameters,
    schema,
    make: |written| Ok(Box::new(SocialForce::new(Params::from_written(written)?)?)),
};

/// Which paper's forces act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub enum Variant {
    /// Helbing, Farkas & Vicsek 2000: bodies that repel, press and rub.
    #[serde(rename = "2000")]
    Panic,
    /// Helbing & Molnár 1995: elliptical potentials ahead of everyone.
    #[serde(rename = "1995")]
    Elliptical,
}

settings! {
    "Settings of the steering model social-force"
    /// τ: time in which the velocity follows the preferred velocity
    relaxation_time: f64 = 0.5, "s", 0.05..=10.0, "both papers";
    /// m: mass of a pedestrian
    mass: f64 = 80.0, "kg", 1.0..=1000.0, "Helbing 2000";
    /// A: repulsion at contact
    strength: f64 = 2000.0, "N", 0.0..=100000.0, "Helbing 2000";
    /// B: range of the repulsion
    range: f64 = 0.08, "m", 0.01..=5.0, "Helbing 2000";
    /// k: stiffness of bodies
    body_stiffness: f64 = 120000.0, "kg/s²", 0.0..=1000000.0, "Helbing 2000";
    /// κ: friction of bodies
    sliding_friction: f64 = 240000.0, "kg/(m s)", 0.0..=1000000.0, "Helbing 2000";
    /// V0: potential of a neighbour, variant 1995
    potential: f64 = 2.1, "m²/s²", 0.0..=100.0, "Helbing & Molnár 1995";
    /// σ: range of the potential of a neighbour, variant 1995
    potential_range: f64 = 0.3, "m", 0.01..=10.0, "Helbing & Molnár 1995";
    /// U0: potential of a wall, variant 1995
    wall_potential: f64 = 10.0, "m²/s²", 0.0..=100.0, "Helbing & Molnár 1995";
    /// R: range of the potential of a wall, variant 1995
    wall_potential_range: f64 = 0.2, "m", 0.01..=10.0, "Helbing & Molnár 1995";
    /// Δt: how far ahead the ellipse of a neighbour reaches, variant 1995
    stride_time: f64 = 2.0, "s", 0.0..=10.0, "Helbing & Molnár 1995";
    /// 2φ: angle of sight, variant 1995
    sight_angle: f64 = 200.0, "°", 0.0..=360.0, "Helbing & Molnár 1995";
    /// c: weight of forces from out of sight, variant 1995
    unseen_weight: f64 = 0.5, "", 0.0..=1.0, "Helbing & Molnár 1995";
    /// Greatest speed, as a multiple of the desired speed, variant 1995
    haste: f64 = 1.3, "", 1.0..=3.0, "Helbing & Molnár 1995";
    /// A neighbour that comes head-on within this time is evaded
    oncoming_horizon: f64 = 6.0, "s", 0.01..=60.0, "proposal; the forces end within decimetres";
    #[doc = jam::about!()]
    held_up_speed: f64 = 0.1, "m/s", 0.0..=1.0, "proposal: the paper has no rule for jams";
    choices {
        /// Which paper's forces act.
        variant: Variant = Variant::Panic;
    }
}

/// The longest step of the integration, s: contact, √(k / m) = 39 /s, is stable below 0.05 s.
const LONGEST_STEP: f64 = 0.02;

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct SocialForce {
    params: Params,
    forces: Forces,
}

impl Kernel for SocialForce {
    /// The walls that count.
    type Buffers = Vec<Segment>;

    fn buffers() -> Vec<Segment> {
        roomy()
    }

    fn jam(&self) -> jam::Rules {
        jam::Rules::borrowed(self.params.held_up_speed)
    }

    fn velocity(&self, walker: &Walker<'_>, walls: &mut Vec<Segment>) -> Point {
        let Walker { crowd, row, near, way, top_speed, .. } = *walker;
        let free_speed = walker.free_speed();
        let wanted = self.way_wanted(walker, free_speed) * free_speed;
        self.walls_that_count(crowd, row, walls);
        let steps = (crowd.dt / LONGEST_STEP).ceil().max(1.0);
        let dt = crowd.dt / steps;
        let mut me = Moving {
            moved: Point::ZERO,
            velocity: walker.velocity(),
            way,
            at: crowd.position[row],
            radius: crowd.radius[row],
        };
        for step in 0..steps as u32 {
            let drive = (wanted - me.velocity) * (1.0 / self.params.relaxation_time);
            let after = self.forces.after(&me, drive, near, walls, f64::from(step) * dt, dt);
            me.velocity = no_faster(finite_or_zero(after), top_speed);
            me.moved += me.velocity * dt;
        }
        me.velocity
    }

    /// Returns the setting `haste` in the variant 1995 (v_max = 1.3 v0 in the paper). The paper of 2000 bounds no
    /// speed, so people behind would drive others on; in the variant 2000 it returns 1 (proposal).
    fn most_haste(&self) -> f64 {
        match self.params.variant {
            Variant::Panic => 1.0,
            Variant::Elliptical => self.params.haste,
        }
    }
}

impl SocialForce {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        Ok(SocialForce { forces: Forces::of(&params), params })
    }
    /// Returns the way, turned aside for a neighbour that comes. A held-up pedestrian with a neighbour beside it on the
    /// right goes straight on. Otherwise two pairs that meet in a corridor would press into each other's side, and
    /// stand.
    fn way_wanted(&self, walker: &Walker<'_>, free_speed: f64) -> Point {
        let Walker { crowd, row, near, way, .. } = *walker;
        let is_held_up = finite_or_zero(crowd.velocity[row]).dot(way) < self.params.held_up_speed;
        if is_held_up && near.iter().any(|other| is_on_the_right(way, other, crowd.radius[row])) {
            return way;
        }
        evade(crowd, near, way, free_speed, self.params.oncoming_horizon)
    }

    /// Finds the walls within reach; of several in nearly the same direction, the nearest.
    fn walls_that_count(&self, crowd: &Crowd<'_>, row: usize, walls: &mut Vec<Segment>) {
        let (at, radius) = (crowd.position[row], crowd.radius[row]);
        walls.clear();
        crowd.walls.within(row, radius + self.forces.wall_reach, walls);
        sort_by_distance(walls, at);
        let mut kept = 0;
        for i in 0..walls.len() {
            let away = at - walls[i].nearest(at);
            let is_same = |wall: &Segment| {
                let other = at - wall.nearest(at);
                away.dot(other) > 0.5 * away.norm() * other.norm()
            };
            if !walls[..kept].iter().any(is_same) {
                walls[kept] = walls[i];
                kept += 1;
            }
        }
        walls.truncate(kept);
    }
}

/// Sorts walls by distance. Walls at the same distance keep their order. There are few, and nothing is allocated.
fn sort_by_distance(walls: &mut [Segment], at: Point) {
    for i in 1..walls.len() {
        let farther = |j: usize| walls[j - 1].distance(at).total_cmp(&walls[i].distance(at)).is_gt();
        let mut to = i;
        while to > 0 && farther(to) {
            to -= 1;
        }
        walls[to..=i].rotate_right(1);
    }
}

/// Returns whether a neighbour is to the right rather than ahead or behind, with a gap of less than `room` m.
fn is_on_the_right(way: Point, other: &Other, room: f64) -> bool {
    other.offset.dot(way.left()) > other.offset.dot(way).abs() && other.distance2.sqrt() - other.bodies < room
}
