//! The files a place is made of, so that a recording can keep them all.

use std::path::{Path, PathBuf};

use crate::gltf_buffers::percent_decoded;
use crate::{Options, ReadError, Source, choose, hand, load};

/// Every file that the place at `path` is read from: itself first, then imports of place files and buffers of glTF.
///
/// Meant for a place that was read without an error; it fails only when a file cannot be opened.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let mut found = vec![path.to_owned()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        let bytes = load(&path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for name in named(&Source { path: &path, bytes: &bytes }) {
            let file = folder.join(name);
            if !found.contains(&file) {
                found.push(file);
            }
        }
        next += 1;
    }
    Ok(found)
}

/// The files that one file names.
fn named(source: &Source) -> Vec<PathBuf> {
    match choose(source, &Options::default()).map(|format| format.name) {
        Ok("place") => {
            let import = hand::parse(source).ok().and_then(|file| file.import);
            import.map(|entry| PathBuf::from(&entry.get_ref().0.file)).into_iter().collect()
        }
        Ok("gltf") => gltf::Gltf::from_slice(source.bytes).map_or_else(|_| Vec::new(), |file| buffers(&file.document)),
        _ => Vec::new(),
    }
}

fn buffers(document: &gltf::Document) -> Vec<PathBuf> {
    let uris = document.buffers().filter_map(|buffer| match buffer.source() {
        gltf::buffer::Source::Uri(uri) if !uri.starts_with("data:") => Some(PathBuf::from(percent_decoded(uri))),
        _ => None,
    });
    uris.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_file_its_import_and_the_buffers_of_that_are_found() {
        let folder = std::env::temp_dir().join(format!("populace-files-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("mesh")).unwrap();
        let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        put("hall.place.toml", "version = 1\nimport = \"mesh/hall.gltf\"\n");
        let buffer = r#"{"byteLength": 4, "uri": "hall%20one.bin"}"#;
        put("mesh/hall.gltf", &format!(r#"{{"asset": {{"version": "2.0"}}, "buffers": [{buffer}, {buffer}]}}"#));
        put("mesh/hall one.bin", "1234");
        let found = files(&folder.join("hall.place.toml")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(found, ["hall.place.toml", "mesh/hall.gltf", "mesh/hall one.bin"].map(|name| folder.join(name)));
    }
}
