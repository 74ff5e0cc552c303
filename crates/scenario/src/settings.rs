//! Parameters of models that change during a run, proven: each change makes another model.

use std::sync::Arc;

use populace_sim::{Command, Population};
use populace_steer::Steering;
use serde_json::Value;

use crate::error::{Blame, Problem};
use crate::people::{join, not_a_number, refused};
use crate::written::SetEntry;
use populace_ingest::key_path::KeyPath;

/// The steering of every population at the start, and the parameters that change, in the order of time.
#[derive(Clone)]
pub(crate) struct Settings {
    /// The steering of each population at the start.
    first: Arc<Vec<Steering>>,
    changes: Vec<Change>,
}

#[derive(Clone)]
struct Change {
    time: f64,
    population: u16,
    parameter: String,
    value: Value,
    /// The number of the command, for changes that events of the file ask for.
    command: Option<usize>,
}

impl Settings {
    /// Returns the settings of some populations before any change.
    pub fn of(populations: &[Population]) -> Self {
        Settings { first: Arc::new(populations.iter().map(|p| p.steering.clone()).collect()), changes: Vec::new() }
    }

    /// Adds a change after all changes of the same time. Returns the command and the number of the change.
    pub fn take(
        &mut self,
        at: &KeyPath,
        population: u16,
        entry: &SetEntry,
        time: f64,
    ) -> Result<(Command, usize), Problem> {
        let number = self.until(time);
        let (parameter, value) = (entry.parameter.clone(), entry.value.clone());
        self.changes.insert(number, Change { time, population, parameter, value, command: None });
        let steering = self.steering(number).map_err(|problem| {
            let is_unknown = problem.what.starts_with("unknown field");
            at.key(if is_unknown { "parameter" } else { "value" }).problem(problem.what, problem.hint)
        })?;
        Ok((Command::Set { population, steering }, number))
    }

    /// Makes every model after a time anew, because a parameter changes before them. Returns the changed commands of the file.
    pub fn remake(&mut self, time: f64) -> Result<Vec<(usize, Command)>, Problem> {
        let mut later = Vec::new();
        for number in self.until(time)..self.changes.len() {
            let Change { population, command, .. } = self.changes[number];
            let steering = self.steering(number)?;
            later.extend(command.map(|command| (command, Command::Set { population, steering })));
        }
        Ok(later)
    }

    /// Notes which command of the file a change is.
    pub fn name(&mut self, number: usize, command: usize) {
        if let Some(change) = self.changes.get_mut(number) {
            change.command = Some(command);
        }
    }

    /// Returns the steering after a change and all changes before it.
    fn steering(&self, number: usize) -> Result<Steering, Problem> {
        let population = self.changes[number].population;
        let mut steering = self.first[usize::from(population)].clone();
        for Change { parameter, value, .. } in self.changes[..=number].iter().filter(|c| c.population == population) {
            let at = KeyPath::file().key("parameters");
            if let Some(path) = not_a_number(value) {
                let what = format!("{} is not a finite number", join(parameter, &path));
                return Err(at.problem(what, "write a decimal number"));
            }
            let made = steering.with(parameter, value.clone());
            steering = made.map_err(|error| refused(&at, steering.entry().name, &error))?;
        }
        Ok(steering)
    }

    /// Returns how many changes there are until a time.
    fn until(&self, time: f64) -> usize {
        self.changes.partition_point(|change| change.time <= time)
    }
}
