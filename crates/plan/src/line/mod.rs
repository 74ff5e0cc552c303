//! Lines that a body can walk: string pulling through given portals, and the shortest line of all.
//!
//! [`corners`] prepares an environment for discs of one radius, with [`fans`] and [`pokes`]. [`pull`] threads a route
//! through the [`funnel`], which rounds corners by [`bend`]; [`lay`] lays the result out over floors. Where the funnel
//! fails, [`sleeve`] searches the exact line within the cells of the route. [`exact`] searches the graph of [`taut`]
//! pieces: [`sight`] finds candidates, and a [`walk`] proves that a disc can pass.

pub(crate) mod bend;
pub(crate) mod corners;
pub(crate) mod exact;
pub(crate) mod fans;
pub(crate) mod funnel;
pub(crate) mod lay;
pub(crate) mod pokes;
pub(crate) mod pull;
pub(crate) mod sight;
pub(crate) mod sleeve;
pub(crate) mod taut;
pub(crate) mod walk;
