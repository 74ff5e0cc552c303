//! Proves the acts of a run: the events of the file, and the acts of a user who watches the run. The same code proves
//! both, in the order of time.
//!
//! An obstacle makes a new environment out of the place and all obstacles so far. A parameter makes a new model out of all
//! parameters so far. So an act changes what the events after it lead to. The act carries the changed commands of these
//! events along ([`populace_sim::Act::later`]).

use std::path::Path;
use std::sync::Arc;

use populace_env::{AreaKind, World};
use populace_ingest::suggest::{advice, explain};
use populace_mind::{Places, Train};
use populace_sim::{Act, Command, Population, Timing, Whom};
use serde_json::Value;

use crate::arrivals::too_many_people;
use crate::blocks::{Blocks, Site};
use crate::error::{Blame, Problem, ScenarioError};
use crate::events::Signals;
use crate::finder::Finder;
use crate::limits::{DELAY, MAX_PEOPLE, within};
use crate::scenario::Scenario;
use crate::settings::Settings;
use crate::written::{AddEntry, EventEntry, SendEntry, SetEntry};
use populace_ingest::key_path::KeyPath;

/// Proves the acts of a run of a scenario, in the order in which they are asked for.
#[derive(Clone)]
pub struct Acts {
    fixed: Arc<Fixed>,
    known: Known,
}

/// The data that do not change during a run.
struct Fixed {
    timing: Timing,
    site: Site,
    signals: Signals,
    populations: Vec<Group>,
    /// The names of the trains, by number.
    trains: Vec<String>,
    /// The areas through which a journey leaves.
    exits: Vec<usize>,
}

/// The data of a population that acts need.
struct Group {
    name: String,
    /// The radius of the widest body, m.
    radius: f64,
}

/// The data that change with every act.
#[derive(Clone)]
struct Known {
    blocks: Blocks,
    settings: Settings,
    /// The number of people who come in the whole run.
    people: u64,
}

/// A command of the file, and the obstacle or the parameter that it changes.
struct Tagged {
    time: f64,
    command: Command,
    tag: Tag,
}

#[derive(Clone, Copy)]
enum Tag {
    None,
    Block(usize),
    Set(usize),
}

impl Acts {
    /// Returns the prover of acts for a run of a scenario, at the start of the run.
    pub fn of(scenario: &Scenario) -> Self {
        scenario.first_acts().clone()
    }

    /// Returns the prover of acts before any act is asked for.
    pub(crate) fn new(
        site: Site,
        timing: Timing,
        signals: Signals,
        settings: Settings,
        populations: &[Population],
        trains: &[Train],
        people: u64,
    ) -> Self {
        let groups = populations.iter().map(|p| Group { name: p.name.clone(), radius: p.body.radius.most() });
        let stages = populations.iter().flat_map(|p| &p.journey);
        let exits = stages.filter_map(|s| if let Places::Exits(exits, _) = s.places() { Some(exits) } else { None });
        let exits = exits.flatten().map(|&exit| exit as usize).collect();
        let trains = trains.iter().map(|train| train.name.clone()).collect();
        let fixed = Fixed { timing, site, signals, populations: groups.collect(), trains, exits };
        Acts { fixed: Arc::new(fixed), known: Known { blocks: Blocks::default(), settings, people } }
    }

    /// Proves an act that is asked for after `step` steps. The entry is the JSON of an `[[event]]` of a scenario without `at`. The
    /// caller hands the act to the simulation before the next step. A refused act changes nothing.
    pub fn prove(&mut self, entry: &Value, step: u64) -> Result<Act, ScenarioError> {
        let Timing { dt, think_every } = self.fixed.timing;
        let time = step.next_multiple_of(think_every.into()) as f64 * dt;
        let fail = |problem: Problem| ScenarioError {
            key: problem.at,
            ..ScenarioError::whole(Path::new("act"), problem.what, problem.hint)
        };
        let entry = read(entry, time).map_err(fail)?;
        let mut known = self.known.clone();
        let commands = known.take(&self.fixed, &KeyPath::file(), &entry, time).map_err(fail)?;
        let mut later = Vec::new();
        if commands.iter().any(|(_, tag)| matches!(tag, Tag::Block(_))) {
            later.extend(known.blocks.rebuild(&self.fixed.site, time).map_err(fail)?);
        }
        if commands.iter().any(|(_, tag)| matches!(tag, Tag::Set(_))) {
            later.extend(known.settings.remake(time).map_err(fail)?);
        }
        self.known = known;
        Ok(Act { commands: commands.into_iter().map(|c| c.0).collect(), later })
    }

    /// Proves the events of a file. Returns their commands together with the commands of the opening hours, by time.
    /// Where the times are equal, opening hours come first.
    pub(crate) fn take_events(
        &mut self,
        at: &KeyPath,
        events: &[EventEntry],
        hours: Vec<(f64, Command)>,
        end: f64,
    ) -> Result<Vec<(f64, Command)>, Problem> {
        let mut all: Vec<Tagged> =
            hours.into_iter().map(|(time, command)| Tagged { time, command, tag: Tag::None }).collect();
        for (i, event) in events.iter().enumerate() {
            crate::events::check_time(&at.item(i), event.at, end)?;
        }
        let mut order: Vec<usize> = (0..events.len()).collect();
        order.sort_by(|&a, &b| events[a].at.total_cmp(&events[b].at));
        for i in order {
            let time = events[i].at;
            let commands = self.known.take(&self.fixed, &at.item(i), &events[i], time)?;
            all.extend(commands.into_iter().map(|(command, tag)| Tagged { time, command, tag }));
        }
        all.sort_by(|a, b| a.time.total_cmp(&b.time));
        for (number, tagged) in all.iter().enumerate() {
            match tagged.tag {
                Tag::None => {}
                Tag::Block(i) => self.known.blocks.name(i, number),
                Tag::Set(i) => self.known.settings.name(i, number),
            }
        }
        Ok(all.into_iter().map(|t| (t.time, t.command)).collect())
    }
}

/// Reads the entry in a JSON object.
fn read(value: &Value, time: f64) -> Result<EventEntry, Problem> {
    let at = KeyPath::file();
    let Value::Object(keys) = value else {
        return Err(at.problem("an act is a JSON object", "for instance {\"open\": \"door\"}"));
    };
    if keys.contains_key("at") {
        return Err(at.key("at").problem("an act happens now, before the next decision", "leave `at` out"));
    }
    let mut keys = keys.clone();
    keys.insert("at".into(), time.into());
    serde_json::from_value(Value::Object(keys)).map_err(|e| {
        let (what, hint) = explain(&e.to_string());
        at.problem(
            what,
            if hint.is_empty() { "the chapter on scenarios says what each key holds".into() } else { hint },
        )
    })
}

impl Known {
    /// Takes note of an entry, and returns its commands in order. Obstacles and parameters of a later time stay as they
    /// are.
    fn take(
        &mut self,
        fixed: &Fixed,
        at: &KeyPath,
        entry: &EventEntry,
        time: f64,
    ) -> Result<Vec<(Command, Tag)>, Problem> {
        let env = self.blocks.env(&fixed.site, time).clone();
        let finder = Finder { world: World::new(&env, &fixed.site.doors) };
        let mut commands = doors(at, entry, &finder)?;
        for (j, name) in entry.signal.0.iter().enumerate() {
            commands.push(Command::Signal(fixed.signals.number(&at.key("signal").item(j), name)?));
        }
        if entry.alarm {
            commands.push(alarm(fixed, &at.key("alarm"), &finder)?);
        }
        if let Some(entry) = &entry.delay {
            let at = at.key("delay");
            let train = fixed.train(&at.key("train"), &entry.train)?;
            commands.push(Command::DelayTrain { train, seconds: within(&at.key("by"), DELAY, entry.by)? });
        }
        for (j, name) in entry.cancel.0.iter().enumerate() {
            commands.push(Command::CancelTrain(fixed.train(&at.key("cancel").item(j), name)?));
        }
        if let Some(entry) = &entry.add {
            commands.push(self.add(fixed, &at.key("add"), entry, &finder)?);
        }
        if let Some(entry) = &entry.send {
            commands.push(send(fixed, &at.key("send"), entry, &finder)?);
        }
        let mut commands: Vec<(Command, Tag)> = commands.into_iter().map(|c| (c, Tag::None)).collect();
        if let Some(entry) = &entry.set {
            let (command, number) = self.set(fixed, &at.key("set"), entry, time)?;
            commands.push((command, Tag::Set(number)));
        }
        if let Some(entry) = &entry.block {
            let widest = fixed.populations.iter().map(|p| p.radius).fold(0.0, f64::max);
            let (command, number) = self.blocks.take(&fixed.site, &at.key("block"), entry, time, widest)?;
            commands.push((command, Tag::Block(number)));
        }
        if commands.is_empty() {
            let hint = "give `open`, `close`, `signal`, `alarm`, `delay`, `cancel`, `add`, `block`, `set` or `send`";
            return Err(at.problem("nothing happens at this event", hint));
        }
        Ok(commands)
    }

    fn add(&mut self, fixed: &Fixed, at: &KeyPath, entry: &AddEntry, finder: &Finder) -> Result<Command, Problem> {
        let population = fixed.population(&at.key("population"), &entry.population)?;
        let at_area = at.key("area");
        let area = finder.area(&at_area, &entry.area)?;
        let radius = fixed.populations[usize::from(population)].radius;
        if finder.spot_in(area, radius).is_none() {
            let what = format!("nobody fits in the area {:?}: a body needs {} m of room", entry.area, 2.0 * radius);
            return Err(at_area.problem(what, "name an area with more room"));
        }
        let at_count = at.key("count");
        let people = self.people.saturating_add(entry.count);
        match u32::try_from(entry.count) {
            Ok(0) => Err(at_count.problem("nobody comes", "give at least 1")),
            Ok(count) if people <= MAX_PEOPLE => {
                self.people = people;
                Ok(Command::Add { population, area: area as u32, count })
            }
            _ => Err(too_many_people(&at_count, people, entry.count)),
        }
    }

    fn set(&mut self, fixed: &Fixed, at: &KeyPath, entry: &SetEntry, time: f64) -> Result<(Command, usize), Problem> {
        let population = fixed.population(&at.key("population"), &entry.population)?;
        self.settings.take(at, population, entry, time)
    }
}

impl Fixed {
    fn train(&self, at: &KeyPath, name: &str) -> Result<u32, Problem> {
        let found = self.trains.iter().position(|train| train == name);
        found.and_then(|number| u32::try_from(number).ok()).ok_or_else(|| {
            let hint = match self.trains.is_empty() {
                true => "no train comes; add a [[train]]".into(),
                false => advice(name, self.trains.iter().map(String::as_str)),
            };
            at.problem(format!("no train is called {name:?}"), hint)
        })
    }

    fn population(&self, at: &KeyPath, name: &str) -> Result<u16, Problem> {
        let found = self.populations.iter().position(|p| p.name == name);
        found.and_then(|i| u16::try_from(i).ok()).ok_or_else(|| {
            let hint = advice(name, self.populations.iter().map(|p| p.name.as_str()));
            at.problem(format!("no population is called {name:?}"), hint)
        })
    }
}

fn doors(at: &KeyPath, entry: &EventEntry, finder: &Finder) -> Result<Vec<Command>, Problem> {
    let mut commands = Vec::new();
    for (j, name) in entry.open.0.iter().enumerate() {
        commands.push(match finder.world.object(name) {
            Some(object) => Command::Serve { object: object.0, is_open: true },
            None => Command::Open(finder.link(&at.key("open").item(j), name)?),
        });
    }
    for (j, name) in entry.close.0.iter().enumerate() {
        if entry.open.0.contains(name) {
            let what = format!("{name:?} is opened and closed at the same time");
            return Err(at.key("close").item(j).problem(what, "keep one of the two"));
        }
        commands.push(match finder.world.object(name) {
            Some(object) => Command::Serve { object: object.0, is_open: false },
            None => Command::Shut(finder.link(&at.key("close").item(j), name)?),
        });
    }
    Ok(commands)
}

fn alarm(fixed: &Fixed, at: &KeyPath, finder: &Finder) -> Result<Command, Problem> {
    let is_exit = |area: &populace_env::EnvArea| area.kind == AreaKind::Exit;
    if fixed.exits.is_empty() && !finder.world.areas().iter().any(is_exit) {
        return Err(at.problem(
            "nobody knows a way out",
            "give the place an area of the kind `exit`, or let a journey end with `leave`",
        ));
    }
    Ok(Command::Alarm)
}

fn send(fixed: &Fixed, at: &KeyPath, entry: &SendEntry, finder: &Finder) -> Result<Command, Problem> {
    let whom = match (&entry.pedestrians, &entry.population) {
        (Some(ids), None) if ids.is_empty() => {
            return Err(at.key("pedestrians").problem("nobody is sent", "name at least one pedestrian"));
        }
        (Some(ids), None) => Whom::Pedestrians(ids.clone()),
        (None, Some(name)) => Whom::Population(fixed.population(&at.key("population"), name)?),
        (Some(_), Some(_)) => {
            let what = "`pedestrians` and `population` contradict each other";
            return Err(at.key("population").problem(what, "keep one of them"));
        }
        (None, None) => return Err(at.problem("nobody is sent", "give `pedestrians` or `population`")),
    };
    let to = finder.area(&at.key("to"), &entry.to)?;
    let leave = finder.world.areas()[to].kind == AreaKind::Exit || fixed.exits.contains(&to);
    Ok(Command::Send { whom, to: to as u32, leave })
}
