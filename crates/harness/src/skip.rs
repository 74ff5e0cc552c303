//! Tests that end early say so: on standard output, and in the list that `cargo ci` counts.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// The environment variable that names the list of skipped tests. `cargo ci` sets it.
const LIST: &str = "POPULACE_SKIPPED";

/// Notes that the calling test ends early. `why` is the reason by which `cargo ci` counts skipped tests, `what` is the
/// thing that is missing. The test must return right after the call.
pub fn skip(why: &str, what: &str) {
    println!("skipped: {why}: {what}");
    if let Some(list) = std::env::var_os(LIST) {
        note(Path::new(&list), why, what);
    }
}

/// Appends a line to the list.
fn note(list: &Path, why: &str, what: &str) {
    let line = format!("{}\t{}\t{why}\t{what}\n", binary_name(), test_name());
    // One call writes the whole line, so that the lines of tests that run at the same time do not mix.
    let written =
        OpenOptions::new().create(true).append(true).open(list).and_then(|mut f| f.write_all(line.as_bytes()));
    if let Err(error) = written {
        panic!("{}: the skipped test cannot be noted: {error}", list.display());
    }
}

/// Returns the name of the test binary without the hash that cargo appends.
fn binary_name() -> String {
    let path = std::env::current_exe().unwrap_or_default();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    stem.rsplit_once('-').map_or(stem.clone(), |(name, _)| name.to_owned())
}

/// Returns the name of the test: nextest sets a variable for each process, the plain runner names the thread after the
/// test.
fn test_name() -> String {
    let thread = std::thread::current().name().map(str::to_owned);
    std::env::var("NEXTEST_TEST_NAME").ok().or(thread).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_binary_test_reason_and_what_is_missing() {
        let list = std::env::temp_dir().join(format!("populace-skipped-{}", std::process::id()));
        note(&list, "no data", "a.osm");
        note(&list, "no data", "b.osm");
        let text = std::fs::read_to_string(&list).expect("the list is there");
        std::fs::remove_file(&list).expect("the list is ours");
        let test = "skip::tests::the_list_has_binary_test_reason_and_what_is_missing";
        let line = |what: &str| format!("populace_harness\t{test}\tno data\t{what}\n");
        assert_eq!(text, line("a.osm") + &line("b.osm"));
    }
}
