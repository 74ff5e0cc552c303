//! Scenarios and options that `populace run` refuses with exit code 2. The message says which file, where in it, and what to do.
//! Nothing is written, and little time and memory are spent.

use crate::running;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::running::{file, folder, fresh, populace, scene, text};

/// A room of 10 × 10 m with a door 1.2 m wide; the lines of interest are 8 and 9.
const SCENARIO: &str = r#"version = 1
place = "bottleneck.place.toml"
seed = 1
until = 300

[[population]]
name = "audience"
arrive = { count = 100, areas = "room" }
journey = [{ leave = "outside" }]
"#;

/// Puts the scenario beside its place, with one text in it replaced by another.
fn scenario(test: &str, from: &str, to: &str) -> PathBuf {
    assert!(SCENARIO.contains(from));
    // The test can also name an area that lies in the wall above the door.
    let place = std::fs::read_to_string(scene("bottleneck.place.toml")).unwrap()
        + "\n[[area]]\nname = \"in the wall\"\nkind = \"entrance\"\noutline = [[10.1, 7], [10.3, 7], [10.3, 8], [10.1, 8]]\n";
    file(test, "bottleneck.place.toml", place);
    file(test, "bad.scenario.toml", SCENARIO.replacen(from, to, 1))
}

/// Runs the command with at most 1 GB of address space and 20 s of processor time, when the system can limit them.
fn confined(arguments: &[&str]) -> Output {
    if !cfg!(target_os = "linux") {
        return populace(arguments);
    }
    let script = "ulimit -v 1000000 && ulimit -t 20 && exec \"$0\" \"$@\"";
    let binary = env!("CARGO_BIN_EXE_populace");
    populace_harness::output(Command::new("sh").args(["-c", script, binary]).args(arguments))
}

/// Runs the command. It must refuse with code 2, help and all these words, and write nothing to `out`.
fn refuse(arguments: &[&str], out: &Path, words: &[&str]) {
    let output = confined(&[arguments, &["--threads", "2", "--out", text(out)]].concat());
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(output.stdout.is_empty() && message.starts_with("error: "), "{message}");
    for word in words.iter().chain(&["\n  help: "]) {
        assert!(message.contains(word), "no {word:?} in: {message}");
    }
    assert!(!out.exists(), "something was written to {}", out.display());
}

/// Checks that the scenario with one text replaced is refused at a line, and that the line is shown.
fn refuse_scenario(test: &str, from: &str, to: &str, line: usize, words: &[&str]) {
    let path = scenario(test, from, to);
    let changed = std::fs::read_to_string(&path).unwrap();
    let shown = format!("{line} | {}", changed.lines().nth(line - 1).unwrap());
    let place = format!("bad.scenario.toml: line {line}, column ");
    let out = fresh(test, "recording");
    refuse(&["run", text(&path)], &out, &[words, &[&place, &shown]].concat());
    // The scenario is refused in the same way without recording.
    let output = confined(&["run", text(&path), "--no-record", "--threads", "2"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_scenario_that_the_others_are_made_from_runs() {
    let path = scenario("good", "seed = 1", "seed = 1");
    let output = confined(&["run", text(&path), "--no-record", "--until", "1", "--threads", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn nobody_is_refused() {
    refuse_scenario("nobody", "count = 100", "count = 0", 8, &["nobody comes", "at least 1"]);
}

#[test]
fn a_thousand_million_people_are_refused_with_the_number_that_a_run_takes() {
    let words = ["1000000000 people", "more than a run takes", "at most 2000000"];
    refuse_scenario("thousand_million", "count = 100", "count = 1000000000", 8, &words);
    let rate = "rate = 10000, until = 1e6";
    let path = scenario("thousand_million", "count = 100", rate);
    let text_with_end = std::fs::read_to_string(&path).unwrap().replace("until = 300", "until = 1e6");
    std::fs::write(&path, text_with_end).unwrap();
    let out = fresh("thousand_million", "recording");
    refuse(&["run", text(&path)], &out, &["bad.scenario.toml: line 8", "10000000000 people"]);
}

#[test]
fn too_many_people_for_an_area_are_refused_with_the_number_that_would_fit() {
    // The area is 8 × 10 m: 0.45 · 80 m² / (π · 0.2² m²) = 286.5 bodies.
    let words = ["287 people do not fit into room: 286 do", "at most 286"];
    refuse_scenario("too_many", "count = 100", "count = 287", 8, &words);
    let path = scenario("too_many", "count = 100", "count = 286");
    let output = confined(&["run", text(&path), "--no-record", "--until", "1", "--threads", "2"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_step_of_no_time_is_refused() {
    let words = ["the dt is 0", "between 0.001 and 0.5 s"];
    refuse_scenario("no_time", "[[population]]", "[timing]\ndt = 0\n[[population]]", 7, &words);
}

#[test]
fn journeys_that_contradict_themselves_are_refused() {
    let after = "[{ leave = \"outside\" }, { wait = 3 }]";
    refuse_scenario("contradiction", "[{ leave = \"outside\" }]", after, 9, &["they have left", "last stage"]);
    let never = "[{ wait_for = \"alarm\" }, { leave = \"outside\" }]";
    refuse_scenario("contradiction", "[{ leave = \"outside\" }]", never, 9, &["no event ever gives"]);
}

#[test]
fn an_entrance_inside_a_wall_is_refused() {
    let words = ["no walkable ground", "move the area"];
    refuse_scenario("in_wall", "count = 100, areas = \"room\"", "rate = 1, areas = \"in the wall\"", 8, &words);
    let words = ["in a wall"];
    refuse_scenario("in_wall", "count = 100, areas = \"room\"", "at = [[10.2, 8]]", 8, &words);
}

#[test]
fn a_missing_place_is_refused() {
    let words = ["\"nowhere.place.toml\" cannot be opened"];
    refuse_scenario("no_place", "bottleneck.place.toml", "nowhere.place.toml", 2, &words);
    let path = scenario("no_place", "seed = 1", "seed = 1");
    let (nowhere, out) = (folder("no_place").join("nowhere.wkt"), fresh("no_place", "recording"));
    refuse(&["run", text(&path), "--place", text(&nowhere)], &out, &["nowhere.wkt"]);
}

#[test]
fn a_misspelt_key_is_refused_with_a_suggestion() {
    refuse_scenario("misspelt", "journey", "jurney", 9, &["unknown field `jurney`", "\"journey\""]);
    refuse_scenario("misspelt", "count = 100", "cuont = 100", 8, &["unknown field `cuont`", "\"count\""]);
    refuse_scenario("misspelt", "\"room\"", "\"rooom\"", 8, &["no area \"rooom\"", "\"room\""]);
}

#[test]
fn a_missing_scenario_is_refused() {
    let (nowhere, out) = (folder("no_scenario").join("nowhere.scenario.toml"), fresh("no_scenario", "recording"));
    refuse(&["run", text(&nowhere)], &out, &["nowhere.scenario.toml: cannot be opened"]);
    refuse(&["run", text(&folder("no_scenario"))], &out, &["is not a file"]);
}

#[test]
fn times_that_are_none_are_refused() {
    let path = scenario("times", "seed = 1", "seed = 1");
    let out = fresh("times", "recording");
    for (option, value) in [
        ("--until", "-1"),
        ("--until", "0"),
        ("--until", "NaN"),
        ("--until", "inf"),
        ("--until", "1e300"),
        ("--checkpoint-every", "0"),
        ("--checkpoint-every", "-5"),
    ] {
        refuse(&["run", text(&path), option, value], &out, &[&format!("{option} "), "0.001 to 10000000 s"]);
    }
    // The parser of options refuses words that are not numbers.
    for option in ["--until", "--threads", "--seed", "--checkpoint-every"] {
        let output = confined(&["run", text(&path), option, "soon", "--out", text(&out)]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(option) && message.contains("soon"), "{message}");
    }
    assert!(!out.exists());
}

#[test]
fn a_folder_with_other_files_is_refused_and_left_alone() {
    let path = scenario("occupied", "seed = 1", "seed = 1");
    let out = fresh("occupied", "recording");
    std::fs::create_dir_all(&out).unwrap();
    std::fs::write(out.join("thesis.txt"), "ten years of work").unwrap();
    for (more, words) in [(None, "is not empty: it holds thesis.txt"), (Some("--overwrite"), "not part of a recording")]
    {
        let arguments: Vec<&str> = ["run", text(&path), "--out", text(&out)].into_iter().chain(more).collect();
        let output = confined(&arguments);
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(text(&out)) && message.contains(words), "{message}");
        assert!(message.contains("\n  help: choose another folder"), "{message}");
        let left: Vec<_> = std::fs::read_dir(&out).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(left, ["thesis.txt"]);
        assert_eq!(std::fs::read_to_string(out.join("thesis.txt")).unwrap(), "ten years of work");
    }
}

#[test]
fn a_recording_is_replaced_only_when_asked() {
    let path = scenario("again", "seed = 1", "seed = 1");
    let out = fresh("again", "recording");
    let run = |more: &[&str]| {
        let arguments = ["run", text(&path), "--out", text(&out), "--until", "1", "--quiet", "--threads", "2"];
        confined(&[&arguments, more].concat())
    };
    assert!(run(&[]).status.success());
    let output = run(&[]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("replace the recording in it with --overwrite"), "{message}");
    assert!(run(&["--overwrite"]).status.success());
}

/// Names used to reach the terminal as they are, which obeyed them.
#[test]
fn escape_sequences_in_names_are_written_out() {
    let shown = |arguments: &[&str]| {
        let output = confined(arguments);
        for bytes in [&output.stdout, &output.stderr] {
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{arguments:?}: {text:?}");
        }
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let until = ["--until", "1", "--threads", "2", "--quiet"];
    // A key and a value that are not known, and a parameter.
    for (from, to) in [
        ("seed = 1", "\"\\u001b[2Jseed\" = 1"),
        ("\"room\"", "\"\\u001b]0;room\\u0007\""),
        ("journey =", "parameters = { \"\\u009b31m\" = 1 }\njourney ="),
    ] {
        let path = scenario("escapes", from, to);
        let message = shown(&[&["run", text(&path), "--no-record"], &until[..]].concat());
        assert!(message.starts_with("error: ") && message.contains("\\u"), "{message}");
    }
    // Names in the summary, in its JSON and in what is measured.
    let names = "name = \"\\u001b[31mred\\nstate hash  0\"\nseed = 1";
    let path = scenario("escapes", "seed = 1", names);
    let measure = "\n[[measure]]\nname = \"\\u001b[5mroom\\u009b\"\narea = \"room\"\n";
    std::fs::write(&path, std::fs::read_to_string(&path).unwrap() + measure).unwrap();
    let out = fresh("escapes", "recording");
    let summary = shown(&[&["run", text(&path), "--out", text(&out)], &until[..]].concat());
    assert!(summary.contains("\\u001b[31mred\\u000astate hash  0, seed 1\n"), "{summary}");
    assert!(summary.contains("\\u001b[5mroom\\u009b "), "{summary}");
    let measured = shown(&["measure", text(&out)]);
    assert!(measured.contains("\\u001b[5mroom\\u009b"), "{measured}");
    let json: serde_json::Value = serde_json::from_str(&shown(&["measure", text(&out), "--json"])).unwrap();
    assert!(json.as_object().unwrap().keys().any(|key| key.contains("\u{1b}[5mroom\u{9b}")), "{json}");
}

/// An empty drawing used to be made without a word.
#[test]
fn a_span_that_ends_before_it_begins_is_refused() {
    let path = scenario("span", "seed = 1", "seed = 1");
    let (recording, drawing) = (fresh("span", "recording"), folder("span").join("paths.svg"));
    // An earlier test may have left it.
    let _ = std::fs::remove_file(&drawing);
    let run = ["run", text(&path), "--until", "1", "--quiet", "--threads", "2", "--out", text(&recording)];
    assert!(confined(&run).status.success());
    let draw = ["draw", text(&recording), "--out", text(&drawing)];
    let measure = ["measure", text(&recording)];
    for span in
        [["--from", "50", "--until", "20"], ["--from", "0.5", "--until", "0.5"], ["--from", "NaN", "--until", "1"]]
    {
        for command in [&draw[..], &measure[..]] {
            let message = running::refused(&[command, &span[..]].concat());
            assert!(message.contains("is not after --from") && message.contains("\n  help: "), "{message}");
        }
    }
    assert!(!drawing.exists());
    assert!(populace(&[&draw[..], &["--from", "0.5"]].concat()).status.success());
}

/// `.sqlite` used to be listed once for each version of the format.
#[test]
fn every_ending_of_an_export_is_listed_once() {
    let (recording, out) = (folder("endings").join("recording"), folder("endings").join("a.unknown"));
    let message = running::refused(&["convert", text(&recording), "--out", text(&out)]);
    assert!(message.contains("use one of .sqlite, .txt, or say the format with --to"), "{message}");
    let help = String::from_utf8(populace(&["convert", "--help"]).stdout).unwrap();
    assert_eq!(help.matches(".sqlite").count(), 1, "{help}");
}
