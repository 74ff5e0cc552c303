//! What the floor does to walking: stairs slow down, belts carry.

use populace_env::{Environment, FloorKind};
use populace_geom::Point;

/// How the floor changes walking: the factor on the speed, and what moves underneath, m/s.
pub(crate) struct Ground {
    /// Share of the speed on the flat going up the axis and down it.
    factors: [f64; 2],
    /// Unit vector uphill; zero on the flat.
    uphill: Point,
    /// Velocity of a belt, m/s.
    pub(crate) belt: Point,
}

impl Ground {
    /// What each floor is like.
    pub(crate) fn of(env: &Environment) -> Vec<Ground> {
        let flat = Ground { factors: [1.0; 2], uphill: Point::ZERO, belt: Point::ZERO };
        let floors = env.floors().iter().enumerate().map(|(i, floor)| {
            let id = populace_env::FloorId::new(i);
            let Some((from, to)) = floor.axis() else { return Ground { ..flat } };
            let Some(along) = (to - from).unit() else { return Ground { ..flat } };
            let uphill = if env.height(id, to) >= env.height(id, from) { along } else { Point::ZERO - along };
            match floor.kind {
                FloorKind::Level | FloorKind::Ramp => Ground { ..flat },
                FloorKind::Stairs(stairs) => {
                    Ground { factors: [stairs.up_factor, stairs.down_factor], uphill, belt: Point::ZERO }
                }
                FloorKind::Escalator(belt) if belt.speed == 0.0 => {
                    let stairs = populace_env::Stairs::default();
                    Ground { factors: [stairs.up_factor, stairs.down_factor], uphill, belt: Point::ZERO }
                }
                // On escalators people stand.
                FloorKind::Escalator(belt) => Ground { factors: [0.0; 2], uphill, belt: along * belt.speed },
                FloorKind::Walkway(belt) => Ground { factors: [1.0; 2], uphill, belt: along * belt.speed },
            }
        });
        floors.collect()
    }

    /// Speed over ground in a direction for someone who walks at `speed` on the flat, m/s.
    pub(crate) fn speed(&self, direction: Point, speed: f64) -> f64 {
        speed * self.factors[usize::from(direction.dot(self.uphill) < 0.0)]
    }
}
