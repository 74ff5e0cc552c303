//! The standard models: what each of them does around its own kernel.
//!
//! For each pedestrian: look at the neighbours; stand if the route asks for nothing, unless bodies overlap; follow the
//! jam rules if they have an answer; else ask the kernel. A pedestrian that the kernel holds up between walls, with
//! nobody near, creeps on.

use std::any::Any;

use populace_geom::Point;

use crate::contact::parting;
use crate::jam;
use crate::nearest::{Nearest, Other, finite_or_zero, no_faster};
use crate::{Crowd, Model, ModelScratch};

/// The rule of motion that a standard model has of its own. Every type with a kernel is a model.
pub(crate) trait Kernel: Send + Sync {
    /// The lists of the kernel, which are used again from one pedestrian to the next.
    type Buffers: Any + Send + Sync;
    /// Makes the lists, with room for what is usual.
    fn buffers() -> Self::Buffers;
    /// Returns the jam rules that the model borrows.
    fn jam(&self) -> jam::Rules;
    /// Returns the velocity of a pedestrian that wants to walk and that the jam rules leave alone, m/s.
    fn velocity(&self, walker: &Walker<'_>, buffers: &mut Self::Buffers) -> Point;
    /// Returns what [`Model::most_haste`] does.
    fn most_haste(&self) -> f64 {
        f64::INFINITY
    }
}

/// A pedestrian that wants to walk, as a kernel reads it.
#[derive(Clone, Copy)]
pub(crate) struct Walker<'a> {
    /// The frozen crowd.
    pub crowd: &'a Crowd<'a>,
    /// The row of the pedestrian.
    pub row: usize,
    /// The neighbours, nearest first.
    pub near: &'a [Other],
    /// The velocity that the route asks for, m/s.
    pub preferred: Point,
    /// The direction of that velocity: a unit vector.
    pub way: Point,
    /// The greatest speed of the pedestrian, m/s.
    pub top_speed: f64,
}

impl Walker<'_> {
    /// Returns the velocity of the last step, no faster than the top speed, m/s.
    #[inline]
    pub fn velocity(&self) -> Point {
        no_faster(finite_or_zero(self.crowd.velocity[self.row]), self.top_speed)
    }
    /// Returns the speed that the pedestrian wants where nothing is in the way, m/s.
    #[inline]
    pub fn free_speed(&self) -> f64 {
        self.preferred.norm().min(self.top_speed)
    }
}

impl<K: Kernel> Model for K {
    fn steer(&self, crowd: &Crowd<'_>, rows: &[u32], velocity: &mut [Point], scratch: &mut ModelScratch) {
        // What has a fixed size is faster on the stack.
        let (mut around, buffers) = (Nearest::default(), scratch.of(K::buffers));
        let rules = self.jam();
        for (out, &row) in velocity.iter_mut().zip(rows) {
            let row = row as usize;
            around.look(crowd, row, 0.0);
            *out = decide(self, &rules, crowd, row, around.near(), buffers);
        }
    }
    fn most_haste(&self) -> f64 {
        Kernel::most_haste(self)
    }
}

#[inline]
fn decide<K: Kernel>(
    kernel: &K,
    rules: &jam::Rules,
    crowd: &Crowd<'_>,
    row: usize,
    near: &[Other],
    buffers: &mut K::Buffers,
) -> Point {
    let (preferred, top_speed) = (finite_or_zero(crowd.preferred[row]), crowd.top_speed[row]);
    let Some(way) = preferred.unit() else { return no_faster(parting(near, crowd.dt), top_speed) };
    if let Some(velocity) = rules.relief(crowd, row, preferred) {
        return velocity;
    }
    let velocity = finite_or_zero(kernel.velocity(&Walker { crowd, row, near, preferred, way, top_speed }, buffers));
    if velocity.dot(way) < rules.creep_speed {
        rules.free_of_walls(crowd, row, preferred, near, velocity)
    } else {
        velocity
    }
}
