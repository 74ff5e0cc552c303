//! Bad files: each is refused with an error that says what to do, in any format and under any name.

use crate::shared;

use crate::shared::attempt;
use populace_geom::Draws;
use populace_ingest::{FORMATS, Options, Source, Units, choose, read};

const NAMES: [&str; 7] = ["a.wkt", "a.dxf", "a.png", "a.toml", "a.geojson", "a.place.toml", "a.unknown"];

#[test]
fn missing_files_and_folders_are_refused() {
    let error = read(&shared::root().join("no/such/file.wkt"), &Options::default()).unwrap_err();
    assert!(error.what.contains("cannot be opened") && !error.hint.is_empty(), "{error}");
    assert!(read(&shared::root(), &Options::default()).unwrap_err().what.contains("not a file"));
    assert!(attempt("a.wkt", b"", &Options::default()).unwrap_err().what.contains("empty"));
}

#[test]
fn content_wins_over_a_wrong_ending() {
    let cases: [(&[u8], &str); 5] = [
        (b"POLYGON ((0 0, 1 0, 1 1))", "wkt"),
        (b"  0\nSECTION\n  2\nHEADER\n", "dxf"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"# mine\nversion = 1\n", "place"),
        (b"{\"type\": \"FeatureCollection\", \"features\": []}", "geojson"),
    ];
    for (bytes, format) in cases {
        for name in NAMES.iter().chain(&["a", "a.txt"]) {
            let source = Source { path: std::path::Path::new(name), bytes };
            assert_eq!(choose(&source, &Options::default()).map(|f| f.name), Ok(format), "{name}");
        }
    }
}

#[test]
fn packed_and_utf_16_texts_are_called_that() {
    for name in ["a.geojson.gz", "a.wkt.gz", "A.JSON.GZ"] {
        let error = attempt(name, b"\x1f\x8b\x08\0\0\0\0\0", &Options::default()).unwrap_err();
        assert!(error.what.contains("only OSM XML is read gzipped") && error.hint.contains("unpack"), "{error}");
    }
    let text: Vec<u8> = "\u{feff}POLYGON ((0 0, 9 0, 9 9, 0 0))".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let error = attempt("a.wkt", &text, &Options::default()).unwrap_err();
    assert!(error.what.contains("UTF-16") && error.hint.contains("UTF-8"), "{error}");
}

#[test]
fn an_unknown_format_is_answered_with_the_known_ones() {
    let options = Options { format: Some("dwg".into()), ..Options::default() };
    let error = attempt("a.dwg", b"x", &options).unwrap_err();
    assert!(FORMATS.iter().all(|f| error.hint.contains(f.name)), "{error}");
    assert!(attempt("a.dwg", b"hello", &Options::default()).unwrap_err().hint.contains("--format"));
}

/// Returns the corners of a ring, written by `point` and joined by `between`.
fn ring(corners: &[(f64, f64)], point: impl Fn(f64, f64) -> String, between: &str) -> String {
    corners.iter().map(|(x, y)| point(*x, *y)).collect::<Vec<_>>().join(between)
}

#[test]
fn longitudes_and_latitudes_are_no_metres_in_any_format() {
    let files = |from: (f64, f64), to: (f64, f64)| {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        let list = ring(&corners, |x, y| format!("[{x}, {y}]"), ", ");
        let points = ring(&corners, |x, y| format!("10\n{x}\n20\n{y}\n"), "");
        let floor = "\"properties\":{\"populace\":\"floor\",\"name\":\"a\"}";
        [
            ("a.wkt", format!("POLYGON (({}))", ring(&corners, |x, y| format!("{x} {y}"), ", "))),
            ("a.toml", format!("version = 1\n[[floor]]\nname = \"a\"\noutline = [{list}]\n")),
            (
                "a.dxf",
                format!(
                    "0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\njps-walkablearea\n70\n1\n{points}0\nENDSEC\n0\nEOF\n"
                ),
            ),
            (
                "a.geojson",
                format!(
                    "{{\"type\":\"Feature\",{floor},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[[{list}]]}}}}"
                ),
            ),
        ]
    };
    for (name, text) in files((8.12345, 49.12345), (9.65432, 49.98765)) {
        let error = attempt(name, text.as_bytes(), &Options::default()).map(|_| name).unwrap_err();
        assert!(error.what.contains("look like longitudes") && error.hint.contains("--units m "), "{error}");
        let metres = Options { units: Units::Metres, ..Options::default() };
        assert!(attempt(name, text.as_bytes(), &metres).is_ok(), "{name}");
    }
    for (name, text) in files((3.0, 4.0), (4.5, 5.0)) {
        let place = attempt(name, text.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        assert!(place.georeference.is_none(), "{name}");
    }
}

#[test]
fn binary_garbage_is_refused_under_every_name_and_by_every_reader() {
    for seed in 0..50 {
        let draws = Draws::new(seed);
        let bytes: Vec<u8> = (0..2000).map(|i| draws.bits(i, 0, 0) as u8).collect();
        for name in NAMES {
            assert!(attempt(name, &bytes, &Options::default()).is_err(), "{name}");
        }
        for format in FORMATS {
            let options = Options { format: Some(format.name.into()), ..Options::default() };
            assert!(attempt("a", &bytes, &options).is_err(), "{}", format.name);
        }
    }
}

#[test]
fn scenes_cut_off_or_damaged_anywhere_never_crash_a_reader() {
    for name in ["station.place.toml", "room.wkt", "town.geojson", "town.png"] {
        let whole = std::fs::read(shared::root().join("scenes").join(name)).unwrap();
        let step = (whole.len() / 150).max(1);
        for cut in (0..whole.len()).step_by(step) {
            let _ = attempt(name, &whole[..cut], &Options::default());
            let mut damaged = whole.clone();
            damaged[cut] = damaged[cut].wrapping_add(13);
            let _ = attempt(name, &damaged, &Options::default());
        }
    }
}
