//! A small place with its people, put together piece by piece.

use populace_geom::{Point, maths};
use populace_scenario::place::{
    AreaEntry, FlightEntry, FloorEntry, FloorPoint, LinkEntry, LinkWord, ObstacleEntry, PlaceFile, WallOnFloorEntry,
};
use populace_scenario::written::{ArrivalEntry, CircleEntry, PopulationEntry, ScenarioFile, StageEntry};

use super::bodies::{rounded, standing};
use crate::bench::Scene;

/// A corner, m.
pub(crate) type Xy = (f64, f64);

/// A place and its people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    place: PlaceFile,
    scenario: ScenarioFile,
    /// All points are turned by this angle around the origin, rad, and then moved.
    turn: f64,
    shift: Point,
}

impl Draft {
    /// Returns an empty draft; the run ends after a time at the latest, s.
    pub(crate) fn new(until: f64) -> Self {
        Draft { scenario: ScenarioFile { until, ..ScenarioFile::default() }, ..Draft::default() }
    }
    /// Turns all points that are added later by an angle around the origin, rad, and then moves them, m.
    pub(crate) fn turned(mut self, angle: f64, x: f64, y: f64) -> Self {
        (self.turn, self.shift) = (angle, Point::new(x, y));
        self
    }
    /// Adds a floor.
    pub(crate) fn floor(mut self, name: &str, elevation: f64, outline: &[Xy]) -> Self {
        let outline = Some(self.corners(outline));
        let elevation = Some(elevation);
        self.place.floor.push(FloorEntry { name: name.into(), elevation, outline, ..FloorEntry::default() });
        self
    }
    /// Adds the only floor.
    pub(crate) fn ground(self, outline: &[Xy]) -> Self {
        self.floor("ground", 0.0, outline)
    }
    /// Adds an obstacle, from its lowest to its highest corner.
    pub(crate) fn block(mut self, low: Xy, high: Xy) -> Self {
        let outline = self.corners(&rectangle(low, high));
        self.place.obstacle.push(ObstacleEntry { outline, ..ObstacleEntry::default() });
        self
    }
    /// Adds a thin wall.
    pub(crate) fn wall(mut self, line: &[Xy]) -> Self {
        let line = self.corners(line);
        self.place.wall.push(WallOnFloorEntry { line, ..WallOnFloorEntry::default() });
        self
    }
    /// Adds a flight of stairs with the share of the speed up and down.
    pub(crate) fn stairs(mut self, from: (&str, Xy), to: (&str, Xy), width: f64, up: f64, down: f64) -> Self {
        let end = |(floor, (x, y)): (&str, Xy)| Some(FloorPoint { floor: floor.into(), at: Some([x, y]) });
        self.place.stairs.push(FlightEntry {
            from: end(from),
            to: end(to),
            width: Some(width),
            up_factor: Some(up),
            down_factor: Some(down),
            ..FlightEntry::default()
        });
        self
    }
    /// Adds a door in a floor, which joins what is on its two sides.
    pub(crate) fn door(mut self, a: Xy, b: Xy) -> Self {
        let segment = Some([rounded(self.put(a)), rounded(self.put(b))]);
        self.place.link.push(LinkEntry { kind: Some(LinkWord::Door), segment, ..LinkEntry::default() });
        self
    }
    /// Adds an area on the floor of this name, from its lowest to its highest corner.
    pub(crate) fn area_on(mut self, floor: &str, name: &str, low: Xy, high: Xy) -> Self {
        let outline = self.corners(&rectangle(low, high));
        let floor = Some(floor.to_owned());
        self.place.area.push(AreaEntry { name: name.into(), floor, outline, ..AreaEntry::default() });
        self
    }
    /// Adds an area on the ground.
    pub(crate) fn area(self, name: &str, low: Xy, high: Xy) -> Self {
        self.area_on("ground", name, low, high)
    }
    /// Adds people: how they arrive, what they do, and what they are like.
    pub(crate) fn people(
        mut self,
        name: &str,
        arrive: ArrivalEntry,
        journey: impl IntoIterator<Item = StageEntry>,
        like: PopulationEntry,
    ) -> Self {
        let journey = journey.into_iter().collect();
        self.scenario.population.push(PopulationEntry { name: name.into(), arrive: arrive.into(), journey, ..like });
        self
    }
    /// Adds people at points of the ground who leave by an area.
    pub(crate) fn leavers(self, name: &str, at: &[Xy], exit: &str, like: PopulationEntry) -> Self {
        let arrive = on("ground", at.iter().map(|&p| self.put(p)));
        self.people(name, arrive, [StageEntry::leave(exit)], like)
    }
    /// Adds a pedestrian at a point of the ground that goes to a point.
    pub(crate) fn walker(self, name: &str, at: Xy, goal: Xy, like: PopulationEntry) -> Self {
        let arrive = ArrivalEntry { goals: Some(self.corners(&[goal])), ..on("ground", [self.put(at)]) };
        self.people(name, arrive, [], like)
    }
    /// Adds a level field and people who stand evenly on a circle around its middle, m. Each goes to the opposite point.
    pub(crate) fn circle(self, radius: f64, count: usize, like: PopulationEntry) -> Self {
        let far = radius + 10.0;
        let circle = Some(CircleEntry { centre: [0.0, 0.0], radius, count: count as u64 });
        let arrive = ArrivalEntry { circle, ..ArrivalEntry::default() };
        self.ground(&rectangle((-far, -far), (far, far))).people("people", arrive, [], like)
    }
    /// Returns the place and the scenario.
    pub(crate) fn scene(self) -> Scene {
        Scene { place: self.place, scenario: self.scenario }
    }
    /// Returns where a point is after turning and moving.
    pub(crate) fn put(&self, (x, y): Xy) -> Point {
        let (sine, cosine) = maths::sin_cos(self.turn);
        Point::new(x * cosine - y * sine, x * sine + y * cosine) + self.shift
    }
    fn corners(&self, points: &[Xy]) -> Vec<[f64; 2]> {
        points.iter().map(|&p| rounded(self.put(p))).collect()
    }
}

/// Returns the arrival of people at points of a floor.
pub(crate) fn on(floor: &str, points: impl IntoIterator<Item = Point>) -> ArrivalEntry {
    ArrivalEntry { floor: Some(floor.into()), ..standing(points) }
}

/// Returns the arrival of a number of people. They are spread over an area from the start.
pub(crate) fn count(count: usize, area: &str) -> ArrivalEntry {
    ArrivalEntry { count: Some(count as u64), areas: Some(area.into()), ..ArrivalEntry::default() }
}

/// Returns people with the default properties.
pub(crate) fn anyone() -> PopulationEntry {
    PopulationEntry::default()
}

/// Returns people who all want to walk at this speed, m/s.
pub(crate) fn at_speed(speed: f64) -> PopulationEntry {
    PopulationEntry { speed: Some(speed.into()), ..anyone() }
}

/// Returns the outline of a room from the origin to the corner (x, y), with a way out through its eastern wall: from y
/// = `low` to y = `high`, as far as x = `end`.
pub(crate) const fn room((x, y): Xy, (low, high): (f64, f64), end: f64) -> [Xy; 8] {
    [(0.0, 0.0), (x, 0.0), (x, low), (end, low), (end, high), (x, high), (x, y), (0.0, y)]
}

/// Returns the corners of a rectangle, counter-clockwise.
pub(crate) const fn rectangle(low: Xy, high: Xy) -> [Xy; 4] {
    [low, (high.0, low.1), high, (low.0, high.1)]
}
