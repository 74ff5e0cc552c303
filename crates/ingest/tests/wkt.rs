//! Facts about reading WKT.

use crate::shared;

use crate::shared::{real, refuse, take};
use populace_geom::Point;
use populace_ingest::{Options, Units};

#[test]
fn a_polygon_with_a_hole_is_one_level() {
    let place = take("room.wkt", "POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0), (4 2, 5 2, 5 3, 4 2))");
    assert_eq!(place.name, "room");
    assert_eq!(place.floors.len(), 1);
    let outline = &place.floors[0].walkable[0];
    assert_eq!((outline.outer.len(), outline.holes.len()), (5, 1));
    assert_eq!(outline.source, "polygon 1 (line 1, column 9)");
}

#[test]
fn collections_multipolygons_empties_and_heights_are_read() {
    let text = "geometrycollection (MULTIPOLYGON Z (((0 0 9, 1 0 9, 1 1 nan)), EMPTY),\n POLYGON EMPTY,\n \
                GEOMETRYCOLLECTION (POLYGONZM((2 2 1 1, 3 2 1 1, 3 3 1 1)))); POLYGON((5 5,6 5,6 6))";
    let place = take("c.wkt", text);
    assert_eq!(place.floors[0].walkable.len(), 3);
    assert_eq!(place.floors[0].walkable[1].source, "polygon 2 (line 3, column 31)");
}

#[test]
fn errors_name_line_and_column_and_show_the_line() {
    let error = refuse("bad.wkt", "POLYGON ((0 0,\n 10 0,\n 10 five,\n 0 5))");
    assert_eq!(error.location, "line 3, column 5");
    assert!(error.what.contains("\"five\" is not a number"), "{error}");
    assert!(error.what.contains("3 |  10 five,\n    |     ^"), "{error}");
    assert_eq!(refuse("bad.wkt", "POLYGON ((0 0, 1 0, 1 1").location, "line 1, column 24");
    assert!(refuse("bad.wkt", "POLYGON ((0 0, 1 0, nan 1))").what.contains("not a number"));
    assert!(refuse("bad.wkt", "POLYGON ((0 0, 1 0, 1e999 1))").what.contains("not a number"));
    assert!(refuse("bad.wkt", "POLYGON ((0 0, 1 0, 1e12 1))").what.contains("1,000 km"));
    assert!(refuse("bad.wkt", "LINESTRING (0 0, 1 0)").what.contains("encloses no walkable area"));
    assert!(refuse("bad.wkt", "POLIGON ((0 0, 1 0))").hint.contains("POLYGON"));
    assert!(refuse("bad.wkt", "POLYGON EMPTY").what.contains("no walkable area"));
}

#[test]
fn rings_that_are_not_closed_are_noted() {
    let place = take("a.wkt", "POLYGON ((0 0, 9 0, 9 9, 0 0),\n (4 2, 5 2, 5 3))");
    let [note] = place.notes.as_slice() else { panic!("{:?}", place.notes) };
    assert_eq!(note.text, "ring 2 is not closed; it is closed from its last point (5, 3) to its first (4, 2)");
    assert_eq!((note.source.as_str(), note.at), ("polygon 1 (line 1, column 9)", Some(Point::new(5.0, 3.0))));
    let many = take("a.wkt", &format!("MULTIPOLYGON ({}EMPTY)", "((0 0, 9 0, 9 9)),".repeat(500)));
    assert_eq!((many.notes.len(), many.notes[100].text.as_str()), (101, "400 rings more that are not closed"));
}

#[test]
fn every_error_says_what_to_do() {
    for text in
        ["POLYGON ((0 0, 1 x))", "POLYGON ((0 0, 1 ))", "POLYGON 1", "POLYGON ((0 0, 1 0", "POLYGON ((0 0; 1 0))"]
    {
        assert!(!refuse("bad.wkt", text).hint.is_empty(), "{text}");
    }
    assert!(refuse("bad.wkt", &"GEOMETRYCOLLECTION (".repeat(50)).hint.contains("MULTIPOLYGON"));
}

#[test]
fn huge_numbers_are_short_in_messages() {
    let error = refuse("bad.wkt", "POLYGON ((0 0, 1 0, 1e300 1))");
    assert!(error.what.contains("(1e300, 1)"), "{error}");
}

#[test]
fn deep_nesting_is_refused() {
    let text = "GEOMETRYCOLLECTION (".repeat(100_000);
    assert!(refuse("deep.wkt", &text).what.contains("nested"));
    assert!(refuse("deep.wkt", &format!("POLYGON {}", "(".repeat(1_000_000))).what.contains("number"));
}

#[test]
fn degrees_need_to_be_asked_for() {
    let text = "POLYGON ((2.3580 48.8760, 2.3601 48.8760, 2.3601 48.8790, 2.3580 48.8760))";
    assert!(refuse("paris.wkt", text).what.contains("longitudes"));
    let place = shared::take_with("paris.wkt", text, &Options { units: Units::LonLat, ..Options::default() });
    let outline = &place.floors[0].walkable[0].outer;
    // 0.0021° of longitude at 48.8775° and 0.003° of latitude.
    assert!((outline[0].distance(outline[1]) - 154.1).abs() < 0.2, "{outline:?}");
    assert!((outline[1].distance(outline[2]) - 333.6).abs() < 0.2, "{outline:?}");
    assert!(place.georeference.is_some());
    let same = take("paris.wkt", &format!("SRID=4326;{text}"));
    assert_eq!(same.floors[0].walkable[0].outer, *outline);
}

#[test]
fn ten_million_vertices_are_refused_in_seconds() {
    let text = format!("POLYGON (({}0 0))", "1.5 2.5, ".repeat(10_000_000));
    assert!(refuse("big.wkt", &text).what.contains("more than 4000000 vertices"));
    let many = format!("MULTIPOLYGON ({}EMPTY)", "((0 0, 1 0, 1 1)),\n".repeat(300_000));
    assert_eq!(take("many.wkt", &many).floors[0].walkable.len(), 300_000);
}

#[test]
fn real_plans_have_their_published_holes() {
    let Some(hall) = real("indoor/BUW.wkt") else { return };
    let holes = |p: &populace_env::Place| p.floors[0].walkable.iter().map(|o| o.holes.len()).sum::<usize>();
    assert_eq!(holes(&hall), 40);
    let Some(stadium) = real("indoor/SiB2023_entrance_jupedsim.wkt") else { return };
    assert_eq!(holes(&stadium), 81);
    for name in ["bottleneck/040_c_56_h-", "hermes/corridor_180", "unidirectional/traj_UNI_CORR_500_01"] {
        assert!(real(&format!("trajectories/{name}.wkt")).is_some());
    }
}
