//! The triangulation against its definition, by brute force.

use populace_geom::{Draws, Point, in_circle, orient};

use crate::delaunay::{Edge, NONE, SLOTS, triangulate};
use crate::sites::morton_keys;

const FREE: Edge = Edge { site: NONE, next: NONE, previous: NONE, mark: 0 };

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    points
}

/// Returns the edges of sites in one tile: all cuts are along x.
fn edges_by_x(sites: &[Point]) -> Vec<Edge> {
    let mut edges = vec![FREE; SLOTS * sites.len()];
    let mut first = vec![NONE; sites.len()];
    triangulate(sites, &vec![0; sites.len()], 0..sites.len(), &mut edges, &mut first);
    assert!(sites.len() < 2 || (0..sites.len()).all(|i| edges[first[i] as usize].site as usize == i));
    edges
}

/// Returns the pairs of sites that are joined, as positions.
fn relations(sites: &[Point], edges: &[Edge]) -> Vec<[(f64, f64); 2]> {
    let at = |e: &Edge| (sites[e.site as usize].x, sites[e.site as usize].y);
    let mut pairs: Vec<_> =
        edges.chunks(2).filter(|pair| pair[0].site != NONE).map(|pair| [at(&pair[0]), at(&pair[1])]).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_by(|a, b| a.partial_cmp(b).expect("finite")));
    pairs.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
    pairs
}

/// Returns the relations when sites are sorted by Morton keys: cuts are along x and y.
fn relations_by_morton(points: &[Point]) -> Vec<[(f64, f64); 2]> {
    let keys = morton_keys(points);
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by_key(|&i| keys[i]);
    let sites: Vec<Point> = order.iter().map(|&i| points[i]).collect();
    let keys: Vec<u32> = order.iter().map(|&i| keys[i]).collect();
    let mut edges = vec![FREE; SLOTS * sites.len()];
    triangulate(&sites, &keys, 0..sites.len(), &mut edges, &mut vec![NONE; sites.len()]);
    relations(&sites, &edges)
}

/// Returns how many points are on the border of the convex hull, including the points within its sides.
fn on_hull(points: &[Point]) -> usize {
    let is_on = |q: &Point| points.iter().any(|r| r != q && points.iter().all(|s| orient(*q, *r, *s) >= 0.0));
    points.iter().filter(|q| is_on(q)).count()
}

fn check(points: Vec<Point>) {
    let sites = sorted(points);
    let n = sites.len();
    let edges = edges_by_x(&sites);
    let pairs = relations(&sites, &edges);
    assert_eq!(pairs, relations_by_morton(&sites), "the cuts matter: {sites:?}");
    let is_straight = sites.iter().all(|&s| orient(sites[0], sites[n - 1], s) == 0.0);
    if is_straight {
        assert_eq!(pairs.len(), n - 1, "{sites:?}");
        return;
    }
    // A planar triangulation has 3n − 3 − h edges (ERRATA A1.10) and 2n − 2 − h triangles.
    let h = on_hull(&sites);
    assert_eq!(pairs.len(), 3 * n - 3 - h, "{sites:?}");
    let target = |e: u32| edges[(e ^ 1) as usize].site;
    let turned = |e: u32| edges[(e ^ 1) as usize].previous;
    let mut triangles = 0;
    for e in (0..edges.len() as u32).filter(|&e| edges[e as usize].site != NONE) {
        let (f, g) = (turned(e), turned(turned(e)));
        let [a, b, c] = [edges[e as usize].site, target(e), target(f)].map(|s| sites[s as usize]);
        if turned(g) == e && orient(a, b, c) > 0.0 {
            triangles += 1;
            assert!(sites.iter().all(|&d| in_circle(a, b, c, d) <= 0.0), "{a:?} {b:?} {c:?} of {sites:?}");
        }
    }
    assert_eq!(triangles, 3 * (2 * n - 2 - h), "{sites:?}");
}

#[test]
fn circles_of_random_sites_are_empty() {
    let draws = Draws::new(1);
    for set in 0..300 {
        let count = 1 + draws.bits(set, 0, 0) % 60;
        check((0..count).map(|i| p(draws.unit(set, i, 1) * 100.0, draws.unit(set, i, 2) * 30.0)).collect());
    }
}

#[test]
fn circles_of_lattice_sites_are_empty_and_ties_do_not_depend_on_the_cuts() {
    for (columns, lines) in [(1, 9), (9, 1), (2, 2), (3, 3), (7, 5), (8, 8), (2, 20)] {
        check((0..columns * lines).map(|i| p(f64::from(i % columns), f64::from(i / columns))).collect());
        // Turned by 45°.
        check(
            (0..columns * lines)
                .map(|i| (i % columns, i / columns))
                .map(|(x, y)| p(f64::from(x + y), f64::from(x - y)))
                .collect(),
        );
    }
    let draws = Draws::new(2);
    for set in 0..400 {
        // Many duplicates, straight lines and circles.
        let count = 1 + draws.bits(set, 0, 0) % 40;
        check((0..count).map(|i| p((draws.bits(set, i, 1) % 6) as f64, (draws.bits(set, i, 2) % 6) as f64)).collect());
    }
}

#[test]
fn sites_on_one_circle_are_triangulated() {
    // Twelve points of whole numbers on the circle of radius 5, alone and with its centre.
    let circle: Vec<Point> = [(5, 0), (4, 3), (3, 4)]
        .iter()
        .flat_map(|&(x, y)| [(x, y), (-y, x), (-x, -y), (y, -x)])
        .map(|(x, y)| p(f64::from(x), f64::from(y)))
        .collect();
    check(circle.clone());
    check(circle.into_iter().chain([p(0.0, 0.0)]).collect());
}

#[test]
fn nearly_straight_and_nearly_equal_sites_are_triangulated() {
    let draws = Draws::new(3);
    for set in 0..100 {
        let tiny = |i: u64, purpose| (draws.bits(set, i, purpose) % 3) as f64 * f64::EPSILON;
        check((0..20).map(|i| p(i as f64 / 8.0, 0.5 + tiny(i, 1))).collect());
        check((0..20).map(|i| p(0.5 + tiny(i, 1), 0.5 + tiny(i, 2))).collect());
    }
}
