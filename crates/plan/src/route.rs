//! The result of planners: the portals to pass, and the line that a body walks through them.

use populace_env::{CellId, FloorId, SegmentId};
use populace_geom::Point;
use serde::{Deserialize, Serialize};

/// A point of an environment with the cell it is in: a start or a goal.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// The cell.
    pub cell: CellId,
    /// The point, in the cell or on its border.
    pub point: Point,
}

/// A point of a walkable line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// The point on the plan, m.
    pub point: Point,
    /// Its floor. Where the line passes from floor to floor, the point on the shared edge belongs to the floor entered.
    pub floor: FloorId,
}

/// The line that a body walks: straight from point to point, except where two consecutive points are the two ends of a
/// lift hop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// From the start to the goal.
    pub points: Vec<Waypoint>,
    /// Length on the plan, m; a lift hop has no length.
    pub length: f64,
}

impl Line {
    /// Empties the line and keeps its memory.
    pub fn clear(&mut self) {
        self.points.clear();
        self.length = 0.0;
    }
}

/// The plan through the environment: the free segments to pass, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// Portals from the start's cell to the goal's cell; empty when both are one cell.
    pub portals: Vec<SegmentId>,
    /// Expected time over the roadmap, s.
    pub time: f64,
}
