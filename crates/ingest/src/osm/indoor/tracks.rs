//! Tracks: the edges of platforms at which trains, trams and buses stop.
//!
//! | there is                                                   | a track is                                                    |
//! |------------------------------------------------------------|---------------------------------------------------------------|
//! | `railway=platform_edge` on the border of a platform        | along that line                                               |
//! | a rail within 4 m of the border, about parallel to it      | along the border beside the rail                              |
//! | a bus platform and a road within 8 m of its border         | along the border beside the road                              |
//! | none of these in the whole file, and a platform for trains | along each side of 40 m or more                               |
//!
//! A track has walkable ground on one side only. It is at least 20 m long, or 6 m where buses stop. Its name has the number of the rail
//! (`railway:track_ref`), of the stop beside it, or of the platform.

use std::collections::BTreeMap;

use populace_env::Object;
use populace_env::objects::object_kind;
use populace_geom::{Bounds, Point, Segment, signed_area};

use super::Site;
use super::classify::{AreaRole, LineKind, levels_of};
use super::flights::{Names, take_unique};
use super::levels::Level;
use super::places::name_of;
use crate::osm::model::{Osm, Tags};

/// The distance between two points at which the border of a platform is looked at, m.
const PITCH: f64 = 1.0;
/// A rail is beside a platform within this distance, m: half a car of 3.2 m, a gap, and what is drawn inexactly.
const RAIL: f64 = 4.0;
/// A road is beside a platform within this distance, m: half of a road with two lanes.
const ROAD: f64 = 8.0;
/// A line that is the edge of a platform lies within this distance of its border, m.
const EDGE: f64 = 0.6;
/// Two directions are about the same when the cosine of their angle is above this: the cosine of 26°.
const PARALLEL: f64 = 0.9;
/// A border turns a corner when the cosine of the angle is below this: the cosine of 40°.
const CORNER: f64 = 0.77;
/// On the side of the trains there is no ground within these distances, m.
const CLEAR: [f64; 2] = [0.25, 0.5];
/// The least share of a track beside which there is a rail or road.
const BESIDE: f64 = 0.6;
/// The least length of a track, m: one car.
const SHORTEST: f64 = 20.0;
/// The least length of a track of buses, m: half a bus.
const SHORTEST_STOP: f64 = 6.0;
/// The least length of a track of which only the platform is known, m: two cars.
const SHORTEST_GUESS: f64 = 40.0;
/// The stop that gives a track its number is within this distance of it, m.
const STOP: f64 = 6.0;
/// The greatest length of a line that an object may have, m.
const LONGEST: f64 = 900.0;

/// Values of `railway` on which trains and trams run.
const RAILS: &[&str] = &["rail", "light_rail", "subway", "tram", "narrow_gauge", "monorail"];
/// Values of `highway` on which buses run.
const ROADS: &[&str] = &[
    "service",
    "residential",
    "unclassified",
    "living_street",
    "tertiary",
    "secondary",
    "primary",
    "busway",
    "bus_guideway",
];

/// What makes the border of a platform a track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Sort {
    Edge,
    Rail,
    Road,
}

impl Sort {
    fn of(tags: &Tags) -> Option<Self> {
        if tags.is("railway", &["platform_edge"]) {
            Some(Sort::Edge)
        } else if tags.is("railway", RAILS) {
            Some(Sort::Rail)
        } else {
            tags.is("highway", ROADS).then_some(Sort::Road)
        }
    }
    fn reach(self) -> f64 {
        match self {
            Sort::Edge => EDGE,
            Sort::Rail => RAIL,
            Sort::Road => ROAD,
        }
    }
}

/// A line beside which platforms are.
struct Carrier {
    sort: Sort,
    levels: Vec<Level>,
    number: Option<String>,
    pieces: Vec<Segment>,
}

/// A platform on one of its levels.
struct Platform {
    /// Its border, counter-clockwise.
    ring: Vec<Point>,
    level: Level,
    name: Option<String>,
    /// The numbers of its tracks.
    numbers: Vec<String>,
    is_for_buses: bool,
    source: String,
}

/// A point of the border of a platform.
struct Sample {
    at: Point,
    /// The edge of the ring on which it is.
    edge: usize,
    /// Whether there is no ground beyond it.
    is_clear: bool,
    /// The carrier beside it, by number.
    beside: Option<usize>,
}

/// A track that was found.
struct Found {
    line: Vec<Point>,
    number: Option<String>,
    is_stop: bool,
}

impl Site<'_> {
    /// Adds the tracks along platforms.
    pub fn lay_tracks(&mut self, names: &mut Names) {
        let carriers = carriers(self.osm);
        let has_rails = carriers.iter().any(|carrier| carrier.sort != Sort::Road);
        let mut count = 0;
        for platform in self.platforms() {
            for Found { line, number, is_stop } in self.tracks_of(&platform, &carriers, has_rails) {
                let Some(floor) = self.level_id(platform.level) else { continue };
                let word = if is_stop { "stop" } else { "track" };
                let name = match (number, &platform.name) {
                    (Some(number), _) => format!("{word} {number}"),
                    (None, Some(name)) => format!("{word} at platform {name}"),
                    (None, None) => word.to_owned(),
                };
                let Some(kind) = object_kind("track") else { continue };
                let mut track = Object::new(take_unique(names, name), kind, floor, line);
                (track.is_line, track.is_optional) = (true, true);
                track.source.clone_from(&platform.source);
                self.place.objects.push(track);
                count += 1;
            }
        }
        if count > 0 {
            self.notes.say(format!("{count} edges of platforms are tracks"));
        }
    }

    /// Returns the platforms, areas and widened lines, on each of their levels.
    fn platforms(&self) -> Vec<Platform> {
        let mut platforms = Vec::new();
        let mut add = |ring: Vec<Point>, levels: &[Level], shape: usize, source: &str| {
            let Some(shape) = self.osm.shapes.get(shape).filter(|_| ring.len() > 2) else { return };
            let tags = &shape.tags;
            let ring = if signed_area(&ring) < 0.0 { ring.into_iter().rev().collect() } else { ring };
            platforms.extend(levels.iter().map(|&level| Platform {
                ring: ring.clone(),
                level,
                name: name_of(tags).map(str::to_owned),
                numbers: numbers_of(tags),
                is_for_buses: !tags.has("railway") && (tags.is("bus", &["yes"]) || tags.is("highway", &["platform"])),
                source: source.to_owned(),
            }));
        };
        for area in self.areas.iter().filter(|area| area.role == AreaRole::Platform) {
            for polygon in &area.polygons {
                add(self.osm.points_of(&polygon.outer), &area.levels, area.shape, &area.source);
            }
        }
        for line in self.lines.iter().filter(|line| line.kind == LineKind::Platform) {
            add(border_of(&line.points, 0.5 * line.width), &line.levels, line.shape, &line.source);
        }
        platforms
    }

    /// Returns the tracks along the border of a platform.
    fn tracks_of(&mut self, platform: &Platform, carriers: &[Carrier], has_rails: bool) -> Vec<Found> {
        let near = Bounds::of(platform.ring.iter().copied()).expanded(ROAD);
        let fits = |carrier: &Carrier| {
            let is_level = carrier.levels.is_empty() || carrier.levels.contains(&platform.level);
            let is_sort = platform.is_for_buses == (carrier.sort == Sort::Road) || carrier.sort == Sort::Edge;
            is_level && is_sort
        };
        let here: Vec<Carrier> = carriers
            .iter()
            .filter(|carrier| fits(carrier))
            .map(|carrier| Carrier {
                pieces: carrier
                    .pieces
                    .iter()
                    .filter(|piece| near.overlaps(&Bounds::of([piece.a, piece.b])))
                    .copied()
                    .collect(),
                number: carrier.number.clone(),
                levels: Vec::new(),
                ..*carrier
            })
            .filter(|carrier| !carrier.pieces.is_empty())
            .collect();
        let mut samples = self.samples(platform, &here);
        // Where the edges themselves are drawn, they count.
        if samples.iter().any(|sample| sample.beside.is_some_and(|number| here[number].sort == Sort::Edge)) {
            for sample in &mut samples {
                sample.beside = sample.beside.filter(|&number| here[number].sort == Sort::Edge);
            }
        }
        let is_guess = !has_rails && !platform.is_for_buses;
        let shortest = match (is_guess, platform.is_for_buses) {
            (true, _) => SHORTEST_GUESS,
            (_, true) => SHORTEST_STOP,
            _ => SHORTEST,
        };
        let mut found: Vec<Found> = Vec::new();
        for run in runs(&platform.ring, &samples) {
            let is_beside = |sample: &&Sample| is_guess || sample.beside.is_some();
            let Some(first) = run.iter().position(&is_beside) else { continue };
            let Some(last) = run.iter().rposition(&is_beside) else { continue };
            let part = &run[first..=last];
            let count = part.iter().filter(|sample| is_beside(sample)).count();
            let line = line_of(&platform.ring, part);
            let long = length(&line);
            if (count as f64) < BESIDE * part.len() as f64 || !(shortest..=LONGEST).contains(&long) {
                continue;
            }
            let number = self.number_of(platform, part, &line, &here);
            match found.iter_mut().find(|other| number.is_some() && other.number == number) {
                // Of the parts of one track the longest counts.
                Some(other) if length(&other.line) < long => other.line = line,
                Some(_) => {}
                None => found.push(Found { line, number, is_stop: platform.is_for_buses }),
            }
        }
        found
    }

    /// Returns points along the border of a platform.
    fn samples(&mut self, platform: &Platform, carriers: &[Carrier]) -> Vec<Sample> {
        let mut samples = Vec::new();
        for edge in 0..platform.ring.len() {
            let piece = edge_of(&platform.ring, edge);
            let Some(along) = (piece.b - piece.a).unit() else { continue };
            // The ring runs counter-clockwise, so the outside is on the right.
            let outward = -along.left();
            let count = (piece.length() / PITCH).ceil().clamp(1.0, 2000.0) as usize;
            for i in 0..count {
                let at = piece.a.lerp(piece.b, (i as f64 + 0.5) / count as f64);
                let is_clear =
                    CLEAR.iter().all(|&away| self.nearest_ground(platform.level, at + outward * away, 0.0).is_none());
                let beside = carriers.iter().enumerate().filter_map(|(number, carrier)| {
                    let away =
                        carrier.pieces.iter().filter_map(|piece| beside(piece, carrier.sort, at, along, outward));
                    away.reduce(f64::min).map(|away| (carrier.sort, away, number))
                });
                let beside = beside.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))).map(|found| found.2);
                samples.push(Sample { at, edge, is_clear, beside });
            }
        }
        samples
    }

    /// Returns the number of a track.
    fn number_of(&self, platform: &Platform, part: &[&Sample], line: &[Point], carriers: &[Carrier]) -> Option<String> {
        let mut votes: BTreeMap<&str, usize> = BTreeMap::new();
        for number in part.iter().filter_map(|sample| carriers[sample.beside?].number.as_deref()) {
            *votes.entry(number).or_default() += 1;
        }
        // A platform knows its tracks.
        if votes.keys().any(|number| platform.numbers.iter().any(|known| known == number)) {
            votes.retain(|number, _| platform.numbers.iter().any(|known| known == number));
        }
        let most = votes.iter().max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0))).map(|(number, _)| (*number).to_owned());
        most.or_else(|| self.stop_beside(line)).or_else(|| match &platform.numbers[..] {
            [only] => Some(only.clone()),
            _ => None,
        })
    }

    /// Returns the number of the stop beside a line.
    fn stop_beside(&self, line: &[Point]) -> Option<String> {
        let is_stop =
            |tags: &Tags| tags.is("railway", &["stop", "tram_stop"]) || tags.is("public_transport", &["stop_position"]);
        let near = Bounds::of(line.iter().copied()).expanded(STOP);
        let stops = self.osm.points.iter().filter(|point| is_stop(&point.tags));
        let away = stops.filter_map(|stop| {
            let (at, number) = (self.osm.at(stop.node), numbers_of(&stop.tags).into_iter().next()?);
            let pieces = line.windows(2).map(|piece| Segment::new(piece[0], piece[1]).distance(at));
            let away = pieces.reduce(f64::min).filter(|away| near.contains(at) && *away <= STOP)?;
            Some((away, number))
        });
        away.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, number)| number)
    }
}

/// Returns the lines beside which platforms are.
fn carriers(osm: &Osm) -> Vec<Carrier> {
    let carrier = |shape: &crate::osm::model::Shape| {
        let (sort, nodes) = (Sort::of(&shape.tags)?, shape.line()?);
        let points = osm.points_of(nodes);
        let number = match sort {
            Sort::Rail => shape.tags.get("railway:track_ref"),
            Sort::Edge => shape.tags.get("ref").or(shape.tags.get("local_ref")),
            Sort::Road => None,
        };
        // "5/95" is track 5 of the station.
        let number = number.and_then(|text| text.split(['/', ';']).map(str::trim).find(|part| !part.is_empty()));
        Some(Carrier {
            sort,
            levels: levels_of(&shape.tags).0,
            number: number.map(str::to_owned),
            pieces: points.windows(2).map(|piece| Segment::new(piece[0], piece[1])).collect(),
        })
    };
    osm.shapes.iter().filter_map(carrier).collect()
}

/// Returns the numbers in the tags of a platform or a stop.
fn numbers_of(tags: &Tags) -> Vec<String> {
    let text = tags.get("local_ref").or(tags.get("ref")).unwrap_or_default();
    text.split([';', ',', '/']).map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Returns how far a piece of a carrier is from a point of a border, m, when it is beside it: outside of the platform and about parallel
/// to the border.
fn beside(piece: &Segment, sort: Sort, at: Point, along: Point, outward: Point) -> Option<f64> {
    let direction = (piece.b - piece.a).unit()?;
    let way = piece.nearest(at) - at;
    let is_outside = sort == Sort::Edge || way.dot(outward) > 0.0;
    let is_beside = way.dot(along).abs() <= PITCH + 0.25 * way.norm() && direction.dot(along).abs() >= PARALLEL;
    Some(way.norm()).filter(|away| is_outside && is_beside && *away <= sort.reach())
}

/// Returns the runs of samples along a ring that are clear and turn no corner.
fn runs<'a>(ring: &[Point], samples: &'a [Sample]) -> Vec<Vec<&'a Sample>> {
    let goes_on = |a: &Sample, b: &Sample| {
        let direction = |edge: usize| {
            let piece = edge_of(ring, edge);
            (piece.b - piece.a).unit().unwrap_or(Point::ZERO)
        };
        a.is_clear && b.is_clear && (a.edge == b.edge || direction(a.edge).dot(direction(b.edge)) >= CORNER)
    };
    // The ring is cut open where no run goes on.
    let count = samples.len();
    let before = |i: usize| (i + count - 1) % count;
    let Some(start) = (0..count).find(|&i| !goes_on(&samples[before(i)], &samples[i])) else { return Vec::new() };
    let mut all: Vec<Vec<&Sample>> = Vec::new();
    let mut last = None;
    for i in (0..count).map(|i| (start + i) % count).filter(|&i| samples[i].is_clear) {
        match all.last_mut() {
            Some(run) if last == Some(before(i)) && goes_on(&samples[before(i)], &samples[i]) => run.push(&samples[i]),
            _ => all.push(vec![&samples[i]]),
        }
        last = Some(i);
    }
    all
}

/// Returns the part of a ring from the first to the last of some samples, with the corners between.
fn line_of(ring: &[Point], part: &[&Sample]) -> Vec<Point> {
    let mut line: Vec<Point> = Vec::new();
    let mut last: Option<usize> = None;
    for sample in part {
        let mut edge = last.unwrap_or(sample.edge);
        while edge != sample.edge {
            edge = (edge + 1) % ring.len();
            line.push(ring[edge]);
        }
        line.push(sample.at);
        last = Some(edge);
    }
    simplified(line)
}

/// Returns a line without the points that lie on it anyway.
fn simplified(line: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for (i, &point) in line.iter().enumerate() {
        let is_straight = |before: Point, after: Point| Segment::new(before, after).distance(point) < 1e-6;
        let is_needless = kept.last().zip(line.get(i + 1)).is_some_and(|(&before, &after)| is_straight(before, after));
        if !is_needless {
            kept.push(point);
        }
    }
    kept.dedup();
    kept
}

fn edge_of(ring: &[Point], edge: usize) -> Segment {
    Segment::new(ring[edge], ring[(edge + 1) % ring.len()])
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|piece| piece[0].distance(piece[1])).sum()
}

/// Returns the border of a line that is widened to both sides, counter-clockwise.
fn border_of(line: &[Point], half: f64) -> Vec<Point> {
    let mut line = line.to_vec();
    line.dedup();
    if line.len() < 2 {
        return Vec::new();
    }
    let left = |i: usize| {
        let piece = |i: usize| (line[i + 1] - line[i]).unit().map(Point::left);
        let sides = [i.checked_sub(1).and_then(piece), (i + 1 < line.len()).then(|| piece(i)).flatten()];
        let sum = sides.into_iter().flatten().fold(Point::ZERO, |sum, side| sum + side);
        line[i] + sum.unit().unwrap_or(Point::ZERO) * half
    };
    let right = |i: usize| line[i] + (line[i] - left(i));
    (0..line.len()).map(right).chain((0..line.len()).rev().map(left)).collect()
}
