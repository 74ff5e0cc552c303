//! Recordings that were changed, by chance or on purpose: what is read is right or an error, and nothing outside is touched.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::common::{about, contents, expected, folder, record};
use populace_record::{RecordError, Recording, Trouble, Writer};

/// Returns a finished recording with a checkpoint.
fn finished(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[15]).unwrap();
    writer.finish("{}").unwrap();
    folder
}

/// Calls `look` with the file changed at one byte after the other.
fn with_every_byte_changed(path: &Path, mut look: impl FnMut(usize)) {
    let whole = fs::read(path).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 7);
        fs::write(path, bytes).unwrap();
        look(at);
    }
    fs::write(path, whole).unwrap();
}

/// A changed `dt`, `frame_every` or `until` used to be believed: it changed the measures and the end of a resumed run.
#[test]
fn every_changed_byte_of_the_manifest_is_found_or_changes_nothing() {
    let folder = finished("changed_manifest");
    let known = Recording::open(&folder).unwrap().about().clone();
    let mut found = 0;
    with_every_byte_changed(&folder.join("manifest.json"), |at| match Recording::open(&folder) {
        Ok(recording) => assert_eq!(recording.about(), &known, "byte {at}"),
        Err(error) => {
            assert!(error.path.ends_with("manifest.json"), "byte {at}: {error}");
            found += 1;
        }
    });
    assert!(found > 1000, "{found}");
    assert_eq!(Recording::open(&folder).unwrap().about(), &known);
}

/// A changed number of segments used to remove closed segments: the resumed recording had a gap, and nobody was told.
#[test]
fn every_changed_byte_of_a_checkpoint_is_found() {
    let folder = finished("changed_checkpoint");
    let recording = Recording::open(&folder).unwrap();
    with_every_byte_changed(&folder.join("checkpoint-15.bin"), |at| {
        assert_eq!(recording.checkpoint(15).unwrap_err().kind, Trouble::Damaged, "byte {at}");
    });
    assert!(recording.checkpoint(15).is_ok());
}

/// The recording used to be read without its last rows.
#[test]
fn a_finished_recording_without_its_last_seals_is_damaged() {
    let folder = finished("without_seals");
    let last = folder.join(format!("segments/{:06}.json", Recording::open(&folder).unwrap().segments() - 1));
    fs::remove_file(&last).unwrap();
    let error = Recording::open(&folder).unwrap_err();
    assert_eq!((error.kind, error.path), (Trouble::Damaged, last));
    fs::remove_file(folder.join("summary.json")).unwrap();
    assert!(Recording::open(&folder).is_ok(), "a killed run leaves that");
}

/// Reads everything, and returns the first error.
fn read_all(folder: &Path) -> Result<(), RecordError> {
    let recording = Recording::open(folder)?;
    recording.frames().try_for_each(|frame| frame.map(drop))?;
    recording.acts()?;
    recording.summary()?;
    recording.measures()?;
    recording.checkpoint(15).map(drop)
}

/// Such files used to be read for ever, or until the memory was full.
#[test]
fn a_device_in_place_of_a_file_is_an_error() {
    let files =
        ["manifest.json", "scenario.toml", "place/hall.place.toml", "acts.jsonl", "summary.json", "measures.csv"];
    for name in files.into_iter().chain(["segments/000001.json", "frames/000001.parquet", "checkpoint-15.bin"]) {
        let folder = finished("device");
        let path = folder.join(name);
        let _ = fs::remove_file(&path);
        symlink("/dev/zero", &path).unwrap();
        let error = read_all(&folder).unwrap_err();
        assert_eq!((error.kind, error.path), (Trouble::Read, path));
    }
}

/// A run that went on used to write through links, and to remove every file in a folder behind a link.
#[test]
fn a_recording_with_links_is_not_written_to() {
    let outside = folder("links_outside");
    fs::create_dir_all(&outside).unwrap();
    let letter = outside.join("letter.txt");
    fs::write(&letter, "precious").unwrap();
    for (name, target) in
        [("lock", &letter), ("acts.jsonl", &letter), ("frames-000009.parquet.part", &letter), ("events", &outside)]
    {
        let folder = finished("links");
        let path = folder.join(name);
        if path.is_dir() {
            fs::remove_dir_all(&path).unwrap();
        }
        symlink(target, &path).unwrap();
        for tried in [Writer::resume(&folder).map(|(writer, _)| writer), Writer::replace(&folder, &about())] {
            let error = tried.err().unwrap_or_else(|| panic!("{name} is followed"));
            assert_eq!((error.kind, error.path), (Trouble::Write, path.clone()));
        }
        assert_eq!(fs::read_to_string(&letter).unwrap(), "precious");
    }
}

/// Notes of users in the folders of tables and of the place used to be removed.
#[test]
fn files_of_others_stay() {
    for name in
        ["frames/notes.txt", "segments/README.md", "steps/000077.txt", "place/notes.txt", "place/models/more.bin"]
    {
        let folder = finished("notes");
        let notes = folder.join(name);
        fs::write(&notes, "mine").unwrap();
        let error = Writer::replace(&folder, &about()).err().unwrap();
        assert!(error.kind == Trouble::Occupied && error.what.contains(name), "{error}");
        let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
        record(&mut writer, checkpoint.step + 1..=25, &[]).unwrap();
        writer.finish("{}").unwrap();
        assert_eq!(fs::read_to_string(&notes).unwrap(), "mine", "{name}");
        assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(25));
    }
}
