//! Shows how one pedestrian came to its velocity: the velocity after each stage, and the search with all its
//! propositions.

use populace_geom::Point;

use super::kinds::Kind;
use super::optimise::{Proposition, Watch};
use super::tables::Module;
use crate::passing::Neighbour;
use crate::{CollisionSeen, Inspection};

/// The pipe of one pedestrian in one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pipe {
    /// The velocity that the route asks for, m/s.
    pub preferred: Point,
    /// The velocity after the personal space, m/s.
    pub personal_space: Point,
    /// The velocity after the push of neighbours that touch, m/s: S_I of the search.
    pub pushed: Point,
    /// Whether the jam rules gave the velocity: the pedestrian is held up, and gives way or goes around a neighbour
    /// that stands. Then nothing is searched.
    pub gave_way: bool,
    /// The propositions of the search. The first is S_I itself.
    pub propositions: Vec<Examined>,
    /// Whether the pedestrian keeps to the side that it took for a neighbour that comes, although its way is free.
    pub kept: bool,
    /// The velocity after collision avoidance, m/s; zero when the list was exhausted.
    pub avoidance: Point,
    /// t_c of the security stage, s. `None` when it is not within the reaction time.
    pub security_time: Option<f64>,
    /// The velocity after security, m/s: the outcome.
    pub velocity: Point,
}

/// A proposition of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Examined {
    /// The module that made it. `None` for the first.
    pub module: Option<Module>,
    /// s: the velocity, m/s.
    pub velocity: Point,
    /// q: the quality, from 0 to 1.
    pub quality: f64,
    /// t: the time of the collision that the proposition answers, s.
    pub time: f64,
    /// Whether the search examined it.
    pub examined: bool,
    /// The collision that it leads to before t.
    pub collision: Option<Predicted>,
    /// Whether the search chose it.
    pub chosen: bool,
}

/// A predicted collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Predicted {
    /// The row of the neighbour.
    pub row: u32,
    /// The id of the neighbour.
    pub pedestrian: u32,
    /// The time until the collision, s.
    pub time: f64,
    /// The type of the collision.
    pub kind: Kind,
    /// Whether the two bodies touch already.
    pub touching: bool,
}

impl Pipe {
    /// Fills in the ids of the neighbours with which collisions were predicted.
    pub(super) fn name(&mut self, id: &[u32]) {
        for hit in self.propositions.iter_mut().filter_map(|p| p.collision.as_mut()) {
            hit.pedestrian = id[hit.row as usize];
        }
    }
    /// Returns the collision that S_I leads to.
    pub fn predicted(&self) -> Option<Predicted> {
        self.propositions.first()?.collision
    }
    /// Returns the proposition that was chosen. `None` when the list was exhausted, and when the pedestrian did not
    /// want to go anywhere.
    pub fn chosen(&self) -> Option<&Examined> {
        self.propositions.iter().find(|p| p.chosen)
    }
    /// Returns the pipe in the words of all models.
    pub(super) fn shown(self) -> Inspection {
        let collision = self.predicted().map(|hit| CollisionSeen {
            pedestrian: hit.pedestrian,
            time: hit.time,
            kind: hit.kind.word(),
            touching: hit.touching,
        });
        let mut seen = Inspection { preferred: self.preferred, collision, ..Inspection::default() };
        self.stages(&mut seen);
        seen.velocity = self.velocity;
        seen.pipe = Some(self);
        seen
    }
    /// Adds the stages that were passed (L §4.3).
    fn stages(&self, seen: &mut Inspection) {
        seen.stage("preferred", self.preferred, "what the route asks for");
        seen.stage("personal space", self.personal_space, "keeps its distance to those beside");
        if self.propositions.is_empty() {
            seen.stage("outcome", self.velocity, "wants to stand, and nobody pushes");
            return;
        }
        let is_pushed = self.pushed != self.personal_space;
        seen.stage("contacts", self.pushed, if is_pushed { "those within reach push" } else { "nobody pushes" });
        if self.gave_way {
            seen.stage("outcome", self.velocity, "held up: gives way, or goes around someone who stands");
            return;
        }
        let is_free = self.chosen().is_some();
        let note = match (is_free, self.kept, self.predicted()) {
            (_, true, _) => "keeps to its side: with the other on the way wanted, the own would not be free",
            (true, _, None) => "no collision ahead",
            (true, _, Some(_)) => "a collision is avoided",
            (false, ..) => "no proposition was free",
        };
        seen.stage("avoidance", self.avoidance, note);
        let note = match (self.security_time, is_free) {
            (_, false) => "creeps on".into(),
            (Some(t), _) => format!("at the current velocity it collides in {t:.2} s"),
            (None, _) => "no collision within the reaction time".into(),
        };
        seen.stage("security, outcome", self.velocity, note);
    }
}

/// Takes note of the stages of a pedestrian; `()` ignores them.
pub(super) trait Observe: Watch {
    fn personal_space(&mut self, _preferred: Point, _velocity: Point) {}
    fn pushed(&mut self, _velocity: Point) {}
    fn gave_way(&mut self, _velocity: Point) {}
    fn kept(&mut self) {}
    fn avoidance(&mut self, _velocity: Point) {}
    fn security(&mut self, _time: Option<f64>, _velocity: Point) {}
}
impl Observe for () {}

impl Observe for Pipe {
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

impl Watch for Pipe {
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
