//! glTF 2.0 and GLB: the triangles of the default scene with the transforms of its nodes. As the specification says, y
//! is up and the unit is metres.
//!
//! The `gltf` crate proves the JSON. Chunks and accessors are read here, because the crate trusts their sizes. A buffer
//! is the binary chunk of the GLB, base64 data, or a file in the folder of the glTF file or below.

use std::path::Path;

use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use populace_env::Place;

use crate::gltf_buffers::Buffers;
use crate::mesh::{self, Soup};
use crate::{Options, ReadError, Source};

/// The most nodes from the root to a leaf.
const MAX_DEPTH: usize = 256;
/// The most characters of a mesh's name that are kept.
const MAX_NAME: usize = 80;

/// This format's line in the table.
pub(crate) const FORMAT: crate::Format =
    crate::Format { name: "gltf", extensions: &["gltf", "glb"], about: "glTF 2.0 mesh, plain or binary", sniff, read };

/// Returns whether the first bytes are those of a GLB file, or of JSON with an asset as in glTF.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let has = |word: &[u8]| head.windows(word.len()).any(|w| w == word);
    let is_object = head.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'{');
    head.starts_with(b"glTF") || (is_object && has(b"\"asset\"") && (has(b"\"version\"") || has(b"\"generator\"")))
}

/// Reads the place in a glTF or GLB file.
pub(crate) fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {
    let soup = read_soup(source.path, source.bytes, options, source.path.parent())?;
    mesh::to_place(source.path, soup, options)
}

/// Reads the triangles of a GLB file that holds all its buffers.
pub(crate) fn read_soup_alone(path: &Path, bytes: &[u8], options: &Options) -> Result<Soup, ReadError> {
    read_soup(path, bytes, options, None)
}

/// Checks that the accessors of all meshes exist. The validation of the `gltf` crate looks up the accessor of positions
/// without this check, and would panic.
fn check_positions(json: &[u8]) -> Result<(), String> {
    // The reader itself reports bytes that are not JSON.
    let Ok(root) = gltf::json::Root::from_slice(json) else { return Ok(()) };
    let primitives = root.meshes.iter().flat_map(|m| &m.primitives);
    match primitives.flat_map(|p| p.attributes.values()).find(|a| a.value() >= root.accessors.len()) {
        Some(a) => Err(format!("a mesh names accessor {}, but there are {}", a.value(), root.accessors.len())),
        None => Ok(()),
    }
}

/// Reads the triangles of a glTF or GLB file; buffers that are files are looked up in `folder`.
fn read_soup(path: &Path, bytes: &[u8], options: &Options, folder: Option<&Path>) -> Result<Soup, ReadError> {
    let damaged = |e: String| ReadError::new(path, e).hint("the file is truncated or damaged; export it again");
    let (json, blob) = if bytes.starts_with(b"glTF") { chunks(bytes).map_err(damaged)? } else { (bytes, None) };
    check_positions(json).map_err(damaged)?;
    let document = gltf::Gltf::from_slice(json)
        .map_err(|e| {
            ReadError::new(path, format!("is not glTF 2.0 that can be read: {e}"))
                .hint("export it as plain glTF 2.0 or GLB without mesh compression (Draco, meshopt)")
        })?
        .document;
    let buffers = Buffers::new(path, &document, blob, folder, &options.files)?;
    let reader = Reader { path, buffers, options };
    let mut soup = Soup { y_up: true, ..Soup::default() };
    let (mut ignored, mut visited) = (0, 0);
    for (node, matrix) in placed_nodes(&document).map_err(damaged)? {
        let Some(mesh) = node.mesh() else { continue };
        let short = |name: &str| name.chars().take(MAX_NAME).collect();
        let name: String = mesh.name().map_or_else(|| format!("mesh {}", mesh.index()), short);
        for primitive in mesh.primitives() {
            // Primitives that hold nothing count as well: a mesh of many primitives may be placed many times.
            visited += 1;
            if visited > options.max_vertices {
                return Err(ReadError::new(path, format!("places more than {visited} primitives"))
                    .at(name)
                    .hint("join the parts of its meshes, or cut the model into parts"));
            }
            ignored += usize::from(!reader.add(&mut soup, &primitive, &matrix, &name)?);
        }
        soup.names.push(name);
    }
    if ignored > 0 {
        soup.notes.push(format!("ignored {ignored} primitives of points and lines"));
    }
    Ok(soup)
}

/// Returns the JSON chunk and the binary chunk of a GLB file.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let word = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        bytes.map(u32::from_le_bytes).ok_or_else(|| format!("ends within the header at byte {at}"))
    };
    if word(4)? != 2 {
        return Err(format!("is GLB version {}; only version 2 can be read", word(4)?));
    }
    let (mut at, mut json, mut blob) = (12, None, None);
    while at < bytes.len() {
        let (length, kind) = (word(at)? as usize, word(at + 4)?);
        let content = bytes
            .get(at + 8..at + 8 + length)
            .ok_or_else(|| format!("the chunk at byte {at} claims {length} bytes, more than there are left"))?;
        match kind {
            0x4e4f_534a => json = json.or(Some(content)),
            0x004e_4942 => blob = blob.or(Some(content)),
            _ => {}
        }
        // Chunks begin at multiples of four.
        at += 8 + length.next_multiple_of(4);
    }
    Ok((json.ok_or("the GLB has no JSON chunk")?, blob))
}

/// Columns of a 4 × 4 transform.
type Matrix = [[f64; 4]; 4];

/// Returns every node of the scene with its transform to the world.
fn placed_nodes(document: &gltf::Document) -> Result<Vec<(gltf::Node<'_>, Matrix)>, String> {
    let nodes: Vec<gltf::Node> = document.nodes().collect();
    let roots: Vec<usize> = match document.default_scene().or_else(|| document.scenes().next()) {
        Some(scene) => scene.nodes().map(|n| n.index()).collect(),
        None => {
            let children: std::collections::BTreeSet<usize> =
                nodes.iter().flat_map(|n| n.children().map(|c| c.index())).collect();
            (0..nodes.len()).filter(|i| !children.contains(i)).collect()
        }
    };
    let mut seen = vec![false; nodes.len()];
    let mut placed = Vec::new();
    let mut stack: Vec<(usize, Option<Matrix>, usize)> = roots.into_iter().rev().map(|n| (n, None, 0)).collect();
    while let Some((index, parent, depth)) = stack.pop() {
        if std::mem::replace(&mut seen[index], true) {
            return Err(format!("node {index} is its own ancestor or has two parents"));
        }
        if depth > MAX_DEPTH {
            return Err(format!("node {index} is nested deeper than {MAX_DEPTH} nodes"));
        }
        let node = &nodes[index];
        let own = node.transform().matrix().map(|column| column.map(f64::from));
        let matrix = parent.map_or(own, |p| product(&p, &own));
        stack.extend(node.children().map(|c| (c.index(), Some(matrix), depth + 1)));
        placed.push((node.clone(), matrix));
    }
    Ok(placed)
}

/// Returns the product of two transforms.
fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| [0, 1, 2, 3].map(|row| (0..4).map(|k| a[k][row] * column[k]).sum()))
}

/// Returns the determinant of the linear part of a transform.
fn determinant([a, b, c, _]: &Matrix) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) + c[0] * (a[1] * b[2] - a[2] * b[1])
}

/// Reads the primitives of a file.
struct Reader<'a> {
    path: &'a Path,
    buffers: Buffers<'a>,
    options: &'a Options,
}

impl Reader<'_> {
    /// Adds the triangles of a primitive. Returns false when it holds points or lines.
    fn add(
        &self,
        soup: &mut Soup,
        primitive: &gltf::Primitive,
        matrix: &Matrix,
        name: &str,
    ) -> Result<bool, ReadError> {
        let here = || format!("{name}, primitive {}", primitive.index());
        let fail = |what: &str| {
            ReadError::new(self.path, what)
                .at(here())
                .hint("export it again as plain glTF 2.0 without compression, quantisation or sparse data")
        };
        if !matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            return Ok(false);
        }
        let positions = primitive.get(&gltf::Semantic::Positions).ok_or_else(|| fail("has no positions"))?;
        let rows = self.rows(&positions, Dimensions::Vec3, &[DataType::F32]).map_err(|e| fail(&e))?;
        if soup.vertices.len() + rows.count > self.options.max_vertices {
            return Err(mesh::too_many_vertices(self.path, soup.vertices.len() + rows.count, self.options));
        }
        let offset = soup.vertices.len() as u32;
        for row in rows.iter() {
            let p = [0, 4, 8].map(|i| f64::from(f32::from_bits(little_endian(&row[i..i + 4]))));
            let placed =
                [0, 1, 2].map(|i| matrix[0][i] * p[0] + matrix[1][i] * p[1] + matrix[2][i] * p[2] + matrix[3][i]);
            if !placed.iter().all(|c| c.is_finite()) {
                return Err(fail("a position is not a finite number"));
            }
            soup.vertices.push(placed);
        }
        let types = [DataType::U8, DataType::U16, DataType::U32];
        let named = primitive.indices().map(|a| self.rows(&a, Dimensions::Scalar, &types)).transpose();
        let named = named.map_err(|e| fail(&e))?;
        let count = named.as_ref().map_or(rows.count, |named| named.count);
        let triangles = if primitive.mode() == Mode::Triangles { count / 3 } else { count.saturating_sub(2) };
        soup.check_room(self.path, triangles, self.options).map_err(|e| e.at(here()))?;
        let indices: Vec<u32> = match named {
            None => (0..rows.count as u32).collect(),
            Some(named) => named.iter().map(little_endian).collect(),
        };
        if indices.iter().any(|&i| i as usize >= rows.count) {
            return Err(fail("an index names a vertex that does not exist"));
        }
        // A mirrored node turns its triangles inside out.
        let is_mirrored = determinant(matrix) < 0.0;
        let mut push = |[a, b, c]: [u32; 3]| {
            let t = if is_mirrored { [a, c, b] } else { [a, b, c] };
            soup.triangles.push(t.map(|i| i + offset));
        };
        match primitive.mode() {
            Mode::TriangleStrip => indices.windows(3).enumerate().for_each(|(i, w)| {
                push(if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[1], w[0], w[2]] });
            }),
            Mode::TriangleFan => {
                indices.windows(2).skip(1).for_each(|w| push([indices[0], w[0], w[1]]));
            }
            _ => indices.chunks_exact(3).for_each(|w| push([w[0], w[1], w[2]])),
        }
        Ok(true)
    }
    /// Returns the rows of an accessor, proven to lie within its buffer.
    fn rows(&self, accessor: &gltf::Accessor, shape: Dimensions, types: &[DataType]) -> Result<Rows<'_>, String> {
        if accessor.sparse().is_some() {
            return Err("sparse data cannot be read".into());
        }
        if accessor.dimensions() != shape || !types.contains(&accessor.data_type()) {
            return Err(format!("{:?} of {:?} cannot be read here", accessor.dimensions(), accessor.data_type()));
        }
        let view = accessor.view().ok_or("an accessor has no data")?;
        let buffer = self.buffers.get(view.buffer().index()).ok_or("a buffer is missing")?;
        let end = view.offset().checked_add(view.length());
        let data = end.and_then(|end| buffer.get(view.offset()..end)).ok_or("a view reaches beyond its buffer")?;
        let size = accessor.size();
        let stride = view.stride().unwrap_or(size).max(size);
        let needed = accessor.count().checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
        let data = data.get(accessor.offset()..).filter(|d| needed.is_some_and(|n| n <= d.len()));
        let data = data.ok_or("an accessor reaches beyond its view")?;
        Ok(Rows { data, stride, size, count: accessor.count() })
    }
}

/// The rows of an accessor; all lie within `data`.
struct Rows<'a> {
    data: &'a [u8],
    stride: usize,
    size: usize,
    count: usize,
}

impl<'a> Rows<'a> {
    /// Returns the rows, one after the other.
    fn iter(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        let &Rows { data, stride, size, count } = self;
        (0..count).filter_map(move |i| data.get(i * stride..i * stride + size))
    }
}

/// Returns the number that one to four bytes stand for, the lowest byte first.
fn little_endian(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u32::from(b))
}

#[cfg(test)]
#[path = "gltf_tests.rs"]
mod tests;
