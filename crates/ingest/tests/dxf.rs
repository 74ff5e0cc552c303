//! Facts about reading DXF.

use crate::shared::{real, refuse, take, take_with};
use populace_env::AreaKind;
use populace_geom::{Point, area};
use populace_ingest::Options;

/// Returns a drawing in `units` with these entities: name, layer, group codes and values.
fn drawing(units: u32, blocks: &str, entities: &[(&str, &str, &str)]) -> String {
    let lines = |text: &str| text.split_whitespace().fold(String::new(), |s, word| s + word + "\r\n");
    let entities: String =
        entities.iter().map(|(k, l, codes)| format!("0\r\n{k}\r\n8\r\n{l}\r\n{}", lines(codes))).collect();
    format!(
        "999\r\na comment\r\n0\r\nSECTION\r\n2\r\nHEADER\r\n9\r\n$INSUNITS\r\n 70\r\n{units}\r\n0\r\nENDSEC\r\n0\r\nSECTION\r\n2\r\nBLOCKS\r\n{}\
         0\r\nENDSEC\r\n0\r\nSECTION\r\n2\r\nENTITIES\r\n{entities}0\r\nENDSEC\r\n0\r\nEOF\r\n",
        lines(blocks)
    )
}

const ROOM: (&str, &str, &str) =
    ("LWPOLYLINE", "JPS-WalkableArea-1", "90 4 70 1 10 0 20 0 10 20 20 0 10 20 20 10 10 0 20 10");

#[test]
fn layers_become_floor_obstacles_and_areas() {
    let circle = "10 5 20 5 40 2";
    let place = take(
        "a.dxf",
        &drawing(
            6,
            "",
            &[
                ROOM,
                ("CIRCLE", "jps-obstacles", circle),
                ("LWPOLYLINE", "jps-exits-north", "70 0 10 0 20 9 10 2 20 9 10 2 20 10"),
                ("CIRCLE", "jps-distributions", circle),
                ("CIRCLE", "jps-waypoints", circle),
                ("CIRCLE", "jps-waitingset", circle),
                ("LINE", "jps-journeys", "10 0 20 0 11 5 21 5"),
                ("CIRCLE", "furniture", circle),
                ("HATCH", "jps-obstacles", "10 0 20 0"),
            ],
        ),
    );
    let floor = &place.floors[0];
    assert_eq!((floor.walkable.len(), floor.obstacles.len()), (1, 1));
    let names: Vec<_> = place.areas.iter().map(|a| (a.name.as_str(), a.kind)).collect();
    assert_eq!(names.len(), 4);
    assert!(names.contains(&("exit 1 north", AreaKind::Exit)), "{names:?}");
    assert!(names.contains(&("entrance 1", AreaKind::Entrance)), "{names:?}");
    let notes: String = place.notes.iter().map(|n| n.text.clone() + "\n").collect();
    assert!(notes.contains("ignored: furniture, jps-journeys"), "{notes}");
    assert!(notes.contains("1 HATCH on layer jps-obstacles"), "{notes}");
    // A circle of radius 2 m in chords within 1 cm of it: its area is less than 4π by at most 1 cm times the
    // circumference.
    let circle = area(&floor.obstacles[0].outer);
    assert!(circle < 4.0 * std::f64::consts::PI && circle > 4.0 * std::f64::consts::PI - 0.126, "{circle}");
}

#[test]
fn lines_and_arcs_are_joined_into_rings() {
    // A stadium drawn in pieces, out of order and in mixed directions, in millimetres.
    let place = take(
        "a.dxf",
        &drawing(
            4,
            "",
            &[
                ("LINE", "jps-walkablearea", "10 0 20 0 11 4000 21 0"),
                ("ARC", "jps-walkablearea", "10 0 20 1000 40 1000 50 90 51 270"),
                ("LINE", "jps-walkablearea", "10 0 20 2000 11 4000 21 2000"),
                ("ARC", "jps-walkablearea", "10 4000 20 1000 40 1000 50 270 51 90"),
                ("LINE", "jps-obstacles", "10 1000 20 500 11 3000 21 500"),
            ],
        ),
    );
    let floor = &place.floors[0];
    assert_eq!(floor.walkable.len(), 1, "{:?}", place.notes);
    let size = area(&floor.walkable[0].outer);
    assert!((size - (8.0 + std::f64::consts::PI)).abs() < 0.07, "{size}");
    assert_eq!(floor.walls.len(), 1, "an open line on an obstacle layer is a wall");
}

#[test]
fn bulges_blocks_and_old_polylines_are_expanded() {
    let blocks =
        "0 BLOCK 8 0 2 column 10 1 20 1 0 LWPOLYLINE 8 0 70 1 10 1 20 1 10 2 20 1 10 2 20 2 10 1 20 2 0 ENDBLK 8 0";
    let text = drawing(
        0,
        blocks,
        &[
            // A half disc: the bulge of the second edge is 1.
            ("LWPOLYLINE", "walkablearea", "70 1 10 0 20 0 10 8 20 0 42 1"),
            ("INSERT", "jps-obstacles", "2 column 10 3 20 1 41 0.5 42 0.5 50 90 70 2 44 2"),
            ("POLYLINE", "jps-obstacles", "66 1 70 1 10 0 20 0 30 0"),
            ("VERTEX", "jps-obstacles", "10 1 20 0.2"),
            ("VERTEX", "jps-obstacles", "10 2 20 0.2"),
            ("VERTEX", "jps-obstacles", "10 2 20 1.2"),
            ("SEQEND", "jps-obstacles", ""),
        ],
    );
    let place = take_with("a.dxf", &text, &Options { scale: 2.0, ..Options::default() });
    let floor = &place.floors[0];
    let size = area(&floor.walkable[0].outer);
    assert!((size - 4.0 * 8.0 * std::f64::consts::PI).abs() < 0.3, "{size}");
    assert!(place.notes.iter().any(|n| n.text.contains("names no unit")));
    let sizes: Vec<f64> = floor.obstacles.iter().map(|o| (area(&o.outer) * 1e9).round() / 1e9).collect();
    assert_eq!(sizes, [1.0, 1.0, 2.0]);
    // The block's base point lands on the insertion point, in drawing units of 2 m; the next column is 2 units along
    // the turned x axis.
    assert!(floor.obstacles[0].outer[0].distance(Point::new(6.0, 2.0)) < 1e-9);
    assert!(floor.obstacles[1].outer[0].distance(Point::new(6.0, 6.0)) < 1e-9);
}

#[test]
fn ellipses_and_splines_are_approximated() {
    let ellipse = ("ELLIPSE", "jps-walkablearea", "10 0 20 0 11 10 21 0 40 0.5 41 0 42 6.283185307179586");
    let place = take("a.dxf", &drawing(6, "", &[ellipse]));
    assert!((area(&place.floors[0].walkable[0].outer) - 50.0 * std::f64::consts::PI).abs() < 0.5);
    // A cubic Bézier curve as a spline: its middle is at (3.75, 7.5).
    let spline = "70 1 71 3 40 0 40 0 40 0 40 0 40 1 40 1 40 1 40 1 10 0 20 0 10 0 20 10 10 10 20 10 10 5 20 0";
    let place = take("a.dxf", &drawing(6, "", &[("SPLINE", "jps-walkablearea", spline)]));
    let ring = &place.floors[0].walkable[0].outer;
    let expected = Point::new((0.0 + 0.0 + 30.0 + 5.0) / 8.0, 60.0 / 8.0);
    assert!(ring.iter().any(|p| p.distance(expected) < 1e-9), "{ring:?}");
}

#[test]
fn a_drawing_without_walkable_layer_lists_what_it_has() {
    let error =
        refuse("a.dxf", &drawing(6, "", &[("CIRCLE", "Walls", "10 5 20 5 40 2"), ("TEXT", "Notes", "1 hello")]));
    assert!(error.what.contains("layers found: Notes, Walls"), "{error}");
    assert!(error.hint.contains("jps-walkablearea"), "{error}");
}

#[test]
fn damaged_drawings_are_refused_with_the_line() {
    let whole = drawing(6, "", &[ROOM]);
    for cut in (1..whole.len() - 2).step_by(3) {
        let error = refuse("a.dxf", &whole[..cut]);
        assert!(!error.what.is_empty());
    }
    let error = refuse("a.dxf", &whole.replacen("10\r\n20\r\n", "10\r\nnan\r\n", 1));
    assert!(error.what.contains("not a number") && error.location.starts_with("line "), "{error}");
    assert!(refuse("a.dxf", &whole.replacen("10\r\n20\r\n", "10\r\n1e300\r\n", 1)).what.contains("1,000 km"));
    assert!(refuse("a.dxf", "AC1027\u{0}\u{0}").hint.contains("ASCII"));
    assert!(refuse("a.dxf", "  0\nSECTION\n  2\nENTITIES\nhello\nworld\n").location == "line 5");
}

#[test]
fn blocks_that_contain_themselves_end() {
    let blocks = "0 BLOCK 2 a 0 INSERT 8 0 2 a 0 INSERT 8 0 2 a 0 INSERT 8 0 2 a 0 INSERT 8 0 2 a 0 ENDBLK";
    let error = refuse("a.dxf", &drawing(6, blocks, &[ROOM, ("INSERT", "jps-obstacles", "2 a")]));
    assert!(error.what.contains("vertices"), "{error}");
}

#[test]
fn many_lines_at_one_point_take_no_quadratic_time() {
    let mut entities = vec![ROOM];
    entities.extend(std::iter::repeat_n(("LINE", "jps-obstacles", "10 5 20 5 11 6 21 6"), 100_000));
    assert_eq!(take("a.dxf", &drawing(6, "", &entities)).floors[0].walkable.len(), 1);
}

#[test]
fn real_drawings_have_their_entities() {
    let Some(gallery) = real("indoor/Gallery.dxf") else { return };
    let count = |p: &populace_env::Place, kind| p.areas.iter().filter(|a| a.kind == kind).count();
    // 16 obstacle polylines, 2 exits, 4 distributions and 3 waypoints are drawn in the file.
    assert_eq!(gallery.floors[0].obstacles.len(), 16);
    assert_eq!((count(&gallery, AreaKind::Exit), count(&gallery, AreaKind::Entrance)), (2, 4));
    assert_eq!(count(&gallery, AreaKind::Region), 3);
    let Some(office) = real("indoor/ISO-Office.dxf") else { return };
    assert_eq!((office.floors[0].walkable.len(), office.floors[0].obstacles.len()), (1, 3));
    assert_eq!((count(&office, AreaKind::Exit), count(&office, AreaKind::Entrance)), (2, 12));
}
