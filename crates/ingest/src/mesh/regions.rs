//! Step 6: divides the reachable cells into levels, ramps and stairs, which never overlap themselves in plan.
//!
//! Cells first grow into patches: connected without a step, all nearly level or all sloping. Patches that are treads
//! join into stairs ([`treads`]). Then patches merge. Small patches merge with the neighbour with which
//! they share most of their border; level patches merge when they stay within a step of each other; slopes that run in
//! many directions (terrain, not ramps) or lead nowhere merge with the ground around them. Last, levels at the height
//! of one storey share a floor. A part that lies under or over a floor to which it is joined becomes a floor of its
//! own, so that no joint lies inside a floor.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

use super::arrange::{Faces, NONE};
use super::cells::{self, Cells};
use super::surface::Surface;
use super::treads;
use crate::Options;

/// Steepest slope of a level, as a gradient (3°).
const LEVEL_GRADIENT: f64 = 0.0524;
/// A change of height at an edge above this is a step, m.
pub(super) const STEP: f64 = 0.03;
/// Cells thinner than this join the region of a neighbour, m.
const THIN: f64 = 0.02;
/// Regions whose common border is shorter than this only touch, m.
const TOUCH: f64 = 0.05;
/// Regions smaller than this get no floor of their own, m².
const SMALL: f64 = 2.0;
/// A slope is terrain, not a ramp, when the sum of its gradients, as vectors, is less than this share of the sum of
/// their lengths. For a ramp that turns by a right angle the share is 0.90.
const COHERENT: f64 = 0.85;
/// The most rounds in which overlapping parts are taken out of regions.
const MOST_PARTINGS: usize = 8;
/// A level no farther than this from a given storey belongs to it, m.
pub(super) const STOREY_REACH: f64 = 0.5;

/// The kind of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Level,
    Slope,
    Stairs,
}

/// A part of the reachable cells that becomes a floor.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub kind: Kind,
    /// Its cells; no two of them are on the same face.
    pub cells: Vec<u32>,
    /// Plan area, m².
    pub area: f64,
    /// Lowest and highest point, m.
    pub low: f64,
    pub high: f64,
    /// The area without slivers, and the sums over that area of heights, of gradients, and of the lengths of gradients.
    weight: f64,
    height_sum: f64,
    gradient_sum: populace_geom::Point,
    steepness_sum: f64,
}

impl Region {
    /// Returns a region without cells.
    fn empty(kind: Kind) -> Self {
        Region {
            kind,
            cells: Vec::new(),
            area: 0.0,
            low: f64::INFINITY,
            high: f64::NEG_INFINITY,
            weight: 0.0,
            height_sum: 0.0,
            gradient_sum: populace_geom::Point::ZERO,
            steepness_sum: 0.0,
        }
    }
    /// Returns the mean height, m.
    pub fn height(&self) -> f64 {
        if self.weight > 0.0 { self.height_sum / self.weight } else { self.low }
    }
    /// Returns whether the region is a slope that runs in many directions.
    fn is_terrain(&self) -> bool {
        self.kind == Kind::Slope && self.gradient_sum.norm() < COHERENT * self.steepness_sum
    }
    /// Returns whether the region is a slope that runs in one direction, or nearly so.
    fn is_ramp(&self) -> bool {
        self.kind == Kind::Slope && !self.is_terrain()
    }
    /// Returns whether both regions are ramps that run in the same direction.
    fn runs_like(&self, other: &Region) -> bool {
        let [a, b] = [self.gradient_sum, other.gradient_sum];
        self.is_ramp() && other.is_ramp() && a.dot(b) >= COHERENT * a.norm() * b.norm()
    }
    /// Adds all cells of another region.
    fn absorb(&mut self, other: Region) {
        self.cells.extend(other.cells);
        self.area += other.area;
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
        self.weight += other.weight;
        self.height_sum += other.height_sum;
        self.gradient_sum += other.gradient_sum;
        self.steepness_sum += other.steepness_sum;
    }
}

/// The regions while they grow and merge.
pub(super) struct Partition<'a> {
    pub surface: &'a Surface,
    pub faces: &'a Faces,
    pub cells: &'a Cells,
    /// All regions; those that were merged into others are empty.
    pub regions: Vec<Region>,
    /// The region of each cell, [`NONE`] for cells that are not reachable.
    pub of_cell: Vec<u32>,
}

/// Divides the kept cells into regions.
pub(super) fn divide(surface: &Surface, faces: &Faces, cells: &Cells, kept: &[bool], options: &Options) -> Vec<Region> {
    let of_cell = vec![NONE; cells.cells.len()];
    let mut partition = Partition { surface, faces, cells, regions: Vec::new(), of_cell };
    partition.grow(kept);
    partition.adopt_slivers(kept);
    treads::join(&mut partition);
    let step = options.step_height;
    let is_small =
        |r: &Region| r.kind != Kind::Stairs && (r.area < SMALL || (r.kind == Kind::Slope && r.high - r.low <= step));
    let within_step = |a: &Region, b: &Region| a.high.max(b.high) - a.low.min(b.low) <= step.max(STEP);
    let both_level = |a: &Region, b: &Region| a.kind == Kind::Level && b.kind == Kind::Level;
    partition.merge(|a, b| both_level(a, b) && within_step(a, b));
    partition.merge(|a, b| is_small(a) && b.kind != Kind::Stairs);
    partition.merge(|a, b| both_level(a, b) && within_step(a, b));
    partition.merge(|a, b| a.kind == Kind::Stairs && a.high - a.low <= 2.0 * step && b.kind == Kind::Slope);
    partition.merge(|a, b| a.runs_like(b));
    partition.merge(|a, b| a.is_terrain() && (b.is_terrain() || b.kind == Kind::Level));
    partition.merge(|a, _| is_small(a));
    partition.merge_dead_ends();
    partition.gather_storeys(options);
    partition.part_overlaps();
    let mut regions: Vec<Region> = partition.regions.into_iter().filter(|r| !r.cells.is_empty()).collect();
    regions.iter_mut().for_each(|r| r.cells.sort_unstable());
    regions.sort_by(|a, b| {
        (a.kind != Kind::Level)
            .cmp(&(b.kind != Kind::Level))
            .then(a.height().total_cmp(&b.height()))
            .then(a.cells.cmp(&b.cells))
    });
    regions
}

impl Partition<'_> {
    /// Adds a cell to a region. A sliver does not count for heights and gradients, unless it is the first cell.
    fn add(&mut self, region: u32, cell: u32) {
        self.of_cell[cell as usize] = region;
        let (area, gradient) = {
            let c = self.cells.get(cell);
            (self.faces.area(c.face), self.surface.get(c.walk).gradient)
        };
        let heights = self.faces.triangle(self.cells.get(cell).face).map(|p| self.cells.height(self.surface, cell, p));
        // The plane of a sliver may be far off beside it.
        let counts = !self.is_sliver(cell) || self.regions[region as usize].cells.is_empty();
        let r = &mut self.regions[region as usize];
        r.cells.push(cell);
        r.area += area;
        if counts {
            r.weight += area;
            r.height_sum += area * heights.iter().sum::<f64>() / 3.0;
            r.gradient_sum += gradient * area;
            r.steepness_sum += gradient.norm() * area;
            for z in heights {
                r.low = r.low.min(z);
                r.high = r.high.max(z);
            }
        }
    }
    /// Grows connected patches of one kind without steps. Growth looks through slivers but does not take them.
    fn grow(&mut self, kept: &[bool]) {
        // By face: the region that last took it or looked through it, since no region takes a face twice.
        let mut taken = vec![NONE; self.faces.corners.len()];
        for seed in 0..kept.len() as u32 {
            if !kept[seed as usize] || self.of_cell[seed as usize] != NONE || self.is_sliver(seed) {
                continue;
            }
            let kind = self.kind_of(seed);
            let region = self.regions.len() as u32;
            self.regions.push(Region::empty(kind));
            // Cells to look at; a sliver comes with the height at which it was entered, since growth looks across it
            // and not along it.
            let mut queue = VecDeque::from([(seed, None)]);
            while let Some((cell, entered)) = queue.pop_front() {
                let face = self.cells.get(cell).face as usize;
                if self.of_cell[cell as usize] != NONE || taken[face] == region {
                    continue;
                }
                taken[face] = region;
                if !self.is_sliver(cell) {
                    self.add(region, cell);
                }
                for edge in 0..3 {
                    let next = self.cells.get(cell).across[edge];
                    let is_free = next != NONE && kept[next as usize] && self.of_cell[next as usize] == NONE;
                    if !is_free
                        || !(self.is_sliver(next) || self.kind_of(next) == kind)
                        || self.rise(cell, edge).abs() > STEP
                    {
                        continue;
                    }
                    let height = self.height_at_edge(cell, edge);
                    if entered.is_none_or(|z: f64| (z - height).abs() <= STEP) {
                        queue.push_back((next, self.is_sliver(next).then_some(entered.unwrap_or(height))));
                    }
                }
            }
        }
    }
    /// Returns whether a cell is so thin that its slope has no meaning.
    fn is_sliver(&self, cell: u32) -> bool {
        let (thickness, length) = cells::extent(self.faces, self.cells.get(cell).face);
        thickness < THIN && thickness < 0.1 * length
    }
    /// Gives slivers to the region of the neighbour along their longest edge: their own slope has no meaning.
    fn adopt_slivers(&mut self, kept: &[bool]) {
        let orphans = |partition: &Self| {
            (0..kept.len() as u32)
                .filter(|&c| kept[c as usize] && partition.of_cell[c as usize] == NONE)
                .collect::<Vec<_>>()
        };
        // (whether there is no step, length of the edge in millimetres, sliver, the cell across): edges without a step
        // come first, then the longest.
        let mut heap = BinaryHeap::new();
        for cell in orphans(self) {
            self.push_adoptions(cell, |next| self.of_cell[next as usize] != NONE, &mut heap);
        }
        while let Some((_, _, cell, parent)) = heap.pop() {
            let region = self.of_cell[parent as usize];
            let face = self.cells.get(cell).face;
            let is_taken = self.cells.of_face(face).any(|other| self.of_cell[other as usize] == region);
            if self.of_cell[cell as usize] == NONE && !is_taken {
                self.add(region, cell);
                for next in self.cells.get(cell).across {
                    if next != NONE && kept[next as usize] && self.of_cell[next as usize] == NONE {
                        self.push_adoptions(next, |parent| parent == cell, &mut heap);
                    }
                }
            }
        }
        for cell in orphans(self) {
            self.regions.push(Region::empty(self.kind_of(cell)));
            self.add(self.regions.len() as u32 - 1, cell);
        }
    }
    /// Queues a sliver with each neighbour that may give it its region.
    fn push_adoptions(&self, cell: u32, is_parent: impl Fn(u32) -> bool, heap: &mut BinaryHeap<(bool, u64, u32, u32)>) {
        let c = self.cells.get(cell);
        for (edge, &next) in c.across.iter().enumerate() {
            if next != NONE && is_parent(next) {
                let [a, b] = self.faces.ends(c.face, edge);
                let is_even = self.rise(cell, edge).abs() <= STEP;
                heap.push((is_even, (a.distance(b) * 1000.0) as u64, cell, next));
            }
        }
    }
    /// Returns whether a cell is level or sloping.
    fn kind_of(&self, cell: u32) -> Kind {
        let gradient = self.surface.get(self.cells.get(cell).walk).gradient.norm();
        if gradient <= LEVEL_GRADIENT { Kind::Level } else { Kind::Slope }
    }
    /// Returns the height of a cell at the middle of an edge, m.
    fn height_at_edge(&self, cell: u32, edge: usize) -> f64 {
        let [a, b] = self.faces.ends(self.cells.get(cell).face, edge);
        self.cells.height(self.surface, cell, a.lerp(b, 0.5))
    }
    /// Returns how much higher the cell across an edge is, m.
    pub fn rise(&self, cell: u32, edge: usize) -> f64 {
        let c = self.cells.get(cell);
        let [a, b] = self.faces.ends(c.face, edge);
        let middle = a.lerp(b, 0.5);
        self.cells.height(self.surface, c.across[edge], middle) - self.cells.height(self.surface, cell, middle)
    }
    /// Calls `visit` with (region, other region, cell, edge) for every passable edge between two regions, both ways.
    pub fn visit_borders(&self, mut visit: impl FnMut(u32, u32, u32, usize)) {
        for (cell, &region) in self.of_cell.iter().enumerate().filter(|(_, r)| **r != NONE) {
            for (edge, &next) in self.cells.get(cell as u32).across.iter().enumerate() {
                let other = if next == NONE { NONE } else { self.of_cell[next as usize] };
                if other != NONE && other != region {
                    visit(region, other, cell as u32, edge);
                }
            }
        }
    }
    /// Returns, for each region, the length of its passable border with each neighbouring region, m.
    fn borders(&self) -> Vec<BTreeMap<u32, f64>> {
        let mut borders = vec![BTreeMap::new(); self.regions.len()];
        self.visit_borders(|a, b, cell, edge| {
            let [p, q] = self.faces.ends(self.cells.get(cell).face, edge);
            *borders[a as usize].entry(b).or_insert(0.0) += p.distance(q);
        });
        borders
    }
    /// Merges region a into its neighbour b wherever `rule(a, b)` holds and the two can be one floor. The smallest
    /// regions come first; each merges with the neighbour with which it shares most of its border. It goes on until
    /// nothing changes.
    fn merge(&mut self, rule: impl Fn(&Region, &Region) -> bool) {
        let mut borders = self.borders();
        let mut queue: BTreeSet<(u64, u32)> = (0..self.regions.len() as u32)
            .filter(|&r| !self.regions[r as usize].cells.is_empty())
            .map(|r| (self.size_key(r), r))
            .collect();
        while let Some((_, small)) = queue.pop_first() {
            let least = if self.regions[small as usize].area < TOUCH { 0.0 } else { TOUCH };
            let mut neighbours: Vec<(u32, f64)> =
                borders[small as usize].iter().map(|(&r, &l)| (r, l)).filter(|&(_, l)| l > least).collect();
            neighbours.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let fits =
                |r: u32| rule(&self.regions[small as usize], &self.regions[r as usize]) && !self.collide(small, r);
            let Some(target) = neighbours.iter().map(|&(r, _)| r).find(|&r| fits(r)) else { continue };
            queue.remove(&(self.size_key(target), target));
            self.unite(small, target);
            for (neighbour, length) in std::mem::take(&mut borders[small as usize]) {
                borders[neighbour as usize].remove(&small);
                if neighbour != target {
                    *borders[target as usize].entry(neighbour).or_insert(0.0) += length;
                    *borders[neighbour as usize].entry(target).or_insert(0.0) += length;
                    // A neighbour that found no partner before may fit the larger region.
                    queue.insert((self.size_key(neighbour), neighbour));
                }
            }
            queue.insert((self.size_key(target), target));
        }
    }
    /// Merges slopes that lead to only one other region with that region: they are heaps or edges of terrain, not
    /// ramps.
    fn merge_dead_ends(&mut self) {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for (region, border) in self.borders().iter().enumerate() {
                let joined: Vec<u32> = border.iter().filter(|(_, l)| **l > TOUCH).map(|(&r, _)| r).collect();
                let [only] = joined[..] else { continue };
                let [a, b] = [region as u32, only].map(|r| &self.regions[r as usize]);
                let fits = a.kind == Kind::Slope && b.kind != Kind::Stairs && !b.is_ramp() && !b.cells.is_empty();
                if fits && !self.collide(region as u32, only) {
                    self.unite(region as u32, only);
                    is_done = false;
                }
            }
        }
    }
    /// Returns a whole number that orders regions by area.
    fn size_key(&self, region: u32) -> u64 {
        (self.regions[region as usize].area * 1e6) as u64
    }
    /// Returns whether two regions cannot be one floor: they overlap in plan, or a way out of one would lie inside the
    /// other.
    pub fn collide(&self, a: u32, b: u32) -> bool {
        let size = |r: u32| self.regions[r as usize].cells.len();
        let (few, many) = if size(a) < size(b) { (a, b) } else { (b, a) };
        let layer_of_many = |face: u32| self.cells.of_face(face).find(|&c| self.of_cell[c as usize] == many);
        let leaves = |c: u32| c != NONE && ![few, many, NONE].contains(&self.of_cell[c as usize]);
        self.regions[few as usize].cells.iter().any(|&c| {
            let cell = self.cells.get(c);
            layer_of_many(cell.face).is_some()
                || (0..3).any(|edge| {
                    let beside = self.faces.across[cell.face as usize][edge];
                    layer_of_many(beside).is_some_and(|d| {
                        let back = self.faces.edge_to(beside, cell.face).map_or(NONE, |e| self.cells.get(d).across[e]);
                        leaves(cell.across[edge]) || leaves(back)
                    })
                })
        })
    }
    /// Moves the cells of region `from` to region `to`.
    pub fn unite(&mut self, from: u32, to: u32) {
        let kind = self.regions[from as usize].kind;
        let moved = std::mem::replace(&mut self.regions[from as usize], Region::empty(kind));
        moved.cells.iter().for_each(|&c| self.of_cell[c as usize] = to);
        let target = &mut self.regions[to as usize];
        target.absorb(moved);
        // A ramp with a small level part stays a ramp, and a level with a small slope stays a level.
        if target.kind != Kind::Stairs {
            let is_level = target.steepness_sum <= LEVEL_GRADIENT * target.weight;
            target.kind = if is_level { Kind::Level } else { Kind::Slope };
        }
    }
    /// Merges the levels of each storey that do not overlap into one floor.
    fn gather_storeys(&mut self, options: &Options) {
        for region in &mut self.regions {
            if region.is_terrain() {
                region.kind = Kind::Level;
            }
        }
        let mut levels: Vec<u32> = (0..self.regions.len() as u32)
            .filter(|&r| self.regions[r as usize].kind == Kind::Level && !self.regions[r as usize].cells.is_empty())
            .collect();
        levels.sort_by_key(|&r| (std::cmp::Reverse(self.size_key(r)), r));
        // (height, reach, the region that holds the storey)
        let mut storeys: Vec<(f64, f64, Option<u32>)> =
            options.storeys.iter().map(|&z| (z, STOREY_REACH.max(options.step_height), None)).collect();
        for region in levels {
            let z = self.regions[region as usize].height();
            let fits = storeys.iter().position(|&(height, reach, holder)| {
                (z - height).abs() <= reach && holder.is_none_or(|h| !self.collide(region, h))
            });
            match fits.map(|i| (i, storeys[i].2)) {
                Some((_, Some(holder))) => self.unite(region, holder),
                Some((i, None)) => storeys[i].2 = Some(region),
                None => storeys.push((z, options.step_height.min(0.1), Some(region))),
            }
        }
    }
    /// Makes regions of their own of the parts that lie under or over a region to which their region is joined.
    fn part_overlaps(&mut self) {
        for _ in 0..MOST_PARTINGS {
            let mut joined = BTreeSet::new();
            self.visit_borders(|a, b, _, _| {
                joined.insert((a, b));
            });
            let mut moved: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for (cell, &region) in self.of_cell.iter().enumerate().filter(|(_, r)| **r != NONE) {
                let mut layers = self.cells.of_face(self.cells.get(cell as u32).face).map(|c| self.of_cell[c as usize]);
                // Of two floors that overlap, the level gives up the part; of two floors of one kind, the larger does.
                let rank = |r: u32| (self.regions[r as usize].kind == Kind::Level, self.size_key(r), r);
                if layers.any(|other| other != NONE && joined.contains(&(region, other)) && rank(other) < rank(region))
                {
                    moved.entry(region).or_default().push(cell as u32);
                }
            }
            moved.retain(|region, cells| cells.len() < self.regions[*region as usize].cells.len());
            if moved.is_empty() {
                return;
            }
            moved.into_iter().for_each(|(region, cells)| self.split(region, &cells));
        }
    }
    /// Moves some cells of a region to a new region.
    fn split(&mut self, region: u32, cells: &[u32]) {
        let kind = self.regions[region as usize].kind;
        let all = std::mem::replace(&mut self.regions[region as usize], Region::empty(kind)).cells;
        let new = self.regions.len() as u32;
        self.regions.push(Region::empty(kind));
        for cell in all {
            self.add(if cells.binary_search(&cell).is_ok() { new } else { region }, cell);
        }
    }
}
