//! IMO tests 5, 6, 9, 10 and 11: the same as tests of RiMEA, run once more under their own names in the full set only.

use crate::cases::rimea::{r05_pre_movement, r06_corner, r09_exits, r10_cabins, r13_stair_foot};
use crate::{Case, Suite};

pub(crate) const DELAY: Case = Case {
    name: "imo-05",
    suite: Suite::Imo,
    source: "IMO MSC.1/Circ.1533 test 5, with the set-up of RiMEA test 5",
    is_quick: false,
    ..r05_pre_movement::CASE
};

pub(crate) const CORNER: Case = Case {
    name: "imo-06",
    suite: Suite::Imo,
    source: "IMO MSC.1/Circ.1533 test 6, with the set-up of RiMEA test 6",
    is_quick: false,
    ..r06_corner::CASE
};

pub(crate) const EXITS: Case = Case {
    name: "imo-09",
    suite: Suite::Imo,
    source: "IMO MSC.1/Circ.1533 test 9, with the set-up of RiMEA test 9",
    is_quick: false,
    ..r09_exits::CASE
};

pub(crate) const CABINS: Case = Case {
    name: "imo-10",
    suite: Suite::Imo,
    source: "IMO MSC.1/Circ.1533 test 10, with the set-up of RiMEA test 10",
    is_quick: false,
    ..r10_cabins::CASE
};

pub(crate) const CONGESTION: Case = Case {
    name: "imo-11",
    suite: Suite::Imo,
    source: "IMO MSC.1/Circ.1533 test 11, with the set-up of RiMEA test 13",
    is_quick: false,
    ..r13_stair_foot::CASE
};
