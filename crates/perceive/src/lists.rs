//! Neighbour lists. Many threads make the lists of chunks of rows; then the chunks are put together in order.

use rayon::prelude::*;

use crate::Neighbours;
use crate::sight::Sight;

/// The number of rows of a chunk. It is fixed, so that the result does not depend on the number of threads.
const CHUNK: usize = 512;

/// The number of pairs for which a chunk has room from the beginning.
const PAIRS: usize = CHUNK / 4;

/// A list of up to this many neighbours is put in order by counting, a longer list by sorting.
const FEW: usize = 12;

/// The lists of a chunk of rows.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    /// The squared distance and the row of each neighbour of the row at hand. The caller fills it, without duplicates.
    pub near: Vec<(f64, u32)>,
    /// Pairs of rows that perceive each other, found in addition to `near`.
    pub pairs: Vec<(u32, u32)>,
    /// The sites that a search has still to look at: squared distance, site, and whether the site is known to be
    /// hidden.
    pub frontier: Vec<(f64, u32, bool)>,
    /// The sites or rows that a search has met.
    pub seen: Vec<u32>,
    /// The number of neighbours of each row.
    counts: Vec<u32>,
    /// The neighbours of all rows, one list after the other.
    rows: Vec<u32>,
}

/// The lists of all rows.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    chunks: Vec<Chunk>,
    /// Neighbours in addition to those of the chunks: a row, and a row that it perceives. [`Lists::put_together`] adds
    /// the pairs of the chunks in both directions, and sorts them.
    pub extra: Vec<(u32, u32)>,
}

impl Lists {
    /// Makes the lists of all rows: `find` puts the neighbours of a row into `near`.
    pub(crate) fn fill(&mut self, row_count: usize, find: impl Fn(u32, &mut Chunk) + Sync) {
        let chunk_count = row_count.div_ceil(CHUNK);
        self.chunks.resize_with(chunk_count.max(self.chunks.len()), Chunk::roomy);
        self.chunks.iter_mut().for_each(Chunk::clear);
        self.extra.clear();
        // Room for both directions of as many pairs as the chunks have room for.
        self.extra.reserve(chunk_count * 2 * PAIRS);
        self.chunks[..chunk_count].par_iter_mut().enumerate().with_max_len(1).for_each(|(c, chunk)| {
            for row in c * CHUNK..row_count.min((c + 1) * CHUNK) {
                chunk.near.clear();
                find(row as u32, chunk);
                chunk.finish_row();
            }
        });
    }

    /// Writes the lists of all chunks to `out`, with the extra neighbours and the pairs that the chunks have found.
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
    /// Returns a chunk with room for what it usually holds, so that lists that vary do not allocate now and then.
    fn roomy() -> Self {
        Chunk {
            near: Vec::with_capacity(64),
            pairs: Vec::with_capacity(PAIRS),
            frontier: Vec::with_capacity(128),
            seen: Vec::with_capacity(256),
            counts: Vec::with_capacity(CHUNK),
            rows: Vec::with_capacity(16 * CHUNK),
        }
    }

    fn clear(&mut self) {
        self.counts.clear();
        self.rows.clear();
        self.pairs.clear();
    }

    /// Appends the list of the row at hand, nearest first.
    fn finish_row(&mut self) {
        let count = self.near.len();
        self.counts.push(count as u32);
        if count > FEW {
            sort(&mut self.near);
            self.rows.extend(self.near.iter().map(|n| n.1));
            return;
        }
        // The rank of a neighbour is how many neighbours come before it. Counting them has no branches; a processor
        // cannot predict the branches of a sort. Squared distances are not negative, so their bits are in the order of
        // their values.
        let (mut keys, mut ranks) = ([0u128; FEW], [0; FEW]);
        for (i, &(distance2, row)) in self.near.iter().enumerate() {
            let key = u128::from(distance2.to_bits()) << 32 | u128::from(row);
            let mut own = 0;
            for (rank, &other) in ranks.iter_mut().zip(&keys[..i]) {
                let is_before = usize::from(other < key);
                *rank += 1 - is_before;
                own += is_before;
            }
            (keys[i], ranks[i]) = (key, own);
        }
        let first = self.rows.len();
        self.rows.resize(first + count, 0);
        for (rank, new) in ranks.iter().zip(&self.near) {
            self.rows[first + rank] = new.1;
        }
    }

    /// Writes the lists of the chunk to `out`, row by row, each together with the extra neighbours of the row.
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

/// Sorts by distance, then row.
fn sort(near: &mut [(f64, u32)]) {
    near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
}
