//! Failures that lie in a model itself, or in how routes are followed under it. Each entry says what the publication says or leaves out,
//! with the citation.

/// A verification case that some models fail because of what they are.
pub struct Known {
    /// The models.
    pub models: &'static [&'static str],
    /// The case.
    pub case: &'static str,
    /// The reason why the model itself, or the way in which routes are followed, leads to the failure.
    pub why: &'static str,
    /// The publication that says so.
    pub source: &'static str,
}

/// Every failure that is known. Such a case is reported as failed and does not make `populace check` fail.
pub const KNOWN: &[Known] = &[
    Known {
        models: &["social-force"],
        case: "steerbench-doorway-one-way",
        why: "the two posts of an opening of 1.2 m hold a body of 1 m back with up to 3.03 m/s² (2 A/m exp((r − d)/B) along the way, 0.21 m before it), and v0/τ = 2.6 m/s² alone drives a pedestrian that stands. The first pedestrian comes through with the speed that it has. The second has waited for the first and, from the 25th second on, stands for good 0.31 m before the opening, where 2.60 m/s² of the posts balance the drive. Two bodies of 0.96 m (at most 2.36 m/s²) come through, two of 0.98 m (2.67 m/s²) do not",
        source: "Helbing, Farkas & Vicsek 2000, Simulating dynamical features of escape panic, doi:10.1038/35035023: the force of walls, with its A = 2000 N, B = 0.08 m, τ = 0.5 s and m = 80 kg",
    },
    Known {
        models: &["orca"],
        case: "juelich-11",
        why: "speed follows density, and the doors make the crowd denser. With the follower `cones`, people walk through the middle of the part of a door that they see: before the first door up to 4.8° off the straight way. Behind it they are 0.59 m off the middle line in the mean; without doors, 0.98 m. There the density filter leaves them 0.84 of the speed that they want; without doors, 0.89. The whole way takes 21.66 s with doors and 20.50 s without. With `platter-lift`, which leads people less to the middle (0.85 m), the difference is 2.6 %; without the filter it is 0.2 %",
        source: "Curtis & Manocha 2014, Pedestrian simulation using geometric reasoning in velocity space, doi:10.1007/978-3-319-02447-9_73: speed reduces as density increases; the middle of cones: Lamarche & Donikian 2004, §4.2",
    },
    Known {
        models: &["social-force"],
        case: "rimea-04",
        why: "people hardly slow down in a crowd: the repulsion A exp((r − d)/B) falls to a tenth within 0.18 m. Bodies that press on each other would slow each other down, but bodies do not overlap here. At 3.5 per m² they walk at \
              0.9 m/s, so the flow still grows there",
        source: "Helbing, Farkas & Vicsek 2000, doi:10.1038/35035023: A = 2000 N, B = 0.08 m",
    },
    Known {
        models: &["anticipation-velocity"],
        case: "rimea-04",
        why: "V(s) = min(v0, (s − l)/T) with T = 1.06 s slows people down from s = l + v0 T = 1.82 m on: in files 0.64 m wide (2 · 0.8 l) that is at 0.86 per m², and from there on the flow falls",
        source: "Xu, Chraibi & Seyfried 2021, doi:10.1016/j.trc.2021.103464, with the T of JuPedSim",
    },
    Known {
        models: &["reactive", "comfort", "predictive", "orca", "anticipation-velocity", "power-law"],
        case: "rimea-15",
        why: "the cause is the way in which routes are followed: everyone walks along the bisecting line of the cone through the portals, which is near the inner side of a bend, and waits there rather than walk farther out. With `reactive` all 500 pass a corner 20 m wide within 2.7 m of it (median 1.0 m); models that push a crowd apart use more of the width (collision-free-speed and social-force: up to 5 and 6 m)",
        source: "Lamarche & Donikian 2004, doi:10.1111/j.1467-8659.2004.00782.x, §4.2: the bisecting line of the cone; nothing there asks how crowded it is",
    },
];

/// Returns the known failure of a model in a case.
pub(crate) fn known(model: &str, case: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|k| k.models.contains(&model) && k.case == case)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CASES;

    #[test]
    fn every_known_failure_names_a_case_and_is_cited() {
        for known in KNOWN {
            assert!(CASES.iter().any(|c| c.name == known.case), "{}: no case is called that", known.case);
            for model in known.models {
                assert!(populace_steer::model(model).is_some(), "{model}: no model is called that");
            }
            assert!(!known.why.is_empty() && !known.source.is_empty(), "{:?} in {}", known.models, known.case);
        }
    }
}
