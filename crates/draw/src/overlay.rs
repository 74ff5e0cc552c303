//! Draws areas, objects, doors, openings and lifts lightly over every stage.

use populace_env::objects::BODY;
use populace_env::{AreaKind, EnvObject, FloorId, LinkId, LinkKind, Slot};
use populace_geom::{Bounds, Point, centroid};

use crate::Scene;
use crate::colour::{self, Colour};
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Pen, Symbol, round};
use crate::sheet::Canvas;

/// A panel with more areas than this has no names of areas: the few that still fit would only confuse. The same holds for objects.
const MOST_LABELS: usize = 200;

pub fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    areas(scene, panel, canvas);
    objects(scene, panel, canvas);
    links(scene, panel, canvas);
}

pub fn legend(scene: &Scene) -> Vec<(Style, String)> {
    let place = scene.place;
    let mut entries = Vec::new();
    let mut add = |is_there: bool, style, text: &str| {
        if is_there {
            entries.push((style, text.to_string()));
        }
    };
    let any_link = |test: fn(&LinkKind) -> bool| place.links.iter().any(|l| test(&l.kind));
    let is_door = |l: &LinkKind| matches!(l, LinkKind::Door { .. });
    let open = |wanted| {
        let doors = place.links.iter().enumerate().filter(|(_, l)| is_door(&l.kind));
        doors.map(|(i, _)| LinkId::new(i)).any(|id| scene.world.is_open(id) == wanted)
    };
    add(open(true), Style::Line(Pen::solid(colour::DOOR_OPEN, 4.0)), "open door");
    add(open(false), Style::Line(Pen::solid(colour::DOOR_CLOSED, 4.0)), "closed door");
    let opening = any_link(|l| matches!(l, LinkKind::Opening { .. }));
    add(opening, Style::Line(Pen::solid(colour::OPENING, 4.0)), "to another floor");
    add(any_link(|l| matches!(l, LinkKind::Lift { .. })), Style::Area(colour::LIFT), "lift");
    for (word, kind) in AreaKind::WORDS {
        let style = Style::Line(Pen::dashed(area_colour(kind), 2.0));
        add(place.areas.iter().any(|a| a.kind == kind), style, word);
    }
    let objects = scene.built.environment.objects();
    add(!objects.is_empty(), Style::Symbols(Symbol::Dot, colour::OBJECT), "object");
    let has_slots = objects.iter().any(|o| !o.slots.is_empty());
    add(has_slots, Style::Symbols(Symbol::Ring, colour::SLOT), "slot of an object");
    let has_lines = objects.iter().any(|o| !o.line.is_empty());
    add(has_lines, Style::Symbols(Symbol::Ring, colour::LINE), "place in a line");
    entries
}

fn area_colour(kind: AreaKind) -> Colour {
    match kind {
        AreaKind::Entrance => colour::ENTRANCE,
        AreaKind::Exit => colour::EXIT,
        AreaKind::Region | AreaKind::Waiting | AreaKind::Measurement => colour::AREA,
    }
}

fn areas(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let on_panel: Vec<_> = scene.place.areas.iter().filter(|a| panel.floors.contains(&a.floor)).collect();
    for area in &on_panel {
        let tint = area_colour(area.kind);
        for ring in std::iter::once(&area.outline.outer).chain(&area.outline.holes) {
            canvas.ring(Layer::Areas, ring, Pen::dashed(tint.opacity(200), 1.2));
        }
    }
    let label = on_panel.len() <= MOST_LABELS;
    for area in on_panel.iter().filter(|_| label) {
        let middle = if area.outline.outer.len() < 3 {
            Bounds::of(area.outline.outer.iter().copied()).center()
        } else {
            centroid(&area.outline.outer)
        };
        canvas.label(middle, 12.0, area_colour(area.kind), &area.name);
    }
}

fn objects(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let pairs = scene.place.objects.iter().zip(scene.built.environment.objects());
    let on_panel: Vec<_> = pairs.filter(|(o, _)| panel.floors.contains(&o.floor)).collect();
    let label = on_panel.len() <= MOST_LABELS;
    for (object, proven) in on_panel {
        let middle = Bounds::of(object.footprint.iter().copied()).center();
        if object.is_line {
            canvas.line(Layer::Marks, &object.footprint, Pen::solid(colour::OBJECT, 1.4));
        } else if proven.footprint.len() > 1 {
            canvas.ring(Layer::Marks, &proven.footprint, Pen::solid(colour::OBJECT, 1.4));
        }
        line(proven, canvas);
        proven.slots.iter().for_each(|slot| person(slot, colour::SLOT, canvas));
        canvas.dot(Layer::Marks, middle, 3.5, colour::OBJECT);
        if label {
            let below = middle - Point::new(0.0, 11.0 / canvas.scale());
            canvas.label(below, 10.0, colour::OBJECT, &object.name);
        }
    }
}

/// Draws the places of a line, joined from the head outwards.
fn line(object: &EnvObject, canvas: &mut Canvas) {
    let points: Vec<Point> = object.line.iter().map(|place| place.point).collect();
    if points.len() > 1 {
        canvas.line(Layer::Marks, &points, Pen::solid(colour::LINE.opacity(150), 1.2));
    }
    object.line.iter().for_each(|place| person(place, colour::LINE, canvas));
}

/// Draws who stands in a slot: a body as large as the slot has room for, and a stroke the way that it faces.
fn person(slot: &Slot, tint: Colour, canvas: &mut Canvas) {
    let pen = Pen::solid(tint, (0.04 * canvas.scale()).clamp(0.6, 1.6));
    canvas.ring(Layer::Marks, &round(slot.point, BODY, 16), pen);
    canvas.line(Layer::Marks, &[slot.point, slot.point + slot.facing * BODY], pen);
}

fn links(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    let on_panel = |floors: &[FloorId]| floors.iter().any(|f| panel.floors.contains(f));
    let width = (canvas.scale() * 0.12).clamp(2.0, 5.0);
    for (i, link) in scene.place.links.iter().enumerate() {
        match &link.kind {
            LinkKind::Opening { floors, segment, .. } if on_panel(floors) => {
                canvas.line(Layer::Links, &[segment.a, segment.b], Pen::solid(colour::OPENING, width));
            }
            LinkKind::Door { floors, segment, .. } if on_panel(floors) => {
                let open = scene.world.is_open(LinkId::new(i));
                let tint = if open { colour::DOOR_OPEN } else { colour::DOOR_CLOSED };
                canvas.line(Layer::Links, &[segment.a, segment.b], Pen::solid(tint, width));
            }
            LinkKind::Lift { stops, .. } => {
                for (_, at) in stops.iter().filter(|(floor, _)| panel.floors.contains(floor)) {
                    let half = Point::new(1.0, 1.0) * (6.0 / canvas.scale());
                    let square = Bounds { min: *at - half, max: *at + half }.corners();
                    let in_service = scene.world.is_open(LinkId::new(i));
                    let tint = if in_service { colour::LIFT } else { colour::DOOR_CLOSED };
                    canvas.fill(Layer::Links, &[square], tint);
                }
            }
            _ => {}
        }
    }
}
