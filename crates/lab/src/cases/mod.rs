//! Every case: a constant in a file of its suite's folder, and one line here.

pub(crate) mod bodies;
pub(crate) mod draft;
mod imo;
mod juelich;
mod orca;
mod rimea;
mod ring;
mod steerbench;
mod stream;
mod validation;

pub(crate) use ring::Ring;

use crate::Case;

/// Every case, by suite.
pub const CASES: &[Case] = &[
    validation::bottleneck::CASE,
    validation::door::CASE,
    validation::fundamental_diagram::CASE,
    validation::single_file::CASE,
    validation::counter_flow::CASE,
    rimea::r01_speed::CASE,
    rimea::r02_stairs::UP,
    rimea::r02_stairs::DOWN,
    rimea::r04_density::CASE,
    rimea::r05_pre_movement::CASE,
    rimea::r06_corner::CASE,
    rimea::r07_demographics::CASE,
    rimea::r08_parameters::CASE,
    rimea::r09_exits::CASE,
    rimea::r10_cabins::CASE,
    rimea::r11_choice::CASE,
    rimea::r12_congestion::CASE,
    rimea::r13_stair_foot::CASE,
    rimea::r14_detour::CASE,
    rimea::r15_corner_time::CASE,
    juelich::free_walk::FREE,
    juelich::free_walk::TURNED,
    juelich::free_walk::ANYWHERE,
    juelich::standing::WIDE,
    juelich::standing::NARROW,
    juelich::targets::CASE,
    juelich::routes::CHOICE,
    juelich::routes::HIDDEN,
    juelich::threads::CASE,
    juelich::rooms::CASE,
    juelich::hidden::CASE,
    juelich::spread::CASE,
    imo::speeds::CORRIDOR,
    imo::speeds::UP,
    imo::speeds::DOWN,
    imo::door_flow::CASE,
    imo::twins::DELAY,
    imo::twins::CORNER,
    imo::demographics::CASE,
    imo::counter_flow::CASE,
    imo::twins::EXITS,
    imo::twins::CABINS,
    imo::twins::CONGESTION,
    steerbench::oncoming::ONE,
    steerbench::oncoming::TRICK,
    steerbench::oncoming::OBSTACLE,
    steerbench::oncoming::GROUPS,
    steerbench::crossing::ONE,
    steerbench::crossing::SIX,
    steerbench::crossing::THREE_WAY,
    steerbench::crossing::FOUR_WAY,
    steerbench::crossing::FROGGER,
    steerbench::crossing::SURPRISE,
    steerbench::together::CUT_ACROSS_1,
    steerbench::together::CUT_ACROSS_2,
    steerbench::together::FAN_IN,
    steerbench::together::FAN_OUT,
    steerbench::curves::CASE,
    steerbench::squeeze::OVERTAKE,
    steerbench::squeeze::ONE,
    steerbench::squeeze::THREE,
    steerbench::squeeze::DOUBLE,
    steerbench::squeeze::WALL,
    steerbench::doorway::ONE_WAY,
    steerbench::doorway::TWO_WAY,
    steerbench::crowds::ONE_WAY,
    steerbench::crowds::TWO_WAY,
    steerbench::crowds::FOUR_WAY,
    steerbench::crowds::SQUEEZE,
    steerbench::crowds::EVACUATION,
    steerbench::crowds::CIRCLE_20,
    steerbench::crowds::CIRCLE_500,
    steerbench::crowds::FOREST,
    orca::CIRCLE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_has_source_unit_and_limits() {
        for case in CASES {
            let texts = [case.name, case.title, case.source, case.setup, case.measure, case.unit];
            assert!(texts.iter().all(|t| !t.trim().is_empty()), "{}: something is not said", case.name);
            assert!(case.low.is_finite() && case.high.is_finite() && case.low <= case.high, "{}: limits", case.name);
        }
    }

    #[test]
    fn every_case_has_a_name_of_its_own() {
        let mut names: Vec<&str> = CASES.iter().map(|c| c.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), CASES.len());
    }
}
