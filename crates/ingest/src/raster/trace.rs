//! Traces the borders of dark regions: exact closed loops along the sides of pixels, with the dark region on the left.

use std::path::Path;

use populace_geom::{Point, signed_area};

use super::Bitmap;
use crate::ReadError;
use crate::limits::Limits;

/// A border of a dark region.
pub(crate) struct Loop {
    /// Its corners in pixels; straight runs have no points in between.
    pub points: Vec<Point>,
    /// Whether two dark pixels touch diagonally at each corner: such a corner must stay where it is.
    pub pinned: Vec<bool>,
    /// The dark region that it belongs to.
    pub region: u32,
    /// Whether it surrounds ground inside the region.
    pub is_hole: bool,
    /// A dark pixel beside it.
    pub seed: (usize, usize),
}

/// The most borders of a map. A map with more is noise: 1200 × 1200 random pixels have fewer, and build in 8 s and 0.6
/// GB.
pub(crate) const MAX_BORDERS: usize = 200_000;

/// Traces all borders, in the order of their lowest row.
pub(crate) fn trace(path: &Path, bitmap: &Bitmap, limits: &mut Limits) -> Result<Vec<Loop>, ReadError> {
    let regions = Regions::of(bitmap);
    // Every loop goes east somewhere, so marking the eastward sides is enough to find each loop once.
    let mut visited = Bitmap::new(bitmap.width, bitmap.height);
    let mut loops = Vec::new();
    for y in 0..bitmap.height {
        for run in regions.row(y) {
            for x in run.from..run.to {
                let is_eastward_side = y == 0 || !bitmap.get(x, y - 1);
                if is_eastward_side && !visited.get(x, y) {
                    if loops.len() == MAX_BORDERS {
                        let what = format!("has more than {MAX_BORDERS} borders between dark and light regions");
                        return Err(ReadError::new(path, what).hint(
                            "clean the scan: remove speckles, or blur it and make it black and white by a threshold",
                        ));
                    }
                    let (points, pinned) = follow(bitmap, &mut visited, (x, y), limits)?;
                    let is_hole = signed_area(&points) < 0.0;
                    loops.push(Loop { points, pinned, region: regions.root(run.region), is_hole, seed: (x, y) });
                }
            }
        }
    }
    Ok(loops)
}

/// Headings, counter-clockwise: east, north, west, south.
const STEPS: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Follows the border that begins with the lower side of the dark pixel `start`.
fn follow(
    bitmap: &Bitmap,
    visited: &mut Bitmap,
    start: (usize, usize),
    limits: &mut Limits,
) -> Result<(Vec<Point>, Vec<bool>), ReadError> {
    let begin = (start.0 as i64, start.1 as i64);
    let (mut at, mut heading) = (begin, 0_usize);
    let (mut points, mut pinned) = (Vec::new(), Vec::new());
    loop {
        if heading == 0 {
            visited.set(at.0 as usize, at.1 as usize);
        }
        let (dx, dy) = STEPS[heading % 4];
        at = (at.0 + dx, at.1 + dy);
        let (left, right) = ahead(bitmap, at, heading);
        let turned = match (left, right) {
            // The dark region ends on the left: turn left. Where the pixel ahead to the right is dark, two dark pixels
            // touch at a corner: turning left there, too, keeps outer loops simple, and the two loops share the corner.
            (false, _) => (heading + 1) % 4,
            // The border goes straight on.
            (true, false) => heading,
            // A dark pixel is in the way: turn right.
            (true, true) => (heading + 3) % 4,
        };
        if turned != heading {
            limits.count(1)?;
            points.push(Point::new(at.0 as f64, at.1 as f64));
            pinned.push(!left && right);
        }
        heading = turned;
        if at == begin && heading == 0 {
            return Ok((points, pinned));
        }
    }
}

/// Returns whether the pixel ahead to the left and the pixel ahead to the right are dark.
fn ahead(bitmap: &Bitmap, (x, y): (i64, i64), heading: usize) -> (bool, bool) {
    let dark = |dx: i64, dy: i64| match (usize::try_from(x + dx), usize::try_from(y + dy)) {
        (Ok(x), Ok(y)) => bitmap.get(x, y),
        _ => false,
    };
    match heading {
        0 => (dark(0, 0), dark(0, -1)),
        1 => (dark(-1, 0), dark(0, 0)),
        2 => (dark(-1, -1), dark(-1, 0)),
        _ => (dark(0, -1), dark(-1, -1)),
    }
}

/// Dark pixels side by side in a row.
struct Run {
    from: usize,
    to: usize,
    region: u32,
}

/// Dark regions, joined over the sides of pixels.
struct Regions {
    runs: Vec<Run>,
    row_starts: Vec<usize>,
    parents: Vec<u32>,
}

impl Regions {
    /// Finds the dark regions of a map.
    fn of(bitmap: &Bitmap) -> Self {
        let mut regions = Regions { runs: Vec::new(), row_starts: vec![0], parents: Vec::new() };
        for y in 0..bitmap.height {
            regions.add_row(bitmap, y);
        }
        // Parents have smaller numbers, so after one pass in order every region points at its root.
        for i in 0..regions.parents.len() as u32 {
            let root = regions.root(regions.root(i));
            if let Some(parent) = regions.parents.get_mut(i as usize) {
                *parent = root;
            }
        }
        regions
    }

    /// Finds the runs of a row, and joins them to the runs below that they touch.
    fn add_row(&mut self, bitmap: &Bitmap, y: usize) {
        let below = self.row_starts.last_chunk::<2>().map_or(0..0, |[from, to]| *from..*to);
        let mut below = below.peekable();
        let mut x = 0;
        while x < bitmap.width {
            if !bitmap.get(x, y) {
                x += 1;
                continue;
            }
            let from = x;
            while x < bitmap.width && bitmap.get(x, y) {
                x += 1;
            }
            let region = self.parents.len() as u32;
            self.parents.push(region);
            while let Some(run) = below.peek().and_then(|&i| self.runs.get(i)) {
                let (other_from, other_to, other) = (run.from, run.to, run.region);
                if other_from < x && other_to > from {
                    self.join(region, other);
                }
                // A run below that reaches beyond this run may touch the next run, too.
                if other_to > x {
                    break;
                }
                below.next();
            }
            self.runs.push(Run { from, to: x, region });
        }
        self.row_starts.push(self.runs.len());
    }

    /// Returns the runs of a row.
    fn row(&self, y: usize) -> &[Run] {
        let from = self.row_starts.get(y).copied().unwrap_or(0);
        let to = self.row_starts.get(y + 1).copied().unwrap_or(from);
        self.runs.get(from..to).unwrap_or_default()
    }

    /// Returns the parent of a region; its root once all rows are added.
    fn root(&self, region: u32) -> u32 {
        self.parents.get(region as usize).copied().unwrap_or(region)
    }

    /// Returns the root of a region, and shortens the way to it.
    fn find(&mut self, mut region: u32) -> u32 {
        loop {
            let parent = self.root(region);
            if parent == region {
                return region;
            }
            let grandparent = self.root(parent);
            if let Some(slot) = self.parents.get_mut(region as usize) {
                *slot = grandparent;
            }
            region = grandparent;
        }
    }

    /// Joins two regions.
    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if let Some(parent) = self.parents.get_mut(a.max(b) as usize) {
            *parent = a.min(b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use populace_geom::Draws;

    #[test]
    fn loops_enclose_exactly_the_dark_pixels_and_each_region_has_one_outer_loop() {
        for seed in 0..100 {
            let draws = Draws::new(seed);
            let mut bitmap = Bitmap::new(23, 17);
            let mut dark = 0;
            for i in 0..23 * 17_u64 {
                if draws.unit(i, 0, 0) < 0.5 {
                    bitmap.set(i as usize % 23, i as usize / 23);
                    dark += 1;
                }
            }
            let loops = trace(Path::new(""), &bitmap, &mut Limits::new(Path::new(""), &Options::default())).unwrap();
            assert_eq!(loops.iter().map(|l| signed_area(&l.points)).sum::<f64>(), f64::from(dark));
            let mut outer: Vec<u32> = loops.iter().filter(|l| !l.is_hole).map(|l| l.region).collect();
            let count = outer.len();
            outer.sort_unstable();
            outer.dedup();
            assert_eq!(outer.len(), count);
            assert!(loops.iter().all(|l| outer.contains(&l.region)));
        }
    }
}
