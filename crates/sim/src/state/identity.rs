//! Which scenario and which place a snapshot is of: two numbers, made of everything that the course of a run depends on.

use populace_geom::Mixer;
use populace_plan::Profile;
use serde::{Deserialize, Serialize};

use crate::setup::{Act, Command, Population, Setup};

/// The identity of a run's scenario and place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    /// A number made of everything else in the setup: seed, timing, doors, perception, acquaintance, populations with
    /// their models and journeys, commands and limits.
    pub setup: u64,
    /// A number made of the environment: floors, cells, free segments, links, areas and objects, with their coordinates.
    pub place: u64,
}

impl Identity {
    /// Returns the identity of what a simulation is made from.
    pub(crate) fn of(setup: &Setup) -> Self {
        // All fields are named, so that a new field has to be looked at here.
        let Setup {
            env,
            doors,
            seed,
            timing,
            perception,
            populations,
            acquaintance,
            trains,
            commands,
            routes_per_step,
            stuck_after,
        } = setup;
        let mut mixer = Mixer::default();
        mixer.take(&(doors, seed, timing, acquaintance, routes_per_step, stuck_after));
        mixer.take(&(perception.entry().name, perception.in_force()));
        mixer.word(populations.len() as u64);
        populations.iter().for_each(|population| mix_population(population, &mut mixer));
        if !trains.is_empty() {
            mixer.take(&format!("{trains:?}"));
        }
        mixer.word(commands.len() as u64);
        for (time, command) in commands {
            mixer.take(time);
            mix_command(command, &mut mixer);
        }
        Identity { setup: mixer.result(), place: env.fingerprint() }
    }
}

impl Act {
    /// Returns the fingerprint of the act. Acts that ask for the same have the same fingerprint.
    pub fn fingerprint(&self) -> u64 {
        let mut mixer = Mixer::default();
        let Act { commands, later } = self;
        mixer.word(commands.len() as u64);
        commands.iter().for_each(|command| mix_command(command, &mut mixer));
        for (number, command) in later {
            mixer.take(number);
            mix_command(command, &mut mixer);
        }
        mixer.result()
    }
}

/// Mixes a population without its name, which changes nothing in a run.
fn mix_population(population: &Population, mixer: &mut Mixer) {
    let Population { name: _, steering, planner, follower, profile, body, arrivals, journey, mind } = population;
    let Profile { name: _, about: _, width, speed, haste: _, stairs, escalators, lifts } = profile;
    mixer.take(&(steering.entry().name, steering.in_force(), planner.name, follower.name));
    mixer.take(&(width, speed, stairs, escalators, lifts));
    mixer.take(&(body, arrivals));
    mixer.word(journey.len() as u64);
    journey.iter().for_each(|task| mixer.take(&format!("{task:?}")));
    mixer.take(&format!("{mind:?}"));
}

fn mix_command(command: &Command, mixer: &mut Mixer) {
    match command {
        Command::Open(link) => mixer.take(&(0, link)),
        Command::Shut(link) => mixer.take(&(1, link)),
        Command::Signal(signal) => mixer.take(&(2, signal)),
        Command::Add { population, area, count } => mixer.take(&(3, population, area, count)),
        Command::Block { env, floor } => mixer.take(&(4, env.fingerprint(), floor)),
        Command::Set { population, steering } => {
            mixer.take(&(5, population, steering.entry().name, steering.in_force()));
        }
        Command::Send { whom, to, leave } => mixer.take(&(6, whom, to, leave)),
        Command::Serve { object, is_open } => mixer.take(&(7, object, is_open)),
        Command::Alarm => mixer.take(&8),
        Command::DelayTrain { train, seconds } => mixer.take(&(9, train, seconds)),
        Command::CancelTrain(train) => mixer.take(&(10, train)),
    }
}
