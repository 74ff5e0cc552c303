//! Shows how one pedestrian comes to its velocity, under any model: the velocity after each stage, and the parts that
//! only some models have.

use populace_geom::{Point, maths};

use crate::reactive::Pipe;

/// The way in which one pedestrian came to its velocity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspection {
    /// The velocity that the route asks for, m/s.
    pub preferred: Point,
    /// The stages in their order. The velocity after the last is the outcome.
    pub stages: Vec<StageSeen>,
    /// The outcome, m/s.
    pub velocity: Point,
    /// The collision that is avoided, if a collision is predicted.
    pub collision: Option<CollisionSeen>,
    /// The search, of the model `reactive`.
    pub pipe: Option<Pipe>,
    /// The drives with their interests, of models that have drives.
    pub drives: Vec<DriveSeen>,
    /// The personal space around the body, of models that have it.
    pub space: Option<PersonalSpace>,
}

/// A stage of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct StageSeen {
    /// The name of the stage.
    pub name: &'static str,
    /// The velocity after the stage, m/s.
    pub velocity: Point,
    /// The reason for the velocity, in words.
    pub note: String,
}

/// A collision ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollisionSeen {
    /// The id of the neighbour.
    pub pedestrian: u32,
    /// The time until the collision, s.
    pub time: f64,
    /// The type of the collision, in the words of the model. Empty when the model has one type only.
    pub kind: &'static str,
    /// Whether the two bodies touch already.
    pub touching: bool,
}

/// The wish of a drive. A drive is a behaviour that reacts to one target.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveSeen {
    /// The name of the drive, as in settings.
    pub name: &'static str,
    /// A line that says what the drive does.
    pub about: &'static str,
    /// The id of the pedestrian that the drive reacts to. `None` when it reacts to an obstacle or to nothing.
    pub target: Option<u32>,
    /// The interest: how well the drive fits the situation, from 0 to 1.
    pub interest: f64,
    /// The turn that the drive asks for, rad; positive to the left.
    pub turn: f64,
    /// The speed that the drive asks for, m/s.
    pub speed: f64,
    /// Whether the drive wins over comfort.
    pub emergency: bool,
    /// Whether the drive has a part in the outcome.
    pub chosen: bool,
}

/// The zones around a body, and the parabola in which the pedestrian senses others. A neighbour that is x m to the side
/// is sensed if it is at least i (x²/s² − 1) m ahead; i is the border of the intimate zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PersonalSpace {
    /// i: the border of the intimate zone, m.
    pub intimate: f64,
    /// The border of the personal zone, m.
    pub personal: f64,
    /// The border of the social zone, where perception ends, m.
    pub social: f64,
    /// s: how far the pedestrian senses others at its sides, m.
    pub side: f64,
    /// The direction that the pedestrian faces: a unit vector.
    pub heading: Point,
}

impl Inspection {
    /// Adds a stage. Its velocity is the outcome unless another stage follows.
    pub fn stage(&mut self, name: &'static str, velocity: Point, note: impl Into<String>) {
        self.stages.push(StageSeen { name, velocity, note: note.into() });
        self.velocity = velocity;
    }
}

impl PersonalSpace {
    /// Returns the border of what the pedestrian perceives, as a ring of points relative to the body, m: the parabola,
    /// cut at the social zone.
    pub fn outline(&self) -> Vec<Point> {
        const STEPS: i32 = 48;
        let Self { intimate: i, social, side: s, heading, .. } = *self;
        let place = |x: f64, y: f64| heading * y - heading.left() * x;
        // Where the parabola leaves the circle of the social zone: (x²/s²)² i² + x² (1 − 2 i²/s²) + i² = social², in
        // x².
        let (a, b, c) = (i * i / (s * s * s * s), 1.0 - 2.0 * i * i / (s * s), i * i - social * social);
        let most = ((-b + (b * b - 4.0 * a * c).max(0.0).sqrt()) / (2.0 * a)).max(0.0).sqrt();
        let parabola = (-STEPS..=STEPS).map(|k| {
            let x = most * f64::from(k) / f64::from(STEPS);
            place(x, i * (x * x / (s * s) - 1.0))
        });
        let end = maths::atan2(i * (most * most / (s * s) - 1.0), most);
        let arc = (1..STEPS).map(|k| {
            let angle = end + (std::f64::consts::PI - 2.0 * end) * f64::from(k) / f64::from(STEPS);
            let (sin, cos) = maths::sin_cos(angle);
            place(social * cos, social * sin)
        });
        parabola.chain(arc).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_outline_is_the_parabola_cut_at_the_social_zone() {
        let heading = Point::new(0.0, 1.0);
        let space = PersonalSpace { intimate: 0.45, personal: 1.2, social: 3.6, side: 1.2, heading };
        let ring = space.outline();
        // Erratum A3.1: 0.45 m behind, and nothing beyond 3.6 m.
        let behind = ring.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        assert!((behind + 0.45).abs() < 1e-9, "{behind}");
        assert!(ring.iter().all(|p| p.norm() < 3.6 + 1e-9));
        for p in &ring {
            let is_on_parabola = (p.y - 0.45 * (p.x * p.x / 1.44 - 1.0)).abs() < 1e-9;
            assert!(is_on_parabola || (p.norm() - 3.6).abs() < 1e-9, "{p:?}");
        }
        let left_to_right = ring[0].x < 0.0 && ring[96].x > 0.0;
        assert!(left_to_right);
    }
}
