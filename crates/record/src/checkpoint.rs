//! The checkpoints from which a run goes on: `checkpoint-<step>.bin`.
//!
//! A file holds a header, then the state as the caller gave it. The header holds the 15 characters `populace-check2` and a
//! line break. Four numbers follow, of 8 bytes each, little-endian: the step, the number of closed segments, the length
//! of the state, and the XXH64 hash of these three numbers and the state.

use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

use twox_hash::XxHash64;

use crate::disk::{Disk, read_up_to, write_whole};
use crate::folder::seal_path;
use crate::{RecordError, Trouble};

const MAGIC: &[u8; 16] = b"populace-check2\n";
/// The most bytes of a checkpoint. Two million people take about a quarter of it.
const MOST_BYTES: u64 = 8 << 30;
/// The number of checkpoints that are kept.
const KEPT: usize = 2;

/// A checkpoint that was read.
pub(crate) struct Stored {
    pub step: u64,
    /// The number of segments that were closed by then.
    pub segments: u32,
    pub state: Vec<u8>,
}

pub(crate) fn path_of(folder: &Path, step: u64) -> PathBuf {
    folder.join(format!("checkpoint-{step}.bin"))
}

pub(crate) fn write(disk: &dyn Disk, folder: &Path, step: u64, segments: u32, state: &[u8]) -> Result<(), RecordError> {
    let numbers = [step, u64::from(segments), state.len() as u64];
    let header = numbers.into_iter().chain([hash_of(numbers, state)]).flat_map(u64::to_le_bytes);
    let header: Vec<u8> = MAGIC.iter().copied().chain(header).collect();
    write_whole(disk, folder, &path_of(folder, step), &[&header, state])
}

/// Returns the steps of the checkpoints in the folder, ascending.
pub(crate) fn steps(folder: &Path) -> Result<Vec<u64>, RecordError> {
    let entries = fs::read_dir(folder).map_err(|e| RecordError::read(folder, &e))?;
    let mut steps: Vec<u64> = entries
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            name.strip_prefix("checkpoint-")?.strip_suffix(".bin")?.parse().ok()
        })
        .collect();
    steps.sort_unstable();
    Ok(steps)
}

/// Removes all checkpoints but the last few.
pub(crate) fn forget_old(folder: &Path) -> Result<(), RecordError> {
    let steps = steps(folder)?;
    for &step in &steps[..steps.len().saturating_sub(KEPT)] {
        let path = path_of(folder, step);
        fs::remove_file(&path).map_err(|e| RecordError::write(&path, &e))?;
    }
    Ok(())
}

/// Returns the last checkpoint that is whole. A checkpoint is written after its segments, so a checkpoint whose
/// segments are missing is damage.
pub(crate) fn last(folder: &Path, closed: u32) -> Result<Stored, RecordError> {
    let mut why = "has no checkpoint to go on from".to_owned();
    for step in steps(folder)?.into_iter().rev() {
        match read(folder, step) {
            Ok(stored) if stored.segments <= closed => return Ok(stored),
            Ok(_) => {
                let what = format!("is missing: the segment was closed before checkpoint {step}");
                return Err(RecordError::damaged(&seal_path(folder, closed), what));
            }
            Err(error) => why = error.what,
        }
    }
    Err(RecordError::new(Trouble::NoCheckpoint, folder, why).hint("run the scenario from its start"))
}

/// Reads the checkpoint of `step`.
pub(crate) fn read(folder: &Path, step: u64) -> Result<Stored, RecordError> {
    let path = path_of(folder, step);
    let bytes = read_up_to(&path, MOST_BYTES)?;
    parse(&bytes).filter(|stored| stored.step == step).ok_or_else(|| RecordError::damaged(&path, "is damaged"))
}

fn parse(bytes: &[u8]) -> Option<Stored> {
    let (header, state) = bytes.split_at_checked(MAGIC.len() + 32)?;
    let (magic, numbers) = header.split_at(MAGIC.len());
    let number = |i: usize| numbers[i * 8..].first_chunk().map(|&b| u64::from_le_bytes(b));
    let numbers = [number(0)?, number(1)?, number(2)?];
    let whole = magic == MAGIC && numbers[2] == state.len() as u64 && number(3)? == hash_of(numbers, state);
    whole.then_some(Stored { step: numbers[0], segments: u32::try_from(numbers[1]).ok()?, state: state.to_vec() })
}

/// Returns the hash of a checkpoint. It covers the numbers too, since a wrong number of segments would remove closed segments.
fn hash_of(numbers: [u64; 3], state: &[u8]) -> u64 {
    let mut hash = XxHash64::with_seed(0);
    numbers.iter().for_each(|number| hash.write(&number.to_le_bytes()));
    hash.write(state);
    hash.finish()
}
