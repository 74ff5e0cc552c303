//! A closed corridor: an oval of two straights and two half circles in which people walk round and round, as in the experiments with
//! closed corridors at Jülich. It keeps its density, which an open corridor does not.
//!
//! Each pedestrian is always on the way to the gate after the next. It is sent on before it reaches that gate, so nobody ever slows
//! down for a goal.

use populace_geom::{Point, maths};
use populace_scenario::place::{AreaEntry, FloorEntry, PlaceFile};
use populace_scenario::written::{PopulationEntry, ScenarioFile, StageEntry};
use populace_sim::{Act, Command, Simulation, Whom};

use std::f64::consts::{PI, TAU};

use crate::bench::Scene;

use super::bodies::{Field, rounded, standing};

/// Gates around the oval.
const GATES: usize = 6;
/// Corners of each half circle.
const CORNERS: usize = 10;
/// The corners lie on the circle, so the wall between two corners is up to this much nearer to the centre, m.
const CLEAR: f64 = 0.08;

/// The oval; its centre is the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ring {
    /// Length of each straight, m.
    pub straight: f64,
    /// Radius of the middle of the curves, m.
    pub radius: f64,
    /// Width of the corridor, m.
    pub width: f64,
}

impl Ring {
    /// Returns the length of the way round, along the middle, m.
    pub(crate) fn length(&self) -> f64 {
        2.0 * self.straight + TAU * self.radius
    }
    /// Returns the area of the ground, m².
    pub(crate) fn area(&self) -> f64 {
        self.length() * self.width
    }
    /// Returns the point `along` m round (counter-clockwise from the west end of the southern straight) and `across` m
    /// from the inner wall.
    pub(crate) fn point(&self, along: f64, across: f64) -> Point {
        let along = along.rem_euclid(self.length());
        let (half, out) = (self.straight / 2.0, self.radius - self.width / 2.0 + across);
        let curve = PI * self.radius;
        let (middle, angle) = if along < self.straight {
            return Point::new(along - half, -out);
        } else if along < self.straight + curve {
            (half, -PI / 2.0 + (along - self.straight) / self.radius)
        } else if along < 2.0 * self.straight + curve {
            return Point::new(half - (along - self.straight - curve), out);
        } else {
            (-half, PI / 2.0 + (along - 2.0 * self.straight - curve) / self.radius)
        };
        Point::new(middle + out * maths::cos(angle), out * maths::sin(angle))
    }
    /// Returns how far round a point is, m.
    pub(crate) fn along(&self, p: Point) -> f64 {
        let (half, curve) = (self.straight / 2.0, PI * self.radius);
        if p.x.abs() <= half {
            return if p.y < 0.0 { p.x + half } else { self.straight + curve + half - p.x };
        }
        let angle = maths::atan2(p.y, p.x - half.copysign(p.x));
        if p.x > 0.0 {
            self.straight + (angle + PI / 2.0) * self.radius
        } else {
            2.0 * self.straight + curve + (angle.rem_euclid(TAU) - PI / 2.0) * self.radius
        }
    }

    /// Returns the oval with a number of people in it; the second stream goes clockwise.
    pub(crate) fn scene(&self, streams: [usize; 2], seed: u64, until: f64) -> Scene {
        let mut scenario = ScenarioFile { until, ..ScenarioFile::default() };
        let count = streams[0] + streams[1];
        let tight = (self.radius - self.width / 2.0) / self.radius;
        let field = Field { length: self.length(), width: self.width - 2.0 * CLEAR, tight }.rows(count, 0.2, seed);
        let places: Vec<Point> = field.iter().map(|p| self.point(p.x, p.y + CLEAR)).collect();
        // Evenly mixed: person i is of the second stream where its share of all passes a whole number.
        let is_second = |i: usize| (i + 1) * streams[1] / count.max(1) > i * streams[1] / count.max(1);
        for (stream, name) in ["counter-clockwise", "clockwise"].iter().enumerate() {
            if streams[stream] > 0 {
                let theirs = (0..count).filter(|&i| is_second(i) == (stream == 1)).map(|i| places[i]);
                scenario.population.push(PopulationEntry {
                    name: (*name).into(),
                    arrive: standing(theirs).into(),
                    journey: vec![StageEntry::wait(10_000.0)],
                    ..PopulationEntry::default()
                });
            }
        }
        Scene { place: self.place(), scenario }
    }

    fn place(&self) -> PlaceFile {
        let wall = |across| self.outline(across).into_iter().map(rounded).collect();
        let floor = FloorEntry {
            name: "oval".into(),
            outline: Some(wall(self.width)),
            obstacles: vec![wall(0.0)],
            ..FloorEntry::default()
        };
        let gate = |gate: usize| {
            let at = self.gate(gate);
            let corners =
                [(at - 0.2, 0.1), (at - 0.2, self.width - 0.1), (at + 0.2, self.width - 0.1), (at + 0.2, 0.1)];
            AreaEntry {
                name: format!("gate {gate}"),
                kind: Some("exit".into()),
                outline: corners.map(|(along, across)| rounded(self.point(along, across))).into(),
                ..AreaEntry::default()
            }
        };
        PlaceFile { floor: vec![floor], area: (0..GATES).map(gate).collect(), ..PlaceFile::default() }
    }

    /// Returns how far round a gate is, m.
    fn gate(&self, gate: usize) -> f64 {
        self.length() * gate as f64 / GATES as f64
    }

    /// Returns the wall that is `across` m away from the inner wall, counter-clockwise.
    fn outline(&self, across: f64) -> Vec<Point> {
        let curve = PI * self.radius;
        let half = |start: f64| (0..=CORNERS).map(move |i| start + curve * i as f64 / CORNERS as f64);
        half(self.straight)
            .chain(half(2.0 * self.straight + curve))
            .map(|along| self.point(along - 1e-9, across))
            .collect()
    }
}

/// Sends everyone on.
pub(crate) struct Usher {
    ring: Ring,
    /// The sector in which each pedestrian was when it was sent last.
    sectors: Vec<usize>,
}

impl Usher {
    /// Makes an usher for a ring.
    pub(crate) fn new(ring: Ring) -> Self {
        Usher { ring, sectors: Vec::new() }
    }

    /// Sends each pedestrian who has come into another sector to the gate after the next.
    pub(crate) fn ask(&mut self, simulation: &Simulation) -> Option<Act> {
        let people = simulation.people();
        let mut sent: [Vec<u32>; GATES] = Default::default();
        for row in 0..people.len() {
            let id = people.id[row] as usize;
            let sector = (self.ring.along(people.position[row]) / self.ring.length() * GATES as f64) as usize % GATES;
            if self.sectors.len() <= id {
                self.sectors.resize(id + 1, GATES);
            }
            if self.sectors[id] != sector {
                self.sectors[id] = sector;
                let ahead = if people.population[row] == 0 { 2 } else { GATES - 1 };
                sent[(sector + ahead) % GATES].push(id as u32);
            }
        }
        let gates = sent.into_iter().enumerate().filter(|(_, ids)| !ids.is_empty());
        let commands: Vec<Command> = gates
            .map(|(gate, ids)| Command::Send { whom: Whom::Pedestrians(ids), to: gate as u32, leave: true })
            .collect();
        (!commands.is_empty()).then(|| Act { commands, later: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn along_is_the_inverse_of_point() {
        let ring = Ring { straight: 10.0, radius: 3.0, width: 1.8 };
        for i in 0..200 {
            let along = ring.length() * f64::from(i) / 200.0 + 0.01;
            assert!((ring.along(ring.point(along, 0.4)) - along).abs() < 1e-9, "{along}");
        }
    }
}
