//! What lines keep clear of: doors and links always; entrances, exits and the main routes between them while there is
//! other room.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use populace_geom::{Bounds, Point, Segment};

use super::BODY;
use super::shapes::distance_to_ring;
use crate::environment::Environment;
use crate::topology::{Class, Topology};
use crate::{AreaKind, CellId, FloorId, Passage, World};

/// The least distance from a door leaf, an opening or a lift, m: the clear width of a door for a wheelchair (DIN 18040:
/// 0.8 to 0.9 m).
const DOORS: f64 = 0.8;
/// The least distance from entrances and exits while there is other room, m.
const EXITS: f64 = 1.0;
/// The least distance from entrances and exits in any case, m: nobody in line touches them.
const ON_EXIT: f64 = BODY + 0.1;
/// The least distance from a main route while there is other room, m: half a corridor of 1.2 m (Fruin 1971: two people
/// abreast) and a body.
const ROUTES: f64 = 0.6 + BODY;
/// A passage cell whose ends are narrower than this is a corridor, m.
const CORRIDOR: f64 = 2.5;
/// The width for which routes are found, m.
const WIDTH: f64 = 0.5;
/// The most places between which routes are found on a floor. The nearest to the objects are taken.
const MOST_PORTALS: usize = 16;

/// What lines of one floor keep clear of.
#[derive(Debug, Default)]
pub(super) struct KeepClear {
    doors: Vec<Segment>,
    exits: Vec<Vec<Point>>,
    routes: Vec<Segment>,
    corridors: Vec<CellId>,
    /// Where people come from and go to: middles of doors, links, entrances and exits.
    pub portals: Vec<(CellId, Point)>,
}

impl KeepClear {
    /// Finds the doors, exits and main routes of a floor; `near` is where lines begin.
    pub fn of(world: World<'_>, floor: FloorId, near: &[Point]) -> Self {
        let topology = world.env.topology_with_doors_open(WIDTH);
        let doors = doors(world.env, floor);
        let is_exit = |kind| matches!(kind, AreaKind::Entrance | AreaKind::Exit);
        let areas: Vec<_> = world.env.areas().iter().filter(|a| a.floor == floor && is_exit(a.kind)).collect();
        let middles = doors.iter().map(Segment::middle);
        let middles = middles.chain(areas.iter().map(|a| Bounds::of(a.ring.iter().copied()).center()));
        let far = |p: &Point| near.iter().map(|q| p.distance(*q)).fold(f64::INFINITY, f64::min);
        let mut portals: Vec<(CellId, Point)> = middles.filter_map(|p| world.env.locate_near(floor, p, 2.0)).collect();
        // Doors that two cells meet at come twice.
        portals.dedup_by(|a, b| a.1.distance(b.1) < 0.01);
        portals.sort_by(|a, b| far(&a.1).total_cmp(&far(&b.1)));
        portals.truncate(MOST_PORTALS);
        let routes = routes(world, floor, &topology, &portals);
        let corridors = world.env.floors()[floor.index()].cells.clone().map(CellId);
        let corridors = corridors.filter(|&c| is_corridor(world.env, &topology, c)).collect();
        KeepClear { doors, exits: areas.iter().map(|a| a.ring.clone()).collect(), routes, corridors, portals }
    }

    /// Returns whether a place stays clear of doors, openings and lifts, and is not on an entrance or exit.
    pub fn is_off_doors(&self, p: Point) -> bool {
        self.doors.iter().all(|door| door.distance(p) >= DOORS)
            && self.exits.iter().all(|ring| distance_to_ring(ring, p) >= ON_EXIT)
    }

    /// Returns whether a place is on no main route, and not beside an entrance or exit.
    pub fn is_off_routes(&self, cell: CellId, p: Point) -> bool {
        self.exits.iter().all(|ring| distance_to_ring(ring, p) >= EXITS)
            && self.routes.iter().all(|leg| leg.distance(p) >= ROUTES)
            && self.corridors.binary_search(&cell).is_err()
    }
}

/// Returns the door leaves, openings and lift stops of a floor.
fn doors(env: &Environment, floor: FloorId) -> Vec<Segment> {
    let mut doors = Vec::new();
    for segment in env.segments().iter().filter(|s| s.link.is_some()) {
        let on_floor = segment.cells.map(|cell| env.cell_floor(cell) == floor);
        if segment.passage == Passage::Lift {
            let stops = [segment.a, segment.b].into_iter().zip(on_floor).filter(|stop| stop.1);
            doors.extend(stops.map(|(at, _)| Segment::new(at, at)));
        } else if on_floor.contains(&true) {
            doors.push(Segment::new(segment.a, segment.b));
        }
    }
    doors.dedup_by(|a, b| a == b);
    doors
}

/// Returns whether a cell is a narrow passage.
fn is_corridor(env: &Environment, topology: &Topology, cell: CellId) -> bool {
    topology.class(cell) == Class::Passage
        && env.cell_segments(cell).map(|s| env.segment(s).length).filter(|l| *l > WIDTH).all(|l| l < CORRIDOR)
}

/// Returns the legs of the shortest ways between every two portals.
fn routes(world: World<'_>, floor: FloorId, topology: &Topology, portals: &[(CellId, Point)]) -> Vec<Segment> {
    let mut legs = Vec::new();
    for (i, &from) in portals.iter().enumerate() {
        for &to in &portals[i + 1..] {
            if topology.connects(from.0, to.0)
                && let Some(way) = way(world.env, floor, from, to)
            {
                legs.extend(tightened(world, &way).windows(2).map(|leg| Segment::new(leg[0].1, leg[1].1)));
            }
        }
    }
    legs
}

/// Returns the shortest way on a floor through the middles of free segments, as points with their cells.
fn way(env: &Environment, floor: FloorId, from: (CellId, Point), to: (CellId, Point)) -> Option<Vec<(CellId, Point)>> {
    // By cell: length so far in millimetres, cell before, and the point where the cell is entered.
    let mut best: BTreeMap<CellId, (u64, CellId, Point)> = BTreeMap::from([(from.0, (0, from.0, from.1))]);
    let mut queue = BinaryHeap::from([Reverse((0_u64, from.0))]);
    while let Some(Reverse((length, cell))) = queue.pop() {
        if cell == to.0 {
            break;
        }
        let &(known, _, entered) = best.get(&cell)?;
        if length > known {
            continue;
        }
        for id in env.cell_segments(cell) {
            let segment = env.segment(id);
            let next = segment.other(cell);
            if env.cell_floor(next) != floor || segment.length <= WIDTH || segment.passage == Passage::Lift {
                continue;
            }
            let middle = segment.a.lerp(segment.b, 0.5);
            let far = length + (1000.0 * entered.distance(middle)).round() as u64;
            if best.get(&next).is_none_or(|b| far < b.0) {
                best.insert(next, (far, cell, middle));
                queue.push(Reverse((far, next)));
            }
        }
    }
    let mut way = vec![to];
    let mut cell = to.0;
    while cell != from.0 {
        let &(_, before, entered) = best.get(&cell)?;
        way.push((cell, entered));
        cell = before;
    }
    way.push(from);
    way.reverse();
    Some(way)
}

/// Returns a way without the points that lie between two points that see each other.
fn tightened(world: World<'_>, way: &[(CellId, Point)]) -> Vec<(CellId, Point)> {
    let mut tight = vec![way[0]];
    let mut at = 0;
    while at + 1 < way.len() {
        let (cell, from) = way[at];
        let seen = (at + 2..way.len()).rev().find(|&i| world.sees(cell, from, way[i].1));
        at = seen.unwrap_or(at + 1);
        tight.push(way[at]);
    }
    tight
}
