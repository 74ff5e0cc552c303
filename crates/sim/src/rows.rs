//! The order of rows, and what follows from it: the row of every id, the list of all ids, the people on the way to each
//! exit, and a box around every chunk of rows.

use populace_geom::{Bounds, Morton};

use crate::scratch::{CHUNK, Scratch};
use crate::simulation::{Now, Simulation};
use crate::state::{NONE, Person, swaps};

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

    /// Gives a pedestrian a row, and adds to what follows from the rows. The list of all ids waits for
    /// [`Simulation::list_newcomers`].
    pub(crate) fn enter(&mut self, person: Person) -> usize {
        let Scratch { row_of, heading, boxes, came, .. } = &mut self.scratch;
        let (row, people) = (self.state.people.len(), &mut self.state.people);
        if row_of.len() < self.arrivals.len() {
            row_of.resize(self.arrivals.len(), NONE);
        }
        row_of[person.id as usize] = row as u32;
        if let Some(heading) = heading.get_mut(person.way.exit as usize) {
            *heading += 1;
        }
        if boxes.len() == row.div_ceil(CHUNK) {
            boxes.resize((row + 1).div_ceil(CHUNK), Bounds::EMPTY);
            boxes[row / CHUNK].include(person.position);
        }
        came.push(person.id);
        people.push(person);
        row
    }

    /// Takes out a row; the last row takes its place. What follows from the rows is made again after all rows to take
    /// out were taken out.
    pub(crate) fn remove(&mut self, row: usize) -> Person {
        let person = self.state.people.swap_remove(row);
        self.scratch.changed_minds.note(person.id);
        if let (Some(around), Some(&at)) =
            (self.scratch.boxes.get_mut(row / CHUNK), self.state.people.position.get(row))
        {
            around.include(at);
        }
        person
    }

    /// Adds the pedestrians that got a row to the list of all ids.
    pub(crate) fn list_newcomers(&mut self) {
        let Scratch { inside, came, .. } = &mut self.scratch;
        merge(inside, came);
        debug_assert!(self.is_indexed(), "what follows from the rows");
    }

    /// Returns whether what is kept of the rows is what follows from them.
    fn is_indexed(&self) -> bool {
        let (Scratch { row_of, inside, heading, boxes, .. }, people) = (&self.scratch, &self.state.people);
        let has_boxes = boxes.len() == people.len().div_ceil(CHUNK);
        let is_known = |row: usize| {
            row_of[people.id[row] as usize] == row as u32
                && (!has_boxes || boxes[row / CHUNK].contains(people.position[row]))
        };
        let goes_to = |exit: usize| people.way.iter().filter(|way| way.exit as usize == exit).count();
        (0..people.len()).all(is_known)
            && inside.is_sorted()
            && inside.len() == people.len()
            && heading.iter().enumerate().all(|(exit, &count)| goes_to(exit) == count as usize)
    }

    /// Makes what follows from the rows.
    pub(crate) fn index(&mut self) {
        let Scratch { row_of, inside, heading, .. } = &mut self.scratch;
        let people = &self.state.people;
        row_of.clear();
        row_of.resize(self.arrivals.len(), NONE);
        heading.clear();
        heading.resize(self.env.areas().len(), 0);
        for (row, (&id, way)) in people.id.iter().zip(&people.way).enumerate() {
            row_of[id as usize] = row as u32;
            if let Some(heading) = heading.get_mut(way.exit as usize) {
                *heading += 1;
            }
        }
        // A pedestrian that came in a rehearsal may not even have a number any more.
        let is_gone = |id: u32| row_of.get(id as usize).is_none_or(|&row| row == NONE);
        if inside.len() != people.len() || inside.iter().any(|&id| is_gone(id)) {
            inside.clear();
            inside.extend_from_slice(&people.id);
            inside.sort_unstable();
        }
    }
}

/// Moves some ids into a list that is in order; touches no more of it than what comes after the least of them.
fn merge(sorted: &mut Vec<u32>, more: &mut Vec<u32>) {
    more.sort_unstable();
    let mut from = sorted.len();
    sorted.resize(from + more.len(), 0);
    let mut to = sorted.len();
    while let Some(&new) = more.last() {
        to -= 1;
        if from > 0 && sorted[from - 1] > new {
            from -= 1;
            sorted[to] = sorted[from];
        } else {
            sorted[to] = new;
            more.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_merged_in_order() {
        for (mut sorted, mut more) in [(vec![], vec![3, 1]), (vec![2, 5, 9], vec![7, 1, 12, 6]), (vec![4], vec![])] {
            let mut all = [sorted.clone(), more.clone()].concat();
            all.sort_unstable();
            merge(&mut sorted, &mut more);
            assert_eq!((sorted, more), (all, vec![]));
        }
    }
}
