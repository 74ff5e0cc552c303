//! Objects: who has which slot, and who stands in which line. One sequential phase grants them: a line in the order in which
//! people joined it, and at the same decision in the order of their ids.
//!
//! A claim lasts as long as its pedestrian remembers why: as soon as nobody wants an object any more, because the goal is done,
//! has expired or was dropped, or because the pedestrian is gone, its slot is free and its place in line is given up. So no claim
//! is ever left behind.

use populace_env::{Environment, Slot};
use populace_mind::{Circle, Claim, InLine, NONE, Target, TaskId, Tasks, Usage};
use populace_traj::EventKind;

use crate::simulation::{Now, Simulation};
use crate::state::Status;

/// The head of a line gets a slot when it stands within this distance of the first place, m.
const AT_HEAD: f64 = 0.8;

/// Whoever was called is in the way of those behind it within this distance of the head of the line, m.
const AT_LINE: f64 = 2.0;

/// What a pedestrian has of an object, or waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// A slot.
    Slot {
        /// The object, by number.
        object: u32,
        /// The slot, by number.
        slot: u32,
    },
    /// A place in a line.
    Place {
        /// The object to which the line belongs, by number.
        object: u32,
        /// The place, counted from the head, which is 0.
        place: u32,
        /// How many people stand in the line.
        of: u32,
    },
}

/// Returns the people at each object at the start: nobody. Objects that somebody hosts, such as the performance of some artists, are
/// closed until then.
pub(crate) fn usages(env: &Environment, tasks: &Tasks) -> Vec<Usage> {
    let mut usages: Vec<Usage> = env.objects().iter().map(|object| Usage::open(object.slots.len())).collect();
    for &object in (0..tasks.len()).flat_map(|task| tasks.task(TaskId::new(task)).hosts()) {
        usages[object as usize].is_open = false;
    }
    usages
}

/// Returns, by object, what is served from its line: the objects that name it as their queue, or the object itself. Whatever has no slot serves
/// nobody: a queue, or an object of which an obstacle covers every slot.
pub(crate) fn served_from(env: &Environment) -> Vec<Vec<u32>> {
    let mut served = vec![Vec::new(); env.objects().len()];
    for (number, object) in env.objects().iter().enumerate().filter(|(_, object)| !object.slots.is_empty()) {
        served[object.queue.map_or(number, |queue| queue.index())].push(number as u32);
    }
    served
}

impl Simulation {
    /// Frees what nobody wants any more, takes note of who asks for something, and grants what is free.
    pub(crate) fn run_objects(&mut self, now: Now) {
        let mut claims = std::mem::take(&mut self.scratch.claims);
        claims.sort_by_key(|claim| claim.0);
        self.free_claims(now);
        claims.iter().for_each(|&(pedestrian, claim)| self.take_claim(now, pedestrian, claim));
        if !self.state.usages.is_empty() {
            (0..self.state.usages.len()).for_each(|object| self.serve_line(now, object));
            self.end_performances(now);
        }
        self.scratch.claims = claims;
        self.scratch.claims.clear();
    }

    /// Frees the slots and the places in line of everyone that does not want them any more, and of everyone in the line of a closed object.
    fn free_claims(&mut self, now: Now) {
        let mut usages = std::mem::take(&mut self.state.usages);
        for object in 0..usages.len() {
            let number = object as u32;
            for slot in 0..usages[object].users.len() {
                let user = usages[object].users[slot];
                if user != NONE && self.has_dropped(user, number) {
                    usages[object].users[slot] = NONE;
                    self.tell(now, user, EventKind::Finished, number);
                }
            }
            let is_closed =
                !self.served[object].iter().any(|&till| usages[till as usize].is_open) || !usages[object].is_open;
            let mut line = std::mem::take(&mut usages[object].line);
            let before = line.len();
            line.retain(|one| {
                let has_slot =
                    || self.served[object].iter().any(|&t| usages[t as usize].slot_of(one.pedestrian).is_some());
                let stays = !is_closed && !self.has_dropped(one.pedestrian, number);
                if !stays && !has_slot() {
                    self.tell(now, one.pedestrian, EventKind::GaveUp, number);
                    self.wake(now, one.pedestrian);
                }
                stays
            });
            if line.len() < before {
                line.iter().for_each(|one| self.wake(now, one.pedestrian));
            }
            usages[object].line = line;
            let Usage { users, circles, .. } = &mut usages[object];
            circles.iter_mut().for_each(|circle| circle.members.retain(|member| users.contains(member)));
            circles.retain(|circle| !circle.members.is_empty());
        }
        self.state.usages = usages;
        self.scratch.changed_minds.forget();
        debug_assert!(self.every_claim_is_wanted(), "somebody changed its mind, and nobody took note");
    }

    /// Returns whether a pedestrian that had something of an object does not want it any more. Only those are asked whose minds have changed.
    fn has_dropped(&self, pedestrian: u32, object: u32) -> bool {
        self.scratch.changed_minds.may_hold(pedestrian) && !self.wants(pedestrian, object)
    }

    fn every_claim_is_wanted(&self) -> bool {
        (0..).zip(&self.state.usages).all(|(object, usage)| {
            let users = usage.users.iter().copied().filter(|&user| user != NONE);
            users.chain(usage.line.iter().map(|one| one.pedestrian)).all(|pedestrian| self.wants(pedestrian, object))
        })
    }

    /// Returns whether a pedestrian is inside and remembers a goal that is about an object, or about the queue from whose line it is served:
    /// whoever was called may not have thought about it yet.
    fn wants(&self, pedestrian: u32, object: u32) -> bool {
        let line = self.env.objects()[object as usize].queue.map_or(object, |queue| queue.0);
        let is_it = |target: Target| target == Target::Object(object) || target == Target::Object(line);
        self.row(pedestrian).is_some_and(|row| {
            let goals = self.state.people.memory[row].goals();
            self.state.people.status[row] != Status::Gone && goals.iter().any(|goal| is_it(goal.target))
        })
    }

    fn take_claim(&mut self, now: Now, pedestrian: u32, claim: Claim) {
        match claim {
            Claim::Line { object } => {
                let usage = &mut self.state.usages[object as usize];
                if usage.is_open && usage.place_of(pedestrian).is_none() {
                    usage.line.push(InLine { pedestrian, since: now.time });
                    self.tell(now, pedestrian, EventKind::Joined, object);
                    if self.state.usages[object as usize].line.len() == 1 {
                        self.grant_from(now, object as usize);
                    }
                }
            }
            Claim::Host { object } => return self.host(now, pedestrian, object),
            Claim::Answer { pedestrian: asked } => self.answer(now, pedestrian, asked),
            Claim::Company { object, size } => self.join_circle(now, pedestrian, object, size),
            Claim::Slot { object, slot } => {
                let usage = &mut self.state.usages[object as usize];
                let is_open = usage.is_open;
                if let Some(user) = usage.users.get_mut(slot as usize).filter(|user| is_open && **user == NONE) {
                    *user = pedestrian;
                }
            }
        }
        self.wake(now, pedestrian);
    }

    /// Gives a pedestrian a slot in a circle of people who chat: beside the first of a circle that lacks somebody, else far from everybody
    /// in a new one.
    fn join_circle(&mut self, now: Now, pedestrian: u32, object: u32, size: u8) {
        let slots = &self.env.objects()[object as usize].slots;
        let usage = &mut self.state.usages[object as usize];
        if usage.slot_of(pedestrian).is_some() {
            return;
        }
        let away = |a: usize, b: usize| slots[a].point.distance(slots[b].point);
        let lacking = usage.circles.iter().position(|circle| !circle.is_complete());
        let first = lacking.and_then(|circle| usage.slot_of(usage.circles[circle].members[0]));
        let found = match first {
            Some(first) => usage.free_slots().min_by(|&a, &b| away(a, first).total_cmp(&away(b, first))),
            None => {
                let taken: Vec<usize> = (0..usage.users.len()).filter(|&slot| usage.users[slot] != NONE).collect();
                let nearest = |slot: usize| taken.iter().map(|&other| away(slot, other)).fold(f64::INFINITY, f64::min);
                // Of equal ones the first of the inner ring counts.
                usage.free_slots().min_by(|&a, &b| nearest(b).total_cmp(&nearest(a)))
            }
        };
        let Some(slot) = found else { return };
        usage.users[slot] = pedestrian;
        match lacking {
            Some(circle) => usage.circles[circle].members.push(pedestrian),
            // Where there are fewer slots, fewer chat.
            None => usage.circles.push(Circle { size: size.min(usage.users.len() as u8), members: vec![pedestrian] }),
        }
        let circle = usage.circle_of(pedestrian).map_or(Vec::new(), |circle| circle.members.clone());
        circle.into_iter().for_each(|member| self.wake(now, member));
    }

    /// Lets a pedestrian keep an object going, and opens it if it does not go on yet.
    fn host(&mut self, now: Now, pedestrian: u32, object: u32) {
        let usage = self.state.usages.get_mut(object as usize).filter(|usage| !usage.hosts.contains(&pedestrian));
        let Some(usage) = usage else { return };
        usage.hosts.push(pedestrian);
        self.open_object(now, object, true);
    }

    /// Closes the objects whose last host has ended, such as a performance that is over.
    fn end_performances(&mut self, now: Now) {
        for object in 0..self.state.usages.len() {
            if self.state.usages[object].hosts.is_empty() {
                continue;
            }
            let mut hosts = std::mem::take(&mut self.state.usages[object].hosts);
            let performs = |row: usize| self.state.people.status[row] == Status::Performing;
            hosts.retain(|&host| self.wants(host, object as u32) && self.row(host).is_some_and(performs));
            let is_over = hosts.is_empty();
            self.state.usages[object].hosts = hosts;
            if is_over {
                self.open_object(now, object as u32, false);
            }
        }
    }

    /// Serves the line of an object: as long as its head stands at the first place and a slot is free, the head gets the slot.
    fn serve_line(&mut self, now: Now, object: usize) {
        while let Some(&InLine { pedestrian, .. }) = self.state.usages[object].line.first() {
            let is_there = self.row(pedestrian).is_some_and(|row| {
                let places = &self.env.objects()[object].line;
                // It stands behind those that were called before it.
                let place = places.get(self.called(object)).or(places.last());
                let is_at = |place: &Slot| place.point.distance(self.state.people.position[row]) <= AT_HEAD;
                places.first().into_iter().chain(place).any(is_at) || places.is_empty()
            });
            if !is_there || !self.grant_from(now, object) {
                return;
            }
        }
    }

    /// Returns how many people that were called from a line are still near its head and farther from their slots than the head is. Whoever is
    /// behind them in line stays behind them: between the head and the wall of a gate there is no room for two.
    pub(crate) fn called(&self, object: usize) -> usize {
        let objects = self.env.objects();
        let Some(head) = objects[object].line.first() else { return 0 };
        let has_to_pass = |user: u32, slot: &Slot| {
            let Some(row) = self.row(user) else { return false };
            let at = self.state.people.position[row];
            at.distance(head.point) < AT_LINE && at.distance(slot.point) > head.point.distance(slot.point)
        };
        let called_to = |&till: &u32| {
            let users = self.state.usages[till as usize].users.iter().zip(&objects[till as usize].slots);
            users.filter(|(user, slot)| **user != NONE && has_to_pass(**user, slot)).count()
        };
        self.served[object].iter().map(called_to).sum()
    }

    /// Gives the nearest free slot to the head of a line, and returns whether there was one.
    fn grant_from(&mut self, now: Now, object: usize) -> bool {
        let Some(&InLine { pedestrian, .. }) = self.state.usages[object].line.first() else { return false };
        let Some(row) = self.row(pedestrian) else { return false };
        let at = self.state.people.position[row];
        let away = |&(till, slot): &(usize, usize)| self.env.objects()[till].slots[slot].point.distance(at);
        let tills = self.served[object].iter().map(|&till| till as usize);
        let free = tills.flat_map(|till| self.state.usages[till].free_slots().map(move |slot| (till, slot)));
        let Some((till, slot)) = free.min_by(|a, b| away(a).total_cmp(&away(b))) else { return false };
        self.state.usages[till].users[slot] = pedestrian;
        self.state.usages[object].line.remove(0);
        self.tell(now, pedestrian, EventKind::Called, till as u32);
        self.wake(now, pedestrian);
        for one in 0..self.state.usages[object].line.len() {
            self.wake(now, self.state.usages[object].line[one].pedestrian);
        }
        true
    }

    /// Lets a pedestrian think again at the next decision.
    fn wake(&mut self, now: Now, pedestrian: u32) {
        if let Some(row) = self.row(pedestrian) {
            self.state.people.wake[row] = now.time;
        }
    }

    /// Opens or closes an object. Whoever uses a slot of a closed object finishes; whoever stands in its line looks for another.
    pub(crate) fn open_object(&mut self, now: Now, object: u32, is_open: bool) {
        if let Some(usage) = self.state.usages.get_mut(object as usize).filter(|usage| usage.is_open != is_open) {
            usage.is_open = is_open;
            let users = usage.users.clone();
            self.tell(
                now,
                populace_traj::NOBODY,
                if is_open { EventKind::Reopened } else { EventKind::Closed },
                object,
            );
            self.wake_all(now);
            // Whoever looks at something that is over looks away.
            users.into_iter().filter(|&user| user != NONE).for_each(|user| self.wake(now, user));
        }
    }

    /// Returns what a pedestrian has of objects, and where it stands in line.
    pub fn claims(&self, pedestrian: u32) -> Vec<Claimed> {
        let mut claims = Vec::new();
        for (object, usage) in (0..).zip(&self.state.usages) {
            claims.extend(usage.slot_of(pedestrian).map(|slot| Claimed::Slot { object, slot: slot as u32 }));
            let of = usage.line.len() as u32;
            let place = usage.place_of(pedestrian);
            claims.extend(place.map(|place| Claimed::Place { object, place: place as u32, of }));
        }
        claims
    }

    /// Returns who uses each object and who stands in its line, by the objects' numbers.
    pub fn usages(&self) -> &[Usage] {
        &self.state.usages
    }
}
