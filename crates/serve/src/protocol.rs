//! The protocol between the server and the viewer: every message, described once.
//!
//! A browser [`Ask`]s, the server [`Tell`]s; each WebSocket message is one of these as bytes (`wire`). The viewer's
//! `viewer/src/protocol.ts` is generated from this file: `cargo run -p populace-serve --example protocol > viewer/src/protocol.ts`.
//!
//! Frames are asked for, not pushed: whoever is slow asks less often, and nothing piles up. What is pushed is [`Tell::Head`], of which only
//! the newest counts. Positions are metres; those marked *local* are relative to [`Place::origin_x`] and `origin_y`, so that single precision is enough.

use crate::message;

/// Changes whenever the messages do; a page of another version is told to reload.
pub const VERSION: u16 = 3;

message! {
    /// What a browser asks. `tag` comes back in the answer.
    enum Ask {
        /// Frames from a number on, every `stride`-th, at most 64; answered by so many [`Tell::Frame`], then [`Tell::Done`].
        1 Frames { tag: u32, from: u32, count: u16, stride: u16, },
        /// Rows of statistics from a number on.
        2 Statistics { tag: u32, from: u32, },
        /// What happened, from a number on.
        3 Happenings { tag: u32, from: u32, },
        /// What goes on in one pedestrian at a frame.
        4 Inspect { tag: u32, pedestrian: u32, frame: u32, },
        /// Where one pedestrian walked in the frames up to this one.
        5 Trail { tag: u32, pedestrian: u32, frame: u32, },
        /// A layer to draw; `level` is for the hierarchy, `frame` for what moves.
        6 Layer { tag: u32, layer: LayerKind, level: u16, frame: u32, },
        /// How many crossed a line up to a frame. Point a and b in metres, not local.
        7 Flow { tag: u32, floor: u16, ax: f64, ay: f64, bx: f64, by: f64, frame: u32, },
        /// What is at a point, in metres, not local.
        8 Probe { tag: u32, floor: u16, x: f64, y: f64, },
        /// Let the simulation go on.
        9 Play {},
        /// Let the simulation stand still.
        10 Pause {},
        /// One frame more, then stand still.
        11 Step {},
        /// Simulated seconds per second, 0.1 to 100.
        12 Speed { factor: f32, },
        /// Read the scenario again and begin anew.
        13 Restart {},
        /// Interfere with the run; answered by [`Tell::Done`] or [`Tell::Refused`].
        14 Act { tag: u32, act: Act, },
        /// The place as it is at a frame, after something happened that changed it (`blocked`).
        15 Place { frame: u32, },
        /// Of which population pedestrians are, from a number on.
        16 Roster { tag: u32, from: u32, },
    }
}

message! {
    /// Something that a viewer does to the run. It enters the recording as the `[[event]]` of a scenario would be written.
    enum Act {
        /// Open or shut a door, put a lift into or out of service.
        1 Door { link: u16, open: bool, },
        /// More people of a population come in at an area.
        2 Add { population: u16, area: u16, count: u32, },
        /// An obstacle appears; corners x, y in metres, not local.
        3 Block { floor: u16, outline: Vec<f64>, },
        /// A parameter of a population's model changes.
        4 Set { population: u16, parameter: String, value: f64, },
        /// A group gives up its journey and goes to an area.
        5 Send { pedestrians: Vec<u32>, area: u16, },
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
        /// Who perceives whom.
        4 Neighbours {},
        /// Where everyone is going.
        5 Routes {},
    }
}

message! {
    /// What the server tells.
    enum Tell {
        /// The first message: what is shown.
        1 Welcome { welcome: Welcome, },
        /// The second: where.
        2 Place { place: Place, },
        /// How far the run has come; pushed when it changes.
        3 Head { head: Head, },
        /// Where everyone is.
        4 Frame { tag: u32, frame: PackedFrame, },
        /// Rows of statistics, one per simulated second.
        5 Statistics { tag: u32, from: u32, rows: Vec<Row>, },
        /// What happened.
        6 Happenings { tag: u32, from: u32, list: Vec<Happening>, },
        /// One pedestrian.
        7 Inspected { tag: u32, inspected: Inspected, },
        /// Where one pedestrian walked: x, y, z local, oldest first, and the number of the first and last frame.
        8 Trail { tag: u32, pedestrian: u32, first: u32, last: u32, points: Vec<f32>, },
        /// A layer.
        9 Layer { tag: u32, drawing: Drawing, },
        /// Crossings of a line.
        10 Flow { tag: u32, flow: Flow, },
        /// What is at a point.
        11 Probed { tag: u32, lines: Vec<Property>, },
        /// The request was carried out.
        12 Done { tag: u32, },
        /// The request was not carried out, and why, with what to do.
        13 Refused { tag: u32, what: String, hint: String, },
        /// Populations of pedestrians by their numbers; 65535 for who has not come in yet.
        15 Roster { tag: u32, from: u32, populations: Vec<u16>, },
        /// There is nothing to show: the scenario or the recording is broken. Read again when the page reconnects.
        14 Broken { title: String, what: String, hint: String, },
    }
}

message! {
    /// What is shown.
    struct Welcome {
        /// [`VERSION`].
        version: u16,
        /// Version of the program.
        populace: String,
        /// A number per run: another one after a restart.
        run: u32,
        /// Name of the scenario.
        name: String,
        /// A run that goes on, which can be acted on; otherwise a recording.
        live: bool,
        /// Seed of the run.
        seed: String,
        /// Folder of the recording, as people call it; empty when nothing is recorded.
        recording: String,
        /// Simulated time between two frames, s.
        frame_seconds: f64,
        /// When the run ends at the latest, s.
        until: f64,
        /// People of the whole run, when known at the start.
        expected: u32,
        /// Who comes.
        populations: Vec<Population>,
        /// What the numbers of statuses mean.
        statuses: Vec<String>,
        /// The phases of a step, in order.
        phases: Vec<String>,
        /// Levels of the hierarchy.
        levels: u16,
    }
}

message! {
    /// People who are alike.
    struct Population {
        /// Its name.
        name: String,
        /// How they steer.
        model: String,
        /// Stages of the journey, in words.
        journey: Vec<String>,
        /// Parameters of the model that are numbers.
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
        /// As it is now.
        value: f64,
        /// Its limits.
        least: f64,
        /// Its limits.
        most: f64,
    }
}

message! {
    /// Where: everything that does not move.
    struct Place {
        /// Grows when the place is built anew.
        version: u32,
        /// What people call it.
        name: String,
        /// The point that local coordinates count from, m.
        origin_x: f64,
        /// The same.
        origin_y: f64,
        /// Coordinates of frames are multiples of this, m, from the origin.
        step: f64,
        /// Extent, local.
        width: f32,
        /// Extent, local.
        depth: f32,
        /// Lowest ground, m.
        lowest: f32,
        /// Highest ground, m.
        highest: f32,
        /// Walkable ground, m².
        area: f64,
        /// Number of cells.
        cells: u32,
        /// By number, as in frames.
        floors: Vec<Floor>,
        /// By number.
        links: Vec<Link>,
        /// By number.
        areas: Vec<Area>,
        /// What the scenario measures.
        measures: Vec<Measure>,
    }
}

message! {
    /// A walkable surface.
    struct Floor {
        /// Its name.
        name: String,
        /// level, stairs, ramp, escalator or walkway.
        kind: String,
        /// Which storey it belongs to in the switch, from 0 up; a flight belongs to the storey it starts from below.
        storey: u16,
        /// Lowest point, m.
        lowest: f32,
        /// Highest point, m.
        highest: f32,
        /// Depth of a tread, m; 0 when it has no steps.
        going: f32,
        /// x, y, z of corners, local.
        vertices: Vec<f32>,
        /// Three corners each, counter-clockwise from above.
        triangles: Vec<u32>,
        /// x0, y0, z0, x1, y1, z1 of each wall, local, the floor on its left.
        walls: Vec<f32>,
        /// What stands on the floor or is left out of it: closed outlines, each as a list of x, y local, the number of corners of each in `solid_sizes`.
        solids: Vec<f32>,
        /// Corners of each.
        solid_sizes: Vec<u32>,
        /// Height at a point.
        height: Height,
    }
}

message! {
    /// Height of a floor, m above the place's zero.
    enum Height {
        /// The same everywhere.
        1 Flat { z: f32, },
        /// That of the nearest point of a line: x, y local and z of each corner.
        2 Along { line: Vec<f32>, },
        /// A grid: value of row r and column c is at (x + c·step, y + r·step), local; between them bilinear.
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
        /// x0, y0, z0, x1, y1, z1 of each piece, local; of a lift: each stop, twice the same point.
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
        /// x, y of its corners, local.
        ring: Vec<f32>,
        /// Whether people can be added here.
        can_enter: bool,
    }
}

message! {
    /// Something that the scenario measures.
    struct Measure {
        /// Its name.
        name: String,
        /// Its floor.
        floor: u16,
        /// An area by number; otherwise a line.
        area: Option<u16>,
        /// x, y of both ends of the line, local.
        line: Vec<f32>,
    }
}

message! {
    /// How far the run has come.
    struct Head {
        /// Frames that exist: 0 up to this, exclusive.
        frames: u32,
        /// Rows of statistics that exist.
        rows: u32,
        /// How many pedestrians have a population: ask for the roster again when there are more.
        people: u32,
        /// Happenings that exist.
        happenings: u32,
        /// Whether the simulation goes on, or the recording is still being read.
        running: bool,
        /// Simulated seconds per second that were asked for.
        speed: f32,
        /// Simulated seconds per second that are reached.
        reached: f32,
        /// Why it ended, when it did.
        ended: String,
        /// Pages that watch.
        viewers: u8,
    }
}

message! {
    /// Where everyone is at one moment, by columns, ascending by pedestrian.
    struct PackedFrame {
        /// Its number; its time is so many times [`Welcome::frame_seconds`].
        number: u32,
        /// How many people.
        count: u32,
        /// Differences of pedestrians' numbers to the one before (the first to −1) minus 1, as LEB128.
        ids: Vec<u8>,
        /// Six bytes each: x and y in [`Place::step`]s from the origin, as words of 24 bits, little-endian.
        places: Vec<u8>,
        /// Statuses, a byte each ([`Welcome::statuses`] has the words), in pieces. A piece begins with a number as LEB128: twice the count of pedestrians in a
        /// row with the one status that follows, or twice the count and 1, and then the status of each.
        statuses: Vec<u8>,
        /// 256ths of a turn, counter-clockwise from +x.
        headings: Vec<u8>,
        /// In 0.02 m/s, at most 5.1 m/s.
        speeds: Vec<u8>,
        /// The floor, as LEB128.
        floors: Vec<u8>,
        /// 1 + number of the area where they go, or 0, as LEB128.
        destinations: Vec<u8>,
    }
}

message! {
    /// Statistics of a simulated second; counts are since the start.
    struct Row {
        /// At the end of the second, s.
        time: f32,
        /// People inside.
        inside: u32,
        /// People who came in.
        entered: u32,
        /// People who left.
        left: u32,
        /// Mean speed of those inside, m/s.
        speed: f32,
        /// People who want to get on and cannot now: stuck, or without a way.
        stuck: u32,
        /// People who came in by area, in the order of [`Place::areas`].
        entered_by: Vec<u32>,
        /// People who left by area.
        left_by: Vec<u32>,
        /// People who passed each link, from left to right of its pieces and back: two numbers per link. Everyone counts once each way.
        passed: Vec<u32>,
        /// Times from coming in to leaving of those who left in this second, s.
        travel: Vec<f32>,
        /// Mean time of each phase per step in this second, ms; empty in a replay.
        phases: Vec<f32>,
    }
}

message! {
    /// Something that happened.
    struct Happening {
        /// The frame from which on it shows.
        frame: u32,
        /// Its word, as in recordings: opened, shut, blocked, acted, stuck, no-way, moved-aside, contained.
        kind: String,
        /// Who, if someone.
        pedestrian: Option<u32>,
        /// The link that was opened or shut.
        link: Option<u16>,
        /// For people.
        text: String,
    }
}

message! {
    /// One pedestrian at a frame.
    struct Inspected {
        /// Who.
        pedestrian: u32,
        /// Of which population.
        population: u16,
        /// The frame.
        frame: u32,
        /// When it decides next, s.
        time: f64,
        /// What it is doing, in words.
        status: String,
        /// Number of the stage of the journey that it is at.
        stage: u16,
        /// Where it goes, in words.
        destination: String,
        /// Its floor.
        floor: u16,
        /// Its cell.
        cell: u32,
        /// Local.
        x: f32,
        /// Local.
        y: f32,
        /// m/s.
        vx: f32,
        /// m/s.
        vy: f32,
        /// Half the width of the body, m.
        radius: f32,
        /// Desired speed, m/s.
        desired: f32,
        /// The fastest it goes here, m/s.
        top: f32,
        /// The rest of its route: x, y, z local.
        route: Vec<f32>,
        /// Portals ahead: x0, y0, z0, x1, y1, z1 local.
        portals: Vec<f32>,
        /// The cone that it steers into: apex x, y, z, left end x, y, right end x, y; empty when there is none.
        cone: Vec<f32>,
        /// The bar that pulls it along the way: x0, y0, z0, x1, y1, z1 local; empty when there is none.
        bar: Vec<f32>,
        /// Whom it perceives.
        neighbours: Vec<NeighbourSeen>,
        /// Its velocity after each stage of the pipe.
        pipe: Vec<Velocity>,
        /// The drives of its model and how well each fits now; empty when it has none.
        drives: Vec<Drive>,
        /// The zones around it, the innermost first; none when its model has none.
        zones: Vec<Zone>,
        /// Border of what it perceives: x, y local; empty when its model has none.
        perceived: Vec<f32>,
        /// What else there is to know.
        notes: Vec<Property>,
    }
}

message! {
    /// A neighbour.
    struct NeighbourSeen {
        /// Who.
        pedestrian: u32,
        /// Local.
        x: f32,
        /// Local.
        y: f32,
        /// m/s.
        vx: f32,
        /// m/s.
        vy: f32,
        /// From centre to centre, m.
        distance: f32,
    }
}

message! {
    /// A drive: a behaviour that reacts to one target.
    struct Drive {
        /// Its name.
        name: String,
        /// What it does, in a line.
        about: String,
        /// Whether it reacts to a pedestrian.
        has_target: bool,
        /// The pedestrian; 0 when it is none.
        target: u32,
        /// How well it fits now, from 0 to 1.
        interest: f32,
        /// The turn that it asks for, rad, left positive.
        turn: f32,
        /// The speed that it asks for, m/s.
        speed: f32,
        /// Whether it wins over comfort.
        emergency: bool,
        /// Whether it has a part in the outcome.
        chosen: bool,
    }
}

message! {
    /// A zone around a body.
    struct Zone {
        /// Its name.
        name: String,
        /// How far it reaches, m.
        radius: f32,
    }
}

message! {
    /// A stage of the pipe.
    struct Velocity {
        /// Its name.
        stage: String,
        /// m/s.
        vx: f32,
        /// m/s.
        vy: f32,
        /// Why, in words.
        note: String,
    }
}

message! {
    /// A name and a value with its unit.
    struct Property {
        /// What.
        name: String,
        /// How much, with unit.
        value: String,
    }
}

message! {
    /// A layer to draw. Each value stands for a colour: a number of `words`, or, when there are none, a quantity between `least` and `most`.
    struct Drawing {
        /// x0, y0, z0, x1, y1, z1 local.
        lines: Vec<f32>,
        /// One per line.
        line_values: Vec<f32>,
        /// Floor of each line.
        line_floors: Vec<u16>,
        /// Three corners x, y, z local each.
        triangles: Vec<f32>,
        /// One per triangle.
        triangle_values: Vec<f32>,
        /// Floor of each triangle.
        triangle_floors: Vec<u16>,
        /// What the values mean; empty for a quantity or when they only tell things apart.
        words: Vec<String>,
        /// What the quantity is, with its unit; empty when values only tell things apart.
        unit: String,
        /// Smallest value.
        least: f32,
        /// Largest value.
        most: f32,
    }
}

message! {
    /// Crossings of a line per simulated second, first crossings of each pedestrian as PedPy counts them.
    struct Flow {
        /// Length of the line, m.
        length: f32,
        /// From left to right of a → b, in each second.
        forward: Vec<u16>,
        /// From right to left.
        backward: Vec<u16>,
    }
}
