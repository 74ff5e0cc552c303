//! Jam rules: what a held-up pedestrian does, so that no pedestrian waits for ever.
//!
//! Hard bodies that press on each other hold each other up for good: in arches before doors, and where two crowds meet
//! head on. No paper of a model here has a rule for that. Four rules keep people moving (a proposal):
//!
//! - A held-up pedestrian gives way to a neighbour that it touches and that is ahead of it: it backs off as far as the
//!   margin asks (`give_way`).
//! - Where two pedestrians are ahead of each other, the pedestrian of lower rank gives way. Ranks are drawn anew in
//!   every turn. Where other people come the opposite way, people back off to their right, so that lanes form.
//! - A pedestrian that is held up by a neighbour that stands in the way goes around it, on a side that is drawn anew in
//!   every turn (`around`). When the side could still change at every decision, people stepped left and right for
//!   minutes wherever the wanted way swung from one side of the neighbour to the other.
//! - A pedestrian that finds no way at all creeps on, or goes anywhere if the way is blocked (`creep`). A pedestrian
//!   that only walls hold up, with nobody near, creeps on along its way.
//!
//! Whether a pedestrian is ahead of a neighbour is judged by where the neighbour wants to go: walkers show their
//! intentions (Goffman's externalization; Lamarche & Donikian 2004, §2.3). The numbers were chosen by trial on doors of
//! 0.8 to 2 m and on corridors with two crowds: with the rules all people come through, without them hardly any do.
//!
//! | field         | unit | borrowed | from                                                  |
//! |---------------|------|----------|-------------------------------------------------------|
//! | held_up_speed | m/s  | declared | proposal; the setting of the model that has the rules |
//! | margin        | m    | 0.1      | proposal                                              |
//! | push_speed    | m/s  | 0.5      | proposal                                              |
//! | creep_speed   | m/s  | 0.1      | proposal                                              |
//!
//! A model takes part by declaring the setting `held_up_speed` in its `settings!`, with the words of `about!`.
//! `reactive` has settings for all four numbers.

mod around;
mod creep;
mod give_way;
#[cfg(test)]
mod tests;

use populace_geom::{Point, Segment};

use crate::Crowd;
use crate::nearest::{Nearest, Other, finite_or_zero, no_faster};
use crate::passing::{Neighbour, earliest};
pub(crate) use around::around;
pub(crate) use creep::creep;
pub(crate) use give_way::{back_off, gives_way, rank};

/// Ranks and sides hold for this long, s.
const TURN: f64 = 2.0;

/// Nobody is near a pedestrian when the gap to every neighbour is at least this wide, m.
const NOBODY_NEAR: f64 = 1.0;

/// The parameters of the jam rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rules {
    /// A pedestrian that gets on more slowly than this is held up, m/s.
    pub held_up_speed: f64,
    /// The room that two bodies keep in passing, m.
    pub margin: f64,
    /// The greatest speed of a pedestrian that backs off, m/s.
    pub push_speed: f64,
    /// The speed of a pedestrian that finds no way, m/s.
    pub creep_speed: f64,
}

/// The meaning of the setting `held_up_speed`, for every model that borrows the rules.
macro_rules! about {
    () => {
        "A pedestrian that gets on more slowly than this is held up and follows the jam rules; 0: nobody does"
    };
}
pub(crate) use about;

impl Rules {
    /// Returns the rules for a model whose paper has none.
    pub const fn borrowed(held_up_speed: f64) -> Self {
        Rules { held_up_speed, margin: 0.1, push_speed: 0.5, creep_speed: 0.1 }
    }

    /// Returns the velocity by the first three rules. `None` when the pedestrian gets on, when no neighbour holds it
    /// up, and when `held_up_speed` is 0.
    #[inline]
    pub fn relief(&self, crowd: &Crowd<'_>, row: usize, wanted: Point) -> Option<Point> {
        if self.held_up_speed <= 0.0 || gets_on(crowd, row, wanted, self.held_up_speed) {
            return None;
        }
        self.relief_in_jam(crowd, row, wanted)
    }

    /// Returns the velocity by the first two rules, as [`Rules::relief`]: a pedestrian does not go around a neighbour
    /// that stands.
    #[inline]
    pub fn yielding(&self, crowd: &Crowd<'_>, row: usize, wanted: Point) -> Option<Point> {
        if self.held_up_speed <= 0.0 || gets_on(crowd, row, wanted, self.held_up_speed) {
            return None;
        }
        self.yielding_in_jam(crowd, row, wanted)
    }

    /// Returns the velocity of a pedestrian whose model lets it get on no faster than it creeps: along its way at creep
    /// speed when it is held up and nobody is near, so that only walls hold it up; else what the model says. Forces of
    /// door posts, for example, hold a body that is nearly as wide as the door.
    #[cold]
    pub fn free_of_walls(
        &self,
        crowd: &Crowd<'_>,
        row: usize,
        wanted: Point,
        near: &[Other],
        velocity: Point,
    ) -> Point {
        let is_near = |other: &Other| other.distance2.sqrt() - other.bodies < NOBODY_NEAR;
        let is_held_up = self.held_up_speed > 0.0 && !gets_on(crowd, row, wanted, self.held_up_speed);
        if !is_held_up || near.iter().any(is_near) {
            return velocity;
        }
        no_faster(no_faster(wanted, self.creep_speed), crowd.top_speed[row])
    }

    #[cold]
    fn relief_in_jam(&self, crowd: &Crowd<'_>, row: usize, wanted: Point) -> Option<Point> {
        self.yielding_in_jam(crowd, row, wanted).or_else(|| {
            let mut around_us = Nearest::default();
            around_us.look(crowd, row, self.margin);
            let velocity = around(crowd, row, wanted, self, around_us.near(), crowd.walls.around(row))?;
            Some(finite_or_zero(no_faster(velocity, crowd.top_speed[row])))
        })
    }

    #[cold]
    fn yielding_in_jam(&self, crowd: &Crowd<'_>, row: usize, wanted: Point) -> Option<Point> {
        let mut around_us = Nearest::default();
        around_us.look(crowd, row, self.margin);
        let near = around_us.near();
        gives_way(crowd, row, wanted, self, near)
            .then(|| finite_or_zero(no_faster(back_off(crowd, wanted, self, near), crowd.top_speed[row])))
    }
}

/// Returns whether a pedestrian goes where it wants to, faster than `held_up_speed`, or wants to stand.
#[inline]
fn gets_on(crowd: &Crowd<'_>, row: usize, wanted: Point, held_up_speed: f64) -> bool {
    let progress = crowd.velocity[row].dot(wanted);
    let wanted2 = wanted.norm2();
    (progress > 0.0 && progress * progress > held_up_speed * held_up_speed * wanted2) || wanted2 == 0.0
}

/// Returns whether a velocity leads into no neighbour and no wall until the next decision.
fn is_free(crowd: &Crowd<'_>, row: usize, way: Point, speed: f64, near: &[Neighbour], walls: &[Segment]) -> bool {
    let (here, reach) = (crowd.position[row], crowd.radius[row] + speed * crowd.dt);
    let into = |wall: &Segment| {
        let to = wall.nearest(here) - here;
        way.dot(to) > 0.0 && to.norm2() < reach * reach
    };
    earliest(near, way, crowd.dt).is_none() && !walls.iter().any(into)
}

/// Returns the number of the turn for which ranks and sides hold.
fn turn_number(crowd: &Crowd<'_>) -> u64 {
    (crowd.time / TURN) as u64
}
