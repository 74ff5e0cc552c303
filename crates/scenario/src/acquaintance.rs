//! Makes the table of how well the people of two populations know each other.

use populace_ingest::suggest::advice;
use populace_sim::Population;

use crate::error::{Blame, Problem};
use crate::limits::{ACQUAINTANCE, not_too_many, within};
use crate::written::AcquaintanceEntry;
use populace_ingest::key_path::KeyPath;

/// Returns the table, row by row. It is empty when all people are strangers.
pub(crate) fn acquaintance(
    at: &KeyPath,
    entries: &[AcquaintanceEntry],
    populations: &[Population],
) -> Result<Vec<f64>, Problem> {
    not_too_many(at, "acquaintances", entries.len())?;
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let count = populations.len();
    let mut said = vec![None; count * count];
    for (i, entry) in entries.iter().enumerate() {
        let at = at.item(i);
        let level = within(&at.key("level"), ACQUAINTANCE, entry.level)?;
        let [a, b] = [0, 1].map(|end| {
            let name = &entry.between[end];
            populations.iter().position(|p| p.name == *name).ok_or_else(|| {
                let hint = advice(name, populations.iter().map(|p| p.name.as_str()));
                at.key("between").item(end).problem(format!("no population is called {name:?}"), hint)
            })
        });
        let (a, b) = (a?, b?);
        if said[a * count + b].is_some() {
            let what = format!("{:?} and {:?} have a level already", entry.between[0], entry.between[1]);
            return Err(at.key("between").problem(what, "keep one of the two"));
        }
        (said[a * count + b], said[b * count + a]) = (Some(level), Some(level));
    }
    Ok(said.into_iter().map(|level| level.unwrap_or(0.0)).collect())
}
