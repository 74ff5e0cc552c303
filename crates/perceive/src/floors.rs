//! The people of each floor (its hosts) and its guests: people on adjoining floors near an open link, such as a stair
//! head.
//!
//! The plan coordinates of adjoining floors continue across their shared edge, so guests can be triangulated with the
//! hosts. People above or below, who merely have the same plan coordinates, are not guests.

use populace_env::LinkKind;
use populace_geom::{Bounds, Point, Segment, Tiles, Tiling};

use crate::sight::Sight;

/// The greatest distance of a guest from the open link, m.
const GUEST_REACH: f64 = 5.0;

/// Marks the row of a guest.
pub(crate) const GUEST: u32 = 1 << 31;

/// Rows by floor.
#[derive(Debug, Default)]
pub(crate) struct Floors {
    /// `rows[start[f]..start[f + 1]]` are on floor f: hosts in ascending order, then guests, marked with [`GUEST`].
    pub start: Vec<u32>,
    pub rows: Vec<u32>,
    /// `hosts[host_start[f]..host_start[f + 1]]` are the hosts of floor f.
    host_start: Vec<u32>,
    hosts: Vec<u32>,
    next: Vec<u32>,
    /// The guests as (floor, row), sorted.
    guests: Vec<(u32, u32)>,
    gates: Vec<Gate>,
    tiles: Tiles,
}

/// An open link in one direction: people on the floor `from` are guests on the floor `to`.
#[derive(Clone, Copy, Debug)]
struct Gate {
    from: u32,
    to: u32,
    segment: Segment,
}

impl Floors {
    /// Sorts all rows by floor, hosts and guests.
    pub(crate) fn fill(&mut self, sight: Sight<'_>) {
        if sight.world.floors().len() == 1 {
            return self.fill_single(sight);
        }
        self.fill_hosts(sight);
        self.fill_gates(sight);
        self.fill_guests(sight);
        self.start.clear();
        self.rows.clear();
        let mut guests = self.guests.iter().peekable();
        for f in 0..sight.world.floors().len() {
            self.start.push(self.rows.len() as u32);
            self.rows.extend_from_slice(&self.hosts[self.host_start[f] as usize..self.host_start[f + 1] as usize]);
            while let Some(&(_, row)) = guests.next_if(|g| g.0 == f as u32) {
                self.rows.push(row | GUEST);
            }
        }
        self.start.push(self.rows.len() as u32);
    }

    /// Fills the lists for a place of one floor, where there are no guests.
    fn fill_single(&mut self, sight: Sight<'_>) {
        self.rows.clear();
        self.rows.extend((0..sight.row_count()).filter(|&row| sight.is_somewhere(row)).map(|row| row as u32));
        self.start.clear();
        self.start.extend([0, self.rows.len() as u32]);
    }

    /// Sorts the hosts by floor: a counting sort.
    fn fill_hosts(&mut self, sight: Sight<'_>) {
        let floor = |row: usize| sight.world.cell_floor(sight.bodies.cell[row]).index();
        let somewhere = || (0..sight.row_count()).filter(|&row| sight.is_somewhere(row));
        self.host_start.clear();
        self.host_start.resize(sight.world.floors().len() + 1, 0);
        somewhere().for_each(|row| self.host_start[floor(row) + 1] += 1);
        for f in 1..self.host_start.len() {
            self.host_start[f] += self.host_start[f - 1];
        }
        self.next.clone_from(&self.host_start);
        self.hosts.clear();
        self.hosts.resize(self.host_start.last().map_or(0, |&n| n as usize), 0);
        for row in somewhere() {
            let next = &mut self.next[floor(row)];
            self.hosts[*next as usize] = row as u32;
            *next += 1;
        }
    }

    /// Finds the open links between two floors, in both directions.
    fn fill_gates(&mut self, sight: Sight<'_>) {
        self.gates.clear();
        for (i, link) in sight.world.links().iter().enumerate() {
            let (LinkKind::Opening { floors, segment, .. } | LinkKind::Door { floors, segment, .. }) = &link.kind
            else {
                continue;
            };
            if floors[0] != floors[1] && sight.world.is_open(populace_env::LinkId::new(i)) {
                for (from, to) in [(floors[0].0, floors[1].0), (floors[1].0, floors[0].0)] {
                    self.gates.push(Gate { from, to, segment: *segment });
                }
            }
        }
        self.gates.sort_unstable_by_key(|g| g.from);
    }

    /// Finds the guests: people near a gate of their floor.
    fn fill_guests(&mut self, sight: Sight<'_>) {
        self.guests.clear();
        let (guests, tiles) = (&mut self.guests, &mut self.tiles);
        for gates in self.gates.chunk_by(|a, b| a.from == b.from) {
            let from = gates[0].from as usize;
            let (Some(&first), Some(&end)) = (self.host_start.get(from), self.host_start.get(from + 1)) else {
                continue;
            };
            fill(tiles, sight, &self.hosts[first as usize..end as usize]);
            let people = tiles.tiling().bounds();
            for gate in gates {
                let near = Bounds::of([gate.segment.a, gate.segment.b]).expanded(GUEST_REACH);
                if !people.overlaps(&near) {
                    continue;
                }
                tiles.for_each_within(&near, |row| {
                    if gate.segment.distance(sight.at(row)) <= GUEST_REACH {
                        guests.push((gate.to, row));
                    }
                });
            }
        }
        guests.sort_unstable();
        guests.dedup();
    }
}

/// The mean number of people per tile.
const PEOPLE_PER_TILE: f64 = 2.0;

/// Sorts rows into tiles. Rows of guests keep their mark.
pub(crate) fn fill(tiles: &mut Tiles, sight: Sight<'_>, rows: &[u32]) {
    let at = |row: u32| -> Point { sight.at(row & !GUEST) };
    let bounds = Bounds::of(rows.iter().map(|&row| at(row)));
    let (size, count) = (bounds.size(), rows.len() as f64);
    // A long thin crowd needs no more tiles along it than it has people.
    let even = (size.x * size.y * PEOPLE_PER_TILE / count).sqrt();
    let pitch = even.max(size.x.max(size.y) * PEOPLE_PER_TILE / count).max(0.1);
    tiles.fill(Tiling::over(bounds, pitch), rows, at);
}
