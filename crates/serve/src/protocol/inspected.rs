//! What a page is told about one pedestrian.

use super::Property;
use crate::message;

message! {
    /// The inner state of a pedestrian at a frame.
    struct Inspected {
        /// The number of the pedestrian.
        pedestrian: u32,
        /// Its population.
        population: u16,
        /// The frame.
        frame: u32,
        /// The time of its next decision, s.
        time: f64,
        /// What it is doing, in words.
        status: String,
        /// The number of the current stage of its journey.
        stage: u16,
        /// Where it goes, in words.
        destination: String,
        /// What it does, in a sentence.
        story: String,
        /// What it wants to do now, in words.
        what: String,
        /// Why it does that, in words.
        why: String,
        /// How it goes about it: what it has or waits for, and how far it is, in words.
        how: String,
        /// Everything that it wants to do, as a stack: the current goal first.
        goals: Vec<GoalSeen>,
        /// Its needs, in the order in which they are met.
        needs: Vec<NeedSeen>,
        /// A line to each slot that it has and to each place in line where it stands: x0, y0, z0, x1, y1, z1 local.
        claims: Vec<f32>,
        /// Its floor.
        floor: u16,
        /// Its cell.
        cell: u32,
        /// The x of its position, local.
        x: f32,
        /// The y of its position, local.
        y: f32,
        /// The x of its velocity, m/s.
        vx: f32,
        /// The y of its velocity, m/s.
        vy: f32,
        /// Half the width of the body, m.
        radius: f32,
        /// Desired speed, m/s.
        desired: f32,
        /// Its greatest speed here, m/s.
        top: f32,
        /// The rest of its route: x, y, z of each corner, local.
        route: Vec<f32>,
        /// The portals ahead: x0, y0, z0, x1, y1, z1 of each, local.
        portals: Vec<f32>,
        /// The cone into which it steers: apex x, y, z, left end x, y, right end x, y; empty when there is none.
        cone: Vec<f32>,
        /// The bar that pulls it along the way: x0, y0, z0, x1, y1, z1 local; empty when there is none.
        bar: Vec<f32>,
        /// The neighbours that it perceives.
        neighbours: Vec<NeighbourSeen>,
        /// Its velocity after each stage of the pipe.
        pipe: Vec<Velocity>,
        /// The drives of its model, and how well each fits now; empty when the model has none.
        drives: Vec<Drive>,
        /// The zones around it, the innermost first; empty when its model has none.
        zones: Vec<Zone>,
        /// The border of what it perceives: x, y of each corner, local; empty when its model has none.
        perceived: Vec<f32>,
        /// Further properties.
        notes: Vec<Property>,
    }
}

message! {
    /// Something that a pedestrian wants to do.
    struct GoalSeen {
        /// What, in words.
        what: String,
        /// Since when, s.
        since: f64,
        /// Until when at the latest, s; infinity when there is no hurry.
        until: f64,
        /// The object, exit or area that was chosen for it; empty when nothing was.
        chosen: String,
        /// Whether it is a reaction to what is in the way, such as a lift.
        reaction: bool,
    }
}

message! {
    /// A need of a pedestrian.
    struct NeedSeen {
        /// Its name.
        name: String,
        /// What it is, in a sentence; empty when nobody wrote that.
        about: String,
        /// How strong it is, from 0 to 1.
        level: f32,
        /// The level from which on the pedestrian does something about it.
        threshold: f32,
        /// Whether it is the reason for what the pedestrian does.
        pursued: bool,
    }
}

message! {
    /// What everyone needs at a frame, by columns, ascending by pedestrian: of each, the need about which it does something, or else the
    /// strongest one beside its threshold.
    struct NeedsNow {
        /// The names of the needs.
        names: Vec<String>,
        /// The numbers of the pedestrians that have needs.
        pedestrians: Vec<u32>,
        /// The need, by its place in `names`.
        needs: Vec<u8>,
        /// How strong it is: 255ths of the level from 0 to 1.
        levels: Vec<u8>,
        /// 0: it is not felt yet; 1: it is felt; 2: the pedestrian does something about it.
        states: Vec<u8>,
    }
}

message! {
    /// Something that a pedestrian has done.
    struct DiaryEntry {
        /// The first frame that shows it.
        frame: u32,
        /// What, in a sentence.
        text: String,
    }
}

message! {
    /// A neighbour that a pedestrian perceives.
    struct NeighbourSeen {
        /// The number of the neighbour.
        pedestrian: u32,
        /// The x of its position, local.
        x: f32,
        /// The y of its position, local.
        y: f32,
        /// The x of its velocity, m/s.
        vx: f32,
        /// The y of its velocity, m/s.
        vy: f32,
        /// The distance from centre to centre, m.
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
        /// The pedestrian to which it reacts; 0 when there is none.
        target: u32,
        /// How well it fits now, from 0 to 1.
        interest: f32,
        /// The turn that it asks for, rad, left positive.
        turn: f32,
        /// The speed that it asks for, m/s.
        speed: f32,
        /// Whether it takes precedence over comfort.
        emergency: bool,
        /// Whether it has a part in the decision.
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
    /// The velocity after a stage of the pipe.
    struct Velocity {
        /// The name of the stage.
        stage: String,
        /// The x of the velocity, m/s.
        vx: f32,
        /// The y of the velocity, m/s.
        vy: f32,
        /// The reason for it, in words.
        note: String,
    }
}
