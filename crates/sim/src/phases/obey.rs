//! Obey: before a decision, the commands of the scenario and the acts of people who watch the run are carried out, in
//! order.

use populace_env::LinkId;
use populace_traj::{EventKind, NOBODY};

use crate::commands::replace;
use crate::setup::Act;
use crate::simulation::{Now, Simulation};
use crate::state::Acted;

impl Simulation {
    /// Asks for something before the next step; it is obeyed at the next decision, after the commands of the setup that
    /// are due then.
    pub fn act(&mut self, act: impl Into<Act>) {
        self.asked.push(act.into());
    }

    /// Returns how many acts were asked for, including the acts that are not obeyed yet.
    pub fn acts(&self) -> u32 {
        (self.state.acted.len() + self.asked.len()) as u32
    }

    /// Obeys the commands that are due: the commands of the setup first, then the acts.
    pub(crate) fn obey(&mut self, now: Now) {
        let mut doors = self.obey_due(now);
        for act in std::mem::take(&mut self.asked) {
            self.tell(now, NOBODY, EventKind::Acted, self.state.acted.len() as u32);
            self.state.acted.push(Acted { next_command: self.state.next_command, act: act.fingerprint() });
            for command in &act.commands {
                doors.extend(self.obey_one(now, command));
            }
            if !act.later.is_empty() {
                self.keep_original();
                replace(&mut self.commands, &act.later);
            }
        }
        self.doors_changed(now, &doors);
    }

    /// Obeys the commands of the setup that are due; acts wait.
    pub(crate) fn obey_setup(&mut self, now: Now) {
        let doors = self.obey_due(now);
        self.doors_changed(now, &doors);
    }

    /// Obeys the commands of the setup that are due, but for what follows from the doors. Returns the doors that changed.
    fn obey_due(&mut self, now: Now) -> Vec<LinkId> {
        let mut doors = Vec::new();
        while let Some((_, command)) = self.commands.get(self.state.next_command).filter(|c| c.0 <= now.time) {
            let command = command.clone();
            self.state.next_command += 1;
            doors.extend(self.obey_one(now, &command));
        }
        doors
    }
}
