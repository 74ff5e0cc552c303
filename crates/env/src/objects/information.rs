//! An information desk: someone answers one question after the other.
//!
//! | number                   | unit | default  | from                        |
//! |--------------------------|------|----------|-----------------------------|
//! | from desk to pedestrian  | m    | 0.3      | body 0.2 and a hand's width |
//! | between two pedestrians  | m    | 0.8      | as at a till                |
//! | service                  | s    | 30 to 90 | assumed                     |

use populace_geom::Distribution;

use super::{ObjectKind, till};

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "information",
    aliases: &[],
    about: "a desk where someone answers one question after the other",
    places: "before its front, as many as `seats` says, 0.8 m apart",
    source: "as a till; service time assumed",
    has_line: true,
    is_passed: false,
    takes: &["facing", "seats", "queue", "service", "offers"],
    offers: &["information"],
    service: Some(Distribution::Uniform { least: 30.0, most: 90.0 }),
    slots: till::slots,
};
