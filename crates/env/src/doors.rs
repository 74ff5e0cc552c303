//! The state of doors and lifts: what changes while a place is in use.

use serde::{Deserialize, Serialize};

use crate::environment::Environment;
use crate::{LinkId, LinkKind};

/// Which links of an environment are open: doors may be shut and lifts out of service.
///
/// An [`Environment`] never changes. Its doors are a small value beside it, and a [`crate::World`] puts both together
/// for the questions that depend on doors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doors {
    /// By [`LinkId`].
    open: Vec<bool>,
}

impl Doors {
    /// Returns the doors as the place gives them: shut where it says so, lifts in service.
    pub fn of(env: &Environment) -> Self {
        Doors::given(env.links().iter().map(|link| &link.kind))
    }

    /// Returns the first state of links of these kinds.
    pub(crate) fn given<'a>(links: impl Iterator<Item = &'a LinkKind>) -> Self {
        let open = links.map(|kind| !matches!(kind, LinkKind::Door { door, .. } if !door.open)).collect();
        Doors { open }
    }

    /// Returns the doors of an environment, all of them open and all lifts in service.
    pub fn all_open(env: &Environment) -> Self {
        Doors { open: vec![true; env.links().len()] }
    }

    /// Returns whether a link can be passed.
    #[inline]
    pub fn is_open(&self, link: LinkId) -> bool {
        self.open[link.index()]
    }

    /// Opens or shuts a door, or puts a lift into or out of service, until it is set again or opening hours change it.
    /// Returns whether `link` is a door or a lift of `env`; other links are always open.
    pub fn set_door(&mut self, env: &Environment, link: LinkId, open: bool) -> bool {
        let kind = env.links().get(link.index()).map(|l| &l.kind);
        let has_doors = kind.is_some_and(|k| matches!(k, LinkKind::Door { .. } | LinkKind::Lift { .. }));
        if has_doors {
            self.open[link.index()] = open;
        }
        has_doors
    }

    /// Opens and shuts doors by their opening hours at a time of day, seconds since midnight.
    pub fn set_time_of_day(&mut self, env: &Environment, seconds: f64) {
        for (i, link) in env.links().iter().enumerate() {
            if let LinkKind::Door { door, .. } = &link.kind
                && !door.hours.is_empty()
            {
                // Hours that end before they begin go on past midnight.
                let is_within = |&(from, to): &(f64, f64)| {
                    if from <= to { (from..to).contains(&seconds) } else { seconds >= from || seconds < to }
                };
                self.open[i] = door.hours.iter().any(is_within);
            }
        }
    }

    /// Returns whether these can be the doors of `env`: there are as many links, and only doors and lifts are shut.
    pub fn fits(&self, env: &Environment) -> bool {
        let can_be = |(link, &open): (&crate::Link, &bool)| open || !matches!(link.kind, LinkKind::Opening { .. });
        self.open.len() == env.links().len() && env.links().iter().zip(&self.open).all(can_be)
    }
}
