//! Stage 5, *topology*: cells as nodes, free segments longer than a body width as edges.
//!
//! Lamarche & Donikian 2004, §3.2: the arity of a cell is the number of its edges. It makes the cell closed (0), a dead
//! end (1), a passage (2) or a crossroads (more). The width is a parameter: one environment serves a child, an adult
//! and a wheelchair. A shut door is not an edge.

use crate::environment::{CellId, Environment, SegmentId};

/// The class of a cell: how many ways lead out of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// No way out.
    Closed,
    /// One way out.
    DeadEnd,
    /// Two ways out.
    Passage,
    /// More than two ways out.
    Crossroads,
}

impl Class {
    /// Returns the class of a cell with `arity` edges.
    pub fn of_arity(arity: usize) -> Class {
        match arity {
            0 => Class::Closed,
            1 => Class::DeadEnd,
            2 => Class::Passage,
            _ => Class::Crossroads,
        }
    }
    /// Returns the name of the class.
    pub fn word(self) -> &'static str {
        match self {
            Class::Closed => "closed",
            Class::DeadEnd => "dead end",
            Class::Passage => "passage",
            Class::Crossroads => "crossroads",
        }
    }
}

/// The graph of cells for one body width.
#[derive(Clone, Debug)]
pub struct Topology {
    /// Body width, m.
    pub width: f64,
    arity: Vec<u32>,
    component: Vec<u32>,
    component_cells: Vec<Vec<CellId>>,
    edges: Vec<SegmentId>,
}

impl Topology {
    /// Returns the graph whose edges are the segments that `is_edge` accepts.
    pub(crate) fn of(env: &Environment, is_edge: impl Fn(SegmentId) -> bool, width: f64) -> Self {
        let count = env.cell_count();
        let edges: Vec<SegmentId> = (0..env.segments().len()).map(SegmentId::new).filter(|&s| is_edge(s)).collect();
        let mut arity = vec![0; count];
        let mut parent: Vec<u32> = (0..count as u32).collect();
        for &edge in &edges {
            let [a, b] = env.segment(edge).cells;
            arity[a.index()] += 1;
            arity[b.index()] += 1;
            let (a, b) = (find(&mut parent, a.0), find(&mut parent, b.0));
            parent[a.max(b) as usize] = a.min(b);
        }
        let mut component = vec![u32::MAX; count];
        let mut component_cells: Vec<Vec<CellId>> = Vec::new();
        for c in 0..count as u32 {
            let root = find(&mut parent, c) as usize;
            if component[root] == u32::MAX {
                component[root] = component_cells.len() as u32;
                component_cells.push(Vec::new());
            }
            component[c as usize] = component[root];
            component_cells[component[c as usize] as usize].push(CellId(c));
        }
        Topology { width, arity, component, component_cells, edges }
    }

    /// Returns the segments that can be passed.
    pub fn edges(&self) -> &[SegmentId] {
        &self.edges
    }
    /// Returns the number of segments of a cell that can be passed.
    pub fn arity(&self, cell: CellId) -> usize {
        self.arity[cell.index()] as usize
    }
    /// Returns the class of a cell.
    pub fn class(&self, cell: CellId) -> Class {
        Class::of_arity(self.arity(cell))
    }
    /// Returns the number of cells of a class.
    pub fn count(&self, class: Class) -> usize {
        self.arity.iter().filter(|&&a| Class::of_arity(a as usize) == class).count()
    }
    /// Returns the connected part a cell belongs to.
    pub fn component(&self, cell: CellId) -> usize {
        self.component[cell.index()] as usize
    }
    /// Returns the number of connected parts.
    pub fn component_count(&self) -> usize {
        self.component_cells.len()
    }
    /// Returns the cells of each connected part, in the order of their first cell.
    pub fn components(&self) -> &[Vec<CellId>] {
        &self.component_cells
    }
    /// Checks the graph against its environment: arities count the edges, every edge is wider than the body and joins
    /// two cells of one part, every cell is in exactly one part.
    pub fn validate(&self, env: &Environment) -> Result<(), String> {
        let mut arity = vec![0; env.cell_count()];
        for &edge in &self.edges {
            let [a, b] = env.segment(edge).cells;
            if env.segment(edge).length <= self.width || self.component[a.index()] != self.component[b.index()] {
                return Err(format!("segment {} is no edge between cells {} and {}", edge.0, a.0, b.0));
            }
            arity[a.index()] += 1;
            arity[b.index()] += 1;
        }
        if arity != self.arity {
            return Err("the arities do not count the edges".into());
        }
        let mut listed = vec![false; env.cell_count()];
        for (part, cells) in self.component_cells.iter().enumerate() {
            for cell in cells {
                let twice = std::mem::replace(&mut listed[cell.index()], true);
                if twice || self.component[cell.index()] as usize != part {
                    return Err(format!("cell {} is not in exactly one part", cell.0));
                }
            }
        }
        match listed.iter().position(|l| !l) {
            Some(cell) => Err(format!("cell {cell} is in no part")),
            None => Ok(()),
        }
    }
    /// Returns whether a body of this width can come from one cell to the other (one-way links count as both ways).
    pub fn connects(&self, a: CellId, b: CellId) -> bool {
        self.component[a.index()] == self.component[b.index()]
    }
}

/// Returns the cell that represents the part of cell `c`, and shortens the way to it.
fn find(parent: &mut [u32], mut c: u32) -> u32 {
    while parent[c as usize] != c {
        parent[c as usize] = parent[parent[c as usize] as usize];
        c = parent[c as usize];
    }
    c
}
