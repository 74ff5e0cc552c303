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

/// What each pedestrian has of an object, or waits for, as the events tell.
#[derive(Debug, Default)]
pub struct Facings(BTreeMap<u32, Held>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    /// A slot of an object.
    Slot(u32),
    /// A place in the line of an object.
    Place(u32),
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
            EventKind::Left => _ = self.0.remove(&who),
            _ => {}
        }
    }

    /// Returns where the pedestrian of a row looks, as a direction; `None` when it looks where it last went.
    pub fn of(&self, env: &Environment, frame: &Frame, row: usize) -> Option<Point> {
        let (status, _) = Status::ALL.get(usize::from(frame.status[row]))?;
        let held = self.0.get(&frame.pedestrian[row]).filter(|_| status.is_at_rest())?;
        let at = frame.position[row];
        let object = |number: u32| env.objects().get(number as usize);
        match *held {
            Held::Slot(number) if *status == Status::Chatting => {
                self.facing_friend(frame, row, number).or_else(|| facing_at(&object(number)?.slots, at))
            }
            Held::Slot(number) => facing_at(&object(number)?.slots, at),
            Held::Place(number) => facing_in_line(env, number, object(number)?, at),
        }
    }

    /// Returns where a pedestrian looks that chats at an object: to the nearest of the others who chat there.
    fn facing_friend(&self, frame: &Frame, row: usize, object: u32) -> Option<Point> {
        let at = frame.position[row];
        let chats = |other: &usize| {
            *other != row
                && Status::ALL.get(usize::from(frame.status[*other])).is_some_and(|s| s.0 == Status::Chatting)
                && self.0.get(&frame.pedestrian[*other]) == Some(&Held::Slot(object))
        };
        let away = |other: &usize| frame.position[*other].distance(at);
        let friend = (0..frame.status.len()).filter(chats).min_by(|a, b| away(a).total_cmp(&away(b)))?;
        (frame.position[friend] - at).unit()
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
            assert_eq!(facings.of(env, &frame(at, Status::Served), 0), None, "no event has told that it uses anything");
            facings.take(&event(7, EventKind::Joined, 0));
            facings.take(&event(7, EventKind::Called, till));
            facings.take(&event(7, EventKind::Served, till));
            // The windows are in the north of the hall.
            let facing = facings.of(env, &frame(at, Status::Served), 0).expect("it looks at the till");
            assert!(facing.y > 0.99, "{facing:?}");
            assert_eq!(facings.of(env, &frame(at, Status::Walking), 0), None, "whoever walks looks ahead");
            let far = at + Point::new(0.0, -3.0);
            assert_eq!(facings.of(env, &frame(far, Status::Waiting), 0), None, "it was pushed away");
            facings.take(&event(7, EventKind::Finished, till));
            assert_eq!(facings.of(env, &frame(at, Status::Waiting), 0), None);
        });
    }

    #[test]
    fn people_in_line_look_along_it_and_those_behind_it_to_its_end() {
        with_object("drinks", |env, number, object| {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Joined, number));
            for places in object.line.windows(2) {
                let at = places[1].point + Point::new(0.05, -0.05);
                let facing = facings.of(env, &frame(at, Status::InLine), 0).expect("it stands in line");
                let ahead = (places[0].point - places[1].point).unit().expect("they are apart");
                assert!(facing.distance(ahead) < 1e-9, "{facing:?} {ahead:?}");
            }
            let head = facings.of(env, &frame(object.line[0].point, Status::InLine), 0).expect("it is the head");
            assert!(head.dot((object.slots[0].point - object.line[0].point).unit().expect("apart")) > 0.99);
            let last = object.line.last().expect("there is a line").point;
            let behind = last + Point::new(-0.8, -0.6);
            let facing = facings.of(env, &frame(behind, Status::InLine), 0).expect("it waits behind the line");
            assert!(facing.distance(Point::new(0.8, 0.6)) < 1e-9, "{facing:?}");
        });
    }

    /// Seats face away from their bench, and those who watch face the middle of what they watch.
    #[test]
    fn people_on_a_bench_look_away_from_it_and_watchers_at_the_performance() {
        with_object("bench in the north", |env, number, object| {
            let mut facings = Facings::default();
            facings.take(&event(7, EventKind::Served, number));
            let facing = facings.of(env, &frame(object.slots[2].point, Status::Sitting), 0).expect("it sits");
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
                    let facing = facings.of(env, &frame(slot.point, status), 0).expect("it stands there");
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
}
