//! A gate: a ticket barrier that people pass one after the other.
//!
//! One slot is in the passage. A pedestrian in it faces the way that it leads, `facing`; its line stands behind it.
//! Without `facing` the passage runs along the nearest wall, and the line stands on the side with more room.
//!
//! | number  | unit        | default | from                                                              |
//! |---------|-------------|---------|-------------------------------------------------------------------|
//! | rate    | persons/min | 30      | TCRP Report 165 (2013): 25 to 40 persons/min through a gate with card reader |
//! | service | s           | 2       | 60 / rate                                                         |

use populace_geom::{Bounds, Distribution, Point};

use super::ground::ObjectGround;
use super::{Found, ObjectKind, ObjectProblem};
use crate::Object;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "gate",
    aliases: &[],
    about: "a ticket barrier; `rate` persons per minute pass it, 30 unless given",
    places: "one in the passage, facing the way that it leads (`facing`)",
    source: "TCRP Report 165 (2013): 25 to 40 persons/min",
    has_line: true,
    is_passed: true,
    takes: &["facing", "queue", "service", "rate", "offers"],
    offers: &["passage"],
    service: Some(Distribution::Constant(2.0)),
    slots,
};

/// Finds the slot in the passage.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let middle = Bounds::of(object.footprint.iter().copied()).center();
    let slot = ground.nearest_room(object.floor, middle, 1.0).and_then(|at| {
        let along = || {
            let wall = ground.nearest_wall(object.floor, at, 5.0)?;
            (wall.wall.1 - wall.wall.0).unit()
        };
        let facing = object.facing_from(at).unwrap_or_else(|| {
            let axis = along().unwrap_or(Point::new(0.0, 1.0));
            let run = |direction| ground.run(object.floor, at, direction, 30.0);
            // The line stands where there is more room.
            if run(-axis) >= run(axis) { axis } else { -axis }
        });
        ground.slot(object.floor, at, facing, 0)
    });
    let slot = slot.ok_or_else(|| {
        ObjectProblem::new(
            "nobody can pass it: there is no room for a body within 1 m of its middle",
            "put it into a passage at least 0.5 m wide",
        )
    })?;
    Ok(vec![slot].into())
}
