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
pub const KNOWN: &[Known] = &[
    Known {
        model: "social-force",
        case: "steerbench-double-squeeze",
        why: "two pairs that meet in a corridor stand; taken for the blocked state of driven particles, not traced step by step",
        source: "Helbing, Farkas & Vicsek 2000, Freezing by heating in a driven mesoscopic system, doi:10.1103/PhysRevLett.84.1240",
    },
    Known {
        model: "social-force",
        case: "steerbench-doorway-one-way",
        why: "of two before one door one stays; taken for the arch before an exit, not traced step by step",
        source: "Helbing, Farkas & Vicsek 2000, Simulating dynamical features of escape panic, doi:10.1038/35035023",
    },
    Known {
        model: "orca",
        case: "juelich-11",
        why: "the density filter takes the speed from the room along the preferred direction, which may bend towards the portals that doors make; without the filter the times differ by 0.4 %",
        source: "Curtis & Manocha 2014, Pedestrian simulation using geometric reasoning in velocity space, doi:10.1007/978-3-319-02447-9_73",
    },
    Known {
        model: "collision-free-speed",
        case: "juelich-04",
        why: "the speed is that of the room straight ahead, and nothing but repulsion turns the direction: behind someone who stands in the way both seem to balance; not traced step by step",
        source: "Tordeux, Chraibi & Seyfried 2016, Collision-free speed model for pedestrian dynamics, doi:10.1007/978-3-319-33482-0_29",
    },
];

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
