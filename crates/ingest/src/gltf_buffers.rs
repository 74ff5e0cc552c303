//! The buffers of a glTF file: the binary chunk of the GLB, base64 data, or files in the folder of the glTF file or
//! below.
//!
//! The binary chunk is borrowed, not copied. Each file is read once, however many buffers name it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use base64::Engine;

use crate::{Files, MAX_FILE_BYTES, ReadError};

/// The bytes of every buffer.
pub(crate) struct Buffers<'a> {
    contents: Vec<Cow<'a, [u8]>>,
    /// By buffer: the number of its content.
    of_buffer: Vec<usize>,
}

impl<'a> Buffers<'a> {
    /// Reads all buffers of a document; those that are files are looked up in `folder`.
    pub fn new(
        path: &Path,
        document: &gltf::Document,
        blob: Option<&'a [u8]>,
        folder: Option<&Path>,
        files: &Files,
    ) -> Result<Self, ReadError> {
        let mut buffers = Buffers { contents: Vec::new(), of_buffer: Vec::new() };
        let mut loader = Loader { files: BTreeMap::new(), bytes_left: MAX_FILE_BYTES, from: files };
        for buffer in document.buffers() {
            let content = match buffer.source() {
                gltf::buffer::Source::Bin => own_chunk(buffer.index(), blob).map(Content::Borrowed),
                gltf::buffer::Source::Uri(uri) => loader.load(uri, folder, buffers.contents.len()),
            };
            let content = content.map_err(|e| {
                ReadError::new(path, e)
                    .at(format!("buffer {}", buffer.index()))
                    .hint("keep the .bin files in the folder of the .gltf file, or export a single GLB")
            })?;
            buffers.of_buffer.push(match content {
                Content::Known(index) => index,
                _ => buffers.contents.len(),
            });
            match content {
                Content::Known(_) => {}
                Content::Borrowed(bytes) => buffers.contents.push(Cow::Borrowed(bytes)),
                Content::Owned(bytes) => buffers.contents.push(Cow::Owned(bytes)),
            }
        }
        Ok(buffers)
    }
    /// Returns the bytes of a buffer.
    pub fn get(&self, buffer: usize) -> Option<&[u8]> {
        self.contents.get(*self.of_buffer.get(buffer)?).map(|bytes| &**bytes)
    }
}

/// Returns the binary chunk as the first buffer; for another buffer, an error.
fn own_chunk(index: usize, blob: Option<&[u8]>) -> Result<&[u8], String> {
    match index {
        0 => blob.ok_or_else(|| "the GLB has no binary chunk".to_owned()),
        _ => Err("it has no uri; only the first buffer may be the binary chunk of the GLB".into()),
    }
}

/// The content of a buffer.
enum Content<'a> {
    Borrowed(&'a [u8]),
    Owned(Vec<u8>),
    /// The content with this index, which was read before.
    Known(usize),
}

/// Loads the contents that are not in the file itself.
struct Loader<'f> {
    from: &'f Files,
    /// The index of the content of each file.
    files: BTreeMap<PathBuf, usize>,
    bytes_left: u64,
}

impl Loader<'_> {
    /// Loads the content that a buffer's address names; `next` is the index that a new content gets.
    fn load<'a>(&mut self, uri: &str, folder: Option<&Path>, next: usize) -> Result<Content<'a>, String> {
        if let Some(data) = uri.strip_prefix("data:") {
            let (_, encoded) = data.split_once(";base64,").ok_or("its data is not base64")?;
            let decoded = base64::engine::general_purpose::STANDARD.decode(encoded.trim_end());
            return decoded.map(Content::Owned).map_err(|e| format!("its data is not base64: {e}"));
        }
        let name = name_inside(uri, folder)?;
        if let Some(found) = self.from.in_memory_at(&name) {
            let bytes = found.map_err(|e| format!("{uri:?} {e}"))?;
            if let Some(&known) = self.files.get(&name) {
                return Ok(Content::Known(known));
            }
            self.from.keep(&name, bytes);
            self.files.insert(name, next);
            return Ok(Content::Owned(bytes.to_owned()));
        }
        let file = file_inside(uri, &name, folder)?;
        if let Some(&known) = self.files.get(&file) {
            return Ok(Content::Known(known));
        }
        let missing = |e: std::io::Error| format!("{uri:?} cannot be read: {e}");
        let meta = file.metadata().map_err(missing)?;
        if !meta.is_file() || meta.len() > self.bytes_left {
            return Err(format!(
                "{uri:?} is not a file, or all buffers together are longer than {MAX_FILE_BYTES} bytes"
            ));
        }
        self.bytes_left -= meta.len();
        let bytes = std::fs::read(&file).map_err(missing)?;
        self.from.keep(&name, &bytes);
        self.files.insert(file, next);
        Ok(Content::Owned(bytes))
    }
}

/// Returns the path that an address names. It must be written as a path below the folder.
fn name_inside(uri: &str, folder: Option<&Path>) -> Result<PathBuf, String> {
    let name = PathBuf::from(percent_decoded(uri));
    let is_inside =
        !uri.contains(':') && name.components().all(|c| matches!(c, Component::Normal(_) | Component::CurDir));
    match folder.filter(|_| is_inside) {
        Some(folder) => Ok(folder.join(name)),
        None => Err(format!("{uri:?} is outside the folder of the file and is not read")),
    }
}

/// Returns the file at a path when it lies within the folder after all links are followed; else an error.
fn file_inside(uri: &str, path: &Path, folder: Option<&Path>) -> Result<PathBuf, String> {
    let folder = folder.filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let missing = |e: std::io::Error| format!("{uri:?} cannot be read: {e}");
    let (folder, file) = (folder.canonicalize().map_err(missing)?, path.canonicalize().map_err(missing)?);
    if !file.starts_with(&folder) {
        return Err(format!("{uri:?} leads outside the folder of the file and is not read"));
    }
    Ok(file)
}

/// Returns an address with its codes such as `%20` replaced by the bytes that they stand for.
fn percent_decoded(uri: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = uri.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|h| std::str::from_utf8(h).ok()).and_then(|h| u8::from_str_radix(h, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(buffers: &[String]) -> gltf::Document {
        let json = format!(r#"{{"asset": {{"version": "2.0"}}, "buffers": [{}]}}"#, buffers.join(","));
        gltf::Gltf::from_slice(json.as_bytes()).unwrap().document
    }

    #[test]
    fn only_the_first_buffer_is_the_binary_chunk_and_it_is_not_copied() {
        let blob = [7; 8];
        let bare = || r#"{"byteLength": 8}"#.to_owned();
        let path = Path::new("x.glb");
        let one = document(&[bare()]);
        let buffers = Buffers::new(path, &one, Some(&blob), None, &Files::default()).unwrap();
        assert!(std::ptr::eq(buffers.get(0).unwrap(), &blob));
        assert_eq!(buffers.get(1), None);
        let many = document(&vec![bare(); 3000]);
        assert_eq!(Buffers::new(path, &many, Some(&blob), None, &Files::default()).err().unwrap().location, "buffer 1");
        assert!(
            Buffers::new(path, &one, None, None, &Files::default()).err().unwrap().what.contains("no binary chunk")
        );
    }

    #[test]
    fn a_file_that_many_buffers_name_is_read_once() {
        let folder = std::env::temp_dir().join(format!("populace-buffers-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("a.bin"), [1, 2, 3, 4]).unwrap();
        let named = |name: &str| format!(r#"{{"byteLength": 4, "uri": "{name}"}}"#);
        let document = document(&[named("a.bin"), named("./a.bin"), named("data:;base64,BQYHCA=="), named("a.bin")]);
        let buffers = Buffers::new(Path::new("x.gltf"), &document, None, Some(&folder), &Files::default()).unwrap();
        assert_eq!(buffers.contents.len(), 2);
        assert_eq!([0, 1, 2, 3].map(|i| buffers.get(i).unwrap()[0]), [1, 1, 5, 1]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn buffers_come_from_memory_when_files_do() {
        let named = |name: &str| document(&[format!(r#"{{"byteLength": 4, "uri": "{name}"}}"#)]);
        let files = Files::in_memory([(PathBuf::from("x/a.bin"), vec![1, 2, 3, 4])]);
        let read =
            |name: &str| Buffers::new(Path::new("x/x.gltf"), &named(name), None, Some(Path::new("x")), &files).err();
        assert!(read("a.bin").is_none());
        assert!(read("b.bin").unwrap().what.contains("not among the files in memory"));
        assert!(read("../x/a.bin").unwrap().what.contains("outside the folder"));
    }
}
