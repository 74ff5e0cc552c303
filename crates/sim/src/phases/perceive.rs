//! Perceive: every pedestrian finds its neighbours.

use populace_env::World;
use populace_perceive::Bodies;

use crate::simulation::Simulation;

impl Simulation {
    /// Finds the neighbours that each pedestrian perceives, and the neighbours that its body may touch until the next
    /// decision.
    pub(crate) fn perceive(&mut self) {
        let people = &self.state.people;
        let bodies = Bodies { position: &people.position, cell: &people.cell, velocity: &people.velocity };
        let world = World::new(&self.env, &self.state.doors);
        self.perception.perceive(world, bodies, &mut self.state.near);
        if let Some(touch) = &mut self.touch {
            touch.perceive(world, bodies, &mut self.state.contacts);
        }
    }
}
