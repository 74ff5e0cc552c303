//! Neighbour lists, made in chunks of rows by many threads and put together in order.

use rayon::prelude::*;

use crate::Neighbours;
use crate::sight::Sight;

/// Rows of a chunk; fixed, so that the work does not depend on the number of threads.
const CHUNK: usize = 512;

/// The lists of a chunk of rows.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// Squared distance and row of the neighbours of the row at hand, to be filled by the caller, without duplicates.
    pub near: Vec<(f64, u32)>,
    /// Relations between other rows that were found on the way.
    pub pairs: Vec<(u32, u32)>,
    /// Squared distance and site of those still to be looked at.
    pub frontier: Vec<(f64, u32)>,
    /// Sites looked at.
    pub seen: Vec<u32>,
    counts: Vec<u32>,
    rows: Vec<u32>,
}

/// The lists of all rows.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    chunks: Vec<Chunk>,
    /// Relations in both directions, beside those of the chunks; sorted by [`Lists::put_together`].
    pub extra: Vec<(u32, u32)>,
}

impl Lists {
    /// Asks for the neighbours of every row, which `find` puts into `near`.
    pub(crate) fn fill(&mut self, row_count: usize, find: impl Fn(u32, &mut Chunk) + Sync) {
        let chunk_count = row_count.div_ceil(CHUNK);
        self.chunks.resize_with(chunk_count.max(self.chunks.len()), Chunk::default);
        self.chunks.iter_mut().for_each(Chunk::clear);
        self.extra.clear();
        self.chunks[..chunk_count].par_iter_mut().enumerate().for_each(|(c, chunk)| {
            for row in c * CHUNK..row_count.min((c + 1) * CHUNK) {
                chunk.near.clear();
                find(row as u32, chunk);
                chunk.finish_row();
            }
        });
    }

    /// Puts the lists into one, with the extra relations and those found on the way.
    pub(crate) fn put_together(&mut self, sight: Sight<'_>, rows: usize, out: &mut Neighbours) {
        for &(i, j) in self.chunks.iter().flat_map(|c| &c.pairs) {
            self.extra.extend([(i, j), (j, i)]);
        }
        self.extra.sort_unstable();
        self.extra.dedup();
        out.start.clear();
        out.rows.clear();
        out.start.push(0);
        let mut extra = self.extra.as_slice();
        for (c, chunk) in self.chunks.iter_mut().enumerate() {
            let end = rows.min((c + 1) * CHUNK) as u32;
            let here = extra.partition_point(|e| e.0 < end);
            if here == 0 {
                let before = out.rows.len() as u32;
                let mut running = before;
                out.start.extend(chunk.counts.iter().map(|count| {
                    running += count;
                    running
                }));
                out.rows.extend_from_slice(&chunk.rows);
            } else {
                chunk.put_with(c * CHUNK, &extra[..here], sight, out);
            }
            extra = &extra[here..];
        }
    }
}

impl Chunk {
    fn clear(&mut self) {
        self.counts.clear();
        self.rows.clear();
        self.pairs.clear();
    }

    fn finish_row(&mut self) {
        sort(&mut self.near);
        self.counts.push(self.near.len() as u32);
        self.rows.extend(self.near.iter().map(|n| n.1));
    }

    /// Adds extra relations, row by row.
    fn put_with(&mut self, first: usize, extra: &[(u32, u32)], sight: Sight<'_>, out: &mut Neighbours) {
        let (mut extra, mut from) = (extra, 0);
        for (i, &count) in self.counts.iter().enumerate() {
            let row = (first + i) as u32;
            let own = &self.rows[from..from + count as usize];
            from += count as usize;
            let here = extra.iter().take_while(|e| e.0 == row).count();
            self.near.clear();
            self.near
                .extend(own.iter().chain(extra[..here].iter().map(|e| &e.1)).map(|&n| (sight.distance2(row, n), n)));
            extra = &extra[here..];
            sort(&mut self.near);
            self.near.dedup_by_key(|n| n.1);
            out.rows.extend(self.near.iter().map(|n| n.1));
            out.start.push(out.rows.len() as u32);
        }
    }
}

/// By distance, then row.
fn sort(near: &mut [(f64, u32)]) {
    if near.len() > 16 {
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        return;
    }
    for i in 1..near.len() {
        let new = near[i];
        let mut at = i;
        while at > 0 && new < near[at - 1] {
            near[at] = near[at - 1];
            at -= 1;
        }
        near[at] = new;
    }
}
