//! The phases of a step, one file each. A file holds what its phase does to all pedestrians. What the phase does to one
//! pedestrian is in a module beside this folder, such as `motion` or `progress`.

mod admit;
mod advance;
mod arbitrate;
mod deposit;
mod follow;
mod localise;
mod obey;
mod perceive;
mod plan;
mod report;
mod retire;
mod steer;
mod think;

pub(crate) use self::advance::is_held;
pub(crate) use self::think::Due;
