//! Inspects how one pedestrian decides next. The decision is rehearsed by the phases of the step themselves, and the
//! state is put back afterwards.

use populace_env::{CellId, SegmentId};
use populace_geom::Point;
use populace_mind::{Goal, Memory};
use populace_plan::Spot;
use populace_steer::Inspection;
use populace_traj::Cause;

use crate::bars::BarredCells;
use crate::follow::Cone;
use crate::minds::current;
use crate::objects::Claimed;
use crate::scene::Original;
use crate::scratch::CHUNK;
use crate::setup::{Act, Command};
use crate::simulation::Simulation;
use crate::state::{NONE, State, Status};
use crate::walls::{NearEdges, RowWalls};

/// A pedestrian at a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspected {
    /// The pedestrian, by id.
    pub pedestrian: u32,
    /// The time of the decision, s.
    pub time: f64,
    /// Its population.
    pub population: usize,
    /// The position of the pedestrian, m.
    pub position: Point,
    /// The velocity of the last step, m/s.
    pub velocity: Point,
    /// Half the width of the body, m.
    pub radius: f64,
    /// The cell it is in.
    pub cell: CellId,
    /// The status of the pedestrian.
    pub status: Status,
    /// The reason why the pedestrian is reported as stuck, if it is.
    pub stuck: Option<Cause>,
    /// The goals of the pedestrian, as a stack.
    pub memory: Memory,
    /// What it needs, in the order in which needs are met.
    pub needs: Vec<NeedSeen>,
    /// The objects of which it knows now, by number; `None` when it knows the whole place.
    pub knows: Option<Vec<u32>>,
    /// The need about which it does something, by its place in the list, or [`NONE`].
    pub pursues: u32,
    /// The time that it can spend before it has to set out for where its journey ends, s; infinity when it does not have to be anywhere.
    pub spare: f64,
    /// The goal that the pedestrian pursues now, apart from reactions to what is in its way.
    pub wants: Option<Goal>,
    /// The claims that objects granted to the pedestrian: slots, and places in line.
    pub claims: Vec<Claimed>,
    /// The number of the stage of its journey, or [`NONE`].
    pub stage: u32,
    /// The area where it leaves, by number, when it has chosen an exit.
    pub exit: Option<u32>,
    /// Desired speed on the flat, m/s.
    pub speed: f64,
    /// The portals still to pass, all of them.
    pub portals: Vec<SegmentId>,
    /// The spot where the way ends, when the pedestrian has a way.
    pub goal: Option<Spot>,
    /// The cone that the pedestrian sees through the portals ahead, from its position (L §4.2).
    pub cone: Option<Cone>,
    /// The spot to which its follower pulls it, if the follower has such a spot.
    pub pulled_to: Option<Spot>,
    /// The velocity that follows the way, m/s.
    pub preferred: Point,
    /// The highest speed at which the pedestrian walks here, m/s.
    pub top_speed: f64,
    /// The neighbours that it perceives, nearest first.
    pub neighbours: Vec<Seen>,
    /// The inspection of its model, if the model shows it.
    pub steering: Option<Inspection>,
}

/// A need of a pedestrian.
#[derive(Clone, Debug, PartialEq)]
pub struct NeedSeen {
    /// Its name.
    pub name: String,
    /// How strong it is, from 0 to 1.
    pub level: f64,
    /// The level at which the pedestrian does something about it.
    pub threshold: f64,
    /// A time before which it is not felt, s; infinity when it will never be felt.
    pub felt_from: f64,
}

/// A neighbour, as a pedestrian perceives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// The neighbour, by id.
    pub pedestrian: u32,
    /// The position of the neighbour, m.
    pub position: Point,
    /// The velocity of the neighbour in the last step, m/s.
    pub velocity: Point,
    /// Half the width of its body, m.
    pub radius: f64,
    /// The distance from centre to centre, m.
    pub distance: f64,
}

/// The state before a rehearsal.
struct Kept {
    state: State,
    asked: Vec<Act>,
    /// The data that the commands that are due may change, and how often the place has changed.
    scene: Option<(Original, u32)>,
}

impl Simulation {
    /// Returns how a pedestrian decides at the next decision; `None` when the pedestrian is not in the steering loop
    /// then. The state stays as it is.
    pub fn inspect(&mut self, pedestrian: u32) -> Option<Inspected> {
        let kept = self.keep();
        while !self.is_decision(self.now()) {
            self.step();
        }
        self.decide(self.now(), &mut ());
        let inspected = self.row(pedestrian).map(|row| self.look_into(row));
        self.put_back(kept);
        inspected
    }

    fn keep(&self) -> Kept {
        Kept {
            state: self.state.clone(),
            asked: self.asked.clone(),
            scene: self.is_about_to_change().then(|| (self.scene(), self.place_changes)),
        }
    }

    /// Returns whether the next decision may change more than the state.
    fn is_about_to_change(&self) -> bool {
        let now = self.now();
        let decision = now.step.next_multiple_of(self.timing.think_every.into()) as f64 * self.timing.dt;
        let due = self.commands.iter().skip(self.state.next_command).take_while(|c| c.0 <= decision).map(|c| &c.1);
        let asked = &self.asked;
        due.chain(asked.iter().flat_map(|act| &act.commands)).any(Command::is_lasting)
            || asked.iter().any(|act| !act.later.is_empty())
    }

    fn put_back(&mut self, kept: Kept) {
        let rehearsed = std::mem::replace(&mut self.state, kept.state);
        self.asked = kept.asked;
        self.arrivals.truncate(self.scheduled + self.state.added.len());
        if let Some((Original { env, populations, commands }, changes)) = kept.scene {
            (self.env, self.populations, self.commands, self.place_changes) = (env, populations, commands, changes);
            self.renew();
        }
        self.follow_doors(&rehearsed.doors);
        self.follow_state();
    }

    /// Gathers what an inspection shows, after the preferred velocities are known.
    fn look_into(&self, row: usize) -> Inspected {
        let (now, people, mut near, mut barred) =
            (self.now(), &self.state.people, NearEdges::new(), BarredCells::default());
        near.start(0, CHUNK);
        barred.find(self, row, 1);
        let walls = RowWalls::of(self, &mut near, &barred);
        let crowd = self.crowd(now, &walls);
        let seen = |&other: &u32| {
            let other = other as usize;
            let position = people.position[other];
            Seen {
                pedestrian: people.id[other],
                position,
                velocity: people.velocity[other],
                radius: people.radius[other],
                distance: people.position[row].distance(position),
            }
        };
        let population = usize::from(people.population[row]);
        let is_on_foot = people.status[row].is_on_foot();
        let (follower, remembered) = (self.populations[population].follower.follower, people.follower_state[row]);
        let mut state = remembered;
        let (needs, pursues) = self.needs_of(now.time, row);
        Inspected {
            pedestrian: people.id[row],
            time: now.time,
            population,
            position: people.position[row],
            velocity: people.velocity[row],
            radius: people.radius[row],
            cell: people.cell[row],
            status: people.status[row],
            stuck: people.track[row].stuck,
            memory: people.memory[row],
            needs,
            knows: self.known_to(row),
            pursues,
            spare: self.spare_time(now, row),
            wants: current(&people.memory[row]).copied(),
            claims: self.claims(people.id[row]),
            stage: self.stage(row),
            exit: Some(people.way[row].exit).filter(|&exit| exit != NONE),
            speed: people.speed[row],
            portals: people.way[row].portals.get(people.track[row].leg as usize..).unwrap_or(&[]).to_vec(),
            goal: is_on_foot.then(|| people.way[row].goal),
            cone: is_on_foot.then(|| self.heading(row, &people.ahead[row], &mut state).cone).flatten(),
            pulled_to: is_on_foot.then(|| follower.spot(remembered, &self.env)).flatten(),
            preferred: crowd.preferred[row],
            top_speed: crowd.top_speed[row],
            neighbours: crowd.neighbours(row).iter().map(seen).collect(),
            steering: self.populations[population].steering.model().inspect(&crowd, row),
        }
    }
}
