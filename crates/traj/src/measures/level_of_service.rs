//! Fruin's level of service of walkways: how much room people have.
//!
//! Fruin 1971, Pedestrian Planning and Design, chapter 4, and Highway Research Record 355. At levels A to E a person has at least
//! 35, 25, 15, 10 and 5 square feet on average, at F less; 1 ft² is 0.09290304 m². The room follows from the Voronoi density, which
//! changes smoothly as people come and go.

use super::voronoi_density::AreaCells;
use super::{Finding, MeasureEntry, Measuring, Of, gathers};
use crate::Moment;

pub(super) const ENTRY: MeasureEntry = MeasureEntry {
    name: "level-of-service",
    about: "share of the time at Fruin's walkway levels A (free) to F (jammed), by Voronoi density",
    unit: "share",
    source: "Fruin 1971, Pedestrian Planning and Design, ch. 4",
    of: Of::Area,
    needs_ground: true,
    begin: |subject| Some(Box::new(Levels { cells: AreaCells::new(subject)?, frames: [0; 6] })),
};

/// The levels, and the least room of a person at each of them, ft².
pub const LEVELS: [(char, f64); 6] = [('A', 35.0), ('B', 25.0), ('C', 15.0), ('D', 10.0), ('E', 5.0), ('F', 0.0)];
const SQUARE_FOOT: f64 = 0.092_903_04;

/// Returns the level of a density, persons/m², as its place in [`LEVELS`].
pub fn level_of(density: f64) -> usize {
    LEVELS.iter().position(|&(_, room)| density * room * SQUARE_FOOT <= 1.0).unwrap_or(LEVELS.len() - 1)
}

struct Levels {
    cells: AreaCells,
    frames: [u64; 6],
}

impl Measuring for Levels {
    fn moment(&mut self, moment: &Moment) {
        self.frames[level_of(self.cells.density(moment.frame))] += 1;
    }
    fn findings(&self) -> Vec<Finding> {
        let all: u64 = self.frames.iter().sum();
        let names = ["service_a", "service_b", "service_c", "service_d", "service_e", "service_f"];
        let share = |frames: u64| (all > 0).then(|| frames as f64 / all as f64);
        names.into_iter().zip(self.frames).map(|(name, frames)| Finding::figure(name, share(frames), "share")).collect()
    }
    gathers!(frames);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bounds in m² a person as textbooks print them: 3.25, 2.32, 1.39, 0.93 and 0.46.
    #[test]
    fn levels_are_those_of_fruin() {
        let rooms = [9.0, 3.26, 3.24, 2.33, 2.31, 1.40, 1.38, 0.94, 0.92, 0.47, 0.45, 0.1];
        let levels: String = rooms.iter().map(|room| LEVELS[level_of(1.0 / room)].0).collect();
        assert_eq!(levels, "AABBCCDDEEFF");
        assert_eq!((level_of(0.0), level_of(f64::NAN)), (0, 5));
    }
}
