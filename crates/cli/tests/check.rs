//! `populace check`: names, JSON, pages and exit codes.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

fn check(arguments: &[&str]) -> Output {
    populace_harness::output(Command::new(env!("CARGO_BIN_EXE_populace")).arg("check").args(arguments))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn json_has_model_case_and_verdict() {
    let output = check(&["--model", "reactive", "--case", "rimea-01", "--case", "imo-01", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let case = &json["reactive"]["rimea-01"];
    assert_eq!((&case["pass"], &case["unit"], &case["kind"]), (&true.into(), &"s".into(), &"verification".into()));
    let value = case["value"].as_f64().expect("a number");
    // 40 m at 1.33 m/s.
    assert!((value - 30.1).abs() < 0.3, "{value}");
    assert_eq!((case["low"].as_f64(), case["high"].as_f64()), (Some(26.0), Some(34.0)));
    let keys: Vec<&str> = case.as_object().expect("a table").keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 7, "{keys:?}");
    assert!(case["source"].as_str().is_some_and(|s| s.contains("RiMEA")));
    assert!(json["reactive"]["imo-01"]["pass"] == true);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let run =
        |threads: &str| check(&["--model", "reactive", "--suite", "juelich", "--json", "--threads", threads]).stdout;
    assert_eq!(text(&run("1")), text(&run("3")));
}

#[test]
fn pages_are_written_and_need_nothing_else() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("check-pages");
    let _ = std::fs::remove_dir_all(&folder);
    let path = folder.to_string_lossy();
    let output = check(&["--model", "reactive", "--case", "rimea-06", "--out", &path]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for name in ["index.html", "reactive.html"] {
        let page = std::fs::read_to_string(folder.join(name)).expect(name);
        assert!(page.contains("rimea-06") && page.ends_with("</html>\n"), "{name}");
        let is_outside = |link: &str| page.contains(link);
        assert!(!is_outside("src=\"http") && !is_outside("href=\"http") && !is_outside("@import"), "{name}");
    }
    let chapter = std::fs::read_to_string(folder.join("verdicts.md")).expect("chapter");
    assert!(chapter.contains("| `rimea-06` ") && chapter.contains("](reactive.html#rimea-06)"), "{chapter}");
    // The chapter shows the command, but not the folder of this machine.
    assert!(chapter.contains("populace check --model reactive --case rimea-06 --out FOLDER\n"), "{chapter}");
    assert!(!chapter.contains(&*path));
}

#[test]
fn unknown_names_are_refused_with_advice() {
    for (arguments, advice) in
        [(["--model", "reactiv"], "reactive"), (["--suite", "rimae"], "rimea"), (["--case", "rimea-1"], "rimea-01")]
    {
        let output = check(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let told = text(&output.stderr);
        assert!(told.contains("is called that") && told.contains(advice), "{told}");
    }
}
