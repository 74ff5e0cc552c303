//! Proves journeys: the stages of what people do inside do not contradict each other.

use populace_sim::{ExitChoice, Stage};

use crate::error::{Blame, Problem};
use crate::events::Signals;
use crate::finder::Finder;
use crate::limits::{SHARE, WAIT, within};
use crate::written::{ByWord, StageEntry};
use populace_ingest::key_path::KeyPath;

/// Proves journeys.
pub(crate) struct Journeys<'a> {
    pub finder: &'a Finder<'a>,
    pub signals: &'a Signals,
}

impl Journeys<'_> {
    /// Proves all stages of a population. `radius` is that of its widest body, m.
    pub fn prove(&self, at: &KeyPath, entries: &[StageEntry], radius: f64) -> Result<Vec<Stage>, Problem> {
        let mut stages: Vec<Stage> = Vec::new();
        for (i, entry) in entries.iter().enumerate() {
            let at = at.item(i);
            if matches!(stages.last(), Some(Stage::Leave { .. })) {
                let what = "nobody comes to this stage: they have left by the one before";
                return Err(at.problem(what, "let `leave` be the last stage"));
            }
            stages.push(self.stage(&at, entry, radius)?);
        }
        Ok(stages)
    }

    fn stage(&self, at: &KeyPath, entry: &StageEntry, radius: f64) -> Result<Stage, Problem> {
        check_keys(at, entry)?;
        if let Some(name) = &entry.go_to {
            return Ok(Stage::GoTo { area: self.area(&at.key("go_to"), name, radius)? });
        }
        if let Some(point) = entry.go_to_point {
            let floor = self.finder.floor(at, entry.floor.as_ref())?;
            return Ok(Stage::GoToSpot(self.finder.spot(&at.key("go_to_point"), floor, point, radius)?));
        }
        if let Some(time) = &entry.wait {
            return Ok(Stage::Wait(time.prove(&at.key("wait"), WAIT, 1.0)?));
        }
        if let Some(name) = &entry.wait_for {
            return Ok(Stage::WaitFor { signal: self.signals.number(&at.key("wait_for"), name)? });
        }
        self.leave(at, entry, radius)
    }

    fn area(&self, at: &KeyPath, name: &str, radius: f64) -> Result<usize, Problem> {
        let area = self.finder.area(at, name)?;
        if self.finder.spot_in(area, radius).is_none() {
            let what = format!("nobody fits in the area {name:?}: a body needs {} m of room", 2.0 * radius);
            return Err(at.problem(what, "make the area or the passage wider, or the bodies narrower"));
        }
        Ok(area)
    }

    fn leave(&self, at: &KeyPath, entry: &StageEntry, radius: f64) -> Result<Stage, Problem> {
        let names = entry.leave.as_ref().map_or(&[][..], |names| &names.0);
        if names.is_empty() {
            return Err(at.key("leave").problem("there is no exit to leave by", "name at least one area"));
        }
        let at_exit = |i: usize| at.key("leave").item(i);
        let exits = names.iter().enumerate().map(|(i, name)| self.area(&at_exit(i), name, radius));
        let exits = exits.collect::<Result<Vec<usize>, _>>()?;
        let by = match (&entry.shares, entry.by) {
            (Some(shares), None) => ExitChoice::Shares(shares_of(&at.key("shares"), shares, exits.len())?),
            (Some(_), Some(_)) => {
                return Err(at.key("shares").problem("`by` and `shares` contradict each other", "keep one of them"));
            }
            (None, Some(ByWord::LeastTime)) => ExitChoice::LeastTime,
            (None, Some(ByWord::Nearest) | None) => ExitChoice::Nearest,
        };
        Ok(Stage::Leave { exits, by })
    }
}

/// Refuses a stage unless it gives exactly one thing to do, and no keys of another thing.
fn check_keys(at: &KeyPath, entry: &StageEntry) -> Result<(), Problem> {
    let things = [
        ("go_to", entry.go_to.is_some()),
        ("go_to_point", entry.go_to_point.is_some()),
        ("wait", entry.wait.is_some()),
        ("wait_for", entry.wait_for.is_some()),
        ("leave", entry.leave.is_some()),
    ];
    let mut given = things.iter().filter(|t| t.1).map(|t| t.0);
    let thing = match (given.next(), given.next()) {
        (Some(thing), None) => thing,
        (Some(one), Some(other)) => {
            let what = format!("`{one}` and `{other}` are two stages");
            return Err(at.key(other).problem(what, "write each in { } of its own, in their order"));
        }
        _ => {
            let hint = "give `go_to`, `go_to_point`, `wait`, `wait_for` or `leave`";
            return Err(at.problem("the stage says nothing to do", hint));
        }
    };
    let extra = [
        ("floor", entry.floor.is_some(), "go_to_point"),
        ("by", entry.by.is_some(), "leave"),
        ("shares", entry.shares.is_some(), "leave"),
    ];
    match extra.iter().find(|(_, given, with)| *given && *with != thing) {
        Some((key, _, with)) => {
            Err(at.key(key).problem(format!("`{key}` does not go with `{thing}`"), format!("it goes with `{with}`")))
        }
        None => Ok(()),
    }
}

fn shares_of(at: &KeyPath, shares: &[f64], exits: usize) -> Result<Vec<f64>, Problem> {
    if shares.len() != exits {
        let what = format!("there are {} shares for {exits} exits", shares.len());
        return Err(at.problem(what, "give one share for each exit of `leave`"));
    }
    let each = shares.iter().enumerate().map(|(i, &share)| within(&at.item(i), SHARE, share));
    let shares = each.collect::<Result<Vec<f64>, _>>()?;
    if shares.iter().sum::<f64>() <= 0.0 {
        return Err(at.problem("all shares are zero: nobody can choose", "give at least one exit a share above zero"));
    }
    Ok(shares)
}
