//! Reactive navigation: a pipe of three stages that filters the preferred velocity: personal space → collision
//! avoidance → security.
//!
//! Lamarche & Donikian 2004, *Crowd of virtual humans: a new approach for real time navigation in complex and
//! structured environments*, doi:10.1111/j.1467-8659.2004.00782.x, §4.2 ("L"). One file per stage; each says what it
//! corrects ("erratum").
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
//! *Minimal adjustment* is the default table. Under the *driving rule* a walker may only turn right for a neighbour
//! that comes and only left for a neighbour ahead. That leaves too few ways in a dense two-way crowd: when two streams
//! of 2.5 people per second meet for 30 s in a corridor of 4 × 40 m, people take 41 s under minimal adjustment and 66 s
//! under the driving rule (mean of 10 seeds; with 1.5 people per second 31 s and 36 s).
//!
//! Against data (`populace check --full --model reactive`): flow through bottlenecks and speed at each density are
//! within the limits of the checks. The speed that security leaves decides both. With a `least_speed` of 0.1 m/s the
//! speeds are nearer to the measured speeds (0.06 m/s off on average), but 1.7 people a second pass a door of 1.2 m,
//! where 2.3 were counted (Kretz 2006, Seyfried 2009). `reaction_time`, `least_speed` and `held_up_speed` were chosen
//! on these cases over four sets of speeds and draws (`--seed` 0, 50, 100, 200).
//!
//! Differs from L:
//! - A pedestrian that has turned aside for a neighbour that comes keeps to that side until their ways no longer cross
//!   (`commitment`).
//! - A neighbour that is within R already (t₁ < 0 < t₂) pushes with the corrected force of the personal space. Then it
//!   is avoided with an R that fits the distance. Bodies in contact slide along each other.
//! - An exhausted list gives a null velocity, as printed; then the pedestrian creeps on. A held-up pedestrian follows
//!   the [jam rules](crate::jam).
//! - A pedestrian that wants to stand stands, unless it is touched.
//! - Symmetric encounters go to the module that comes first in the table: right in both tables of L.
//!
//! Known limits: neighbours are extrapolated in straight lines. Only the walls of the cell and the walls ahead are
//! seen. Velocities may change at once; the simulation bounds the accelerations of bodies.

mod commitment;
mod inspect;
mod kinds;
mod modules;
mod optimise;
mod params;
mod personal_space;
mod rating;
mod security;
mod tables;

use populace_geom::Point;
use populace_settings::SettingError;

pub use inspect::{Examined, Pipe, Predicted};
pub use kinds::Kind;
pub use params::{Params, parameters, schema};
pub use tables::{Module, Named, Reaction, Reactions, Table};

use crate::nearest::{Nearest, finite_or_zero, no_faster};
use crate::passing::Neighbour;
use crate::{Crowd, Inspection, Model, ModelEntry, ModelScratch, jam};
use inspect::Observe;
use optimise::{List, Search, optimise};

/// The line of this model.
pub(crate) const ENTRY: ModelEntry = ModelEntry {
    name: "reactive",
    about: "personal space, collision avoidance by rated reactions, security",
    paper: "Lamarche & Donikian 2004, doi:10.1111/j.1467-8659.2004.00782.x, §4.2",
    parameters,
    schema,
    make: |written| Ok(Box::new(Reactive::new(Params::from_written(written)?)?)),
};

/// The model, set up with its parameters.
#[derive(Clone, Debug)]
pub struct Reactive {
    params: Params,
    table: Table,
}

/// Memory that is used again from one pedestrian to the next.
#[derive(Default)]
struct Buffers {
    around: Nearest<Neighbour>,
    list: List,
}

impl Model for Reactive {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], _: &mut ModelScratch) {
        let mut buffers = Buffers::default();
        for (out, &row) in velocity.iter_mut().zip(rows) {
            *out = self.filter(crowd, row as usize, &mut buffers, &mut ());
        }
    }
    fn inspect(&self, crowd: &Crowd<'_>, row: usize) -> Option<Inspection> {
        let mut buffers = Buffers::default();
        let mut pipe = Pipe::default();
        pipe.velocity = self.filter(crowd, row, &mut buffers, &mut pipe);
        pipe.name(crowd.id);
        Some(pipe.shown())
    }
}

impl Reactive {
    /// Sets the model up. Fails when a parameter is not within its limits.
    pub fn new(params: Params) -> Result<Self, SettingError> {
        params.check()?;
        params.reactions.check("reactions")?;
        let table = params.reactions.table();
        Ok(Reactive { params, table })
    }
    /// Returns the velocity at the end of the pipe, and tells `observe` the velocity after each stage.
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
        let rules = params.jam();
        let held_up = if jam::gives_way(crowd, row, wanted, &rules, near) {
            Some(jam::back_off(crowd, wanted, &rules, near))
        } else {
            jam::around(crowd, row, wanted, &rules, near, walls)
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
            (None, _) => jam::creep(crowd, row, wanted, &rules, near, walls),
        };
        let velocity = finite_or_zero(velocity);
        observe.security(soonest, velocity);
        velocity
    }
}

/// Returns the wanted velocity with the push of neighbours within R: R(p, S, d) of the personal space with d = R
/// (erratum A1.6). Only bodies that overlap move a pedestrian that wants to stand.
#[inline]
fn push_out(params: &Params, wanted: Point, top_speed: f64, near: &[Neighbour]) -> Point {
    let spared = if wanted == Point::ZERO { params.margin } else { 0.0 };
    let mut push = Point::ZERO;
    // Neighbours come nearest first, but R differs: a nearer neighbour may be slimmer. So all are looked at.
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
    // A push turns a pedestrian aside or holds it back. It does not drive the pedestrian on: nobody hurries in a queue.
    no_faster(wanted + push * speed, speed.min(top_speed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bodies in contact used to drive the pedestrian ahead on, up to its top speed.
    #[test]
    fn a_push_from_behind_drives_nobody_on() {
        let (params, wanted) = (Params::default(), Point::new(1.3, 0.0));
        let touching = |x: f64| [Neighbour::at(Point::new(x, 0.0), Point::ZERO, 0.6)];
        let from_behind = push_out(&params, wanted, 2.0, &touching(-0.45));
        assert!((from_behind - wanted).norm() < 1e-12, "{from_behind:?}");
        let held_back = push_out(&params, wanted, 2.0, &touching(0.45));
        assert!(held_back.x < 1.3 && held_back.y == 0.0, "{held_back:?}");
    }
}
