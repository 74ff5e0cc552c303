//! Flights: stairs, escalators, ramps and moving walkways between levels, and the ramps that join ways of different
//! levels at a node that they share.

use std::collections::{BTreeMap, BTreeSet};

use populace_env::{Belt, Floor, FloorId, FloorKind, Height, Link, LinkKind, Outline, Stairs};
use populace_geom::{Point, Segment};

use super::Site;
use super::classify::{LineKind, WalkLine};
use super::ends::{Evidence, Known, Owner, is_vertical, nearest};
use super::levels::Level;
use super::settle::{settle, without_end};
use crate::osm::strip::{disc, length, rectangle, straighten_ends, strip};

/// Speed of escalators and moving walkways, m/s (EN 115-1: 0.5 m/s is the usual nominal speed).
const BELT_SPEED: f64 = 0.5;
/// Depth of the landing before each end of a flight, m.
const LANDING: f64 = 1.0;
/// The slope (rise over length) of the ramps that join ways of different levels, where the way is long enough.
const SEAM_SLOPE: f64 = 0.1;
/// A landing is joined to the nearest ground of its level when that is no farther than this, m.
const REACH: f64 = 5.0;

/// A surface between two levels.
pub struct Flight {
    /// The item of the file.
    pub source: String,
    /// Its row in `Osm::shapes`.
    pub shape: usize,
    /// Its middle line, from start to end.
    pub points: Vec<Point>,
    /// Its start and end in the map, before they were moved to make room.
    pub nodes: [Point; 2],
    /// Width, m.
    pub width: f64,
    /// Stairs, belt, ramp.
    pub kind: LineKind,
    /// The level at its first point.
    pub start: Level,
    /// The level at its last point.
    pub end: Level,
}

impl Flight {
    /// Returns a flight along `points`; `None` when there are none.
    fn new(
        source: String,
        shape: usize,
        points: Vec<Point>,
        width: f64,
        kind: LineKind,
        levels: [Level; 2],
    ) -> Option<Self> {
        let nodes = [*points.first()?, *points.last()?];
        let [start, end] = levels;
        Some(Flight { source, shape, points, nodes, width, kind, start, end })
    }
}

impl Site<'_> {
    /// Takes the flights out of the lines, and gives a level to every line that is left.
    pub fn find_flights(&mut self) -> Vec<Flight> {
        self.infer_levels();
        let (vertical, flat): (Vec<_>, Vec<_>) = std::mem::take(&mut self.lines).into_iter().partition(is_vertical);
        self.lines = flat;
        let mut known = Known::new(&self.areas, &self.lines);
        let mut flights = Vec::new();
        let mut at_ends = Vec::new();
        for line in vertical {
            self.resolve(line, &known, &mut flights, &mut at_ends);
        }
        for (node, level) in at_ends {
            known.add(node, Owner::Flight, level);
        }
        self.join_seams(&known, &mut flights);
        settle(&mut flights);
        flights
    }

    /// Gives levels to untagged lines: the level of the flights that end on them and, indoors, of the ways and areas
    /// that they touch, when that is exactly one level. All others are on the ground.
    fn infer_levels(&mut self) {
        for _ in 0..8 {
            let mut known = Known::new(&self.areas, &self.lines);
            let evidence = Evidence { osm: self.osm, areas: &self.areas, known: &known };
            let tagged: Vec<(u32, Level)> = self
                .lines
                .iter()
                .filter(|l| is_vertical(l))
                .filter_map(|l| {
                    let (start, end, _) = evidence.tagged_ends(l)?;
                    Some([(*l.nodes.first()?, start), (*l.nodes.last()?, end)])
                })
                .flatten()
                .collect();
            let mut by_flights = Known::default();
            for (node, level) in tagged {
                known.add(node, Owner::Flight, level);
                by_flights.add(node, Owner::Flight, level);
            }
            let mut is_changed = false;
            for line in self.lines.iter_mut().filter(|l| l.levels.is_empty() && !is_vertical(l)) {
                let is_indoor = self.osm.shapes.get(line.shape).is_some_and(|s| s.tags.is("indoor", &["yes"]));
                let source = if is_indoor { &known } else { &by_flights };
                let found: BTreeSet<Level> = line.nodes.iter().flat_map(|&n| source.at(n)).collect();
                if let (1, Some(&level)) = (found.len(), found.first()) {
                    line.levels = vec![level];
                    is_changed = true;
                    if level != Level::GROUND {
                        self.notes.add(
                            "levels inferred",
                            format!("has no level; level {level} is taken from the ways it joins"),
                            line.points.first().copied().unwrap_or(Point::ZERO),
                            &line.source,
                        );
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
        for line in self.lines.iter_mut().filter(|l| l.levels.is_empty() && !is_vertical(l)) {
            line.levels = vec![Level::GROUND];
        }
    }

    /// Turns a line that may lead between levels into flights, or back into a line of one level.
    fn resolve(&mut self, line: WalkLine, known: &Known, flights: &mut Vec<Flight>, at_ends: &mut Vec<(u32, Level)>) {
        let evidence = Evidence { osm: self.osm, areas: &self.areas, known };
        let at = line.points.first().copied().unwrap_or(Point::ZERO);
        let (Some(&first), Some(&last)) = (line.nodes.first(), line.nodes.last()) else { return };
        let (start, end) = match evidence.tagged_ends(&line) {
            Some((start, end, is_certain)) => {
                if !is_certain {
                    let text = format!("nothing says which end is up; taken to lead from level {start} to level {end}");
                    self.notes.add("flights of unknown direction", text, at, &line.source);
                }
                let (found_start, found_end) = (touched(known, first, start), touched(known, last, end));
                if (found_start, found_end) != (start, end) {
                    let text = format!(
                        "is tagged with levels {start} and {end}, but joins ways of levels {found_start} and {found_end}; \
                         the ways count"
                    );
                    self.notes.add("flights whose levels disagree with their ways", text, at, &line.source);
                }
                (found_start, found_end)
            }
            None => match evidence.touched_ends(&line) {
                Some(ends) => ends,
                None => return,
            },
        };
        if start == end && !matches!(line.kind, LineKind::Belt { .. }) {
            self.lines.push(WalkLine { levels: vec![start], ..line });
            return;
        }
        if let LineKind::Belt { is_certain: false, .. } = line.kind {
            let text = "the direction of this belt is not tagged; it runs along the way".to_owned();
            self.notes.add("belts of unknown direction", text, at, &line.source);
        }
        at_ends.extend([(first, start), (last, end)]);
        let stops = stops_between(&line, known, start, end);
        for pair in stops.windows(2) {
            if let [(from, low), (to, high)] = *pair {
                let points = line.points.get(from..=to).unwrap_or_default().to_vec();
                let source = line.source.clone();
                let (shape, width, kind) = (line.shape, line.width, line.kind);
                flights.extend(Flight::new(source, shape, points, width, kind, [low, high]));
            }
        }
    }

    /// Makes a ramp of the end of each line that ends on ways of other levels only.
    fn join_seams(&mut self, known: &Known, flights: &mut Vec<Flight>) {
        let lifts: BTreeSet<u32> =
            self.osm.points.iter().filter(|p| p.tags.is("highway", &["elevator"])).map(|p| p.node).collect();
        let mut joined = BTreeSet::new();
        let mut lines = std::mem::take(&mut self.lines);
        let evidence = Evidence { osm: self.osm, areas: &self.areas, known };
        for (i, line) in lines.iter_mut().enumerate() {
            let Some(&own) = line.levels.first().filter(|_| line.levels.len() == 1) else { continue };
            let whole = length(&line.points);
            for is_first in [true, false] {
                let node = if is_first { line.nodes.first() } else { line.nodes.last() };
                let Some(&node) = node.filter(|n| !lifts.contains(n) && !joined.contains(*n)) else { continue };
                let others = known.at_beside(node, Owner::Line(i));
                if others.contains(&own) || evidence.area_holds(self.osm.at(node), own) {
                    continue;
                }
                let Some(other) = nearest(&others, own) else { continue };
                let wanted = (other.elevation() - own.elevation()).abs() / SEAM_SLOPE;
                let free = free_length(line, known, i, is_first);
                let Some(points) = take_end(line, wanted.min(free).min(0.45 * whole), is_first) else { continue };
                joined.insert(node);
                // The way that it ends on has a width, too: the ramp must not cover it.
                let half = (0.5 * line.width).min(LANDING);
                let points = if length(&points) > 3.0 * half { without_end(&points, half, true) } else { points };
                self.notes.add(
                    "ramps where levels meet",
                    format!("lies on level {own} but ends on level {other}; its end is read as a ramp"),
                    self.osm.at(node),
                    &line.source,
                );
                let (source, shape, width) = (line.source.clone(), line.shape, line.width);
                flights.extend(Flight::new(source, shape, points, width, LineKind::Plain, [other, own]));
            }
        }
        self.lines = lines;
    }

    /// Adds a floor, two links and two landings for each flight. All other levels must exist already.
    pub fn build_flights(&mut self, flights: &[Flight]) {
        for flight in flights {
            self.level(flight.start);
            self.level(flight.end);
        }
        let mut names = Names::new();
        for flight in flights {
            let points = straighten_ends(&flight.points, 0.6 * flight.width);
            let Some(strip) = strip(&points, flight.width) else {
                let at = points.first().copied().unwrap_or(Point::ZERO);
                self.notes.add("flights without length", "has no length and is left out".into(), at, &flight.source);
                continue;
            };
            let id = FloorId::new(self.levels.len() + self.flights.len());
            let name = take_unique(&mut names, name_of(flight));
            self.add_end(flight, strip.start, &points, true, id, &name);
            let backward: Vec<Point> = points.iter().rev().copied().collect();
            self.add_end(flight, strip.end, &backward, false, id, &name);
            self.flights.push(Floor {
                name,
                kind: self.floor_kind(flight, length(&points)),
                height: Height::Along(heights(&points, flight.start.elevation(), flight.end.elevation())),
                walkable: strip.parts.into_iter().map(|part| Outline::new(part, &flight.source)).collect(),
                obstacles: Vec::new(),
                walls: Vec::new(),
            });
        }
    }

    /// Adds the link at one end of a flight and the landing before it; `line` starts at that end.
    fn add_end(&mut self, flight: &Flight, cap: Segment, line: &[Point], is_start: bool, id: FloorId, name: &str) {
        let level = if is_start { flight.start } else { flight.end };
        let (Some(&at), Some(&next)) = (line.first(), line.get(1)) else { return };
        let Some(outward) = (at - next).unit() else { return };
        let is_entry = match flight.kind {
            LineKind::Belt { is_forward, .. } => Some(is_forward == is_start),
            _ => None,
        };
        let Some(level_id) = self.level_id(level) else { return };
        let floors = if is_entry == Some(false) { [id, level_id] } else { [level_id, id] };
        self.place.links.push(Link {
            name: format!(
                "{name} at level {level}{}",
                if is_start || flight.start != flight.end { "" } else { ", end" }
            ),
            kind: LinkKind::Opening { floors, segment: cap, one_way: is_entry.is_some() },
            source: flight.source.clone(),
        });
        self.openers.push((level, at + outward * LANDING, next, flight.width));
        let [first, last] = flight.nodes;
        let node = if is_start { first } else { last };
        if self.join_to_ground(level, node, 0.5 * flight.width, &flight.source).is_none() {
            let text = format!("leads to level {level}, where nothing else is within {REACH} m");
            self.notes.add("flights that lead nowhere", text, at, &flight.source);
        }
        let floor = self.level(level);
        floor.walkable.push(Outline::new(disc(at, 0.5 * flight.width), &flight.source));
        if let Some(landing) = rectangle(at, at + outward * LANDING, flight.width) {
            floor.walkable.push(Outline::new(landing.to_vec(), &flight.source));
        }
        // An end that was moved or shortened gets a way to its node in the map.
        let before = outward * (0.5 * LANDING);
        if let Some(way) = rectangle(at + before, node + before, LANDING).filter(|_| at.distance(node) > 0.01) {
            floor.walkable.push(Outline::new(way.to_vec(), &flight.source));
            floor.walkable.push(Outline::new(disc(node, 0.5 * LANDING), &flight.source));
        }
    }

    /// Makes sure that a disc of `radius` at `p` joins the ground of `level`: adds a strip to the nearest ground when
    /// the disc does not reach it. Returns the distance; `None` when there is no ground within [`REACH`].
    pub fn join_to_ground(&mut self, level: Level, p: Point, radius: f64, source: &str) -> Option<f64> {
        let near = self.nearest_ground(level, p, REACH)?;
        let floor = self.level(level);
        let distance = near.distance(p);
        if let Some(beyond) = (near - p).unit().filter(|_| distance > 0.5 * radius) {
            let strip = rectangle(p, near + beyond * 0.5, (2.0 * radius).min(1.5));
            floor.walkable.extend(strip.map(|s| Outline::new(s.to_vec(), source)));
        }
        Some(distance)
    }

    /// Returns the kind of floor of a flight that is `long` m long.
    fn floor_kind(&self, flight: &Flight, long: f64) -> FloorKind {
        match flight.kind {
            LineKind::Belt { is_escalator, is_forward, .. } => {
                let belt = Belt { speed: if is_forward { BELT_SPEED } else { -BELT_SPEED } };
                if is_escalator { FloorKind::Escalator(belt) } else { FloorKind::Walkway(belt) }
            }
            LineKind::Steps => {
                let tags = self.osm.shapes.get(flight.shape).map(|s| &s.tags);
                let count = tags.and_then(|t| t.get("step_count")).and_then(|c| c.trim().parse::<f64>().ok());
                let climb = (flight.end.elevation() - flight.start.elevation()).abs();
                FloorKind::Stairs(stairs(count, climb, long))
            }
            LineKind::Plain | LineKind::Platform => FloorKind::Ramp,
        }
    }
}

/// Returns stairs with `count` equal steps, when rise and going are then such as people build; else the default stairs.
fn stairs(count: Option<f64>, climb: f64, long: f64) -> Stairs {
    let usual = Stairs::default();
    match count.filter(|c| *c >= 1.0) {
        Some(count) if (0.10..=0.22).contains(&(climb / count)) && (0.2..=0.6).contains(&(long / count)) => {
            Stairs { rise: climb / count, going: long / count, ..usual }
        }
        _ => usual,
    }
}

/// Returns the wanted level when something at the node is on it or nothing is at the node; else the nearest level
/// there.
fn touched(known: &Known, node: u32, wanted: Level) -> Level {
    let here = known.at(node);
    if here.contains(&wanted) { wanted } else { nearest(&here, wanted).unwrap_or(wanted) }
}

/// Returns the nodes at which a flight stops, in order, with their levels: its ends, and nodes between that are on a
/// level in between.
fn stops_between(line: &WalkLine, known: &Known, start: Level, end: Level) -> Vec<(usize, Level)> {
    let mut stops = vec![(0, start)];
    let inner = line.nodes.len().saturating_sub(1);
    for (i, &node) in line.nodes.iter().enumerate().take(inner).skip(1) {
        let here = known.at(node);
        let last = stops.last().map_or(start, |s| s.1);
        let between = line.levels.iter().copied().filter(|l| here.contains(l)).find(|&l| {
            let (low, high) = (last.min(end), last.max(end));
            l > low && l < high
        });
        stops.extend(between.map(|level| (i, level)));
    }
    stops.push((inner, end));
    stops
}

/// Returns the length of a line from one end to the first node that something else uses, less the width of the line, m.
fn free_length(line: &WalkLine, known: &Known, row: usize, is_first: bool) -> f64 {
    let mut nodes: Vec<(u32, Point)> = line.nodes.iter().copied().zip(line.points.iter().copied()).collect();
    if !is_first {
        nodes.reverse();
    }
    let mut so_far = 0.0;
    for pair in nodes.windows(2) {
        if let [(_, a), (node, b)] = *pair {
            so_far += a.distance(b);
            if !known.at_beside(node, Owner::Line(row)).is_empty() {
                return if so_far > 2.0 * line.width { so_far - line.width } else { 0.5 * so_far };
            }
        }
    }
    so_far
}

/// Cuts `wanted` metres off one end of a line. Returns the piece that was cut off, from that end inwards.
fn take_end(line: &mut WalkLine, wanted: f64, is_first: bool) -> Option<Vec<Point>> {
    if wanted < 0.3 {
        return None;
    }
    let mut rest: Vec<Point> = line.points.clone();
    if is_first {
        rest.reverse();
    }
    let mut piece = vec![rest.pop()?];
    let mut left = wanted;
    loop {
        let (here, next) = (*piece.last()?, *rest.last()?);
        let step = here.distance(next);
        if step > left {
            let cut = here.lerp(next, left / step);
            piece.push(cut);
            rest.push(cut);
            break;
        }
        left -= step;
        piece.push(next);
        rest.pop();
    }
    if is_first {
        rest.reverse();
    }
    line.points = rest;
    Some(piece)
}

/// Returns points with heights that rise evenly along the line.
fn heights(points: &[Point], from: f64, to: f64) -> Vec<(Point, f64)> {
    let whole = length(points);
    let mut so_far = 0.0;
    let mut last = points.first().copied().unwrap_or(Point::ZERO);
    points
        .iter()
        .map(|&p| {
            so_far += last.distance(p);
            last = p;
            (p, from + (to - from) * if whole > 0.0 { so_far / whole } else { 0.0 })
        })
        .collect()
}

/// Returns the name of a flight: what it is and which levels it joins. A belt is named in the direction in which it runs.
fn name_of(flight: &Flight) -> String {
    let is_backward = matches!(flight.kind, LineKind::Belt { is_forward: false, .. });
    let is_down = flight.end < flight.start && !matches!(flight.kind, LineKind::Belt { .. });
    let (from, to) = if is_backward || is_down { (flight.end, flight.start) } else { (flight.start, flight.end) };
    match from == to {
        true => format!("{} on level {from}", word(flight)),
        false => format!("{} from level {from} to level {to}", word(flight)),
    }
}

/// Returns the word for a kind of flight.
fn word(flight: &Flight) -> &'static str {
    match flight.kind {
        LineKind::Steps => "steps",
        LineKind::Belt { is_escalator: true, .. } => "escalator",
        LineKind::Belt { is_escalator: false, .. } => "walkway",
        LineKind::Plain | LineKind::Platform => "ramp",
    }
}

/// Returns the word for the side on which something is, seen from the middle of what it belongs to.
pub fn side(from_middle: Point) -> &'static str {
    // A side takes an eighth of the full circle: up to tan 22.5° from its direction.
    const HALF: f64 = 0.414_213_562_373_095_1;
    let (x, y) = (from_middle.x, from_middle.y);
    let (is_flat, is_steep) = (y.abs() <= HALF * x.abs(), x.abs() <= HALF * y.abs());
    match (is_flat, is_steep, x >= 0.0, y >= 0.0) {
        (true, _, true, _) => "east",
        (true, _, false, _) => "west",
        (_, true, _, true) => "north",
        (_, true, _, false) => "south",
        (_, _, true, true) => "north-east",
        (_, _, true, false) => "south-east",
        (_, _, false, true) => "north-west",
        (_, _, false, false) => "south-west",
    }
}

/// Names that are in use, with how often each was asked for.
pub type Names = BTreeMap<String, usize>;

/// Returns a name, with a number behind it when it is in use, and takes it.
pub fn take_unique(names: &mut Names, name: String) -> String {
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    match *count {
        1 => name,
        n => take_unique(names, format!("{name} ({n})")),
    }
}
