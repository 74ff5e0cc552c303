//! Deposit: pedestrians leave traces in the fields that other pedestrians read, after they have moved.
//!
//! A field is a raster over the floors, for example of densities or directions. The simulation has no fields yet, so
//! nothing is left behind.

use crate::simulation::Simulation;

impl Simulation {
    /// Lets all pedestrians leave traces in the fields.
    pub(crate) fn deposit(&mut self) {}
}
