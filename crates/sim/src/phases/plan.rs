//! Plan: the first pedestrians in the queue get their routes.

use populace_plan::Spot;

use crate::follow::FollowerState;
use crate::routes::Request;
use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// Routes that are planned before they are handed out; more at once would only take memory.
const ROUTES_AT_A_TIME: usize = 4096;

impl Simulation {
    /// Plans routes for the first pedestrians in the queue.
    pub(crate) fn plan(&mut self, now: Now) {
        let is_all = std::mem::take(&mut self.scratch.plans_all);
        let mut left = self.state.queue.len().min(if is_all { usize::MAX } else { self.routes_per_step });
        while left > 0 {
            let count = left.min(ROUTES_AT_A_TIME);
            self.plan_first(now, count);
            left -= count;
        }
    }

    pub(crate) fn plan_first(&mut self, now: Now, count: usize) {
        let people = &self.state.people;
        // A pedestrian that was sent elsewhere meanwhile may not want a route any more.
        let waits = |&row: &usize| people.status.get(row) == Some(&Status::Planning);
        let first = self.state.queue.drain(..count).map(|id| self.scratch.row_of[id as usize] as usize);
        let rows: Vec<usize> = first.filter(waits).collect();
        let request = |&row: &usize| Request {
            population: people.population[row],
            from: Spot { cell: people.cell[row], point: people.position[row] },
            radius: people.radius[row],
            exit: people.way[row].exit,
            goal: people.way[row].goal,
            near: people.way[row].near,
        };
        let requests: Vec<Request> = rows.iter().map(request).collect();
        let answers = self.routes.answer(self.world(), &requests);
        self.state.counts.routes += answers.len() as u64;
        for (row, answer) in rows.into_iter().zip(answers) {
            match answer {
                Some(way) => {
                    let people = &mut self.state.people;
                    people.ahead[row] = way.ahead(0);
                    people.follower_state[row] = FollowerState::NOTHING;
                    people.track[row].begin(&self.env, &way);
                    people.track[row].cell = people.cell[row];
                    people.way[row] = way;
                    people.status[row] = Status::Walking;
                }
                None => self.find_other_exit(now, row),
            }
        }
    }
}
