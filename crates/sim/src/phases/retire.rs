//! Retire: people who have left lose their row, and people who boarded move into the cabins.

use crate::lifts::Ride;
use crate::scratch::CHUNK;
use crate::simulation::Simulation;
use crate::state::Status;

impl Simulation {
    /// Takes out the pedestrians that have left, and moves the pedestrians that boarded into the cabins.
    pub(crate) fn retire(&mut self) {
        let goes = |status: &Status| matches!(status, Status::Gone | Status::Riding);
        if !self.is_decision(self.now()) || !self.state.people.status.iter().any(goes) {
            return;
        }
        // From the last row on: the row that takes the place of another has been looked at before.
        for row in (0..self.state.people.len()).rev() {
            match self.state.people.status[row] {
                Status::Gone => {
                    self.remove(row);
                    self.state.counts.left += 1;
                }
                Status::Riding => match self.hop_of(row) {
                    Some((lift, _, to)) => {
                        let person = self.remove(row);
                        self.state.riding.push(Ride { lift: lift as u32, to, person });
                    }
                    // The way changed under way: back to the doors.
                    None => {
                        self.drop_reactions(row);
                        self.state.people.status[row] = Status::Walking;
                    }
                },
                _ => {}
            }
        }
        self.scratch.boxes.truncate(self.state.people.len().div_ceil(CHUNK));
        // Neighbours are listed by row, and rows have changed; they are listed anew before anybody looks.
        self.state.near.clear();
        self.state.contacts.clear();
        self.state.riding.sort_by_key(|ride| (ride.lift, ride.person.id));
        self.index();
    }
}
