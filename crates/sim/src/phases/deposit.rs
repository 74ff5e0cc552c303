//! Deposit: pedestrians leave traces in the fields that others read, after they have moved.
//!
//! A field is a raster over the floors, such as one of densities or directions. The simulation has no fields yet, so nothing is left behind.

use crate::simulation::Simulation;

impl Simulation {
    /// Lets everyone leave traces in the fields.
    pub(crate) fn deposit(&mut self) {}
}
