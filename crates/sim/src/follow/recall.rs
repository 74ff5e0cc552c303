//! The memory of a follower about a pedestrian from one decision to the next: a column of one fixed size, which only
//! the follower understands.

use populace_env::{CellId, Environment};
use populace_geom::Point;
use populace_plan::Spot;
use serde::{Deserialize, Serialize};

/// The memory of a follower about one pedestrian, as snapshots save it and the step's hash mixes it. A [`Recall`] gives
/// it a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowerState([u64; FollowerState::WORDS]);

impl FollowerState {
    /// The number of words.
    pub const WORDS: usize = 3;
    /// The state of a pedestrian of whom nothing is remembered, for example after it got a new route.
    pub const NOTHING: FollowerState = FollowerState([0; FollowerState::WORDS]);

    /// Makes a state of words.
    pub fn of(words: [u64; FollowerState::WORDS]) -> Self {
        FollowerState(words)
    }
    /// Returns the words.
    pub fn words(self) -> [u64; FollowerState::WORDS] {
        self.0
    }
}

/// The memory of a follower about a pedestrian, as a type of its own. The default is to remember nothing.
///
/// What is saved is loaded again as the same value, and the default is saved as [`FollowerState::NOTHING`].
pub trait Recall: Copy + Default {
    /// Returns the memory as words.
    fn save(self) -> FollowerState;
    /// Returns the memory that the words stand for. Fails, and says what is wrong, when the words do not fit the place.
    /// Words may come from a file, and name a cell that the place does not have.
    fn load(state: FollowerState, env: &Environment) -> Result<Self, String>;
}

/// The memory of a follower that remembers nothing.
impl Recall for () {
    fn save(self) -> FollowerState {
        FollowerState::NOTHING
    }
    fn load(state: FollowerState, _: &Environment) -> Result<Self, String> {
        if state == FollowerState::NOTHING { Ok(()) } else { Err("its follower remembers nothing".into()) }
    }
}

/// The memory of a follower that remembers a spot: the coordinates, and the number of the cell plus 1.
impl Recall for Option<Spot> {
    fn save(self) -> FollowerState {
        self.map_or(FollowerState::NOTHING, |Spot { cell, point }| {
            FollowerState([point.x.to_bits(), point.y.to_bits(), u64::from(cell.0) + 1])
        })
    }
    fn load(state: FollowerState, env: &Environment) -> Result<Self, String> {
        if state == FollowerState::NOTHING {
            return Ok(None);
        }
        let [x, y, cell] = state.0;
        let point = Point::new(f64::from_bits(x), f64::from_bits(y));
        if !point.is_finite() {
            return Err(format!("it remembers the point ({}, {})", point.x, point.y));
        }
        match cell.checked_sub(1).filter(|&cell| cell < env.cell_count() as u64) {
            Some(cell) => Ok(Some(Spot { cell: CellId(cell as u32), point })),
            None => Err(format!("it remembers a cell, but none of the {} cells", env.cell_count())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::corridor;

    #[test]
    fn a_spot_is_remembered_to_the_bit_and_other_words_are_refused() {
        let env = corridor(1).env;
        let load = |words| <Option<Spot>>::load(FollowerState::of(words), &env);
        for spot in [None, Some(Spot { cell: CellId(0), point: Point::new(-0.0, 0.1 + 0.2) })] {
            let loaded = <Option<Spot>>::load(spot.save(), &env);
            assert_eq!(loaded.map(Recall::save), Ok(spot.save()));
        }
        assert_eq!(<Option<Spot>>::default().save(), FollowerState::NOTHING);
        assert!(load([0, 0, 1]).is_ok());
        assert!(load([0, 1.0f64.to_bits(), 0]).is_err(), "a point without a cell");
        assert!(load([f64::NAN.to_bits(), 0, 1]).is_err());
        assert!(load([0, 0, env.cell_count() as u64 + 1]).is_err());
        assert!(load([0, 0, u64::MAX]).is_err());
    }

    #[test]
    fn a_follower_without_a_memory_takes_no_words() {
        let env = corridor(1).env;
        assert_eq!(<()>::load(FollowerState::NOTHING, &env), Ok(()));
        assert!(<()>::load(FollowerState::of([0, 0, 1]), &env).is_err());
    }
}
