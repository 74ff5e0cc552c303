//! Step 1: turns the mesh so that z is up, scales it to metres, and makes normals point out of the ground.

use std::path::Path;

use populace_geom::maths;

use super::Soup;
use crate::{Options, ReadError, UpAxis};

/// Largest coordinate, m: in millimetres it fits into a 32-bit integer, with room for sums.
const LIMIT: f64 = 500_000.0;
/// When the area that faces down is this many times the area that faces up, all normals count as reversed.
const REVERSED: f64 = 3.0;

/// The corners of a mesh in metres, with z up, and whether the winding of all triangles has to be reversed.
pub(super) struct Upright {
    pub points: Vec<[f64; 3]>,
    pub is_reversed: bool,
}

/// Turns the soup upright and proves its numbers.
pub(super) fn turn_upright(
    path: &Path,
    soup: &Soup,
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Upright, ReadError> {
    if soup.triangles.is_empty() {
        return Err(ReadError::new(path, "holds no triangles").hint("export the surfaces of the model as a mesh"));
    }
    if soup.vertices.len() > options.max_vertices {
        return Err(too_many_vertices(path, soup.vertices.len(), options));
    }
    if let Some(index) = soup.triangles.iter().position(|t| t.iter().any(|&i| i as usize >= soup.vertices.len())) {
        return Err(
            ReadError::new(path, "a triangle names a vertex that does not exist").at(format!("triangle {}", index + 1))
        );
    }
    let y_up = match options.up {
        UpAxis::Y => true,
        UpAxis::Z => false,
        UpAxis::Auto if soup.y_up => true,
        UpAxis::Auto => {
            let y_up = facing(soup, 1, options) > facing(soup, 2, options);
            notes.push(format!(
                "taken as {} up, the axis along which most of its surfaces face",
                ["z", "y"][y_up as usize]
            ));
            y_up
        }
    };
    let mut points = Vec::with_capacity(soup.vertices.len());
    for (index, &[x, y, z]) in soup.vertices.iter().enumerate() {
        let p = if y_up { [x, -z, y] } else { [x, y, z] }.map(|c| c * options.scale);
        if !p.iter().all(|c| c.is_finite() && c.abs() <= LIMIT) {
            return Err(ReadError::new(path, format!("({x}, {y}, {z}) is no position, or too far from the origin"))
                .at(format!("vertex {}", index + 1))
                .hint(format!(
                    "coordinates must be numbers within {LIMIT} m of the origin; shift or scale the model"
                )));
        }
        points.push(p);
    }
    let [up, down] = [1.0, -1.0].map(|sign| facing_along(&points, &soup.triangles, 2, sign, options.max_slope));
    let is_reversed = down > REVERSED * up;
    if is_reversed {
        notes.push("most surfaces face down; the winding of all triangles was reversed".into());
    }
    Ok(Upright { points, is_reversed })
}

/// Returns the error for a mesh with too many vertices.
pub(crate) fn too_many_vertices(path: &Path, count: usize, options: &Options) -> ReadError {
    ReadError::new(path, format!("has {count} vertices; at most {} are read", options.max_vertices))
        .hint("simplify the mesh, cut it into parts, or raise --max-vertices")
}

/// Returns the area that faces along an axis, in the direction where it is larger, in square units of the file.
fn facing(soup: &Soup, axis: usize, options: &Options) -> f64 {
    let along = |sign| facing_along(&soup.vertices, &soup.triangles, axis, sign, options.max_slope);
    along(1.0_f64).max(along(-1.0))
}

/// Returns the area of the triangles that face along an axis, in the direction of `sign`, within `max_slope` degrees.
fn facing_along(points: &[[f64; 3]], triangles: &[[u32; 3]], axis: usize, sign: f64, max_slope: f64) -> f64 {
    let least = maths::cos(max_slope.to_radians());
    let area = |t: &[u32; 3]| {
        let normal = normal(t.map(|i| points[i as usize]));
        let length = normal.iter().map(|c| c * c).sum::<f64>().sqrt();
        if length.is_finite() && normal[axis] * sign >= least * length { 0.5 * length } else { 0.0 }
    };
    triangles.iter().map(area).sum()
}

/// Returns the normal of a triangle. Its length is twice the area of the triangle.
pub(super) fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let [u, v] = [[b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]];
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
