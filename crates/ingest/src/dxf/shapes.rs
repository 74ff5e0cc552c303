//! Turns entities into lines of points: curves become chords within a centimetre, blocks are expanded.

use std::f64::consts::{PI, TAU};

use populace_geom::{Point, maths};

use super::chains::Piece;
use super::entities::{Drawing, Entity, Kind};
use crate::ReadError;
use crate::limits::Limits;

/// The greatest distance of a chord from its curve, m.
const TOLERANCE: f64 = 0.01;
/// The deepest nesting of blocks.
const MAX_DEPTH: usize = 16;
/// The most chords of one curve.
const MAX_CHORDS: f64 = 4096.0;

/// Returns all lines of the drawing in metres, blocks expanded.
pub fn pieces(drawing: &Drawing, scale: f64, limits: &mut Limits) -> Result<Vec<Piece>, ReadError> {
    let frame = AffineMap { x: Point::new(scale, 0.0), y: Point::new(0.0, scale), origin: Point::ZERO };
    let mut expansion = Expansion { drawing, limits, pieces: Vec::new() };
    expansion.add_all(&drawing.entities, &frame, None, 0)?;
    Ok(expansion.pieces)
}

/// An affine map.
#[derive(Clone, Copy)]
struct AffineMap {
    x: Point,
    y: Point,
    origin: Point,
}

impl AffineMap {
    fn map(&self, p: Point) -> Point {
        self.origin + self.x * p.x + self.y * p.y
    }
    fn direction(&self, p: Point) -> Point {
        self.x * p.x + self.y * p.y
    }
    /// Returns the tolerance in the units before the map.
    fn tolerance(&self) -> f64 {
        TOLERANCE / self.x.norm().max(self.y.norm()).max(1e-12)
    }
}

struct Expansion<'a, 'b, 'c> {
    drawing: &'a Drawing,
    limits: &'b mut Limits<'c>,
    pieces: Vec<Piece>,
}

impl Expansion<'_, '_, '_> {
    /// Adds the lines of entities. `layer` is the layer of the INSERT when they are part of a block: entities on layer
    /// 0 take it.
    fn add_all(
        &mut self,
        entities: &[Entity],
        frame: &AffineMap,
        layer: Option<&str>,
        depth: usize,
    ) -> Result<(), ReadError> {
        for entity in entities {
            let layer = layer.filter(|_| entity.layer == "0").unwrap_or(&entity.layer);
            let located = |e: ReadError| e.at(format!("line {}, layer {layer}", entity.line));
            // Every visit counts: that bounds blocks that contain each other.
            self.limits.count(1).map_err(located)?;
            if entity.kind == Kind::Insert {
                self.insert(entity, frame, layer, depth)?;
                continue;
            }
            let Some((points, is_closed)) = shape(entity, frame.tolerance(), self.limits.left()) else { continue };
            let flipped = entity.number(230, 1.0) < 0.0;
            let mapped = points.into_iter().map(|p| frame.map(if flipped { Point::new(-p.x, p.y) } else { p }));
            let mut points = Vec::new();
            for p in mapped {
                points.push(self.limits.point(p.x, p.y).map_err(located)?);
            }
            let source = format!("layer {layer}, line {}", entity.line);
            self.pieces.push(Piece { layer: layer.to_owned(), points, is_closed, source });
        }
        Ok(())
    }

    fn insert(&mut self, entity: &Entity, frame: &AffineMap, layer: &str, depth: usize) -> Result<(), ReadError> {
        let drawing = self.drawing;
        let Some(block) = drawing.blocks.get(&entity.block) else { return Ok(()) };
        if depth >= MAX_DEPTH {
            // A block that contains itself has no end: only its first levels are drawn.
            return Ok(());
        }
        let turn = entity.number(50, 0.0).to_radians();
        let (sin, cos) = maths::sin_cos(turn);
        let (sx, sy) = (entity.number(41, 1.0), entity.number(42, 1.0));
        let (columns, rows) = (entity.number(70, 1.0).clamp(1.0, 1000.0), entity.number(71, 1.0).clamp(1.0, 1000.0));
        for (column, row) in (0..rows as u32).flat_map(|r| (0..columns as u32).map(move |c| (c, r))) {
            self.limits.count(1)?;
            let step = Point::new(f64::from(column) * entity.number(44, 0.0), f64::from(row) * entity.number(45, 0.0));
            let step = Point::new(step.x * cos - step.y * sin, step.x * sin + step.y * cos);
            let at = Point::new(entity.number(10, 0.0), entity.number(20, 0.0)) + step;
            let x = frame.direction(Point::new(cos, sin) * sx);
            let y = frame.direction(Point::new(-sin, cos) * sy);
            let origin = frame.map(at) - x * block.base[0] - y * block.base[1];
            self.add_all(&block.entities, &AffineMap { x, y, origin }, Some(layer), depth + 1)?;
        }
        Ok(())
    }
}

/// Returns the points of an entity, and whether they form a ring; `None` for an entity that is not a line. A polyline
/// with arcs ends at the first arc after `most` points, so that it cannot fill the memory.
fn shape(entity: &Entity, tolerance: f64, most: usize) -> Option<(Vec<Point>, bool)> {
    let at = |x: i32| Point::new(entity.number(x, 0.0), entity.number(x + 10, 0.0));
    let is_closed = entity.flags() & 1 != 0;
    match entity.kind {
        Kind::Line => Some((vec![at(10), at(11)], false)),
        Kind::LightPolyline => Some((bulged(&vertices(entity, 0), is_closed, tolerance, most), is_closed)),
        // Meshes and polyface meshes are not outlines.
        Kind::Polyline if entity.flags() & (16 | 64) != 0 => None,
        Kind::Polyline => Some((bulged(&vertices(entity, 1000), is_closed, tolerance, most), is_closed)),
        Kind::Circle => {
            let radius = entity.number(40, 0.0);
            let mut ring = arc(at(10), radius, 0.0, TAU, tolerance);
            ring.pop();
            Some((ring, true))
        }
        Kind::Arc => {
            let (start, end) = (entity.number(50, 0.0).to_radians(), entity.number(51, 360.0).to_radians());
            let sweep = (end - start).rem_euclid(TAU);
            Some((arc(at(10), entity.number(40, 0.0), start, if sweep == 0.0 { TAU } else { sweep }, tolerance), false))
        }
        Kind::Ellipse => Some(ellipse(entity, at(10), at(11), tolerance)),
        Kind::Spline => Some((spline(entity), is_closed)),
        Kind::Vertex | Kind::Insert => None,
    }
}

/// Returns the points of a polyline, each with the bulge of the edge after it.
fn vertices(entity: &Entity, offset: i32) -> Vec<(Point, f64)> {
    let mut vertices: Vec<(Point, f64)> = Vec::new();
    for &(code, value) in &entity.numbers {
        match (code - offset, vertices.last_mut()) {
            (10, _) => vertices.push((Point::new(value, 0.0), 0.0)),
            (20, Some((p, _))) => p.y = value,
            (42, Some((_, bulge))) => *bulge = value,
            _ => {}
        }
    }
    vertices
}

/// Returns the points of a polyline whose edges may be arcs. The bulge of an edge is the tangent of a quarter of the
/// arc's angle, positive for a turn to the left.
fn bulged(vertices: &[(Point, f64)], is_closed: bool, tolerance: f64, most: usize) -> Vec<Point> {
    let mut points = Vec::new();
    for (i, &(a, bulge)) in vertices.iter().enumerate() {
        points.push(a);
        let next = vertices.get(i + 1).or(if is_closed { vertices.first() } else { None });
        let Some(&(b, _)) = next.filter(|(b, _)| bulge != 0.0 && *b != a) else { continue };
        if points.len() > most {
            break;
        }
        let sweep = 4.0 * maths::atan(bulge);
        let chord = b - a;
        let radius = chord.norm() * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
        let center = a.lerp(b, 0.5) + chord.left() * ((1.0 - bulge * bulge) / (4.0 * bulge));
        let from = a - center;
        let chords = chords(radius, sweep.abs(), tolerance);
        for k in 1..chords {
            let (sin, cos) = maths::sin_cos(sweep * f64::from(k) / f64::from(chords));
            points.push(center + Point::new(from.x * cos - from.y * sin, from.x * sin + from.y * cos));
        }
    }
    points
}

/// Returns how many chords an arc needs to stay within the tolerance.
fn chords(radius: f64, sweep: f64, tolerance: f64) -> u32 {
    let step = if radius > tolerance { 2.0 * maths::acos(1.0 - tolerance / radius) } else { PI / 2.0 };
    (sweep / step.min(PI / 4.0)).ceil().clamp(1.0, MAX_CHORDS) as u32
}

/// Returns the points of an arc, from its start to its end.
fn arc(center: Point, radius: f64, start: f64, sweep: f64, tolerance: f64) -> Vec<Point> {
    let count = chords(radius.abs(), sweep, tolerance);
    let on = |k| {
        let (sin, cos) = maths::sin_cos(start + sweep * f64::from(k) / f64::from(count));
        center + Point::new(cos, sin) * radius
    };
    (0..=count).map(on).collect()
}

/// Returns the points of an ellipse or of a part of it, and whether it is whole.
fn ellipse(entity: &Entity, center: Point, major: Point, tolerance: f64) -> (Vec<Point>, bool) {
    let minor = major.left() * entity.number(40, 1.0);
    let (start, end) = (entity.number(41, 0.0), entity.number(42, TAU));
    let sweep = (end - start).rem_euclid(TAU);
    let is_whole = sweep < 1e-9 || TAU - sweep < 1e-9;
    let sweep = if is_whole { TAU } else { sweep };
    // A chord of the ellipse is no farther from its curve than a chord of the circle around the ellipse.
    let count = chords(major.norm(), sweep, tolerance);
    let on = |k| {
        let (sin, cos) = maths::sin_cos(start + sweep * f64::from(k) / f64::from(count));
        center + major * cos + minor * sin
    };
    let last = if is_whole { count - 1 } else { count };
    ((0..=last).map(on).collect(), is_whole)
}

/// Returns the points of a spline, by de Boor's algorithm, with eight chords for each control point. A spline without
/// control points gives its fit points, a spline with impossible knots its control points.
fn spline(entity: &Entity) -> Vec<Point> {
    let column = |x: i32| -> Vec<f64> { entity.numbers.iter().filter(|(c, _)| *c == x).map(|(_, v)| *v).collect() };
    let points =
        |x: i32| -> Vec<Point> { column(x).into_iter().zip(column(x + 10)).map(|(x, y)| Point::new(x, y)).collect() };
    let (control, knots) = (points(10), column(40));
    let degree = entity.number(71, 3.0).clamp(1.0, 9.0) as usize;
    if control.is_empty() {
        return points(11);
    }
    let bounds = (knots.get(degree), knots.get(control.len()));
    let (Some(&from), Some(&to)) = bounds else { return control };
    if knots.len() != control.len() + degree + 1 || !knots.is_sorted() || from >= to {
        return control;
    }
    let count = control.len() * 8;
    (0..=count)
        .filter_map(|k| de_boor(&control, &knots, degree, from + (to - from) * k as f64 / count as f64))
        .collect()
}

/// Returns the point of a spline at the parameter `t`.
fn de_boor(control: &[Point], knots: &[f64], degree: usize, t: f64) -> Option<Point> {
    let span = knots.partition_point(|&k| k <= t).saturating_sub(1).clamp(degree, control.len() - 1);
    let mut d = control.get(span - degree..=span)?.to_vec();
    for r in 1..=degree {
        for j in (r..=degree).rev() {
            let low = *knots.get(j + span - degree)?;
            let high = *knots.get(j + 1 + span - r)?;
            let share = if high > low { (t - low) / (high - low) } else { 0.0 };
            let mixed = d.get(j - 1)?.lerp(*d.get(j)?, share);
            *d.get_mut(j)? = mixed;
        }
    }
    d.last().copied()
}
