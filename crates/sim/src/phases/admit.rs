//! Admit: riders get out, and whoever is due comes in if there is room.

use populace_geom::Bounds;
use populace_traj::EventKind;

use crate::arrivals::Entry;
use crate::room::Room;
use crate::simulation::{Now, Simulation};

impl Simulation {
    /// Lets riders out and everyone in who is due. Looks at the people near the places concerned, and at nobody else.
    pub(crate) fn admit(&mut self, now: Now) {
        let mut due = std::mem::take(&mut self.state.outside);
        let waited = due.len();
        due.append(&mut self.scratch.newcomers);
        while self.arrivals[..self.scheduled].get(self.state.next_arrival).is_some_and(|a| a.time <= now.time) {
            due.push(self.state.next_arrival as u32);
            self.state.next_arrival += 1;
        }
        let mut places: Vec<Bounds> = self.ways_out().collect();
        let riders = places.len();
        self.add_entries(&due, &mut places);
        if places.is_empty() {
            return;
        }
        let mut room = self.room(&places, riders + due.len());
        self.alight(now, &mut room);
        self.let_in(now, &due, waited, &mut room);
        self.list_newcomers();
    }

    /// Lets those in who are due, the first `waited` of whom are known to be late.
    fn let_in(&mut self, now: Now, due: &[u32], waited: usize, room: &mut Room) {
        // Whoever waits for the same area waits behind the first who found no room there.
        let mut full: Vec<u32> = Vec::new();
        for (i, &id) in due.iter().enumerate() {
            let arrival = self.arrivals[id as usize];
            let is_full = matches!(arrival.place, Entry::Area(a) if full.contains(&a));
            let person = if is_full { None } else { self.newcomer(now, id, &arrival, room) };
            match person {
                Some(person) => {
                    room.add(person.position, person.radius, self.env.cell_floor(person.cell).0);
                    self.tell(now, id, EventKind::Entered, person.population.into());
                    self.state.counts.entered += 1;
                    self.enter(person);
                }
                None => {
                    if let (Entry::Area(area), false) = (arrival.place, is_full) {
                        full.push(area);
                    }
                    if i >= waited {
                        self.tell(now, id, EventKind::Delayed, arrival.population.into());
                    }
                    self.state.outside.push(id);
                }
            }
        }
    }
}
