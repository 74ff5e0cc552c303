//! Many routes at once.

use rayon::prelude::*;

use crate::Spot;
use crate::planners::{Atlas, Found, Planner, Scratch};

/// The most requests that a thread takes at a time: many enough to make use of the memory of a search, few enough to share the
/// requests among threads.
const CHUNK: usize = 64;

/// Plans all requests, each from a start to a goal, on all threads of the current pool. The answers come in the order of the requests
/// and do not depend on the number of threads.
pub fn plan_all(planner: &dyn Planner, atlas: Atlas<'_>, requests: &[(Spot, Spot)]) -> Vec<Option<Found>> {
    let chunk = requests.len().div_ceil(4 * rayon::current_num_threads()).clamp(1, CHUNK);
    let answers: Vec<Vec<Option<Found>>> = requests
        .par_chunks(chunk)
        .map_init(Scratch::default, |scratch, chunk| {
            chunk.iter().map(|&(from, to)| planner.plan(atlas, from, to, scratch)).collect()
        })
        .collect();
    answers.into_iter().flatten().collect()
}
