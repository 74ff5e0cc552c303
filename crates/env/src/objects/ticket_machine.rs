//! A machine that sells tickets.
//!
//! T (Shao & Terzopoulos 2007), Algorithm 4 and Fig. 22: a line forms before it. The customer stands before the machine
//! and faces it.
//!
//! | number                   | unit | default  | from                        |
//! |--------------------------|------|----------|-----------------------------|
//! | from machine to customer | m    | 0.3      | body 0.2 and a hand's width |
//! | service                  | s    | 30 to 60 | assumed                     |

use populace_geom::Distribution;

use super::{ObjectKind, till};

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "ticket-machine",
    aliases: &[],
    about: "a machine that sells tickets",
    places: "one before its front, or as many as `seats` says",
    source: "Shao & Terzopoulos 2007, Algorithm 4; service time assumed",
    has_line: true,
    is_passed: false,
    takes: &["facing", "seats", "queue", "service", "offers"],
    offers: &["ticket"],
    service: Some(Distribution::Uniform { least: 30.0, most: 60.0 }),
    slots: till::slots,
};
