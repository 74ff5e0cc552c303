//! Measures what paper S claims of its comfort drives: compares whole runs with these drives and without them, of the same scene and the
//! same seed.
//!
//! S: Sterlin et al., *Comfort driven navigation of individuals in a crowd simulation*, SPIROPS R&D. Each file states one claim, measures
//! it, tests that the model keeps it by a margin, and makes its table for the section of the book on `comfort`. Where a claim does not
//! hold, the file says so.

mod distances;
mod obstacles;
mod overtaking;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use populace_steer::{ModelEntry, model};
use serde_json::{Value, json};

use crate::bench::Scene;
use crate::report::chart;
use crate::{Bench, Observed};

/// The three comfort drives of S §3.3.3; the first of them is two drives here, one for each side. Emergencies stay.
const COMFORT_DRIVES: [&str; 4] = ["clear_right", "clear_left", "avoid_obstacle", "decelerate"];

fn comfort() -> &'static ModelEntry {
    model("comfort").expect("it is in the table")
}

/// Returns the settings that switch drives off.
fn without(drives: &[&str]) -> Value {
    json!({ "without": drives })
}

/// Runs a scene to its end, on one thread: tests are what is shared out among threads.
fn watch(settings: &Value, scene: &Scene, seed: u64) -> Observed {
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let bench = Bench {
        model: comfort(),
        settings: settings.clone(),
        is_full: false,
        seed: 0,
        data: Arc::new(crate::data::Data::find()),
    };
    alone.install(|| bench.watch(scene, seed)).unwrap_or_else(|e| panic!("{e}"))
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let (sum, count) = values.into_iter().fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// Returns a row of a table.
fn row(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

/// Returns the head of a table.
fn head(columns: &[&str]) -> String {
    row(columns.iter().map(|&c| c.to_owned())) + &row(columns.iter().map(|_| "---".to_owned()))
}

fn book(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src").join(file)
}

/// Returns the chapter on models with the tables of this folder as they should be.
fn remade(chapter: &str) -> String {
    let blocks = [
        ("distances with and without comfort drives", distances::table()),
        ("distance from walls by density", obstacles::table_of_densities()),
        ("distance from walls by width", obstacles::table_of_widths()),
        ("overtaking by difference of speeds", overtaking::table()),
    ];
    blocks.into_iter().fold(chapter.to_owned(), |text, (name, made)| {
        let mark = format!("<!-- {name} -->\n");
        let (before, rest) = text.split_once(&mark).unwrap_or_else(|| panic!("the chapter has no line {mark}"));
        let (_, after) = rest.split_once("<!-- end -->").expect("a block ends");
        format!("{before}{mark}{made}<!-- end -->{after}")
    })
}

#[test]
fn the_book_has_what_is_measured() {
    let made = |file: &str, make: &dyn Fn(&str) -> String| {
        let committed = std::fs::read_to_string(book(file)).unwrap_or_default();
        let made = make(&committed);
        if std::env::var_os("POPULACE_WRITE").is_some() {
            std::fs::write(book(file), made).expect("the book can be written");
        } else {
            assert!(committed == made, "{file} is stale: run this test with POPULACE_WRITE=1 and commit the file");
        }
    };
    made("models.md", &remade);
    made("img/comfort-walls.svg", &|_| chart::picture(&obstacles::figure()).to_svg());
}
