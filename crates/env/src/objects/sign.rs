//! A sign: shows people the way to other objects. A pedestrian that sees the sign knows where they are.
//!
//! | number           | unit | default | from                                                                          |
//! |------------------|------|---------|-------------------------------------------------------------------------------|
//! | reading distance | m    | 20      | letters of 100 mm; a common rule of signs is a height of 1/200 of the distance |
//! | widest angle     | °    | 60      | as a board (assumed). From the side a sign is read from less far (Xie, Filippidis, Gwynne, Galea et al. 2007, *Signage legibility distances as a function of observation angle*); here the distance does not depend on the angle |

use populace_geom::Bounds;

use super::ground::ObjectGround;
use super::{Found, ObjectKind, ObjectProblem, Sight};
use crate::Object;

/// How far a sign is read unless the place gives a `radius`, m.
const FAR: f64 = 20.0;
/// The cosine of the widest angle from the front at which a sign is read.
const SIDEWAYS: f64 = 0.5;

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "sign",
    aliases: &[],
    about: "shows the way to the objects that `shows` names, or to all: a pedestrian that sees it knows where they are",
    places: "none: it is read from wherever it is seen, within `radius` (20 m) and up to 60° from its front",
    source: "reading distance of 100 mm letters; angle as a board",
    has_line: false,
    is_passed: false,
    takes: &["facing", "radius", "shows"],
    offers: &[],
    service: None,
    slots,
};

/// Finds from where the sign is read.
fn slots(ground: &ObjectGround<'_>, object: &Object) -> Result<Found, ObjectProblem> {
    let middle = Bounds::of(object.footprint.iter().copied()).center();
    let seen = ground.face_of(object, middle).filter(|&(face, _)| ground.room_near(object.floor, face));
    let Some((face, front)) = seen else {
        let hint = "move it to walkable ground or to a wall beside it, or turn its front there with `facing`";
        return Err(ObjectProblem::new("nobody can read it: people do not come before it", hint));
    };
    let sight = Sight { face, front, far: object.radius.unwrap_or(FAR), sideways: SIDEWAYS };
    Ok(Found { sight: Some(sight), ..Found::default() })
}
