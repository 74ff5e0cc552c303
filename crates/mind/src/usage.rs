//! The people who use an object, and the people who wait for it.

use populace_env::EnvObject;
use populace_env::objects::{APART, BODY};
use serde::{Deserialize, Serialize};

use crate::goal::NONE;

/// The people at an object. The simulation grants their claims, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Whether the object takes newcomers.
    pub is_open: bool,
    /// By slot: the pedestrian that has it, or [`NONE`].
    pub users: Vec<u32>,
    /// The people in line, its head first.
    pub line: Vec<InLine>,
    /// The pedestrians that let the object go on, such as the artists of a performance, in the order in which they
    /// began.
    pub hosts: Vec<u32>,
    /// The people who chat at it, in the order in which they opened their circles.
    pub circles: Vec<Circle>,
}

/// A circle of people who meet to chat. Each has a slot of the object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Circle {
    /// The number of people for whom the circle is made.
    pub size: u8,
    /// The pedestrians, by id, in the order in which they came.
    pub members: Vec<u32>,
}

impl Circle {
    /// Returns whether everybody has come.
    pub fn is_complete(&self) -> bool {
        self.members.len() >= usize::from(self.size)
    }
}

/// A pedestrian in line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct InLine {
    /// The pedestrian, by id.
    pub pedestrian: u32,
    /// The time at which the pedestrian joined the line, s.
    pub since: f64,
}

impl Usage {
    /// Returns an open object with a number of slots, which nobody uses.
    pub fn open(slots: usize) -> Self {
        Usage { is_open: true, users: vec![NONE; slots], ..Usage::default() }
    }
    /// Returns the slot that a pedestrian has.
    pub fn slot_of(&self, pedestrian: u32) -> Option<usize> {
        self.users.iter().position(|&user| user == pedestrian)
    }
    /// Returns the place of a pedestrian in line, counted from the head.
    pub fn place_of(&self, pedestrian: u32) -> Option<usize> {
        self.line.iter().position(|one| one.pedestrian == pedestrian)
    }
    /// Returns the circle of a pedestrian.
    pub fn circle_of(&self, pedestrian: u32) -> Option<&Circle> {
        self.circles.iter().find(|circle| circle.members.contains(&pedestrian))
    }
    /// Returns the slots that nobody has; none when it is closed.
    pub fn free_slots(&self) -> impl Iterator<Item = usize> + '_ {
        let free = self.users.iter().enumerate().filter(|(_, user)| **user == NONE).map(|(slot, _)| slot);
        free.filter(|_| self.is_open)
    }
    /// Returns the slots of an object that nobody has and where a body of a radius, m, fits beside the people who have the other slots.
    pub fn slots_with_room<'a>(&'a self, object: &'a EnvObject, radius: f64) -> impl Iterator<Item = usize> + 'a {
        let point = |slot: usize| object.slots.get(slot).map(|slot| slot.point);
        let is_beside = move |slot: usize, other: usize| {
            let apart = point(slot).zip(point(other)).map_or(f64::INFINITY, |(a, b)| a.distance(b));
            other != slot && apart < radius + BODY
        };
        let taken = move || self.users.iter().enumerate().filter(|(_, user)| **user != NONE).map(|(slot, _)| slot);
        // Slots are farther apart than two usual bodies.
        let is_narrow = radius <= APART - BODY;
        let has_room = move |slot: &usize| is_narrow || !taken().any(|other| is_beside(*slot, other));
        self.free_slots().filter(move |slot| *slot < object.slots.len()).filter(has_room)
    }
}
