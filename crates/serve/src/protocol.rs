//! The protocol between the server and the viewer: every message, described once.
//!
//! A browser [`Ask`]s, and the server [`Tell`]s. Each WebSocket message is the bytes of one [`Ask`] or one [`Tell`]
//! (`wire`). The viewer's `viewer/src/protocol.ts` is generated from this file and those in `protocol`:
//! `cargo run -p populace-serve --example protocol > viewer/src/protocol.ts`.
//!
//! A page asks for frames; the server does not push them. So a slow page asks less often, and nothing piles up. Only
//! [`Tell::Head`] is pushed, and only the newest head counts. Positions are in metres. Positions marked *local* are
//! relative to [`Place::origin_x`] and `origin_y`, so that single precision is enough.

mod counted;
mod inspected;

pub use counted::{Diagram, Flow, Row};
pub use inspected::{Drive, GoalSeen, Inspected, NeedSeen, NeighbourSeen, Velocity, Zone};

use crate::message;

/// The version of the messages. A page of another version is told to reload.
pub const VERSION: u16 = 8;

message! {
    /// What a browser asks. The answer carries the same `tag`.
    enum Ask {
        /// Every `stride`-th frame from the number `from` on, at most 64 frames. The server answers with a
        /// [`Tell::Frame`] for each frame, then with [`Tell::Done`].
        1 Frames { tag: u32, from: u32, count: u16, stride: u16, },
        /// Rows of statistics from a number on.
        2 Statistics { tag: u32, from: u32, },
        /// The happenings from a number on.
        3 Happenings { tag: u32, from: u32, },
        /// The inner state of a pedestrian at a frame.
        4 Inspect { tag: u32, pedestrian: u32, frame: u32, },
        /// Where a pedestrian walked in the frames up to this one.
        5 Trail { tag: u32, pedestrian: u32, frame: u32, },
        /// A layer to draw. `level` is used by the hierarchy, `frame` by layers of people.
        6 Layer { tag: u32, layer: LayerKind, level: u16, frame: u32, },
        /// How many people crossed a line up to a frame. The points a and b are in metres, not local.
        7 Flow { tag: u32, floor: u16, ax: f64, ay: f64, bx: f64, by: f64, frame: u32, },
        /// What is at a point. The point is in metres, not local.
        8 Probe { tag: u32, floor: u16, x: f64, y: f64, },
        /// Let the simulation go on.
        9 Play {},
        /// Let the simulation stand still.
        10 Pause {},
        /// Let the simulation do one more frame, then stand still.
        11 Step {},
        /// The simulated seconds per second, 0.1 to 100.
        12 Speed { factor: f32, },
        /// Read the scenario again and begin anew. The answer is [`Tell::Done`] or [`Tell::Refused`].
        13 Restart { tag: u32, },
        /// Change the run. The answer is [`Tell::Done`] or [`Tell::Refused`].
        14 Act { tag: u32, act: Act, },
        /// The place at a frame, after an obstacle changed it (`blocked`).
        15 Place { frame: u32, },
        /// The population of each pedestrian, from a number on.
        16 Roster { tag: u32, from: u32, },
        /// The fundamental diagram of an area, by number, over all frames so far.
        17 Diagram { tag: u32, area: u16, },
        /// When a pedestrian is inside.
        18 Presence { tag: u32, pedestrian: u32, },
        /// The changes of trains from a number on.
        19 Trains { tag: u32, from: u32, },
    }
}

message! {
    /// A change that a user makes to the run. The recording holds it as a scenario writes an `[[event]]`.
    enum Act {
        /// Open or shut a door, put a lift into or out of service.
        1 Door { link: u16, open: bool, },
        /// More people of a population come in at an area.
        2 Add { population: u16, area: u16, count: u32, },
        /// An obstacle appears. Its corners x, y are in metres, not local.
        3 Block { floor: u16, outline: Vec<f64>, },
        /// A parameter of a population's model changes.
        4 Set { population: u16, parameter: String, value: f64, },
        /// A group drops its journey and goes to an area.
        5 Send { pedestrians: Vec<u32>, area: u16, },
        /// Open or close an object.
        6 Serve { object: u16, open: bool, },
        /// The alarm is raised: everyone drops what it does and gets out.
        7 Alarm {},
        /// The stop of a train that goes on takes so many seconds longer, or its next one begins so much later.
        8 Delay { train: u16, seconds: f64, },
        /// The next stop of a train does not take place.
        9 Cancel { train: u16, },
    }
}

message! {
    /// What can be drawn over the place.
    enum LayerKind {
        /// The convex cells, by class.
        1 Cells {},
        /// Passages, by width.
        2 Bottlenecks {},
        /// The groups of one level of the hierarchy.
        3 Hierarchy {},
        /// A line between every two pedestrians of which one perceives the other.
        4 Neighbours {},
        /// The routes of all people.
        5 Routes {},
        /// A line from every pedestrian to the slot that it has, or to its place in a line.
        6 Claims {},
    }
}

message! {
    /// What the server tells.
    enum Tell {
        /// The first message: what is shown.
        1 Welcome { welcome: Welcome, },
        /// The second message: the place.
        2 Place { place: Place, },
        /// How far the run has come. It is pushed when it changes.
        3 Head { head: Head, },
        /// Where all people are.
        4 Frame { tag: u32, frame: PackedFrame, },
        /// Rows of statistics, one per simulated second.
        5 Statistics { tag: u32, from: u32, rows: Vec<Row>, },
        /// A part of the happenings.
        6 Happenings { tag: u32, from: u32, list: Vec<Happening>, },
        /// The inner state of a pedestrian.
        7 Inspected { tag: u32, inspected: Box<Inspected>, },
        /// Where a pedestrian walked: x, y, z local, oldest first, and the numbers of the first and the last frame.
        8 Trail { tag: u32, pedestrian: u32, first: u32, last: u32, points: Vec<f32>, },
        /// A layer.
        9 Layer { tag: u32, drawing: Drawing, },
        /// Crossings of a line.
        10 Flow { tag: u32, flow: Flow, },
        /// What is at a point.
        11 Probed { tag: u32, lines: Vec<Property>, },
        /// The request was carried out.
        12 Done { tag: u32, },
        /// The request was not carried out: why, and what to do.
        13 Refused { tag: u32, what: String, hint: String, },
        /// The population of each pedestrian, by number, and half the width of its body, cm. The population is 65535 for a pedestrian that has
        /// not come in yet.
        15 Roster { tag: u32, from: u32, populations: Vec<u16>, radii: Vec<u8>, },
        /// There is nothing to show, because the scenario or the recording is broken. It is read again when the page
        /// reconnects.
        14 Broken { title: String, what: String, hint: String, },
        /// The fundamental diagram of an area.
        16 Diagram { tag: u32, diagram: Diagram, },
        /// The first frame with a pedestrian, and the last one; no last one while it is still inside.
        17 Presence { tag: u32, pedestrian: u32, first: u32, last: Option<u32>, },
        /// A part of the changes of trains.
        18 Trains { tag: u32, from: u32, list: Vec<TrainChange>, },
    }
}

message! {
    /// What is shown.
    struct Welcome {
        /// [`VERSION`].
        version: u16,
        /// Version of the program.
        populace: String,
        /// The number of the run. A restart gives another number.
        run: u32,
        /// Name of the scenario.
        name: String,
        /// Whether this is a live run, which takes acts. Otherwise it is a recording.
        live: bool,
        /// Seed of the run.
        seed: String,
        /// The folder of the recording, as the user named it; empty when nothing is recorded.
        recording: String,
        /// Simulated time between two frames, s.
        frame_seconds: f64,
        /// The time at which the run ends at the latest, s.
        until: f64,
        /// The time of day at the start, s since midnight; absent when the scenario has none.
        time_of_day: Option<f64>,
        /// The number of people in the whole run, when it is known at the start.
        expected: u32,
        /// The populations, by number.
        populations: Vec<Population>,
        /// The words for statuses, by number.
        statuses: Vec<String>,
        /// The phases of a step, in order.
        phases: Vec<String>,
        /// The number of levels of the hierarchy.
        levels: u16,
    }
}

message! {
    /// A population.
    struct Population {
        /// Its name.
        name: String,
        /// The steering model.
        model: String,
        /// The kind of people, such as commuter or performer.
        kind: String,
        /// The profile, such as adult, wheelchair or luggage.
        profile: String,
        /// The stages of the journey, in words.
        journey: Vec<String>,
        /// The parameters of the model that are numbers.
        parameters: Vec<Parameter>,
    }
}

message! {
    /// A parameter of a model.
    struct Parameter {
        /// Its name.
        name: String,
        /// Its unit.
        unit: String,
        /// What it does.
        help: String,
        /// The current value.
        value: f64,
        /// The least value.
        least: f64,
        /// The greatest value.
        most: f64,
    }
}

message! {
    /// The place: everything that does not move.
    struct Place {
        /// The version of the place. It grows when the place is built anew.
        version: u32,
        /// The name of the place.
        name: String,
        /// The x of the point from which local coordinates count, m.
        origin_x: f64,
        /// The y of that point, m.
        origin_y: f64,
        /// Coordinates of frames are multiples of this, m, from the origin.
        step: f64,
        /// The extent along x, m.
        width: f32,
        /// The extent along y, m.
        depth: f32,
        /// Lowest ground, m.
        lowest: f32,
        /// Highest ground, m.
        highest: f32,
        /// Walkable ground, m².
        area: f64,
        /// Number of cells.
        cells: u32,
        /// The floors, by number as in frames.
        floors: Vec<Floor>,
        /// The links, by number.
        links: Vec<Link>,
        /// The areas, by number.
        areas: Vec<Area>,
        /// The objects that people use, by number.
        objects: Vec<PlaceObject>,
        /// What the scenario measures.
        measures: Vec<Measure>,
        /// The trains and buses that come, by number.
        trains: Vec<Train>,
    }
}

message! {
    /// A walkable surface.
    struct Floor {
        /// Its name.
        name: String,
        /// level, stairs, ramp, escalator or walkway.
        kind: String,
        /// The storey to which the floor belongs in the viewer's list of storeys, counted from 0 upwards. A flight
        /// belongs to the storey at its lower end.
        storey: u16,
        /// Lowest point, m.
        lowest: f32,
        /// Highest point, m.
        highest: f32,
        /// The depth of a tread, m; 0 when the floor has no steps.
        going: f32,
        /// The corners: x, y, z of each, local.
        vertices: Vec<f32>,
        /// The triangles: the numbers of three corners each, counter-clockwise from above.
        triangles: Vec<u32>,
        /// The walls: x0, y0, z0, x1, y1, z1 of each, local. The floor is on the left of a wall.
        walls: Vec<f32>,
        /// The closed outlines of obstacles and holes: x, y of all corners, local. `solid_sizes` says how many corners
        /// belong to each outline.
        solids: Vec<f32>,
        /// The number of corners of each outline.
        solid_sizes: Vec<u32>,
        /// The height of the floor at a point.
        height: Height,
    }
}

message! {
    /// The height of a floor, m above the zero of the place.
    enum Height {
        /// The height is the same everywhere.
        1 Flat { z: f32, },
        /// The height is that of the nearest point of a line: x, y local and z of each corner.
        2 Along { line: Vec<f32>, },
        /// The height is given on a grid. The value of row r and column c is at (x + c·step, y + r·step), local;
        /// between these points it is bilinear.
        3 Grid { x: f32, y: f32, step: f32, columns: u32, values: Vec<f32>, },
    }
}

message! {
    /// A door, an opening or a lift.
    struct Link {
        /// Its name.
        name: String,
        /// door, opening or lift.
        kind: String,
        /// Whether it is open at the first frame.
        open: bool,
        /// Whether it can be opened and shut.
        can_shut: bool,
        /// Clear width, m.
        width: f32,
        /// The floors it joins.
        floors: Vec<u16>,
        /// The pieces: x0, y0, z0, x1, y1, z1 of each, local. Each stop of a lift is a piece with twice the same point.
        pieces: Vec<f32>,
    }
}

message! {
    /// A named area.
    struct Area {
        /// Its name.
        name: String,
        /// region, entrance, exit, waiting or measurement.
        kind: String,
        /// Its floor.
        floor: u16,
        /// Walkable ground in it, m².
        area: f32,
        /// The corners: x, y of each, local.
        ring: Vec<f32>,
        /// The walkable ground in it as triangles: x, y of three corners each, local.
        ground: Vec<f32>,
        /// Whether people can be added here.
        can_enter: bool,
    }
}

message! {
    /// A thing that people use, such as a till or a bench.
    struct PlaceObject {
        /// Its name.
        name: String,
        /// Its kind, as in place files: till, bench, performance ….
        kind: String,
        /// Its floor.
        floor: u16,
        /// The footprint: x, y of the corners of a ring, of both ends of a line, or of one point, local.
        footprint: Vec<f32>,
        /// The slots: x, y local and the heading of whoever uses it, rad, of each.
        slots: Vec<f32>,
        /// The places in its line, from the head outwards: x, y local and the heading of whoever stands there, rad, of each.
        line: Vec<f32>,
        /// The number of the object from whose line it is served; absent when it has a line of its own, or none.
        queue: Option<u16>,
        /// What it offers, as words.
        offers: Vec<String>,
    }
}

message! {
    /// Trains or buses of one line at one track. A page knows what they do at a frame from the last [`TrainChange`] up to that frame;
    /// before the first one, the train is away and its first stop is to come.
    struct Train {
        /// Its name, such as that of the line.
        name: String,
        /// The number of its track among the objects.
        track: u16,
        /// Where it goes.
        to: Vec<String>,
        /// The number of its cars. A bus has one.
        cars: u16,
        /// The length of a car, m.
        car_length: f32,
        /// The number of people it takes.
        capacity: u32,
        /// The edge of the platform beside which it stands, from its one end to the other: x, y of each corner, local.
        line: Vec<f32>,
        /// Whether the platform is on the left of that line; the train is on the other side.
        platform_left: bool,
        /// Its doors: x, y local, on the line.
        doors: Vec<f32>,
        /// The time from the moment in which its doors begin to close to its departure, s.
        closing: f32,
        /// The stops, in order, four times each, s since the start: the planned arrival and departure, then those that are expected at the
        /// start of the run, of which the boards tell.
        calls: Vec<f64>,
    }
}

message! {
    /// A change of what a train does, or of when its next stop is expected.
    struct TrainChange {
        /// The first frame that shows it.
        frame: u32,
        /// The train, by number.
        train: u16,
        /// What happened, as in recordings: train-delayed, train-cancelled, train-closes, train-departed, train-arrived.
        kind: String,
        /// What it does from then on: away, open (it stands with open doors), closing.
        phase: String,
        /// The stop that goes on or comes next, by number. After the last stop it is the number of stops.
        call: u32,
        /// When that stop begins, as expected from then on, s since the start; when it began, as planned, for one that goes on. 0 after the
        /// last stop.
        arrives: f64,
        /// When that stop ends, as expected from then on, s since the start. 0 after the last stop.
        departs: f64,
    }
}

message! {
    /// Something that the scenario measures.
    struct Measure {
        /// Its name.
        name: String,
        /// Its floor.
        floor: u16,
        /// The number of the area; absent when a line is measured.
        area: Option<u16>,
        /// The ends of the line: x, y of both, local.
        line: Vec<f32>,
    }
}

message! {
    /// How far the run has come.
    struct Head {
        /// The number of frames that exist. The first has the number 0.
        frames: u32,
        /// The number of rows of statistics that exist.
        rows: u32,
        /// The number of pedestrians in the roster. When this number grows, the page asks for the roster again.
        people: u32,
        /// The number of happenings that exist.
        happenings: u32,
        /// The number of changes of trains that exist.
        trains: u32,
        /// Whether the simulation goes on, or the recording is still being read.
        running: bool,
        /// Simulated seconds per second that were asked for.
        speed: f32,
        /// Simulated seconds per second that are reached.
        reached: f32,
        /// Why the run ended; empty while it goes on.
        ended: String,
        /// The number of pages that watch.
        viewers: u8,
    }
}

message! {
    /// Where all people are at a moment, by columns, ascending by pedestrian.
    struct PackedFrame {
        /// The number of the frame. Its time is this number times [`Welcome::frame_seconds`].
        number: u32,
        /// The number of people.
        count: u32,
        /// The numbers of the pedestrians, as LEB128. Each value says how many numbers are left out before the
        /// pedestrian: for 2, 3, 7 the values are 2, 0, 3.
        ids: Vec<u8>,
        /// The positions, six bytes each: x and y in [`Place::step`]s from the origin, as words of 24 bits,
        /// little-endian.
        places: Vec<u8>,
        /// The statuses, a byte each ([`Welcome::statuses`] has the words), in pieces. A piece begins with a number as
        /// LEB128. An even number is twice the count of pedestrians that share the one status that follows. An odd
        /// number is twice the count plus 1, and the status of each pedestrian follows.
        statuses: Vec<u8>,
        /// The headings, in 256ths of a turn, counter-clockwise from +x: where a pedestrian goes or last went; at a slot or in a line, where it
        /// looks.
        headings: Vec<u8>,
        /// The speeds, in 0.02 m/s, at most 5.1 m/s.
        speeds: Vec<u8>,
        /// The floors, as LEB128.
        floors: Vec<u8>,
        /// The number of each pedestrian's destination area plus 1, or 0 for none, as LEB128.
        destinations: Vec<u8>,
    }
}

message! {
    /// Something that happened.
    struct Happening {
        /// The first frame that shows it.
        frame: u32,
        /// Its word, as in recordings: opened, shut, reopened, closed, blocked, acted, stuck, no-way, moved-aside, contained, train-delayed,
        /// train-cancelled.
        kind: String,
        /// The pedestrian, when it concerns a pedestrian.
        pedestrian: Option<u32>,
        /// The link that was opened or shut.
        link: Option<u16>,
        /// The object that was opened or closed.
        object: Option<u16>,
        /// The text for the user.
        text: String,
    }
}

message! {
    /// A name and a value with its unit.
    struct Property {
        /// The name.
        name: String,
        /// The value with its unit.
        value: String,
    }
}

message! {
    /// A layer to draw. Each value stands for a colour: it is the number of a word in `words`, or, when there are no
    /// words, a quantity between `least` and `most`.
    struct Drawing {
        /// The lines: x0, y0, z0, x1, y1, z1 of each, local.
        lines: Vec<f32>,
        /// The value of each line.
        line_values: Vec<f32>,
        /// The floor of each line.
        line_floors: Vec<u16>,
        /// The triangles: x, y, z of three corners each, local.
        triangles: Vec<f32>,
        /// The value of each triangle.
        triangle_values: Vec<f32>,
        /// The floor of each triangle.
        triangle_floors: Vec<u16>,
        /// The words for the values; empty for a quantity, or when values only tell things apart.
        words: Vec<String>,
        /// The name of the quantity with its unit; empty when values only tell things apart.
        unit: String,
        /// Smallest value.
        least: f32,
        /// Largest value.
        most: f32,
    }
}
