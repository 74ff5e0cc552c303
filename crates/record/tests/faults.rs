//! Killed runs, damaged files and foreign folders.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{about, contents, expected, folder, record};
use populace_record::{FORMAT_VERSION, RecordError, Recording, Trouble, Writer};

/// Returns what a run leaves when it is killed after the step `last`: nothing is finished, and parts lie around.
fn killed(name: &str, last: u64, checkpoints: &[u64]) -> PathBuf {
    let folder = folder(name);
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=last, checkpoints).unwrap();
    drop(writer);
    fs::write(folder.join("frames-000099.parquet.part"), "PAR1 and no more").unwrap();
    folder
}

#[test]
fn a_killed_run_is_readable_up_to_its_last_closed_segment() {
    for (last, closed) in [(10, None), (11, Some(10)), (20, Some(10)), (25, Some(20))] {
        let recording = Recording::open(&killed("killed", last, &[])).unwrap();
        let whole = closed.map_or((vec![], vec![], vec![]), expected);
        assert_eq!(contents(&recording), whole, "killed after step {last}");
        assert_eq!(recording.summary().unwrap(), None);
    }
}

#[test]
fn a_resumed_run_equals_an_uninterrupted_one() {
    for last in (4..40).step_by(5) {
        let folder = killed("resumed", last, &[4, 13, 20, 30]);
        let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
        let latest = [4, 13, 20, 30].into_iter().rfind(|&step| step <= last).unwrap();
        assert_eq!((checkpoint.step, checkpoint.state), (latest, latest.to_le_bytes().to_vec()));
        record(&mut writer, latest + 1..=45, &[]).unwrap();
        writer.finish("{}").unwrap();
        assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(45), "killed after step {last}");
        assert!(!folder.join("frames-000099.parquet.part").exists());
    }
}

#[test]
fn a_run_killed_between_the_files_of_a_segment_loses_that_segment_only() {
    let folder = killed("between", 25, &[13]);
    // The run was killed before the steps and the seals of segment 2 were written.
    fs::remove_file(folder.join("steps/000002.parquet")).unwrap();
    fs::remove_file(folder.join("segments/000002.json")).unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(13));
    let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
    record(&mut writer, checkpoint.step + 1..=25, &[]).unwrap();
    writer.finish("{}").unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(25));
}

/// Damage before the checkpoint used to be found by nobody: the run went on, and its recording could not be read in the end.
#[test]
fn a_recording_with_a_bad_segment_is_not_resumed_and_stays_as_it_is() {
    let files = ["frames/000000.parquet", "events/000001.parquet", "steps/000000.parquet", "segments/000001.json"];
    for name in files {
        for is_missing in [false, true] {
            let folder = killed("bad_segment", 25, &[4, 13]);
            let path = folder.join(name);
            if is_missing {
                fs::remove_file(&path).unwrap();
            } else {
                let mut bytes = fs::read(&path).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 4;
                fs::write(&path, bytes).unwrap();
            }
            let before = files_of(&folder);
            let error = Writer::resume(&folder).err().unwrap_or_else(|| panic!("{name} is bad, and the run goes on"));
            // A seal that is changed no longer fits its file.
            let number = name.split(['/', '.']).nth(1).unwrap();
            assert!(error.kind == Trouble::Damaged && error.path.to_string_lossy().contains(number), "{error}");
            assert!(files_of(&folder) == before, "{name}: something was written");
        }
    }
    // The last segments are missing as a whole.
    let folder = killed("bad_segment", 25, &[4, 13]);
    for number in 1..=2 {
        fs::remove_file(folder.join(format!("segments/{number:06}.json"))).unwrap();
    }
    let error = Writer::resume(&folder).err().unwrap();
    assert_eq!((error.kind, error.path), (Trouble::Damaged, folder.join("segments/000001.json")));
}

/// Returns every file below a folder, with its bytes.
fn files_of(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| match path.is_dir() {
        true => files_of(&path),
        false => vec![(path.clone(), fs::read(&path).unwrap())],
    };
    paths.into_iter().flat_map(read).collect()
}

#[test]
fn the_last_two_checkpoints_are_kept_and_a_damaged_one_is_passed_over() {
    let folder = killed("checkpoints", 40, &[5, 15, 25, 35]);
    assert_eq!(Recording::open(&folder).unwrap().checkpoints(), [25, 35]);
    assert_eq!(Recording::open(&folder).unwrap().checkpoint(25).unwrap().state, 25_u64.to_le_bytes());
    let last = folder.join("checkpoint-35.bin");
    let mut bytes = fs::read(&last).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&last, bytes).unwrap();
    assert_eq!(Recording::open(&folder).unwrap().checkpoint(35).unwrap_err().kind, Trouble::Damaged);
    let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
    assert_eq!(checkpoint.step, 25);
    record(&mut writer, 26..=45, &[]).unwrap();
    writer.finish("{}").unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(45));
    assert!(!last.exists());
}

#[test]
fn without_a_checkpoint_nothing_is_resumed_and_nothing_removed() {
    let folder = killed("unmarked", 25, &[]);
    let error = Writer::resume(&folder).err().unwrap();
    assert_eq!(error.kind, Trouble::NoCheckpoint);
    assert!(error.to_string().contains("from its start"), "{error}");
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(20));
}

#[test]
fn going_on_removes_the_results_of_before() {
    let folder = folder("results");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[13]).unwrap();
    writer.measures("time_s\n").unwrap();
    writer.finish("{}").unwrap();
    let (mut writer, _) = Writer::resume(&folder).unwrap();
    let recording = Recording::open(&folder).unwrap();
    assert_eq!((recording.summary().unwrap(), recording.measures().unwrap()), (None, None));
    record(&mut writer, 14..=25, &[]).unwrap();
    writer.measures("time_s\n1\n").unwrap();
    writer.finish("{}").unwrap();
    assert_eq!(contents(&recording), expected(13));
    let recording = Recording::open(&folder).unwrap();
    assert_eq!((contents(&recording), recording.measures().unwrap()), (expected(25), Some("time_s\n1\n".into())));
    // These files belong to a recording, so it can be replaced.
    Writer::replace(&folder, &about()).unwrap();
    assert!(!folder.join("measures.csv").exists());
}

#[test]
fn what_a_run_leaves_that_was_killed_before_its_manifest_can_be_replaced() {
    let folder = folder("unbegun");
    let tables = ["frames", "events", "steps", "segments"];
    for made in 1..=tables.len() {
        for name in &tables[..made] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
        if made == tables.len() {
            fs::write(folder.join("lock"), "").unwrap();
            fs::write(folder.join("README.md.part"), "half").unwrap();
        }
        assert_eq!(Writer::create(&folder, &about()).err().unwrap().kind, Trouble::Occupied);
        let mut writer = Writer::replace(&folder, &about()).unwrap();
        record(&mut writer, 0..=25, &[]).unwrap();
        writer.finish("{}").unwrap();
        assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(25));
        fs::remove_dir_all(&folder).unwrap();
    }
    // A file with words that anybody could have written does not belong to a recording, and neither does a table with rows.
    fs::create_dir_all(folder.join("frames")).unwrap();
    fs::write(folder.join("frames/000000.parquet"), "rows").unwrap();
    assert_eq!(Writer::replace(&folder, &about()).err().unwrap().kind, Trouble::Occupied);
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("README.md"), "my own").unwrap();
    assert_eq!(Writer::replace(&folder, &about()).err().unwrap().kind, Trouble::Occupied);
    assert_eq!(fs::read_to_string(folder.join("README.md")).unwrap(), "my own");
}

#[test]
fn a_folder_that_cannot_be_made_is_a_clear_error() {
    let folder = folder("unwritable");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("file"), "").unwrap();
    let error = Writer::create(&folder.join("file/recording"), &about()).err().unwrap();
    assert_eq!(error.kind, Trouble::Write);
    assert!(error.path.ends_with("file/recording"), "{error}");
}

#[test]
fn a_folder_without_leave_to_write_is_a_clear_error() {
    let folder = folder("read_only");
    fs::create_dir_all(&folder).unwrap();
    let mut permissions = fs::metadata(&folder).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&folder, permissions).unwrap();
    if fs::write(folder.join("probe"), "").is_ok() {
        return populace_harness::skip("permissions do not bind this user", "a folder that may not be written to");
    }
    let error = Writer::create(&folder.join("recording"), &about()).err().unwrap();
    assert_eq!(error.kind, Trouble::Write);
    assert!(error.to_string().contains("choose a folder"), "{error}");
}

#[test]
fn a_table_folder_that_vanishes_stops_the_recording() {
    let folder = folder("vanished");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=10, &[10]).unwrap();
    fs::rename(folder.join("steps"), folder.join("elsewhere")).unwrap();
    let error = record(&mut writer, 11..=30, &[30]).unwrap_err();
    assert_eq!(error.kind, Trouble::Write);
    assert!(error.path.ends_with("steps/000001.parquet"), "{error}");
    fs::rename(folder.join("elsewhere"), folder.join("steps")).unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(10));
}

fn finished(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[15]).unwrap();
    writer.finish("{}").unwrap();
    folder
}

/// Returns the manifest of a recording as older versions wrote it.
fn without_seal(folder: &Path) -> String {
    let text = fs::read_to_string(folder.join("manifest.json")).unwrap();
    text.split_inclusive('\n').filter(|line| !line.contains("manifest_xxh64")).collect()
}

#[test]
fn foreign_and_changed_folders_are_refused() {
    let folder = finished("foreign");
    let kind = || Recording::open(&folder).unwrap_err().kind;

    fs::write(folder.join("scenario.toml"), "[place]  # another\n").unwrap();
    assert_eq!(kind(), Trouble::Damaged);
    fs::write(folder.join("scenario.toml"), &about().scenario.bytes).unwrap();
    fs::rename(folder.join("segments/000001.json"), folder.join("lost")).unwrap();
    assert_eq!(kind(), Trouble::Damaged);
    fs::rename(folder.join("lost"), folder.join("segments/000001.json")).unwrap();
    assert!(Recording::open(&folder).is_ok());

    let manifest = without_seal(&folder);
    let version = |number: u64| format!("\"format_version\": {number}");
    let of_version = |number: u64| manifest.replace(&version(FORMAT_VERSION), &version(number));
    for (text, expected) in [
        (&*of_version(FORMAT_VERSION - 1), Trouble::Foreign),
        (&*of_version(FORMAT_VERSION + 1), Trouble::Foreign),
        ("{\"format\": \"minutes\"}", Trouble::Foreign),
        ("not JSON", Trouble::Damaged),
        (&manifest.replace("\"dt\": 0.05", "\"dt\": 0"), Trouble::Unfit),
        (&manifest.replace("\"seed\"", "\"sead\""), Trouble::Damaged),
        (&manifest.replace("\"until\": 2.0", "\"until\": \"2\""), Trouble::Damaged),
        (&manifest.replace("\"until\": 2.0", "\"until\": -2.0"), Trouble::Unfit),
        (&manifest.replace("hall.place.toml", "../../secret"), Trouble::Unfit),
    ] {
        fs::write(folder.join("manifest.json"), text).unwrap();
        assert_eq!(kind(), expected, "{text}");
    }
    fs::remove_file(folder.join("manifest.json")).unwrap();
    assert_eq!(kind(), Trouble::Foreign);
    assert_eq!(Recording::open(&folder.join("nowhere")).unwrap_err().kind, Trouble::Foreign);
}

#[test]
fn the_end_of_a_run_is_kept_and_moved_and_absent_from_older_manifests() {
    let folder = finished("end");
    let end = || Recording::open(&folder).unwrap().about().until;
    assert_eq!(end(), Some(2.0));
    let (mut writer, _) = Writer::resume(&folder).unwrap();
    writer.set_until(3.5).unwrap();
    drop(writer);
    assert_eq!(end(), Some(3.5));
    let manifest = without_seal(&folder);
    fs::write(folder.join("manifest.json"), manifest.replace(",\n  \"until\": 3.5", "")).unwrap();
    assert_eq!(end(), None);
}

/// Returns the first error in any table.
fn first_error(folder: &Path) -> Option<RecordError> {
    let recording = Recording::open(folder).unwrap();
    let frames = recording.frames().find_map(Result::err);
    frames.or_else(|| recording.events().find_map(Result::err)).or_else(|| recording.steps().find_map(Result::err))
}

#[test]
fn every_damaged_byte_of_a_table_is_found() {
    let folder = finished("damaged");
    for table in ["frames", "events", "steps"] {
        let path = folder.join(table).join("000001.parquet");
        let whole = fs::read(&path).unwrap();
        let halved = whole[..whole.len() / 2].to_vec();
        let flipped = (0..whole.len()).step_by(7).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            bytes
        });
        for bytes in flipped.chain([halved, Vec::new()]) {
            fs::write(&path, bytes).unwrap();
            let error = first_error(&folder).unwrap();
            assert_eq!((error.kind, &error.path), (Trouble::Damaged, &path));
        }
        fs::write(&path, whole).unwrap();
    }
    assert_eq!(first_error(&folder), None);
}

#[test]
fn a_table_forged_to_fit_its_seal_is_an_error_or_other_numbers_but_no_panic() {
    let folder = finished("forged");
    let (path, seals) = (folder.join("frames/000001.parquet"), folder.join("segments/000001.json"));
    let (whole, sealed) = (fs::read(&path).unwrap(), fs::read_to_string(&seals).unwrap());
    let hash = |bytes: &[u8]| format!("{:016x}", twox_hash::XxHash64::oneshot(0, bytes));
    for at in (0..whole.len()).step_by(5) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&seals, sealed.replace(&hash(&whole), &hash(&bytes))).unwrap();
        fs::write(&path, bytes).unwrap();
        let _ = first_error(&folder);
    }
}

#[test]
fn two_runs_do_not_write_to_one_folder() {
    let folder = folder("two_runs");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[15]).unwrap();
    for other in [Writer::resume(&folder).map(|(writer, _)| writer), Writer::replace(&folder, &about())] {
        let error = other.err().unwrap();
        assert_eq!(error.kind, Trouble::Occupied);
        assert!(error.to_string().contains("another run"), "{error}");
    }
    writer.finish("{}").unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(25));
    assert!(Writer::resume(&folder).is_ok());
}
