//! The neighbourhood of a crowd: the neighbours that each pedestrian perceives at a decision.

use populace_env::World;

use crate::grid::{Grid, Params};
use crate::{Bodies, Neighbours, Perceiving, Perception};

/// Finds the neighbours of all people. It keeps its memory from one decision to the next, so that it need not allocate.
pub struct Neighbourhood {
    perception: Box<dyn Perception>,
}

impl Neighbourhood {
    /// Returns a neighbourhood in which `perception` finds the neighbours.
    pub fn new(perception: Box<dyn Perception>) -> Self {
        Neighbourhood { perception }
    }

    /// Returns a neighbourhood in which people perceive the `most` nearest people in sight within `range` m, all
    /// around.
    pub fn all_around(range: f64, most: u32) -> Self {
        Neighbourhood::new(Box::new(Grid::new(Params { range, most, fan_degrees: 360.0 })))
    }

    /// Returns whether a pedestrian perceives every neighbour that its body may touch, up to `reach` m; see
    /// [`Perception::notices_all_near`].
    pub fn notices_all_near(&self, reach: f64) -> bool {
        self.perception.notices_all_near(reach)
    }

    /// Writes to `out`, for every row, the rows of the neighbours that its pedestrian perceives.
    pub fn perceive(&mut self, world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        let perception = &mut self.perception;
        // The pool of threads is entered once, rather than once for each part of the work.
        rayon::join(|| perception.perceive(world, bodies, out), || ());
    }
}

impl Default for Neighbourhood {
    /// Returns the neighbourhood of the first line of [`PERCEPTIONS`](crate::PERCEPTIONS), with its defaults.
    fn default() -> Self {
        Perceiving::default().neighbourhood()
    }
}
