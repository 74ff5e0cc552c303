//! Finds the level of each end of a flight.
//!
//! In OpenStreetMap two ways are joined when they share a node, so the ways and areas at the end of a flight say where
//! it leads. Where they do not decide, the tagged levels, `incline` and the areas around the end do.

use std::collections::{BTreeMap, BTreeSet};

use populace_geom::{Point, contains};

use super::classify::{LineKind, WalkArea, WalkLine};
use super::levels::Level;
use crate::osm::model::Osm;

/// The levels of the ways and areas at each node.
#[derive(Default)]
pub struct Known(BTreeMap<u32, Vec<(Owner, Level)>>);

/// A way or an area, by its row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A line.
    Line(usize),
    /// An area.
    Area(usize),
    /// The end of a flight.
    Flight,
}

impl Known {
    /// Collects the levels of areas and of lines that lie flat. Flights and untagged lines tell no level.
    pub fn new(areas: &[WalkArea], lines: &[WalkLine]) -> Self {
        let mut known = Known::default();
        for (i, area) in areas.iter().enumerate() {
            for rings in &area.polygons {
                for &node in rings.outer.iter().chain(rings.holes.iter().flatten()) {
                    area.levels.iter().for_each(|&level| known.add(node, Owner::Area(i), level));
                }
            }
        }
        for (i, line) in lines.iter().enumerate().filter(|(_, line)| !is_vertical(line)) {
            for &node in &line.nodes {
                line.levels.iter().for_each(|&level| known.add(node, Owner::Line(i), level));
            }
        }
        known
    }
    /// Adds a level at a node.
    pub fn add(&mut self, node: u32, owner: Owner, level: Level) {
        self.0.entry(node).or_default().push((owner, level));
    }
    /// Returns the levels at `node`.
    pub fn at(&self, node: u32) -> BTreeSet<Level> {
        self.0.get(&node).into_iter().flatten().map(|&(_, level)| level).collect()
    }
    /// Returns the levels at `node` of anything but `owner`.
    pub fn at_beside(&self, node: u32, owner: Owner) -> BTreeSet<Level> {
        self.0.get(&node).into_iter().flatten().filter(|&&(o, _)| o != owner).map(|&(_, level)| level).collect()
    }
}

/// Returns whether the line may lead from one level to another.
pub fn is_vertical(line: &WalkLine) -> bool {
    match line.kind {
        LineKind::Steps | LineKind::Belt { .. } => true,
        LineKind::Plain => line.levels.len() > 1,
        LineKind::Platform => false,
    }
}

/// Returns the level nearest to `wanted`.
pub fn nearest(levels: &BTreeSet<Level>, wanted: Level) -> Option<Level> {
    levels.iter().copied().min_by_key(|l| l.distance(wanted))
}

/// The data from which the levels of the ends of flights are found.
pub struct Evidence<'a> {
    /// All data.
    pub osm: &'a Osm,
    /// Walkable areas.
    pub areas: &'a [WalkArea],
    /// Levels at nodes.
    pub known: &'a Known,
}

impl Evidence<'_> {
    /// Returns the lowest and the highest tagged level of a flight, in the order of its nodes, and whether that order
    /// is certain; false means that it is a guess. `None` when the flight has fewer than two tagged levels.
    pub fn tagged_ends(&self, line: &WalkLine) -> Option<(Level, Level, bool)> {
        let (&low, &high) = (line.levels.first()?, line.levels.last()?);
        if low == high {
            return None;
        }
        let (first, last) = (*line.nodes.first()?, *line.nodes.last()?);
        let (at_first, at_last) = (self.known.at(first), self.known.at(last));
        let score = |s: bool, e: bool| i32::from(s) + i32::from(e);
        let by_nodes = score(at_first.contains(&low), at_last.contains(&high))
            - score(at_first.contains(&high), at_last.contains(&low));
        let by_areas = || {
            let inside = |node: u32, level: Level| self.area_holds(self.osm.at(node), level);
            score(inside(first, low), inside(last, high)) - score(inside(first, high), inside(last, low))
        };
        let decided = |choice: i32| (choice != 0).then_some(choice);
        let choice = decided(by_nodes).or_else(|| decided(self.incline(line))).or_else(|| decided(by_areas()));
        Some(if choice.unwrap_or(1) > 0 { (low, high, choice.is_some()) } else { (high, low, choice.is_some()) })
    }

    /// Returns the level of each end of a line by the ways and areas there; where they tell nothing, the tagged level.
    pub fn touched_ends(&self, line: &WalkLine) -> Option<(Level, Level)> {
        let (first, last) = (*line.nodes.first()?, *line.nodes.last()?);
        let tagged = line.levels.first().copied();
        let end = |node: u32, other: &BTreeSet<Level>| -> Option<Level> {
            let here = self.known.at(node);
            match tagged {
                Some(level) if here.contains(&level) || here.is_empty() => Some(level),
                Some(level) => nearest(&here, level),
                // Of several levels here, take a level that the other end does not have: it makes the line a flight.
                None => here.iter().copied().find(|level| !other.contains(level)).or(here.first().copied()),
            }
        };
        let around = |node: u32| {
            let p = self.osm.at(node);
            self.areas.iter().find(|a| holds(self.osm, a, p)).and_then(|a| a.levels.first().copied())
        };
        let start = end(first, &self.known.at(last)).or_else(|| around(first));
        let finish = end(last, &self.known.at(first)).or_else(|| around(last));
        let fallback = start.or(finish).unwrap_or(Level::GROUND);
        Some((start.unwrap_or(fallback), finish.unwrap_or(fallback)))
    }

    /// Returns whether an area of `level` holds a point.
    pub fn area_holds(&self, p: Point, level: Level) -> bool {
        self.areas.iter().any(|a| a.levels.contains(&level) && holds(self.osm, a, p))
    }

    /// Returns 1 when the tags say that a line goes up, −1 when they say that it goes down, else 0.
    fn incline(&self, line: &WalkLine) -> i32 {
        let tags = self.osm.shapes.get(line.shape).map(|shape| &shape.tags);
        match tags.and_then(|t| t.get("incline")) {
            Some("up") => 1,
            Some("down") => -1,
            Some(text) if text.trim().starts_with('-') => -1,
            Some(text) if text.trim().starts_with(|c: char| c.is_ascii_digit()) && text != "0%" && text != "0" => 1,
            _ => 0,
        }
    }
}

/// Returns whether an area holds a point.
fn holds(osm: &Osm, area: &WalkArea, p: Point) -> bool {
    area.bounds.contains(p)
        && area.polygons.iter().any(|rings| {
            contains(&osm.points_of(&rings.outer), p) && !rings.holes.iter().any(|h| contains(&osm.points_of(h), p))
        })
}
