//! Comfort-driven navigation: drives with fuzzy interests keep the personal space clear; emergencies win.
//!
//! Sterlin, Rakotoarison Raobelina, Deconinck & Buendia, *Comfort driven navigation of individuals in a crowd
//! simulation*, SPIROPS R&D ("S"). Each pedestrian A perceives neighbours B, evaluates every drive of the table
//! `DRIVES` against each B, and combines what the drives ask for:
//!
//! ```text
//! interest = motivation × Π memberships of the target                                      (proposal)
//! perceived  ⇔  y ≥ p(x) = i (x²/s² − 1)  and  distance ≤ social zone                       (S eq. 1)
//! imminent   =  the least t with |P + V t| = R if both keep speed and direction              (S §3.2)
//! turn       =  emergency, if its interest > 0.5; else Σ interest · turn / max(1, Σ interest)
//! speed      =  the least of  wanted + interest · (asked − wanted)  over the comfort drives
//! ```
//!
//! | symbol | field             | unit | default | from                                    |
//! |--------|-------------------|------|---------|-----------------------------------------|
//! | i      | intimate          | m    | 0.45    | S §3.3.1, Hall                          |
//! |        | personal          | m    | 1.2     | S §3.3.1, Hall                          |
//! |        | social            | m    | 3.6     | S §3.3.1, Hall                          |
//! | s      | side              | m    | 1.2     | erratum A3.1                            |
//! |        | margin            | m    | 0       | proposal                                |
//! |        | imminent          | s    | 1       | proposal                                |
//! |        | horizon           | s    | 3.2     | proposal                                |
//! |        | clear_turn        | rad  | 0.5     | proposal                                |
//! |        | friendship        |      | 0.8     | proposal after erratum A3.2             |
//! |        | obstacle_distance | m    | 1       | proposal                                |
//! |        | passage_share     |      | 0.21    | proposal                                |
//! |        | crowded_share     |      | 0       | proposal                                |
//! |        | slow_distance     | m    | 0.81    | S §3.3.3, Brogan & Johnson              |
//! |        | slow_share        |      | 0.8     | S §3.3.3, Brogan & Johnson              |
//! |        | follow_distance   | m    | 0.9     | proposal, fitted to data                |
//! |        | stand_distance    | m    | 0.33    | proposal, fitted to data                |
//! |        | heed              |      | 0.08    | proposal, fitted to data                |
//! |        | overtaking        | m/s  | 0.2     | proposal, fitted; S has no number       |
//! |        | strafe_speed      | m/s  | 0.5     | proposal                                |
//! |        | held_up_speed     | m/s  | 0.15    | proposal: [jam rules](crate::jam)       |
//! |        | without           |      | none    | drives that are switched off            |
//!
//! Wanted speeds are N(1.36, 0.162) m/s unless a population gives its own (S §3.3.3).
//!
//! S gives no equation for interests and for how drives are combined; those above are proposals. An "erratum" is a
//! place where S is unclear or contradicts itself, and what is read into it. Differs from S:
//! - Of several speeds the slowest counts: the mean of "stop" and "80 %" walks into the neighbour ahead.
//! - Behind a neighbour the speed falls from the wanted speed at 0.9 m to none at 0.33 m, which gives speed against
//!   density (`drives/decelerate.rs`).
//! - Where two pedestrians hold each other up, one of them gives way. The [jam rules](crate::jam) say so before any
//!   drive is asked; here they do not let people go around a neighbour that stands. The drive `drives/give_way.rs` says
//!   so, too, even with a `held_up_speed` of 0. S names strafing alone, with which arches stay before doors.
//! - S says that a pedestrian is "less tolerant" of a friend. This is read as: it clears less space for a friend
//!   (erratum A3.2).
//! - Symmetric encounters go to the right.
//!
//! Against data (`populace check --full`): flow through bottlenecks is within the limits of the checks, with no arch
//! that stays. So is speed against density, though not with every seed: in a corridor 1.8 m wide nearly all people are
//! within 0.81 m of a wall and walk at 80 % (S), which is too slow below 1 person per m². The fitted numbers were
//! searched for on these cases with other speeds and draws (`--seed` 50, 300, 400), and chosen with the draws of seven
//! seeds (0 to 500).
//!
//! Known limits: only the closest obstacle is avoided. Neighbours are extrapolated in straight lines. People of one
//! group are friends; a group is not avoided as a whole (S names that as future work).

mod collision;
mod decide;
mod drives;
mod membership;
mod params;
mod perception;
mod situation;

use populace_geom::{Point, Segment, maths};
use populace_settings::SettingError;

pub use params::{Params, parameters, schema};

use crate::nearest::{Nearest, finite_or_zero, no_faster};
use crate::scratch::roomy;
use crate::{Crowd, Inspection, Model, ModelEntry, ModelScratch, PersonalSpace, jam};
use decide::{Decision, Observe, decide};
use perception::Perceived;
use situation::Situation;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "comfort",
    about: "drives with fuzzy interests keep the personal space clear, emergencies win",
    paper: "Sterlin et al., Comfort driven navigation of individuals in a crowd simulation, SPIROPS R&D, §3",
    parameters,
    schema,
    make: |written| Ok(Box::new(Comfort::new(Params::from_written(written)?)?)),
};

/// The mean and the standard deviation of wanted speeds, m/s (S §3.3.3, after Brogan & Johnson 2003).
const USUAL_SPEED: (f64, f64) = (1.36, 0.162);

/// A pedestrian that stands intends to go at this share of the wanted speed.
const CREEP: f64 = 0.1;

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct Comfort {
    params: Params,
    /// Which drives are on: one bit for each.
    on: u32,
}

/// Memory that is used again from one pedestrian to the next.
struct Buffers<'a> {
    around: Nearest<Perceived>,
    walls: &'a mut Vec<Segment>,
}

impl Model for Comfort {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut ModelScratch) {
        let mut buffers = Buffers { around: Nearest::default(), walls: scratch.of(roomy) };
        for (out, &row) in velocity.iter_mut().zip(rows) {
            *out = self.think(crowd, row as usize, &mut buffers, &mut ());
        }
    }
    fn usual_speed(&self) -> Option<(f64, f64)> {
        Some(USUAL_SPEED)
    }
    fn inspect(&self, crowd: &Crowd<'_>, row: usize) -> Option<Inspection> {
        let mut buffers = Buffers { around: Nearest::default(), walls: &mut Vec::new() };
        let preferred = finite_or_zero(crowd.preferred[row]);
        let mut seen = Inspection { preferred, ..Inspection::default() };
        seen.stage("preferred", preferred, "what the route asks for");
        let outcome = self.think(crowd, row, &mut buffers, &mut seen);
        let facing = preferred.unit().or_else(|| finite_or_zero(crowd.velocity[row]).unit());
        let p = &self.params;
        seen.space = facing.map(|heading| PersonalSpace {
            intimate: p.intimate,
            personal: p.personal,
            social: p.social,
            side: p.side,
            heading,
        });
        seen.stage(
            "outcome",
            outcome,
            if preferred == Point::ZERO { "wants to stand" } else { "what the drives make of it" },
        );
        Some(seen)
    }
}

impl Comfort {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        let on = params.switches()?;
        Ok(Comfort { params, on })
    }
    /// Returns the velocity of one pedestrian, and tells `observe` about the drives.
    #[inline]
    fn think<O: Observe>(&self, crowd: &Crowd<'_>, row: usize, buffers: &mut Buffers<'_>, observe: &mut O) -> Point {
        let Buffers { around, walls } = buffers;
        let params = &self.params;
        let preferred = finite_or_zero(crowd.preferred[row]);
        let top_speed = crowd.top_speed[row];
        let Some(heading) = preferred.unit() else {
            perception::look(crowd, row, params, Point::new(1.0, 0.0), around);
            return finite_or_zero(no_faster(drives::part(around.near(), params.strafe_speed), top_speed));
        };
        if let Some(back) = jam::Rules::borrowed(params.held_up_speed).yielding(crowd, row, preferred) {
            return back;
        }
        perception::look(crowd, row, params, heading, around);
        let near = around.near();
        let obstacle = perception::obstacle(crowd, row, params, heading, walls);
        let wanted = preferred.norm();
        let speed = finite_or_zero(crowd.velocity[row]).dot(heading).clamp(CREEP * wanted, wanted);
        let imminent = collision::most_imminent(heading * speed, near, params.margin, params.horizon);
        let crowding = perception::crowding(near);
        let situation = Situation::new(params, crowd, row, (heading, wanted), near, obstacle, (crowding, imminent));
        let Decision { turn, speed } = decide(&situation, self.on, observe);
        let (sin, cos) = maths::sin_cos(turn);
        finite_or_zero(no_faster((heading * cos + heading.left() * sin) * speed, top_speed))
    }
}
