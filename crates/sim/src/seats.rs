//! People who sit move onto their seats. A crowd lets people stop beside their goal, and seats are so narrow that somebody beside a seat would take the next
//! one, too.

use populace_traj::Status;

use crate::minds::visited;
use crate::simulation::Simulation;

/// How fast people move on a bench, m/s (assumed).
const PACE: f64 = 0.3;
/// A pedestrian is on its seat within this distance, m.
const ON_SEAT: f64 = 0.02;

impl Simulation {
    /// Lets everybody that sits beside its seat move onto it, as far as others leave room.
    pub(crate) fn settle_on_seats(&mut self) {
        for row in 0..self.state.people.len() {
            let people = &self.state.people;
            if people.status[row] != Status::Sitting {
                continue;
            }
            let bench = visited(&people.memory[row]);
            let seat = bench.and_then(|bench| {
                let seat = self.state.usages[bench as usize].slot_of(people.id[row])?;
                self.env.objects()[bench as usize].slots.get(seat)
            });
            let Some(to) = seat.map(|seat| seat.point - people.position[row]) else { continue };
            let away = to.norm();
            if away > ON_SEAT {
                let time = self.timing.dt * f64::from(self.timing.think_every);
                self.state.people.wanted[row] = to * (PACE.min(away / time) / away);
            }
        }
    }
}
