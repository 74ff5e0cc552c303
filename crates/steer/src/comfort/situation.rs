//! The situation of one pedestrian A, as every drive reads it: A itself, the neighbours, the obstacle, and what several
//! drives ask about them.

use populace_geom::Point;

use super::collision::Imminent;
use super::membership::ramp;
use super::params::Params;
use super::perception::{Obstacle, Perceived};
use crate::Crowd;
use crate::nearest::finite_or_zero;

/// A neighbour comes towards A in full when this share of its velocity is against A's way.
const TOWARDS: f64 = 0.5;
/// A neighbour that comes within this distance of A's line is in its way, m: two bodies and a little more.
const IN_LINE: f64 = 1.0;
/// A neighbour takes up a side when it is at most this far to the side, ahead and behind, m.
const BESIDE: (f64, f64, f64) = (0.9, 0.8, 0.3);
/// A neighbour that is slower than this stands, m/s.
const STANDS: f64 = 0.1;

/// A side of A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The left.
    Left,
    /// The right.
    Right,
}

impl Side {
    /// Returns 1 for left, −1 for right.
    #[inline]
    pub fn sign(self) -> f64 {
        if self == Side::Left { 1.0 } else { -1.0 }
    }
}

/// The situation that a drive reads.
pub struct Situation<'a> {
    /// The parameters of the model.
    pub params: &'a Params,
    /// The crowd at the moment of the decision.
    pub crowd: &'a Crowd<'a>,
    /// The row of A.
    pub row: usize,
    /// The direction of the route: a unit vector.
    pub heading: Point,
    /// The wanted speed, m/s.
    pub wanted: f64,
    /// The speed of A along its heading, m/s.
    pub speed: f64,
    /// The greatest speed of A, m/s.
    pub top_speed: f64,
    /// Half the width of A's body, m.
    pub radius: f64,
    /// All neighbours, nearest first.
    pub near: &'a [Perceived],
    /// The closest obstacle.
    pub obstacle: Option<Obstacle>,
    /// The density of the crowd, from 0 to 1.
    pub crowding: f64,
    /// The most imminent collision.
    pub imminent: Option<Imminent>,
    /// The degree to which a neighbour comes towards A, from 0 to 1.
    pub oncoming: f64,
    /// For the left and for the right side, the two neighbours that leave least of it free: the share that stays free,
    /// and the row of the neighbour.
    sides: [[(f64, u32); 2]; 2],
}

impl<'a> Situation<'a> {
    /// Returns the situation that follows from what A perceives.
    #[allow(clippy::too_many_arguments)]
    #[inline]
    pub fn new(
        params: &'a Params,
        crowd: &'a Crowd<'a>,
        row: usize,
        (heading, wanted): (Point, f64),
        near: &'a [Perceived],
        obstacle: Option<Obstacle>,
        (crowding, imminent): (f64, Option<Imminent>),
    ) -> Self {
        let mut made = Situation {
            params,
            crowd,
            row,
            heading,
            wanted,
            speed: finite_or_zero(crowd.velocity[row]).dot(heading).max(0.0),
            top_speed: crowd.top_speed[row],
            radius: crowd.radius[row],
            near,
            obstacle,
            crowding,
            imminent,
            oncoming: 0.0,
            sides: [[(1.0, u32::MAX); 2]; 2],
        };
        for other in near {
            made.oncoming = made.oncoming.max(made.comes(other));
            made.beside(other);
        }
        made
    }
    /// Returns the neighbours within the parabola.
    #[inline]
    pub fn sensed(&self) -> impl Iterator<Item = &Perceived> {
        self.near.iter().filter(|b| b.is_sensed)
    }
    /// Returns how much B comes towards A, from 0 to 1: against A's way, ahead of A and near its line.
    #[inline]
    fn comes(&self, b: &Perceived) -> f64 {
        if b.ahead <= 0.0 || b.along >= 0.0 || !b.is_sensed {
            return 0.0;
        }
        let against = ramp(-b.along, 0.0, TOWARDS * b.velocity.norm().max(STANDS));
        against * ramp(b.left.abs(), IN_LINE, 0.5 * IN_LINE)
    }
    /// Notes how much of a side B takes.
    #[inline]
    fn beside(&mut self, b: &Perceived) {
        let (reach, ahead, behind) = BESIDE;
        if b.ahead > ahead || b.ahead < -behind || b.left == 0.0 {
            return;
        }
        let free = ramp(b.left.abs(), b.bodies, reach);
        let side = &mut self.sides[usize::from(b.left < 0.0)];
        if free < side[0].0 {
            side[1] = side[0];
            side[0] = (free, b.row);
        } else if free < side[1].0 {
            side[1] = (free, b.row);
        }
    }
    /// Returns how free a side is of obstacles and of neighbours other than `except`, from 0 to 1.
    #[inline]
    pub fn side_free(&self, side: Side, except: u32) -> f64 {
        let [first, second] = self.sides[usize::from(side == Side::Right)];
        let of_people = if first.1 == except { second.0 } else { first.0 };
        let of_walls = ramp(self.to_obstacle(side), self.radius, self.radius + 0.4);
        of_people * of_walls
    }
    /// Returns the distance from A to the obstacle on a side, m; infinite when there is none.
    #[inline]
    pub fn to_obstacle(&self, side: Side) -> f64 {
        let Some(obstacle) = self.obstacle else { return f64::INFINITY };
        let across = obstacle.towards.dot(self.heading.left()) * side.sign();
        // An obstacle straight ahead is on no side.
        if across > 0.5 {
            obstacle.distance / across
        } else if across < -0.5 {
            (obstacle.width - obstacle.distance) / -across
        } else {
            f64::INFINITY
        }
    }
    /// Returns how much B goes A's way, from 0 to 1. If B stands, the way that B wants to go counts.
    #[inline]
    pub fn same_way(&self, b: &Perceived) -> f64 {
        let speed = b.velocity.norm();
        let wants = finite_or_zero(self.crowd.preferred[b.row as usize]);
        let (along, speed) = if speed > STANDS { (b.along, speed) } else { (wants.dot(self.heading), wants.norm()) };
        if speed > 0.0 { ramp(along, -0.3 * speed, 0.3 * speed) } else { 0.5 }
    }
    /// Returns whether B crosses A's way: it walks more across the way than along it.
    #[inline]
    pub fn is_crossed_by(&self, b: &Perceived) -> bool {
        b.velocity.cross(self.heading).abs() > b.along.abs().max(STANDS)
    }
    /// Returns whether there is a place to pass B, from 0 to 1: a free side in a passage that is wide enough, and
    /// no neighbour comes towards A.
    #[inline]
    pub fn may_pass(&self, b: &Perceived) -> f64 {
        let sides = self.side_free(Side::Left, b.row).max(self.side_free(Side::Right, b.row));
        sides * (1.0 - self.narrow()) * (1.0 - self.oncoming)
    }
    /// Returns whether the passage is too narrow to pass a neighbour, from 0 to 1: two bodies with a margin on either
    /// side of each.
    #[inline]
    pub fn narrow(&self) -> f64 {
        let abreast = 4.0 * self.radius;
        self.obstacle.map_or(0.0, |o| ramp(o.width, abreast + 0.6, abreast + 0.2))
    }
    /// Returns whether A is in a passage at all, from 0 to 1.
    #[inline]
    pub fn passage(&self) -> f64 {
        self.obstacle.map_or(0.0, |o| ramp(o.width, 5.0, 3.0))
    }
}
