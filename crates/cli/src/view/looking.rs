//! What a page is told about one pedestrian.

use std::collections::BTreeMap;

use populace_env::{CellId, FloorId};
use populace_geom::{Point, Segment};
use populace_mind::{NONE, Places, Target};
use populace_scenario::Scenario;
use populace_serve::protocol::{
    Drawing, Drive, GoalSeen, Inspected, NeedSeen, NeedsNow, NeighbourSeen, Property, Velocity, Zone,
};
use populace_sim::{Claimed, Simulation};
use populace_steer::{DriveSeen, PersonalSpace};
use populace_traj::{Frame, NOWHERE, Status};

use super::layers;
use super::place::View;
use crate::story::Story;

/// The longest side of a cone that is drawn, m.
const CONE: f64 = 6.0;
/// The most routes that are drawn.
const MOST_ROUTES: usize = 2000;

/// Returns the next decision of a pedestrian; `None` when it makes none.
pub fn inspected(
    simulation: &mut Simulation,
    scenario: &Scenario,
    origin: Point,
    pedestrian: u32,
    frame: u32,
) -> Option<Inspected> {
    let seen = simulation.inspect(pedestrian)?;
    let env = simulation.env();
    let view = View { world: simulation.world(), origin };
    let floor = env.cell_floor(seen.cell);
    let status = seen.stuck.map_or(Status::ALL[seen.status as usize].1, |cause| cause.words());
    let mut route = Route { view: &view, points: view.at(floor, seen.position).to_vec(), portals: Vec::new() };
    route.follow(seen.position, seen.cell, &seen.portals, seen.goal.map(|g| g.point));
    let [x, y] = view.flat(seen.position);
    let story = Story::of(simulation, scenario.signals(), &seen);
    let space = seen.steering.as_ref().and_then(|s| s.space.as_ref());
    Some(Inspected {
        pedestrian,
        population: seen.population as u16,
        frame,
        time: seen.time,
        status: status.into(),
        stage: if seen.stage == NONE { u16::MAX } else { seen.stage.min(u16::MAX.into()) as u16 },
        destination: destination(simulation, &seen),
        story: story.sentence,
        what: story.what,
        why: story.why,
        how: story.how,
        goals: story.stack.into_iter().map(goal).collect(),
        needs: story.needs.into_iter().map(need).collect(),
        claims: seen.claims.iter().flat_map(|&claim| claimed(&view, floor, seen.position, claim)).flatten().collect(),
        floor: floor.0 as u16,
        cell: seen.cell.0,
        x,
        y,
        vx: seen.velocity.x as f32,
        vy: seen.velocity.y as f32,
        radius: seen.radius as f32,
        desired: seen.speed as f32,
        top: seen.top_speed as f32,
        cone: seen.cone.map_or(Vec::new(), |cone| {
            let side = |v: Point| view.flat(seen.position + v.unit().unwrap_or(Point::ZERO) * v.norm().min(CONE));
            let apex = view.at(floor, seen.position);
            apex.into_iter().chain(side(cone.left)).chain(side(cone.right)).collect()
        }),
        bar: seen.pulled_to.map_or(Vec::new(), |hook| {
            let hook = view.at(env.cell_floor(hook.cell), hook.point);
            view.at(floor, seen.position).into_iter().chain(hook).collect()
        }),
        route: route.points,
        portals: route.portals,
        neighbours: seen
            .neighbours
            .iter()
            .map(|n| {
                let [x, y] = view.flat(n.position);
                let (vx, vy) = (n.velocity.x as f32, n.velocity.y as f32);
                NeighbourSeen { pedestrian: n.pedestrian, x, y, vx, vy, distance: n.distance as f32 }
            })
            .collect(),
        pipe: seen.steering.as_ref().map_or_else(
            || vec![velocity("preferred", seen.preferred, "what the route asks for; the model shows no stages")],
            |s| s.stages.iter().map(|stage| velocity(stage.name, stage.velocity, &stage.note)).collect(),
        ),
        drives: seen.steering.iter().flat_map(|s| &s.drives).map(drive).collect(),
        zones: space.map_or(Vec::new(), zones),
        perceived: space.map_or(Vec::new(), |space| {
            space.outline().into_iter().flat_map(|p| view.flat(seen.position + p)).collect()
        }),
        notes: notes(&seen),
    })
}

fn goal(want: crate::story::Want) -> GoalSeen {
    let crate::story::Want { what, since, until, chosen, is_reaction } = want;
    GoalSeen { what, since, until, chosen, reaction: is_reaction }
}

fn need(felt: crate::story::Felt) -> NeedSeen {
    let crate::story::Felt { name, about, level, threshold, is_pursued, .. } = felt;
    NeedSeen { name, about, level: level as f32, threshold: threshold as f32, pursued: is_pursued }
}

/// Returns what everyone needs: of each, the need about which it does something, or else the one that is strongest beside its threshold.
pub fn needs(simulation: &Simulation) -> NeedsNow {
    let mut people: Vec<(u32, Vec<populace_sim::NeedSeen>, u32)> = simulation.everyones_needs().collect();
    people.sort_by_key(|one| one.0);
    let mut names: Vec<String> = Vec::new();
    let mut now = NeedsNow {
        names: Vec::new(),
        pedestrians: Vec::new(),
        needs: Vec::new(),
        levels: Vec::new(),
        states: Vec::new(),
    };
    for (pedestrian, needs, pursued) in people {
        let beside = |need: &populace_sim::NeedSeen| need.level / need.threshold.max(1e-6);
        let strongest =
            (0..needs.len()).max_by(|&a, &b| beside(&needs[a]).total_cmp(&beside(&needs[b])).then(b.cmp(&a)));
        let is_pursued = (pursued as usize) < needs.len();
        let chosen = if is_pursued { Some(pursued as usize) } else { strongest };
        let Some(chosen) = chosen else { continue };
        let need = &needs[chosen];
        let number = names.iter().position(|name| *name == need.name).unwrap_or_else(|| {
            names.push(need.name.clone());
            names.len() - 1
        });
        now.pedestrians.push(pedestrian);
        now.needs.push(number.min(255) as u8);
        now.levels.push((need.level.clamp(0.0, 1.0) * 255.0).round() as u8);
        now.states.push(if is_pursued { 2 } else { u8::from(need.level >= need.threshold) });
    }
    NeedsNow { names, ..now }
}

/// Returns the line from a pedestrian to what it has of an object, or to its place in line; `None` when the object is on another floor, or
/// the line has no places.
fn claimed(view: &View<'_>, floor: FloorId, from: Point, claim: Claimed) -> Option<[f32; 6]> {
    let objects = view.world.objects();
    let slot = match claim {
        Claimed::Slot { object, slot } => objects.get(object as usize)?.slots.get(slot as usize),
        Claimed::Place { object, place, .. } => {
            let line = &objects.get(object as usize)?.line;
            line.get(place as usize).or(line.last())
        }
    }?;
    let to = view.world.cell_floor(slot.cell);
    let ([x0, y0, z0], [x1, y1, z1]) = (view.at(floor, from), view.at(to, slot.point));
    (to == floor).then_some([x0, y0, z0, x1, y1, z1])
}

/// Returns a line from every pedestrian to the slot that it has, or to its place in line.
pub fn claims(simulation: &Simulation, origin: Point) -> Drawing {
    let (env, people) = (simulation.env(), simulation.people());
    let view = View { world: simulation.world(), origin };
    let rows: BTreeMap<u32, usize> = people.id.iter().copied().zip(0..).collect();
    let mut drawing = Drawing { words: vec!["slot".into(), "place in line".into()], ..layers::empty() };
    for (object, usage) in (0..).zip(simulation.usages()) {
        let slots = (0..).zip(&usage.users).map(|(slot, &who)| (who, Claimed::Slot { object, slot }, 0.0));
        let of = usage.line.len() as u32;
        let places = (0..).zip(&usage.line);
        let places = places.map(|(place, one)| (one.pedestrian, Claimed::Place { object, place, of }, 1.0));
        for (who, claim, value) in slots.chain(places) {
            let Some(&row) = rows.get(&who) else { continue };
            let floor = env.cell_floor(people.cell[row]);
            if let Some(line) = claimed(&view, floor, people.position[row], claim) {
                drawing.lines.extend(line);
                drawing.line_values.push(value);
                drawing.line_floors.push(floor.0 as u16);
            }
        }
    }
    drawing
}

fn drive(seen: &DriveSeen) -> Drive {
    Drive {
        name: seen.name.into(),
        about: seen.about.into(),
        has_target: seen.target.is_some(),
        target: seen.target.unwrap_or(0),
        interest: seen.interest as f32,
        turn: seen.turn as f32,
        speed: seen.speed as f32,
        emergency: seen.emergency,
        chosen: seen.chosen,
    }
}

fn zones(space: &PersonalSpace) -> Vec<Zone> {
    let zones = [("intimate", space.intimate), ("personal", space.personal), ("social", space.social)];
    zones.map(|(name, radius)| Zone { name: name.into(), radius: radius as f32 }).into()
}

/// Returns the routes of the people, at most `MOST_ROUTES` of them.
pub fn routes(simulation: &Simulation, origin: Point) -> Drawing {
    let (env, people) = (simulation.env(), simulation.people());
    let view = View { world: simulation.world(), origin };
    let mut frame = Frame::default();
    simulation.frame(&mut frame);
    // The words are the areas to which some pedestrian goes, in the order of the areas.
    let mut areas: Vec<u16> = frame.destination.clone();
    areas.sort_unstable();
    areas.dedup();
    let name = |area: &u16| env.areas().get(usize::from(*area)).map_or("elsewhere".into(), |a| a.name.clone());
    let names: Vec<String> = areas.iter().map(name).collect();
    let to = |id: u32| {
        let destination = frame.pedestrian.binary_search(&id).map_or(NOWHERE, |row| frame.destination[row]);
        areas.binary_search(&destination).unwrap_or(0) as f32
    };
    let every = people.len().div_ceil(MOST_ROUTES).max(1);
    let rows = (0..people.len()).step_by(every).filter(|&row| people.status[row].is_on_foot());
    let ways = rows.map(|row| {
        let (cell, at) = (people.cell[row], people.position[row]);
        let floor = env.cell_floor(cell);
        let mut route = Route { view: &view, points: view.at(floor, at).to_vec(), portals: Vec::new() };
        let way = &people.way[row];
        let ahead = way.portals.get(people.track[row].leg as usize..).unwrap_or(&[]);
        route.follow(at, cell, ahead, Some(way.goal.point));
        (route.points, to(people.id[row]), floor)
    });
    layers::routes(ways, names)
}

/// Returns where a pedestrian goes, in words.
fn destination(simulation: &Simulation, seen: &populace_sim::Inspected) -> String {
    let area = |number: u32| simulation.env().areas().get(number as usize).map_or(String::new(), |a| a.name.clone());
    let Some(goal) = seen.wants else { return String::new() };
    if let Target::Area(number) = goal.target {
        return format!("{}, where it was sent", area(number));
    }
    match (seen.exit, simulation.tasks().task(goal.task).places()) {
        (Some(exit), _) => area(exit),
        (None, Places::Area(number)) => area(number),
        (None, Places::Areas(_)) => "an area, one after the other".into(),
        (None, Places::Objects(_)) => match goal.target {
            Target::Object(object) => {
                simulation.env().objects().get(object as usize).map_or(String::new(), |object| object.name.clone())
            }
            _ => "an object, not chosen yet".into(),
        },
        (None, Places::Spot(spot)) => format!("({:.1}, {:.1}) m", spot.point.x, spot.point.y),
        (None, Places::Exits(..)) => "an exit, not chosen yet".into(),
        (None, Places::None) if goal.nth == NONE => "a goal of its own".into(),
        (None, Places::None) => "stays here".into(),
    }
}

fn notes(seen: &populace_sim::Inspected) -> Vec<Property> {
    let property = |name: &str, value: String| Property { name: name.into(), value };
    let mut notes = vec![property("portals ahead", seen.portals.len().to_string())];
    if let Some(hook) = seen.pulled_to {
        notes.push(property("bar of the platter lift", format!("{:.1} m", seen.position.distance(hook.point))));
    }
    if let Some(goal) = seen.goal {
        notes.push(property("to the goal as the crow flies", format!("{:.1} m", seen.position.distance(goal.point))));
    }
    if let Some(hit) = seen.steering.as_ref().and_then(|s| s.collision) {
        let when = if hit.touching { "touches already".into() } else { format!("in {:.1} s", hit.time) };
        notes.push(property("would run into", format!("{} {when}", hit.pedestrian)));
    }
    notes
}

fn velocity(stage: &str, v: Point, note: &str) -> Velocity {
    Velocity { stage: stage.into(), vx: v.x as f32, vy: v.y as f32, note: note.into() }
}

/// A route as it is drawn.
struct Route<'a, 'b> {
    view: &'a View<'b>,
    points: Vec<f32>,
    portals: Vec<f32>,
}

impl Route<'_, '_> {
    /// Leads the line through every portal at the point nearest to the straight way to the goal.
    fn follow(&mut self, from: Point, start: CellId, portals: &[populace_env::SegmentId], goal: Option<Point>) {
        let env = self.view.world.env;
        let (mut at, mut cell) = (from, start);
        for &id in portals {
            let segment = env.segment(id);
            let floor = |cell: CellId| env.cell_floor(cell);
            if segment.is_lift() {
                let other = segment.other(cell);
                self.add(floor(cell), segment.stop_in(cell));
                self.add(floor(other), segment.stop_in(other));
                (at, cell) = (segment.stop_in(other), other);
                continue;
            }
            self.portals.extend(self.view.piece(cell, segment.a, segment.b));
            at = through(segment.a, segment.b, at, goal.unwrap_or(segment.middle()));
            self.add(floor(cell), at);
            cell = segment.other(cell);
        }
        if let Some(goal) = goal {
            self.add(env.cell_floor(cell), goal);
        }
    }

    fn add(&mut self, floor: FloorId, at: Point) {
        self.points.extend(self.view.at(floor, at));
    }
}

/// Returns the point between the posts a and b that is nearest to the straight way. It keeps the width of a body from the posts,
/// when there is room.
fn through(a: Point, b: Point, from: Point, to: Point) -> Point {
    let (along, way) = (b - a, to - from);
    let length = along.norm();
    if length < 0.6 {
        return a.lerp(b, 0.5);
    }
    let denominator = way.cross(along);
    let share =
        if denominator.abs() > 1e-9 { (a - from).cross(way) / denominator } else { Segment::new(a, b).project(from) };
    let margin = 0.3 / length;
    a.lerp(b, share.clamp(margin, 1.0 - margin))
}
