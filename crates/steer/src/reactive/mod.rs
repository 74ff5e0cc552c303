//! Reactive navigation: personal space → collision avoidance → security, a pipe that filters the preferred velocity.
//!
//! Lamarche & Donikian 2004, *Crowd of virtual humans: a new approach for real time navigation in complex and structured environments*,
//! doi:10.1111/j.1467-8659.2004.00782.x, §4.2 ("L"). One file per stage; each says what it corrects ("erratum").
//!
//! | symbol    | field             | unit | default            | from                              |
//! |-----------|-------------------|------|--------------------|-----------------------------------|
//! | d_N       | personal_distance | m    | 1.2                | Hall's personal zone              |
//! | d_W       | wall_distance     | m    | 0.5                | half a body and as much again     |
//! | k / S_I   | personal_weight   |      | 1                  | erratum: k = the norm of S_I      |
//! | ε         | margin            | m    | 0.1                | proposal; L gives none            |
//! |           | horizon           | s    | 8                  | Karamouzas & Overmars 2010, t_max |
//! |           | expansions        |      | 32                 | erratum: the list needs a bound   |
//! |           | push_speed        | m/s  | 0.5                | proposal; L gives none            |
//! | t_react   | reaction_time     | s    | 0.55               | 0.5 to 1 s is usual; fitted       |
//! |           | least_speed       | m/s  | 0.53               | erratum A1.7; fitted to data      |
//! |           | held_up_speed     | m/s  | 0.4                | proposal, fitted to data          |
//! |           | creep_speed       | m/s  | 0.1                | proposal; L: they stand           |
//! | fig. 11   | reactions         |      | minimal_adjustment | L; see below                      |
//! |           | literal           |      | false              | as printed: personal space, no side |
//!
//! *Minimal adjustment* is the default table because under the *driving rule* a walker may only turn right for those who come and only
//! left for those ahead, which leaves too few ways in a dense two-way crowd: of two streams of 2.5 people per second for 30 s that meet
//! in a corridor of 4 × 40 m, people take 41 s under the first and 66 s under the second (mean of 10 seeds; 1.5 per second: 31 s and
//! 36 s).
//!
//! Against data (`populace check --full --model reactive`): flow through bottlenecks and speed at each density are within the limits of the checks. What
//! decides both is the speed that security leaves: with 0.1 m/s the speeds are nearer to those measured (0.06 m/s), but 1.7 people a second pass a door of
//! 1.2 m, where 2.3 were counted (Kretz 2006, Seyfried 2009). `reaction_time`, `least_speed` and `held_up_speed` were chosen on these cases
//! over four sets of speeds and draws (`--seed` 0, 50, 100, 200).
//!
//! Differs from L: who has turned aside for someone who comes keeps to that side until their ways no longer cross (`commitment`); who is
//! within R already (t₁ < 0 < t₂) is pushed out of it with the corrected force of the personal space, and then avoided with an R that
//! fits the distance; bodies in contact slide along each other; when the list is exhausted the velocity is null as printed, then people
//! creep on, and who is held up in a jam gives way (`jam`). Who wants to stand still stands, unless touched.
//! Symmetric encounters go to the module that comes first in the table: right in both of L's.
//!
//! Known limits: neighbours are extrapolated in straight lines; only walls of the cell and those ahead are seen; velocities may change
//! at once, acceleration is bounded by whoever moves the bodies.

mod commitment;
mod inspect;
mod jam;
mod modules;
mod optimise;
mod params;
mod personal_space;
mod prediction;
mod rating;
mod security;
mod surroundings;
mod tables;

use populace_geom::Point;
use serde_json::Value;

pub use inspect::{Examined, Pipe, Predicted};
pub(crate) use jam::{rank, relief, yielding};
pub use params::{Params, parameters};
pub use prediction::Kind;
pub use tables::{Module, Named, Reaction, Reactions, Table};

use crate::nearest::{Nearest, finite_or_zero, no_faster};
use crate::{Crowd, Inspection, Model, ModelEntry, Scratch, SettingError, settings};
use inspect::Observe;
use optimise::{List, Search, optimise};
use surroundings::Neighbour;

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "reactive",
    about: "personal space, collision avoidance by rated reactions, security",
    paper: "Lamarche & Donikian 2004, doi:10.1111/j.1467-8659.2004.00782.x, §4.2",
    parameters,
    schema: || schemars::schema_for!(Params).to_value(),
    make: |settings| Ok(Box::new(Reactive::from_settings(settings)?)),
};

/// The model, set up.
#[derive(Clone, Debug)]
pub struct Reactive {
    params: Params,
    table: Table,
}

/// What is kept from one pedestrian to the next, to save its making.
struct Buffers {
    around: Nearest<Neighbour>,
    list: List,
}

impl Model for Reactive {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], _: &mut Scratch) {
        let mut buffers = Buffers { around: Nearest::new(), list: List::new() };
        for (out, &row) in velocity.iter_mut().zip(rows) {
            *out = self.filter(crowd, row as usize, &mut buffers, &mut ());
        }
    }
    fn inspect(&self, crowd: &Crowd<'_>, row: usize) -> Option<Inspection> {
        let mut buffers = Buffers { around: Nearest::new(), list: List::new() };
        let mut pipe = Pipe::default();
        pipe.velocity = self.filter(crowd, row, &mut buffers, &mut pipe);
        pipe.name(crowd.id);
        Some(pipe.shown())
    }
}

impl Reactive {
    /// With these parameters, if they are within their limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        params.reactions.check("reactions")?;
        let table = params.reactions.table();
        Ok(Reactive { params, table })
    }
    /// From settings as written.
    pub fn from_settings(settings: &Value) -> Result<Self, SettingError> {
        Self::new(settings::read(settings)?)
    }
    /// The pipe.
    #[inline]
    fn filter<O: Observe>(&self, crowd: &Crowd<'_>, row: usize, buffers: &mut Buffers, observe: &mut O) -> Point {
        let Self { params, table } = self;
        let Buffers { around, list } = buffers;
        around.look(crowd, row, params.margin);
        let near = around.near();
        let preferred = finite_or_zero(crowd.preferred[row]);
        let top_speed = crowd.top_speed[row];

        let walls = crowd.walls.around(row);
        let wanted = personal_space::keep_distance(params, preferred, crowd.position[row], near, walls);
        observe.personal_space(preferred, wanted);

        let pushed = push_out(params, wanted, top_speed, near);
        if pushed == Point::ZERO {
            return Point::ZERO;
        }
        observe.pushed(pushed);
        let (horizon, expansions) = (params.horizon, params.expansions);
        let search = Search { near, table, top_speed, horizon, dt: crowd.dt, expansions };
        let held_up = if jam::gives_way(crowd, row, wanted, params.held_up_speed, near) {
            Some(jam::back_off(crowd, params, wanted, near))
        } else {
            jam::around(crowd, row, wanted, params.held_up_speed, near, walls)
        };
        if let Some(velocity) = held_up {
            let velocity = finite_or_zero(no_faster(velocity, top_speed));
            observe.gave_way(velocity);
            return velocity;
        }
        let mut avoiding = optimise(&search, pushed, list, observe).map(|way| way.velocity);
        if avoiding == Some(wanted)
            && !params.literal
            && let Some(kept) = commitment::keep_side(crowd, row, wanted, near, horizon)
        {
            avoiding = Some(kept);
            observe.kept();
        }
        observe.avoidance(avoiding.unwrap_or(Point::ZERO));

        let (current, radius) = (crowd.velocity[row], crowd.radius[row]);
        let soonest = security::next_collision(near, crowd.walls, row, current, radius, params.reaction_time);
        let velocity = match (avoiding, soonest) {
            (Some(velocity), None) => velocity,
            (Some(velocity), Some(t)) => security::slow_down(velocity, t, params.reaction_time, params.least_speed),
            (None, _) => jam::creep(crowd, row, wanted, params.creep_speed, near, walls),
        };
        let velocity = finite_or_zero(velocity);
        observe.security(soonest, velocity);
        velocity
    }
}

/// Those who are within R push: R(p, S, d) of the personal space with d = R (erratum A1.6). Who wants to stand is moved by bodies alone.
#[inline]
fn push_out(params: &Params, wanted: Point, top_speed: f64, near: &[Neighbour]) -> Point {
    let spared = if wanted == Point::ZERO { params.margin } else { 0.0 };
    let mut push = Point::ZERO;
    // Nearest first, but R differs: one who is nearer may be slimmer.
    for n in near.iter().filter(|n| n.is_touching()) {
        let reach = n.full_reach - spared;
        if n.distance2 < reach * reach {
            push += n.offset * (1.0 / n.distance2.sqrt() - 1.0 / reach);
        }
    }
    if push == Point::ZERO {
        return wanted;
    }
    let speed = wanted.norm().max(params.push_speed);
    no_faster(wanted + push * speed, top_speed)
}
