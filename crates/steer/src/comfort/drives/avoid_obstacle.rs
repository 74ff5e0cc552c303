//! Comfort: avoid the closest static obstacle. The pedestrian keeps a distance that depends on the density of the crowd
//! and on the width of the passage, and walks at 80 % of the wanted speed below 0.81 m (S §3.3.3).

use super::{Drive, Kind, Wish};
use crate::comfort::membership::ramp;
use crate::comfort::situation::Situation;

/// The greatest turn away from an obstacle, rad.
const MOST_TURN: f64 = 0.5;

pub const DRIVE: Drive = Drive {
    name: "avoid_obstacle",
    about: "keeps its distance to walls, and walks slower beside them",
    kind: Kind::Comfort,
    evaluate: avoid,
};

/// Returns the distance that is kept, m: less in a passage and in a crowd, but room for the body.
#[inline]
pub fn kept(at: &Situation<'_>, width: f64) -> f64 {
    let p = at.params;
    let wide = p.obstacle_distance.min(p.passage_share * width);
    let crowded = wide * (1.0 - (1.0 - p.crowded_share) * at.crowding);
    crowded.max(at.radius + 0.05)
}

fn avoid(at: &Situation<'_>) -> Option<Wish> {
    let obstacle = at.obstacle?;
    let distance = obstacle.distance;
    let slow = distance < at.params.slow_distance;
    let kept = kept(at, obstacle.width);
    if !slow && distance >= kept {
        return None;
    }
    let across = obstacle.towards.dot(at.heading.left());
    let away = if across > 0.0 { -1.0 } else { 1.0 };
    // The route leads past an obstacle straight ahead by itself.
    let near = ramp(distance, kept, at.radius) * across.abs();
    let speed = if slow { at.params.slow_share * at.wanted } else { at.wanted };
    Some(Wish { interest: 1.0, turn: Some(away * MOST_TURN * near), speed: Some(speed), target: None })
}
