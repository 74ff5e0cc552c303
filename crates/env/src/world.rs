//! An environment with its doors as they are now: it answers the questions about walking that depend on doors.

use std::ops::Deref;

use crate::environment::{Environment, SegmentId};
use crate::topology::Topology;
use crate::{Doors, LinkId};

/// A shared environment and the present state of its doors, as one `Copy` value.
///
/// It dereferences to the [`Environment`], whose methods answer the questions that do not depend on doors. The methods
/// of this type answer those that do; some are in this file, the others are in the files of the environment, beside
/// related questions.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    /// The place, which never changes.
    pub env: &'a Environment,
    /// Which of its doors are open.
    pub doors: &'a Doors,
}

impl Deref for World<'_> {
    type Target = Environment;

    #[inline]
    fn deref(&self) -> &Environment {
        self.env
    }
}

impl<'a> World<'a> {
    /// Puts an environment and its doors together. The doors must be those of `env`.
    #[inline]
    pub fn new(env: &'a Environment, doors: &'a Doors) -> Self {
        World { env, doors }
    }

    /// Returns whether a link can be passed now: doors may be shut and lifts out of service, everything else is open.
    #[inline]
    pub fn is_open(self, link: LinkId) -> bool {
        self.doors.is_open(link)
    }

    /// Returns whether a body of `width` m can pass a segment now, in at least one direction.
    #[inline]
    pub fn is_passable(self, segment: SegmentId, width: f64) -> bool {
        let segment = self.env.segment(segment);
        segment.length > width && segment.link.is_none_or(|l| self.doors.is_open(l))
    }

    /// Returns the graph of cells for a body of `width` m with the doors as they are now.
    pub fn topology(self, width: f64) -> Topology {
        Topology::of(self.env, |s| self.is_passable(s, width), width)
    }
}
