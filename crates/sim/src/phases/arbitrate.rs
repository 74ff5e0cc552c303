//! Arbitrate: one sequential phase grants the things for which pedestrians compete, in an order that ends with the
//! pedestrian's id.

use crate::simulation::{Now, Simulation};

impl Simulation {
    /// Grants the places in lifts and trains, the slots of objects and the places in their lines.
    pub(crate) fn arbitrate(&mut self, now: Now) {
        self.run_lifts(now);
        self.run_trains(now);
        self.run_objects(now);
    }
}
