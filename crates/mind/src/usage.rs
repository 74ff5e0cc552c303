//! Who uses an object, and who waits for it.

use serde::{Deserialize, Serialize};

use crate::goal::NONE;

/// The people at an object. What they may do is granted by the simulation, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Whether it takes newcomers.
    pub is_open: bool,
    /// By slot: the pedestrian that has it, or [`NONE`].
    pub users: Vec<u32>,
    /// The people in line, its head first.
    pub line: Vec<InLine>,
}

/// A pedestrian in line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InLine {
    /// The pedestrian, by id.
    pub pedestrian: u32,
    /// When it joined, s.
    pub since: f64,
}

impl Usage {
    /// Returns an open object with so many slots, which nobody uses.
    pub fn open(slots: usize) -> Self {
        Usage { is_open: true, users: vec![NONE; slots], line: Vec::new() }
    }
    /// Returns the slot that a pedestrian has.
    pub fn slot_of(&self, pedestrian: u32) -> Option<usize> {
        self.users.iter().position(|&user| user == pedestrian)
    }
    /// Returns the place of a pedestrian in line, counted from the head.
    pub fn place_of(&self, pedestrian: u32) -> Option<usize> {
        self.line.iter().position(|one| one.pedestrian == pedestrian)
    }
    /// Returns the slots that nobody has; none when it is closed.
    pub fn free_slots(&self) -> impl Iterator<Item = usize> + '_ {
        let free = self.users.iter().enumerate().filter(|(_, user)| **user == NONE).map(|(slot, _)| slot);
        free.filter(|_| self.is_open)
    }
}
