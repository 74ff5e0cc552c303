//! The questions that a mind may ask: about its own state, the world, and the people and objects there. Everything is
//! frozen while minds think.

use populace_env::{CellId, World};
use populace_geom::{Draws, Point};
use populace_plan::Spot;

use crate::goal::TaskId;
use crate::train::KnownTrain;
use crate::usage::Usage;

/// The occasion on which a pedestrian thinks about its current goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// The goal is new.
    Begins,
    /// The goal goes on: the goal above it is accomplished.
    Done,
    /// The goal goes on: the goal above it was forgotten, or the way to it was lost.
    Resumes,
    /// The pedestrian has arrived where the goal sent it.
    Arrived,
    /// The time for which the goal let the pedestrian stand is over, or something that it may wait for has happened.
    Woken,
}

/// The pedestrian that thinks.
#[derive(Clone, Copy, Debug)]
pub struct Me<'a> {
    /// Its id.
    pub id: u32,
    /// The occasion on which it thinks.
    pub why: Occasion,
    /// The position of the pedestrian, m.
    pub position: Point,
    /// The cell it is in.
    pub cell: CellId,
    /// Half the width of its body, m.
    pub radius: f64,
    /// Its desired speed, m/s.
    pub speed: f64,
    /// The spot to which it walks, or walked last.
    pub towards: Spot,
    /// Whether it follows a way.
    pub is_on_foot: bool,
    /// Its population.
    pub population: u16,
    /// The tasks that are part of the task of its current goal, in the order of [`Behaviour::subtasks`](crate::Behaviour::subtasks).
    pub subtasks: &'a [TaskId],
}

/// The situation in which pedestrians think.
pub trait Situation {
    /// Returns the time since the start, s.
    fn time(&self) -> f64;
    /// Returns the random draws of the run.
    fn draws(&self) -> Draws;
    /// Returns the place with its doors.
    fn world(&self) -> World<'_>;
    /// Returns whether a signal has been given, by its number.
    fn has_signal(&self, signal: u32) -> bool;
    /// Returns the spot to which a pedestrian was sent when it was placed.
    fn own_goal(&self, pedestrian: u32) -> Option<Spot>;
    /// Returns who uses an object and who stands in its line, by the object's number.
    fn usage(&self, object: u32) -> &Usage;
    /// Returns the objects that are served from the line of an object: the object itself, or those that share it.
    fn served_from(&self, object: u32) -> &[u32];
    /// Returns how many people that were called from the line of an object have not passed its head yet.
    fn called(&self, object: u32) -> usize;
    /// Returns what is known of a train, by its number.
    fn train(&self, number: u32) -> KnownTrain<'_>;
    /// Returns when a pedestrian has to be where its journey ends, s; `None` when it does not matter.
    fn due(&self, me: &Me<'_>) -> Option<f64>;
    /// Returns whether a pedestrian knows of an object: because it knows the place, because it has asked or read a board, or because it sees
    /// the object.
    fn knows(&self, me: &Me<'_>, object: u32) -> bool;
    /// Returns where a pedestrian is; `None` when it is not on its feet in the place.
    fn spot_of(&self, pedestrian: u32) -> Option<Spot>;
    /// Returns the nearest pedestrian of some populations that is [on duty](crate::Behaviour::is_duty), and that a pedestrian sees.
    fn on_duty(&self, me: &Me<'_>, populations: &[u16]) -> Option<u32>;
    /// Returns whether a pedestrian is on duty.
    fn is_on_duty(&self, pedestrian: u32) -> bool;
    /// Returns the pedestrian that a pedestrian asks or answers, or walks up to for that.
    fn talks_with(&self, pedestrian: u32) -> Option<u32>;
    /// Returns the time that a pedestrian takes to a spot when nobody is in its way, s; `None` when there is no way.
    fn seconds_to(&self, me: &Me<'_>, spot: Spot) -> Option<f64>;
    /// Returns a time that is no longer than [`Situation::seconds_to`] any spot at a distance as the crow flies, m; it is found at once, s.
    fn least_seconds(&self, me: &Me<'_>, metres: f64) -> f64;
    /// Returns how far away a pedestrian may know of objects, m: without limit when it knows the place.
    fn sight(&self, me: &Me<'_>) -> f64;
}
