//! The place as the viewer draws it.

use populace_env::{CellId, Environment, FloorId, FloorKind, LinkKind, Slot, World};
use populace_geom::{Bounds, Point, Raster, Tiling, maths};
use populace_record::POSITION_STEP;
use populace_scenario::{Measured, Scenario};
use populace_serve::packing;
use populace_serve::protocol::{Area, Floor, Height, Link, Measure, Place, PlaceObject};
use populace_sim::{Arrivals, Setup};

use super::solids::solids;
use super::timetable::trains;

/// Levels closer than this are one storey, m.
const STOREY: f64 = 2.0;
/// A level with a smaller share of the ground of the largest level is a landing, which makes no storey of its own.
const LANDING: f64 = 0.05;
/// The distance between the points of the grid of heights of uneven ground, m, and the most points of the grid.
const PITCH: f64 = 0.5;
const MOST_HEIGHTS: f64 = 400_000.0;
/// Longest edge of a triangle of uneven ground, m.
const UNEVEN: f64 = 3.0;
/// How often a triangle of uneven ground is halved at most.
const HALVINGS: u32 = 12;

/// Returns what the viewer draws of a place, with coordinates counted from its south-western corner.
pub fn place(world: World<'_>, scenario: &Scenario, setup: &Setup, version: u32) -> Place {
    let ground = ground(world, scenario.name(), setup, version);
    let view = View { world, origin: Point::new(ground.origin_x, ground.origin_y) };
    Place { measures: scenario.measures().iter().filter_map(|m| view.measure(&m.name, m.of)).collect(), ..ground }
}

/// Returns what [`place()`] returns, without the measures of a scenario.
pub fn ground(world: World<'_>, name: &str, setup: &Setup, version: u32) -> Place {
    // An obstacle at the border must not move the origin.
    let bounds = setup.env.floors().iter().fold(Bounds::of([]), |b, f| b.union(f.bounds));
    // Positions are multiples of a step. Counted from one of them, they are sent as they are recorded.
    let down = |metres: f64| (metres / POSITION_STEP).floor() * POSITION_STEP;
    let origin = Point::new(down(bounds.min.x), down(bounds.min.y));
    let size = bounds.max - origin;
    let view = View { world, origin };
    let storeys = storeys(&world, &view);
    let floors: Vec<Floor> = (0..world.floors().len()).map(|i| view.floor(FloorId::new(i), storeys[i])).collect();
    Place {
        version,
        name: name.to_owned(),
        origin_x: origin.x,
        origin_y: origin.y,
        step: packing::step(size.x.max(size.y)),
        width: size.x as f32,
        depth: size.y as f32,
        lowest: floors.iter().map(|f| f.lowest).fold(f32::INFINITY, f32::min),
        highest: floors.iter().map(|f| f.highest).fold(f32::NEG_INFINITY, f32::max),
        area: world.walkable_area(),
        cells: world.cell_count() as u32,
        links: view.links(),
        areas: view.areas(setup),
        objects: view.objects(),
        measures: Vec::new(),
        trains: trains(setup, origin),
        floors,
    }
}

/// An environment seen from an origin.
pub struct View<'a> {
    pub world: World<'a>,
    pub origin: Point,
}

impl View<'_> {
    /// Returns x, y, z of a point of a floor.
    pub fn at(&self, floor: FloorId, p: Point) -> [f32; 3] {
        let local = p - self.origin;
        [local.x as f32, local.y as f32, self.world.height(floor, p) as f32]
    }
    /// Returns x and y of a point.
    pub fn flat(&self, p: Point) -> [f32; 2] {
        let local = p - self.origin;
        [local.x as f32, local.y as f32]
    }
    /// Returns both ends of a segment of a cell's floor.
    pub fn piece(&self, cell: CellId, a: Point, b: Point) -> [f32; 6] {
        let floor = self.world.cell_floor(cell);
        let ([ax, ay, az], [bx, by, bz]) = (self.at(floor, a), self.at(floor, b));
        [ax, ay, az, bx, by, bz]
    }

    fn floor(&self, id: FloorId, storey: u16) -> Floor {
        let env = self.world.env;
        let floor = &env.floors()[id.index()];
        let height = self.height(id);
        let mut mesh = Mesh { vertices: Vec::new(), triangles: Vec::new() };
        let halvings = if matches!(height, Height::Grid { .. }) { HALVINGS } else { 0 };
        let mut walls = Vec::new();
        for cell in floor.cells.clone().map(CellId) {
            let ring = env.cell_points(cell);
            for i in 1..ring.len().saturating_sub(1) {
                mesh.add(self, id, [ring[0], ring[i], ring[i + 1]], halvings);
            }
            for edge in env.cell_edges(cell).filter(|e| e.segment.is_none()) {
                walls.extend(self.piece(cell, edge.a, edge.b));
            }
        }
        let (solids, solid_sizes) = solids(self, id);
        let heights = || mesh.vertices.chunks_exact(3).map(|v| v[2]);
        Floor {
            name: floor.name.clone(),
            kind: floor.kind.word().into(),
            storey,
            lowest: heights().fold(f32::INFINITY, f32::min),
            highest: heights().fold(f32::NEG_INFINITY, f32::max),
            going: if let FloorKind::Stairs(stairs) = floor.kind { stairs.going as f32 } else { 0.0 },
            walls,
            solids,
            solid_sizes,
            height,
            vertices: mesh.vertices,
            triangles: mesh.triangles,
        }
    }

    fn height(&self, id: FloorId) -> Height {
        let floor = &self.world.floors()[id.index()];
        if let Some((from, to)) = floor.axis() {
            // The line may bend. Nine points of it give its heights.
            let points = (0..=8).map(|i| from.lerp(to, f64::from(i) / 8.0));
            return Height::Along { line: points.flat_map(|p| self.at(id, p)).collect() };
        }
        let corners = floor.cells.clone().flat_map(|c| self.world.cell_ring(CellId(c)));
        let (low, high) = corners
            .map(|p| self.world.height(id, p))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), z| (low.min(z), high.max(z)));
        let middle = floor.bounds.min.lerp(floor.bounds.max, 0.5);
        let is_even = high - low < 1e-6 && (self.world.height(id, middle) - low).abs() < 1e-6;
        if is_even || !low.is_finite() {
            Height::Flat { z: if low.is_finite() { low as f32 } else { 0.0 } }
        } else {
            self.grid(id)
        }
    }

    fn grid(&self, id: FloorId) -> Height {
        let bounds = self.world.floors()[id.index()].bounds;
        let size = bounds.max - bounds.min;
        let step = PITCH.max((size.x * size.y / MOST_HEIGHTS).sqrt());
        // Heights are taken at the corners of tiles. There is one more column and row, so that the last corners lie beyond the
        // floor.
        let (columns, rows) = ((size.x / step) as usize + 2, (size.y / step) as usize + 2);
        let tiling = Tiling::new(bounds.min, step, columns, rows);
        let values = Raster::of_corners(tiling, |p| self.world.height(id, p) as f32).into_cells();
        let [x, y] = self.flat(bounds.min);
        Height::Grid { x, y, step: step as f32, columns: columns as u32, values }
    }

    fn links(&self) -> Vec<Link> {
        let env = self.world.env;
        let mut links: Vec<Link> = env.links().iter().enumerate().map(|(i, link)| self.link(i, link)).collect();
        for segment in env.segments() {
            let Some(link) = segment.link.map(|l| &mut links[l.index()]) else { continue };
            let [first, second] = segment.cells;
            if segment.is_lift() {
                link.width = link.width.max(segment.length as f32);
                continue;
            }
            let mut piece = self.piece(first, segment.a, segment.b);
            // All pieces of a link run in the same direction, so that left and right mean the same for all.
            let turns = link
                .pieces
                .first_chunk::<6>()
                .is_some_and(|f| (f[3] - f[0]) * (piece[3] - piece[0]) + (f[4] - f[1]) * (piece[4] - piece[1]) < 0.0);
            if turns {
                piece = self.piece(first, segment.b, segment.a);
            }
            link.pieces.extend(piece);
            for floor in [first, second].map(|c| env.cell_floor(c).0 as u16) {
                if !link.floors.contains(&floor) {
                    link.floors.push(floor);
                }
            }
            link.width += segment.length as f32;
        }
        links
    }

    fn link(&self, number: usize, link: &populace_env::Link) -> Link {
        let id = populace_env::LinkId::new(number);
        let (kind, can_shut) = match &link.kind {
            LinkKind::Opening { .. } => ("opening", false),
            LinkKind::Door { .. } => ("door", true),
            LinkKind::Lift { .. } => ("lift", true),
        };
        let mut drawn = Link {
            name: link.name.clone(),
            kind: kind.into(),
            open: self.world.is_open(id),
            can_shut,
            width: 0.0,
            floors: Vec::new(),
            pieces: Vec::new(),
        };
        if let LinkKind::Lift { stops, .. } = &link.kind {
            for &(floor, at) in stops {
                let point = self.at(floor, at);
                drawn.pieces.extend(point.into_iter().chain(point));
                drawn.floors.push(floor.0 as u16);
            }
        }
        drawn
    }

    fn areas(&self, setup: &Setup) -> Vec<Area> {
        let entered: Vec<usize> =
            setup.populations.iter().flat_map(|p| &p.arrivals).flat_map(areas_of).copied().collect();
        let area = |(i, area): (usize, &populace_env::EnvArea)| {
            let words = populace_env::AreaKind::WORDS;
            let kind = words.iter().find(|w| w.1 == area.kind).map_or("region", |w| w.0);
            Area {
                name: area.name.clone(),
                kind: kind.into(),
                floor: area.floor.0 as u16,
                area: area.walkable_area() as f32,
                ring: area.ring.iter().flat_map(|&p| self.flat(p)).collect(),
                ground: area.pieces().flat_map(|(_, piece)| self.triangles(piece)).collect(),
                can_enter: kind == "entrance" || entered.contains(&i),
            }
        };
        self.world.areas().iter().enumerate().map(area).collect()
    }

    /// Returns a convex ring as triangles.
    fn triangles(&self, ring: &[Point]) -> Vec<f32> {
        let first = |i: usize| [ring[0], ring[i], ring[i + 1]];
        let corners = (1..ring.len().saturating_sub(1)).flat_map(first);
        corners.flat_map(|p| self.flat(p)).collect()
    }

    fn objects(&self) -> Vec<PlaceObject> {
        let spots = |slots: &[Slot]| {
            let each = slots.iter().flat_map(|slot| {
                let [x, y] = self.flat(slot.point);
                [x, y, maths::atan2(slot.facing.y, slot.facing.x) as f32]
            });
            each.collect()
        };
        let object = |object: &populace_env::EnvObject| PlaceObject {
            name: object.name.clone(),
            kind: object.kind.name.into(),
            floor: object.floor.0 as u16,
            footprint: object.footprint.iter().flat_map(|&p| self.flat(p)).collect(),
            slots: spots(&object.slots),
            line: spots(&object.line),
            queue: object.queue.map(|queue| queue.0 as u16),
            offers: object.offers.clone(),
        };
        self.world.objects().iter().map(object).collect()
    }

    /// Returns a measure of the scenario as it is drawn; `None` for a measure of everyone, which is nowhere.
    fn measure(&self, name: &str, of: Measured) -> Option<Measure> {
        let name = name.to_owned();
        match of {
            Measured::Everyone => None,
            Measured::Area(area) => {
                let floor = self.world.areas()[area].floor.0 as u16;
                Some(Measure { name, floor, area: Some(area as u16), line: Vec::new() })
            }
            Measured::Line(floor, line) => {
                let line = [line.a, line.b].into_iter().flat_map(|p| self.flat(p)).collect();
                Some(Measure { name, floor: floor.0 as u16, area: None, line })
            }
        }
    }
}

fn areas_of(arrivals: &Arrivals) -> &[usize] {
    match arrivals {
        Arrivals::AtStart { areas, .. } | Arrivals::Rate { areas, .. } | Arrivals::Timetable { areas, .. } => {
            areas.areas()
        }
        Arrivals::Placed(_) | Arrivals::Alighting { .. } => &[],
    }
}

/// Triangles, each with its own corners.
struct Mesh {
    vertices: Vec<f32>,
    triangles: Vec<u32>,
}

impl Mesh {
    /// Adds a triangle, halved across its longest edge while that edge is too long.
    fn add(&mut self, view: &View<'_>, floor: FloorId, corners: [Point; 3], halvings: u32) {
        let [a, b, c] = corners;
        let lengths = [a.distance(b), b.distance(c), c.distance(a)];
        let longest = (0..3).max_by(|&i, &j| lengths[i].total_cmp(&lengths[j])).unwrap_or(0);
        if halvings > 0 && lengths[longest] > UNEVEN {
            let [a, b, c] = [[a, b, c], [b, c, a], [c, a, b]][longest];
            let middle = a.lerp(b, 0.5);
            self.add(view, floor, [a, middle, c], halvings - 1);
            self.add(view, floor, [middle, b, c], halvings - 1);
            return;
        }
        let first = (self.vertices.len() / 3) as u32;
        self.vertices.extend(corners.into_iter().flat_map(|p| view.at(floor, p)));
        self.triangles.extend([first, first + 1, first + 2]);
    }
}

/// Returns the storey of each floor. Levels make storeys, the largest first; levels near to one of these and landings belong to it. A
/// flight belongs to the storey at its lower end.
fn storeys(env: &Environment, view: &View<'_>) -> Vec<u16> {
    let of_floor = |i: usize| env.floors()[i].cells.clone().map(CellId);
    let low = |i: usize| {
        let corners = of_floor(i).flat_map(|c| env.cell_ring(c));
        corners.map(|p| f64::from(view.at(FloorId::new(i), p)[2])).fold(f64::INFINITY, f64::min)
    };
    let floors: Vec<(f64, f64)> =
        (0..env.floors().len()).map(|i| (low(i), of_floor(i).map(|c| env.cell_area(c)).sum())).collect();
    let is_level = |i: &usize| matches!(env.floors()[*i].kind, FloorKind::Level);
    let mut levels: Vec<usize> = (0..floors.len()).filter(is_level).collect();
    levels.sort_by(|&a, &b| floors[b].1.total_cmp(&floors[a].1).then(a.cmp(&b)));
    let largest = levels.first().map_or(0.0, |&first| floors[first].1);
    // The height of each storey.
    let mut heights: Vec<f64> = Vec::new();
    for &level in &levels {
        let (z, area) = floors[level];
        let is_landing = area < LANDING * largest && heights.iter().any(|height| *height < z);
        if !is_landing && heights.iter().all(|height| (z - height).abs() > STOREY) {
            heights.push(z);
        }
    }
    heights.sort_by(f64::total_cmp);
    let below = |z: f64| heights.partition_point(|height| *height <= z + 0.3).saturating_sub(1);
    let nearest = |z: f64| {
        let away = |i: &usize| (heights[*i] - z).abs();
        (0..heights.len()).min_by(|a, b| away(a).total_cmp(&away(b))).filter(|i| away(i) <= STOREY)
    };
    // The lowest ground of each storey: a flight from a landing below its level belongs to it, too.
    let of_level = |z: f64| nearest(z).unwrap_or_else(|| below(z));
    let mut lowest = heights.clone();
    for &level in &levels {
        let storey = of_level(floors[level].0);
        lowest[storey] = lowest[storey].min(floors[level].0);
    }
    let of_flight = |z: f64| lowest.iter().rposition(|low| *low <= z + 0.3).unwrap_or(0);
    let storey = |i: usize| if is_level(&i) { of_level(floors[i].0) } else { of_flight(floors[i].0) };
    (0..floors.len()).map(|i| storey(i) as u16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::bundled;

    fn shown(scene: &str) -> (Scenario, Place) {
        let scenario = bundled::scene(scene).expect("it is bundled").expect("it is proven");
        let place = place(scenario.world(), &scenario, scenario.given(), 1);
        (scenario, place)
    }

    fn area(floor: &Floor) -> f64 {
        let corner = |i: u32| {
            let v = &floor.vertices[3 * i as usize..];
            Point::new(v[0].into(), v[1].into())
        };
        let triangles = floor.triangles.chunks_exact(3);
        triangles.map(|t| populace_geom::signed_area(&[corner(t[0]), corner(t[1]), corner(t[2])])).sum()
    }

    #[test]
    fn triangles_cover_the_walkable_ground_of_every_scene() {
        for name in bundled::names() {
            let (scenario, place) = shown(name);
            let sum: f64 = place.floors.iter().map(area).sum();
            let walkable = scenario.environment().walkable_area();
            assert!((sum - walkable).abs() < 1e-3 * walkable, "{name}: {sum} of {walkable} m²");
        }
    }

    #[test]
    fn columns_are_solids_and_stairwells_are_not() {
        let (_, place) = shown("station");
        let hall = &place.floors[0];
        // The six columns of the hall and the posts between its doors are solids. The flights that are cut out of the hall have
        // ways in, so they are none.
        assert!(hall.solid_sizes.len() >= 6, "{:?}", hall.solid_sizes);
        let mut start = 0;
        for &size in &hall.solid_sizes {
            let corners = &hall.solids[2 * start..2 * (start + size as usize)];
            let ring: Vec<Point> = corners.chunks_exact(2).map(|c| Point::new(c[0].into(), c[1].into())).collect();
            let area = populace_geom::signed_area(&ring);
            assert!(area > 0.0 && area < 10.0, "a solid of {area} m²");
            start += size as usize;
        }
    }

    #[test]
    fn storeys_go_by_height_and_flights_belong_to_the_one_below() {
        let (_, place) = shown("three_floors");
        let storey = |name: &str| place.floors.iter().find(|f| f.name == name).map(|f| f.storey);
        assert_eq!([storey("ground floor"), storey("first floor"), storey("second floor")], [0, 1, 2].map(Some));
        for flight in place.floors.iter().filter(|f| f.kind != "level") {
            let below = place.floors.iter().filter(|f| f.kind == "level" && f.lowest <= flight.lowest + 0.3);
            assert_eq!(Some(flight.storey), below.map(|f| f.storey).max(), "{}", flight.name);
        }
    }

    /// Two storeys 4.6 m apart with a landing half-way, and a low landing that comes first: the landings used to be storeys, and to hide the
    /// levels near to them.
    #[test]
    fn landings_belong_to_a_storey_of_their_levels() {
        let level = |name: &str, z: f64, side: f64, x: f64| {
            let outline = format!("[[{x}, 0], [{}, 0], [{}, {side}], [{x}, {side}]]", x + side, x + side);
            format!("[[floor]]\nname = \"{name}\"\nelevation = {z}\noutline = {outline}\n")
        };
        let levels = [
            ("level -0.3", -0.3, 2.0, 50.0),
            ("landing", 2.3, 2.0, 60.0),
            ("level 0", 0.0, 30.0, 0.0),
            ("first", 4.6, 25.0, 0.0),
        ];
        let text = levels.map(|(name, z, side, x)| level(name, z, side, x)).join("\n");
        let path = std::path::Path::new("landings.place.toml");
        let text = format!("version = 1\n{text}");
        let source = populace_ingest::Source { path, bytes: text.as_bytes() };
        let place = populace_ingest::read_source(&source, &populace_ingest::Options::default()).expect("it is a place");
        let built = populace_env::build(&place, &populace_env::BuildOptions::default()).expect("it is built");
        let view = View { world: built.environment.as_given(), origin: Point::ZERO };
        assert_eq!(storeys(&built.environment, &view), [0, 0, 0, 1]);
    }

    /// The ground of an area is what people can walk on: outlines reach over walls and into the void.
    #[test]
    fn the_ground_of_an_area_is_its_walkable_ground() {
        for name in bundled::names() {
            let (_, place) = shown(name);
            for area in &place.areas {
                let corner = |c: &[f32]| Point::new(c[0].into(), c[1].into());
                let triangle =
                    |t: &[f32]| populace_geom::signed_area(&[corner(&t[..2]), corner(&t[2..4]), corner(&t[4..])]).abs();
                let sum: f64 = area.ground.chunks_exact(6).map(triangle).sum();
                assert!((sum - f64::from(area.area)).abs() < 1e-2, "{name}, {}: {sum} of {} m²", area.name, area.area);
            }
        }
    }

    #[test]
    fn objects_have_the_slots_and_lines_of_the_environment() {
        let (scenario, place) = shown("hall");
        let objects = scenario.environment().objects();
        assert_eq!(place.objects.len(), objects.len());
        for (shown, object) in place.objects.iter().zip(objects) {
            assert_eq!((shown.slots.len(), shown.line.len()), (3 * object.slots.len(), 3 * object.line.len()));
            assert_eq!((&shown.name, shown.kind.as_str()), (&object.name, object.kind.name));
        }
        let window = place.objects.iter().find(|object| object.name == "ticket window 1").expect("the hall has it");
        assert_eq!(window.queue.map(|queue| place.objects[usize::from(queue)].name.as_str()), Some("tickets"));
        // Whoever is served looks north.
        assert!((window.slots[2] - std::f32::consts::FRAC_PI_2).abs() < 1e-3, "{:?}", window.slots);
    }

    #[test]
    fn doors_have_pieces_and_lifts_a_stop_per_floor() {
        let (_, place) = shown("station");
        for link in &place.links {
            assert!(!link.pieces.is_empty() && !link.floors.is_empty(), "{}", link.name);
            if link.kind == "lift" {
                assert_eq!(link.pieces.len(), 6 * link.floors.len());
            }
        }
    }
}
