//! One pedestrian at a decision: the walls and people around it, and the velocities it weighs, as the way of one second.

use std::collections::BTreeSet;

use populace_env::{CellId, Environment};
use populace_geom::{Bounds, Point, clip_convex};
use populace_sim::{Inspected, Simulation};
use populace_steer::PersonalSpace;
use populace_steer::reactive::Examined;

use super::colour::{self, Colour};
use super::picture::{Layer, Pen, text_width};
use super::sheet::{Canvas, Caption, Sheet, Swatch};
use super::stages::{counted, wall_swatch};
use super::{FileKind, encode};
use crate::failure::Failure;

/// How far the drawing reaches from the pedestrian, at least and at most, m.
const REACH: (f64, f64) = (2.5, 7.0);
/// It reaches to the so many nearest neighbours, and to the one in the way.
const NEAREST: usize = 5;
/// With this much room around them, m.
const AROUND: f64 = 0.8;

const OWN: Colour = colour::ROUTE;
const SEEN: Colour = colour::OPENING;
const UNSEEN: Colour = colour::CLOSED;
const CHOSEN: Colour = colour::ENTRANCE;
const REJECTED: Colour = colour::EXIT;
const IDLE: Colour = colour::SEAM;

/// The bytes of the drawing.
pub fn draw_surroundings(
    simulation: &Simulation,
    seen: &Inspected,
    size: f64,
    kind: FileKind,
) -> Result<Vec<u8>, Failure> {
    let window = window(simulation.env(), seen);
    let env = simulation.env();
    let floor = &env.floors()[env.cell_floor(seen.cell).index()].name;
    let caption = Caption {
        title: format!("pedestrian {} at {:.2} s", seen.pedestrian, seen.time),
        subtitle: subtitle(seen),
        legend: legend(seen),
    };
    let mut sheet = Sheet::new(std::slice::from_ref(floor), window, &caption, size);
    if let Some(mut canvas) = sheet.panel(0) {
        let cells = cells_around(env, seen.cell, window);
        place(env, &cells, window, &mut canvas);
        if let Some(space) = seen.steering.as_ref().and_then(|s| s.space) {
            personal_space(&space, seen.position, window, &mut canvas);
        }
        others(simulation, seen, &cells, window, &mut canvas);
        neighbours(seen, window, &mut canvas);
        own(seen, &mut canvas);
    }
    encode(&sheet.picture, kind)
}

/// Around the pedestrian, as far as there is ground.
fn window(env: &Environment, seen: &Inspected) -> Bounds {
    let hit = seen.steering.as_ref().and_then(|s| s.collision).map(|hit| hit.pedestrian);
    let shown = seen.neighbours.iter().enumerate().filter(|(i, n)| *i < NEAREST || Some(n.pedestrian) == hit);
    let reach = shown.map(|(_, n)| n.distance + AROUND).fold(REACH.0, f64::max).min(REACH.1);
    let half = Point::new(reach, reach);
    let around = Bounds { min: seen.position - half, max: seen.position + half };
    let cells = cells_around(env, seen.cell, around);
    let ground = cells.iter().flat_map(|&cell| clip_convex(&ring(env, cell), &around.corners()));
    Bounds::of(ground.chain([seen.position]))
}

fn ring(env: &Environment, cell: CellId) -> Vec<Point> {
    env.cell_edges(cell).map(|e| e.a).collect()
}

fn subtitle(seen: &Inspected) -> String {
    let count = counted(seen.neighbours.len(), "neighbours");
    let hit = seen.steering.as_ref().and_then(|s| s.collision);
    let next = hit.map_or("no collision ahead".into(), |hit| {
        format!("{} collision with {} in {:.2} s ahead", hit.kind, hit.pedestrian, hit.time).trim_start().to_string()
    });
    format!("{count} · {next} · arrows: the way of one second")
}

fn legend(seen: &Inspected) -> Vec<(Swatch, String)> {
    let line = |colour, width| Swatch::Line(Pen::solid(colour, width));
    if seen.steering.as_ref().is_some_and(|s| s.space.is_some()) {
        return vec![
            (Swatch::Dot(OWN), "the pedestrian".into()),
            (Swatch::Dot(SEEN), "neighbour".into()),
            (Swatch::Dot(UNSEEN), "not perceived".into()),
            (line(colour::INK, 1.5), "velocity".into()),
            (Swatch::Line(Pen::dashed(OWN, 2.0)), "preferred velocity".into()),
            (line(CHOSEN, 4.0), "outcome".into()),
            (Swatch::Line(Pen::dashed(IDLE, 1.5)), "intimate, personal, social zone".into()),
            (line(SEEN, 2.0), "perceived".into()),
            (line(REJECTED, 3.0), "target of a drive that is followed".into()),
            wall_swatch(),
        ];
    }
    vec![
        (Swatch::Dot(OWN), "the pedestrian".into()),
        (Swatch::Dot(SEEN), "neighbour".into()),
        (Swatch::Dot(UNSEEN), "not perceived".into()),
        (line(colour::INK, 1.5), "velocity".into()),
        (Swatch::Line(Pen::dashed(OWN, 2.0)), "preferred velocity".into()),
        (line(REJECTED, 2.0), "proposition that collides".into()),
        (line(IDLE, 2.0), "not examined".into()),
        (line(CHOSEN, 4.0), "chosen".into()),
        (line(OWN, 3.0), "outcome, where it differs".into()),
        wall_swatch(),
    ]
}

/// The cells of the window that are reached without leaving it.
fn cells_around(env: &Environment, from: CellId, window: Bounds) -> Vec<CellId> {
    let mut found = vec![from];
    let mut known = BTreeSet::from([from]);
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for edge in env.cell_edges(cell) {
            let open = edge.segment.filter(|&s| env.is_passable(s, 0.0) && !env.segment(s).is_lift());
            let Some(segment) = open.filter(|_| within(edge.a, edge.b, window).is_some()) else { continue };
            let there = env.segment(segment).other(cell);
            if known.insert(there) {
                found.push(there);
            }
        }
    }
    found
}

/// Ground and walls.
fn place(env: &Environment, cells: &[CellId], window: Bounds, canvas: &mut Canvas) {
    let frame = window.corners();
    for &cell in cells {
        let part = clip_convex(&ring(env, cell), &frame);
        if part.len() > 2 {
            canvas.fill(Layer::Ground, &[&part], colour::WALKABLE);
            // Hides the seam that smoothing leaves between two cells.
            canvas.ring(Layer::Ground, &part, Pen::solid(colour::WALKABLE, 1.0));
        }
        for edge in env.cell_edges(cell).filter(|e| !e.segment.is_some_and(|s| env.is_passable(s, 0.0))) {
            if let Some((a, b)) = within(edge.a, edge.b, window) {
                canvas.line(Layer::Walls, &[a, b], Pen::solid(colour::WALL, 3.0));
            }
        }
    }
}

/// The part of a line within the window.
fn within(a: Point, b: Point, window: Bounds) -> Option<(Point, Point)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    let d = b - a;
    for (step, low, high) in
        [(d.x, window.min.x - a.x, window.max.x - a.x), (d.y, window.min.y - a.y, window.max.y - a.y)]
    {
        if step == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (s, t) = (low / step, high / step);
        (from, to) = (from.max(s.min(t)), to.min(s.max(t)));
    }
    (from <= to).then(|| (a.lerp(b, from), a.lerp(b, to)))
}

/// People who are there and not perceived.
fn others(simulation: &Simulation, seen: &Inspected, cells: &[CellId], window: Bounds, canvas: &mut Canvas) {
    let people = simulation.people();
    let is_seen = |id: u32| id == seen.pedestrian || seen.neighbours.iter().any(|n| n.pedestrian == id);
    for row in 0..people.len() {
        let (id, at) = (people.id[row], people.position[row]);
        let is_whole = window.expanded(-people.radius[row]).contains(at);
        if !is_seen(id) && is_whole && cells.contains(&people.cell[row]) {
            body(at, people.radius[row], UNSEEN, canvas);
            arrow(Layer::Graph, at, people.velocity[row], Pen::solid(IDLE, 1.2), canvas);
        }
    }
}

fn neighbours(seen: &Inspected, window: Bounds, canvas: &mut Canvas) {
    let hit = seen.steering.as_ref().and_then(|s| s.collision).map(|hit| hit.pedestrian);
    for n in seen.neighbours.iter().filter(|n| window.contains(n.position)) {
        body(n.position, n.radius, SEEN, canvas);
        let drives = seen.steering.iter().flat_map(|s| &s.drives);
        let is_target = drives.into_iter().any(|d| d.chosen && d.target == Some(n.pedestrian));
        if hit == Some(n.pedestrian) || is_target {
            circle(n.position, n.radius, Pen::solid(REJECTED, 3.0), canvas);
        }
        arrow(Layer::Graph, n.position, n.velocity, Pen::solid(colour::INK, 1.5), canvas);
        let below = n.position - Point::new(0.0, n.radius + 12.0 / canvas.scale());
        canvas.label(below, 13.0, colour::INK, &n.pedestrian.to_string());
    }
}

fn own(seen: &Inspected, canvas: &mut Canvas) {
    let at = seen.position;
    body(at, seen.radius, OWN, canvas);
    arrow(Layer::Graph, at, seen.velocity, Pen::solid(colour::INK, 1.5), canvas);
    arrow(Layer::Marks, at, seen.preferred, Pen::dashed(OWN, 2.0), canvas);
    let Some(steering) = &seen.steering else { return };
    let Some(pipe) = &steering.pipe else {
        arrow(Layer::Marks, at, steering.velocity, Pen::solid(CHOSEN, 4.0), canvas);
        return;
    };
    let rank = |p: &Examined| (p.chosen, p.examined);
    let mut propositions: Vec<&Examined> = pipe.propositions.iter().collect();
    propositions.sort_by_key(|p| rank(p));
    for p in propositions {
        let pen = match rank(p) {
            (true, _) => Pen::solid(CHOSEN, 4.0),
            (_, true) => Pen::solid(REJECTED, 2.0),
            _ => Pen::solid(IDLE, 2.0),
        };
        arrow(Layer::Marks, at, p.velocity, pen, canvas);
        if let (Some(module), Some(along)) = (p.module, p.velocity.unit()) {
            let clear = 14.0 + (0.5 * text_width(module.word(), 13.0)) * along.x.abs();
            canvas.label(at + p.velocity + along * (clear / canvas.scale()), 13.0, pen.colour, module.word());
        }
    }
    if pipe.chosen().is_none_or(|p| p.velocity != steering.velocity) {
        arrow(Layer::Marks, at, steering.velocity, Pen::solid(OWN, 3.0), canvas);
    }
}

/// The zones as dashed rings, what is perceived as a line; as far as they are within the window.
fn personal_space(space: &PersonalSpace, at: Point, window: Bounds, canvas: &mut Canvas) {
    for radius in [space.intimate, space.personal, space.social] {
        outline(&round(at, radius), Pen::dashed(IDLE, 1.5), window, canvas);
    }
    let ring: Vec<Point> = space.outline().into_iter().map(|p| at + p).collect();
    outline(&ring, Pen::solid(SEEN, 2.0), window, canvas);
}

/// A closed line, cut at the window.
fn outline(ring: &[Point], pen: Pen, window: Bounds, canvas: &mut Canvas) {
    let is_whole = ring.iter().all(|p| window.contains(*p));
    if is_whole {
        canvas.ring(Layer::Graph, ring, pen);
        return;
    }
    for (i, &a) in ring.iter().enumerate() {
        if let Some((a, b)) = within(a, ring[(i + 1) % ring.len()], window) {
            canvas.line(Layer::Graph, &[a, b], pen);
        }
    }
}

fn body(at: Point, radius: f64, colour: Colour, canvas: &mut Canvas) {
    canvas.dot(Layer::Graph, at, radius * canvas.scale(), colour);
}

fn circle(at: Point, radius: f64, pen: Pen, canvas: &mut Canvas) {
    canvas.ring(Layer::Graph, &round(at, radius), pen);
}

fn round(at: Point, radius: f64) -> Vec<Point> {
    let corner = |i: i32| {
        let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 48.0).sin_cos();
        at + Point::new(cos, sin) * radius
    };
    (0..48).map(corner).collect()
}

/// A velocity as the way of one second.
fn arrow(layer: Layer, from: Point, velocity: Point, pen: Pen, canvas: &mut Canvas) {
    let Some(along) = velocity.unit() else { return };
    let tip = from + velocity;
    let long = ((6.0 + 2.0 * pen.width) / canvas.scale()).min(velocity.norm());
    let (neck, side) = (tip - along * long, along.left() * (long * 0.4));
    canvas.line(layer, &[from, neck], pen);
    canvas.fill(layer, &[[tip, neck + side, neck - side]], pen.colour);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_window() {
        let window = Bounds { min: Point::ZERO, max: Point::new(10.0, 10.0) };
        let cut = |a: (f64, f64), b: (f64, f64)| within(Point::new(a.0, a.1), Point::new(b.0, b.1), window);
        assert_eq!(cut((-5.0, 5.0), (15.0, 5.0)), Some((Point::new(0.0, 5.0), Point::new(10.0, 5.0))));
        assert_eq!(cut((2.0, 2.0), (3.0, 4.0)), Some((Point::new(2.0, 2.0), Point::new(3.0, 4.0))));
        assert_eq!(cut((-5.0, 11.0), (15.0, 11.0)), None);
        assert_eq!(cut((-5.0, 8.0), (3.0, 16.0)), None);
    }
}
