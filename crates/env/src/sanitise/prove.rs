//! Refuses what no repair can mend. Each error names the item and says what to do.

use std::ops::ControlFlow;

use populace_geom::{Bounds, Point};

use super::overlay::{Ring, metres, snap};
use super::pairs::{for_each_near_pair, ring_edges};
use super::rings::{meet, wall_rings};
use crate::{BuildError, BuildOptions, Facing, FloorId, FloorKind, Height, LinkKind, Object, Outline, Place};

/// Largest coordinate, m: up to it, millimetres fit into 32-bit integers.
const REACH: f64 = 1.0e6;

/// The most stops that one lift has. Every two stops are joined, so their number must stay small.
const MOST_STOPS: usize = 200;

/// Checks everything in a place that the later stages rely on.
pub(super) fn prove(place: &Place, options: &BuildOptions) -> Result<(), BuildError> {
    let count = place.vertex_count();
    if count > options.max_vertices {
        return Err(BuildError::new(
            "",
            format!("the place has {count} vertices; at most {} are built", options.max_vertices),
            "simplify the outlines, cut the place into parts, or raise --max-vertices",
        ));
    }
    if place.floors.is_empty() {
        return Err(BuildError::new("", "the place has no floor", "give at least one walkable outline"));
    }
    prove_unique("floor", place.floors.iter().map(|f| f.name.as_str()))?;
    prove_unique("link", place.links.iter().map(|l| l.name.as_str()))?;
    prove_unique("area", place.areas.iter().map(|a| a.name.as_str()))?;
    prove_unique("object", place.objects.iter().map(|o| o.name.as_str()))?;
    for floor in &place.floors {
        let here = |source: &str| at(&format!("floor {:?}", floor.name), source);
        for outline in floor.walkable.iter().chain(&floor.obstacles) {
            prove_outline(outline).map_err(|what| located(here(&outline.source), what))?;
        }
        for wall in &floor.walls {
            prove_points(&wall.line).map_err(|what| located(here(&wall.source), what))?;
            prove_range("the thickness of a wall", wall.thickness, 0.0, 10.0, "m", &here(&wall.source))?;
        }
        prove_floor(floor, &here(""))?;
        let outlines = floor.walkable.iter().chain(&floor.obstacles).flat_map(snapped);
        prove_sparse(outlines.chain(floor.walls.iter().flat_map(wall_rings)), &here(""))?;
    }
    for link in &place.links {
        prove_link(place, &link.kind, &at(&format!("link {:?}", link.name), &link.source))?;
    }
    for area in &place.areas {
        let here = format!("area {:?}", area.name);
        prove_outline(&area.outline).map_err(|what| located(here.clone(), what))?;
        prove_known(place, area.floor, &here)?;
        prove_sparse(snapped(&area.outline), &here)?;
    }
    for object in &place.objects {
        let here = at(&format!("object {:?}", object.name), &object.source);
        prove_known(place, object.floor, &here)?;
        prove_object(object, &here)?;
    }
    Ok(())
}

/// Refuses outlines that meet each other so often that repairing them would take too long.
fn prove_sparse(rings: impl Iterator<Item = Ring>, here: &str) -> Result<(), BuildError> {
    let mut edges = Vec::new();
    for (owner, ring) in rings.enumerate() {
        edges.extend(ring_edges(owner as u32, &ring).filter(|e| e.ends.0 != e.ends.1));
    }
    let limit = 500_000 + 50 * edges.len();
    let (mut count, mut last) = (0, None);
    for_each_near_pair(&edges, |i, j| {
        if meet(edges[i].ends, edges[j].ends) {
            count += 1;
            last = Some(edges[i].ends.0);
        }
        if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match last.map(metres) {
        Some(at) if count > limit => {
            let what =
                format!("its outlines meet each other more than {limit} times, e.g. near ({:.3}, {:.3}) m", at.x, at.y);
            Err(BuildError::new(
                here,
                what,
                "this is not a floor plan: check that the points of each ring are in order",
            ))
        }
        _ => Ok(()),
    }
}

/// Returns the rings of an outline in whole millimetres.
fn snapped(outline: &Outline) -> impl Iterator<Item = Ring> + '_ {
    std::iter::once(&outline.outer).chain(&outline.holes).map(|ring| ring.iter().map(|&p| snap(p)).collect())
}

/// Checks the kind and the height function of a floor.
fn prove_floor(floor: &crate::Floor, here: &str) -> Result<(), BuildError> {
    match floor.kind {
        FloorKind::Stairs(stairs) => {
            prove_range("the going of a step", stairs.going, 0.05, 5.0, "m", here)?;
            prove_range("the rise of a step", stairs.rise, 0.01, 1.0, "m", here)?;
            prove_range("the speed factor up", stairs.up_factor, 0.01, 2.0, "", here)?;
            prove_range("the speed factor down", stairs.down_factor, 0.01, 2.0, "", here)?;
        }
        FloorKind::Escalator(belt) | FloorKind::Walkway(belt) => {
            prove_range("the belt speed", belt.speed, -5.0, 5.0, "m/s", here)?;
        }
        FloorKind::Level | FloorKind::Ramp => {}
    }
    let points: Vec<(Point, f64)> = match &floor.height {
        Height::Flat(z) => vec![(Point::ZERO, *z)],
        Height::Along(line) => line.clone(),
        Height::Surface(triangles) => triangles.iter().flatten().copied().collect(),
    };
    if points.is_empty() {
        return Err(located(here.into(), "its height function has no points".into()));
    }
    let places: Vec<Point> = points.iter().map(|p| p.0).collect();
    prove_points(&places).map_err(|what| located(here.into(), format!("in its height function, {what}")))?;
    points.iter().try_for_each(|&(_, z)| prove_range("the height", z, -20_000.0, 20_000.0, "m", here))
}

/// Checks that a link names floors of the place and that its numbers are possible.
fn prove_link(place: &Place, kind: &LinkKind, here: &str) -> Result<(), BuildError> {
    match kind {
        LinkKind::Opening { floors, segment, .. } | LinkKind::Door { floors, segment, .. } => {
            floors.iter().try_for_each(|&f| prove_known(place, f, here))?;
            prove_points(&[segment.a, segment.b]).map_err(|what| located(here.into(), what))?;
            if matches!(kind, LinkKind::Opening { floors: [a, b], .. } if a == b) {
                return Err(located(here.into(), "an opening joins a floor to itself".into()));
            }
            if let LinkKind::Door { door, .. } = kind {
                let mut times = door.hours.iter().flat_map(|h| [h.0, h.1]);
                times.try_for_each(|t| prove_range("an opening hour", t, 0.0, 86_400.0, "s since midnight", here))?;
            }
            prove_range("its width", segment.length(), 0.005, 10_000.0, "m", here)
        }
        LinkKind::Lift { stops, lift } => {
            if !(2..=MOST_STOPS).contains(&stops.len()) {
                let what = format!("a lift needs 2 to {MOST_STOPS} stops, this lift has {}", stops.len());
                return Err(located(here.into(), what));
            }
            for (floor, point) in stops {
                prove_known(place, *floor, here)?;
                prove_points(&[*point]).map_err(|what| located(here.into(), what))?;
            }
            prove_range("the capacity", f64::from(lift.capacity), 1.0, 1000.0, "persons", here)?;
            prove_range("the speed", lift.speed, 0.01, 50.0, "m/s", here)?;
            prove_range("the dwell time", lift.dwell, 0.0, 600.0, "s", here)?;
            prove_range("the door width", lift.door_width, 0.1, 20.0, "m", here)
        }
    }
}

/// Checks the footprint and the numbers of an object.
fn prove_object(object: &Object, here: &str) -> Result<(), BuildError> {
    prove_points(&object.footprint).map_err(|what| located(here.into(), what))?;
    if object.footprint.is_empty() {
        return Err(located(here.into(), "it has no footprint".into()));
    }
    let size = Bounds::of(object.footprint.iter().copied()).size();
    prove_range("its size", size.x.max(size.y), 0.0, 1000.0, "m", here)?;
    prove_range("the number of its points", object.footprint.len() as f64, 1.0, 1000.0, "", here)?;
    let way = match object.facing {
        Some(Facing::Along(way)) | Some(Facing::Towards(way)) => way,
        None => Point::ZERO,
    };
    prove_points(&[way]).map_err(|what| located(here.into(), format!("in its facing, {what}")))?;
    prove_range("the number of its seats", f64::from(object.seats.unwrap_or(1)), 1.0, 100_000.0, "", here)?;
    prove_range("its radius", object.radius.unwrap_or(1.0), 0.1, 100.0, "m", here)?;
    for time in object.service.iter().flat_map(|service| [service.least(), service.most()]) {
        prove_range("its service time", time, 0.0, 86_400.0, "s", here)?;
    }
    Ok(())
}

/// Checks the points of an outline.
fn prove_outline(outline: &Outline) -> Result<(), String> {
    prove_points(&outline.outer)?;
    outline.holes.iter().try_for_each(|h| prove_points(h))
}

/// Checks that points are finite and not too far away.
fn prove_points(points: &[Point]) -> Result<(), String> {
    for (i, p) in points.iter().enumerate() {
        if !p.is_finite() {
            return Err(format!("point {i} is ({}, {}), which is not a place", p.x, p.y));
        }
        if p.x.abs() > REACH || p.y.abs() > REACH {
            return Err(format!(
                "point {i} is ({:.0}, {:.0}) m, more than {REACH:.0} m from the origin; \
                 check the unit, or subtract a common offset",
                p.x, p.y
            ));
        }
    }
    Ok(())
}

/// Checks that a number is finite and within limits.
fn prove_range(name: &str, value: f64, low: f64, high: f64, unit: &str, here: &str) -> Result<(), BuildError> {
    if value.is_finite() && (low..=high).contains(&value) {
        return Ok(());
    }
    Err(located(here.into(), format!("{name} is {value} {unit}; it must be between {low} and {high} {unit}")))
}

/// Checks that the place has a floor with this id.
fn prove_known(place: &Place, floor: FloorId, here: &str) -> Result<(), BuildError> {
    if floor.index() < place.floors.len() {
        return Ok(());
    }
    Err(located(
        here.into(),
        format!("it names floor number {}, but the place has {} floors", floor.0, place.floors.len()),
    ))
}

/// Checks that no two items of a kind have the same name.
fn prove_unique<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), BuildError> {
    let mut sorted: Vec<&str> = names.collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|w| w[0] == w[1]) {
        Some(w) => Err(BuildError::new(
            format!("{what} {:?}", w[0]),
            format!("two {what}s have this name"),
            "give each its own name: scenarios and messages refer to it",
        )),
        None => Ok(()),
    }
}

/// Returns an item with its source in the file, if that is known.
pub(crate) fn at(item: &str, source: &str) -> String {
    if source.is_empty() { item.to_owned() } else { format!("{item}, {source}") }
}

/// Returns the error that something is wrong with an item.
fn located(here: String, what: String) -> BuildError {
    BuildError::new(here, what, "correct this item of the place")
}
