//! From the objects of a place to those of its environment: slots first, then lines.

use populace_geom::{Bounds, Point, Segment, centroid};

use super::drawn::drawn_line;
use super::ground::{ObjectGround, all_shut, is_apart};
use super::keep_clear::KeepClear;
use super::line::{Effort, Start, Surroundings, find_line};
use super::taken::Taken;
use super::ways::Ways;
use super::{APART, EnvObject, Found, MOST_OBJECTS, MOST_PLACES, ObjectId, ObjectProblem, SPACING, Slot, performance};
use crate::environment::Environment;
use crate::sanitise::at;
use crate::{BuildError, BuildOptions, Doors, FloorId, Object, Place, Repair, RepairKind, World};

/// The length of the mouth of a line, from its head, m: ten places.
const MOUTH: f64 = 10.0 * SPACING;

/// What the lines of a floor keep clear of.
struct Floorwide<'a> {
    clear: &'a KeepClear,
    /// The mouths of lines that are found later.
    mouths: &'a [Segment],
}

/// What all lines of a place may do together.
const EFFORT: Effort = Effort { points: 2_000_000, checks: 4_000 };
/// What one line may do.
const MOST_EFFORT: Effort = Effort { points: 2_000, checks: 60 };

/// The most slots around a line that must stay joined to each other.
const MOST_ENDS: usize = 500;

/// The objects of an environment, and what was put right.
pub(crate) struct Outcome {
    pub objects: Vec<EnvObject>,
    pub repairs: Vec<Repair>,
}

/// Proves the objects of a place and finds their slots and lines.
pub(crate) fn place_objects(place: &Place, env: &Environment, options: &BuildOptions) -> Result<Outcome, BuildError> {
    if place.objects.is_empty() {
        return Ok(Outcome { objects: Vec::new(), repairs: Vec::new() });
    }
    if place.objects.len() > MOST_OBJECTS {
        let what = format!("the place has {} objects; at most {MOST_OBJECTS} are built", place.objects.len());
        return Err(BuildError::new("", what, "leave out what no scenario uses"));
    }
    let (shut, open) = (all_shut(env), Doors::all_open(env));
    let mut proof = Proof {
        place,
        open: World::new(env, &open),
        ground: ObjectGround::of(env, &shut),
        may_close: options.objects_may_close,
        objects: Vec::new(),
        taken: Taken::default(),
        standing: Taken::default(),
        repairs: Vec::new(),
    };
    for object in &place.objects {
        proof.add_object(object)?;
    }
    proof.add_shown()?;
    proof.add_drawn_lines()?;
    proof.add_found_lines();
    Ok(Outcome { objects: proof.objects, repairs: proof.repairs })
}

/// The objects as far as they are proven.
struct Proof<'a> {
    place: &'a Place,
    open: World<'a>,
    ground: ObjectGround<'a>,
    may_close: bool,
    objects: Vec<EnvObject>,
    /// Every slot and every place of a line.
    taken: Taken,
    /// Where people stand who wait or are served.
    standing: Taken,
    repairs: Vec<Repair>,
}

impl Proof<'_> {
    /// Proves an object and finds its slots.
    fn add_object(&mut self, object: &Object) -> Result<(), BuildError> {
        let id = ObjectId::new(self.objects.len());
        let queue = object.queue.as_deref().map(|name| self.queue(object, name)).transpose()?;
        let found = self.slots(object);
        let found = match found {
            // What is only read takes no room.
            Ok(Found { sight: Some(sight), .. }) => Ok((Vec::new(), Some(sight))),
            Ok(found) => self.without_overlaps(object, found.slots).map(|slots| (slots, None)),
            Err(problem) => Err(problem),
        };
        let (slots, sight) = match found {
            Ok(found) => found,
            Err(_) if self.may_close => (Vec::new(), None),
            Err(problem) if object.is_optional => {
                self.repair(RepairKind::Unusable, object, format!("{}: {}", here(object), problem.what));
                (Vec::new(), None)
            }
            Err(problem) => return Err(BuildError::new(here(object), problem.what, problem.hint)),
        };
        for slot in &slots {
            self.taken.add(object.floor, slot.point, id);
            if object.kind.has_line && !object.kind.is_passed {
                self.standing.add(object.floor, slot.point, id);
            }
        }
        let is_disc = object.kind.name == "performance";
        self.objects.push(EnvObject {
            name: object.name.clone(),
            kind: object.kind,
            floor: object.floor,
            footprint: if is_disc { performance::ring(object) } else { object.footprint.clone() },
            slots,
            line: Vec::new(),
            queue,
            service: object.service.clone().or_else(|| object.kind.service.clone()),
            offers: object.offered().map(str::to_owned).collect(),
            sight,
            shows: Vec::new(),
        });
        Ok(())
    }

    /// Returns the queue that an object names.
    fn queue(&self, object: &Object, name: &str) -> Result<ObjectId, BuildError> {
        let fail = |what: String, hint: &str| Err(BuildError::new(here(object), what, hint));
        let Some(index) = self.place.objects.iter().position(|o| o.name == name) else {
            return fail(format!("no object is called {name:?}"), "name an object of kind \"queue\"");
        };
        let queue = &self.place.objects[index];
        if queue.kind.name != "queue" {
            return fail(format!("{name:?} is a {}, not a queue", queue.kind.name), "name an object of kind \"queue\"");
        }
        if queue.floor != object.floor {
            let floor = |f: FloorId| &self.place.floors[f.index()].name;
            let what = format!("queue {name:?} is on floor {:?}, not on {:?}", floor(queue.floor), floor(object.floor));
            return fail(what, "an object is served from a queue on its own floor");
        }
        Ok(ObjectId::new(index))
    }

    /// Returns the slots that the kind of an object finds, apart from each other.
    fn slots(&mut self, object: &Object) -> Result<Found, ObjectProblem> {
        let Found { slots, refused, sight } = (object.kind.slots)(&self.ground, object).map_err(|problem| {
            match (object.kind.slots)(&self.ground.with_pockets(), object) {
                Ok(_) => ObjectProblem::new(
                    "nobody comes to it: it is in a closed pocket of the place",
                    "open a way to it, move it, or draw an area there when people start there",
                ),
                Err(_) => problem,
            }
        })?;
        let mut apart: Vec<Slot> = Vec::new();
        for slot in slots {
            if is_apart(slot.point, &apart) {
                apart.push(slot);
            }
        }
        if refused > 0 {
            let source = format!("{}: {} asked for, {} fit", here(object), refused + apart.len(), apart.len());
            self.repair(RepairKind::Seats, object, source);
        }
        Ok(Found { slots: apart, refused, sight })
    }

    /// Finds the objects to which signs show the way.
    fn add_shown(&mut self) -> Result<(), BuildError> {
        for (i, object) in self.place.objects.iter().enumerate().filter(|(_, o)| o.kind.takes("shows")) {
            let is_shown = |(number, other): (usize, &EnvObject)| {
                let is_named = |words: &Vec<String>| words.iter().any(|word| other.answers_to(word));
                number != i && object.shows.as_ref().is_none_or(is_named)
            };
            let shown = self.objects.iter().enumerate().filter(|pair| is_shown(*pair));
            let shows: Vec<ObjectId> = shown.map(|(number, _)| ObjectId::new(number)).collect();
            let is_known = |word: &&String| self.objects.iter().any(|other| other.answers_to(word));
            if let Some(word) = object.shows.iter().flatten().find(|word| !is_known(word)) {
                let what = format!("it shows the way to {word:?}, but no object is called so or offers it");
                return Err(BuildError::new(here(object), what, "name an object, or what one offers"));
            }
            self.objects[i].shows = shows;
        }
        Ok(())
    }

    /// Returns slots without those that overlap slots of objects before.
    fn without_overlaps(&mut self, object: &Object, slots: Vec<Slot>) -> Result<Vec<Slot>, ObjectProblem> {
        let count = slots.len();
        let mut rival = None;
        let mut kept = Vec::with_capacity(count);
        for slot in slots {
            match self.taken.rival(object.floor, slot.point, APART) {
                Some(other) => rival = rival.or(Some(other)),
                None => kept.push(slot),
            }
        }
        let Some(rival) = rival.map(|id| self.objects[id.index()].name.clone()) else { return Ok(kept) };
        if kept.is_empty() {
            return Err(ObjectProblem::new(
                format!("all its slots overlap those of object {rival:?}"),
                "move one of them: two people need 0.45 m between their middles",
            ));
        }
        let source = format!("{}: {} of {count} slots, taken by object {rival:?}", here(object), count - kept.len());
        self.repair(RepairKind::SlotOverlap, object, source);
        Ok(kept)
    }

    fn repair(&mut self, kind: RepairKind, object: &Object, source: String) {
        self.repairs.push(Repair { kind, floor: object.floor, at: middle(object), source });
    }

    /// Returns the objects that are served from a line of their own or of a queue: `(queue or object, its slots)`.
    fn served(&self, id: ObjectId) -> Vec<Slot> {
        let object = &self.objects[id.index()];
        if object.kind.name != "queue" {
            return object.slots.clone();
        }
        self.objects.iter().filter(|o| o.queue == Some(id)).flat_map(|o| o.slots.iter().copied()).collect()
    }

    /// Finds the places of queues that are drawn by hand.
    fn add_drawn_lines(&mut self) -> Result<(), BuildError> {
        let place = self.place;
        for (i, object) in place.objects.iter().enumerate().filter(|(_, o)| is_drawn(o)) {
            let id = ObjectId::new(i);
            let served = self.served(id);
            let front = (!served.is_empty()).then(|| mean(&served));
            let drawn = drawn_line(&self.ground, object, front, &self.taken);
            if drawn.line.is_empty() && !self.may_close {
                let what = "nobody can stand in it: no place along it has room for a body that can come there";
                return Err(BuildError::new(here(object), what, "draw it on open ground"));
            }
            if drawn.refused > 0 && !self.may_close {
                let source =
                    format!("{}: {} of {} places", here(object), drawn.refused, drawn.refused + drawn.line.len());
                self.repair(RepairKind::DrawnPlaces, object, source);
            }
            self.set_line(id, drawn.line);
        }
        Ok(())
    }

    fn set_line(&mut self, id: ObjectId, line: Vec<Slot>) {
        let object = &mut self.objects[id.index()];
        for slot in &line {
            self.taken.add(object.floor, slot.point, id);
            self.standing.add(object.floor, slot.point, id);
        }
        object.line = line;
    }

    /// Finds the lines that nobody has drawn, floor by floor.
    fn add_found_lines(&mut self) {
        let place = self.place;
        let lines: Vec<(ObjectId, &Object)> = place
            .objects
            .iter()
            .enumerate()
            .filter(|(_, o)| o.kind.has_line && o.queue.is_none() && !is_drawn(o))
            .map(|(i, o)| (ObjectId::new(i), o))
            .collect();
        let effort = Effort {
            points: (EFFORT.points / lines.len().max(1)).min(MOST_EFFORT.points),
            checks: (EFFORT.checks / lines.len().max(1)).min(MOST_EFFORT.checks),
        };
        for floor in (0..place.floors.len()).map(FloorId::new) {
            let here: Vec<_> = lines.iter().filter(|(_, o)| o.floor == floor).copied().collect();
            if here.is_empty() {
                continue;
            }
            let near: Vec<Point> = here.iter().map(|(_, o)| middle(o)).collect();
            let clear = KeepClear::of(self.open, floor, &near);
            let mut ways: Option<(Bounds, Ways)> = None;
            let mouths: Vec<Option<Segment>> = here.iter().map(|&(id, object)| self.mouth(id, object)).collect();
            for (i, &(id, object)) in here.iter().enumerate() {
                let later: Vec<Segment> = mouths[i + 1..].iter().flatten().copied().collect();
                self.add_found_line(id, object, &Floorwide { clear: &clear, mouths: &later }, &mut ways, effort);
            }
        }
    }

    /// Finds the line of an object, or of a queue of which only the head is given.
    fn add_found_line(
        &mut self,
        id: ObjectId,
        object: &Object,
        around: &Floorwide<'_>,
        ways: &mut Option<(Bounds, Ways)>,
        effort: Effort,
    ) {
        let Floorwide { clear, mouths } = *around;
        let slots = self.served(id);
        let Some((head, from, away)) = self.beginning(object, &slots) else {
            self.repair_no_line(object);
            return;
        };
        // A line is at most so long, and people pass at its end.
        let reach = MOST_PLACES as f64 * SPACING + 3.0;
        let floor = self.open.env.floors()[object.floor.index()].bounds;
        let window = cut(Bounds::of([from]).expanded(reach), floor);
        if ways.as_ref().is_none_or(|(of, _)| *of != window) {
            *ways = Some((window, Ways::of(self.open, object.floor, window)));
        }
        let Some((_, ways)) = ways else { return };
        // Its own customers stand in the way only with the line: a till that closes a way by itself gets no line.
        let standing = self.standing.around(object.floor, from, reach).into_iter();
        let settled: Vec<Point> =
            standing.filter(|(p, owner)| *owner != id && window.contains(*p)).map(|(p, _)| p).collect();
        let portals: Vec<Point> = clear.portals.iter().map(|p| p.1).filter(|p| window.contains(*p)).collect();
        let slots_around: Vec<Point> =
            self.taken.around(object.floor, from, reach).into_iter().map(|(p, _)| p).take(MOST_ENDS).collect();
        ways.settle(&settled, &portals, &slots_around);
        let start = Start {
            floor: object.floor,
            head,
            from,
            away,
            slots: if head.is_some() { &[] } else { &slots },
            is_passed: object.kind.is_passed,
        };
        let around = Surroundings { ground: &self.ground, clear, ways, settled: &settled, taken: &self.taken, mouths };
        let line = find_line(&around, &start, effort);
        if line.is_empty() {
            self.repair_no_line(object);
        }
        self.set_line(id, line);
    }
}

impl Proof<'_> {
    fn repair_no_line(&mut self, object: &Object) {
        if !self.may_close {
            self.repair(RepairKind::NoLine, object, here(object));
        }
    }

    /// Returns where a line begins and would lead straight on.
    fn mouth(&self, id: ObjectId, object: &Object) -> Option<Segment> {
        let (head, from, away) = self.beginning(object, &self.served(id))?;
        let head = head.unwrap_or(from + away * SPACING);
        let run = self.ground.run(object.floor, head, away, MOUTH);
        Some(Segment::new(head, head + away * run))
    }

    /// Returns where a line begins: its head if it is given, the middle of the slots, and the way that it prefers.
    fn beginning(&self, object: &Object, slots: &[Slot]) -> Option<(Option<Point>, Point, Point)> {
        if object.kind.name != "queue" {
            let facing = slots.first()?.facing;
            let ahead = slots.iter().fold(Point::ZERO, |sum, slot| sum + slot.facing);
            return Some((None, mean(slots), -(ahead.unit().unwrap_or(facing))));
        }
        let head = self.ground.nearest_room(object.floor, middle(object), 1.0)?;
        let away = object.facing_from(head).map(|facing| -facing);
        let away = away.or_else(|| if slots.is_empty() { None } else { (head - mean(slots)).unit() });
        Some((Some(head), head, away.unwrap_or_else(|| self.ground.widest_direction(object.floor, head))))
    }
}

/// Returns whether a queue is drawn by hand.
fn is_drawn(object: &Object) -> bool {
    object.kind.name == "queue" && object.footprint.len() > 1
}

/// Returns how messages name an object.
fn here(object: &Object) -> String {
    at(&format!("object {:?}", object.name), &object.source)
}

/// Returns the middle of a footprint.
fn middle(object: &Object) -> Point {
    match object.footprint[..] {
        [at] => at,
        [a, b] => a.lerp(b, 0.5),
        _ if populace_geom::area(&object.footprint) > 1e-9 => centroid(&object.footprint),
        _ => Bounds::of(object.footprint.iter().copied()).center(),
    }
}

/// Returns the middle of slots.
fn mean(slots: &[Slot]) -> Point {
    slots.iter().fold(Point::ZERO, |sum, slot| sum + slot.point) * (1.0 / slots.len() as f64)
}

/// Returns the part of a box that is in another.
fn cut(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        min: Point::new(a.min.x.max(b.min.x), a.min.y.max(b.min.y)),
        max: Point::new(a.max.x.min(b.max.x), a.max.y.min(b.max.y)),
    }
}
