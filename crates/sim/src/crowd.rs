//! The frozen crowd as steering models see it.

use populace_steer::{Acquaintance, Crowd, Walls};

use crate::simulation::{Now, Simulation};

impl Simulation {
    /// The frozen crowd as models see it.
    pub(crate) fn crowd<'a>(&'a self, now: Now, walls: &'a dyn Walls) -> Crowd<'a> {
        let people = &self.state.people;
        Crowd {
            id: &people.id,
            position: &people.position,
            velocity: &people.velocity,
            radius: &people.radius,
            preferred: &self.scratch.preferred,
            top_speed: &self.scratch.top_speed,
            group: &people.group,
            acquaintance: Acquaintance {
                population: &people.population,
                level: &self.acquaintance,
                count: self.populations.len(),
            },
            near_start: &self.state.near.start,
            near: &self.state.near.rows,
            walls,
            draws: now.draws,
            step: now.step,
            time: now.time,
            dt: self.timing.dt * f64::from(self.timing.think_every),
        }
    }
}
