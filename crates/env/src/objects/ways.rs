//! Which ways people who stand in lines would cut: a raster of the ground around a line, with everyone as a disc.

use populace_geom::{Bounds, Point, Segment};

use super::BODY;
use crate::{CellId, FloorId, World};

/// The distance between two nodes, m.
const PITCH: f64 = 0.1;
/// The widths that stay free, m: beside a line in a passage, and of a body where a way is narrower.
const WIDTHS: [f64; 2] = [0.8, 0.5];
/// Half of the distance between nodes: a way in the middle of a passage may be that far from a node, m.
const SLACK: f64 = 0.5 * PITCH;
/// ObjectGround that a line may cut off: between its own turns, m².
const POCKET: f64 = 4.0;
/// How far from a door or an exit its ground is, m: the least of these with ground that a body comes to.
const AT_PORTAL: [f64; 4] = [0.3, 0.6, 0.9, 1.2];
/// How far from a slot its ground is, m: beside the person in it.
const AT_SLOT: [f64; 1] = [1.2];

/// The ground in a window.
pub(super) struct Ways {
    window: Bounds,
    columns: usize,
    rows: usize,
    /// The distance of every node to the nearest wall, m, up to half a metre; negative off the ground.
    clearance: Vec<f32>,
    /// One for each of [`WIDTHS`].
    levels: [Level; 2],
}

/// The nodes to which a body of one width comes.
#[derive(Default)]
struct Level {
    /// The number of the connected part of every node; 0 for nodes to which the body does not come.
    parts: Vec<u32>,
    /// The nodes of each part, by number.
    sizes: Vec<u32>,
    /// Places that people come from or go to: the part, and its nodes near the place.
    ends: Vec<(u32, Vec<u32>)>,
}

impl Ways {
    /// Draws the ground of a floor within a window.
    pub fn of(world: World<'_>, floor: FloorId, window: Bounds) -> Self {
        let size = window.size();
        let (columns, rows) = ((size.x / PITCH) as usize + 1, (size.y / PITCH) as usize + 1);
        let mut ways =
            Ways { window, columns, rows, clearance: vec![-1.0; columns * rows], levels: Default::default() };
        for cell in world.env.cells_within(floor, &window) {
            ways.add_cell(world, cell);
        }
        world.walls_near(floor, &window.expanded(0.5), |wall| ways.add_wall(wall));
        ways
    }

    fn node(&self, i: usize) -> Point {
        self.window.min + Point::new((i % self.columns) as f64, (i / self.columns) as f64) * PITCH
    }

    /// Returns the range of columns or rows within `reach` of a coordinate.
    fn near(low: f64, high: f64, from: f64, count: usize) -> std::ops::Range<usize> {
        let first = ((low - from) / PITCH).ceil().max(0.0) as usize;
        let last = ((high - from) / PITCH).floor();
        if last < 0.0 { 0..0 } else { first..(last as usize + 1).min(count) }
    }

    /// Adds the nodes in a convex cell to the ground.
    fn add_cell(&mut self, world: World<'_>, cell: CellId) {
        let ring = world.env.cell_points(cell);
        let bounds = Bounds::of(ring.iter().copied());
        for row in Self::near(bounds.min.y, bounds.max.y, self.window.min.y, self.rows) {
            let y = self.window.min.y + row as f64 * PITCH;
            let (mut left, mut right) = (f64::INFINITY, f64::NEG_INFINITY);
            for i in 0..ring.len() {
                let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
                if (a.y - y) * (b.y - y) > 0.0 {
                    continue;
                }
                let x = if a.y == b.y { [a.x, b.x] } else { [a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y); 2] };
                (left, right) = (left.min(x[0].min(x[1])), right.max(x[0].max(x[1])));
            }
            if left <= right {
                for column in Self::near(left, right, self.window.min.x, self.columns) {
                    self.clearance[row * self.columns + column] = 0.5;
                }
            }
        }
    }

    /// Shortens the clearance of the nodes near a wall.
    fn add_wall(&mut self, wall: &Segment) {
        self.brush(Bounds::of([wall.a, wall.b]).expanded(0.5), |clearance, p| {
            *clearance = clearance.min(wall.distance(p) as f32);
        });
    }

    /// Calls `paint` with the clearance of every node in a box that is on the ground.
    fn brush(&mut self, bounds: Bounds, paint: impl Fn(&mut f32, Point)) {
        let columns = Self::near(bounds.min.x, bounds.max.x, self.window.min.x, self.columns);
        for row in Self::near(bounds.min.y, bounds.max.y, self.window.min.y, self.rows) {
            for column in columns.clone() {
                let i = row * self.columns + column;
                let p = self.node(i);
                if self.clearance[i] >= 0.0 {
                    paint(&mut self.clearance[i], p);
                }
            }
        }
    }

    /// Takes the people of `discs` as standing there for good. People come from and go to `portals` and `slots`.
    pub fn settle(&mut self, discs: &[Point], portals: &[Point], slots: &[Point]) {
        for (k, width) in WIDTHS.into_iter().enumerate() {
            let (parts, sizes) = self.flood(&self.open(width, discs));
            let nodes = |end: Point, reaches: &[f64]| {
                let near = reaches.iter().map(|&reach| self.nodes_within(end, reach));
                let mut on_ground =
                    near.map(|nodes| nodes.into_iter().filter(|&i| parts[i as usize] > 0).collect::<Vec<u32>>());
                let mut nodes = on_ground.find(|nodes| !nodes.is_empty())?;
                // The largest part that comes near it.
                let part = nodes.iter().map(|&i| parts[i as usize]).max_by_key(|&p| (sizes[p as usize], p))?;
                nodes.retain(|&i| parts[i as usize] == part);
                Some((part, nodes))
            };
            let at_portals = portals.iter().filter_map(|&portal| nodes(portal, &AT_PORTAL));
            // Between two lines, a body is enough to leave a slot.
            let slots = if k + 1 == WIDTHS.len() { slots } else { &[] };
            let ends = at_portals.chain(slots.iter().filter_map(|&slot| nodes(slot, &AT_SLOT))).collect();
            self.levels[k] = Level { parts, sizes, ends };
        }
    }

    /// Returns whether every part of the ground stays one part when people stand at `discs`, too: all places that people
    /// come from or go to are still joined, and no more than a pocket is cut off. `settled` are the people of
    /// [`Ways::settle`].
    pub fn stay_open(&self, settled: &[Point], discs: &[Point]) -> bool {
        let all: Vec<Point> = settled.iter().chain(discs).copied().collect();
        WIDTHS.into_iter().zip(&self.levels).all(|(width, level)| {
            let (parts, sizes) = self.flood(&self.open(width, &all));
            // The largest new part in each old part.
            let mut main = vec![0_u32; level.sizes.len()];
            let mut old = vec![0_u32; sizes.len()];
            for (&new, &before) in parts.iter().zip(&level.parts).filter(|(new, _)| **new > 0) {
                old[new as usize] = before;
                let best = &mut main[before as usize];
                if sizes[new as usize] > sizes[*best as usize] || *best == 0 {
                    *best = new;
                }
            }
            let most = POCKET / (PITCH * PITCH);
            let is_whole = (1..sizes.len())
                .all(|new| main[old[new] as usize] == new as u32 || f64::from(sizes[new]) <= most || old[new] == 0);
            is_whole
                && level.ends.iter().all(|(part, nodes)| {
                    nodes.iter().any(|&i| parts[i as usize] != 0 && parts[i as usize] == main[*part as usize])
                })
        })
    }

    /// Returns to which nodes a body of a width comes between walls and people.
    fn open(&self, width: f64, discs: &[Point]) -> Vec<bool> {
        let free = (0.5 * width - SLACK) as f32;
        let mut open: Vec<bool> = self.clearance.iter().map(|&c| c >= free).collect();
        // People are taken as two slacks larger, so that the gap beside them is never narrower than the width.
        let reach = BODY + 0.5 * width + SLACK;
        for &disc in discs {
            for i in self.nodes_within(disc, reach) {
                open[i as usize] = false;
            }
        }
        open
    }

    fn nodes_within(&self, p: Point, reach: f64) -> Vec<u32> {
        let columns = Self::near(p.x - reach, p.x + reach, self.window.min.x, self.columns);
        let rows = Self::near(p.y - reach, p.y + reach, self.window.min.y, self.rows);
        let nodes = rows.flat_map(|row| columns.clone().map(move |column| row * self.columns + column));
        nodes.filter(|&i| self.node(i).distance(p) < reach).map(|i| i as u32).collect()
    }

    /// Returns the number of the connected part of every open node, from 1, and the number of nodes of each part. Parts are numbered
    /// in the order of their first nodes.
    ///
    /// The open nodes of a row form runs. Runs of two rows that share a column are joined, so the work is done for each run, not for
    /// each node.
    fn flood(&self, open: &[bool]) -> (Vec<u32>, Vec<u32>) {
        let mut runs: Vec<Run> = Vec::new();
        let mut above = 0..0;
        for (row, nodes) in open.chunks_exact(self.columns).enumerate() {
            let first = runs.len();
            let mut column = 0;
            while let Some(skipped) = nodes[column..].iter().position(|&is_open| is_open) {
                let from = column + skipped;
                let length = nodes[from..].iter().position(|&is_open| !is_open).unwrap_or(nodes.len() - from);
                column = from + length;
                let nodes = row * self.columns + from..row * self.columns + column;
                let number = runs.len();
                runs.push(Run { columns: from..column, nodes, joined: number });
            }
            let (mut upper, mut lower) = (above.start, first);
            while upper < above.end && lower < runs.len() {
                let (up, low) = (runs[upper].columns.clone(), runs[lower].columns.clone());
                if up.start < low.end && low.start < up.end {
                    join(&mut runs, upper, lower);
                }
                if up.end <= low.end { upper += 1 } else { lower += 1 }
            }
            above = first..runs.len();
        }
        let mut parts = vec![0_u32; open.len()];
        let mut sizes = vec![0_u32];
        let mut numbers = vec![0_u32; runs.len()];
        for i in 0..runs.len() {
            let root = root_of(&mut runs, i);
            if root == i {
                numbers[i] = sizes.len() as u32;
                sizes.push(0);
            }
            let part = numbers[root];
            sizes[part as usize] += runs[i].nodes.len() as u32;
            parts[runs[i].nodes.clone()].fill(part);
        }
        (parts, sizes)
    }
}

/// A run of open nodes in a row.
struct Run {
    columns: std::ops::Range<usize>,
    nodes: std::ops::Range<usize>,
    /// An earlier run of the same part; the run itself when it is the first of its part.
    joined: usize,
}

/// Returns the first run of the part of a run.
fn root_of(runs: &mut [Run], mut run: usize) -> usize {
    while runs[run].joined != run {
        runs[run].joined = runs[runs[run].joined].joined;
        run = runs[run].joined;
    }
    run
}

/// Makes the parts of two runs one part.
fn join(runs: &mut [Run], one: usize, other: usize) {
    let (one, other) = (root_of(runs, one), root_of(runs, other));
    runs[one.max(other)].joined = one.min(other);
}

#[cfg(test)]
mod tests {
    use populace_geom::Draws;

    use super::*;

    /// Numbers the parts by a search from node to node.
    fn flood_node_by_node(columns: usize, open: &[bool]) -> (Vec<u32>, Vec<u32>) {
        let (mut parts, mut sizes) = (vec![0_u32; open.len()], vec![0_u32]);
        for start in 0..open.len() {
            let mut stack = vec![start];
            let part = sizes.len() as u32;
            while let Some(i) = stack.pop() {
                if !open[i] || parts[i] > 0 {
                    continue;
                }
                parts[i] = part;
                if sizes.len() == part as usize {
                    sizes.push(0);
                }
                sizes[part as usize] += 1;
                stack.extend((i % columns > 0).then(|| i - 1));
                stack.extend((i % columns + 1 < columns).then_some(i + 1));
                stack.extend(i.checked_sub(columns));
                stack.extend(Some(i + columns).filter(|&i| i < open.len()));
            }
        }
        (parts, sizes)
    }

    #[test]
    fn runs_have_the_parts_of_a_search_from_node_to_node() {
        let draws = Draws::new(7);
        for case in 0..400_u64 {
            let columns = 1 + (draws.unit(case, 0, 0) * 30.0) as usize;
            let rows = 1 + (draws.unit(case, 1, 0) * 30.0) as usize;
            let share = draws.unit(case, 2, 0);
            let open: Vec<bool> = (0..(rows * columns) as u64).map(|i| draws.unit(case, i, 1) < share).collect();
            let ways = Ways {
                window: Bounds::of([Point::ZERO]),
                columns,
                rows,
                clearance: Vec::new(),
                levels: Default::default(),
            };
            assert_eq!(ways.flood(&open), flood_node_by_node(columns, &open), "case {case}");
        }
    }
}
