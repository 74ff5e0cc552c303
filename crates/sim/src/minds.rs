//! Minds: the goals of pedestrians are processed by T's Algorithm 1, and what minds ask for is carried out.

use populace_env::{Environment, World};
use populace_geom::Draws;
use populace_mind::behaviours::{
    answer, evacuate, journey, leave_by_target, own_goal, prepare, ride, rise, stay, withdraw,
};
use populace_mind::{
    AT_GOAL, Claim, Goal, Intent, KnownTrain, Me, Memory, NONE, Occasion, Situation, Target, TaskId, Tasks, Usage,
};
use populace_plan::Spot;
use populace_traj::EventKind;

use crate::alarm::ways_out;
use crate::arrivals::Entry;
use crate::purpose;
use crate::setup::Population;
use crate::simulation::{Now, Simulation};
use crate::state::Status;
use crate::trains::AtDoor;

/// Prepare before the journey begins.
pub(crate) const PREPARE: TaskId = TaskId(0);
/// Go to the spot that was given with the arrival.
const OWN_GOAL: TaskId = TaskId(1);
/// Go to the area of the goal and stay there.
pub(crate) const STAY: TaskId = TaskId(2);
/// Leave by the area of the goal.
pub(crate) const LEAVE: TaskId = TaskId(3);
/// Back out of a narrow place. Whatever a pedestrian wants, this comes first.
pub(crate) const WITHDRAW: TaskId = TaskId(4);
/// Take a lift. Whatever a pedestrian wants, this comes first.
pub(crate) const RIDE: TaskId = TaskId(5);
/// Get out because of the alarm.
pub(crate) const EVACUATE: TaskId = TaskId(6);
/// Answer the pedestrian of the goal.
pub(crate) const ANSWER: TaskId = TaskId(7);
/// Rise from the seat of the goal.
const RISE: TaskId = TaskId(8);

/// The most goals that a pedestrian begins or forgets in one decision.
const MOST_THOUGHTS: usize = 32;

/// A pedestrian that comes to no end with its thoughts, or wants more than it can remember, thinks again after this
/// time, s.
const THINK_AGAIN: f64 = 1.0;

/// Returns all tasks of a run; by population, the task of its journey; and by population, the tasks that meet its
/// needs.
pub(crate) fn tasks_of(env: &Environment, populations: &[Population]) -> (Tasks, Vec<TaskId>, Vec<Vec<TaskId>>) {
    let mut tasks = Tasks::default();
    // In the order of the numbers above.
    let out = evacuate(ways_out(env, populations));
    for task in [prepare(), own_goal(), stay(), leave_by_target(), withdraw(), ride(), out, answer(), rise()] {
        tasks.add(&task);
    }
    let journeys = populations.iter().map(|p| tasks.add(&journey(p.journey.clone()))).collect();
    let remedies = |p: &Population| p.mind.kind.needs.iter().map(|need| tasks.add(&need.remedy)).collect();
    let remedies = populations.iter().map(remedies).collect();
    (tasks, journeys, remedies)
}

/// What a mind asks of its body, and what became of its goals meanwhile.
#[derive(Debug)]
pub(crate) struct Thought {
    /// What the pedestrian remembers after the thought.
    pub memory: Memory,
    /// What the mind asks for.
    pub intent: Intent,
    /// The stages of the journey and the remedies of needs that were begun or ended meanwhile, in order. Users know of
    /// no other goals.
    pub news: Vec<(EventKind, TaskId)>,
}

/// Returns whether a goal is a reaction of the body to what is in its way: it comes before what the pedestrian wants.
pub(crate) fn is_reaction(goal: &Goal) -> bool {
    matches!(goal.task, WITHDRAW | RIDE)
}

/// Returns what a pedestrian wants to do now, apart from reactions to what is in its way.
pub(crate) fn current(memory: &Memory) -> Option<&Goal> {
    memory.goals().iter().rfind(|goal| !is_reaction(goal))
}

/// Returns the object that a pedestrian is at or walks to.
pub(crate) fn visited(memory: &Memory) -> Option<u32> {
    let goal = current(memory)?;
    if let Target::Object(object) = goal.target { Some(object) } else { None }
}

/// The situation in which a mind thinks: the simulation at a decision.
struct Seen<'a> {
    simulation: &'a Simulation,
    now: Now,
}

impl Situation for Seen<'_> {
    fn time(&self) -> f64 {
        self.now.time
    }
    fn draws(&self) -> Draws {
        self.now.draws
    }
    fn world(&self) -> World<'_> {
        self.simulation.world()
    }
    fn has_signal(&self, signal: u32) -> bool {
        self.simulation.state.signals.contains(&signal)
    }
    fn own_goal(&self, pedestrian: u32) -> Option<Spot> {
        let arrival = self.simulation.arrivals[pedestrian as usize];
        match arrival.place {
            Entry::Placed(source, i) => self.simulation.placed(arrival.population, source, i)?.goal,
            Entry::Area(_) | Entry::Everywhere | Entry::Train(_) => None,
        }
    }
    fn usage(&self, object: u32) -> &Usage {
        &self.simulation.state.usages[object as usize]
    }
    fn served_from(&self, object: u32) -> &[u32] {
        &self.simulation.served[object as usize]
    }
    fn called(&self, object: u32) -> usize {
        self.simulation.called(object as usize)
    }
    fn train(&self, number: u32) -> KnownTrain<'_> {
        self.simulation.known_train(self.now, number)
    }
    fn due(&self, me: &Me<'_>) -> Option<f64> {
        self.simulation.due_of(self.now, me.id, me.population)
    }
    fn knows(&self, me: &Me<'_>, object: u32) -> bool {
        self.simulation.knows_of(me, object)
    }
    fn spot_of(&self, pedestrian: u32) -> Option<Spot> {
        self.simulation.spot_of(pedestrian)
    }
    fn on_duty(&self, me: &Me<'_>, populations: &[u16]) -> Option<u32> {
        self.simulation.nearest_on_duty(me, populations)
    }
    fn is_on_duty(&self, pedestrian: u32) -> bool {
        self.simulation.row(pedestrian).is_some_and(|row| self.simulation.is_on_duty(row))
    }
    fn talks_with(&self, pedestrian: u32) -> Option<u32> {
        self.simulation.talks_with(pedestrian)
    }
    fn seconds_to(&self, me: &Me<'_>, spot: Spot) -> Option<f64> {
        let from = Spot { cell: me.cell, point: me.position };
        self.simulation.routes.seconds(self.simulation.world(), me.population, from, spot)
    }
    fn least_seconds(&self, me: &Me<'_>, metres: f64) -> f64 {
        self.simulation.routes.least_seconds(me.population, metres)
    }
    fn sight(&self, me: &Me<'_>) -> f64 {
        self.simulation.sight(me)
    }
}

impl Simulation {
    /// Returns the memory of a newcomer that begins its journey at a time, s.
    pub(crate) fn first_memory(&self, now: Now, population: u16, has_goal: bool, begins: f64) -> Memory {
        // A newcomer that comes in after the alarm turns around.
        let first = if self.state.alarm.is_some() { EVACUATE } else { self.journeys[usize::from(population)] };
        let mut memory = Memory::of(&[Goal::new(first, now.time)]);
        if first == EVACUATE {
            return memory;
        }
        if has_goal {
            memory.push(Goal::new(OWN_GOAL, now.time));
        }
        memory.push(Goal { until: begins, ..Goal::new(PREPARE, now.time) });
        memory
    }

    /// Returns the number of the stage of its journey in which a pedestrian is, or [`NONE`].
    pub fn stage(&self, row: usize) -> u32 {
        let goals = self.state.people.memory[row].goals();
        // A stage that repeats others has numbered stages above it.
        goals.iter().find(|goal| goal.nth != NONE).map_or(NONE, |goal| goal.nth)
    }

    /// Returns the populations, as they are now.
    pub fn populations(&self) -> &[Population] {
        &self.populations
    }

    /// Returns whether a goal is a reaction of the body to what is in its way.
    pub fn is_reaction(&self, goal: &Goal) -> bool {
        is_reaction(goal)
    }

    /// Returns the tasks of the run: everything that its people may want to do.
    pub fn tasks(&self) -> &Tasks {
        &self.tasks
    }

    /// Returns the situation in which people think.
    pub(crate) fn seen(&self, now: Now) -> impl Situation + '_ {
        Seen { simulation: self, now }
    }

    /// Returns what a pedestrian knows of itself, but for the subtasks of its goal.
    pub(crate) fn me(&self, row: usize, why: Occasion) -> Me<'_> {
        let people = &self.state.people;
        Me {
            id: people.id[row],
            why,
            position: people.position[row],
            cell: people.cell[row],
            radius: people.radius[row],
            speed: people.speed[row],
            is_on_foot: people.status[row].is_on_foot(),
            population: people.population[row],
            towards: people.way[row].goal,
            subtasks: &[],
        }
    }

    /// Processes the current goal of a pedestrian until its mind asks something of its body (T §4.4.3, Algorithm 1).
    /// Changes nothing in the simulation.
    pub(crate) fn consider(&self, now: Now, row: usize, why: Occasion) -> Thought {
        let memory = self.state.people.memory[row];
        let mut thought =
            Thought { memory, intent: Intent::Stand { until: 0.0, status: Status::Waiting }, news: Vec::new() };
        thought.intent = self.process(now, row, &mut thought, why);
        thought
    }

    fn process(&self, now: Now, row: usize, thought: &mut Thought, why: Occasion) -> Intent {
        let at = self.seen(now);
        let Thought { memory, news, .. } = thought;
        let mut note = |goal: &Goal, what: EventKind| {
            let is_remedy = self.need_of(row, goal.task).is_some();
            if goal.nth != NONE || is_remedy {
                news.push((what, goal.task));
            }
            match what {
                EventKind::Began => Occasion::Begins,
                // A pedestrian that was interrupted plans anew (T §4.4.3), whether the interruption was a success or
                // not.
                EventKind::Achieved if !is_remedy && !matches!(goal.task, ANSWER | RISE) => Occasion::Done,
                _ => Occasion::Resumes,
            }
        };
        let mut why = why;
        for _ in 0..MOST_THOUGHTS {
            let Some(goal) = memory.top_mut() else { return Intent::Leave { area: NONE } };
            let behaviour = self.tasks.task(goal.task);
            let is_done = behaviour.is_done(goal, &at);
            if is_done || goal.until <= now.time {
                why = note(goal, if is_done { EventKind::Achieved } else { EventKind::Expired });
                memory.pop();
                continue;
            }
            let me = Me { subtasks: self.tasks.subtasks(goal.task), ..self.me(row, why) };
            match behaviour.think(goal, &me, &at) {
                Intent::Done => {
                    why = note(goal, EventKind::Achieved);
                    memory.pop();
                }
                Intent::GiveUp => {
                    why = note(goal, EventKind::Abandoned);
                    memory.pop();
                }
                Intent::Push(goal) if memory.push(goal) => why = note(&goal, EventKind::Began),
                Intent::Push(_) => break,
                intent => return intent,
            }
        }
        Intent::Stand { until: now.time + THINK_AGAIN, status: Status::Overwhelmed }
    }

    /// Lets a pedestrian think about its current goal, and carries out what it asks for.
    pub(crate) fn think_now(&mut self, now: Now, row: usize, why: Occasion) {
        let thought = self.consider(now, row, why);
        self.carry_out(now, row, thought);
    }

    /// Carries out what a mind asks for.
    pub(crate) fn carry_out(&mut self, now: Now, row: usize, Thought { memory, intent, news }: Thought) {
        let id = self.state.people.id[row];
        self.scratch.changed_minds.note(id);
        let rises = self.rises(now, row, &intent);
        let visited = visited(&std::mem::replace(&mut self.state.people.memory[row], memory));
        for (kind, task) in news {
            self.tell(now, id, kind, task.0);
            if let Some(need) = self.need_of(row, task).filter(|_| kind != EventKind::Began) {
                self.end_remedy(now, row, need, kind == EventKind::Achieved);
            }
        }
        if rises.is_some_and(|goal| self.state.people.memory[row].push(goal)) {
            return self.think_now(now, row, Occasion::Begins);
        }
        // A pedestrian that looks again at the object to which it walks keeps its clock of progress: looking is not
        // getting on. In line it gets on when the line does.
        let is_in_line = |object: u32| self.state.usages[object as usize].place_of(id).is_some();
        let is_same_visit = visited.is_some_and(|object| visited == self::visited(&memory) && !is_in_line(object));
        if !matches!(intent, Intent::Go { .. } | Intent::Explore { .. } | Intent::WalkOn { .. }) {
            self.state.people.track[row].least = None;
        }
        match intent {
            Intent::Stand { until, status } => {
                let before = std::mem::replace(&mut self.state.people.status[row], status);
                match status {
                    _ if status == before => {}
                    Status::NoWay => self.no_way(now, row),
                    Status::Overwhelmed => self.tell(now, id, EventKind::Overwhelmed, self.stage(row)),
                    Status::Lost => self.tell(now, id, EventKind::Lost, self.stage(row)),
                    _ => {}
                }
                self.state.people.wake[row] = until;
            }
            Intent::Go { spot, near, until } => self.go(row, spot, near, until, is_same_visit),
            Intent::Explore { draw, until } => match self.spot_to_explore(now, row, draw) {
                Some(spot) => self.go(row, spot, AT_GOAL, until, false),
                None => {
                    let people = &mut self.state.people;
                    (people.status[row], people.wake[row]) = (Status::Waiting, until);
                }
            },
            Intent::WalkOn { until } => self.state.people.wake[row] = until,
            Intent::Host { object, until, status } => {
                let people = &mut self.state.people;
                (people.status[row], people.wake[row]) = (status, until);
                self.scratch.claims.push((people.id[row], Claim::Host { object }));
            }
            Intent::GoInto { area, draw } => match self.spot_in(now, row, area, draw) {
                Some(spot) => self.go(row, spot, AT_GOAL, f64::INFINITY, false),
                None => self.no_way(now, row),
            },
            Intent::GoToExit => self.go_to_exit(now, row),
            Intent::Leave { area } => self.leave(now, row, area),
            Intent::Claim(claim) => {
                let people = &mut self.state.people;
                (people.status[row], people.wake[row]) = (Status::Waiting, now.time);
                self.scratch.claims.push((people.id[row], claim));
            }
            Intent::GetOn { train, door } => {
                let people = &mut self.state.people;
                (people.status[row], people.wake[row]) = (Status::Waiting, now.time);
                self.scratch.at_doors.push(AtDoor { id: people.id[row], train, door });
            }
            Intent::Use { object, until, status } => {
                let people = &mut self.state.people;
                (people.status[row], people.wake[row]) = (status, until);
                self.tell(now, self.state.people.id[row], EventKind::Served, object);
                self.learn_at(row, object);
                self.meet_needs_at(now, row, object);
            }
            // `process` carries these out itself.
            Intent::Done | Intent::GiveUp | Intent::Push(_) => {}
        }
    }

    /// Returns the goal of rising first, when a pedestrian that sits wants to go somewhere.
    fn rises(&self, now: Now, row: usize, intent: &Intent) -> Option<Goal> {
        let people = &self.state.people;
        let goes =
            matches!(intent, Intent::Go { .. } | Intent::GoInto { .. } | Intent::GoToExit | Intent::Explore { .. });
        let bench = visited(&people.memory[row]).filter(|_| goes && people.status[row] == Status::Sitting)?;
        let seat = self.state.usages[bench as usize].slot_of(people.id[row])?;
        let is_rising = people.memory[row].top().is_some_and(|goal| goal.task == RISE);
        let goal = Goal { target: Target::Object(bench), choice: seat as u32, ..Goal::new(RISE, now.time) };
        (!is_rising).then_some(goal)
    }

    /// Lets a pedestrian pursue its goal anew from where it is, because another exit or spot may serve it now.
    pub(crate) fn begin_again(&mut self, now: Now, row: usize) {
        self.forget_exit(row);
        self.drop_reactions(row);
        self.think_now(now, row, Occasion::Resumes);
    }

    /// Tells of the stages and remedies that a pedestrian is about to drop, the current one first.
    pub(crate) fn abandon_all(&mut self, now: Now, row: usize) {
        let (id, memory) = (self.state.people.id[row], self.state.people.memory[row]);
        for goal in memory.goals().iter().rev() {
            if goal.nth != NONE || self.need_of(row, goal.task).is_some() {
                self.tell(now, id, EventKind::Abandoned, goal.task.0);
            }
        }
    }

    /// Puts a reaction on top of what a pedestrian wants. It takes the place of any other reaction.
    pub(crate) fn react(&mut self, now: Now, row: usize, task: TaskId) {
        self.drop_reactions(row);
        self.state.people.memory[row].react(Goal::new(task, now.time));
    }

    /// Forgets the reactions of a pedestrian to what was in its way.
    pub(crate) fn drop_reactions(&mut self, row: usize) {
        let memory = &mut self.state.people.memory[row];
        while memory.top().is_some_and(is_reaction) {
            memory.pop();
        }
    }

    /// Lets everyone with the status *waiting* think again at this decision.
    pub(crate) fn wake_all(&mut self, now: Now) {
        let people = &mut self.state.people;
        for (wake, status) in people.wake.iter_mut().zip(&people.status) {
            if *status == Status::Waiting {
                *wake = wake.min(now.time);
            }
        }
    }

    /// Sends a pedestrian to a spot. Its progress begins anew, unless it walks to the same spot or to the same object
    /// as before.
    fn go(&mut self, row: usize, goal: Spot, near: f64, until: f64, is_same_visit: bool) {
        let people = &mut self.state.people;
        let is_same = is_same_visit || (people.way[row].exit == NONE && people.way[row].goal == goal);
        if !is_same || people.status[row].is_at_rest() {
            people.track[row].least = None;
        }
        self.forget_exit(row);
        let people = &mut self.state.people;
        let expires = people.memory[row].top().map_or(f64::INFINITY, |goal| goal.until);
        (people.way[row].goal, people.way[row].near, people.wake[row]) = (goal, near, until.min(expires));
        self.ask(row);
    }

    fn go_to_exit(&mut self, now: Now, row: usize) {
        self.forget_exit(row);
        let Some(exit) = self.choose_exit(now, row) else { return self.no_way(now, row) };
        let people = &mut self.state.people;
        (people.way[row].exit, people.way[row].near, people.wake[row]) = (exit, AT_GOAL, f64::INFINITY);
        people.memory[row].top_mut().into_iter().for_each(|goal| goal.choice = exit);
        if let Some(heading) = self.scratch.heading.get_mut(exit as usize) {
            *heading += 1;
        }
        self.tell(now, self.state.people.id[row], EventKind::Chose, exit);
        self.ask(row);
    }

    /// Forgets the exit that a pedestrian has chosen.
    pub(crate) fn forget_exit(&mut self, row: usize) {
        let exit = std::mem::replace(&mut self.state.people.way[row].exit, NONE);
        if let Some(heading) = self.scratch.heading.get_mut(exit as usize) {
            *heading -= 1;
        }
    }

    pub(crate) fn leave(&mut self, now: Now, row: usize, area: u32) {
        self.state.people.status[row] = Status::Gone;
        if let Some(stage) = self.state.people.memory[row].top().filter(|goal| goal.nth != NONE) {
            self.tell(now, self.state.people.id[row], EventKind::Achieved, stage.task.0);
        }
        self.tell(now, self.state.people.id[row], EventKind::Left, area);
    }

    /// Lets a pedestrian give up until it is moved or the place changes.
    pub(crate) fn no_way(&mut self, now: Now, row: usize) {
        let people = &mut self.state.people;
        people.status[row] = Status::NoWay;
        // A goal that has an end, such as a stroll, ends also when there is no way.
        people.wake[row] = people.memory[row].top().map_or(f64::INFINITY, |goal| goal.until);
        let track = &mut people.track[row];
        (track.cell, track.anchor, track.anchored) = (people.cell[row], people.position[row], now.time);
        self.tell(now, self.state.people.id[row], EventKind::NoWay, self.stage(row));
    }

    /// Returns a random spot of an area where the body fits between walls; any spot when none of 24 draws has room.
    /// Each `nth` has draws of its own.
    fn spot_in(&self, now: Now, row: usize, area: u32, nth: u32) -> Option<Spot> {
        let (id, radius) = (self.state.people.id[row], self.state.people.radius[row]);
        let stage = self.state.people.memory[row].top().map_or(NONE, |goal| goal.nth);
        let area = self.env.areas().get(area as usize)?;
        let spot = |i: u64| {
            let draw =
                |purpose| now.draws.unit(id.into(), (u64::from(stage) << 8) + i, purpose + (u64::from(nth) << 8));
            let (cell, point) = self.env.random_point(area, draw(purpose::SPOT_U), draw(purpose::SPOT_V))?;
            Some(Spot { cell, point })
        };
        let roomy = (0..24).filter_map(spot).find(|s| self.world().has_room(s.cell, s.point, radius));
        roomy.or_else(|| spot(0))
    }

    /// Asks for a way to the goal or exit.
    pub(crate) fn ask(&mut self, row: usize) {
        self.drop_reactions(row);
        let people = &mut self.state.people;
        if people.status[row] != Status::Planning {
            people.status[row] = Status::Planning;
            self.state.queue.push_back(people.id[row]);
        }
    }
}
