//! Tests of runs that are killed while they remove what came after their checkpoint, and of the lock.

use std::fs::{self, File};

use crate::folder::{after, is_at};
use crate::full_disk::common::{about, contents, expected, folder, record};
use crate::{Recording, Writer};

/// The files of tables used to go before their seals, so the recording counted as damaged and could never be resumed.
#[test]
fn a_run_killed_while_it_removes_files_can_be_resumed() {
    let count = after(&finished(), 2, 15).unwrap().len();
    assert!(count > 4, "{count} files come after the checkpoint");
    for removed in 0..=count {
        let folder = finished();
        after(&folder, 2, 15).unwrap().iter().take(removed).for_each(|path| fs::remove_file(path).unwrap());
        let (mut writer, checkpoint) = Writer::resume(&folder).unwrap_or_else(|e| panic!("after {removed} files: {e}"));
        assert_eq!(checkpoint.step, 15);
        record(&mut writer, 16..=25, &[]).unwrap();
        writer.finish("{}").unwrap();
        assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(25));
    }
}

fn finished() -> std::path::PathBuf {
    let folder = folder("killed_cut");
    let mut writer = Writer::create(&folder, &about()).unwrap();
    record(&mut writer, 0..=25, &[15]).unwrap();
    writer.measures("time_s\n").unwrap();
    writer.finish("{}").unwrap();
    folder
}

/// Two runs used to get the lock, when the first of them had opened the file before a third run removed it.
#[test]
fn the_lock_of_a_file_that_was_removed_is_no_lock() {
    let folder = folder("removed_lock");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("lock");
    let opened = File::create(&path).unwrap();
    assert!(is_at(&opened, &path));
    fs::remove_file(&path).unwrap();
    assert!(!is_at(&opened, &path));
    let other = File::create(&path).unwrap();
    assert!(is_at(&other, &path) && !is_at(&opened, &path));
}
