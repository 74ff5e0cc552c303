//! What went on in one pedestrian: the velocity after each stage, and the search with all its propositions.

use populace_geom::Point;

use super::optimise::{Proposition, Watch};
use super::prediction::Kind;
use super::surroundings::Neighbour;
use super::tables::Module;

/// The pipe of one pedestrian in one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// What the route asks for, m/s.
    pub preferred: Point,
    /// After the personal space, m/s.
    pub personal_space: Point,
    /// After those who touch pushed, m/s: S_I of the search.
    pub pushed: Point,
    /// Held up in a jam, and giving way or going around someone who stands: nothing was searched.
    pub gave_way: bool,
    /// The search; the first is S_I itself.
    pub propositions: Vec<Examined>,
    /// Keeps to the side that was taken for someone who comes, although the way is free.
    pub kept: bool,
    /// After collision avoidance, m/s; zero when the list was exhausted.
    pub avoidance: Point,
    /// t_c of the security module, s; `None` when it is not within the reaction time.
    pub security_time: Option<f64>,
    /// After security: the outcome, m/s.
    pub velocity: Point,
}

/// A proposition of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Examined {
    /// Which module made it; `None` for the first.
    pub module: Option<Module>,
    /// s, m/s.
    pub velocity: Point,
    /// q.
    pub quality: f64,
    /// t, s: when the collision happens that it answers.
    pub time: f64,
    /// Whether it was taken out of the list.
    pub examined: bool,
    /// What it runs into before t.
    pub collision: Option<Predicted>,
    /// Whether it was chosen.
    pub chosen: bool,
}

/// A predicted collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// With whom: row of the crowd.
    pub row: u32,
    /// The name that stays with them.
    pub pedestrian: u32,
    /// When, s.
    pub time: f64,
    /// Its type.
    pub kind: Kind,
    /// They touch already.
    pub touching: bool,
}

impl Inspection {
    /// Names those with whom collisions were predicted.
    pub(super) fn name(&mut self, id: &[u32]) {
        for hit in self.propositions.iter_mut().filter_map(|p| p.collision.as_mut()) {
            hit.pedestrian = id[hit.row as usize];
        }
    }
    /// The collision that S_I runs into.
    pub fn predicted(&self) -> Option<Predicted> {
        self.propositions.first()?.collision
    }
    /// The proposition that was chosen; `None` when the list was exhausted, or when there was nowhere to go.
    pub fn chosen(&self) -> Option<&Examined> {
        self.propositions.iter().find(|p| p.chosen)
    }
}

/// Sees the stages of a pedestrian; `()` sees nothing.
pub(super) trait Observe: Watch {
    fn personal_space(&mut self, _preferred: Point, _velocity: Point) {}
    fn pushed(&mut self, _velocity: Point) {}
    fn gave_way(&mut self, _velocity: Point) {}
    fn kept(&mut self) {}
    fn avoidance(&mut self, _velocity: Point) {}
    fn security(&mut self, _time: Option<f64>, _velocity: Point) {}
}
impl Observe for () {}

impl Observe for Inspection {
    fn personal_space(&mut self, preferred: Point, velocity: Point) {
        self.preferred = preferred;
        self.personal_space = velocity;
    }
    fn pushed(&mut self, velocity: Point) {
        self.pushed = velocity;
        let first = Examined {
            module: None,
            velocity,
            quality: 1.0,
            time: f64::INFINITY,
            examined: false,
            collision: None,
            chosen: false,
        };
        self.propositions.push(first);
    }
    fn gave_way(&mut self, velocity: Point) {
        self.gave_way = true;
        self.avoidance = velocity;
        self.velocity = velocity;
    }
    fn kept(&mut self) {
        self.kept = true;
    }
    fn avoidance(&mut self, velocity: Point) {
        self.avoidance = velocity;
    }
    fn security(&mut self, time: Option<f64>, velocity: Point) {
        self.security_time = time;
        self.velocity = velocity;
    }
}

impl Watch for Inspection {
    fn proposed(&mut self, _index: usize, p: &Proposition, module: Module) {
        self.propositions.push(Examined {
            module: Some(module),
            velocity: p.way.velocity,
            quality: p.quality,
            time: p.time,
            examined: false,
            collision: None,
            chosen: false,
        });
    }
    fn examined(&mut self, index: usize, collision: Option<(&Neighbour, f64, Kind)>) {
        let Some(p) = self.propositions.get_mut(index) else { return };
        p.examined = true;
        p.collision = collision.map(|(n, time, kind)| Predicted {
            row: n.row,
            pedestrian: u32::MAX,
            time,
            kind,
            touching: n.is_touching(),
        });
    }
    fn chosen(&mut self, index: usize) {
        if let Some(p) = self.propositions.get_mut(index) {
            p.chosen = true;
        }
    }
}
