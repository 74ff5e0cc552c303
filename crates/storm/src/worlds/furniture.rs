//! Things that people use, of every kind of the table [`OBJECTS`], some of them served from one line.

use populace_env::objects::{OBJECTS, ObjectKind};
use populace_scenario::Spread;
use populace_scenario::place::{FacingEntry, ObjectEntry, TimeEntry};

use super::{Draft, DraftObject, PartKind, PlacePart, Rect};
use crate::Chance;

pub(super) const PART: PlacePart = PlacePart {
    name: "furniture",
    about: "things that people use, of any kind; some are served from one line",
    kind: PartKind::Furniture,
    add,
};

/// The longest time of one use, s. It is short, so that people come, wait and leave within a run.
const SERVICE: f64 = 10.0;

/// Most objects are this far from each other, m, so that there is room for slots.
const APART: f64 = 1.2;
/// Places that are drawn for an object until it is apart from others.
const TRIES: usize = 6;
/// The box around no points.
const NOWHERE: Rect = Rect { x0: f64::INFINITY, y0: f64::INFINITY, x1: f64::NEG_INFINITY, y1: f64::NEG_INFINITY };

fn add(draft: &mut Draft, chance: &mut Chance) {
    let (storey, ground) = draft.ground(chance);
    // A queue comes with what is served from it.
    let kinds: Vec<&ObjectKind> = OBJECTS.iter().copied().filter(|kind| !kind.takes("line")).collect();
    let kind = *chance.pick(&kinds);
    let is_shared = kind.takes("queue") && chance.is(0.35);
    let queue = if is_shared { Some(add_queue(draft, storey, &ground, chance)) } else { None };
    for _ in 0..if is_shared { chance.count(1, 3) } else { 1 } {
        let entry = object(kind, &ground, queue.clone(), draft, storey, chance);
        add_entry(draft, storey, entry);
    }
}

/// Adds an object to the place, with a name of its own.
pub(super) fn add_entry(draft: &mut Draft, storey: usize, entry: ObjectEntry) -> String {
    let name = format!("{} {}", entry.kind, draft.objects.len());
    let points = entry.at.iter().chain(entry.outline.iter().chain(&entry.line).flatten());
    let around =
        points.fold(NOWHERE, |box_, &[x, y]| Rect::new(box_.x0.min(x), box_.y0.min(y), box_.x1.max(x), box_.y1.max(y)));
    let (kind, queue) = (entry.kind.clone(), entry.queue.clone());
    draft.objects.push(DraftObject { name: name.clone(), kind, queue, storey, around });
    let floor = Some(draft.storeys[storey].name.clone());
    draft.place.object.push(ObjectEntry { name: Some(name.clone()), floor, ..entry });
    name
}

/// Adds a queue: its head alone, a line that is drawn by hand, or the ground on which it winds. Returns its name.
fn add_queue(draft: &mut Draft, storey: usize, ground: &Rect, chance: &mut Chance) -> String {
    let mut entry = ObjectEntry { kind: "queue".into(), ..ObjectEntry::default() };
    match chance.below(3) {
        0 => entry.at = Some(ground.point(0.5, chance)),
        1 => entry.line = Some((0..chance.count(2, 3)).map(|_| ground.point(0.4, chance)).collect()),
        _ => entry.outline = Some(within(ground, (1.2, 4.0), (0.9, 3.0), chance).ring()),
    }
    add_entry(draft, storey, entry)
}

fn object(
    kind: &ObjectKind,
    ground: &Rect,
    queue: Option<String>,
    draft: &mut Draft,
    storey: usize,
    chance: &mut Chance,
) -> ObjectEntry {
    let is_large = kind.name == "shop";
    let (width, depth) = if is_large { ((1.5, 5.0), (1.5, 4.0)) } else { ((0.4, 2.5), (0.3, 0.9)) };
    let mut rect = within(ground, width, depth, chance);
    for _ in 0..TRIES {
        if draft.objects.iter().all(|object| object.storey != storey || object.around.distance(&rect) > APART) {
            break;
        }
        rect = within(ground, width, depth, chance);
    }
    let middle = [(rect.x0 + rect.x1) / 2.0, (rect.y0 + rect.y1) / 2.0];
    let is_point = !is_large && chance.is(0.3);
    // Counters and machines stand in the way; benches and shops may.
    if !is_point && !is_large && !kind.is_passed && chance.is(0.4) {
        draft.floor(storey).obstacles.push(rect.ring());
    }
    let takes = |key: &str, share: f64, chance: &mut Chance| kind.takes(key) && chance.is(share);
    let rate = takes("rate", 0.5, chance).then(|| chance.between(10.0, 60.0));
    let has_time = rate.is_none() && takes("service", 0.8, chance);
    let times = [0.0; 2].map(|_| chance.between(0.0, SERVICE));
    ObjectEntry {
        kind: kind.name.into(),
        at: is_point.then_some(middle),
        outline: (!is_point).then(|| rect.ring()),
        facing: takes("facing", 0.4, chance).then(|| FacingEntry::Point(ground.point(0.1, chance))),
        seats: takes("seats", 0.4, chance).then(|| chance.count(1, 8) as u32),
        radius: takes("radius", 0.4, chance).then(|| chance.between(1.5, 6.0)),
        service: has_time.then(|| match chance.is(0.5) {
            true => TimeEntry::Range([times[0].min(times[1]), times[0].max(times[1])]),
            false => TimeEntry::Spread(Spread::Number(times[0])),
        }),
        rate,
        offers: takes("offers", 0.1, chance).then(|| vec!["drink".into(), "news".into()]),
        queue,
        ..ObjectEntry::default()
    }
}

/// Draws a rectangle within a ground, half of the time at one of its walls, with a width and a depth within limits.
fn within(ground: &Rect, width: (f64, f64), depth: (f64, f64), chance: &mut Chance) -> Rect {
    let (mut width, mut depth) = (chance.between(width.0, width.1), chance.between(depth.0, depth.1));
    if chance.is(0.5) {
        (width, depth) = (depth, width);
    }
    let (width, depth) = (width.min(ground.width() * 0.8), depth.min(ground.height() * 0.8));
    let mut x = chance.between(ground.x0, ground.x1 - width);
    let mut y = chance.between(ground.y0, ground.y1 - depth);
    match chance.below(8) {
        0 => x = ground.x0,
        1 => x = ground.x1 - width,
        2 => y = ground.y0,
        3 => y = ground.y1 - depth,
        _ => {}
    }
    Rect::new(x, y, x + width, y + depth)
}
