//! The uniform grid: which things are in which tile of the plane.

use crate::{Bounds, Point, Tiling};

/// Lists the things in each tile of the plane, by number. Its buffers are kept from fill to fill, so that filling
/// allocates nothing after warm-up.
///
/// ```
/// use populace_geom::{Bounds, Point, Tiles};
///
/// // Two walls, as segments; a wall is found in every tile that it reaches into.
/// let walls = [[(0.0, 0.0), (8.0, 0.0)], [(8.0, 0.0), (8.0, 8.0)]].map(|w| w.map(|(x, y)| Point::new(x, y)));
/// let tiles = Tiles::of(Bounds::of(walls.concat()), walls.len(), |wall| walls[wall]);
/// assert_eq!(tiles.at(Point::new(8.0, 7.0)), [1]);
/// assert_eq!(tiles.within(&Bounds::of([Point::ZERO, Point::new(8.0, 8.0)])), [0, 1]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tiles {
    tiling: Tiling,
    /// `items[start[t]..start[t + 1]]` are in tile t.
    start: Vec<u32>,
    items: Vec<u32>,
    /// The index of the next thing of each tile, while things are sorted.
    next: Vec<u32>,
}

impl Tiles {
    /// Returns a grid of about two tiles per thing; `ring(i)` gives the convex ring, or the two ends, of thing i. A
    /// thing has an entry in every tile that it reaches into. The tiles are made larger until there are at most 16
    /// entries per thing, so that long thin things cannot fill the memory.
    pub fn of<R: AsRef<[Point]>>(bounds: Bounds, count: usize, ring: impl Fn(usize) -> R) -> Self {
        if count == 0 || bounds.is_empty() {
            return Tiles::default();
        }
        let size = bounds.size();
        let even = (size.x * size.y / (2.0 * count as f64)).sqrt();
        let mut pitch = even.max(size.x.max(size.y) / 4000.0).max(0.05);
        let mut tiles = Tiles::default();
        while !tiles.fill_convex(Tiling::over(bounds, pitch), count, 16 * count + 1024, &ring) {
            pitch *= 2.0;
        }
        tiles
    }
    /// Returns a grid with the given tiles, however many entries that takes; `ring(i)` gives the convex ring, or the
    /// two ends, of thing i.
    pub fn in_tiling<R: AsRef<[Point]>>(tiling: Tiling, count: usize, ring: impl Fn(usize) -> R) -> Self {
        let mut tiles = Tiles::default();
        tiles.fill_convex(tiling, count, usize::MAX, &ring);
        tiles
    }

    /// Sorts convex things into tiles. Returns false when that takes more than `most` entries.
    fn fill_convex<R: AsRef<[Point]>>(
        &mut self,
        tiling: Tiling,
        count: usize,
        most: usize,
        ring: &impl Fn(usize) -> R,
    ) -> bool {
        self.clear(tiling);
        let mut entries = 0;
        for i in 0..count {
            tiling.for_each_of_convex(ring(i).as_ref(), |tile| {
                self.start[tile + 1] += 1;
                entries += 1;
            });
            if entries > most && tiling.len() > 1 {
                return false;
            }
        }
        self.sum_up();
        for i in 0..count {
            tiling.for_each_of_convex(ring(i).as_ref(), |tile| self.put(tile, i as u32));
        }
        true
    }

    /// Sorts things that are points into the tiles of `tiling`, in the order given; `at` says where a thing is.
    #[inline]
    pub fn fill(&mut self, tiling: Tiling, things: &[u32], at: impl Fn(u32) -> Point) {
        self.clear(tiling);
        if tiling.is_empty() {
            return;
        }
        for &thing in things {
            self.start[tiling.tile(at(thing)) + 1] += 1;
        }
        self.sum_up();
        for &thing in things {
            self.put(tiling.tile(at(thing)), thing);
        }
    }

    /// Removes all things and takes the tiles of `tiling`, with no entries counted yet.
    fn clear(&mut self, tiling: Tiling) {
        self.tiling = tiling;
        self.items.clear();
        self.start.clear();
        self.start.resize(tiling.len() + 1, 0);
    }

    /// Turns the number of entries of each tile into the position of the tile's first entry.
    fn sum_up(&mut self) {
        for tile in 1..self.start.len() {
            self.start[tile] += self.start[tile - 1];
        }
        self.next.clone_from(&self.start);
        self.items.resize(self.start.last().map_or(0, |&entries| entries as usize), 0);
    }

    /// Adds a thing to the entries of a tile.
    #[inline]
    fn put(&mut self, tile: usize, thing: u32) {
        let next = &mut self.next[tile];
        self.items[*next as usize] = thing;
        *next += 1;
    }

    /// Returns the tiles.
    #[inline]
    pub fn tiling(&self) -> &Tiling {
        &self.tiling
    }
    /// Returns the things in a tile.
    #[inline]
    fn of_tile(&self, tile: usize) -> &[u32] {
        &self.items[self.start[tile] as usize..self.start[tile + 1] as usize]
    }
    /// Returns the things of each tile, tile by tile.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.tiling.len()).map(|tile| self.of_tile(tile))
    }
    /// Returns the things in the tile of a point, or in the nearest tile.
    #[inline]
    pub fn at(&self, p: Point) -> &[u32] {
        if self.tiling.is_empty() { &[] } else { self.of_tile(self.tiling.tile(p)) }
    }

    /// Returns the things in the tiles of a box, one list for each row of tiles. A thing that reaches into several
    /// tiles comes several times.
    #[inline]
    pub fn lists_within(&self, bounds: &Bounds) -> impl Iterator<Item = &[u32]> {
        let [columns, rows] = self.columns_and_rows(bounds);
        let count = if self.tiling.is_empty() { 0 } else { usize::MAX };
        rows.take(count).map(move |row| {
            // The tiles of a row are neighbours in memory.
            let (first, last) = (self.tiling.index(*columns.start(), row), self.tiling.index(*columns.end(), row));
            if first > last { &[] } else { &self.items[self.start[first] as usize..self.start[last + 1] as usize] }
        })
    }
    /// Calls `visit` with the things in the tiles of a box, tile by tile. A thing that reaches into several tiles comes
    /// several times.
    #[inline]
    pub fn for_each_within(&self, bounds: &Bounds, mut visit: impl FnMut(u32)) {
        self.lists_within(bounds).flatten().for_each(|&thing| visit(thing));
    }
    /// Calls `visit` with the things in the tiles that a convex ring reaches into, tile by tile. A ring of two points
    /// is a segment. A thing that reaches into several tiles comes several times.
    pub fn for_each_along(&self, ring: &[Point], mut visit: impl FnMut(u32)) {
        self.tiling.for_each_of_convex(ring, |tile| self.of_tile(tile).iter().for_each(|&thing| visit(thing)));
    }
    /// Returns the columns and the rows that a box reaches into.
    fn columns_and_rows(&self, bounds: &Bounds) -> [std::ops::RangeInclusive<usize>; 2] {
        [
            self.tiling.column(bounds.min.x)..=self.tiling.column(bounds.max.x),
            self.tiling.row(bounds.min.y)..=self.tiling.row(bounds.max.y),
        ]
    }
    /// Puts the things in the tiles of a box into `found`, each once, in order.
    pub fn find_within(&self, bounds: &Bounds, found: &mut Vec<u32>) {
        found.clear();
        self.lists_within(bounds).for_each(|things| found.extend_from_slice(things));
        found.sort_unstable();
        found.dedup();
    }
    /// Returns the things in the tiles of a box, each once, in order.
    pub fn within(&self, bounds: &Bounds) -> Vec<u32> {
        let mut found = Vec::new();
        self.find_within(bounds, &mut found);
        found
    }

    /// Calls `visit` with the things around a point, ring of tiles by ring of tiles. Before each ring it calls `go_on`
    /// with a lower bound of the distances of the things in the ring, m. It stops when `go_on` returns false.
    #[inline]
    pub fn outwards(&self, p: Point, mut go_on: impl FnMut(f64) -> bool, mut visit: impl FnMut(u32)) {
        for ring in 0..self.ring_count() {
            if !go_on((ring as f64 - 1.0) * self.tiling.pitch()) {
                return;
            }
            self.for_each_in_ring(p, ring, &mut visit);
        }
    }
    /// Returns the number of rings that hold all tiles, whatever point they are around.
    #[inline]
    pub fn ring_count(&self) -> usize {
        if self.tiling.is_empty() { 0 } else { self.tiling.columns().max(self.tiling.rows()) + 1 }
    }
    /// Calls `visit` with the things in the tiles that are `ring` tiles away from the tile of a point. Those things are
    /// at least `ring` − 1 times the pitch away from the point.
    #[inline]
    pub fn for_each_in_ring(&self, p: Point, ring: usize, mut visit: impl FnMut(u32)) {
        if self.tiling.is_empty() {
            return;
        }
        let (columns, rows) = (self.tiling.columns() as i64, self.tiling.rows() as i64);
        let (cx, cy, ring) = (self.tiling.column(p.x) as i64, self.tiling.row(p.y) as i64, ring as i64);
        let mut tile = |column: i64, row: i64| {
            if (0..columns).contains(&column) && (0..rows).contains(&row) {
                let tile = self.tiling.index(column as usize, row as usize);
                self.of_tile(tile).iter().for_each(|&thing| visit(thing));
            }
        };
        for x in cx - ring..=cx + ring {
            tile(x, cy - ring);
            if ring > 0 {
                tile(x, cy + ring);
            }
        }
        for y in cy - ring + 1..cy + ring {
            tile(cx - ring, y);
            tile(cx + ring, y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draws;

    fn crowd(count: u32) -> Vec<Point> {
        let draws = Draws::new(3);
        let at = |i| Point::new(draws.unit(i, 0, 0) * 30.0 - 7.0, draws.unit(i, 0, 1) * 11.0);
        (0..u64::from(count)).map(at).collect()
    }

    #[test]
    fn rings_visit_every_thing_once_and_none_too_early() {
        let points = crowd(300);
        let things: Vec<u32> = (0..300).collect();
        let mut tiles = Tiles::default();
        for pitch in [0.7, 3.0, 100.0] {
            tiles.fill(Tiling::over(Bounds::of(points.iter().copied()), pitch), &things, |i| points[i as usize]);
            let p = points[17];
            let mut met = Vec::new();
            for ring in 0..tiles.ring_count() {
                tiles.for_each_in_ring(p, ring, |i| {
                    assert!(points[i as usize].distance(p) >= (ring as f64 - 1.0) * pitch - 1e-9);
                    met.push(i);
                });
            }
            met.sort_unstable();
            assert_eq!(met, things);
        }
    }

    #[test]
    fn a_box_finds_what_brute_force_finds() {
        let points = crowd(300);
        let things: Vec<u32> = (0..300).rev().collect();
        let mut tiles = Tiles::default();
        tiles.fill(Tiling::over(Bounds::of(points.iter().copied()), 0.9), &things, |i| points[i as usize]);
        let bounds = Bounds::of([Point::new(0.0, 2.0), Point::new(6.0, 5.5)]);
        let is_in = |&i: &u32| bounds.contains(points[i as usize]);
        let found: Vec<u32> = tiles.within(&bounds).into_iter().filter(is_in).collect();
        assert_eq!(found, (0..300).filter(is_in).collect::<Vec<_>>());
        let mut visited = Vec::new();
        tiles.for_each_within(&bounds, |i| visited.push(i));
        visited.sort_unstable();
        assert_eq!(visited, tiles.within(&bounds));
    }

    #[test]
    fn long_thin_things_cannot_fill_the_memory() {
        // 2,000 rays from the middle of a square kilometre.
        let ray = |i: usize| {
            let (sin, cos) = crate::maths::sin_cos(i as f64);
            vec![Point::ZERO, Point::new(cos, sin) * 500.0]
        };
        let tiles = Tiles::of(Bounds::of((0..2000).flat_map(ray)), 2000, ray);
        assert!(tiles.iter().map(<[u32]>::len).sum::<usize>() <= 16 * 2000 + 1024);
        for i in (0..2000).step_by(97) {
            assert!(tiles.at(ray(i)[1]).contains(&(i as u32)));
        }
    }

    #[test]
    fn filling_again_allocates_nothing() {
        let points = crowd(300);
        let things: Vec<u32> = (0..300).collect();
        let mut tiles = Tiles::default();
        let tiling = Tiling::over(Bounds::of(points.iter().copied()), 0.9);
        tiles.fill(tiling, &things, |i| points[i as usize]);
        let buffers = |t: &Tiles| [t.start.as_ptr(), t.items.as_ptr(), t.next.as_ptr()];
        let before = buffers(&tiles);
        tiles.fill(tiling, &things[..200], |i| points[i as usize]);
        assert_eq!(buffers(&tiles), before);
    }

    #[test]
    fn an_empty_grid_finds_nothing() {
        let mut tiles = Tiles::default();
        assert!(tiles.at(Point::ZERO).is_empty() && tiles.within(&Bounds::EMPTY).is_empty());
        tiles.fill(Tiling::default(), &[], |_| Point::ZERO);
        tiles.outwards(Point::ZERO, |_| true, |_| panic!("nothing is there"));
    }
}
