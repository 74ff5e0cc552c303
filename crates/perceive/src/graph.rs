//! The neighbourhood graph: for each floor, the Delaunay triangulation of the people on it and of its guests (people
//! near by on adjoining floors), filtered by visibility (Lamarche & Donikian 2004, "L", §4.1). L says that these
//! relations let people foresee every collision. That does not hold (erratum A1.10): a pedestrian may collide first
//! with a fast pedestrian behind a slow neighbour. So there is a setting for a second ring.
//!
//! | setting | meaning | unit | default | from |
//! |---------|---------|------|---------|------|
//! | rings   | 1: direct neighbours, 2: neighbours of neighbours too | – | 1 | L §4.1; A1.10 |
//! | range   | the greatest length of a relation | m | 15 | two walkers at 1.34 m/s meet in more than 5 s |
//!
//! The graph differs from the paper. Relations have a greatest length. The nearest pedestrian in sight is always a
//! neighbour, even when people behind a wall separate the two in the triangulation (unless 64 or more hidden people are
//! nearer). Of several people at the very same point, each perceives the 8 before it and the 8 after it, in the order
//! of rows.

use std::ops::Range;

use populace_env::World;
use populace_settings::settings;
use rayon::prelude::*;

use crate::delaunay::{Edge, NONE, SLOTS, triangulate};
use crate::floors::{Floors, GUEST};
use crate::lists::{Chunk, Lists};
use crate::sight::Sight;
use crate::sites::{SPECIAL, Sites};
use crate::{Bodies, Neighbours, Perception, PerceptionEntry};

/// The line of this perception.
pub(crate) const PERCEPTION: PerceptionEntry = PerceptionEntry {
    name: "graph",
    about: "neighbours in the Delaunay triangulation of each floor that see each other",
    paper: "Lamarche & Donikian 2004, §4.1",
    parameters,
    schema,
    make: |written| Ok(Box::new(Graph::new(Params::from_written(written)?))),
};

settings! {
    "Settings of the perception graph"
    /// 1: people perceive their neighbours in the graph; 2: they perceive the neighbours of these, too
    rings: u32 = 1, "", 1..=2, "L §4.1; erratum A1.10";
    /// The greatest distance at which people perceive each other
    range: f64 = 15.0, "m", 0.1..=1000.0, "two walkers at 1.34 m/s meet in more than 5 s";
}

/// The mark of a relation that is too long, or that `relate_special` judges.
const APART: u32 = 0;
/// The mark of a relation of two pedestrians that see each other.
const IN_SIGHT: u32 = 1;
/// The mark of a relation through a wall.
const HIDDEN: u32 = 2;

/// The number of directed edges that are judged at a time.
const EDGES_AT_A_TIME: usize = 4096;
/// The search for the nearest pedestrian in sight looks at no more than this many points where people are.
const MOST_HIDDEN: usize = 64;
/// The first people at a point, up to this many, are related to all people at the neighbouring points. Every further
/// pedestrian at that point is related to only this many people at each of these points.
const MOST_AT_A_POINT: usize = 8;

/// A free slot.
const NO_EDGE: Edge = Edge { site: NONE, next: NONE, previous: NONE, mark: APART };

/// The graph and the memory that is used again.
pub(crate) struct Graph {
    params: Params,
    floors: Floors,
    sites: Sites,
    edges: Vec<Edge>,
    /// An edge of each site, or [`NONE`].
    first: Vec<u32>,
    lists: Lists,
    direct: Neighbours,
    second: Lists,
}

impl Perception for Graph {
    fn perceive(&mut self, world: World<'_>, bodies: Bodies<'_>, out: &mut Neighbours) {
        let sight = Sight::new(world, bodies);
        self.floors.fill(sight);
        self.sites.fill(sight, &self.floors);
        self.triangulate();
        let reach2 = self.params.range * self.params.range;
        self.judge(sight, reach2);
        let row_count = sight.bodies.position.len();
        let Graph { params, floors: _, sites, edges, first, lists, direct, second } = self;
        let around = Around { sight, sites, edges, first, reach2 };
        lists.fill(row_count, |row, chunk| around.find(row, chunk));
        around.relate_special(&mut lists.extra);
        if params.rings < 2 {
            lists.put_together(sight, row_count, out);
            return;
        }
        lists.put_together(sight, row_count, direct);
        second.fill(row_count, |row, chunk| find_second(sight, direct, reach2, row, chunk));
        second.put_together(sight, row_count, out);
    }

    /// Returns whether the relations are long enough: the graph has the nearest pedestrians in sight in every direction.
    fn notices_all_near(&self, reach: f64) -> bool {
        self.params.range >= reach
    }
}

impl Graph {
    /// Sets the perception up.
    fn new(params: Params) -> Self {
        Graph {
            params,
            floors: Floors::default(),
            sites: Sites::default(),
            edges: Vec::new(),
            first: Vec::new(),
            lists: Lists::default(),
            direct: Neighbours::default(),
            second: Lists::default(),
        }
    }

    /// Triangulates the sites of all floors.
    fn triangulate(&mut self) {
        let count = self.sites.at.len();
        self.edges.resize(SLOTS * count, NO_EDGE);
        self.first.resize(count, NONE);
        triangulate_floors(&self.sites, 0..self.sites.start.len() - 1, &mut self.edges, &mut self.first);
    }

    /// Marks the relations between hosts of one floor.
    fn judge(&mut self, sight: Sight<'_>, reach2: f64) {
        let sites = &self.sites;
        self.edges.par_chunks_mut(EDGES_AT_A_TIME).with_max_len(1).for_each(|edges| {
            for pair in edges.chunks_exact_mut(2).filter(|pair| pair[0].site != NONE) {
                let (i, j) = (sites.rows[pair[0].site as usize], sites.rows[pair[1].site as usize]);
                let mark = if (i | j) & SPECIAL != 0 || sight.distance2(i, j) > reach2 {
                    APART
                } else if sight.sees(i, j) {
                    IN_SIGHT
                } else {
                    HIDDEN
                };
                (pair[0].mark, pair[1].mark) = (mark, mark);
            }
        });
    }
}

/// Triangulates every floor by itself. `edges` and `first` begin with the entries of the first site of the floors.
fn triangulate_floors(sites: &Sites, floors: Range<usize>, edges: &mut [Edge], first: &mut [u32]) {
    match floors.len() {
        0 => {}
        1 => triangulate(&sites.at, &sites.keys, sites.of_floor(floors.start), edges, first),
        count => {
            let middle = floors.start + count / 2;
            let lower_count = (sites.start[middle] - sites.start[floors.start]) as usize;
            let (lower, upper) = edges.split_at_mut(SLOTS * lower_count);
            let (lower_first, upper_first) = first.split_at_mut(lower_count);
            rayon::join(
                || triangulate_floors(sites, floors.start..middle, lower, lower_first),
                || triangulate_floors(sites, middle..floors.end, upper, upper_first),
            );
        }
    }
}

/// The triangulation with its marks, in which neighbours are found.
struct Around<'a> {
    sight: Sight<'a>,
    sites: &'a Sites,
    edges: &'a [Edge],
    first: &'a [u32],
    reach2: f64,
}

impl Around<'_> {
    /// Finds the direct neighbours of a row. If a hidden pedestrian is nearer than all of them, looks further in the
    /// triangulation for the nearest pedestrian in sight.
    fn find(&self, row: u32, chunk: &mut Chunk) {
        let site = self.sites.of_row.get(row as usize).map_or(NONE, |&site| site);
        if site == NONE {
            return;
        }
        let (mut nearest, mut nearest_hidden) = (f64::INFINITY, f64::INFINITY);
        let at = self.sites.at[site as usize];
        self.for_each_edge(site, |edge, other| {
            let distance2 = (self.sites.at[other as usize] - at).norm2();
            let holder = self.sites.rows[other as usize];
            if edge.mark == IN_SIGHT {
                nearest = nearest.min(distance2);
                chunk.near.push((distance2, holder));
            } else if distance2 <= self.reach2 {
                nearest_hidden = nearest_hidden.min(distance2);
            }
        });
        if nearest_hidden < nearest {
            self.find_past_hidden(row, site, nearest.min(self.reach2.next_up()), chunk);
        }
    }

    /// Calls `visit` for each edge from a site, with the site that the edge leads to.
    #[inline]
    fn for_each_edge(&self, site: u32, mut visit: impl FnMut(&Edge, u32)) {
        let first = self.first[site as usize];
        if first == NONE {
            return;
        }
        let mut e = first;
        loop {
            let edge = &self.edges[e as usize];
            visit(edge, self.edges[(e ^ 1) as usize].site);
            e = edge.next;
            if e == first {
                return;
            }
        }
    }

    /// Looks past hidden people for the nearest pedestrian in sight, nearer than `limit2`. In a Delaunay triangulation
    /// every site other than `site` has a neighbour that is nearer to `site`. So the search meets the sites in the
    /// order of their distance from `site`.
    fn find_past_hidden(&self, row: u32, site: u32, limit2: f64, chunk: &mut Chunk) {
        let Chunk { frontier, seen, pairs, .. } = chunk;
        frontier.clear();
        seen.clear();
        seen.push(site);
        let at = self.sites.at[site as usize];
        let mut from = site;
        for _ in 0..MOST_HIDDEN {
            self.for_each_edge(from, |edge, other| {
                let distance2 = (self.sites.at[other as usize] - at).norm2();
                if distance2 < limit2 && !seen.contains(&other) {
                    seen.push(other);
                    frontier.push((distance2, other, from == site && edge.mark == HIDDEN));
                }
            });
            let Some(next) = (0..frontier.len()).min_by(|&a, &b| frontier[a].0.total_cmp(&frontier[b].0)) else {
                return;
            };
            let (_, other, is_hidden) = frontier.swap_remove(next);
            from = other;
            let in_sight = || self.rows_at(from).find(|&other| self.sight.sees(row, other));
            if let Some(found) = (!is_hidden).then(in_sight).flatten() {
                pairs.push((row, found));
                return;
            }
        }
    }

    /// Returns the rows at a site, guests without their mark.
    fn rows_at(&self, site: u32) -> impl Iterator<Item = u32> + '_ {
        self.group_at(site).map(|row| row & !GUEST)
    }

    /// Returns the rows at a site, guests with their mark.
    fn group_at(&self, site: u32) -> impl Iterator<Item = u32> + '_ {
        let holder = self.sites.rows[site as usize];
        let is_special = holder & SPECIAL != 0;
        let companions = if is_special { self.sites.companions_at(site) } else { &[] };
        companions.iter().map(|c| c.1).chain((!is_special).then_some(holder))
    }

    /// Adds the relations of people at special sites: of guests, and of people at the very same point.
    fn relate_special(&self, extra: &mut Vec<(u32, u32)>) {
        for group in self.sites.companions.chunk_by(|a, b| a.0 == b.0) {
            for (i, one) in group.iter().enumerate() {
                group[i + 1..].iter().take(MOST_AT_A_POINT).for_each(|other| self.relate(one.1, other.1, extra));
            }
            let site = group[0].0;
            self.for_each_edge(site, |_, other| {
                // Of two special sites, the site with the lower number relates both.
                if self.sites.rows[other as usize] & SPECIAL != 0 && other < site {
                    return;
                }
                for (i, one) in group.iter().enumerate() {
                    let most = if i < MOST_AT_A_POINT { usize::MAX } else { MOST_AT_A_POINT };
                    self.group_at(other).take(most).for_each(|other| self.relate(one.1, other, extra));
                }
            });
        }
    }

    /// Adds the relation of two rows in both directions, if they are near and see each other.
    fn relate(&self, one: u32, other: u32, extra: &mut Vec<(u32, u32)>) {
        let (i, j) = (one & !GUEST, other & !GUEST);
        // Two guests are judged on the floor where they are hosts.
        let is_ours = one & other & GUEST == 0 && i != j;
        if is_ours && self.sight.distance2(i, j) <= self.reach2 && self.sight.sees(i, j) {
            extra.extend([(i, j), (j, i)]);
        }
    }
}

/// Finds the direct neighbours of a row, and the neighbours of these neighbours that the row sees within the range.
fn find_second(sight: Sight<'_>, direct: &Neighbours, reach2: f64, row: u32, chunk: &mut Chunk) {
    let own = direct.of(row as usize);
    chunk.near.extend(own.iter().map(|&n| (sight.distance2(row, n), n)));
    chunk.seen.clear();
    chunk.seen.push(row);
    chunk.seen.extend_from_slice(own);
    for &other in own.iter().flat_map(|&n| direct.of(n as usize)) {
        if !chunk.seen.contains(&other) {
            chunk.seen.push(other);
            let distance2 = sight.distance2(row, other);
            if distance2 <= reach2 && sight.sees(row, other) {
                chunk.near.push((distance2, other));
            }
        }
    }
}
