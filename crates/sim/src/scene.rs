//! Everything that commands change beside the state: the environment, how populations steer, and commands that are
//! still to come. A snapshot does not hold these; they follow from the setup and the acts.

use std::sync::Arc;

use populace_env::{Doors, Environment, World};
use populace_geom::Bounds;
use populace_mind::{Goal, Target};
use populace_plan::{Spot, snap};
use populace_steer::Steering;

use crate::bars::Thresholds;
use crate::commands::replace;
use crate::knowledge::signs_to;
use crate::lifts::Lift;
use crate::minds::{LEAVE, tasks_of};
use crate::objects::served_from;
use crate::routes::Routes;
use crate::setup::{Act, Arrivals, Command, Population};
use crate::simulation::Simulation;
use crate::state::{RestoreError, State};
use crate::trains::doors_of;
use crate::walls::CellWalls;

/// A spot of another place is the same spot when walkable ground is this near, m: rounding of coordinates makes such a
/// difference.
pub(crate) const SAME: f64 = 0.02;

/// The greatest depth to which a body may reach into a wall where it stands, m. A body that reaches deeper is counted
/// as in the wall.
pub(crate) const IN_WALL: f64 = 0.01;

/// Everything that commands may change, as the setup has it or as it is at a moment.
#[derive(Clone)]
pub(crate) struct Original {
    pub env: Arc<Environment>,
    pub populations: Vec<Population>,
    pub commands: Vec<(f64, Command)>,
}

/// The changes that are in force after some commands and acts.
pub(crate) struct InForce {
    pub env: Option<Arc<Environment>>,
    /// By population; `None` where the steering of the setup is in force.
    steering: Vec<Option<Steering>>,
    commands: Vec<(f64, Command)>,
    has_changes: bool,
}

impl InForce {
    fn note(&mut self, command: &Command) {
        self.has_changes |= command.is_lasting();
        match command {
            Command::Block { env, .. } => self.env = Some(env.clone()),
            Command::Set { population, steering } => {
                if let Some(known) = self.steering.get_mut(usize::from(*population)) {
                    *known = Some(steering.clone());
                }
            }
            _ => {}
        }
    }
}

impl Simulation {
    /// Remembers what the setup was, before the first change.
    pub(crate) fn keep_original(&mut self) {
        if self.original.is_none() {
            self.original = Some(Box::new(self.scene()));
        }
    }

    /// Returns what commands may change, as it is now.
    pub(crate) fn scene(&self) -> Original {
        Original { env: self.env.clone(), populations: self.populations.clone(), commands: self.commands.clone() }
    }

    /// Finds what is in force in a state: what the commands of the setup and the acts that were obeyed have changed.
    pub(crate) fn in_force(&self, state: &State, acts: &[Act]) -> Result<InForce, RestoreError> {
        let acted = &state.acted;
        if acts.len() < acted.len() {
            return Err(RestoreError::ActsMissing);
        }
        if acted.iter().zip(acts).any(|(acted, act)| acted.act != act.fingerprint()) {
            return Err(RestoreError::OtherActs);
        }
        let known = self.original.as_ref().map_or(&self.commands, |o| &o.commands).clone();
        let mut found =
            InForce { env: None, steering: vec![None; self.populations.len()], commands: known, has_changes: false };
        let mut done = 0;
        let obeyed = acted.iter().zip(acts).map(|(acted, act)| (acted.next_command, Some(act)));
        for (until, act) in obeyed.chain([(state.next_command, None)]) {
            let known = found.commands.len();
            let wrong = || RestoreError::Invalid(format!("next_command: {until} after {done} of {known} commands"));
            let due = found.commands.get(done..until).ok_or_else(wrong)?.to_vec();
            due.iter().for_each(|c| found.note(&c.1));
            done = until;
            if let Some(act) = act {
                act.commands.iter().for_each(|c| found.note(c));
                replace(&mut found.commands, &act.later);
                found.has_changes |= !act.later.is_empty();
            }
        }
        Ok(found)
    }

    /// Puts into force what was found. There is nothing to do when nothing was ever changed.
    pub(crate) fn enforce(&mut self, found: InForce) {
        if !found.has_changes && self.original.is_none() {
            return;
        }
        self.keep_original();
        let Some(original) = &self.original else { return };
        for (population, (was, steering)) in
            self.populations.iter_mut().zip(original.populations.iter().zip(&found.steering))
        {
            population.steering = steering.as_ref().unwrap_or(&was.steering).clone();
        }
        self.env = found.env.as_ref().unwrap_or(&original.env).clone();
        self.commands = found.commands;
        self.place_changes += 1;
        self.renew();
    }

    /// Makes everything that follows from the environment.
    pub(crate) fn renew(&mut self) {
        if let Some(original) = &self.original {
            // Always from the first place, and with all doors open: where a spot is moved to does not depend on what
            // was between.
            let open = Doors::all_open(&self.env);
            for (population, was) in self.populations.iter_mut().zip(&original.populations) {
                move_spots(population, was, &original.env, World::new(&self.env, &open));
            }
        }
        (self.tasks, self.journeys, self.remedies) = tasks_of(&self.env, &self.populations);
        let world = World::new(&self.env, &self.state.doors);
        self.walls = CellWalls::of(world);
        self.thresholds = Thresholds::of(&self.env, &self.populations);
        self.area_bounds = self.env.areas().iter().map(|a| Bounds::of(a.ring.iter().copied())).collect();
        self.lifts = Lift::all(&self.env);
        self.served = served_from(&self.env);
        self.signs = signs_to(&self.env);
        self.train_doors = doors_of(world, &self.trains);
        self.routes = Routes::of(world, &self.populations);
        self.start_ground.forget(&self.populations);
        self.need_exits();
    }

    /// Prepares the exits of all pedestrians who were sent away, and those by which everyone gets out once the alarm is raised.
    pub(crate) fn need_exits(&mut self) {
        let riders = self.state.riding.iter().map(|ride| &ride.person.memory);
        let goals = self.state.people.memory.iter().chain(riders).flat_map(|memory| memory.goals());
        let exit =
            |goal: &Goal| if let (LEAVE, Target::Area(exit)) = (goal.task, goal.target) { Some(exit) } else { None };
        let mut exits: Vec<u32> = goals.filter_map(exit).chain(self.alarm_exits().iter().copied()).collect();
        exits.sort_unstable();
        exits.dedup();
        let world = World::new(&self.env, &self.state.doors);
        exits.into_iter().for_each(|exit| self.routes.need_exit(world, exit));
    }
}

/// Gives a population the spots of the setup, moved to walkable ground of this place.
fn move_spots(population: &mut Population, was: &Population, old: &Environment, new: World<'_>) {
    let radius = was.body.radius.most();
    let moved = |spot: Spot| move_spot(old, new, spot, radius);
    population.arrivals.clone_from(&was.arrivals);
    population.journey.clone_from(&was.journey);
    for arrivals in &mut population.arrivals {
        if let Arrivals::Placed(people) = arrivals {
            for person in people {
                (person.at, person.goal) = (moved(person.at), person.goal.map(moved));
            }
        }
    }
    population.mind.kind.needs.clone_from(&was.mind.kind.needs);
    let remedies = population.mind.kind.needs.iter_mut().map(|need| &mut need.remedy);
    for task in population.journey.iter_mut().chain(remedies) {
        if let Some(elsewhere) = task.with_spots_moved(&moved) {
            *task = elsewhere;
        }
    }
}

/// Returns a spot of another place in this place; `None` when the body has no room there.
pub(crate) fn same_spot(old: &Environment, new: World<'_>, spot: Spot, radius: f64) -> Option<Spot> {
    let (cell, point) = new.locate_near(old.cell_floor(spot.cell), spot.point, SAME)?;
    new.has_room(cell, point, radius - IN_WALL).then_some(Spot { cell, point })
}

/// Returns the same spot, or the nearest spot where the body fits, or the nearest ground.
pub(crate) fn move_spot(old: &Environment, new: World<'_>, spot: Spot, radius: f64) -> Spot {
    let floor = old.cell_floor(spot.cell);
    let snapped = || snap(new, floor, spot.point, 2.0 * radius, f64::INFINITY).ok().map(|s| s.spot);
    same_spot(old, new, spot, radius).or_else(snapped).unwrap_or_else(|| any_ground(&new, floor, spot))
}

/// Returns the nearest ground of the floor, or of any floor: a place has some.
fn any_ground(env: &Environment, floor: populace_env::FloorId, spot: Spot) -> Spot {
    let on = |f| env.locate_near(f, spot.point, f64::INFINITY).map(|(cell, point)| Spot { cell, point });
    let others = || (0..env.floors().len()).find_map(|f| on(populace_env::FloorId::new(f)));
    on(floor).or_else(others).unwrap_or(Spot { cell: populace_env::CellId(0), point: spot.point })
}
