//! Cuts polygons with dents into triangles. Convex polygons need no cutting: they become fans.

/// The most corners that are looked at for a mesh: a limit of time. Beyond it dented polygons become fans.
const MAX_LOOKS: usize = 500_000_000;
/// A polygon counts as convex when no corner turns the wrong way by more than this share of its area.
const CONVEX: f64 = 1e-9;

type Plan = [f64; 2];

/// Returns the corners of a polygon seen along its normal, counter-clockwise; `None` when the polygon has no dent.
pub(super) fn dented(corners: &[[f64; 3]]) -> Option<Vec<Plan>> {
    let origin = *corners.first()?;
    let n = corners.len();
    let at = |i: usize| [0, 1, 2].map(|k| corners[i % n][k] - origin[k]);
    let cross =
        |u: [f64; 3], v: [f64; 3]| [0, 1, 2].map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
    let mut normal = [0.0; 3];
    for i in 0..n {
        let c = cross(at(i), at(i + 1));
        normal = [0, 1, 2].map(|k| normal[k] + c[k]);
    }
    let axis = (0..3).max_by(|&a, &b| normal[a].abs().total_cmp(&normal[b].abs()))?;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let [u, v] = if normal[axis] > 0.0 { [u, v] } else { [v, u] };
    let plan: Vec<Plan> = (0..n).map(|i| [at(i)[u], at(i)[v]]).collect();
    let least = -CONVEX * normal[axis].abs();
    (0..n).any(|i| turn(plan[i], plan[(i + 1) % n], plan[(i + 2) % n]) < least).then_some(plan)
}

/// Returns twice the area of a triangle, positive when it runs counter-clockwise.
fn turn(a: Plan, b: Plan, c: Plan) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Cuts ears off a counter-clockwise polygon until nothing is left; `None` when it crosses itself or takes too long.
pub(super) fn cut_ears(plan: &[Plan], looks: &mut usize) -> Option<Vec<[usize; 3]>> {
    let mut ring: Vec<usize> = (0..plan.len()).collect();
    let mut triangles = Vec::with_capacity(plan.len().saturating_sub(2));
    let (mut at, mut in_vain) = (0, 0);
    while ring.len() >= 3 {
        let m = ring.len();
        at %= m;
        let ear = [ring[(at + m - 1) % m], ring[at], ring[(at + 1) % m]];
        *looks += m;
        if in_vain > m || *looks > MAX_LOOKS {
            return None;
        }
        let [a, b, c] = ear.map(|i| plan[i]);
        let area = turn(a, b, c);
        let is_within = |p: Plan| turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
        // A corner at the same place as one of the ear's is part of a slit that leads to a hole: it does not block.
        let blocks = |&i: &usize| ![a, b, c].contains(&plan[i]) && is_within(plan[i]);
        // The corner turns the wrong way, or another corner lies within the triangle: this is not an ear.
        if area < 0.0 || (area > 0.0 && ring.iter().any(blocks)) {
            (at, in_vain) = (at + 1, in_vain + 1);
            continue;
        }
        if area > 0.0 {
            triangles.push(ear);
        }
        ring.remove(at);
        in_vain = 0;
    }
    Some(triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(corners: &[[f64; 3]]) -> f64 {
        let plan = dented(corners).unwrap();
        let triangles = cut_ears(&plan, &mut 0).unwrap();
        triangles.iter().map(|t| turn(plan[t[0]], plan[t[1]], plan[t[2]]) / 2.0).sum()
    }

    #[test]
    fn dents_are_left_out_from_any_corner_on_and_either_way_around() {
        let mut l =
            [[0.0, 0.0], [10.0, 0.0], [10.0, 5.0], [5.0, 5.0], [5.0, 10.0], [0.0, 10.0]].map(|[x, y]| [x, y, 2.0]);
        for _ in 0..6 {
            l.rotate_left(1);
            assert!((area(&l) - 75.0).abs() < 1e-9);
            let mut reversed = l;
            reversed.reverse();
            assert!((area(&reversed) - 75.0).abs() < 1e-9);
            let wall = l.map(|[x, y, z]| [z, x, y]);
            assert!((area(&wall) - 75.0).abs() < 1e-9);
        }
        assert!(dented(&[[0.0; 3], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]).is_none());
    }

    #[test]
    fn a_slit_may_lead_to_a_hole() {
        let ring = [
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 9.0],
            [0.0, 9.0],
            [0.0, 0.0],
            [3.0, 3.0],
            [3.0, 6.0],
            [6.0, 6.0],
            [6.0, 3.0],
            [3.0, 3.0],
        ];
        assert!((area(&ring.map(|[x, y]| [x, y, 0.0])) - 72.0).abs() < 1e-9);
    }

    #[test]
    fn a_large_comb_takes_bounded_time_and_nonsense_ends() {
        let comb: Vec<[f64; 3]> = (0..4000)
            .map(|i| [i as f64, if i % 2 == 0 { 0.0 } else { 5.0 }, 0.0])
            .chain([[4000.0, -9.0, 0.0], [0.0, -9.0, 0.0]])
            .collect();
        let mut looks = 0;
        assert!(cut_ears(&dented(&comb).unwrap(), &mut looks).is_some() || looks > MAX_LOOKS);
        let draws = populace_geom::Draws::new(3);
        for seed in 0..50 {
            let tangle: Vec<[f64; 3]> = (0..30).map(|i| [0, 1, 2].map(|k| draws.unit(seed, i, k))).collect();
            if let Some(plan) = dented(&tangle) {
                cut_ears(&plan, &mut 0);
            }
        }
        assert!(dented(&[]).is_none());
    }
}
