//! Real files: a main station, a mall, a terminus, an old town and a small town.

use crate::support::{environment, without_lifts};
use populace_env::{AreaKind, CellId, Environment, LinkKind, Place};
use populace_geom::centroid;
use populace_harness::data;
use populace_ingest::{Options, read};

fn load(name: &str) -> Option<Place> {
    let path = data(name)?;
    Some(read(&path, &Options::default()).unwrap_or_else(|e| panic!("{e}")))
}

/// Returns the connected parts for people 0.5 m wide: their area, m², and the names of their levels.
fn parts(place: &Place, env: &Environment) -> Vec<(f64, Vec<String>)> {
    let topology = env.as_given().topology(0.5);
    let mut parts = std::collections::BTreeMap::<usize, (f64, std::collections::BTreeSet<String>)>::new();
    for i in 0..env.cell_count() {
        let cell = CellId::new(i);
        let part = parts.entry(topology.component(cell)).or_default();
        part.0 += populace_geom::area(&env.cell_points(cell));
        let name = &place.floors[env.cell_floor(cell).index()].name;
        if name.starts_with("level") {
            part.1.insert(name.clone());
        }
    }
    let mut parts: Vec<_> = parts.into_values().map(|(area, names)| (area, names.into_iter().collect())).collect();
    parts.sort_by(|a: &(f64, Vec<String>), b| b.0.total_cmp(&a.0));
    parts
}

#[test]
fn in_darmstadt_every_platform_is_reached_from_the_hall_over_its_steps() {
    let Some(place) = load("indoor/darmstadt_hbf.osm") else { return };
    let lifts = place.links.iter().filter(|l| matches!(l.kind, LinkKind::Lift { .. })).count();
    let stairs = place.floors.iter().filter(|f| f.name.starts_with("steps")).count();
    // 28 flights are tagged; way/540724961 joins ways of one level only and is laid on it.
    assert_eq!((lifts, stairs), (6, 27));
    let place = without_lifts(place);
    let env = environment(&place);
    let topology = env.as_given().topology(0.8);
    let level = place.floor("level 0").expect("the level of the hall");
    // The hall across the tracks, `indoor=corridor`.
    let outlines = &place.floors[level.index()].walkable;
    let hall = outlines.iter().find(|o| o.source == "relation/7734742").expect("the hall");
    let in_hall = (0..env.cell_count())
        .map(CellId::new)
        .filter(|&c| env.cell_floor(c) == level)
        .filter(|&c| {
            let p = centroid(&env.cell_points(c));
            populace_geom::contains(&hall.outer, p) && !hall.holes.iter().any(|h| populace_geom::contains(h, p))
        })
        .max_by(|&a, &b| {
            let size = |c| populace_geom::area(&env.cell_points(c));
            size(a).total_cmp(&size(b))
        })
        .expect("a cell in the hall");
    let platforms: Vec<_> = place.areas.iter().filter(|a| a.kind == AreaKind::Waiting).collect();
    assert!(platforms.len() >= 6, "{}", platforms.len());
    for platform in platforms {
        let cells = (0..env.cell_count()).map(CellId::new).filter(|&c| {
            env.cell_floor(c) == platform.floor
                && populace_geom::contains(&platform.outline.outer, centroid(&env.cell_points(c)))
        });
        let joined = cells.filter(|&c| topology.component(c) == topology.component(in_hall));
        let size: f64 = joined.map(|c| populace_geom::area(&env.cell_points(c))).sum();
        assert!(size > 0.9 * populace_geom::area(&platform.outline.outer), "{} is not joined", platform.name);
    }
}

#[test]
fn in_the_mall_levels_0_to_2_are_joined() {
    let Some(place) = load("indoor/grand-place.geojson") else { return };
    let place = without_lifts(place);
    let parts = parts(&place, &environment(&place));
    assert_eq!(parts[0].1, ["level 0", "level 1", "level 2"]);
    assert!(parts[0].0 > 18_000.0, "{}", parts[0].0);
}

#[test]
fn the_terminus_has_two_levels_and_nothing_that_joins_them() {
    let Some(place) = load("indoor/gare-de-l-est.geojson") else { return };
    let names: Vec<&str> = place.floors.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["level -1", "level 0"]);
    assert!(place.links.iter().all(|l| matches!(&l.kind, LinkKind::Door { floors, .. } if floors[0] == floors[1])));
    let parts = parts(&place, &environment(&place));
    assert!(parts.iter().all(|p| p.1.len() == 1));
    assert!(parts[0].0 > 35_000.0);
}

#[test]
fn the_old_town_is_in_metres_and_has_all_its_buildings() {
    let Some(place) = load("city/barcelona_oldtown_1400m_buildings_m.geojson") else { return };
    assert_eq!((place.floors.len(), place.floors[0].obstacles.len()), (1, 3706));
    assert!(place.notes.iter().any(|n| n.text == "coordinates taken as metres"));
    assert!(place.georeference.is_none());
}

#[test]
fn the_small_town_is_read_as_buildings() {
    let Some(place) = load("city/dreieich.osm.gz") else { return };
    assert_eq!(place.floors.len(), 1);
    let buildings = place.floors[0].obstacles.len();
    // 3,771 buildings by the data's own count, 4 of them roofs.
    assert_eq!(buildings, 3767);
    let env = environment(&place);
    let parts = parts(&place, &env);
    assert!(parts[0].0 > 0.95 * env.walkable_area());
}
