//! Wavefront OBJ: vertices and faces of all groups and objects; materials, normals and textures are ignored.
//!
//! This reader needs no library. So an error in a line names that line, and lines (`l`) and points (`p`) are not taken
//! for triangles.

use std::path::Path;

use populace_env::Place;

use crate::mesh::{self, Soup};
use crate::{Options, ReadError, Source};

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format =
    crate::Format { name: "obj", extensions: &["obj"], about: "Wavefront OBJ mesh", sniff, read };

/// Returns whether the first two lines that are not comments are OBJ statements.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let text = String::from_utf8_lossy(head);
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    let is_statement = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or("");
        ["v", "vn", "vt", "f", "o", "g", "s", "l", "p", "usemtl", "mtllib"].contains(&word)
    };
    lines.next().is_some_and(is_statement) && lines.next().is_none_or(is_statement)
}

/// Reads the place in an OBJ file.
pub(crate) fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let soup = read_soup(source.path, source.bytes, options)?;
    mesh::to_place(source.path, soup, options)
}

/// Reads the triangles of an OBJ file.
pub(crate) fn read_soup(path: &Path, bytes: &[u8], options: &Options) -> Result<Soup, ReadError> {
    let mut soup = Soup::default();
    let mut ignored = 0;
    let mut corners = Vec::new();
    let mut continued = String::new();
    for (number, raw) in bytes.split(|&b| b == b'\n').enumerate() {
        let line = String::from_utf8_lossy(raw);
        let line = line.trim();
        if let Some(start) = line.strip_suffix('\\') {
            continued.push_str(start);
            continued.push(' ');
            continue;
        }
        let whole = std::mem::take(&mut continued) + line;
        let mut words = whole.split('#').next().unwrap_or("").split_whitespace();
        let located = |e: String| ReadError::new(path, e).at(format!("line {}", number + 1));
        match words.next() {
            Some("v") => {
                soup.vertices.push(position(words).map_err(|e| located(e).hint("a vertex is: v x y z"))?);
                if soup.vertices.len() > options.max_vertices {
                    return Err(mesh::too_many_vertices(path, soup.vertices.len(), options));
                }
            }
            Some("f") => {
                corners.clear();
                for word in words {
                    let index = corner(word, soup.vertices.len())
                        .map_err(|e| located(e).hint("a face is: f i j k …, indices of vertices above it"))?;
                    corners.push(index);
                }
                if corners.len() < 3 {
                    return Err(
                        located(format!("a face has {} corners", corners.len())).hint("a face has three or more")
                    );
                }
                soup.add_polygon(path, &corners, options).map_err(|e| e.at(format!("line {}", number + 1)))?;
            }
            Some("o" | "g") => soup.names.push(words.collect::<Vec<_>>().join(" ")),
            Some("l" | "p" | "curv" | "surf") => ignored += 1,
            _ => {}
        }
    }
    if soup.vertices.is_empty() {
        return Err(ReadError::new(path, "holds no vertices").hint("an OBJ file has lines such as: v 1.0 2.0 3.0"));
    }
    if ignored > 0 {
        soup.notes.push(format!("ignored {ignored} points, lines and curves"));
    }
    Ok(soup)
}

/// Returns the three coordinates of a vertex.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<[f64; 3], String> {
    let mut position = [0.0; 3];
    for coordinate in &mut position {
        let word = words.next().ok_or("a vertex has fewer than three coordinates")?;
        let value: f64 = word.parse().map_err(|_| format!("{word:?} is not a number"))?;
        if !value.is_finite() {
            return Err(format!("{word} is not a finite number"));
        }
        *coordinate = value;
    }
    Ok(position)
}

/// Returns the vertex of a corner that is written `i`, `i/t`, `i//n` or `i/t/n`. A negative index counts back from the
/// last vertex so far.
fn corner(word: &str, vertices: usize) -> Result<u32, String> {
    let number = word.split('/').next().unwrap_or("");
    let index: i64 = number.parse().map_err(|_| format!("{word:?} is not a vertex index"))?;
    let zero_based = if index < 0 { vertices as i64 + index } else { index - 1 };
    u32::try_from(zero_based)
        .ok()
        .filter(|&i| (i as usize) < vertices)
        .ok_or_else(|| format!("vertex {index} does not exist; there are {vertices} so far"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Soup, ReadError> {
        read_soup(Path::new("test.obj"), text.as_bytes(), &Options::default())
    }

    #[test]
    fn polygons_become_fans_and_negative_indices_count_back() {
        let soup =
            parse("g a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2//2 3/1/1 4\nl 1 2\nf -4 -3 \\\n -1\n").unwrap();
        assert_eq!(soup.triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 3]]);
        assert_eq!(soup.names, ["a"]);
        assert_eq!(soup.notes.len(), 1);
    }

    #[test]
    fn errors_name_their_line() {
        for (text, line) in [
            ("v 0 0 nan", "line 1"),
            ("v 0 0 inf", "line 1"),
            ("v 0 0 0\nv 1", "line 2"),
            ("v 0 0 0\nf 1 1 2", "line 2"),
            ("v 0 0 0\nf -2 1 1", "line 2"),
            ("v 0 0 0\nf 0 1 1", "line 2"),
            ("v 0 0 0\nf 99999999999999999999 1 1", "line 2"),
            ("v 0 0 0\nf 1 1", "line 2"),
        ] {
            assert_eq!(parse(text).unwrap_err().location, line, "{text}");
        }
        let options = Options { max_vertices: 4, ..Options::default() };
        let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\n".to_owned() + &"f 1 2 3\n".repeat(9);
        let error = read_soup(Path::new("test.obj"), text.as_bytes(), &options).unwrap_err();
        assert_eq!((error.location.as_str(), error.what.as_str()), ("line 12", "has more than 8 triangles"));
        assert!(parse("\u{0}\u{1}garbage").unwrap_err().what.contains("no vertices"));
    }
}
