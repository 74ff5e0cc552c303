//! Places on a coarse lattice, where everything touches everything: floors, links, doors, lifts and areas.

use crate::lattice::lattice_place;
use populace_env::{BuildOptions, Built, Floor, LinkId, LinkKind, Outline, Place, build};
use populace_geom::Point;

#[test]
fn twenty_thousand_lattice_places_build_and_are_valid() {
    for number in 0..20_000 {
        let place = lattice_place(number);
        match build(&place, &BuildOptions::default()) {
            Ok(built) => {
                built.validate().unwrap_or_else(|e| panic!("place {number}: {e}"));
                assert_no_link_is_lost(&built, number);
            }
            Err(error) => assert!(error.what.contains("empty"), "place {number}: {error}"),
        }
    }
}

/// Asserts that every link has a segment or is reported. A lift with all its stops in one cell needs no segment.
fn assert_no_link_is_lost(built: &Built, number: u64) {
    let env = &built.environment;
    for link in (0..env.links().len()).map(LinkId::new) {
        let joined = env.segments().iter().any(|s| s.link == Some(link));
        let reported = built.sanitised.unjoined.iter().any(|u| u.link == link);
        let lift = matches!(env.links()[link.index()].kind, LinkKind::Lift { .. });
        assert!(joined || reported || lift, "place {number}: link {link:?} is lost");
    }
}

#[test]
fn a_corner_that_touches_a_slanted_edge_is_no_crossing() {
    let ring = |points: &[(f64, f64)]| Outline::new(points.iter().map(|&(x, y)| Point::new(x, y)).collect(), "");
    let mut floor = Floor::level("ground", 0.0);
    floor.walkable.push(ring(&[(1.0, 5.0), (5.0, 5.0), (2.4, 6.4)]));
    floor.walkable.push(ring(&[(1.0, 6.0), (2.0, 6.0), (2.0, 7.0), (1.0, 7.0)]));
    let built = build(&Place { floors: vec![floor], ..Place::default() }, &BuildOptions::default()).expect("builds");
    built.validate().expect("valid");
}
