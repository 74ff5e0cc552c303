//! Think: journeys go on. Pedestrians that have arrived, waited long enough, lost the way or stand at a lift are looked
//! at, in the order of their ids; the other pedestrians walk on.

use populace_traj::EventKind;

use crate::progress::attention;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

impl Simulation {
    /// Looks at every pedestrian that needs a decision about its journey, in the order of their ids.
    pub(crate) fn think(&mut self, now: Now) {
        let mut rows = std::mem::take(&mut self.scratch.rows);
        rows.clear();
        let waiting = self.scratch.attention.iter().enumerate().filter(|(_, a)| **a != 0);
        rows.extend(waiting.map(|(row, _)| row as u32));
        rows.sort_unstable_by_key(|&row| self.state.people.id[row as usize]);
        for &row in &rows {
            self.attend(now, row as usize);
        }
        self.scratch.rows = rows;
    }

    pub(crate) fn attend(&mut self, now: Now, row: usize) {
        let people = &mut self.state.people;
        let (what, id, stage) = (self.scratch.attention[row], people.id[row], people.stage[row]);
        if what & attention::STUCK != 0 {
            let cause = self.why_stuck(row);
            self.state.counts.stuck += 1;
            self.state.people.track[row].stuck = Some(cause);
            self.tell(now, id, EventKind::Stuck, cause as u32);
            if self.state.people.status[row] == Status::Withdrawing {
                return self.pause(now, row);
            }
            // Perhaps there is a better place on the way, or the way has been left.
            return self.ask(row);
        } else if what & attention::FREED != 0 {
            self.tell(now, id, EventKind::Freed, stage);
        }
        if self.state.people.status[row] == Status::Withdrawing {
            if what & (attention::OFF_ROUTE | attention::ARRIVED) != 0 {
                self.pause(now, row);
            }
        } else if what & attention::HELD != 0
            && let Some(neighbour) = self.has_to_withdraw_for(now, row)
            && self.withdraw(now, row, neighbour)
        {
            // On the way back.
        } else if what & attention::OFF_ROUTE != 0 {
            // Where a pedestrian who has no way is now, there may be one, perhaps to another exit.
            if self.state.people.status[row] == Status::NoWay { self.begin_again(now, row) } else { self.ask(row) }
        } else if what & attention::AT_LIFT != 0 {
            self.state.people.status[row] = Status::Queueing;
            self.state.people.since[row] = now.time;
        } else if what & attention::ARRIVED != 0 {
            self.tell(now, id, EventKind::Reached, stage);
            self.next_stage(now, row);
        } else if what & attention::TIME_IS_UP != 0 {
            // A wait is a stage of its own; a preparation or a pause is over before a stage begins.
            if self.state.people.status[row] == Status::Waiting {
                self.next_stage(now, row)
            } else {
                self.begin_again(now, row)
            }
        }
    }
}
