//! A brute-force search for the widest way, on a fine grid of clearances.

use populace_env::Sanitised;
use populace_geom::{Bounds, Point, Raster, Segment, Tiling};

/// Clearance at the nodes of a square grid, computed from all walls without the cells; negative outside.
pub struct ClearanceGrid(Raster<f64>);

impl ClearanceGrid {
    pub fn of(clean: &Sanitised, pitch: f64) -> Self {
        let rings: Vec<&Vec<Point>> = clean.floors[0].rings().collect();
        let bounds = Bounds::of(rings.iter().flat_map(|r| r.iter().copied()));
        let walls: Vec<Segment> =
            rings.iter().flat_map(|r| (0..r.len()).map(|i| Segment::new(r[i], r[(i + 1) % r.len()]))).collect();
        ClearanceGrid(Raster::of_corners(Tiling::over(bounds, pitch), |p| {
            let inside = rings.iter().filter(|r| populace_geom::contains(r, p)).count() % 2 == 1;
            let distance = || walls.iter().map(|w| w.distance(p)).fold(f64::INFINITY, f64::min);
            if inside { distance() } else { -1.0 }
        }))
    }

    /// Lets people stand on the ground: discs of a radius.
    pub fn add_discs(&mut self, discs: &[Point], radius: f64) {
        let nodes: Vec<Point> = (0..self.clearance().len()).map(|node| self.point(node)).collect();
        for (clearance, node) in self.0.cells_mut().iter_mut().zip(nodes) {
            let nearest = discs.iter().map(|disc| disc.distance(node) - radius).fold(f64::INFINITY, f64::min);
            *clearance = clearance.min(nearest);
        }
    }

    pub fn clearance(&self) -> &[f64] {
        self.0.cells()
    }

    pub fn point(&self, node: usize) -> Point {
        self.0.tiling().corner(node)
    }

    /// Returns the node nearest to a point.
    pub fn node(&self, p: Point) -> usize {
        self.0.tiling().nearest_corner(p)
    }

    /// Returns the largest clearance with which each pair of nodes is connected: nodes are added by decreasing
    /// clearance.
    pub fn widest(&self, pairs: &[(usize, usize)]) -> Vec<f64> {
        let (tiling, clearance) = (self.0.tiling(), self.clearance());
        let mut order: Vec<usize> = (0..clearance.len()).filter(|&n| clearance[n] > 0.0).collect();
        order.sort_by(|&a, &b| clearance[b].total_cmp(&clearance[a]));
        let mut parent: Vec<usize> = (0..clearance.len()).collect();
        let mut added = vec![false; clearance.len()];
        let mut answers = vec![0.0; pairs.len()];
        for &node in &order {
            added[node] = true;
            for other in tiling.around(node, 1).filter(|&other| other != node) {
                // A diagonal step must not cut through a wall thinner than the grid.
                if added[other] && clearance[node].max(clearance[other]) >= 0.5 * tiling.pitch() {
                    let (a, b) = (find(&mut parent, node), find(&mut parent, other));
                    parent[a] = b;
                }
            }
            for (answer, &(a, b)) in answers.iter_mut().zip(pairs) {
                if *answer == 0.0 && added[a] && added[b] && find(&mut parent, a) == find(&mut parent, b) {
                    *answer = clearance[node];
                }
            }
        }
        answers
    }
}

fn find(parent: &mut [usize], mut n: usize) -> usize {
    while parent[n] != n {
        parent[n] = parent[parent[n]];
        n = parent[n];
    }
    n
}
