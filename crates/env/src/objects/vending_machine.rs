//! A machine that sells drinks and food.
//!
//! T (Shao & Terzopoulos 2007), Algorithm 4 and Fig. 22: a line forms before it. The customer stands before the machine
//! and faces it.
//!
//! | number                   | unit | default  | from                        |
//! |--------------------------|------|----------|-----------------------------|
//! | from machine to customer | m    | 0.3      | body 0.2 and a hand's width |
//! | service                  | s    | 10 to 25 | assumed                     |

use populace_geom::Distribution;

use super::{ObjectKind, till};

/// This kind's line in the table.
pub(super) const ENTRY: ObjectKind = ObjectKind {
    name: "vending-machine",
    aliases: &[],
    about: "a machine that sells drinks and food",
    places: "one before its front, or as many as `seats` says",
    source: "Shao & Terzopoulos 2007, Algorithm 4; service time assumed",
    has_line: true,
    is_passed: false,
    takes: &["facing", "seats", "queue", "service", "offers"],
    offers: &["drink", "food"],
    service: Some(Distribution::Uniform { least: 10.0, most: 25.0 }),
    slots: till::slots,
};
