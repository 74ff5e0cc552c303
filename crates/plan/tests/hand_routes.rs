//! Routes calculated by hand: two halls side by side and a corridor along both. Doorways of 1 m join each two of them.

use populace_env::{BuildOptions, Built, FloorId, Outline, Place, build};
use populace_geom::Point;
use populace_plan::{Abstraction, Atlas, Keys, Labels, PLANNERS, Profile, Roadmap, Scratch, Spot};

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64, source: &str) -> Outline {
    Outline::new([(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(|(x, y)| Point::new(x, y)).to_vec(), source)
}

fn halls() -> Built {
    let mut floor = populace_env::Floor::level("ground", 0.0);
    floor.walkable = vec![
        rectangle(0.0, 0.0, 6.0, 6.0, "first hall"),
        rectangle(6.2, 0.0, 12.2, 6.0, "second hall"),
        rectangle(0.0, 6.2, 12.2, 8.2, "corridor"),
        rectangle(6.0, 2.5, 6.2, 3.5, "doorway between the halls"),
        rectangle(2.5, 6.0, 3.5, 6.2, "doorway of the first hall to the corridor"),
        rectangle(8.7, 6.0, 9.7, 6.2, "doorway of the second hall to the corridor"),
    ];
    build(&Place { floors: vec![floor], ..Place::default() }, &BuildOptions::default()).expect("builds")
}

fn spot(built: &Built, x: f64, y: f64) -> Spot {
    let point = Point::new(x, y);
    Spot { cell: built.environment.locate(FloorId(0), point, None).expect("walkable"), point }
}

/// Returns the planners that must agree.
fn least_cost() -> impl Iterator<Item = &'static populace_plan::PlannerEntry> {
    PLANNERS.iter().filter(|p| p.is_least_cost)
}

/// Returns a roadmap with one key point per segment, which lies in the middle of each doorway.
fn roadmap_of(built: &Built) -> Roadmap {
    Roadmap::of(built.environment.as_given(), &Profile::default(), Keys { most: 1, spacing: 10.0 })
}

#[test]
fn straight_through_a_doorway_takes_the_distance_by_the_speed() {
    let built = halls();
    let map = roadmap_of(&built);
    let atlas = Atlas { world: built.environment.as_given(), map: &map };
    for entry in least_cost() {
        let planner = (entry.prepare)(atlas);
        let found = planner.plan(atlas, spot(&built, 2.0, 3.0), spot(&built, 10.2, 3.0), &mut Scratch::default());
        let found = found.expect("a way");
        assert_eq!(found.route.portals.len(), 2, "{}: into the doorway and out of it", entry.name);
        // 8.2 m at Weidmann's 1.34 m/s; each of the three parts is rounded up by less than 61 µs.
        let seconds = 8.2 / 1.34;
        assert!((seconds..seconds + 3.0 * 62e-6).contains(&found.route.time), "{}: {}", entry.name, found.route.time);
    }
}

#[test]
fn crowding_in_the_doorway_sends_people_through_the_corridor() {
    let built = halls();
    let mut map = roadmap_of(&built);
    let (from, to) = (spot(&built, 3.0, 5.0), spot(&built, 9.2, 5.0));
    let mut planners: Vec<_> =
        least_cost().map(|p| (p.prepare)(Atlas { world: built.environment.as_given(), map: &map })).collect();
    let mut changed = Vec::new();
    let doorway = spot(&built, 6.1, 3.0).cell;
    // The doorway is 0.2 m deep: 300 times its 0.15 s are 45 s, far more than the corridor's 8.2 m.
    map.set_extra(built.environment.as_given(), doorway, 300.0, &mut changed);
    let atlas = Atlas { world: built.environment.as_given(), map: &map };
    for (entry, planner) in least_cost().zip(&mut planners) {
        planner.refresh(atlas, &changed);
        let found = planner.plan(atlas, from, to, &mut Scratch::default()).expect("a way");
        // 1.0 + 0.2 m up, 6.2 m along the corridor's near edge, 0.2 + 1.0 m down, through the middles of two doorways.
        let seconds = (1.2 + 6.2 + 1.2) / 1.34;
        assert!((seconds..seconds + 5.0 * 62e-6).contains(&found.route.time), "{}: {}", entry.name, found.route.time);
        assert_eq!(found.route.portals.len(), 4, "{}", entry.name);
    }
}

#[test]
fn roadmap_and_labels_are_valid() {
    let built = halls();
    let map = Roadmap::of(built.environment.as_given(), &Profile::default(), Keys { most: 3, spacing: 1.0 });
    map.validate(&built.environment).expect("valid roadmap");
    let paths = Abstraction::of(&built.environment, &map).expect("small");
    Labels::on(paths).validate(&map).expect("valid labels");
}

#[test]
fn a_body_wider_than_the_doorways_has_no_way() {
    let built = halls();
    let wide = Profile { width: 1.2, ..Profile::default() };
    let map = Roadmap::of(built.environment.as_given(), &wide, Keys::default());
    let atlas = Atlas { world: built.environment.as_given(), map: &map };
    for entry in least_cost() {
        let planner = (entry.prepare)(atlas);
        let found = planner.plan(atlas, spot(&built, 2.0, 3.0), spot(&built, 10.2, 3.0), &mut Scratch::default());
        assert_eq!(found, None, "{}", entry.name);
    }
}
