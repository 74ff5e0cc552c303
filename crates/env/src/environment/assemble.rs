//! Makes one environment of the cells of all floors, and joins them across openings, doors and lifts.

use std::collections::BTreeMap;

use populace_geom::{Bounds, Point, Segment, Tiles};

use super::clearance::Walls;
use super::heights::Heights;
use super::stretches::Stretches;
use super::{CellGround, CellId, EnvArea, EnvFloor, Environment, FreeSegment, Passage, SegmentId, WALL};
use crate::cells::{FloorCells, Side};
use crate::{Doors, FloorId, Footing, LinkId, LinkKind, Place, Unjoined};

/// An edge of a cell that leads to another floor.
struct Gate {
    /// Its position in the rings of the environment.
    position: usize,
    cell: CellId,
    floor: FloorId,
    /// The place of the middle of the edge along the link, as a share of the link's length.
    along: f64,
}

/// Makes the environment. Returns it with the lift stops that are not on walkable ground.
pub(crate) fn assemble(place: &Place, floors: &[FloorCells]) -> (Environment, Vec<Unjoined>) {
    let mut env = Environment {
        floors: Vec::new(),
        links: place.links.clone(),
        given: Doors::given(place.links.iter().map(|l| &l.kind)),
        areas: Vec::new(),
        objects: Vec::new(),
        object_tiles: Tiles::default(),
        points: Vec::new(),
        cell_floor: Vec::new(),
        ring_start: vec![0],
        ring: Vec::new(),
        across: Vec::new(),
        stretches: Stretches::default(),
        seam_start: vec![0],
        seams: Vec::new(),
        segments: Vec::new(),
        hops: Vec::new(),
    };
    let mut gates: BTreeMap<LinkId, Vec<Gate>> = BTreeMap::new();
    for (f, cells) in floors.iter().enumerate() {
        add_floor(&mut env, place, FloorId::new(f), cells, &mut gates);
    }
    for (link, gates) in gates {
        join_gates(&mut env, link, &gates);
    }
    for f in 0..env.floors.len() {
        env.floors[f].walls = Walls::of(&env, FloorId::new(f));
    }
    env.stretches = Stretches::of(&env);
    let unjoined = add_lifts(&mut env);
    env.areas = place.areas.iter().map(|a| EnvArea::of(a, CellGround::of_area(&env, a))).collect();
    (env, unjoined)
}

/// Adds the cells and segments of a floor, and notes its edges that lead to other floors in `gates`.
fn add_floor(
    env: &mut Environment,
    place: &Place,
    id: FloorId,
    cells: &FloorCells,
    gates: &mut BTreeMap<LinkId, Vec<Gate>>,
) {
    let first_cell = env.cell_floor.len();
    let first_point = env.points.len() as u32;
    env.points.extend_from_slice(&cells.points);
    // The first of two cells makes the segment between them, the second finds it by its ends.
    let mut waiting: BTreeMap<(u32, u32), SegmentId> = BTreeMap::new();
    for (c, cell) in cells.cells.iter().enumerate() {
        let here = CellId::new(first_cell + c);
        for (i, &corner) in cell.ring.iter().enumerate() {
            let (a, b) = (corner, cell.ring[(i + 1) % cell.ring.len()]);
            let (pa, pb) = (cells.points[a as usize], cells.points[b as usize]);
            let across = match cell.sides[i] {
                Side::Wall => WALL,
                Side::Cell(other, link) => match waiting.remove(&(b, a)) {
                    Some(segment) => segment.0,
                    None => {
                        let segment = SegmentId::new(env.segments.len());
                        waiting.insert((a, b), segment);
                        let passage = link.map_or(Passage::Both, |l| door_passage(&env.links[l.index()].kind, pa, pb));
                        env.segments.push(FreeSegment {
                            a: pa,
                            b: pb,
                            cells: [here, CellId::new(first_cell + other as usize)],
                            length: pa.distance(pb),
                            link,
                            passage,
                        });
                        segment.0
                    }
                },
                Side::Opening(link) => {
                    let along = link_segment(&env.links[link.index()].kind).project(pa.lerp(pb, 0.5));
                    gates.entry(link).or_default().push(Gate {
                        position: env.ring.len() + i,
                        cell: here,
                        floor: id,
                        along,
                    });
                    WALL
                }
            };
            env.across.push(across);
        }
        env.ring.extend(cell.ring.iter().map(|p| p + first_point));
        env.ring_start.push(env.ring.len() as u32);
        env.seams.extend(cell.seams.iter().map(|s| s.map(|p| p + first_point)));
        env.seam_start.push(env.seams.len() as u32);
        env.cell_floor.push(id);
    }
    let floor = &place.floors[id.index()];
    let range = first_cell as u32..env.cell_floor.len() as u32;
    let corners = range.clone().flat_map(|c| env.cell_points(CellId(c)));
    let heights = Heights::of(&floor.height);
    env.floors.push(EnvFloor {
        name: floor.name.clone(),
        kind: floor.kind,
        footing: Footing::of(&floor.kind, heights.axis()),
        bounds: Bounds::of(corners),
        cells: range.clone(),
        heights,
        cell_tiles: Tiles::default(),
        walls: Walls::default(),
    });
    let bounds = env.floors[id.index()].bounds;
    let ring = |c: usize| env.cell_points(CellId::new(first_cell + c));
    env.floors[id.index()].cell_tiles = Tiles::of(bounds, range.len(), ring);
}

/// Returns the segment of an opening or door. A lift has none and gets a segment without length.
fn link_segment(kind: &LinkKind) -> Segment {
    match kind {
        LinkKind::Opening { segment, .. } | LinkKind::Door { segment, .. } => *segment,
        LinkKind::Lift { .. } => Segment::new(Point::ZERO, Point::ZERO),
    }
}

/// Returns in which direction the piece a → b of a door within a floor may be passed: a one-way door leads from the
/// left to the right of its own segment.
fn door_passage(kind: &LinkKind, a: Point, b: Point) -> Passage {
    match kind {
        LinkKind::Door { segment, door, .. } if door.one_way => {
            // The first cell is on the left of a → b: on the left of the door where both run the same way.
            if (b - a).dot(segment.b - segment.a) > 0.0 { Passage::Forward } else { Passage::Backward }
        }
        _ => Passage::Both,
    }
}

/// Makes segments of the edges of two floors that lie opposite each other along a link.
fn join_gates(env: &mut Environment, link: LinkId, gates: &[Gate]) {
    let (floors, one_way) = match &env.links[link.index()].kind {
        LinkKind::Opening { floors, one_way, .. } => (*floors, *one_way),
        LinkKind::Door { floors, door, .. } => (*floors, door.one_way),
        LinkKind::Lift { .. } => return,
    };
    let side = |f: FloorId| {
        let mut here: Vec<&Gate> = gates.iter().filter(|g| g.floor == f).collect();
        here.sort_by(|a, b| a.along.total_cmp(&b.along));
        here
    };
    let others = side(floors[1]);
    for first in side(floors[0]) {
        // Sanitise gave both floors the same pieces, so the opposite edge is at the same place along the link.
        let near = |g: &&&Gate| (g.along - first.along).abs();
        let Some(second) = others.iter().min_by(|a, b| near(a).total_cmp(&near(b))) else { continue };
        let ends = |g: &Gate| {
            let range = env.ring_range(g.cell);
            let next = if g.position + 1 == range.end { range.start } else { g.position + 1 };
            (env.points[env.ring[g.position] as usize], env.points[env.ring[next] as usize])
        };
        let ((a, b), (c, d)) = (ends(first), ends(second));
        let segment = SegmentId::new(env.segments.len());
        env.segments.push(FreeSegment {
            a,
            b,
            cells: [first.cell, second.cell],
            length: a.distance(b).min(c.distance(d)),
            link: Some(link),
            passage: if one_way { Passage::Forward } else { Passage::Both },
        });
        env.across[first.position] = segment.0;
        env.across[second.position] = segment.0;
    }
}

/// The greatest distance of a lift stop from walkable ground, m.
const STOP_REACH: f64 = 3.0;

/// Joins every two stops of each lift. A stop beside the walkable area is moved to the nearest cell. Returns the stops
/// that are too far from any.
fn add_lifts(env: &mut Environment) -> Vec<Unjoined> {
    let mut unjoined = Vec::new();
    for index in 0..env.links.len() {
        let LinkKind::Lift { stops, lift } = &env.links[index].kind else { continue };
        let (width, link) = (lift.door_width, LinkId::new(index));
        let mut found: Vec<(CellId, Point)> = Vec::new();
        for &(floor, at) in stops {
            match env.locate_near(floor, at, STOP_REACH) {
                Some(stop) => found.push(stop),
                None => {
                    let gap = env.locate_near(floor, at, f64::INFINITY).map_or(f64::INFINITY, |s| s.1.distance(at));
                    unjoined.push(Unjoined { link, floor, at, gap, taken_by: None });
                }
            }
        }
        for (i, &(here, a)) in found.iter().enumerate() {
            for &(there, b) in found[i + 1..].iter().filter(|stop| stop.0 != here) {
                let segment = SegmentId::new(env.segments.len());
                env.hops.extend([(here, segment), (there, segment)]);
                env.segments.push(FreeSegment {
                    a,
                    b,
                    cells: [here, there],
                    length: width,
                    link: Some(link),
                    passage: Passage::Lift,
                });
            }
        }
    }
    env.hops.sort_unstable();
    unjoined
}
