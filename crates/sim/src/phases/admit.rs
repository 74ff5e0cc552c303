//! Admit: riders get out, and whoever is due comes in if there is room.

use populace_geom::Bounds;
use populace_traj::EventKind;

use crate::arrivals::Entry;
use crate::room::Room;
use crate::simulation::{Now, Simulation};

impl Simulation {
    /// Lets riders out and everyone in who is due.
    pub(crate) fn admit(&mut self, now: Now) {
        self.alight(now);
        let mut due = std::mem::take(&mut self.state.outside);
        let waited = due.len();
        due.append(&mut self.scratch.newcomers);
        while self.arrivals[..self.scheduled].get(self.state.next_arrival).is_some_and(|a| a.time <= now.time) {
            due.push(self.state.next_arrival as u32);
            self.state.next_arrival += 1;
        }
        if due.is_empty() {
            return;
        }
        let bounds = due.iter().fold(Bounds::of([]), |b, &id| b.union(self.entry_bounds(&self.arrivals[id as usize])));
        let mut room = Room::of(&self.env, &self.state.people, bounds, self.widest);
        // Whoever waits for the same area waits behind the first who found no room there.
        let mut full: Vec<u32> = Vec::new();
        for (i, &id) in due.iter().enumerate() {
            let arrival = self.arrivals[id as usize];
            let is_full = matches!(arrival.place, Entry::Area(a) if full.contains(&a));
            let person = if is_full { None } else { self.newcomer(now, id, &arrival, &room) };
            match person {
                Some(person) => {
                    room.add(person.position, person.radius, self.env.cell_floor(person.cell).0);
                    self.tell(now, id, EventKind::Entered, person.population.into());
                    self.state.counts.entered += 1;
                    self.state.people.push(person);
                }
                None => {
                    if let Entry::Area(area) = arrival.place {
                        full.push(area);
                    }
                    if i >= waited {
                        self.tell(now, id, EventKind::Delayed, arrival.population.into());
                    }
                    self.state.outside.push(id);
                }
            }
        }
        self.index();
    }
}
