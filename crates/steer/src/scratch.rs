//! Memory that models use again and again.

use std::any::Any;

/// The room of a list from the beginning, so that a list that varies from one pedestrian to the next does not grow now
/// and then.
const ROOM: usize = 64;

/// Memory that outlives a call, so that models allocate nothing when they are asked again. A model keeps a value of a type
/// of its own in it. No velocity depends on what earlier calls have left there.
#[derive(Default)]
pub struct ModelScratch(Vec<Box<dyn Any + Send + Sync>>);

impl ModelScratch {
    /// Returns the value of a type, and makes it the first time.
    pub fn of<T: Any + Send + Sync>(&mut self, make: impl FnOnce() -> T) -> &mut T {
        let known = self.0.iter().position(|value| value.is::<T>());
        let at = known.unwrap_or_else(|| {
            self.0.push(Box::new(make()));
            self.0.len() - 1
        });
        self.0[at].downcast_mut().expect("the value was found by its type")
    }
}

/// Returns an empty list with room for what is usual.
pub(crate) fn roomy<T>() -> Vec<T> {
    Vec::with_capacity(ROOM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_one_value_that_stays() {
        let mut scratch = ModelScratch::default();
        scratch.of(Vec::<u32>::new).push(7);
        scratch.of(Vec::<f64>::new).push(0.5);
        scratch.of(|| vec![1u32]).push(8);
        assert_eq!(*scratch.of(Vec::<u32>::new), [7, 8]);
        assert_eq!(*scratch.of(Vec::<f64>::new), [0.5]);
    }
}
