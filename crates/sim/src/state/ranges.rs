//! The valid ranges of ids and numbers in a state, by type and by named rule.

use std::collections::VecDeque;

use populace_env::{CellId, Environment, SegmentId};
use populace_geom::Point;
use populace_mind::{TaskId, Train};
use populace_perceive::Neighbours;
use populace_plan::Spot;
use populace_traj::{Cause, Status};

use super::NONE;
use crate::arrivals::Arrival;
use crate::lifts::Lift;
use crate::setup::Population;

/// A part of the state that knows what is valid in it.
pub(crate) trait Checked {
    /// Says what is wrong, in words.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String>;
}

/// The greatest distance of a coordinate from the origin, m, and the greatest speed, m/s.
const FARTHEST: f64 = 1e9;

/// The greatest count: it is exact as a float, and nothing that a step adds makes it overflow.
const MOST: u64 = 1 << 53;

/// The ranges of the ids and numbers of a state.
#[derive(Clone, Copy)]
pub(crate) struct Ranges<'a> {
    pub env: &'a Environment,
    pub populations: &'a [Population],
    /// The number of tasks.
    pub tasks: usize,
    pub lifts: &'a [Lift],
    /// The arrivals of the setup.
    pub scheduled: &'a [Arrival],
    /// The pedestrians who were added by commands.
    pub added: &'a [Arrival],
    /// The number of arrivals of the setup that have been looked at.
    pub next_arrival: usize,
    /// The number of commands in the setup.
    pub commands: usize,
    /// The trains of the setup.
    pub trains: &'a [Train],
    /// How many rows the store has.
    pub rows: usize,
    /// Radius of the widest body, m.
    pub widest: f64,
}

impl<'a> Ranges<'a> {
    /// Returns the arrival of a pedestrian who has come, or at least is due.
    pub(crate) fn arrival(&self, id: u32) -> Option<&'a Arrival> {
        let id = id as usize;
        match id.checked_sub(self.scheduled.len()) {
            Some(added) => self.added.get(added),
            None => self.scheduled.get(id).filter(|_| id < self.next_arrival),
        }
    }

    /// Checks a pedestrian's number: the pedestrian is due.
    pub(crate) fn due(&self, id: &u32) -> Result<(), String> {
        self.arrival(*id).map(|_| ()).ok_or_else(|| format!("pedestrian {id} is not due yet"))
    }

    /// Checks a list of pedestrians.
    pub(crate) fn all_due<'i>(&self, ids: impl IntoIterator<Item = &'i u32>) -> Result<(), String> {
        ids.into_iter().try_for_each(|id| self.due(id))
    }

    /// Checks a population's number.
    pub(crate) fn population(&self, number: &u16) -> Result<(), String> {
        below(usize::from(*number), self.populations.len(), "populations")
    }

    /// Checks an area's number.
    pub(crate) fn area(&self, number: &u32) -> Result<(), String> {
        below(*number as usize, self.env.areas().len(), "areas")
    }

    /// Checks a task's number.
    pub(crate) fn task(&self, task: TaskId) -> Result<(), String> {
        below(task.index(), self.tasks, "tasks")
    }

    /// Checks an object's number.
    pub(crate) fn object(&self, number: u32) -> Result<(), String> {
        below(number as usize, self.env.objects().len(), "objects")
    }

    /// Checks an area's number that may be [`NONE`].
    pub(crate) fn area_or_none(&self, number: &u32) -> Result<(), String> {
        if *number == NONE { Ok(()) } else { self.area(number) }
    }

    /// Checks the number of arrivals that have been looked at.
    pub(crate) fn arrivals(&self, count: &usize) -> Result<(), String> {
        at_most(*count, self.scheduled.len(), "arrivals")
    }

    /// Checks a number of commands that have been obeyed.
    pub(crate) fn commands(&self, count: &usize) -> Result<(), String> {
        at_most(*count, self.commands, "commands")
    }

    /// Checks the numbers of signals. The signal [`NONE`] is never given.
    pub(crate) fn signals(&self, numbers: &[u32]) -> Result<(), String> {
        if numbers.contains(&NONE) { Err(format!("there is no signal {NONE}")) } else { Ok(()) }
    }

    /// Checks the time of the alarm, if it was raised.
    pub(crate) fn alarm(&self, raised: &Option<f64>) -> Result<(), String> {
        raised.as_ref().map_or(Ok(()), |time| self.not_negative(time))
    }

    /// Checks half the width of a body, m.
    pub(crate) fn radius(&self, radius: &f64) -> Result<(), String> {
        within(*radius, 0.0, self.widest)
    }

    /// Checks that a speed or a duration is not negative.
    pub(crate) fn not_negative(&self, value: &f64) -> Result<(), String> {
        within(*value, 0.0, FARTHEST)
    }

    /// Checks the cosine of an angle.
    pub(crate) fn cosine(&self, value: &f64) -> Result<(), String> {
        within(*value, -1.0, 1.0)
    }

    /// Checks a time that may be infinite, such as the end of a wait for a signal.
    pub(crate) fn time(&self, value: &f64) -> Result<(), String> {
        if value.is_nan() { Err("is not a number".into()) } else { Ok(()) }
    }

    /// Checks that a model decided a finite velocity. A step contains every other velocity.
    pub(crate) fn finite(&self, velocity: &Point) -> Result<(), String> {
        if velocity.is_finite() { Ok(()) } else { Err(format!("({}, {}) is not finite", velocity.x, velocity.y)) }
    }

    /// Accepts any value: a fingerprint, or a value that is checked elsewhere.
    pub(crate) fn anything<T>(&self, _: &T) -> Result<(), String> {
        Ok(())
    }
}

fn below(number: usize, count: usize, what: &str) -> Result<(), String> {
    if number < count { Ok(()) } else { Err(format!("{number}, but there are {count} {what}")) }
}

fn at_most(number: usize, count: usize, what: &str) -> Result<(), String> {
    if number <= count { Ok(()) } else { Err(format!("{number}, but there are {count} {what}")) }
}

fn within(value: f64, least: f64, most: f64) -> Result<(), String> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(format!("{value} is not from {least} to {most}")) }
}

macro_rules! any_value {
    ($($type:ty),*) => {
        $(impl Checked for $type {
            fn check(&self, _: &Ranges<'_>) -> Result<(), String> {
                Ok(())
            }
        })*
    };
}
any_value!(bool, u8, u16, u32, Status, Cause);

impl Checked for u64 {
    fn check(&self, _: &Ranges<'_>) -> Result<(), String> {
        if *self <= MOST { Ok(()) } else { Err(format!("{self} is too much")) }
    }
}

impl Checked for usize {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        (*self as u64).check(ranges)
    }
}

impl Checked for f64 {
    fn check(&self, _: &Ranges<'_>) -> Result<(), String> {
        within(*self, -FARTHEST, FARTHEST)
    }
}

impl Checked for Point {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.x.check(ranges)?;
        self.y.check(ranges)
    }
}

impl Checked for CellId {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        below(self.index(), ranges.env.cell_count(), "cells")
    }
}

impl Checked for SegmentId {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        below(self.index(), ranges.env.segments().len(), "free segments")
    }
}

impl Checked for Spot {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.cell.check(ranges)?;
        self.point.check(ranges)
    }
}

impl<T: Checked> Checked for Option<T> {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.iter().try_for_each(|value| value.check(ranges))
    }
}

impl<T: Checked> Checked for Vec<T> {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.iter().try_for_each(|value| value.check(ranges))
    }
}

impl<T: Checked> Checked for VecDeque<T> {
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        self.iter().try_for_each(|value| value.check(ranges))
    }
}

impl Checked for Neighbours {
    /// Checks that every row has a list or no row has a list, and that no row is its own neighbour.
    fn check(&self, ranges: &Ranges<'_>) -> Result<(), String> {
        if self.start.is_empty() && self.rows.is_empty() {
            return Ok(());
        }
        if self.start.len() != ranges.rows + 1 {
            return Err(format!("{} lists for {} rows", self.start.len().saturating_sub(1), ranges.rows));
        }
        let is_whole = self.start[0] == 0 && self.start.is_sorted();
        if !is_whole || self.start[ranges.rows] as usize != self.rows.len() {
            return Err("the lists overlap or leave something out".into());
        }
        for row in 0..ranges.rows {
            match self.of(row).iter().find(|&&other| other as usize >= ranges.rows || other as usize == row) {
                Some(other) => return Err(format!("row {other} is a neighbour of row {row} of {}", ranges.rows)),
                None => continue,
            }
        }
        Ok(())
    }
}
