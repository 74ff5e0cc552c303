//! A small place with its people, put together piece by piece and written as the files of a scene.

use std::fmt::Write;

use populace_geom::Point;

use super::bodies::list;
use crate::bench::Scene;

/// A corner, m.
pub(crate) type Xy = (f64, f64);

/// A place and its people.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    place: String,
    scenario: String,
    /// Everything is turned by this angle around the origin, rad, and then moved.
    turn: f64,
    shift: Point,
}

impl Draft {
    /// Nothing yet; the run ends after so many seconds at the latest.
    pub(crate) fn new(until: f64) -> Self {
        let scenario = format!("version = 1\nplace = \"case.place.toml\"\nuntil = {until}\n");
        Draft { place: "version = 1\n".into(), scenario, ..Draft::default() }
    }
    /// Everything that follows is turned around the origin, rad, and then moved, m.
    pub(crate) fn turned(mut self, angle: f64, x: f64, y: f64) -> Self {
        (self.turn, self.shift) = (angle, Point::new(x, y));
        self
    }
    /// A floor.
    pub(crate) fn floor(mut self, name: &str, elevation: f64, outline: &[Xy]) -> Self {
        let outline = self.corners(outline);
        let _ = write!(self.place, "\n[[floor]]\nname = \"{name}\"\nelevation = {elevation}\noutline = {outline}\n");
        self
    }
    /// The only floor.
    pub(crate) fn ground(self, outline: &[Xy]) -> Self {
        self.floor("ground", 0.0, outline)
    }
    /// An obstacle, from its lowest to its highest corner.
    pub(crate) fn block(mut self, low: Xy, high: Xy) -> Self {
        let outline = self.corners(&rectangle(low, high));
        let _ = write!(self.place, "\n[[obstacle]]\noutline = {outline}\n");
        self
    }
    /// A thin wall.
    pub(crate) fn wall(mut self, line: &[Xy]) -> Self {
        let line = self.corners(line);
        let _ = write!(self.place, "\n[[wall]]\nline = {line}\n");
        self
    }
    /// A flight of stairs with the share of the speed up and down.
    pub(crate) fn stairs(mut self, from: (&str, Xy), to: (&str, Xy), width: f64, up: f64, down: f64) -> Self {
        let end = |(floor, (x, y)): (&str, Xy)| format!("{{ floor = \"{floor}\", at = [{x}, {y}] }}");
        let _ = write!(
            self.place,
            "\n[[stairs]]\nfrom = {}\nto = {}\nwidth = {width}\nup_factor = {up}\ndown_factor = {down}\n",
            end(from),
            end(to)
        );
        self
    }
    /// A door in a floor, which joins what is on its two sides.
    pub(crate) fn door(mut self, a: Xy, b: Xy) -> Self {
        let ends = self.corners(&[a, b]);
        let _ = write!(self.place, "\n[[link]]\nkind = \"door\"\nsegment = {ends}\n");
        self
    }
    /// An area on the floor of this name, from its lowest to its highest corner.
    pub(crate) fn area_on(mut self, floor: &str, name: &str, low: Xy, high: Xy) -> Self {
        let outline = self.corners(&rectangle(low, high));
        let _ = write!(self.place, "\n[[area]]\nname = \"{name}\"\nfloor = \"{floor}\"\noutline = {outline}\n");
        self
    }
    /// An area on the ground.
    pub(crate) fn area(self, name: &str, low: Xy, high: Xy) -> Self {
        self.area_on("ground", name, low, high)
    }
    /// People: how they arrive and what they do, as scenarios have it, and further keys.
    pub(crate) fn people(mut self, name: &str, arrive: &str, journey: &str, keys: &str) -> Self {
        let _ = write!(
            self.scenario,
            "\n[[population]]\nname = \"{name}\"\narrive = {{ {arrive} }}\njourney = [{journey}]\n{keys}\n"
        );
        self
    }
    /// People at points of the ground who leave by an area.
    pub(crate) fn leavers(self, name: &str, at: &[Xy], exit: &str, keys: &str) -> Self {
        let arrive = format!("at = {}, floor = \"ground\"", self.corners(at));
        self.people(name, &arrive, &format!("{{ leave = \"{exit}\" }}"), keys)
    }
    /// Someone at a point of the ground with an own goal.
    pub(crate) fn walker(self, name: &str, at: Xy, goal: Xy, keys: &str) -> Self {
        let arrive = format!("at = {}, goals = {}, floor = \"ground\"", self.corners(&[at]), self.corners(&[goal]));
        self.people(name, &arrive, "", keys)
    }
    /// A level field on whose middle so many people stand evenly on a circle, m, each of whom goes to the opposite point.
    pub(crate) fn circle(self, radius: f64, count: usize, keys: &str) -> Self {
        let far = radius + 10.0;
        let arrive = format!("circle = {{ centre = [0, 0], radius = {radius}, count = {count} }}");
        self.ground(&rectangle((-far, -far), (far, far))).people("people", &arrive, "", keys)
    }
    /// The files.
    pub(crate) fn scene(self) -> Scene {
        Scene { place: self.place, scenario: self.scenario }
    }
    /// A point where it is after turning and moving.
    pub(crate) fn put(&self, (x, y): Xy) -> Point {
        let (sine, cosine) = libm::sincos(self.turn);
        Point::new(x * cosine - y * sine, x * sine + y * cosine) + self.shift
    }
    fn corners(&self, points: &[Xy]) -> String {
        list(points.iter().map(|&p| self.put(p)))
    }
}

/// A room from the origin to its highest corner, with a way out of its eastern wall: from and to this y, as far as this x.
pub(crate) const fn room((x, y): Xy, (low, high): (f64, f64), end: f64) -> [Xy; 8] {
    [(0.0, 0.0), (x, 0.0), (x, low), (end, low), (end, high), (x, high), (x, y), (0.0, y)]
}

/// Its corners, counter-clockwise.
pub(crate) const fn rectangle(low: Xy, high: Xy) -> [Xy; 4] {
    [low, (high.0, low.1), high, (low.0, high.1)]
}
