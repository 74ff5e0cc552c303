//! Facing: where people look who stand or sit at an object, or stand in its line. It follows from the events, the frame and the place
//! alone, so a live run and its replay show the same, and recordings need no column for it.

use std::collections::BTreeMap;

use populace_env::{EnvObject, Environment, ObjectId, Slot};
use populace_geom::Point;
use populace_traj::{Event, EventKind, Frame, Status};

/// A pedestrian farther than this from every slot of its object has not arrived yet, or was pushed away, m.
const AT_SLOT: f64 = 0.6;
/// Whoever stands farther than this from the last place of a line is behind the line and looks at its end, m.
const BEHIND: f64 = 0.45;

/// People who talk stand within this distance of each other, m.
const TALKS: f64 = 2.0;

/// What each pedestrian has of an object, or waits for, and whom it talks with, as the events tell.
#[derive(Debug, Default)]
pub struct Facings(BTreeMap<u32, Held>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// A slot of an object.
    Slot(u32),
    /// A place in the line of an object.
    Place(u32),
    /// Somebody to talk with, by id.
    Person(u32),
}

/// A frame, with the people in it who look at each other.
#[derive(Debug)]
pub struct Looking<'a> {
    facings: &'a Facings,
    frame: &'a Frame,
    /// By object: the rows of the people who chat there.
    chatting: BTreeMap<u32, Vec<usize>>,
    /// By id: the rows of the people who ask and answer.
    talking: BTreeMap<u32, usize>,
}

impl Facings {
    /// Takes note of an event. Within a step, the order of the events does not matter.
    pub fn take(&mut self, event: &Event) {
        let (who, object) = (event.pedestrian, event.subject);
        let mut forget = |what: Held| {
            if self.0.get(&who) == Some(&what) {
                self.0.remove(&who);
            }
        };
        match event.kind {
            EventKind::Finished => forget(Held::Slot(object)),
            EventKind::GaveUp => forget(Held::Place(object)),
            EventKind::Joined => _ = self.0.insert(who, Held::Place(object)),
            EventKind::Called | EventKind::Served => _ = self.0.insert(who, Held::Slot(object)),
            EventKind::Asked => {
                self.0.insert(who, Held::Person(object));
                self.0.insert(object, Held::Person(who));
            }
            EventKind::Left => _ = self.0.remove(&who),
            _ => {}
        }
    }

    /// Finds the people of a frame who look at each other.
    pub fn in_frame<'a>(&'a self, frame: &'a Frame) -> Looking<'a> {
        let mut looking = Looking { facings: self, frame, chatting: BTreeMap::new(), talking: BTreeMap::new() };
        for (row, id) in frame.pedestrian.iter().enumerate() {
            match self.0.get(id) {
                Some(Held::Slot(object)) if frame.status[row] == Status::Chatting as u8 => {
                    looking.chatting.entry(*object).or_default().push(row);
                }
                Some(Held::Person(_)) => _ = looking.talking.insert(*id, row),
                _ => {}
            }
        }
        looking
    }
}

impl Looking<'_> {
    /// Returns where the pedestrian of a row looks, as a direction; `None` when it looks where it last went.
    pub fn of(&self, env: &Environment, row: usize) -> Option<Point> {
        let frame = self.frame;
        let (status, _) = Status::ALL.get(usize::from(frame.status[row]))?;
        let held = self.facings.0.get(&frame.pedestrian[row]).filter(|_| status.is_at_rest())?;
        let at = frame.position[row];
        let object = |number: u32| env.objects().get(number as usize);
        match *held {
            Held::Slot(number) if *status == Status::Chatting => {
                self.facing_friend(row, number).or_else(|| facing_at(&object(number)?.slots, at))
            }
            Held::Slot(number) => facing_at(&object(number)?.slots, at),
            Held::Place(number) => facing_in_line(env, number, object(number)?, at),
            Held::Person(id) => {
                let other = frame.position[*self.talking.get(&id)?];
                let talks = matches!(status, Status::Served | Status::Guarding) && other.distance(at) <= TALKS;
                if talks { (other - at).unit() } else { None }
            }
        }
    }

    /// Returns where a pedestrian looks that chats at an object: to the nearest of the others who chat there.
    fn facing_friend(&self, row: usize, object: u32) -> Option<Point> {
        let position = &self.frame.position;
        let away = |other: &usize| position[*other].distance(position[row]);
        let friends = self.chatting.get(&object)?.iter().copied().filter(|&other| other != row);
        let friend = friends.min_by(|a, b| away(a).total_cmp(&away(b)))?;
        (position[friend] - position[row]).unit()
    }
}

/// Returns where a pedestrian looks that stands in the line of an object: to the place before it. Where the line has no more places, people
/// look to its end, and where it has none at all, to the slot.
fn facing_in_line(env: &Environment, number: u32, object: &EnvObject, at: Point) -> Option<Point> {
    let Some(last) = object.line.last() else {
        let is_served = |o: &&EnvObject| o.queue == Some(ObjectId(number)) || std::ptr::eq(*o, object);
        let slot = env.objects().iter().filter(is_served).find_map(|o| o.slots.first())?;
        return (slot.point - at).unit();
    };
    let place = nearest(&object.line, at)?;
    let is_behind = place.point == last.point && last.point.distance(at) > BEHIND;
    if is_behind { (last.point - at).unit() } else { Some(place.facing) }
}

fn facing_at(slots: &[Slot], at: Point) -> Option<Point> {
    nearest(slots, at).filter(|slot| slot.point.distance(at) <= AT_SLOT).map(|slot| slot.facing)
}

fn nearest(slots: &[Slot], at: Point) -> Option<&Slot> {
    slots.iter().min_by(|a, b| a.point.distance(at).total_cmp(&b.point.distance(at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_traj::NOWHERE;

    use crate::view::bundled;

    fn event(pedestrian: u32, kind: EventKind, subject: u32) -> Event {
        Event { step: 0, pedestrian, kind, subject }
    }

    /// Returns a frame with pedestrian 7 at a place of the hall.
    fn frame(at: Point, status: Status) -> Frame {
        Frame {
            pedestrian: vec![7],
            position: vec![at],
            height: vec![0.0],
            floor: vec![0],
            status: vec![status as u8],
            destination: vec![NOWHERE],
            ..Frame::default()
        }
    }

    /// Returns where pedestrian 7 looks, at a place of the hall.
    fn looks(facings: &Facings, env: &Environment, at: Point, status: Status) -> Option<Point> {
        facings.in_frame(&frame(at, status)).of(env, 0)
    }

    /// Calls a function with the hall and the number of one of its objects.
    fn with_object(name: &str, test: impl Fn(&Environment, u32, &EnvObject)) {
        let scenario = bundled::scene("hall").expect("it is bundled").expect("it is proven");
        let env = scenario.environment();
        let number = env.objects().iter().position(|object| object.name == name).expect("the hall has it");
        test(env, number as u32, &env.objects()[number]);
    }

    #[test]
    fn whoever_is_served_looks_at_the_till_until_it_walks_away() {
        with_object("ticket window 1", |env, till, object| {
            let at = object.slots[0].point + Point::new(0.1, 0.1);
            let mut facings = Facings::default();
            assert_eq!(looks(&facings, env, at, Status::Served), None, "no event has told that it uses anything");
            facings.take(&event(7, EventKind::Joined, 0));
            facings.take(&event(7, EventKind::Called, till));
            facings.take(&event(7, EventKind::Served, till));
            // The windows are in the north of the hall.
            let facing = looks(&facings, env, at, Status::Served).expect("it looks at the till");
            assert!(facing.y > 0.99, "{facing:?}");
            assert_eq!(looks(&facings, env, at, Status::Walking), None, "whoever walks looks ahead");
            let far = at + Point::new(0.0, -3.0);
            assert_eq!(looks(&facings, env, far, Status::Waiting), None, "it was pushed away");
            facings.take(&event(7, EventKind::Finished, till));
            assert_eq!(looks(&facings, env, at, Status::Waiting), None);
        });
    }

    #[test]
    fn people_in_line_look_along_it_and_those_behind_it_to_its_end() {
        with_object("drinks", |env, number, object| {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Joined, number));
            for places in object.line.windows(2) {
                let at = places[1].point + Point::new(0.05, -0.05);
                let facing = looks(&facings, env, at, Status::InLine).expect("it stands in line");
                let ahead = (places[0].point - places[1].point).unit().expect("they are apart");
                assert!(facing.distance(ahead) < 1e-9, "{facing:?} {ahead:?}");
            }
            let head = looks(&facings, env, object.line[0].point, Status::InLine).expect("it is the head");
            assert!(head.dot((object.slots[0].point - object.line[0].point).unit().expect("apart")) > 0.99);
            let last = object.line.last().expect("there is a line").point;
            let behind = last + Point::new(-0.8, -0.6);
            let facing = looks(&facings, env, behind, Status::InLine).expect("it waits behind the line");
            assert!(facing.distance(Point::new(0.8, 0.6)) < 1e-9, "{facing:?}");
        });
    }

    /// Seats face away from their bench, and those who watch face the middle of what they watch.
    #[test]
    fn people_on_a_bench_look_away_from_it_and_watchers_at_the_performance() {
        with_object("bench in the north", |env, number, object| {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Served, number));
            let facing = looks(&facings, env, object.slots[2].point, Status::Sitting).expect("it sits");
            assert!(facing.y < -0.99, "{facing:?}");
        });
        for (name, status, middle) in [
            ("musicians", Status::Watching, Point::new(28.0, 3.0)),
            ("meeting point", Status::Waiting, Point::new(20.0, 12.5)),
        ] {
            with_object(name, |env, number, object| {
                let mut facings = Facings::default();
                facings.take(&event(7, EventKind::Served, number));
                for slot in &object.slots {
                    let facing = looks(&facings, env, slot.point, status).expect("it stands there");
                    assert!(facing.dot((middle - slot.point).unit().expect("apart")) > 0.99, "{name}: {facing:?}");
                }
            });
        }
    }

    /// A pedestrian may give back a slot and join a line in one step; recordings sort the events of a step.
    #[test]
    fn the_order_of_the_events_of_a_step_does_not_matter() {
        let events = [event(7, EventKind::Finished, 3), event(7, EventKind::Joined, 4)];
        for order in [[0, 1], [1, 0]] {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Served, 3));
            order.iter().for_each(|&i: &usize| facings.take(&events[i]));
            assert_eq!(facings.0.get(&7), Some(&Held::Place(4)));
        }
    }

    /// Two pairs of friends chat at one meeting point: each looks at its own friend, the nearest of the others.
    #[test]
    fn friends_look_at_the_nearest_of_those_who_chat_with_them() {
        with_object("meeting point", |env, number, _| {
            let mut facings = Facings::default();
            let x = [0.0, 0.9, 5.0, 5.9];
            (0..4).for_each(|id| facings.take(&event(id, EventKind::Served, number)));
            let frame = Frame {
                pedestrian: vec![0, 1, 2, 3],
                position: x.map(|x| Point::new(20.0 + x, 12.0)).to_vec(),
                height: vec![0.0; 4],
                floor: vec![0; 4],
                status: vec![Status::Chatting as u8; 4],
                destination: vec![NOWHERE; 4],
                ..Frame::default()
            };
            let looking = facings.in_frame(&frame);
            let looks: Vec<f64> = (0..4).map(|row| looking.of(env, row).expect("it chats").x).collect();
            assert_eq!(looks, [1.0, -1.0, 1.0, -1.0]);
        });
    }

    /// Whoever asks and whoever answers look at each other until one of them walks away.
    #[test]
    fn a_pedestrian_that_asks_and_the_officer_look_at_each_other() {
        with_object("drinks", |env, _, _| {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Asked, 9));
            let pair = |status: [Status; 2], apart: f64| Frame {
                pedestrian: vec![7, 9],
                position: vec![Point::new(10.0, 10.0), Point::new(10.0, 10.0 + apart)],
                height: vec![0.0; 2],
                floor: vec![0; 2],
                status: status.map(|status| status as u8).to_vec(),
                destination: vec![NOWHERE; 2],
                ..Frame::default()
            };
            let talk = pair([Status::Served, Status::Guarding], 1.0);
            let looks: Vec<f64> =
                (0..2).map(|row| facings.in_frame(&talk).of(env, row).expect("they talk").y).collect();
            assert_eq!(looks, [1.0, -1.0]);
            let later = pair([Status::Waiting, Status::Guarding], 6.0);
            assert!((0..2).all(|row| facings.in_frame(&later).of(env, row).is_none()));
        });
    }
}
