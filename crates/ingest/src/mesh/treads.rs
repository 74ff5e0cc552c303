//! Finds the treads of stairs: narrow level patches between a step up and a step down.

use super::regions::{Kind, Partition, STEP};

/// The area of a tread, divided by the length of its upper or its lower edges, whichever is longer, is at most this, m.
const DEEPEST: f64 = 0.75;
/// The least total length of the edges over which a person steps up from a tread, m. The edges over which a person
/// steps down have the same limit.
const SHORTEST: f64 = 0.3;

/// Joins neighbouring treads into stairs. A tread without a neighbouring tread stays level, and a later merge may join
/// it to its neighbours.
pub(super) fn join(partition: &mut Partition) {
    let is_tread = find_treads(partition);
    let mut neighbours = vec![Vec::new(); partition.regions.len()];
    partition.visit_borders(|a, b, _, _| {
        if is_tread[a as usize] && is_tread[b as usize] {
            neighbours[a as usize].push(b);
        }
    });
    // The lowest treads come first. So a spiral flight, which lies above itself, is cut into floors of one whole turn
    // each, counted from below.
    let mut order: Vec<u32> = (0..is_tread.len() as u32).filter(|&r| is_tread[r as usize]).collect();
    order.sort_by(|&a, &b| {
        let low = |r: u32| partition.regions[r as usize].low;
        low(a).total_cmp(&low(b)).then(a.cmp(&b))
    });
    let mut done = vec![false; is_tread.len()];
    for seed in order {
        if std::mem::replace(&mut done[seed as usize], true) {
            continue;
        }
        let mut queue = std::collections::VecDeque::from(neighbours[seed as usize].clone());
        while let Some(tread) = queue.pop_front() {
            if done[tread as usize] || partition.collide(tread, seed) {
                continue;
            }
            done[tread as usize] = true;
            partition.unite(tread, seed);
            partition.regions[seed as usize].kind = Kind::Stairs;
            queue.extend(neighbours[tread as usize].iter().copied());
        }
    }
}

/// Returns, for each region, whether it is a tread.
fn find_treads(partition: &Partition) -> Vec<bool> {
    let mut up = vec![0.0; partition.regions.len()];
    let mut down = up.clone();
    partition.visit_borders(|region, _, cell, edge| {
        let [a, b] = partition.faces.ends(partition.cells.get(cell).face, edge);
        let rise = partition.rise(cell, edge);
        if rise > STEP {
            up[region as usize] += a.distance(b);
        } else if rise < -STEP {
            down[region as usize] += a.distance(b);
        }
    });
    let regions = partition.regions.iter().enumerate();
    regions
        .map(|(i, r)| {
            let (up, down) = (up[i], down[i]);
            r.kind == Kind::Level && up >= SHORTEST && down >= SHORTEST && r.area <= DEEPEST * up.max(down)
        })
        .collect()
}
