//! The census: how many people are where, and why; and the other figures of a run.

use populace_traj::Status;

use crate::setup::Command;
use crate::simulation::Simulation;

/// The number of people, by where they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// People who come in the whole run, as far as it is known by now.
    pub expected: u64,
    /// People who came in.
    pub entered: u64,
    /// People who left.
    pub left: u64,
    /// People inside, riders of lifts included.
    pub inside: u64,
    /// People who should be inside and found no room yet.
    pub delayed: u64,
    /// People inside by what they are doing. A pedestrian who is stuck counts by the cause alone.
    pub by_reason: Vec<(&'static str, u64)>,
}

impl Simulation {
    /// Counts all people.
    pub fn census(&self) -> Census {
        let people = &self.state.people;
        let mut by_reason: Vec<(&'static str, u64)> = Status::WORDS.iter().map(|&words| (words, 0)).collect();
        for (status, track) in people.status.iter().zip(&people.track) {
            by_reason[usize::from(status.number(track.stuck))].1 += 1;
        }
        by_reason[Status::Riding as usize].1 += self.state.riding.len() as u64;
        by_reason.retain(|r| r.1 > 0);
        Census {
            expected: self.arrivals.len() as u64 - self.state.counts.stayed_away,
            entered: self.state.counts.entered,
            left: self.state.counts.left,
            inside: (people.len() + self.state.riding.len()) as u64,
            delayed: self.state.outside.len() as u64,
            by_reason,
        }
    }

    /// Returns whether all people have come and gone.
    pub fn is_over(&self) -> bool {
        let state = &self.state;
        let adds = |command: &Command| matches!(command, Command::Add { .. });
        let to_come = self.commands.iter().skip(state.next_command).map(|c| &c.1);
        let asked = self.asked.iter().flat_map(|act| &act.commands);
        state.next_arrival == self.scheduled
            && state.outside.is_empty()
            && state.aboard.is_empty()
            && state.people.is_empty()
            && state.riding.is_empty()
            && !to_come.chain(asked).any(adds)
    }

    /// Returns the seed of all random draws.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of steps done.
    pub fn steps(&self) -> u64 {
        self.state.step
    }

    /// Returns the time since the start, s.
    pub fn time(&self) -> f64 {
        self.state.step as f64 * self.timing.dt
    }

    /// Returns the counts since the start.
    pub fn counts(&self) -> crate::Counts {
        self.state.counts
    }

    /// Returns how often the place was replaced by another, because an obstacle appeared or a snapshot was restored.
    /// Each time cells, walls and free segments get other numbers; floors, links and areas keep theirs.
    pub fn place_changes(&self) -> u32 {
        self.place_changes
    }

    /// Returns the place, with its obstacles as they are now.
    pub fn env(&self) -> &std::sync::Arc<populace_env::Environment> {
        &self.env
    }

    /// Returns the place with its obstacles and doors as they are now.
    pub fn world(&self) -> populace_env::World<'_> {
        populace_env::World::new(&self.env, &self.state.doors)
    }

    /// Returns the people in the steering loop.
    pub fn people(&self) -> &crate::People {
        &self.state.people
    }

    /// Returns the row of a pedestrian; `None` when the pedestrian is not in the steering loop.
    pub fn row(&self, pedestrian: u32) -> Option<usize> {
        self.scratch.row_of.get(pedestrian as usize).map(|&r| r as usize).filter(|&r| r < self.state.people.len())
    }
}
