//! The place while it is drawn, piece by piece.

use populace_scenario::place::{
    AreaEntry, FacingEntry, FlightEntry, FloorEntry, FloorPoint, FloorWord, LinkEntry, LinkWord, ObjectEntry,
    PlaceFile, Ring, Xy,
};

/// The height of a step over its depth, with the defaults of place files: 0.17 m over 0.29 m.
const RISE_OVER_GOING: f64 = 0.17 / 0.29;

/// The depth of the station from south to north, m. Its northern half is the mirror image of the southern one.
pub(super) const DEPTH: f64 = 150.0;

/// Returns the outline of a rectangle from its lowest to its highest corner, m.
pub(super) fn rectangle([x0, y0]: Xy, [x1, y1]: Xy) -> Ring {
    [[x0, y0], [x1, y0], [x1, y1], [x0, y1]].map(|corner| corner.map(rounded)).to_vec()
}

/// Returns the length of a straight flight of stairs over a height, m.
pub(super) fn run(height: f64) -> f64 {
    let millimetres = 1e3 * height.abs() / RISE_OVER_GOING;
    millimetres.round() / 1e3
}

/// Returns a number of metres without the last bits of a sum.
pub(super) fn rounded(metres: f64) -> f64 {
    (metres * 1e3).round() / 1e3
}

/// Mirrors a point from the southern half into the northern half, or back.
pub(super) fn mirrored([x, y]: Xy) -> Xy {
    [x, DEPTH - y]
}

/// A half of the station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// y below the middle.
    South,
    /// y above the middle.
    North,
}

impl Half {
    pub const BOTH: [Half; 2] = [Half::South, Half::North];

    /// Returns a point that is given for the southern half.
    pub fn point(self, point: Xy) -> Xy {
        match self {
            Half::South => point,
            Half::North => mirrored(point).map(rounded),
        }
    }
    /// Returns a rectangle that is given for the southern half.
    pub fn rectangle(self, from: Xy, to: Xy) -> Ring {
        let ([x0, y0], [x1, y1]) = (self.point(from), self.point(to));
        rectangle([x0, y0.min(y1)], [x1, y0.max(y1)])
    }
    /// Returns an angle that is given for the southern half, degrees from east.
    pub fn facing(self, degrees: f64) -> f64 {
        match self {
            Half::South => degrees,
            Half::North => (360.0 - degrees) % 360.0,
        }
    }
    /// Returns one of two names.
    pub fn name<'a>(self, south: &'a str, north: &'a str) -> &'a str {
        match self {
            Half::South => south,
            Half::North => north,
        }
    }
}

/// A place file that grows.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    pub place: PlaceFile,
}

impl Drawing {
    /// Adds a level.
    pub fn level(&mut self, name: &str, elevation: f64) {
        self.place.floor.push(FloorEntry { name: name.into(), elevation: Some(elevation), ..FloorEntry::default() });
    }
    /// Adds ground to a level.
    pub fn ground(&mut self, level: &str, outline: Ring) {
        self.of(level).outlines.push(outline);
    }
    /// Adds something that people walk around.
    pub fn obstacle(&mut self, level: &str, outline: Ring) {
        self.of(level).obstacles.push(outline);
    }
    /// Adds a flight of stairs from its upper to its lower end.
    pub fn stairs(&mut self, name: &str, from: (&str, Xy), to: (&str, Xy), width: f64) {
        let end =
            |(floor, [x, y]): (&str, Xy)| Some(FloorPoint { floor: floor.into(), at: Some([rounded(x), rounded(y)]) });
        self.place.stairs.push(FlightEntry {
            name: Some(name.into()),
            from: end(from),
            to: end(to),
            width: Some(width),
            ..FlightEntry::default()
        });
    }
    /// Adds an escalator that runs from one end to the other.
    pub fn escalator(&mut self, name: &str, from: (&str, Xy), to: (&str, Xy), width: f64) {
        self.stairs(name, from, to, width);
        if let Some(flight) = self.place.stairs.last_mut() {
            flight.kind = Some(FloorWord::Escalator);
        }
    }
    /// Adds a lift with its stops.
    pub fn lift(&mut self, name: &str, stops: &[(&str, Xy)]) {
        let stop = |&(floor, at): &(&str, Xy)| FloorPoint { floor: floor.into(), at: Some(at.map(rounded)) };
        self.place.link.push(LinkEntry {
            name: Some(name.into()),
            kind: Some(LinkWord::Lift),
            stops: Some(stops.iter().map(stop).collect()),
            capacity: Some(12),
            door_width: Some(1.2),
            ..LinkEntry::default()
        });
    }
    /// Adds a named area; its kind is one of the words for areas, or empty for a region.
    pub fn area(&mut self, name: &str, kind: &str, floor: &str, outline: Ring) {
        let kind = (!kind.is_empty()).then(|| kind.to_owned());
        self.place.area.push(AreaEntry {
            name: name.into(),
            kind,
            floor: Some(floor.into()),
            outline,
            ..AreaEntry::default()
        });
    }
    /// Adds an object with a footprint, and returns it for its other keys.
    pub fn object(&mut self, kind: &str, name: &str, floor: &str, outline: Ring) -> &mut ObjectEntry {
        let entry = ObjectEntry { outline: Some(outline), ..object(kind, name, floor) };
        self.add(entry)
    }
    /// Adds an object at a point, and returns it for its other keys.
    pub fn object_at(&mut self, kind: &str, name: &str, floor: &str, at: Xy) -> &mut ObjectEntry {
        self.add(ObjectEntry { at: Some(at), ..object(kind, name, floor) })
    }
    /// Adds a machine or a booth in a wall or a counter: its front looks a way, degrees from east.
    pub fn front(&mut self, kind: &str, name: &str, floor: &str, outline: Ring, facing: f64) -> &mut ObjectEntry {
        let entry = self.object(kind, name, floor, outline);
        entry.facing = Some(FacingEntry::Degrees(facing));
        entry
    }

    fn add(&mut self, entry: ObjectEntry) -> &mut ObjectEntry {
        let last = self.place.object.len();
        self.place.object.push(entry);
        &mut self.place.object[last]
    }

    fn of(&mut self, level: &str) -> &mut FloorEntry {
        let at = self.place.floor.iter().position(|floor| floor.name == level);
        let at = at.unwrap_or_else(|| {
            self.level(level, 0.0);
            self.place.floor.len() - 1
        });
        &mut self.place.floor[at]
    }
}

fn object(kind: &str, name: &str, floor: &str) -> ObjectEntry {
    ObjectEntry { name: Some(name.into()), kind: kind.into(), floor: Some(floor.into()), ..ObjectEntry::default() }
}
