//! Bad files: every one is refused with an error that says what to do, in any format and under any name.

mod shared;

use populace_geom::Draws;
use populace_ingest::{FORMATS, Options, Source, choose, read};
use shared::attempt;

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
fn an_unknown_format_is_answered_with_the_known_ones() {
    let options = Options { format: Some("dwg".into()), ..Options::default() };
    let error = attempt("a.dwg", b"x", &options).unwrap_err();
    assert!(FORMATS.iter().all(|f| error.hint.contains(f.name)), "{error}");
    assert!(attempt("a.dwg", b"hello", &Options::default()).unwrap_err().hint.contains("--format"));
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
