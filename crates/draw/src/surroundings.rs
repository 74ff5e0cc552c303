//! Draws a pedestrian at a decision: the walls and people around it, and the velocities that it weighs. The arrow of a
//! velocity is as long as the way in one second.

use std::collections::BTreeSet;

use populace_env::{CellId, Environment, World};
use populace_geom::{Bounds, Point, clip_convex};

use crate::colour::{self, Colour};
use crate::font::text_width;
use crate::legend::Style;
use crate::picture::{Layer, Pen, Symbol, round};
use crate::sheet::{Canvas, Caption, Sheet};
use crate::stages::{counted, wall_style};
use crate::{DrawError, FileKind};

/// The least and the greatest distance from the pedestrian to which the drawing reaches, m.
const REACH: (f64, f64) = (2.5, 7.0);
/// The drawing reaches to this many nearest neighbours, and to the neighbours that the pedestrian would collide with.
const NEAREST: usize = 5;
/// The room beyond the farthest of those neighbours, m.
const AROUND: f64 = 0.8;

const OWN: Colour = colour::ROUTE;
const SEEN: Colour = colour::OPENING;
const UNSEEN: Colour = colour::CLOSED;
const CHOSEN: Colour = colour::ENTRANCE;
const REJECTED: Colour = colour::EXIT;
const IDLE: Colour = colour::SEAM;

/// A pedestrian that decides, and everything that its drawing shows.
pub struct Surroundings<'a> {
    /// The place and its doors.
    pub world: World<'a>,
    /// The time at which the pedestrian decides, s.
    pub time: f64,
    /// The pedestrian.
    pub own: Body,
    /// The cell that the pedestrian is in.
    pub cell: CellId,
    /// The velocity that follows its route, m/s.
    pub preferred: Point,
    /// The people that it perceives, nearest first.
    pub neighbours: Vec<Neighbour>,
    /// The people that it does not perceive, with their cells.
    pub others: Vec<(CellId, Body)>,
    /// The collision ahead in words, if there is one.
    pub collision: Option<String>,
    /// The velocities that it weighs.
    pub propositions: Vec<Proposition>,
    /// The velocity that it takes when that is none of the propositions, m/s.
    pub outcome: Option<Point>,
    /// The zones around it, when its model has them.
    pub space: Option<PersonalSpace>,
}

/// A body that moves.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The pedestrian's number.
    pub pedestrian: u32,
    /// The position of the centre, m.
    pub position: Point,
    /// The velocity in the last step, m/s.
    pub velocity: Point,
    /// Half the width, m.
    pub radius: f64,
}

/// A body that the pedestrian perceives.
#[derive(Clone, Copy, Debug)]
pub struct Neighbour {
    /// The body.
    pub body: Body,
    /// The distance from centre to centre, m.
    pub distance: f64,
    /// Whether the pedestrian would collide with it.
    pub collides: bool,
    /// Whether it is the target of a drive that the pedestrian follows.
    pub is_target: bool,
}

/// A velocity that the pedestrian weighs.
#[derive(Clone, Copy, Debug)]
pub struct Proposition {
    /// The velocity, m/s.
    pub velocity: Point,
    /// The name of the rule that made it, if the drawing shows that name.
    pub word: Option<&'static str>,
    /// The fate of the proposition in the search.
    pub fate: Fate,
}

/// The fate of a proposition in the search. Propositions of a later variant are drawn over those of an earlier variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// The search ended before it.
    Idle,
    /// It leads to a collision.
    Rejected,
    /// The pedestrian takes it.
    Chosen,
}

/// Zones around a body and the border of what it perceives.
#[derive(Clone, Debug)]
pub struct PersonalSpace {
    /// The radii of the zones, m.
    pub zones: [f64; 3],
    /// The border of what it perceives, relative to the body, m.
    pub outline: Vec<Point>,
}

/// Draws the surroundings of a pedestrian, and returns the bytes of the file.
pub fn draw_surroundings(around: &Surroundings, size: f64, kind: FileKind) -> Result<Vec<u8>, DrawError> {
    let world = around.world;
    let window = window(around);
    let floor = world.floors().get(world.cell_floor(around.cell).index()).map_or(String::new(), |f| f.name.clone());
    let caption = Caption {
        title: format!("pedestrian {} at {:.2} s", around.own.pedestrian, around.time),
        subtitle: subtitle(around),
        legend: legend(around),
    };
    let mut sheet = Sheet::new(&[floor], window, &caption, size);
    if let Some(mut canvas) = sheet.panel(0) {
        let cells = cells_around(world, around.cell, window);
        place(world, &cells, window, &mut canvas);
        if let Some(space) = &around.space {
            personal_space(space, around.own.position, window, &mut canvas);
        }
        others(around, &cells, window, &mut canvas);
        neighbours(around, window, &mut canvas);
        own(around, &mut canvas);
    }
    sheet.encode(kind)
}

/// Returns the box around the pedestrian and its neighbours, as far as there is ground.
fn window(around: &Surroundings) -> Bounds {
    let world = around.world;
    let shown = around.neighbours.iter().enumerate().filter(|(i, n)| *i < NEAREST || n.collides);
    let reach = shown.map(|(_, n)| n.distance + AROUND).fold(REACH.0, f64::max).min(REACH.1);
    let (half, at) = (Point::new(reach, reach), around.own.position);
    let square = Bounds { min: at - half, max: at + half };
    let cells = cells_around(world, around.cell, square);
    let ground = cells.iter().flat_map(|&cell| clip_convex(&ring(&world, cell), &square.corners()));
    Bounds::of(ground.chain([at]))
}

fn ring(env: &Environment, cell: CellId) -> Vec<Point> {
    env.cell_edges(cell).map(|e| e.a).collect()
}

fn subtitle(around: &Surroundings) -> String {
    let count = counted(around.neighbours.len(), "neighbours");
    let next = around.collision.as_deref().unwrap_or("no collision ahead");
    format!("{count} · {next} · arrows: the way of one second")
}

fn legend(around: &Surroundings) -> Vec<(Style, String)> {
    let line = |colour, width| Style::Line(Pen::solid(colour, width));
    if around.space.is_some() {
        return vec![
            (Style::Symbols(Symbol::Dot, OWN), "the pedestrian".into()),
            (Style::Symbols(Symbol::Dot, SEEN), "neighbour".into()),
            (Style::Symbols(Symbol::Dot, UNSEEN), "not perceived".into()),
            (line(colour::INK, 1.5), "velocity".into()),
            (Style::Line(Pen::dashed(OWN, 2.0)), "preferred velocity".into()),
            (line(CHOSEN, 4.0), "outcome".into()),
            (Style::Line(Pen::dashed(IDLE, 1.5)), "intimate, personal, social zone".into()),
            (line(SEEN, 2.0), "perceived".into()),
            (line(REJECTED, 3.0), "target of a drive that is followed".into()),
            wall_style(),
        ];
    }
    vec![
        (Style::Symbols(Symbol::Dot, OWN), "the pedestrian".into()),
        (Style::Symbols(Symbol::Dot, SEEN), "neighbour".into()),
        (Style::Symbols(Symbol::Dot, UNSEEN), "not perceived".into()),
        (line(colour::INK, 1.5), "velocity".into()),
        (Style::Line(Pen::dashed(OWN, 2.0)), "preferred velocity".into()),
        (line(REJECTED, 2.0), "proposition that collides".into()),
        (line(IDLE, 2.0), "not examined".into()),
        (line(CHOSEN, 4.0), "chosen".into()),
        (line(OWN, 3.0), "outcome, where it differs".into()),
        wall_style(),
    ]
}

/// Returns the cells to which a walk from a cell leads without leaving the window, through passages of any width.
fn cells_around(world: World<'_>, from: CellId, window: Bounds) -> Vec<CellId> {
    let mut found = vec![from];
    let mut known = BTreeSet::from([from]);
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for edge in world.cell_edges(cell) {
            let open = edge.segment.filter(|&s| world.is_passable(s, 0.0) && !world.segment(s).is_lift());
            let Some(segment) = open.filter(|_| within(edge.a, edge.b, window).is_some()) else { continue };
            let there = world.segment(segment).other(cell);
            if known.insert(there) {
                found.push(there);
            }
        }
    }
    found
}

/// Paints ground and walls.
fn place(world: World<'_>, cells: &[CellId], window: Bounds, canvas: &mut Canvas) {
    for &cell in cells {
        let part = clip_convex(&ring(&world, cell), &window.corners());
        if part.len() > 2 {
            canvas.fill(Layer::Ground, &[&part], colour::WALKABLE);
        }
        for edge in world.cell_edges(cell).filter(|e| !e.segment.is_some_and(|s| world.is_passable(s, 0.0))) {
            if let Some((a, b)) = within(edge.a, edge.b, window) {
                canvas.line(Layer::Walls, &[a, b], Pen::solid(colour::WALL, 3.0));
            }
        }
    }
}

/// Returns the part of a line within the window.
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

/// Paints the people that the pedestrian does not perceive.
fn others(around: &Surroundings, cells: &[CellId], window: Bounds, canvas: &mut Canvas) {
    for (cell, other) in &around.others {
        let is_whole = window.expanded(-other.radius).contains(other.position);
        if is_whole && cells.contains(cell) {
            disc(other, UNSEEN, canvas);
            arrow(Layer::Graph, other.position, other.velocity, Pen::solid(IDLE, 1.2), canvas);
        }
    }
}

fn neighbours(around: &Surroundings, window: Bounds, canvas: &mut Canvas) {
    for neighbour in around.neighbours.iter().filter(|n| window.contains(n.body.position)) {
        let body = &neighbour.body;
        disc(body, SEEN, canvas);
        if neighbour.collides || neighbour.is_target {
            canvas.ring(Layer::Graph, &round(body.position, body.radius, 48), Pen::solid(REJECTED, 3.0));
        }
        arrow(Layer::Graph, body.position, body.velocity, Pen::solid(colour::INK, 1.5), canvas);
        let below = body.position - Point::new(0.0, body.radius + 12.0 / canvas.scale());
        canvas.label(below, 13.0, colour::INK, &body.pedestrian.to_string());
    }
}

fn own(around: &Surroundings, canvas: &mut Canvas) {
    let at = around.own.position;
    disc(&around.own, OWN, canvas);
    arrow(Layer::Graph, at, around.own.velocity, Pen::solid(colour::INK, 1.5), canvas);
    arrow(Layer::Marks, at, around.preferred, Pen::dashed(OWN, 2.0), canvas);
    let mut propositions: Vec<&Proposition> = around.propositions.iter().collect();
    propositions.sort_by_key(|p| p.fate);
    for p in propositions {
        let pen = match p.fate {
            Fate::Chosen => Pen::solid(CHOSEN, 4.0),
            Fate::Rejected => Pen::solid(REJECTED, 2.0),
            Fate::Idle => Pen::solid(IDLE, 2.0),
        };
        arrow(Layer::Marks, at, p.velocity, pen, canvas);
        if let (Some(word), Some(along)) = (p.word, p.velocity.unit()) {
            let clear = 14.0 + (0.5 * text_width(word, 13.0)) * along.x.abs();
            canvas.label(at + p.velocity + along * (clear / canvas.scale()), 13.0, pen.colour, word);
        }
    }
    if let Some(velocity) = around.outcome {
        arrow(Layer::Marks, at, velocity, Pen::solid(OWN, 3.0), canvas);
    }
}

/// Paints the zones as dashed rings and the border of what is perceived as a line, cut at the window.
fn personal_space(space: &PersonalSpace, at: Point, window: Bounds, canvas: &mut Canvas) {
    for radius in space.zones {
        outline(&round(at, radius, 48), Pen::dashed(IDLE, 1.5), window, canvas);
    }
    let ring: Vec<Point> = space.outline.iter().map(|p| at + *p).collect();
    outline(&ring, Pen::solid(SEEN, 2.0), window, canvas);
}

/// Paints a closed line, cut at the window.
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

fn disc(body: &Body, colour: Colour, canvas: &mut Canvas) {
    canvas.dot(Layer::Graph, body.position, body.radius * canvas.scale(), colour);
}

/// Paints a velocity as an arrow, as long as the way in one second.
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
