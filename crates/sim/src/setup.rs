//! The input of a simulation. It is proven already: the simulation does not check it again.

use std::sync::Arc;

use populace_env::{Doors, Environment, FloorId, LinkId};
use populace_geom::{Distribution, Draws};
use populace_mind::{Kind, Task, Train};
use populace_perceive::Perceiving;
use populace_plan::{PlannerEntry, Profile, Spot};
use populace_steer::Steering;
use serde::Serialize;

use crate::{FollowerEntry, purpose};

/// Everything that a run needs.
#[derive(Clone)]
pub struct Setup {
    /// The environment, which all runs in it share.
    pub env: Arc<Environment>,
    /// Which doors are open at the start.
    pub doors: Doors,
    /// The seed of all random draws of the run.
    pub seed: u64,
    /// The rates at which people move and decide.
    pub timing: Timing,
    /// The way in which pedestrians perceive each other.
    pub perception: Perceiving,
    /// The people who come, and their journeys.
    pub populations: Vec<Population>,
    /// How well the people of two populations know each other, from 0 to 1: a square, symmetric table, row by row. All
    /// are strangers when it is empty.
    pub acquaintance: Vec<f64>,
    /// The trains that come.
    pub trains: Vec<Train>,
    /// What happens at given times, s since the start; in any order.
    pub commands: Vec<(f64, Command)>,
    /// The most routes that are planned in one step. Pedestrians that get no route wait for the next step.
    pub routes_per_step: usize,
    /// A pedestrian that wants to go on is reported as stuck when the rest of its way has not got half a metre shorter for this long, s.
    pub stuck_after: f64,
}

impl Setup {
    /// The most routes that are planned in one step, unless the setup says otherwise.
    pub const ROUTES_PER_STEP: usize = 200;
    /// The time without progress after which a pedestrian is reported as stuck, unless the setup says otherwise, s.
    pub const STUCK_AFTER: f64 = 60.0;

    /// Returns the setup of some populations in a place with its doors as built, where everything else is as usual:
    /// strangers, no commands, and the seed 0.
    pub fn new(env: impl Into<Arc<Environment>>, populations: Vec<Population>) -> Self {
        let env = env.into();
        Setup {
            doors: Doors::of(&env),
            env,
            seed: 0,
            timing: Timing::default(),
            perception: Perceiving::default(),
            populations,
            acquaintance: Vec::new(),
            trains: Vec::new(),
            commands: Vec::new(),
            routes_per_step: Setup::ROUTES_PER_STEP,
            stuck_after: Setup::STUCK_AFTER,
        }
    }
}

/// The rates at which people move and decide.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Timing {
    /// Time between two moves, s; from 0.001 to 0.5.
    pub dt: f64,
    /// People perceive, decide and steer once in this many moves; from 1 to 100.
    pub think_every: u32,
}

impl Default for Timing {
    /// Returns moves at 20 Hz and decisions at 10 Hz, as in the results of Lamarche & Donikian 2004 ("L"), §5.
    fn default() -> Self {
        Timing { dt: 0.05, think_every: 2 }
    }
}

/// People who are alike: bodies from the same distributions, one model, one journey.
#[derive(Clone)]
pub struct Population {
    /// Its name in reports.
    pub name: String,
    /// The steering of the people: the model that was named, with its settings.
    pub steering: Steering,
    /// The planner that finds their routes, such as a line of [`PLANNERS`](populace_plan::PLANNERS).
    pub planner: &'static PlannerEntry,
    /// The way in which they follow a route, such as a line of [`FOLLOWERS`](crate::FOLLOWERS).
    pub follower: &'static FollowerEntry,
    /// The profile, which says which ways are open to them. Its width is at least the width of the widest body.
    pub profile: Profile,
    /// Their bodies.
    pub body: Body,
    /// The times and places at which they come in.
    pub arrivals: Vec<Arrivals>,
    /// The stages of their journey, in order. A pedestrian at the end of the journey leaves where it is.
    pub journey: Vec<Task>,
    /// Their kind, with its needs, and the time at which they have to be where their journey ends.
    pub mind: Mind,
}

/// The kind of people, and the time at which they have to be where their journey ends.
#[derive(Clone, Debug, Default)]
pub struct Mind {
    /// Their kind. People of the default kind need nothing.
    pub kind: Kind,
    /// The time at which a pedestrian has to be where its journey ends, s since the start of the run; `None` when the
    /// time does not matter. A need is met in the time that is left before that.
    pub departs: Option<Distribution>,
}

/// The body and the habits of people. Each pedestrian draws its values from these distributions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Body {
    /// Desired speed on the flat, m/s.
    pub speed: Distribution,
    /// The highest speed at which a pedestrian walks, as a multiple of its desired speed. It walks faster than it
    /// desires only for a moment, to avoid somebody.
    pub haste: Distribution,
    /// Half the width of the body, m.
    pub radius: Distribution,
    /// Time between coming in and beginning the journey, s.
    pub pre_movement: Distribution,
    /// The angle at which a pedestrian stops narrowing its cone by further portals (L §4.2), rad. With a large angle it
    /// keeps to the middle of passages, with a small angle it skims walls.
    pub cone: Distribution,
    /// The greatest acceleration, m/s². Braking may be twice as strong.
    pub acceleration: f64,
    /// The greatest rate of turning when walking, rad/s.
    pub turning: f64,
}

impl Body {
    /// Returns half the width of the body of a pedestrian, m. It follows from the number of the pedestrian, so recordings need not hold it.
    pub fn radius_of(&self, draws: Draws, pedestrian: u32) -> f64 {
        self.radius.draw(draws, pedestrian, purpose::RADIUS)
    }
}

impl Default for Body {
    /// Returns a usual body. Speed: N(1.34, 0.26) m/s, Weidmann 1993. Haste: that of the first profile. Radius 0.2 m: half of a body 0.4 m wide.
    /// Acceleration 2.7 m/s²: 1.34 m/s within 0.5 s, the relaxation time of Helbing & Molnár 1995. Turning 2π rad/s.
    fn default() -> Self {
        Body {
            speed: Distribution::Normal { mean: 1.34, sd: 0.26, least: 0.5, most: 2.2 },
            haste: Distribution::range(Profile::default().haste),
            radius: Distribution::Constant(0.2),
            pre_movement: Distribution::Constant(0.0),
            cone: Distribution::Uniform { least: 0.05, most: 0.5 },
            acceleration: 2.7,
            turning: std::f64::consts::TAU,
        }
    }
}

/// The times and places at which people come in. Areas are numbers in [`Environment::areas`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Arrivals {
    /// People who are inside from the start, spread over the ground by its size.
    AtStart {
        /// The number of people.
        count: u32,
        /// The ground on which they are.
        areas: Where,
    },
    /// A stream between two times.
    Rate {
        /// People per second.
        per_second: f64,
        /// The time at which the stream begins, s.
        from: f64,
        /// The time at which the stream ends, s.
        until: f64,
        /// Whether people come at random moments (a Poisson process) instead of evenly.
        random: bool,
        /// The areas through which people come in. Each pedestrian takes one of them at random.
        areas: Where,
    },
    /// Groups that come at given times, such as the passengers of the trains of a timetable.
    Timetable {
        /// The time, s, and the number of people, of each group.
        times: Vec<(f64, u32)>,
        /// The areas through which people come in.
        areas: Where,
    },
    /// People who get off trains.
    Alighting {
        /// The trains, by number.
        trains: Vec<u32>,
        /// How many get off each time that one of them comes.
        count: u32,
    },
    /// People who are inside from the start, each at a given spot.
    Placed(Vec<Placed>),
}

/// The ground on which people come in. Of this ground, they come in only where they can reach the first goal of their
/// journey.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Where {
    /// In these areas.
    Areas(Vec<usize>),
    /// On all ground, on all floors.
    Everywhere,
}

impl Where {
    /// Returns the areas that are named; none for all ground.
    pub fn areas(&self) -> &[usize] {
        match self {
            Where::Areas(areas) => areas,
            Where::Everywhere => &[],
        }
    }
}

impl From<Vec<usize>> for Where {
    fn from(areas: Vec<usize>) -> Self {
        Where::Areas(areas)
    }
}

/// A pedestrian who is inside from the start, at a given spot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Placed {
    /// The spot.
    pub at: Spot,
    /// Desired speed, m/s; drawn from the population's distribution when it is not given.
    pub speed: Option<f64>,
    /// A goal of this pedestrian alone. It goes there before the journey of its population begins.
    pub goal: Option<Spot>,
}

/// A command to a running simulation.
#[derive(Clone)]
pub enum Command {
    /// Open a door or put a lift into service.
    Open(LinkId),
    /// Shut a door or take a lift out of service.
    Shut(LinkId),
    /// Let an object take newcomers again, or take no more of them.
    Serve {
        /// The object, by number.
        object: u32,
        /// Whether it takes newcomers.
        is_open: bool,
    },
    /// Raise the alarm: everyone drops what it does and gets out.
    Alarm,
    /// Let the next stop of a train take place later.
    DelayTrain {
        /// The train, by number.
        train: u32,
        /// By how much, s.
        seconds: f64,
    },
    /// Cancel the next stop of a train, by its number, that has not begun.
    CancelTrain(u32),
    /// Give a signal, for which stages of journeys wait.
    Signal(u32),
    /// More people come in.
    Add {
        /// The population, by number.
        population: u16,
        /// The area where they come in, by number.
        area: u32,
        /// The number of people.
        count: u32,
    },
    /// An obstacle appears.
    Block {
        /// The environment with the obstacle. Its floors, links and areas have the same numbers as before. Doors stay
        /// open or shut as they are.
        env: Arc<Environment>,
        /// The floor on which it appears.
        floor: FloorId,
    },
    /// People of a population steer in another way.
    Set {
        /// The population, by number.
        population: u16,
        /// The steering of the population from now on.
        steering: Steering,
    },
    /// Some people who are inside drop the rest of their journey and go to an area.
    Send {
        /// The people who are sent.
        whom: Whom,
        /// The area, by number.
        to: u32,
        /// Whether the people leave there; else they stay.
        leave: bool,
    },
}

impl Command {
    /// Returns whether the command changes something that a snapshot does not save.
    pub(crate) fn is_lasting(&self) -> bool {
        matches!(self, Command::Block { .. } | Command::Set { .. })
    }
}

/// The people that a command concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Whom {
    /// All people of a population that are inside.
    Population(u16),
    /// These pedestrians, by id. Pedestrians that are not inside are left out.
    Pedestrians(Vec<u32>),
}

/// A list of commands that a running simulation is asked to obey between two steps.
#[derive(Clone, Default)]
pub struct Act {
    /// The commands, in order.
    pub commands: Vec<Command>,
    /// Replacements for commands of the setup that are still to come. Each has the number of the command that it
    /// replaces, in the order of time.
    pub later: Vec<(usize, Command)>,
}

impl From<Command> for Act {
    fn from(command: Command) -> Self {
        Act { commands: vec![command], later: Vec::new() }
    }
}
