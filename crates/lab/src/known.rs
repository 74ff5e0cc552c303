//! Failures that lie in a model itself: what its publication says or leaves out, with the citation.

/// A verification case that a model fails by what it is.
pub struct Known {
    /// The model.
    pub model: &'static str,
    /// The case.
    pub case: &'static str,
    /// Why that is the model itself.
    pub why: &'static str,
    /// Where that is published.
    pub source: &'static str,
}

/// Every failure that is known. Such a case is reported as failed and does not make `populace check` fail.
pub const KNOWN: &[Known] = &[];

/// The known failure of a model in a case.
pub(crate) fn known(model: &str, case: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.model == model && k.case == case)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CASES;

    #[test]
    fn every_known_failure_names_a_case_and_is_cited() {
        for known in KNOWN {
            assert!(CASES.iter().any(|c| c.name == known.case), "{}: no case is called that", known.case);
            assert!(populace_steer::model(known.model).is_some(), "{}: no model is called that", known.model);
            assert!(!known.why.is_empty() && !known.source.is_empty(), "{} in {}", known.model, known.case);
        }
    }
}
