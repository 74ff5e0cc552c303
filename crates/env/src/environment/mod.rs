//! The environment: convex cells of all floors in one graph, with the queries that planners, perception and
//! pedestrians share.
//!
//! An environment never changes and is shared, never copied. Every query may be asked from many threads. Queries that
//! depend on doors are methods of [`World`], which puts an environment and the state of its doors together.

mod assemble;
mod clearance;
mod fingerprint;
mod ground;
mod heights;
mod locate;
mod ray;
mod segment;
mod stretches;
mod validate;
mod widest;

use populace_geom::{Bounds, Point, Segment, Tiles, area};

pub use clearance::WallPoint;
pub use ground::CellGround;
pub use ray::RayEnd;
pub use segment::{Border, FreeSegment, Passage};

use crate::objects::tiles_of;
use crate::sanitise::to_millimetre;
use crate::topology::Topology;
use crate::{Area, AreaKind, Doors, EnvObject, FloorId, FloorKind, Footing, Link, LinkId, ObjectId, World};
use clearance::Walls;
use heights::Heights;
use stretches::Stretches;

pub(crate) use assemble::assemble;

populace_geom::typed_id! {
    /// A convex cell.
    pub struct CellId;
}
populace_geom::typed_id! {
    /// A free segment: an edge where two cells meet.
    pub struct SegmentId;
}

/// Stands for a segment where an edge is a wall.
const WALL: u32 = u32::MAX;

/// A proven place, ready to be walked in.
#[derive(Debug)]
pub struct Environment {
    floors: Vec<EnvFloor>,
    links: Vec<Link>,
    /// The doors as the place gives them, open or shut.
    given: Doors,
    areas: Vec<EnvArea>,
    objects: Vec<EnvObject>,
    /// Where people stand at each object.
    pub(crate) object_tiles: Tiles,
    points: Vec<Point>,
    cell_floor: Vec<FloorId>,
    /// `ring[ring_start[c]..ring_start[c + 1]]` are the corners of cell c, counter-clockwise.
    ring_start: Vec<u32>,
    ring: Vec<u32>,
    /// The segment across the edge that starts at the same position of `ring`, or [`WALL`].
    across: Vec<u32>,
    stretches: Stretches,
    /// `seams[seam_start[c]..seam_start[c + 1]]` are the seams of cell c, each as the numbers of two points.
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
    /// The ids of its cells.
    pub cells: std::ops::Range<u32>,
    footing: Footing,
    heights: Heights,
    cell_tiles: Tiles,
    walls: Walls,
}

impl EnvFloor {
    /// Returns the start and the end of the axis of a flight, which is the line along which belts run and heights
    /// change.
    pub fn axis(&self) -> Option<(Point, Point)> {
        self.heights.axis().map(|[from, to]| (from.0, to.0))
    }
    /// Returns how the floor changes walking.
    #[inline]
    pub fn footing(&self) -> &Footing {
        &self.footing
    }
    /// Returns the time that a pedestrian of free speed `free` m/s takes to walk straight from `p` to `q` on the floor,
    /// s; `None` against an escalator that moves.
    #[inline]
    pub fn walking_time(&self, p: Point, q: Point, free: f64) -> Option<f64> {
        self.footing.seconds(p, q, free, || self.heights.at(q) - self.heights.at(p))
    }
}

/// A named area, resolved to the walkable ground inside it.
#[derive(Clone, Debug)]
pub struct EnvArea {
    /// Unique within the place.
    pub name: String,
    /// The purpose of the area.
    pub kind: AreaKind,
    /// The floor it lies on.
    pub floor: FloorId,
    /// Its outer ring as drawn, to whole millimetres, m.
    pub ring: Vec<Point>,
    /// Its holes as drawn, to whole millimetres, m.
    pub holes: Vec<Vec<Point>>,
    ground: CellGround,
}

impl EnvArea {
    /// Returns the size of the walkable ground inside the area, m².
    pub fn walkable_area(&self) -> f64 {
        self.ground.size()
    }
    /// Returns the convex pieces of walkable ground inside the area, each with its cell.
    pub fn pieces(&self) -> impl Iterator<Item = (CellId, &[Point])> + '_ {
        self.ground.pieces()
    }
    /// Returns the cells that the area overlaps.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        self.ground.cells()
    }
    /// Returns the walkable ground inside the area.
    pub fn ground(&self) -> &CellGround {
        &self.ground
    }
}

impl Environment {
    /// Returns the floors, by [`FloorId`].
    pub fn floors(&self) -> &[EnvFloor] {
        &self.floors
    }
    /// Returns the links, by [`LinkId`].
    pub fn links(&self) -> &[Link] {
        &self.links
    }
    /// Returns the named areas.
    pub fn areas(&self) -> &[EnvArea] {
        &self.areas
    }
    /// Returns the objects, by [`ObjectId`].
    pub fn objects(&self) -> &[EnvObject] {
        &self.objects
    }
    /// Takes over the objects of the place.
    pub(crate) fn put_objects(&mut self, objects: Vec<EnvObject>) {
        self.object_tiles = tiles_of(&objects);
        self.objects = objects;
    }
    /// Returns the number of cells.
    pub fn cell_count(&self) -> usize {
        self.cell_floor.len()
    }
    /// Returns every cell.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + use<> {
        (0..self.cell_floor.len()).map(CellId::new)
    }
    /// Returns the floor of a cell.
    #[inline]
    pub fn cell_floor(&self, cell: CellId) -> FloorId {
        self.cell_floor[cell.index()]
    }
    /// Returns the positions of a cell in `ring` and `across`.
    #[inline]
    fn ring_range(&self, cell: CellId) -> std::ops::Range<usize> {
        self.ring_start[cell.index()] as usize..self.ring_start[cell.index() + 1] as usize
    }
    /// Returns the corners of a cell, counter-clockwise.
    pub fn cell_ring(&self, cell: CellId) -> impl Iterator<Item = Point> + '_ {
        self.ring[self.ring_range(cell)].iter().map(|&p| self.points[p as usize])
    }
    /// Returns the corners of a cell as a list, counter-clockwise.
    pub fn cell_points(&self, cell: CellId) -> Vec<Point> {
        self.cell_ring(cell).collect()
    }
    /// Returns the edges of a cell, counter-clockwise.
    pub fn cell_edges(&self, cell: CellId) -> impl Iterator<Item = Border> + '_ {
        let ring = self.ring_range(cell);
        ring.clone().map(move |position| self.edge(&ring, position))
    }
    /// Returns the edge that starts at a position of the ring of its cell.
    #[inline]
    fn edge(&self, ring: &std::ops::Range<usize>, position: usize) -> Border {
        let next = if position + 1 == ring.end { ring.start } else { position + 1 };
        let segment = self.across[position];
        Border {
            a: self.points[self.ring[position] as usize],
            b: self.points[self.ring[next] as usize],
            segment: (segment != WALL).then_some(SegmentId(segment)),
        }
    }
    /// Returns the seams of a cell: the segments inside it that were removed when triangles were merged.
    pub(crate) fn cell_seams(&self, cell: CellId) -> impl Iterator<Item = (Point, Point)> + '_ {
        let range = self.seam_start[cell.index()] as usize..self.seam_start[cell.index() + 1] as usize;
        self.seams[range].iter().map(|s| (self.points[s[0] as usize], self.points[s[1] as usize]))
    }
    /// Returns the free segments of a cell, and the lift hops that start in it.
    pub fn cell_segments(&self, cell: CellId) -> impl Iterator<Item = SegmentId> + '_ {
        let from = self.hops.partition_point(|h| h.0 < cell);
        self.across[self.ring_range(cell)]
            .iter()
            .filter(|&&s| s != WALL)
            .map(|&s| SegmentId(s))
            .chain(self.hops[from..].iter().take_while(move |h| h.0 == cell).map(|h| h.1))
    }
    /// Returns every free segment, by [`SegmentId`]; lift hops come last.
    pub fn segments(&self) -> &[FreeSegment] {
        &self.segments
    }
    /// Returns the free segment with an id.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &FreeSegment {
        &self.segments[segment.index()]
    }
    /// Returns the edges that bound the walkable ground of a floor: its walls, and the edges where it joins other floors. Doors between
    /// cells of the floor are ground. A wall with ground on both sides comes twice.
    pub fn floor_outline(&self, floor: FloorId) -> impl Iterator<Item = Segment> + '_ {
        let leads_on = move |segment: SegmentId| {
            let [first, second] = self.segment(segment).cells;
            self.cell_floor(first) == self.cell_floor(second)
        };
        let edges = self.floors[floor.index()].cells.clone().flat_map(|cell| self.cell_edges(CellId(cell)));
        edges.filter(move |edge| !edge.segment.is_some_and(leads_on)).map(|edge| Segment::new(edge.a, edge.b))
    }
    /// Returns the number of edges of cells that are walls (L's constrained segments).
    pub fn wall_count(&self) -> usize {
        self.across.iter().filter(|&&s| s == WALL).count()
    }
    /// Returns the area of all cells, m².
    pub fn walkable_area(&self) -> f64 {
        self.cells().map(|c| self.cell_area(c)).sum()
    }
    /// Returns the area of one cell, m².
    pub fn cell_area(&self, cell: CellId) -> f64 {
        area(&self.cell_points(cell))
    }
    /// Returns the centre of gravity of a cell.
    pub fn cell_center(&self, cell: CellId) -> Point {
        populace_geom::centroid(&self.cell_points(cell))
    }
    /// Returns the graph of cells for a body of `width` m with every door open. A structure made of this graph need not be
    /// made again when doors open and shut.
    pub fn topology_with_doors_open(&self, width: f64) -> Topology {
        Topology::of(self, |s| self.segment(s).length > width, width)
    }
    /// Returns the environment with its doors as the place gives them.
    pub fn as_given(&self) -> World<'_> {
        World::new(self, &self.given)
    }
    /// Returns the link called `name`.
    pub fn link(&self, name: &str) -> Option<LinkId> {
        self.links.iter().position(|l| l.name == name).map(LinkId::new)
    }
    /// Returns the floor called `name`.
    pub fn floor(&self, name: &str) -> Option<FloorId> {
        self.floors.iter().position(|f| f.name == name).map(FloorId::new)
    }
    /// Returns the area called `name`.
    pub fn area(&self, name: &str) -> Option<&EnvArea> {
        self.areas.iter().find(|a| a.name == name)
    }
    /// Returns the object called `name`.
    pub fn object(&self, name: &str) -> Option<ObjectId> {
        self.objects.iter().position(|o| o.name == name).map(ObjectId::new)
    }
    /// Returns the height above the place's zero at a point of a floor, m.
    pub fn height(&self, floor: FloorId, p: Point) -> f64 {
        self.floors[floor.index()].heights.at(p)
    }
    /// Returns a point of the walkable ground of an area, with its cell; `None` when the area has no walkable ground.
    /// Two numbers that are uniform in 0..1 give points that are uniform over the ground.
    pub fn random_point(&self, area: &EnvArea, u: f64, v: f64) -> Option<(CellId, Point)> {
        area.ground.random_point(u, v)
    }
}

impl EnvArea {
    /// Returns an area of a place with the ground inside it.
    fn of(area: &Area, ground: CellGround) -> Self {
        let ring = |points: &[Point]| points.iter().map(|&p| to_millimetre(p)).collect();
        EnvArea {
            name: area.name.clone(),
            kind: area.kind,
            floor: area.floor,
            ring: ring(&area.outline.outer),
            holes: area.outline.holes.iter().map(|hole| ring(hole)).collect(),
            ground,
        }
    }
}
