//! Checks that the book's chapter on formats says what the program does.

use crate::shared;

use populace_ingest::FORMATS;

fn chapter() -> String {
    std::fs::read_to_string(shared::root().join("book/src/formats.md")).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_chapter_names_every_format_and_ending() {
    let chapter = chapter();
    for format in FORMATS {
        assert!(chapter.contains(&format!("`{}`", format.name)), "{} is missing", format.name);
        for ending in format.extensions {
            assert!(chapter.contains(&format!(".{ending}")), "ending .{ending} is missing");
        }
    }
}

#[test]
fn the_place_files_in_the_chapter_are_read() {
    let chapter = chapter();
    let examples: Vec<&str> = chapter.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(examples.len(), 2);
    let place = shared::take("example.place.toml", examples[0]);
    assert_eq!((place.floors.len(), place.links.len(), place.areas.len(), place.objects.len()), (3, 3, 1, 1));
    let error = shared::refuse("example.place.toml", examples[1]);
    assert!(error.what.contains("gare-de-l-est.geojson"), "only the imported file is missing: {error}");
}
