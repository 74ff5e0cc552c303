//! From a place to a proven environment: cells, graph, hierarchy and the queries that planners,
//! perception and pedestrians share.

mod place;

pub use place::*;
