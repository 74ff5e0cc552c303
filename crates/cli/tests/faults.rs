//! Killed and interrupted runs, full disks and folders that cannot be written: what `populace run` leaves, and how a run goes on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use crate::running::{Rows, file, folder, fresh, measures, populace, refused, result, scene, text};
use populace_harness::{Deadline, Running, skip};
use populace_record::Recording;

/// Two streams in the bundled corridor; the people of one stop in the middle for a while. The run takes hours of simulated time, so
/// that it never ends before a test has interrupted it.
const ENDLESS: &str = r#"
version = 1
place = "corridor.place.toml"
seed = 5
until = 100000

[[population]]
name = "eastbound"
arrive = { rate = 0.5, until = 20000, areas = "west" }
journey = [{ leave = "east" }]

[[population]]
name = "westbound"
arrive = { rate = 0.3, until = 20000, areas = "east" }
journey = [{ go_to = "middle" }, { wait = { uniform = [1, 4] } }, { leave = "west" }]

[[measure]]
name = "middle"
area = "middle"

[[measure]]
name = "west of the middle"
line = [[14, 0], [14, 4]]
"#;

fn endless(test: &str) -> PathBuf {
    let place = std::fs::read(scene("corridor.place.toml")).unwrap();
    file(test, "corridor.place.toml", place);
    file(test, "endless.scenario.toml", ENDLESS)
}

fn start(arguments: &[&str]) -> Running {
    Running::start(Command::new(env!("CARGO_BIN_EXE_populace")).args(arguments))
}

/// Starts a run that saves a checkpoint every simulated second.
fn start_run(scenario: &Path, out: &Path) -> Running {
    start(&["run", text(scenario), "--out", text(out), "--checkpoint-every", "1", "--quiet"])
}

/// Waits until one of the files is there.
fn wait_for(child: &mut Running, files: &[PathBuf]) {
    let (deadline, what) = (Deadline::far(), format!("{files:?} did not come"));
    while files.iter().all(|f| f.symlink_metadata().is_err()) {
        assert!(child.ended().is_none(), "the run ended before {files:?} came");
        // The pause is short enough to find files that exist only for a moment.
        std::thread::sleep(Duration::from_micros(500).min(deadline.left(&what)));
    }
}

fn seal(out: &Path, number: u32) -> PathBuf {
    out.join(format!("segments/{number:06}.json"))
}

/// Resumes a run up to `until` s.
fn resume(out: &Path, until: f64, more: &[&str]) -> Output {
    let until = until.to_string();
    let output = populace(&[&["run", "--resume", text(out), "--until", &until, "--quiet"], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Records the same run without interruption.
fn uninterrupted(test: &str, scenario: &Path, until: f64, more: &[&str]) -> PathBuf {
    let (out, until) = (fresh(test, "whole"), until.to_string());
    let arguments = ["run", text(scenario), "--out", text(&out), "--until", &until, "--threads", "1"];
    let output = populace(&[&arguments, more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out
}

/// Checks that the recording is a beginning of the uninterrupted run, and that the resumed run gives the rest of it: the hash of
/// every step, the frames, the events, the measures and the summary.
fn check_goes_on(test: &str, scenario: &Path, out: &Path) {
    check_goes_on_with(test, scenario, out, &[]);
}

fn check_goes_on_with(test: &str, scenario: &Path, out: &Path, more: &[&str]) {
    let cut = Rows::of(out);
    let until = cut.last_step() as f64 * 0.05 + 10.0;
    let whole = uninterrupted(test, scenario, until, more);
    let rows = Rows::of(&whole);
    assert_eq!(rows.last_step() + 1, rows.steps.len() as u64, "there is a row for the start and for every step");
    cut.check_begins(&rows);
    resume(out, until, more);
    Rows::of(out).check_same(&rows);
    assert_eq!(result(out), result(&whole));
    assert_eq!(measures(out), measures(&whole));
    let left: Vec<_> = std::fs::read_dir(out).unwrap().map(|e| e.unwrap().path()).collect();
    assert!(left.iter().all(|p| p.extension().is_none_or(|e| e != "part")), "{left:?}");
}

/// An act of every kind. Some acts are asked before steps without a decision.
const ACTS: &str = r#"{"step": 11, "act": {"add": {"population": "eastbound", "area": "middle", "count": 12}}}
{"step": 25, "act": {"block": {"outline": [[14, 0.5], [15, 0.5], [15, 3], [14, 3]]}}}
{"step": 41, "act": {"set": {"population": "westbound", "parameter": "margin", "value": 0.3}}}
{"step": 63, "act": {"send": {"pedestrians": [0, 1, 2], "to": "west"}, "add": {"population": "westbound", "area": "east", "count": 3}}}
{"step": 85, "act": {"block": {"outline": [[6, 1], [8, 1], [8, 3.5]]}}}
{"step": 119, "act": {"send": {"population": "westbound", "to": "middle"}}}
{"step": 2000, "act": {"send": {"population": "westbound", "to": "east"}}}
"#;

#[test]
fn a_killed_run_with_acts_goes_on_to_the_same_bits() {
    let scenario = endless("killed_acts");
    let acts = file("killed_acts", "acts.jsonl", ACTS);
    let out = fresh("killed_acts", "recording");
    for step in [20, 40, 60, 120, 200] {
        fresh("killed_acts", "recording");
        let arguments = ["run", text(&scenario), "--out", text(&out), "--checkpoint-every", "1", "--quiet"];
        let mut child = start(&[&arguments[..], &["--acts", text(&acts)]].concat());
        wait_for(&mut child, &[out.join(format!("checkpoint-{step}.bin"))]);
        child.kill();
        check_goes_on_with("killed_acts", &scenario, &out, &["--acts", text(&acts)]);
        let (cut, whole) = (out.join("acts.jsonl"), folder("killed_acts").join("whole/acts.jsonl"));
        assert_eq!(std::fs::read(cut).unwrap(), std::fs::read(whole).unwrap(), "killed at {step}");
    }
}

#[test]
fn a_killed_run_is_readable_and_goes_on_to_the_same_bits() {
    let scenario = endless("killed");
    let out = fresh("killed", "recording");
    let part = |name: &str| out.join(format!("{name}.part"));
    // The run is killed while the tables of a segment, its seal or a checkpoint are being written, or right after. A file that
    // exists only for a moment may be missed, so the seal after it counts, too.
    let moments: [(&[PathBuf], u32); 8] = [
        (&[seal(&out, 0)], 0),
        (&[part("frames-000001.parquet")], 1),
        (&[part("steps-000002.parquet")], 2),
        (&[part("segments-000003.json")], 3),
        (&[part("checkpoint-100.bin")], 5),
        (&[out.join("checkpoint-120.bin")], 6),
        (&[seal(&out, 9)], 9),
        (&[part("checkpoint-240.bin"), part("events-000012.parquet")], 12),
    ];
    for (files, number) in moments {
        fresh("killed", "recording");
        let mut child = start_run(&scenario, &out);
        wait_for(&mut child, &[files, &[seal(&out, number)]].concat());
        child.kill();
        let recording = Recording::open(&out).unwrap();
        assert_eq!(recording.summary().unwrap(), None, "nothing claims that the run was finished");
        assert!(recording.segments() >= number, "{} segments, killed at {files:?}", recording.segments());
        // Every segment is a simulated second.
        assert_eq!(Rows::of(&out).last_step(), 20 * u64::from(recording.segments()));
        check_goes_on("killed", &scenario, &out);
    }
}

#[test]
fn a_run_killed_before_its_first_checkpoint_starts_again() {
    let scenario = endless("early");
    let out = fresh("early", "recording");
    let mut child = start(&["run", text(&scenario), "--out", text(&out), "--quiet"]);
    wait_for(&mut child, &[out.join("manifest.json")]);
    child.kill();
    assert!(Recording::open(&out).unwrap().checkpoints().is_empty());
    let message = String::from_utf8(resume(&out, 10.0, &[]).stderr).unwrap();
    assert!(message.contains("the run starts again from the beginning"), "{message}");
    Rows::of(&out).check_same(&Rows::of(&uninterrupted("early", &scenario, 10.0, &[])));
}

#[test]
fn a_run_killed_twice_goes_on_to_the_same_bits() {
    let scenario = endless("twice");
    let out = fresh("twice", "recording");
    let mut child = start_run(&scenario, &out);
    wait_for(&mut child, &[seal(&out, 3)]);
    child.kill();
    let more = Recording::open(&out).unwrap().segments() + 4;
    let mut child = start(&["run", "--resume", text(&out), "--checkpoint-every", "1", "--quiet"]);
    wait_for(&mut child, &[seal(&out, more)]);
    child.kill();
    check_goes_on("twice", &scenario, &out);
}

#[test]
fn lifts_and_doors_go_on_as_well() {
    let scenario = PathBuf::from(scene("three_floors.scenario.toml"));
    let out = fresh("lifts", "recording");
    let mut child = start(&["run", text(&scenario), "--out", text(&out), "--checkpoint-every", "10", "--quiet"]);
    // The first wheelchair, which comes at 10 s, is on its way by lift.
    wait_for(&mut child, &[seal(&out, 5)]);
    child.kill();
    check_goes_on("lifts", &scenario, &out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_a_whole_recording_and_goes_on_to_the_same_bits() {
    let scenario = endless("interrupted");
    let out = fresh("interrupted", "recording");
    // The run saves no checkpoints, but the interruption saves one.
    let mut child = start(&["run", text(&scenario), "--out", text(&out), "--quiet"]);
    wait_for(&mut child, &[seal(&out, 0)]);
    child.interrupt();
    let output = child.finish();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.contains("steps: interrupted"), "{told}");
    assert!(told.contains(&format!("populace run --resume {}", text(&out))), "{told}");
    let summary = result(&out);
    assert_eq!(summary["ended"], "interrupted");
    let rows = Rows::of(&out);
    assert_eq!(summary["steps"], rows.last_step(), "everything up to the interruption is there");
    assert_eq!(summary["state_hash"], format!("{:016x}", rows.steps.last().unwrap().state_hash));
    assert_eq!(Recording::open(&out).unwrap().checkpoints(), [rows.last_step()]);
    check_goes_on("interrupted", &scenario, &out);
}

#[cfg(unix)]
#[test]
fn a_run_interrupted_at_once_goes_on_to_the_same_bits() {
    let scenario = endless("at_once");
    let out = fresh("at_once", "recording");
    let mut child = start_run(&scenario, &out);
    wait_for(&mut child, &[out.join("manifest.json")]);
    child.interrupt();
    let output = child.finish();
    assert_eq!(output.status.code(), Some(130), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(result(&out)["ended"], "interrupted");
    check_goes_on("at_once", &scenario, &out);
}

/// Checks what a run says when there is no room left.
fn check_says_full(output: &Output) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.starts_with("error: ") && message.contains("there is no room to write it"), "{message}");
    assert!(message.contains(".part") || message.contains(".parquet"), "the file is named: {message}");
    assert!(message.contains("\n  help: what was recorded before is intact; free some space and resume"), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_clear_error_and_earlier_segments_stay() {
    let scenario = endless("full");
    let out = fresh("full", "recording");
    let mut child = start_run(&scenario, &out);
    wait_for(&mut child, &[out.join("manifest.json")]);
    // From some segment on the disk is full: /dev/full refuses every byte. The run may be past the first of these segments.
    for number in (20..100).step_by(5) {
        let part = out.join(format!("frames-{number:06}.parquet.part"));
        let _ = std::os::unix::fs::symlink("/dev/full", part);
    }
    let output = child.finish();
    check_says_full(&output);
    let segments = Recording::open(&out).unwrap().segments();
    assert!(segments >= 20, "{segments} segments");
    for number in 20..100 {
        let _ = std::fs::remove_file(out.join(format!("frames-{number:06}.parquet.part")));
    }
    check_goes_on("full", &scenario, &out);
}

/// The system used to end the run without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_on_the_size_of_files_is_a_clear_error_and_earlier_segments_stay() {
    let scenario = endless("limited");
    let out = fresh("limited", "recording");
    // Segments of 60 s are larger than these 64 blocks of 512 bytes; the place and the checkpoints are smaller.
    let script = "ulimit -f 64; exec \"$0\" \"$@\"";
    let run = ["run", text(&scenario), "--out", text(&out), "--quiet"];
    let arguments = |more: &[&'static str]| {
        let binary = env!("CARGO_BIN_EXE_populace");
        populace_harness::output(Command::new("sh").args(["-c", script, binary]).args(run).args(more))
    };
    check_says_full(&arguments(&[]));
    assert_eq!(Recording::open(&out).unwrap().segments(), 0);
    check_says_full(&arguments(&["--overwrite", "--checkpoint-every", "20"]));
    check_goes_on("limited", &scenario, &out);
}

#[test]
fn a_folder_that_cannot_be_made_is_refused_before_the_run() {
    let scenario = endless("unwritable");
    let below = file("unwritable", "a file", "").join("recording");
    let mut nowhere = vec![below];
    if cfg!(target_os = "linux") {
        nowhere.push("/proc/recording".into());
    }
    for out in nowhere {
        let message = refused(&["run", text(&scenario), "--out", text(&out), "--quiet"]);
        assert!(message.contains(text(&out)) && message.contains("cannot be written"), "{message}");
        assert!(message.contains("\n  help: "), "{message}");
    }
}

#[test]
fn a_folder_without_leave_to_write_is_refused_before_the_run() {
    let scenario = endless("read_only");
    let parent = fresh("read_only", "parent");
    std::fs::create_dir_all(&parent).unwrap();
    let mut permissions = std::fs::metadata(&parent).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&parent, permissions).unwrap();
    if std::fs::write(parent.join("probe"), "").is_ok() {
        return skip("permissions do not bind this user", "a folder that may not be written to");
    }
    let out = parent.join("recording");
    let message = refused(&["run", text(&scenario), "--out", text(&out), "--quiet"]);
    assert!(message.contains(text(&out)) && message.contains("may not be written"), "{message}");
    assert!(message.contains("\n  help: choose a folder that you may write to"), "{message}");
}

#[test]
fn what_is_no_recording_is_not_resumed() {
    let empty = folder("foreign").join("empty");
    std::fs::create_dir_all(&empty).unwrap();
    for out in [empty, folder("foreign").join("nowhere"), file("foreign", "a file", "")] {
        let message = refused(&["run", "--resume", text(&out)]);
        assert!(message.contains(text(&out)) && message.contains("is not a recording"), "{message}");
        assert!(message.contains("\n  help: name the folder that a run wrote"), "{message}");
        assert!(!out.join("lock").exists());
    }
}

/// Returns a recording up to 12 s with checkpoints at 4, 8 and 12 s, of which the last two are kept.
fn finished(test: &str) -> (PathBuf, PathBuf) {
    let scenario = endless(test);
    let out = fresh(test, "recording");
    let output = populace(&["run", text(&scenario), "--out", text(&out), "--until", "12", "--checkpoint-every", "4"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (scenario, out)
}

#[test]
fn a_finished_run_is_resumed_to_a_later_end_only() {
    let (scenario, out) = finished("over");
    let before = Rows::of(&out);
    let message = refused(&["run", "--resume", text(&out)]);
    assert!(message.contains("it is over") && message.contains("\n  help: give a later end with --until"), "{message}");
    // An end before the last checkpoint used to cut the recording.
    let message = refused(&["run", "--resume", text(&out), "--until", "6"]);
    assert!(message.contains("12 s") && message.contains("\n  help: give a later end with --until"), "{message}");
    Rows::of(&out).check_same(&before);
    resume(&out, 20.0, &[]);
    Rows::of(&out).check_same(&Rows::of(&uninterrupted("over", &scenario, 20.0, &[])));
}

#[test]
fn a_run_killed_before_its_summary_gets_it() {
    let (_, out) = finished("no_summary");
    let (rows, summary) = (Rows::of(&out), result(&out));
    std::fs::remove_file(out.join("summary.json")).unwrap();
    resume(&out, 12.0, &[]);
    Rows::of(&out).check_same(&rows);
    assert_eq!(result(&out), summary);
}

/// Turns a finished recording into what a run leaves when it is killed after its last but one checkpoint.
fn kill_late(out: &Path) {
    let last = *Recording::open(out).unwrap().checkpoints().last().unwrap();
    std::fs::remove_file(out.join("summary.json")).unwrap();
    std::fs::remove_file(out.join(format!("checkpoint-{last}.bin"))).unwrap();
}

/// The resumed run used to go on to the end that the scenario gives.
#[test]
fn a_resumed_run_ends_where_the_last_one_was_told_to() {
    let (scenario, out) = finished("told_end");
    let go_on = |more: &[&str]| {
        let output = populace(&[&["run", "--resume", text(&out), "--quiet"], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let (rows, summary) = (Rows::of(&out), result(&out));
    kill_late(&out);
    go_on(&[]);
    Rows::of(&out).check_same(&rows);
    assert_eq!(result(&out), summary);
    // A later end is kept, too.
    go_on(&["--until", "20", "--checkpoint-every", "4"]);
    kill_late(&out);
    go_on(&[]);
    let whole = uninterrupted("told_end", &scenario, 20.0, &[]);
    Rows::of(&out).check_same(&Rows::of(&whole));
    assert_eq!(result(&out), result(&whole));
}

/// When nothing was recorded, travel times, the densest spot and measures used to count only from the checkpoint on.
#[test]
fn a_resumed_run_that_records_no_frames_and_events_tells_the_same() {
    for (test, key) in [("no_frames", "frames = false"), ("no_events", "events = false")] {
        endless(test);
        let scenario = file(test, "endless.scenario.toml", format!("{ENDLESS}\n[record]\n{key}\n"));
        let out = fresh(test, "recording");
        let run = ["run", text(&scenario), "--out", text(&out), "--until", "80", "--checkpoint-every", "30"];
        let output = populace(&run);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (summary, table) = (result(&out), measures(&out));
        assert!(summary["travel_s"].is_object() && summary["densest"].is_object(), "{summary}");
        kill_late(&out);
        resume(&out, 80.0, &[]);
        assert_eq!(result(&out), summary, "{key}");
        assert_eq!(measures(&out), table, "{key}");
    }
}

#[test]
fn a_damaged_checkpoint_is_passed_over() {
    let (scenario, out) = finished("damaged");
    let whole = Rows::of(&uninterrupted("damaged", &scenario, 20.0, &[]));
    assert_eq!(Recording::open(&out).unwrap().checkpoints(), [160, 240]);
    let damage = |step: u32| {
        let path = out.join(format!("checkpoint-{step}.bin"));
        let mut bytes = std::fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 4;
        std::fs::write(&path, bytes).unwrap();
    };
    damage(240);
    let message = String::from_utf8(resume(&out, 20.0, &[]).stderr).unwrap();
    assert!(!message.contains("from the beginning"), "the checkpoint before is taken: {message}");
    Rows::of(&out).check_same(&whole);
    // When no checkpoint is whole, the run starts again, and says so.
    let (_, out) = finished("damaged");
    damage(160);
    damage(240);
    let message = String::from_utf8(resume(&out, 20.0, &[]).stderr).unwrap();
    assert!(message.contains("is damaged; the run starts again from the beginning"), "{message}");
    Rows::of(&out).check_same(&whole);
}

/// The run used to go on, and exit with 0.
#[test]
fn a_run_whose_earlier_segment_is_damaged_is_not_resumed() {
    let (_, out) = finished("bad_segment");
    let path = out.join("frames/000000.parquet");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    let message = refused(&["run", "--resume", text(&out), "--until", "20"]);
    assert!(message.contains(text(&path)) && message.contains("is damaged"), "{message}");
    std::fs::remove_file(&path).unwrap();
    let message = refused(&["run", "--resume", text(&out), "--until", "20"]);
    assert!(message.contains(text(&path)) && message.contains("is missing"), "{message}");
    assert_eq!(Recording::open(&out).unwrap().checkpoints(), [160, 240], "nothing was removed");
}

#[test]
fn a_recording_whose_scenario_was_changed_is_not_resumed() {
    let (_, out) = finished("changed");
    let path = out.join("scenario.toml");
    std::fs::write(&path, ENDLESS.replace("seed = 5", "seed = 6")).unwrap();
    let message = refused(&["run", "--resume", text(&out), "--until", "20"]);
    assert!(message.contains(text(&path)) && message.contains("was changed since the run"), "{message}");
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let scenario = endless("two_runs");
    let out = fresh("two_runs", "recording");
    let mut child = start_run(&scenario, &out);
    wait_for(&mut child, &[seal(&out, 1)]);
    for arguments in
        [&["run", "--resume", text(&out)][..], &["run", text(&scenario), "--overwrite", "--out", text(&out)]]
    {
        let message = refused(arguments);
        assert!(message.contains("is being written by another run"), "{message}");
    }
    child.kill();
    check_goes_on("two_runs", &scenario, &out);
}
