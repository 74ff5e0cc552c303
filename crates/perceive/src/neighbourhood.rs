//! Perception of a whole crowd, with all the scratch it needs.

use populace_env::World;

use crate::floors::Floors;
use crate::graph::Graph;
use crate::grid::Grid;
use crate::sight::Sight;
use crate::{Bodies, Neighbours, Perception};

/// Finds the neighbours of everyone, again and again without allocating. What is kept from call to call are buffers: the
/// answer is a function of the environment, the bodies and the settings.
#[derive(Debug, Default)]
pub struct Neighbourhood {
    perception: Perception,
    floors: Floors,
    graph: Graph,
    grid: Grid,
}

impl Neighbourhood {
    /// Perceives in one way; see [`Perception::check`] for its limits.
    pub fn new(perception: Perception) -> Self {
        Neighbourhood { perception, ..Neighbourhood::default() }
    }

    /// How it perceives.
    pub fn perception(&self) -> Perception {
        self.perception
    }

    /// Who perceives whom. A row without a finite position has no neighbours and is nobody's.
    pub fn perceive(&mut self, world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        let sight = Sight::new(world, bodies);
        // One entry into the pool of threads, rather than one for each part of the work.
        rayon::join(|| self.perceive_inside(sight, out), || ());
    }

    fn perceive_inside(&mut self, sight: Sight<'_>, out: &mut Neighbours) {
        self.floors.fill(sight);
        match self.perception {
            Perception::Graph(settings) => self.graph.perceive(settings, sight, &self.floors, out),
            Perception::Grid(settings) => self.grid.perceive(settings, sight, &self.floors, out),
        }
    }
}
