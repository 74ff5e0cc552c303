//! The source of the files of a place: the disk, or memory. The files in memory are, for example, those that a
//! recording carries.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::{MAX_FILE_BYTES, ReadError};

/// A source of files. Clones share what they keep.
#[derive(Clone, Debug, Default)]
pub struct Files {
    memory: Option<Arc<BTreeMap<PathBuf, Vec<u8>>>>,
    kept: Option<Arc<Mutex<Vec<Kept>>>>,
}

/// A file that was read: its path and its bytes.
pub type Kept = (PathBuf, Vec<u8>);

impl Files {
    /// Returns the files of the disk. Files that are read are kept for [`Files::kept`].
    pub fn keeping() -> Self {
        Files { memory: None, kept: Some(Arc::default()) }
    }
    /// Returns the given files and no others, by path; the disk is not touched. Files that are read are kept for
    /// [`Files::kept`].
    pub fn in_memory(files: impl IntoIterator<Item = Kept>) -> Self {
        let files = files.into_iter().map(|(path, bytes)| (plain(&path), bytes));
        Files { memory: Some(Arc::new(files.collect())), ..Self::keeping() }
    }
    /// Returns the files that were read, in that order; none when files are not kept.
    pub fn kept(&self) -> Vec<Kept> {
        let list = self.kept.as_ref().and_then(|kept| kept.lock().ok().map(|list| list.clone()));
        list.unwrap_or_default()
    }

    /// Reads a file; a file that is too large to be a place is refused.
    pub(crate) fn load(&self, path: &Path) -> Result<Vec<u8>, ReadError> {
        let bytes = match &self.memory {
            Some(files) => files.get(&plain(path)).cloned().ok_or_else(|| {
                ReadError::new(path, "is not among the files in memory").hint("the recording is not complete")
            })?,
            None => read_from_disk(path)?,
        };
        self.keep(path, &bytes);
        Ok(bytes)
    }
    /// Keeps the bytes of a file, once, if files are kept.
    pub(crate) fn keep(&self, path: &Path, bytes: &[u8]) {
        if let Some(mut list) = self.kept.as_ref().and_then(|kept| kept.lock().ok())
            && list.iter().all(|file| file.0 != path)
        {
            list.push((path.to_owned(), bytes.to_owned()));
        }
    }
    /// Returns the file at a path in memory; `None` when files come from the disk.
    pub(crate) fn in_memory_at(&self, path: &Path) -> Option<Result<&[u8], String>> {
        let files = self.memory.as_ref()?;
        Some(files.get(&plain(path)).map(Vec::as_slice).ok_or_else(|| "is not among the files in memory".to_owned()))
    }
    /// Returns whether files come from memory.
    pub(crate) fn is_memory(&self) -> bool {
        self.memory.is_some()
    }
}

/// Returns the path without its parts `.`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|c| !matches!(c, Component::CurDir)).collect()
}

/// Reads a file of the disk.
fn read_from_disk(path: &Path) -> Result<Vec<u8>, ReadError> {
    let fail = |what: String, hint: &str| ReadError::new(path, what).hint(hint);
    let meta = std::fs::metadata(path)
        .map_err(|e| fail(format!("cannot be opened: {e}"), "check the path; give the file that holds the place"))?;
    if !meta.is_file() {
        return Err(fail("is not a file".into(), "give the file that holds the place"));
    }
    if meta.len() > MAX_FILE_BYTES {
        return Err(fail(
            format!("is {} bytes long; at most {MAX_FILE_BYTES} are read", meta.len()),
            "cut the place into parts, or extract the part you need",
        ));
    }
    std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}"), "check its permissions"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_in_memory_stand_in_for_the_disk() {
        let files = Files::in_memory([(PathBuf::from("a/./b.wkt"), vec![1])]);
        assert_eq!(files.load(Path::new("./a/b.wkt")).unwrap(), [1]);
        assert!(files.load(Path::new("Cargo.toml")).is_err(), "which is on the disk");
        assert_eq!(files.kept(), [(PathBuf::from("./a/b.wkt"), vec![1])]);
        assert!(Files::default().load(Path::new("Cargo.toml")).is_ok());
        assert!(Files::default().kept().is_empty());
    }

    #[test]
    fn what_is_read_twice_is_kept_once() {
        let files = Files::keeping();
        files.load(Path::new("Cargo.toml")).unwrap();
        files.clone().load(Path::new("Cargo.toml")).unwrap();
        assert_eq!(files.kept().len(), 1);
    }
}
