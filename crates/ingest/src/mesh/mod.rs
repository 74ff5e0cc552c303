//! Meshes to floors: the map extraction of Lamarche & Donikian 2004, "2D map extraction", for any number of storeys.
//!
//! The paper cuts the geometry between the floor and the height of a person, projects it on the plane, triangulates it,
//! fills from an inside point and keeps what delimits the filled area. Here the cut follows every walkable
//! surface, so that one triangulation serves all storeys at once. One file per step:
//!
//! 1. [`axis`]: z up, metres, outward normals;
//! 2. [`surface`]: triangles on whole millimetres, and which of them can be walked on;
//! 3. [`band`]: for each walkable triangle, the geometry between a step and a person's height above it;
//! 4. [`arrange`]: all these lines, noded and triangulated, so that nothing changes within a face of the plan;
//! 5. [`cells`]: the walkable layers of each face, and where a person can go from one to the next; [`fill`]: the ground
//!    that is reached from the inside point; [`seeds`]: further ground to keep;
//! 6. [`regions`] with [`treads`]: levels, ramps and stairs, none of which overlaps itself in plan;
//! 7. [`outline`] with [`straighten`]: borders, links and walls of each floor;
//! 8. [`floors`]: the place.

mod arrange;
mod axis;
mod band;
mod boxes;
mod cells;
mod fill;
mod floors;
mod outline;
mod polygon;
mod regions;
mod seeds;
mod straighten;
mod surface;
mod treads;

#[cfg(test)]
mod tests;

use std::path::Path;

use populace_env::Place;

pub(crate) use axis::too_many_vertices;

use crate::{Options, ReadError};

/// The most triangles for each vertex; a closed surface has two.
const TRIANGLES_PER_VERTEX: usize = 2;

/// Triangles as a file holds them, in its own axes and units.
#[derive(Clone, Debug, Default)]
pub(crate) struct Soup {
    /// Corners.
    pub vertices: Vec<[f64; 3]>,
    /// The corners of each triangle, as indices of `vertices`.
    pub triangles: Vec<[u32; 3]>,
    /// The names of the objects in the file.
    pub names: Vec<String>,
    /// Notes about what the reader assumed or ignored.
    pub notes: Vec<String>,
    /// Whether the format itself says that y is up.
    pub y_up: bool,
    /// The number of polygons with dents.
    pub dented: usize,
    /// The number of those that cross themselves and became fans.
    pub crossed: usize,
    /// The number of corners that were looked at so far to cut dented polygons.
    pub looks: usize,
}

impl Soup {
    /// Refuses `more` triangles when that would be too many. This bounds the memory where few vertices have many
    /// triangles.
    pub fn check_room(&self, path: &Path, more: usize, options: &Options) -> Result<(), ReadError> {
        let most = options.max_vertices.saturating_mul(TRIANGLES_PER_VERTEX);
        if self.triangles.len().saturating_add(more) <= most {
            return Ok(());
        }
        Err(ReadError::new(path, format!("has more than {most} triangles")).hint(
            "simplify the mesh, cut it into parts, or raise --max-vertices: there may be twice as many triangles",
        ))
    }
    /// Adds the triangles of another soup.
    pub fn append(&mut self, path: &Path, other: Soup, options: &Options) -> Result<(), ReadError> {
        self.check_room(path, other.triangles.len(), options)?;
        let offset = self.vertices.len() as u32;
        self.vertices.extend(other.vertices);
        self.triangles.extend(other.triangles.into_iter().map(|t| t.map(|i| i + offset)));
        self.names.extend(other.names);
        self.notes.extend(other.notes);
        self.y_up |= other.y_up;
        self.dented += other.dented;
        self.crossed += other.crossed;
        self.looks += other.looks;
        Ok(())
    }
    /// Adds a polygon as triangles: a fan when it is convex. Polygons of fewer than three corners are not added.
    pub fn add_polygon(&mut self, path: &Path, corners: &[u32], options: &Options) -> Result<(), ReadError> {
        self.check_room(path, corners.len().saturating_sub(2), options)?;
        let points: Option<Vec<[f64; 3]>> = match corners.len() {
            0..=3 => None,
            // A file may name vertices before it gives them; they are proven when all are known.
            _ => corners.iter().map(|&i| self.vertices.get(i as usize).copied()).collect(),
        };
        if let Some(plan) = points.and_then(|points| polygon::dented(&points)) {
            self.dented += 1;
            if let Some(ears) = polygon::cut_ears(&plan, &mut self.looks) {
                self.triangles.extend(ears.into_iter().map(|ear| ear.map(|i| corners[i])));
                return Ok(());
            }
            self.crossed += 1;
        }
        if let [first, rest @ ..] = corners {
            self.triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
        }
        Ok(())
    }
}

/// Makes the place whose surfaces are the triangles of `soup`.
pub(crate) fn to_place(path: &Path, soup: Soup, options: &Options) -> Result<Place, ReadError> {
    check_options(path, options)?;
    let mut notes = soup.notes.clone();
    if soup.dented > 0 {
        let crossed = match soup.crossed {
            0 => String::new(),
            n => format!(", but for {n} that cross themselves and are fans"),
        };
        notes.push(format!("cut {} dented faces into triangles{crossed}", soup.dented));
    }
    let upright = axis::turn_upright(path, &soup, options, &mut notes)?;
    let surface = surface::Surface::new(&upright, &soup.triangles, options);
    drop(upright);
    if surface.walkable_count() == 0 {
        return Err(ReadError::new(path, "the mesh has no surface that can be walked on").hint(format!(
            "no triangle faces up within {}°; check the up axis (--up y or --up z) and --max-slope",
            options.max_slope
        )));
    }
    let pieces = band::cut_pieces(path, &surface, options)?;
    let faces = arrange::triangulate_plan(path, &surface, &pieces)?;
    let cells = cells::Cells::new(&surface, &pieces, &faces, options)
        .ok_or_else(|| band::too_entangled(path, band::budget(&surface)))?;
    let kept = fill::fill(path, &surface, &faces, &cells, options, &mut notes)?;
    let regions = regions::divide(&surface, &faces, &cells, &kept, options);
    let mut place = floors::make_place(&surface, &faces, &cells, &regions);
    place.name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    for text in notes {
        place.note(text);
    }
    Ok(place)
}

/// Checks the options that the extraction uses.
fn check_options(path: &Path, options: &Options) -> Result<(), ReadError> {
    if let Some((range, value)) = options.beyond_limits() {
        return Err(ReadError::new(path, format!("the {} is {value} {}", range.name, range.unit)).hint(range.hint()));
    }
    if options.step_height >= options.person_height {
        return Err(ReadError::new(path, "the step height is not below the person height")
            .hint("give a step height of about 0.3 m and a person height of about 2 m"));
    }
    if options.storeys.iter().any(|z| !z.is_finite()) {
        return Err(ReadError::new(path, "a storey height is not a number").hint("give storey heights in metres"));
    }
    Ok(())
}
