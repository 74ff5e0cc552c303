//! The messages of the protocol about what was counted and measured.

use crate::message;

message! {
    /// The statistics of a simulated second. Counts are since the start.
    struct Row {
        /// The time at the end of the second, s.
        time: f32,
        /// The number of people inside.
        inside: u32,
        /// The number of people who came in.
        entered: u32,
        /// The number of people who left.
        left: u32,
        /// The mean speed of the people inside, m/s.
        speed: f32,
        /// The number of people who want to go on but cannot: they are stuck, or have no way.
        stuck: u32,
        /// The number of people who came in, by area in the order of `Place::areas`.
        entered_by: Vec<u32>,
        /// The number of people who left, by area.
        left_by: Vec<u32>,
        /// The number of people who passed each link, two numbers per link: from left to right of its pieces, and back.
        /// Each pedestrian counts once each way.
        passed: Vec<u32>,
        /// The travel times of the people who left in this second, s.
        travel: Vec<f32>,
        /// The mean time of each phase per step in this second, ms; empty in a replay.
        phases: Vec<f32>,
    }
}

message! {
    /// The crossings of a line in each simulated second. Only the first crossing of a pedestrian counts, as in PedPy.
    struct Flow {
        /// Length of the line, m.
        length: f32,
        /// The crossings from left to right of a → b, in each second.
        forward: Vec<u16>,
        /// The crossings from right to left, in each second.
        backward: Vec<u16>,
    }
}

message! {
    /// The fundamental diagram of an area as the measure `fundamental-diagram` finds it: a point for each simulated second in
    /// which somebody in the area has a speed.
    struct Diagram {
        /// The number of frames that were measured so far.
        frames: u32,
        /// The time at the end of each point's second, s.
        times: Vec<f32>,
        /// The Voronoi density of each point, persons/m².
        densities: Vec<f32>,
        /// The mean speed of each point, m/s.
        speeds: Vec<f32>,
        /// The specific flow of each point, persons/(m·s).
        flows: Vec<f32>,
    }
}
