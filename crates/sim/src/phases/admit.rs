//! Admit: riders of lifts and trains get out, and the pedestrians that are due come in where there is room.

use populace_geom::Bounds;
use populace_traj::EventKind;

use crate::arrivals::Entry;
use crate::room::Room;
use crate::simulation::{Now, Simulation};

impl Simulation {
    /// Lets riders out, and lets in the pedestrians that are due. Looks only at the people near the places where they
    /// come in.
    pub(crate) fn admit(&mut self, now: Now) {
        let mut due = std::mem::take(&mut self.state.outside);
        let waited = due.len();
        due.append(&mut self.scratch.newcomers);
        while self.arrivals[..self.scheduled].get(self.state.next_arrival).is_some_and(|a| a.time <= now.time) {
            due.push(self.state.next_arrival as u32);
            self.state.next_arrival += 1;
        }
        self.take_seats(&mut due);
        // People at given spots have their room already; the others find theirs between them.
        due[waited..].sort_by_key(|&id| !matches!(self.arrivals[id as usize].place, Entry::Placed(..)));
        let mut places: Vec<Bounds> = self.ways_out().collect();
        let riders = places.len();
        self.add_entries(&due, &mut places);
        let doors = self.doors_to_get_off(now);
        places.extend(doors.iter().map(|&door| self.ground_before(door)));
        if places.is_empty() {
            return;
        }
        let mut room = self.room(&places, riders + due.len() + doors.len());
        self.alight(now, &mut room);
        self.get_off(now, &doors, &mut room);
        self.let_in(now, &due, waited, &mut room);
        self.list_newcomers();
    }

    /// Lets in the pedestrians that are due. The first `waited` of them have been reported as late before.
    fn let_in(&mut self, now: Now, due: &[u32], waited: usize, room: &mut Room) {
        // When a pedestrian finds no room on its ground, the pedestrians behind it that wait for the same ground wait on.
        let mut full: Vec<Entry> = Vec::new();
        for (i, &id) in due.iter().enumerate() {
            let arrival = self.arrivals[id as usize];
            let is_full = full.contains(&arrival.place);
            let person = if is_full { None } else { self.newcomer(now, id, &arrival, room) };
            match person {
                Some(person) => {
                    room.add(person.position, person.radius, self.env.cell_floor(person.cell).0);
                    self.tell(now, id, EventKind::Entered, person.population.into());
                    self.state.counts.entered += 1;
                    self.enter(person);
                }
                None => {
                    if !is_full {
                        full.push(arrival.place);
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
