//! Think: pedestrians pursue their goals. Pedestrians that have arrived or waited long enough think about their goals, on
//! all threads; then everyone that has arrived, waited long enough, lost the way or stands at a lift is looked at, in the
//! order of their ids; the other pedestrians walk on.

use populace_mind::{Goal, Occasion, Target};
use populace_traj::EventKind;
use rayon::prelude::*;

use crate::minds::{RIDE, Thought};
use crate::progress::attention;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// A pedestrian that is looked at.
pub(crate) struct Due {
    row: u32,
    id: u32,
    /// The thought about its goal; `None` when the pedestrian does not think.
    thought: Option<Thought>,
    /// The need for which it interrupts what it does, and the goal that it puts on top.
    directive: Option<(usize, Goal)>,
}

impl Simulation {
    /// Looks at every pedestrian that needs a decision, in the order of their ids.
    pub(crate) fn think(&mut self, now: Now) {
        let mut due = std::mem::take(&mut self.scratch.due);
        due.clear();
        let waiting = self.scratch.attention.iter().enumerate().filter(|(_, a)| **a != 0);
        let ids = &self.state.people.id;
        due.extend(waiting.map(|(row, _)| Due { row: row as u32, id: ids[row], thought: None, directive: None }));
        due.sort_unstable_by_key(|due| due.id);
        let this = &*self;
        due.par_iter_mut().with_min_len(32).for_each(|due| {
            let row = due.row as usize;
            due.thought = this.foresee(now, row);
            let is_urged = this.scratch.attention[row] & attention::URGE != 0 && due.thought.is_none();
            due.directive = if is_urged { this.directive(now, row) } else { None };
        });
        for due in due.drain(..) {
            self.attend(now, due);
        }
        self.scratch.due = due;
    }

    /// Returns what a pedestrian thinks of its goal, when it has arrived or has stood or walked for as long as the goal said.
    fn foresee(&self, now: Now, row: usize) -> Option<Thought> {
        let what = self.scratch.attention[row];
        let why = if what & attention::ARRIVED != 0 {
            Occasion::Arrived
        } else if what & attention::TIME_IS_UP != 0 {
            Occasion::Woken
        } else {
            return None;
        };
        Some(self.consider(now, row, why))
    }

    fn attend(&mut self, now: Now, Due { row, id, thought, directive }: Due) {
        let row = row as usize;
        let what = self.scratch.attention[row];
        let is_withdrawing = self.state.people.status[row] == Status::Withdrawing;
        if what & attention::STUCK != 0 {
            let cause = self.why_stuck(row);
            self.state.counts.stuck += 1;
            self.state.people.track[row].stuck = Some(cause);
            self.tell(now, id, EventKind::Stuck, cause as u32);
            if is_withdrawing {
                return self.pause(now, row);
            }
            // Perhaps there is a better place on the way, or the way has been left.
            return self.ask(row);
        } else if what & attention::FREED != 0 {
            self.tell(now, id, EventKind::Freed, self.stage(row));
        }
        if is_withdrawing {
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
            self.react(now, row, RIDE);
        } else if what & attention::URGE != 0 && self.has_to_get_out(now, row) {
            self.get_out(now, row);
        } else if let Some(thought) = thought {
            let is_visit = || {
                self.state.people.memory[row]
                    .top()
                    .is_some_and(|goal| !matches!(goal.target, Target::Nothing | Target::Area(_)))
            };
            if what & attention::ARRIVED != 0 && !is_visit() {
                self.tell(now, id, EventKind::Reached, self.stage(row));
            }
            self.carry_out(now, row, thought);
        } else if what & attention::URGE != 0 {
            let is_interrupted = directive.is_some_and(|(need, goal)| self.interrupt(now, row, need, goal));
            if !is_interrupted {
                self.put_off_needs(now, row);
            }
        }
    }

    /// Lets a pedestrian that has left a narrow place think about what to do there.
    fn pause(&mut self, now: Now, row: usize) {
        self.think_now(now, row, Occasion::Arrived);
        self.state.people.held[row] = 0.0;
    }
}
