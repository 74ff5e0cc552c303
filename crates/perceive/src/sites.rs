//! The points of the triangulations: positions of the people of each floor and of its guests, in Morton order.
//!
//! People at the very same point share a site. A site is special when it is shared or when a guest is there.

use std::ops::Range;

use populace_geom::{Bounds, Morton, Point};
use rayon::prelude::*;

use crate::delaunay::NONE;
use crate::floors::{Floors, GUEST};
use crate::sight::Sight;

/// Marks the row of a special site.
pub(crate) const SPECIAL: u32 = 1 << 31;

/// The number of rows that get their keys at a time.
const ROWS_AT_A_TIME: usize = 2048;

/// The bits of a key per coordinate.
const BITS: u32 = 11;

/// Coordinates nearer to zero count as zero, m: their differences could underflow in exact arithmetic.
const LEAST: f64 = 1e-30;

/// The sites of all floors.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    /// The position of each site, m.
    pub at: Vec<Point>,
    /// The Morton key of each site.
    pub keys: Vec<u32>,
    /// The row at each site. At a special site, it carries [`SPECIAL`], and `companions` has all rows.
    pub rows: Vec<u32>,
    /// The first site of each floor, and the number of all sites.
    pub start: Vec<u32>,
    /// The site of each row on its own floor, or [`NONE`].
    pub of_row: Vec<u32>,
    /// (site, row) for every special site, sorted by site; guests carry [`GUEST`].
    pub companions: Vec<(u32, u32)>,
    entries: Vec<u64>,
    sorted: Vec<u64>,
}

impl Sites {
    /// Sorts the people of all floors into sites.
    pub(crate) fn fill(&mut self, sight: Sight<'_>, floors: &Floors) {
        self.at.clear();
        self.keys.clear();
        self.rows.clear();
        self.start.clear();
        self.companions.clear();
        self.of_row.clear();
        self.of_row.resize(sight.row_count(), NONE);
        for floor in floors.start.windows(2) {
            self.start.push(self.at.len() as u32);
            let rows = &floors.rows[floor[0] as usize..floor[1] as usize];
            self.sort(sight, rows);
            self.add(sight);
        }
        self.start.push(self.at.len() as u32);
    }

    /// Returns the companions at a special site.
    pub(crate) fn companions_at(&self, site: u32) -> &[(u32, u32)] {
        let from = self.companions.partition_point(|c| c.0 < site);
        let count = self.companions[from..].iter().take_while(|c| c.0 == site).count();
        &self.companions[from..from + count]
    }

    /// Returns the sites of a floor.
    pub(crate) fn of_floor(&self, floor: usize) -> Range<usize> {
        self.start[floor] as usize..self.start[floor + 1] as usize
    }

    /// Sorts rows in Morton order, then by x, by y, hosts before guests, and by row.
    fn sort(&mut self, sight: Sight<'_>, rows: &[u32]) {
        let morton = Morton::over(Bounds::of(rows.iter().map(|&row| place(sight, row))), BITS);
        self.entries.resize(rows.len(), 0);
        self.entries.par_chunks_mut(ROWS_AT_A_TIME).zip(rows.par_chunks(ROWS_AT_A_TIME)).for_each(|(entries, rows)| {
            for (entry, &row) in entries.iter_mut().zip(rows) {
                *entry = morton.key(place(sight, row)) << 32 | u64::from(row);
            }
        });
        if self.entries.len() < 512 {
            self.entries.sort_unstable();
        } else {
            self.sorted.resize(self.entries.len(), 0);
            radix_pass(&self.entries, &mut self.sorted, 32);
            radix_pass(&self.sorted, &mut self.entries, 32 + BITS);
        }
        let by_place = |&e: &u64| {
            let p = place(sight, e as u32);
            (p.x, p.y)
        };
        for run in self.entries.chunk_by_mut(|a, b| a >> 32 == b >> 32).filter(|run| run.len() > 1) {
            run.sort_unstable_by(|a, b| {
                let (p, q) = (by_place(a), by_place(b));
                p.0.total_cmp(&q.0).then(p.1.total_cmp(&q.1)).then(a.cmp(b))
            });
        }
    }

    /// Adds the sorted people of a floor. People at the position of the last site become its companions.
    fn add(&mut self, sight: Sight<'_>) {
        let first = self.at.len();
        for i in 0..self.entries.len() {
            let entry = self.entries[i];
            let (key, row) = ((entry >> 32) as u32, entry as u32);
            let p = place(sight, row);
            let is_shared = self.at.len() > first && self.at.last() == Some(&p);
            if !is_shared {
                self.at.push(p);
                self.keys.push(key);
                self.rows.push(row & !GUEST);
            }
            let site = self.at.len() as u32 - 1;
            if row & GUEST == 0 {
                self.of_row[row as usize] = site;
            }
            let holder = &mut self.rows[site as usize];
            if is_shared && *holder & SPECIAL == 0 {
                self.companions.push((site, *holder));
            }
            if is_shared || row & GUEST != 0 {
                *holder |= SPECIAL;
                self.companions.push((site, row));
            }
        }
    }
}

/// Returns the position of a row, with tiny coordinates as zero.
#[inline]
fn place(sight: Sight<'_>, row: u32) -> Point {
    let p = sight.at(row & !GUEST);
    let flush = |x: f64| if x.abs() < LEAST { 0.0 } else { x };
    Point::new(flush(p.x), flush(p.y))
}

/// Returns the Morton keys of some points.
#[cfg(test)]
pub(crate) fn morton_keys(points: &[Point]) -> Vec<u32> {
    let morton = Morton::over(Bounds::of(points.iter().copied()), BITS);
    points.iter().map(|&p| morton.key(p) as u32).collect()
}

/// Does one stable pass of a radix sort, by [`BITS`] bits from `shift` on.
fn radix_pass(from: &[u64], to: &mut [u64], shift: u32) {
    let digit = |e: u64| (e >> shift) as usize & ((1 << BITS) - 1);
    let mut next = [0u32; (1 << BITS) + 1];
    from.iter().for_each(|&e| next[digit(e) + 1] += 1);
    for d in 1..next.len() {
        next[d] += next[d - 1];
    }
    for &e in from {
        let d = digit(e);
        to[next[d] as usize] = e;
        next[d] += 1;
    }
}
