//! The environment: convex cells of all floors in one graph, with the queries that planners, perception and
//! pedestrians share. Static for a run except for the state of doors; every query takes `&self` and may be
//! asked from many threads.

mod assemble;
mod clearance;
mod heights;
mod locate;
mod pieces;
mod ray;

mod validate;
mod widest;

use populace_geom::{Bounds, Point, area};

pub use clearance::WallPoint;
pub use ray::RayEnd;

use crate::tiles::Tiles;
use crate::topology::Topology;
use crate::{Area, AreaKind, FloorId, FloorKind, Link, LinkId, LinkKind, Object};
use clearance::Walls;
use heights::Heights;
use pieces::Pieces;

pub(crate) use assemble::assemble;

populace_geom::typed_id! {
    /// A convex cell.
    pub struct CellId;
}
populace_geom::typed_id! {
    /// A free segment: where two cells meet.
    pub struct SegmentId;
}

/// No segment across an edge: a wall.
const WALL: u32 = u32::MAX;

/// A proven place, ready to be walked in.
#[derive(Clone, Debug)]
pub struct Environment {
    floors: Vec<EnvFloor>,
    links: Vec<Link>,
    /// Doors that are shut and lifts out of service; all other links are open.
    closed: Vec<bool>,
    areas: Vec<EnvArea>,
    objects: Vec<Object>,
    points: Vec<Point>,
    cell_floor: Vec<FloorId>,
    /// `ring[ring_start[c]..ring_start[c + 1]]` are the corners of cell c, counter-clockwise.
    ring_start: Vec<u32>,
    ring: Vec<u32>,
    /// The segment across the edge that starts at the same position of `ring`, or [`WALL`].
    across: Vec<u32>,
    seam_start: Vec<u32>,
    seams: Vec<[u32; 2]>,
    segments: Vec<FreeSegment>,
    /// Lift hops by cell: `(cell, segment)`, sorted.
    hops: Vec<(CellId, SegmentId)>,
}

/// A floor of the environment.
#[derive(Clone, Debug)]
pub struct EnvFloor {
    /// Its name in the place.
    pub name: String,
    /// Level, stairs, ramp, escalator, moving walkway.
    pub kind: FloorKind,
    /// Box around its walkable area.
    pub bounds: Bounds,
    /// First cell and the one after the last.
    pub cells: std::ops::Range<u32>,
    heights: Heights,
    cell_tiles: Tiles,
    walls: Walls,
}

impl EnvFloor {
    /// Start and end of the axis of a flight: where belts run and heights change along a line.
    pub fn axis(&self) -> Option<(Point, Point)> {
        self.heights.axis()
    }
}

/// A named area, resolved to the walkable ground inside it.
#[derive(Clone, Debug)]
pub struct EnvArea {
    /// Unique within the place.
    pub name: String,
    /// What it is for.
    pub kind: AreaKind,
    /// The floor it lies on.
    pub floor: FloorId,
    /// Its outer ring as drawn, m.
    pub ring: Vec<Point>,
    /// Its holes as drawn, m.
    pub holes: Vec<Vec<Point>>,
    pieces: Pieces,
}

impl EnvArea {
    /// Walkable ground inside the area, m².
    pub fn walkable_area(&self) -> f64 {
        self.pieces.area()
    }
    /// The cells it overlaps.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.pieces.cells()
    }
}

/// Where two cells meet: L's free segment, a door, a stair head or a lift.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FreeSegment {
    /// Start; the first cell is on the left of a → b. For a lift: where one stands in the first cell.
    pub a: Point,
    /// End. For a lift: where one stands in the second cell.
    pub b: Point,
    /// The two cells.
    pub cells: [CellId; 2],
    /// How wide a body may be to pass, m: the length from a to b, or the width of the lift's doors.
    pub length: f64,
    /// The door, opening or lift this is part of.
    pub link: Option<LinkId>,
    /// In which direction it may be passed.
    pub passage: Passage,
}

/// Directions in which a segment may be passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passage {
    /// Either way.
    Both,
    /// From the first cell to the second only.
    Forward,
    /// From the second cell to the first only.
    Backward,
    /// A lift: either way, without walking across an edge.
    Lift,
}

impl FreeSegment {
    /// The cell on the other side of `cell`.
    pub fn other(&self, cell: CellId) -> CellId {
        if self.cells[0] == cell { self.cells[1] } else { self.cells[0] }
    }
    /// Whether it may be passed when coming from `cell`.
    pub fn leads_from(&self, cell: CellId) -> bool {
        match self.passage {
            Passage::Both | Passage::Lift => true,
            Passage::Forward => self.cells[0] == cell,
            Passage::Backward => self.cells[1] == cell,
        }
    }
    /// Whether it is a lift hop.
    pub fn is_lift(&self) -> bool {
        self.passage == Passage::Lift
    }
    /// The middle of the segment, m.
    pub fn middle(&self) -> Point {
        self.a.lerp(self.b, 0.5)
    }
}

/// An edge of a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// Start; the cell is on the left of a → b.
    pub a: Point,
    /// End.
    pub b: Point,
    /// The free segment, or `None` for a wall.
    pub segment: Option<SegmentId>,
}

impl Environment {
    /// The floors, by [`FloorId`].
    pub fn floors(&self) -> &[EnvFloor] {
        &self.floors
    }
    /// The links, by [`LinkId`].
    pub fn links(&self) -> &[Link] {
        &self.links
    }
    /// The named areas.
    pub fn areas(&self) -> &[EnvArea] {
        &self.areas
    }
    /// The objects.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }
    /// Number of cells.
    pub fn cell_count(&self) -> usize {
        self.cell_floor.len()
    }
    /// Every cell.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cell_floor.len()).map(CellId::new)
    }
    /// The floor of a cell.
    #[inline]
    pub fn cell_floor(&self, cell: CellId) -> FloorId {
        self.cell_floor[cell.index()]
    }
    #[inline]
    fn ring_range(&self, cell: CellId) -> std::ops::Range<usize> {
        self.ring_start[cell.index()] as usize..self.ring_start[cell.index() + 1] as usize
    }
    /// The corners of a cell, counter-clockwise.
    pub fn cell_ring(&self, cell: CellId) -> impl Iterator<Item = Point> + '_ {
        self.ring[self.ring_range(cell)].iter().map(|&p| self.points[p as usize])
    }
    /// The corners of a cell, counter-clockwise.
    pub fn cell_points(&self, cell: CellId) -> Vec<Point> {
        self.cell_ring(cell).collect()
    }
    /// The edges of a cell, counter-clockwise.
    pub fn cell_edges(&self, cell: CellId) -> impl Iterator<Item = Border> + '_ {
        let range = self.ring_range(cell);
        let (first, last) = (range.start, range.end);
        range.map(move |i| {
            let next = if i + 1 == last { first } else { i + 1 };
            let segment = self.across[i];
            Border {
                a: self.points[self.ring[i] as usize],
                b: self.points[self.ring[next] as usize],
                segment: (segment != WALL).then_some(SegmentId(segment)),
            }
        })
    }
    /// Segments removed inside a cell when it was merged.
    pub(crate) fn cell_seams(&self, cell: CellId) -> impl Iterator<Item = (Point, Point)> + '_ {
        let range = self.seam_start[cell.index()] as usize..self.seam_start[cell.index() + 1] as usize;
        self.seams[range].iter().map(|s| (self.points[s[0] as usize], self.points[s[1] as usize]))
    }
    /// The free segments of a cell, lift hops included.
    pub fn cell_segments(&self, cell: CellId) -> impl Iterator<Item = SegmentId> + '_ {
        let from = self.hops.partition_point(|h| h.0 < cell);
        self.across[self.ring_range(cell)]
            .iter()
            .filter(|&&s| s != WALL)
            .map(|&s| SegmentId(s))
            .chain(self.hops[from..].iter().take_while(move |h| h.0 == cell).map(|h| h.1))
    }
    /// Every free segment, by [`SegmentId`]; lift hops come last.
    pub fn segments(&self) -> &[FreeSegment] {
        &self.segments
    }
    /// One free segment.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &FreeSegment {
        &self.segments[segment.index()]
    }
    /// Number of edges of cells that are walls (L's constrained segments).
    pub fn wall_count(&self) -> usize {
        self.across.iter().filter(|&&s| s == WALL).count()
    }
    /// Area of all cells, m².
    pub fn walkable_area(&self) -> f64 {
        self.cells().map(|c| self.cell_area(c)).sum()
    }
    /// Area of one cell, m².
    pub fn cell_area(&self, cell: CellId) -> f64 {
        area(&self.cell_points(cell))
    }
    /// Centre of gravity of a cell.
    pub fn cell_center(&self, cell: CellId) -> Point {
        populace_geom::centroid(&self.cell_points(cell))
    }
    /// The graph of cells for a body of `width` m with the doors as they are now.
    pub fn topology(&self, width: f64) -> Topology {
        Topology::of(self, |s| self.is_passable(s, width), width)
    }
    /// The same graph with every door open: what a structure is built on that outlives the state of doors.
    pub fn topology_with_doors_open(&self, width: f64) -> Topology {
        Topology::of(self, |s| self.segment(s).length > width, width)
    }

    /// Opens or shuts a door, until it is set again or its opening hours change it; puts a lift into or out of service.
    /// Takes effect at once in every query; nothing is rebuilt. Returns whether `link` is a door or a lift.
    pub fn set_door(&mut self, link: LinkId, open: bool) -> bool {
        let kind = self.links.get(link.index()).map(|l| &l.kind);
        let has_doors = kind.is_some_and(|k| matches!(k, LinkKind::Door { .. } | LinkKind::Lift { .. }));
        if has_doors {
            self.closed[link.index()] = !open;
        }
        has_doors
    }
    /// Opens and shuts doors by their opening hours at a time of day, seconds since midnight.
    pub fn set_time_of_day(&mut self, seconds: f64) {
        for (link, closed) in self.links.iter().zip(&mut self.closed) {
            if let LinkKind::Door { door, .. } = &link.kind
                && !door.hours.is_empty()
            {
                *closed = !door.hours.iter().any(|&(from, to)| {
                    if from <= to { (from..to).contains(&seconds) } else { seconds >= from || seconds < to }
                });
            }
        }
    }
    /// Whether a link can be passed now: doors may be shut and lifts out of service, everything else is open.
    pub fn is_open(&self, link: LinkId) -> bool {
        !self.closed[link.index()]
    }
    /// Whether a body of `width` can pass a segment now, in at least one direction.
    #[inline]
    pub fn is_passable(&self, segment: SegmentId, width: f64) -> bool {
        let segment = &self.segments[segment.index()];
        segment.length > width && segment.link.is_none_or(|l| !self.closed[l.index()])
    }
    /// The link called `name`.
    pub fn link(&self, name: &str) -> Option<LinkId> {
        self.links.iter().position(|l| l.name == name).map(LinkId::new)
    }
    /// The floor called `name`.
    pub fn floor(&self, name: &str) -> Option<FloorId> {
        self.floors.iter().position(|f| f.name == name).map(FloorId::new)
    }
    /// The area called `name`.
    pub fn area(&self, name: &str) -> Option<&EnvArea> {
        self.areas.iter().find(|a| a.name == name)
    }
    /// Height above the place's zero at a point of a floor, m.
    pub fn height(&self, floor: FloorId, p: Point) -> f64 {
        self.floors[floor.index()].heights.at(p)
    }
    /// A point of the walkable ground of an area, uniform in area, from two numbers in 0..1, with its cell; `None` when
    /// the area has no walkable ground.
    pub fn random_point(&self, area: &EnvArea, u: f64, v: f64) -> Option<(CellId, Point)> {
        area.pieces.sample(u, v)
    }
}

impl EnvArea {
    fn of(area: &Area, pieces: Pieces) -> Self {
        EnvArea {
            name: area.name.clone(),
            kind: area.kind,
            floor: area.floor,
            ring: area.outline.outer.clone(),
            holes: area.outline.holes.clone(),
            pieces,
        }
    }
}
