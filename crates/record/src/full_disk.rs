//! Tests on a disk that runs full after any number of bytes of a recording.

#[path = "../tests/common/mod.rs"]
pub(crate) mod common;

use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use crate::disk::{Disk, FileSystem, Sink};
use crate::{RecordError, Recording, Trouble, Writer};
use common::{about, contents, expected, folder, record};

/// A disk with room for a number of bytes.
#[derive(Clone)]
struct SmallDisk(Arc<Mutex<u64>>);

struct SmallFile {
    left: Arc<Mutex<u64>>,
    file: Box<dyn Sink>,
}

impl Disk for SmallDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(SmallFile { left: self.0.clone(), file: FileSystem.create(path)? }))
    }
    fn append(&self, path: &Path) -> io::Result<Box<dyn Sink>> {
        Ok(Box::new(SmallFile { left: self.0.clone(), file: FileSystem.append(path)? }))
    }
}

impl io::Write for SmallFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The lock is held during the write, so that two threads do not take the same room.
        let mut left = self.left.lock().unwrap();
        let fits = (*left).min(bytes.len() as u64);
        if fits == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let written = self.file.write(&bytes[..fits as usize])?;
        *left -= written as u64;
        Ok(written)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Sink for SmallFile {
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()
    }
}

fn run(disk: &SmallDisk, folder: &Path) -> Result<(), RecordError> {
    let mut writer = Writer::create_on(Arc::new(disk.clone()), folder, &about())?;
    let act = serde_json::json!({ "open": "door" });
    let recorded = writer
        .act(0, &act)
        .and_then(|()| record(&mut writer, 0..=20, &[15]))
        .and_then(|()| writer.act(20, &act))
        .and_then(|()| record(&mut writer, 21..=45, &[30]));
    if let Err(error) = &recorded {
        assert_eq!(writer.step(46, 2.3, 0, 0).as_ref(), Err(error), "the first error stays");
        assert_eq!(writer.checkpoint(46, &[]).as_ref(), Err(error));
    }
    writer.measures(&"1,".repeat(1000))?;
    writer.finish(&" ".repeat(1000))
}

fn is_part_left(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|e| e.unwrap().path().extension().is_some_and(|e| e == "part"))
}

#[test]
fn a_full_disk_is_a_clear_error_that_leaves_earlier_segments_intact() {
    let folder = folder("full_disk");
    let room = Arc::new(Mutex::new(u64::MAX));
    run(&SmallDisk(room.clone()), &folder).unwrap();
    let total = u64::MAX - *room.lock().unwrap();
    assert_eq!(contents(&Recording::open(&folder).unwrap()), expected(45));

    let (mut resumed, mut counts) = (0, Vec::new());
    for bytes in (0..total).step_by(797) {
        fs::remove_dir_all(&folder).unwrap();
        let error = run(&SmallDisk(Arc::new(Mutex::new(bytes))), &folder).unwrap_err();
        assert_eq!(error.kind, Trouble::Full, "{error}");
        assert!(error.to_string().contains("free some space"), "{error}");
        assert!(!is_part_left(&folder), "after {bytes} bytes");

        let Ok(recording) = Recording::open(&folder) else { continue };
        let (frames, events, steps) = contents(&recording);
        let whole = expected(45);
        assert_eq!((&frames[..], &events[..]), (&whole.0[..frames.len()], &whole.1[..events.len()]));
        assert_eq!(steps[..], whole.2[..steps.len()]);
        counts.push(steps.len());
        assert!(recording.acts().unwrap().len() <= 2, "an act that found no room does not count");

        if let Some(&last) = recording.checkpoints().last() {
            let (mut writer, checkpoint) = Writer::resume(&folder).unwrap();
            assert_eq!((checkpoint.step, checkpoint.state), (last, last.to_le_bytes().to_vec()));
            record(&mut writer, last + 1..=45, &[]).unwrap();
            writer.finish("{}").unwrap();
            assert_eq!(contents(&Recording::open(&folder).unwrap()), whole);
            resumed += 1;
        }
    }
    // Segments end at the steps 10, 15 (checkpoint), 20, 30, 40 and 45. A segment is closed while the next is written, so either of
    // the two may take the last bytes. In both cases whole segments are kept, from the first on.
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts, [0, 11, 16, 21, 31, 41, 46]);
    assert!(resumed > 5);
}
