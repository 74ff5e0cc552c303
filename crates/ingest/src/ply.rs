//! PLY (Stanford polygon format 1.0): ascii, binary little and big endian. Vertices x y z and faces are read, all else
//! is skipped.
//!
//! No library reads the file, so that memory is bounded: counts in the header are checked against the bytes that are
//! left before anything is allocated for them.

use std::path::Path;

use populace_env::Place;

use crate::mesh::{self, Soup};
use crate::{Options, ReadError, Source};

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format =
    crate::Format { name: "ply", extensions: &["ply"], about: "PLY mesh, ascii or binary", sniff, read };

/// The most corners of a face.
const MAX_CORNERS: f64 = 1e6;

/// Returns whether the first bytes are those of a PLY file.
pub(crate) fn sniff(head: &[u8]) -> bool {
    head.starts_with(b"ply\n") || head.starts_with(b"ply\r")
}

/// Reads the place in a PLY file.
pub(crate) fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let soup = read_soup(source.path, source.bytes, options)?;
    mesh::to_place(source.path, soup, options)
}

/// Reads the triangles of a PLY file.
pub(crate) fn read_soup(path: &Path, bytes: &[u8], options: &Options) -> Result<Soup, ReadError> {
    let (header, body) = header(bytes).map_err(|(line, what)| {
        ReadError::new(path, what)
            .at(format!("header line {line}"))
            .hint("a PLY file begins with: ply, format …, element …, property …, end_header")
    })?;
    if let Some(vertices) = header.elements.iter().find(|e| e.name == "vertex")
        && vertices.count > options.max_vertices
    {
        return Err(mesh::too_many_vertices(path, vertices.count, options));
    }
    let mut values = Values { bytes: body, at: 0, encoding: header.encoding };
    let mut soup = Soup::default();
    let mut corners = Vec::new();
    for element in &header.elements {
        let located = |row: usize, what: String| {
            ReadError::new(path, what)
                .at(format!("{} {} of {}", element.name, row + 1, element.count))
                .hint("the file is truncated or its header does not fit its content; export it again")
        };
        let least = element.least_bytes(header.encoding);
        if least.checked_mul(element.count).is_none_or(|needed| needed > values.left()) {
            let what = format!("its {} rows need more bytes than the {} that are left", element.count, values.left());
            return Err(located(0, what));
        }
        for row in 0..element.count {
            corners.clear();
            read_row(element, &mut values, &mut soup, &mut corners).map_err(|what| located(row, what))?;
            let here = || format!("{} {} of {}", element.name, row + 1, element.count);
            soup.add_polygon(path, &corners, options).map_err(|e| e.at(here()))?;
        }
    }
    if soup.vertices.is_empty() {
        return Err(
            ReadError::new(path, "holds no vertices").hint("the header needs: element vertex, property float x y z")
        );
    }
    let vertices = soup.vertices.len();
    if let Some(row) = soup.triangles.iter().position(|t| t.iter().any(|&i| i as usize >= vertices)) {
        return Err(ReadError::new(path, format!("a face names a vertex beyond the {vertices} of the file"))
            .at(format!("triangle {}", row + 1)));
    }
    Ok(soup)
}

/// The encoding of the body of a file.
#[derive(Clone, Copy, PartialEq)]
enum Encoding {
    Ascii,
    Little,
    Big,
}

/// A type of numbers.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Number {
    /// Returns the type that a word of the header names.
    fn of(word: &str) -> Option<Number> {
        Some(match word {
            "char" | "int8" => Number::I8,
            "uchar" | "uint8" => Number::U8,
            "short" | "int16" => Number::I16,
            "ushort" | "uint16" => Number::U16,
            "int" | "int32" => Number::I32,
            "uint" | "uint32" => Number::U32,
            "float" | "float32" => Number::F32,
            "double" | "float64" => Number::F64,
            _ => return None,
        })
    }
    /// Returns the size of a number, bytes.
    fn size(self) -> usize {
        match self {
            Number::I8 | Number::U8 => 1,
            Number::I16 | Number::U16 => 2,
            Number::I32 | Number::U32 | Number::F32 => 4,
            Number::F64 => 8,
        }
    }
}

/// The meaning of a property.
enum Kind {
    One(Number),
    List { count: Number, item: Number },
}

struct Property {
    name: String,
    kind: Kind,
}

struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

impl Element {
    /// Returns the fewest bytes that a row takes.
    fn least_bytes(&self, encoding: Encoding) -> usize {
        let size = |p: &Property| match (encoding, &p.kind) {
            // At least a digit.
            (Encoding::Ascii, _) => 1,
            (_, Kind::One(number)) => number.size(),
            (_, Kind::List { count, .. }) => count.size(),
        };
        // A row of an element without properties takes no bytes, but it counts as one: else a count of rows would have
        // no limit.
        self.properties.iter().map(size).sum::<usize>().max(1)
    }
}

struct Header {
    encoding: Encoding,
    elements: Vec<Element>,
}

/// Reads the header. Returns it with the bytes after it; the error names the line at fault.
fn header(bytes: &[u8]) -> Result<(Header, &[u8]), (usize, String)> {
    let mut rest = bytes;
    let mut encoding = None;
    let mut elements: Vec<Element> = Vec::new();
    for number in 1..=10_000 {
        let Some(end) = rest.iter().take(4096).position(|&b| b == b'\n') else {
            return Err((number, "the header does not end".into()));
        };
        let line = String::from_utf8_lossy(&rest[..end]).trim().to_owned();
        rest = &rest[end + 1..];
        let words: Vec<&str> = line.split_whitespace().collect();
        let bad = || (number, format!("{line:?} is not understood"));
        match words.as_slice() {
            ["ply"] if number == 1 => {}
            _ if number == 1 => return Err((1, "is not a PLY file".into())),
            ["format", word, ..] => {
                encoding = Some(match *word {
                    "ascii" => Encoding::Ascii,
                    "binary_little_endian" => Encoding::Little,
                    "binary_big_endian" => Encoding::Big,
                    _ => return Err(bad()),
                });
            }
            ["element", name, count] => {
                let count = count.parse().map_err(|_| bad())?;
                elements.push(Element { name: (*name).into(), count, properties: Vec::new() });
            }
            ["property", words @ ..] => {
                let property = property(words).ok_or_else(bad)?;
                elements.last_mut().ok_or_else(bad)?.properties.push(property);
            }
            ["end_header"] => {
                let encoding = encoding.ok_or((number, "the header names no format".to_owned()))?;
                return Ok((Header { encoding, elements }, rest));
            }
            ["comment" | "obj_info", ..] | [] => {}
            _ => return Err(bad()),
        }
    }
    Err((10_000, "the header does not end".into()))
}

/// Returns the property that the words of a header line describe.
fn property(words: &[&str]) -> Option<Property> {
    let (kind, name) = match words {
        ["list", count, item, name] => (Kind::List { count: Number::of(count)?, item: Number::of(item)? }, name),
        [number, name] => (Kind::One(Number::of(number)?), name),
        _ => return None,
    };
    Some(Property { name: (*name).into(), kind })
}

/// Reads one row of an element: a vertex into the soup, the corners of a face into `corners`.
fn read_row(element: &Element, values: &mut Values, soup: &mut Soup, corners: &mut Vec<u32>) -> Result<(), String> {
    let mut position = [f64::NAN; 3];
    for property in &element.properties {
        match property.kind {
            Kind::One(number) => {
                let value = values.next(number)?;
                if let Some(axis) = ["x", "y", "z"].iter().position(|n| *n == property.name) {
                    position[axis] = value;
                }
            }
            Kind::List { count, item } => {
                let count = values.next(count)?;
                if !(0.0..=values.left() as f64).contains(&count) {
                    return Err(format!("a list claims {count} items, more than there are bytes left"));
                }
                let is_corners = ["vertex_indices", "vertex_index"].contains(&property.name.as_str());
                if is_corners && count > MAX_CORNERS {
                    return Err(format!("a face of {count} corners; at most {MAX_CORNERS} are read"));
                }
                for _ in 0..count as usize {
                    let value = values.next(item)?;
                    if is_corners && element.name == "face" {
                        if !(0.0..4e9).contains(&value) {
                            return Err(format!("{value} is not a vertex index"));
                        }
                        corners.push(value as u32);
                    }
                }
            }
        }
    }
    match element.name.as_str() {
        "vertex" if position.iter().all(|c| c.is_finite()) => soup.vertices.push(position),
        "vertex" => return Err("x, y or z is missing or not a finite number".into()),
        _ => {}
    }
    Ok(())
}

/// Reads the numbers of the body, one after the other.
struct Values<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: Encoding,
}

impl Values<'_> {
    /// Returns the number of bytes that are left.
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }
    /// Reads the next number.
    fn next(&mut self, number: Number) -> Result<f64, String> {
        match self.encoding {
            Encoding::Ascii => self.word(),
            Encoding::Little => self.raw(number, false),
            Encoding::Big => self.raw(number, true),
        }
    }
    /// Reads a number that is written as text.
    fn word(&mut self) -> Result<f64, String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let start = rest.iter().position(|b| !b.is_ascii_whitespace()).ok_or("the file ends here")?;
        let word = rest[start..].split(u8::is_ascii_whitespace).next().unwrap_or_default();
        self.at += start + word.len();
        let text = String::from_utf8_lossy(&word[..word.len().min(40)]);
        text.parse().map_err(|_| format!("{text:?} is not a number"))
    }
    /// Reads a number that is written in binary.
    fn raw(&mut self, number: Number, is_big: bool) -> Result<f64, String> {
        let size = number.size();
        let slice = self.bytes.get(self.at..self.at + size).ok_or("the file ends here")?;
        self.at += size;
        let mut b = [0; 8];
        for (i, &byte) in slice.iter().enumerate() {
            b[if is_big { size - 1 - i } else { i }] = byte;
        }
        let low = u32::from_le_bytes([b[0], b[1], b[2], b[3]]);
        Ok(match number {
            Number::I8 => f64::from(b[0] as i8),
            Number::U8 => f64::from(b[0]),
            Number::I16 => f64::from(low as u16 as i16),
            Number::U16 => f64::from(low as u16),
            Number::I32 => f64::from(low as i32),
            Number::U32 => f64::from(low),
            Number::F32 => f64::from(f32::from_bits(low)),
            Number::F64 => f64::from_le_bytes(b),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8]) -> Result<Soup, ReadError> {
        read_soup(Path::new("test.ply"), bytes, &Options::default())
    }

    fn binary(format: &str) -> Vec<u8> {
        let mut bytes = format!(
            "ply\nformat {format} 1.0\ncomment c\nelement vertex 4\nproperty double x\nproperty float y\nproperty short z\n\
             property uchar red\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
        )
        .into_bytes();
        let big = format.ends_with("big_endian");
        let mut put = |le: &[u8]| {
            if big { bytes.extend(le.iter().rev()) } else { bytes.extend(le) }
        };
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
            put(&f64::to_le_bytes(x));
            put(&f32::to_le_bytes(y));
            put(&i16::to_le_bytes(-7));
            put(&[255]);
        }
        put(&[4]);
        for i in 0..4_i32 {
            put(&i.to_le_bytes());
        }
        bytes
    }

    #[test]
    fn the_three_encodings_agree() {
        let ascii = b"ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
            element face 1\nproperty list uchar int vertex_index\nend_header\n0 0 -7\n1 0 -7\n1 1 -7\n0 1 -7\n4 0 1 2 3\n";
        let expected = parse(ascii).unwrap();
        assert_eq!(expected.triangles, [[0, 1, 2], [0, 2, 3]]);
        for format in ["binary_little_endian", "binary_big_endian"] {
            let soup = parse(&binary(format)).unwrap();
            assert_eq!(
                (soup.vertices, soup.triangles),
                (expected.vertices.clone(), expected.triangles.clone()),
                "{format}"
            );
        }
    }

    #[test]
    fn truncated_files_are_refused_at_any_length() {
        for format in ["binary_little_endian", "binary_big_endian"] {
            let bytes = binary(format);
            for length in 0..bytes.len() {
                assert!(parse(&bytes[..length]).is_err(), "{length} bytes");
            }
        }
    }

    #[test]
    fn counts_beyond_the_file_are_refused_before_they_are_believed() {
        let huge = |count: &str, list: &str| {
            format!(
                "ply\nformat ascii 1.0\nelement vertex {count}\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 1\nproperty list uint int vertex_index\nend_header\n0 0 0\n{list}"
            )
        };
        assert!(parse(huge("10000000", "").as_bytes()).unwrap_err().what.contains("at most 4000000"));
        assert!(parse(huge("3999999", "").as_bytes()).unwrap_err().what.contains("more bytes than"));
        assert!(parse(huge("18446744073709551615", "").as_bytes()).is_err());
        assert!(parse(huge("-1", "").as_bytes()).is_err());
        assert!(parse(huge("1", "4000000000 0 0").as_bytes()).unwrap_err().what.contains("claims"));
        assert!(parse(huge("1", "3 0 1 2").as_bytes()).unwrap_err().what.contains("beyond"));
        assert!(parse(huge("1", "3 0 -1 0").as_bytes()).unwrap_err().what.contains("not a vertex index"));
    }

    #[test]
    fn more_triangles_than_the_vertices_allow_are_refused_where_they_begin() {
        let text = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
            element face 9\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n1 1 0\n"
            .to_owned()
            + &"3 0 1 2\n".repeat(9);
        let options = Options { max_vertices: 4, ..Options::default() };
        let error = read_soup(Path::new("test.ply"), text.as_bytes(), &options).unwrap_err();
        assert_eq!((error.location.as_str(), error.what.as_str()), ("face 9 of 9", "has more than 8 triangles"));
    }

    #[test]
    fn positions_that_are_no_numbers_are_refused() {
        let text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 nan 0\n";
        let error = parse(text.as_bytes()).unwrap_err();
        assert_eq!(error.location, "vertex 1 of 1");
    }
}
