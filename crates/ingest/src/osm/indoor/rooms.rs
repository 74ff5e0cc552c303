//! Builds the walls around rooms, with gaps and doors.
//!
//! Rooms that share an edge share one wall. A wall is open where a door node lies on it, and where a way or a flight of
//! its level crosses it or ends on it.

use std::collections::{BTreeMap, BTreeSet};

use populace_env::{Door, Link, LinkKind};
use populace_geom::{Bounds, Point, Segment, Tiles, segments_cross};

use super::Site;
use super::classify::{AreaRole, levels_of};
use super::flights::{Names, side, take_unique};
use super::levels::Level;
use crate::osm::model::Tags;
use crate::osm::strip::{cut_gaps, rectangle};

/// Width of a door without `width`, m.
const DOOR_WIDTH: f64 = 1.0;
/// A way that ends nearer than this to a wall opens it, m.
const TOUCH: f64 = 0.05;

/// A door node.
struct DoorNode {
    source: String,
    levels: Vec<Level>,
    width: f64,
    is_open: bool,
}

/// A room's ring on one level.
struct RoomRing {
    source: String,
    name: String,
    level: Level,
    nodes: Vec<u32>,
}

/// Middle lines of ways, with an index by place.
struct Openers<'a> {
    all: &'a [(Level, Point, Point, f64)],
    tiles: Tiles,
}

impl<'a> Openers<'a> {
    /// Indexes middle lines by place.
    fn new(all: &'a [(Level, Point, Point, f64)]) -> Self {
        let bounds = Bounds::of(all.iter().flat_map(|&(_, a, b, _)| [a, b])).expanded(2.0 * TOUCH);
        let tiles = Tiles::of(bounds, all.len(), |i| reach(all[i].1, all[i].2));
        Openers { all, tiles }
    }
    /// Returns where ways of `level` open the wall piece: centre and half width.
    fn gaps(&self, level: Level, edge: Segment) -> Vec<(Point, f64)> {
        let mut near = BTreeSet::new();
        self.tiles.for_each_along(&[edge.a, edge.b], |way| {
            near.insert(way);
        });
        let ways = near.into_iter().filter_map(|i| self.all.get(i as usize)).filter(|way| way.0 == level);
        ways.filter_map(|&(_, a, b, width)| crossing(edge, Segment::new(a, b), width)).collect()
    }
}

/// Returns the rectangle from which a way may touch a wall; no points for a way without length, which opens no wall.
fn reach(a: Point, b: Point) -> Vec<Point> {
    let Some(along) = (b - a).unit() else { return Vec::new() };
    rectangle(a - along * TOUCH, b + along * TOUCH, 2.0 * TOUCH).map_or_else(Vec::new, |corners| corners.to_vec())
}

/// Returns the gap that a way makes in a wall piece: its centre and half its width. A way nearly along the wall makes
/// none.
fn crossing(edge: Segment, way: Segment, width: f64) -> Option<(Point, f64)> {
    let (along, across) = ((edge.b - edge.a).unit()?, (way.b - way.a).unit()?);
    let sine = along.cross(across).abs();
    if sine < 0.2 {
        return None;
    }
    let at = if segments_cross(&edge, &way) {
        let (share, _) = edge.meet(&way)?;
        edge.a.lerp(edge.b, share)
    } else {
        [way.a, way.b].into_iter().find(|&end| edge.distance(end) < TOUCH)?
    };
    Some((at, 0.5 * width / sine.max(0.5)))
}

impl Site<'_> {
    /// Builds the walls and doors of all rooms.
    pub fn build_rooms(&mut self) {
        let doors = self.door_nodes();
        let rings = self.room_rings();
        let openers = std::mem::take(&mut self.openers);
        let index = Openers::new(&openers);
        let (mut seen, mut linked, mut names) = (BTreeSet::new(), BTreeSet::new(), Names::new());
        let (mut closed, mut crossed) = (0, 0);
        for ring in &rings {
            let at_doors = self.doors_on(ring, &doors);
            let mut gaps: Vec<(Point, f64)> =
                at_doors.iter().map(|&(i, door)| (self.osm.at(node_at(ring, i)), 0.5 * door.width)).collect();
            let by_ways = self.way_gaps(ring, &index, &gaps);
            crossed += by_ways.len();
            gaps.extend(by_ways);
            if gaps.is_empty() {
                closed += 1;
                let text = format!("{} has no door and no way leads into it; it stays closed", ring.name);
                self.notes.add("closed rooms", text, self.osm.at(node_at(ring, 0)), &ring.source);
            }
            for line in self.take_unshared(ring, &mut seen) {
                for piece in cut_gaps(&line, &gaps) {
                    self.add_wall(ring.level, piece, &ring.source);
                }
            }
            for (i, door) in at_doors {
                if linked.insert((ring.level, node_at(ring, i))) {
                    self.add_door(ring, i, door, &mut names);
                }
            }
        }
        self.openers = openers;
        if !rings.is_empty() {
            self.notes.say(format!(
                "{} rooms have walls; {} doors; {crossed} openings where ways cross a wall; {closed} rooms stay closed",
                rings.len(),
                linked.len()
            ));
        }
    }

    /// Returns the nodes that are doors.
    fn door_nodes(&self) -> BTreeMap<u32, DoorNode> {
        let doors = self.osm.points.iter().filter(|p| is_door(&p.tags));
        doors
            .map(|p| {
                let door = DoorNode {
                    source: p.source.clone(),
                    levels: levels_of(&p.tags).0,
                    width: p.tags.metres("width").unwrap_or(DOOR_WIDTH).clamp(0.5, 10.0),
                    is_open: !p.tags.is("access", &["no", "private"]),
                };
                (p.node, door)
            })
            .collect()
    }

    /// Returns the rings of all rooms, on each of their levels.
    fn room_rings(&self) -> Vec<RoomRing> {
        let mut rings = Vec::new();
        for area in self.areas.iter().filter(|a| a.role == AreaRole::Room) {
            let tags = self.osm.shapes.get(area.shape).map(|s| &s.tags);
            let name = tags.and_then(|t| t.get("name").or(t.get("ref"))).unwrap_or(NAMELESS).to_owned();
            for polygon in &area.polygons {
                for nodes in std::iter::once(&polygon.outer).chain(&polygon.holes) {
                    rings.extend(area.levels.iter().map(|&level| RoomRing {
                        source: area.source.clone(),
                        name: name.clone(),
                        level,
                        nodes: nodes.clone(),
                    }));
                }
            }
        }
        rings
    }

    /// Returns the doors on a ring, each with its index in the ring.
    fn doors_on<'d>(&self, ring: &RoomRing, doors: &'d BTreeMap<u32, DoorNode>) -> Vec<(usize, &'d DoorNode)> {
        let on_level = |door: &&DoorNode| door.levels.is_empty() || door.levels.contains(&ring.level);
        let nodes = ring.nodes.iter().enumerate();
        nodes.filter_map(|(i, n)| doors.get(n).filter(on_level).map(|door| (i, door))).collect()
    }

    /// Returns the gaps that ways make in a ring, where no door is.
    fn way_gaps(&self, ring: &RoomRing, openers: &Openers, doors: &[(Point, f64)]) -> Vec<(Point, f64)> {
        let mut gaps: Vec<(Point, f64)> = Vec::new();
        for i in 0..ring.nodes.len() {
            let edge = Segment::new(self.osm.at(node_at(ring, i)), self.osm.at(node_at(ring, i + 1)));
            for (at, half) in openers.gaps(ring.level, edge) {
                let is_known = |gap: &(Point, f64)| gap.0.distance(at) < gap.1.max(0.1);
                if !doors.iter().any(is_known) && !gaps.iter().any(|g| is_known(g) && g.1 >= half) {
                    gaps.push((at, half));
                }
            }
        }
        gaps
    }

    /// Takes the parts of a ring that no earlier room of the level has.
    fn take_unshared(&self, ring: &RoomRing, seen: &mut BTreeSet<(Level, u32, u32)>) -> Vec<Vec<Point>> {
        let mut lines: Vec<Vec<Point>> = Vec::new();
        let mut current: Vec<Point> = Vec::new();
        for i in 0..ring.nodes.len() {
            let (a, b) = (node_at(ring, i), node_at(ring, i + 1));
            if !seen.insert((ring.level, a.min(b), a.max(b))) {
                lines.push(std::mem::take(&mut current));
                continue;
            }
            if current.is_empty() {
                current.push(self.osm.at(a));
            }
            current.push(self.osm.at(b));
        }
        lines.push(current);
        lines.retain(|line| line.len() > 1);
        lines
    }

    /// Adds the door at a node of a ring. Its leaf runs along the wall.
    fn add_door(&mut self, ring: &RoomRing, i: usize, door: &DoorNode, names: &mut Names) {
        let Some(level) = self.level_id(ring.level) else { return };
        let count = ring.nodes.len();
        let at = self.osm.at(node_at(ring, i));
        let side = side(at - Bounds::of(ring.nodes.iter().map(|&node| self.osm.at(node))).center());
        let name = match ring.name.as_str() {
            NAMELESS => format!("{side} door of {NAMELESS} on level {}", ring.level),
            room => format!("{side} door of {room}"),
        };
        let forward = (1..count).map(|k| self.osm.at(node_at(ring, i + k)));
        let backward = (1..count).map(|k| self.osm.at(node_at(ring, i + count - k)));
        let (Some(a), Some(b)) = (leave(at, backward, 0.5 * door.width), leave(at, forward, 0.5 * door.width)) else {
            return;
        };
        self.place.links.push(Link {
            name: take_unique(names, name),
            kind: LinkKind::Door {
                floors: [level, level],
                segment: Segment::new(a, b),
                door: Door { open: door.is_open, ..Door::default() },
            },
            source: door.source.clone(),
        });
    }
}

/// The name of a room that has none.
const NAMELESS: &str = "a room";

/// Returns the node at an index of a ring, which begins anew after its end.
fn node_at(ring: &RoomRing, i: usize) -> u32 {
    ring.nodes.get(i % ring.nodes.len().max(1)).copied().unwrap_or(0)
}

/// Returns the first point of the line from `center` through `points` that is `radius` away from `center`.
fn leave(center: Point, points: impl Iterator<Item = Point>, radius: f64) -> Option<Point> {
    let mut from = center;
    for to in points {
        if to.distance(center) >= radius {
            // Bisect: on this piece the distance grows from below the radius to above it.
            let (mut low, mut high) = (0.0, 1.0);
            for _ in 0..50 {
                let middle = 0.5 * (low + high);
                if from.lerp(to, middle).distance(center) < radius { low = middle } else { high = middle }
            }
            return Some(from.lerp(to, high));
        }
        from = to;
    }
    None
}

/// Returns whether the tags of a node make it a door.
pub fn is_door(tags: &Tags) -> bool {
    tags.get("door").is_some_and(|d| d != "no")
        || tags.get("entrance").is_some_and(|e| e != "no")
        || tags.is("indoor", &["door"])
        || tags.is("railway", &["train_station_entrance", "subway_entrance"])
}
