//! Parameters of models that change during a run, proven: each makes another model.

use std::sync::Arc;

use populace_sim::Command;
use populace_steer::Model;
use serde_json::Value;

use crate::at::At;
use crate::error::Problem;
use crate::people;
use crate::written::{PopulationEntry, SetEntry};

/// The parameters of every population, and what changes them in the order of time.
#[derive(Clone)]
pub(crate) struct Settings {
    /// As the file has them, by population: only what concerns the model.
    first: Arc<Vec<PopulationEntry>>,
    changes: Vec<Change>,
}

#[derive(Clone)]
struct Change {
    time: f64,
    population: u16,
    parameter: String,
    value: Value,
    /// The number of the command, of events of the file.
    command: Option<usize>,
}

impl Settings {
    /// As the file has them.
    pub fn of(populations: &[PopulationEntry]) -> Self {
        let only_model = |p: &PopulationEntry| PopulationEntry {
            model: p.model.clone(),
            parameters: p.parameters.clone(),
            ..PopulationEntry::default()
        };
        Settings { first: Arc::new(populations.iter().map(only_model).collect()), changes: Vec::new() }
    }

    /// Another value, after those of the same time; the command, and its number among the changes.
    pub fn take(&mut self, at: &At, population: u16, entry: &SetEntry, time: f64) -> Result<(Command, usize), Problem> {
        let number = self.until(time);
        let (parameter, value) = (entry.parameter.clone(), entry.value.clone());
        self.changes.insert(number, Change { time, population, parameter, value, command: None });
        let model = self.model(number).map_err(|problem| {
            let is_unknown = problem.what.starts_with("unknown field");
            at.key(if is_unknown { "parameter" } else { "value" }).problem(problem.what, problem.hint)
        })?;
        Ok((Command::Set { population, model }, number))
    }

    /// Makes the models after a time anew, since a parameter before them is new.
    pub fn remake(&mut self, time: f64) -> Result<Vec<(usize, Command)>, Problem> {
        let mut later = Vec::new();
        for number in self.until(time)..self.changes.len() {
            let Change { population, command, .. } = self.changes[number];
            let model = self.model(number)?;
            later.extend(command.map(|command| (command, Command::Set { population, model })));
        }
        Ok(later)
    }

    /// Says which command of the file a change is.
    pub fn name(&mut self, number: usize, command: usize) {
        if let Some(change) = self.changes.get_mut(number) {
            change.command = Some(command);
        }
    }

    /// The model after a change.
    fn model(&self, number: usize) -> Result<Arc<dyn Model>, Problem> {
        let population = self.changes[number].population;
        let mut entry = self.first[usize::from(population)].clone();
        let parameters = entry.parameters.get_or_insert_default();
        for change in self.changes[..=number].iter().filter(|c| c.population == population) {
            parameters.insert(change.parameter.clone(), change.value.clone());
        }
        people::model(&At::file(), &entry)
    }

    /// How many there are at a time.
    fn until(&self, time: f64) -> usize {
        self.changes.partition_point(|change| change.time <= time)
    }
}
