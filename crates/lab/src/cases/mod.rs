//! Every case: one file each, in the folder of its suite, and one line here.

mod bodies;
mod ring;
mod validation;

use crate::Case;

/// Every case, by suite.
pub const CASES: &[Case] =
    &[validation::bottleneck::CASE, validation::fundamental_diagram::CASE, validation::counter_flow::CASE];

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
