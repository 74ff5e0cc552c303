//! Two bodies that pass each other with a margin: a neighbour with the distance that both keep, when the two collide,
//! and the tangents by which they just miss (Lamarche & Donikian 2004, §4.2, "L"; the errata are as in the model
//! `reactive`).

mod collision;
mod neighbour;
mod tangents;

pub(crate) use collision::{collision, earliest};
pub(crate) use neighbour::Neighbour;
pub(crate) use tangents::Tangents;
