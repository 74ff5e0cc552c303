//! The order of rows, and what follows from it.

use populace_geom::Morton;

use crate::scratch::Scratch;
use crate::simulation::{Now, Simulation};
use crate::state::{NONE, swaps};

/// Decisions between two times that rows are put in order.
const SORT_EVERY: u64 = 32;

/// Columns and rows per metre of the order in which rows are put.
const SORT_SCALE: f64 = 4.0;

impl Simulation {
    /// Puts rows in an order in which neighbours are close: by floor, then along a Z-order curve (Morton 1966).
    pub(crate) fn sort(&mut self, now: Now) {
        let decision = now.step / u64::from(self.timing.think_every);
        if !decision.is_multiple_of(SORT_EVERY) {
            return;
        }
        let people = &self.state.people;
        self.scratch.order.clear();
        let keys = (0..people.len()).map(|row| {
            let floor = self.env.cell_floor(people.cell[row]);
            let order = Morton::new(self.env.floors()[floor.index()].bounds.min, SORT_SCALE);
            (u64::from(floor.0) << 48 | order.key(people.position[row]) & ((1 << 48) - 1), row as u32)
        });
        self.scratch.order.extend(keys);
        self.scratch.order.sort_unstable();
        self.scratch.rows.clear();
        self.scratch.rows.extend(self.scratch.order.iter().map(|&(_, row)| row));
        swaps(&mut self.scratch.rows, &mut self.scratch.swaps);
        self.state.people.swap_all(&self.scratch.swaps);
        self.index();
    }

    /// Makes what follows from the rows.
    pub(crate) fn index(&mut self) {
        let Scratch { row_of, inside, heading, .. } = &mut self.scratch;
        let people = &self.state.people;
        row_of.clear();
        row_of.resize(self.arrivals.len(), NONE);
        heading.clear();
        heading.resize(self.env.areas().len(), 0);
        for (row, (&id, &exit)) in people.id.iter().zip(&people.exit).enumerate() {
            row_of[id as usize] = row as u32;
            if let Some(heading) = heading.get_mut(exit as usize) {
                *heading += 1;
            }
        }
        // A pedestrian who came in a rehearsal may not even have a number any more.
        let is_gone = |id: u32| row_of.get(id as usize).is_none_or(|&row| row == NONE);
        if inside.len() != people.len() || inside.iter().any(|&id| is_gone(id)) {
            inside.clear();
            inside.extend_from_slice(&people.id);
            inside.sort_unstable();
        }
    }
}
