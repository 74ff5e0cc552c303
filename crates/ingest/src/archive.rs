//! ZIP archives of meshes: all OBJ, PLY and GLB files of an archive together are one place.
//!
//! Nothing is written to disk, so names with `..` in them do no harm.

use std::io::{Cursor, Read};
use std::path::Path;

use populace_env::Place;

use crate::mesh::{self, Soup};
use crate::{Options, ReadError, Source, gltf, obj, ply};

/// The most bytes of all files together after decompression (1 GiB).
const MAX_BYTES: u64 = 1 << 30;
/// The greatest ratio of the size of a file to its compressed size; text compresses about 10 times. It applies to files
/// above [`FREE_BYTES`].
const MAX_RATIO: u64 = 200;
/// Files up to this size may be compressed at any ratio, bytes.
const FREE_BYTES: u64 = 16 << 20;
/// The most files of an archive.
const MAX_FILES: usize = 100_000;

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format = crate::Format {
    name: "zip",
    extensions: &["zip"],
    about: "ZIP archive of OBJ, PLY and GLB meshes that make up one place",
    sniff,
    read,
};

/// Returns whether the first bytes are those of a ZIP archive.
pub(crate) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// Reads the place whose parts are the meshes of an archive.
pub(crate) fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let soup = read_soup(source, options)?;
    mesh::to_place(source.path, soup, options)
}

/// Reads the triangles of all meshes of an archive.
fn read_soup(source: &Source, options: &Options) -> Result<Soup, ReadError> {
    let fail = |what: String| ReadError::new(source.path, what);
    let mut archive = zip::ZipArchive::new(Cursor::new(source.bytes)).map_err(|e| {
        fail(format!("is not a ZIP archive: {e}")).hint("the file is truncated or damaged; pack it again")
    })?;
    if archive.len() > MAX_FILES {
        return Err(fail(format!("holds {} files; at most {MAX_FILES} are read", archive.len())));
    }
    let mut whole = Soup::default();
    let mut skipped = 0;
    let mut bytes_left = MAX_BYTES;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(|e| {
            fail(format!("cannot be unpacked: {e}"))
                .at(format!("file {}", index + 1))
                .hint("pack the archive again with plain deflate compression and without a password")
        })?;
        let name = String::from_utf8_lossy(file.name_raw()).into_owned();
        let Some(parse) = reader(&name) else {
            skipped += usize::from(file.is_file());
            continue;
        };
        let limit = bytes_left.min(FREE_BYTES.max(file.compressed_size().saturating_mul(MAX_RATIO)));
        let mut content = Vec::new();
        let within = |e: std::io::Error| fail(format!("cannot be unpacked: {e}")).at(name.clone());
        Read::by_ref(&mut file).take(limit + 1).read_to_end(&mut content).map_err(within)?;
        if content.len() as u64 > limit {
            return Err(fail(format!("unpacks to more than {limit} bytes")).at(name).hint(format!(
                "an archive may unpack to {MAX_BYTES} bytes in all and a large file to {MAX_RATIO} times its packed size"
            )));
        }
        bytes_left -= content.len() as u64;
        let mut part = parse(source.path, &content, options).map_err(|e| {
            let location = if e.location.is_empty() { name.clone() } else { format!("{name}, {}", e.location) };
            e.at(location)
        })?;
        part.names = vec![name.clone()];
        whole.append(source.path, part, options).map_err(|e| e.at(name))?;
        if whole.vertices.len() > options.max_vertices {
            return Err(mesh::too_many_vertices(source.path, whole.vertices.len(), options));
        }
    }
    if whole.names.is_empty() {
        return Err(fail("holds no OBJ, PLY or GLB file".into()).hint("pack the meshes of one place into the archive"));
    }
    whole.notes.push(format!("read {} meshes of the archive, ignored {skipped} other files", whole.names.len()));
    Ok(whole)
}

/// Reads the triangles of a mesh from its bytes.
type Parse = fn(&Path, &[u8], &Options) -> Result<Soup, ReadError>;

/// Returns the reader for a file of an archive; `None` for a file that is not a mesh, and for hidden files.
fn reader(name: &str) -> Option<Parse> {
    let name = name.to_lowercase();
    let hidden = name.rsplit('/').next().is_some_and(|n| n.starts_with('.')) || name.starts_with("__macosx/");
    let parsers: [(&str, Parse); 3] =
        [(".obj", obj::read_soup), (".ply", ply::read_soup), (".glb", gltf::read_soup_alone)];
    parsers.into_iter().find(|(ending, _)| !hidden && name.ends_with(ending)).map(|(_, parse)| parse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    fn parse(bytes: &[u8]) -> Result<Soup, ReadError> {
        read_soup(&Source { path: Path::new("test.zip"), bytes }, &Options::default())
    }

    #[test]
    fn the_triangles_of_all_meshes_together_are_limited() {
        let one = "v 0 0 0\nv 1 0 0\nv 1 1 0\n".to_owned() + &"f 1 2 3\n".repeat(7);
        let bytes = packed(&[("a.obj", one.as_bytes()), ("b.obj", one.as_bytes())]);
        let options = Options { max_vertices: 6, ..Options::default() };
        let error = read_soup(&Source { path: Path::new("test.zip"), bytes: &bytes }, &options).unwrap_err();
        assert_eq!((error.location.as_str(), error.what.as_str()), ("b.obj", "has more than 12 triangles"));
    }

    #[test]
    fn the_meshes_of_an_archive_are_one_soup() {
        let one = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n";
        let soup = parse(&packed(&[("../a.obj", one), ("readme.txt", b"hello"), ("b/c.OBJ", one)])).unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(soup.names, ["../a.obj", "b/c.OBJ"]);
        assert!(soup.notes[0].contains("2 meshes"));
    }

    #[test]
    fn an_error_names_the_file_in_the_archive() {
        let error = parse(&packed(&[("a.obj", b"v 0 0\n")])).unwrap_err();
        assert_eq!(error.location, "a.obj, line 1");
    }

    #[test]
    fn a_decompression_bomb_is_refused() {
        let bytes = packed(&[("bomb.obj", &vec![b'\n'; 64 << 20])]);
        assert!(bytes.len() < 100_000, "{} bytes", bytes.len());
        assert!(parse(&bytes).unwrap_err().what.contains("unpacks to more than"));
    }

    #[test]
    fn broken_archives_are_refused() {
        let bytes = packed(&[("a.obj", b"v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\n")]);
        for length in 0..bytes.len() {
            assert!(parse(&bytes[..length]).is_err(), "{length} bytes");
        }
        assert!(parse(&packed(&[("a.txt", b"")])).unwrap_err().what.contains("no OBJ"));
    }
}
