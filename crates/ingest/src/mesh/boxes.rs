//! A static tree of boxes, which finds the items near a place, whatever their sizes.

/// An axis-aligned box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Box3 {
    pub min: [f64; 3],
    pub max: [f64; 3],
}

impl Box3 {
    /// Returns the smallest box around the points.
    pub fn of(points: &[[f64; 3]]) -> Self {
        let mut b = Box3 { min: [f64::INFINITY; 3], max: [f64::NEG_INFINITY; 3] };
        for p in points {
            b = b.union(Box3 { min: *p, max: *p });
        }
        b
    }
    /// Returns the box around the point (x, y) of the plan that reaches `reach` to all sides, at any height.
    pub fn column(x: f64, y: f64, reach: f64) -> Self {
        Box3 { min: [x - reach, y - reach, f64::NEG_INFINITY], max: [x + reach, y + reach, f64::INFINITY] }
    }
    /// Returns the box around both.
    fn union(self, o: Box3) -> Self {
        Box3 { min: [0, 1, 2].map(|i| self.min[i].min(o.min[i])), max: [0, 1, 2].map(|i| self.max[i].max(o.max[i])) }
    }
    /// Returns whether the two boxes share a point.
    fn overlaps(&self, o: &Box3) -> bool {
        (0..3).all(|i| self.min[i] <= o.max[i] && o.min[i] <= self.max[i])
    }
}

/// The most items of a leaf.
const LEAF: usize = 4;

/// A balanced binary tree over boxes. Its nodes are stored as in a heap: the halves of node n are 2 n + 1 and 2 n + 2.
pub(super) struct Boxes {
    boxes: Vec<Box3>,
    order: Vec<u32>,
    nodes: Vec<Box3>,
}

impl Boxes {
    /// Builds the tree of `boxes`; an item is the index of its box.
    pub fn new(boxes: Vec<Box3>) -> Self {
        let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
        let mut nodes = Vec::new();
        build(&boxes, &mut order, &mut nodes, 0);
        Boxes { boxes, order, nodes }
    }
    /// Calls `visit` with every item whose box shares a point with `query`.
    pub fn visit(&self, query: &Box3, visit: &mut impl FnMut(u32)) {
        if !self.order.is_empty() {
            self.descend(query, 0, 0, self.order.len(), visit);
        }
    }
    /// Visits the items of a node, `order[from..to]`, whose boxes share a point with `query`.
    fn descend(&self, query: &Box3, node: usize, from: usize, to: usize, visit: &mut impl FnMut(u32)) {
        if !self.nodes.get(node).is_some_and(|b| b.overlaps(query)) {
            return;
        }
        if to - from <= LEAF {
            let items = self.order[from..to].iter().copied();
            items.filter(|&i| self.boxes[i as usize].overlaps(query)).for_each(visit);
            return;
        }
        let middle = (from + to) / 2;
        self.descend(query, 2 * node + 1, from, middle, visit);
        self.descend(query, 2 * node + 2, middle, to, visit);
    }
}

/// Builds a node: orders its items and halves them along the longest axis.
fn build(boxes: &[Box3], order: &mut [u32], nodes: &mut Vec<Box3>, node: usize) {
    let Some(around) = order.iter().map(|&i| boxes[i as usize]).reduce(Box3::union) else { return };
    if nodes.len() <= node {
        nodes.resize(node + 1, around);
    }
    nodes[node] = around;
    if order.len() <= LEAF {
        return;
    }
    let extent = |axis: &usize| around.max[*axis] - around.min[*axis];
    let axis = (0..3).max_by(|a, b| extent(a).total_cmp(&extent(b))).unwrap_or(0);
    let key = |i: &u32| boxes[*i as usize].min[axis] + boxes[*i as usize].max[axis];
    let middle = order.len() / 2;
    order.select_nth_unstable_by(middle, |a, b| key(a).total_cmp(&key(b)).then(a.cmp(b)));
    let (left, right) = order.split_at_mut(middle);
    build(boxes, left, nodes, 2 * node + 1);
    build(boxes, right, nodes, 2 * node + 2);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_near_a_column_is_found() {
        let boxes: Vec<Box3> = (0..1000)
            .map(|i| {
                let (x, y) = ((i % 37) as f64, (i / 37) as f64);
                Box3::of(&[[x, y, 0.0], [x + 1.5, y + 0.5, (i % 5) as f64]])
            })
            .collect();
        let tree = Boxes::new(boxes.clone());
        for (x, y) in [(0.0, 0.0), (12.2, 7.3), (36.9, 26.0)] {
            let query = Box3::column(x, y, 0.1);
            let mut found = Vec::new();
            tree.visit(&query, &mut |i| found.push(i));
            found.sort_unstable();
            let expected: Vec<u32> = (0..1000).filter(|&i| boxes[i as usize].overlaps(&query)).collect();
            assert_eq!(found, expected);
        }
    }
}
