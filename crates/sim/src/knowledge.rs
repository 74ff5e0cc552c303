//! What pedestrians know of the place: everything, or what they see, and what signs in sight show. Whoever does not know the place learns it by asking at a desk or
//! reading a board (T §4.4.1; tourists).

use populace_env::{Environment, FloorId};
use populace_geom::Point;
use populace_mind::{Me, Occasion, Places};
use populace_plan::Spot;

use crate::minds::current;
use crate::purpose;
use crate::simulation::{Now, Simulation};

/// A pedestrian sees what an object is within this distance, m: a sign of 0.1 m height is read up to 20 m away (ISO 3864-1, distance
/// factor 200 for lit signs).
pub(crate) const SEES: f64 = 20.0;
/// Points that are drawn until one of them is on the floor, has room, and can be reached.
const TRIES: u64 = 64;
/// How many spots of its own floor a pedestrian explores before it looks on the others.
const OWN_FLOOR: u32 = 3;

/// Returns, by object, the signs that show the way to it.
pub(crate) fn signs_to(env: &Environment) -> Vec<Vec<u32>> {
    let mut signs = vec![Vec::new(); env.objects().len()];
    for (number, sign) in env.objects().iter().enumerate() {
        sign.shows.iter().for_each(|shown| signs[shown.index()].push(number as u32));
    }
    signs
}

impl Simulation {
    /// Returns whether a pedestrian knows of an object: because it knows the place, sees the object, or sees a sign that shows the way.
    pub(crate) fn knows_of(&self, me: &Me<'_>, object: u32) -> bool {
        self.row(me.id).is_none_or(|row| self.state.people.knows[row])
            || self.sees(me, object)
            || self.signs[object as usize].iter().any(|&sign| self.reads(me, sign))
    }

    /// Returns the objects of which a pedestrian knows, by number; `None` when it knows the whole place.
    pub(crate) fn known_to(&self, row: usize) -> Option<Vec<u32>> {
        let (people, me) = (&self.state.people, self.me(row, Occasion::Woken));
        let objects = 0..self.env.objects().len() as u32;
        (!people.knows[row]).then(|| objects.filter(|&object| self.knows_of(&me, object)).collect())
    }

    /// Returns the objects of which a pedestrian wants to use one now, as far as it knows of them, by number.
    pub fn wanted_objects(&self, row: usize) -> Vec<u32> {
        let Some(goal) = current(&self.state.people.memory[row]) else { return Vec::new() };
        let Places::Objects(wanted) = self.tasks.task(goal.task).places() else { return Vec::new() };
        let known = self.known_to(row);
        let is_known = |object: &&u32| known.as_ref().is_none_or(|known| known.binary_search(object).is_ok());
        wanted.iter().filter(is_known).copied().collect()
    }

    /// Returns whether a pedestrian reads a sign from where it stands. Nobody reads a sign that is closed.
    fn reads(&self, me: &Me<'_>, sign: u32) -> bool {
        let known = &self.env.objects()[sign as usize];
        self.env.cell_floor(me.cell) == known.floor
            && self.state.usages[sign as usize].is_open
            && known
                .sight
                .as_ref()
                .is_some_and(|sight| sight.reaches(me.position) && self.world().sees(me.cell, me.position, sight.face))
    }

    /// Returns how far away a pedestrian may know of objects, m.
    pub(crate) fn sight(&self, me: &Me<'_>) -> f64 {
        if self.row(me.id).is_none_or(|row| self.state.people.knows[row]) { f64::INFINITY } else { SEES }
    }

    /// Returns whether a pedestrian sees an object: a slot of it, or the head of its line, from where it stands.
    fn sees(&self, me: &Me<'_>, object: u32) -> bool {
        let Some(known) = self.env.objects().get(object as usize) else { return false };
        if self.env.cell_floor(me.cell) != known.floor {
            return false;
        }
        let is_seen =
            |point: Point| point.distance(me.position) <= SEES && self.world().sees(me.cell, me.position, point);
        known.slots.iter().chain(known.line.first()).any(|slot| is_seen(slot.point))
    }

    /// Takes note that a pedestrian uses an object: whoever asks at a desk or reads a board knows the place from then on.
    pub(crate) fn learn_at(&mut self, row: usize, object: u32) {
        let tells = |offer: &String| matches!(offer.as_str(), "information" | "departures");
        if self.env.objects()[object as usize].offers.iter().any(tells) {
            self.state.people.knows[row] = true;
        }
    }

    /// Returns a spot to explore, first of the floor on which a pedestrian is: the `nth` that is drawn, to which there is a way. It does not depend on
    /// where the pedestrian is, so that a pedestrian that looks around goes on to the same spot.
    pub(crate) fn spot_to_explore(&self, now: Now, row: usize, nth: u32) -> Option<Spot> {
        let people = &self.state.people;
        let (id, population, radius) = (people.id[row], people.population[row], people.radius[row]);
        let from = Spot { cell: people.cell[row], point: people.position[row] };
        let floors = self.env.floors().len();
        let spot = |i: u64| {
            let draw = |purpose| now.draws.unit(id.into(), (u64::from(nth) << 8) + i, purpose);
            // What is not on this floor may be on another.
            let floor = match nth < OWN_FLOOR {
                true => self.env.cell_floor(from.cell),
                false => FloorId::new(((draw(purpose::EXPLORE_FLOOR) * floors as f64) as usize).min(floors - 1)),
            };
            let bounds = self.env.floors()[floor.index()].bounds;
            let (u, v) = (draw(purpose::EXPLORE_U), draw(purpose::EXPLORE_V));
            let point = Point::new(bounds.min.x + u * bounds.size().x, bounds.min.y + v * bounds.size().y);
            let cell = self.env.locate(floor, point, None)?;
            let spot = Spot { cell, point };
            let is_good = self.world().has_room(cell, point, radius)
                && self.routes.seconds(self.world(), population, from, spot).is_some();
            is_good.then_some(spot)
        };
        // A floor may fill a small part of its bounds.
        (0..TRIES).find_map(spot)
    }
}
