//! Which floors share a panel: levels of one height together, flights with the levels they join.

use std::collections::BTreeMap;

use populace_env::{BuildStage, FloorId, FloorKind, Height, LinkKind};
use populace_geom::Bounds;

use crate::{Scene, View};

/// A drawing of the hierarchy has at most this many panels, because more would be too small to read. A place with more
/// heights than this still has one panel per height.
const MOST_PANELS: usize = 12;

/// Levels below this share of the area of the largest level have no panel of their own.
const SMALL: f64 = 0.02;

/// Floors that are drawn on top of each other.
#[derive(Clone, Debug)]
pub struct Panel {
    pub title: String,
    pub floors: Vec<FloorId>,
    /// The level of the hierarchy that the panel shows.
    pub level: usize,
}

/// Returns the panels of a view, from the lowest floor to the highest.
pub fn choose(scene: &Scene, view: &View) -> Vec<Panel> {
    let floors = match view.floor {
        Some(floor) => vec![Panel { title: floor_title(scene, floor), floors: vec![floor], level: 0 }],
        None => by_height(scene),
    };
    if view.stage != BuildStage::Hierarchy {
        return floors;
    }
    let depth = scene.built.hierarchy.depth() as usize;
    let levels = match view.level {
        Some(level) => vec![level],
        None => spread(depth, MOST_PANELS / floors.len().max(1)),
    };
    let of_level = |panel: &Panel, level| Panel {
        title: format!("{} · abstraction {level} of {depth}", panel.title),
        level,
        floors: panel.floors.clone(),
    };
    floors.iter().flat_map(|panel| levels.iter().map(move |level| of_level(panel, *level))).collect()
}

/// Returns up to `count` levels from 0 to `depth`, evenly apart, both ends among them. A `count` of 1 or less gives
/// level 1, or level 0 when there is no other.
fn spread(depth: usize, count: usize) -> Vec<usize> {
    let count = count.clamp(1, depth + 1);
    if count == 1 {
        return vec![depth.min(1)];
    }
    let mut levels: Vec<usize> = (0..count).map(|i| (i * depth + (count - 1) / 2) / (count - 1)).collect();
    levels.dedup();
    levels
}

/// Returns the panels of all floors, levels of one height together.
pub fn by_height(scene: &Scene) -> Vec<Panel> {
    let place = scene.place;
    let all = (0..place.floors.len()).map(FloorId::new);
    let (levels, flights): (Vec<_>, Vec<_>) = all
        .filter(|f| !scene.bounds_of(*f).is_empty())
        .partition(|f| matches!(place.floors[f.index()].kind, FloorKind::Level));
    // Millimetres, so that heights order and compare exactly.
    let mut panels: BTreeMap<i64, Vec<FloorId>> = BTreeMap::new();
    for level in &levels {
        panels.entry(millimetres(scene, *level)).or_default().push(*level);
    }
    for flight in flights {
        let mut homes = joined_heights(scene, flight);
        if homes.is_empty() {
            homes.extend(nearest_height(scene, flight, &levels));
        }
        if homes.is_empty() {
            homes.push(millimetres(scene, flight));
        }
        for home in homes {
            panels.entry(home).or_default().push(flight);
        }
    }
    fold_small(scene, &mut panels);
    let title = |floors: &[FloorId]| match floors {
        [] => String::new(),
        [only] => floor_title(scene, *only),
        [first, only] => format!("{} + {}", floor_title(scene, *first), floor_title(scene, *only)),
        [first, rest @ ..] => format!("{} + {} more floors", floor_title(scene, *first), rest.len()),
    };
    panels.into_values().map(|floors| Panel { title: title(&floors), floors, level: 0 }).collect()
}

/// Puts landings and other small levels on the panel nearest in height instead of a panel of their own.
fn fold_small(scene: &Scene, panels: &mut BTreeMap<i64, Vec<FloorId>>) {
    let area =
        |floor: &FloorId| -> f64 { scene.cells_of(*floor).iter().map(|c| scene.built.environment.cell_area(*c)).sum() };
    let is_level = |f: &&FloorId| matches!(scene.place.floors[f.index()].kind, FloorKind::Level);
    let areas: Vec<(i64, f64)> =
        panels.iter().map(|(height, floors)| (*height, floors.iter().filter(is_level).map(area).sum())).collect();
    let largest = areas.iter().map(|(_, area)| *area).fold(0.0, f64::max);
    let (kept, small): (Vec<_>, Vec<_>) = areas.into_iter().partition(|(_, area)| *area >= largest * SMALL);
    for (height, _) in small {
        let Some((home, _)) = kept.iter().min_by_key(|(other, _)| (other - height).abs()) else { continue };
        let moved = panels.remove(&height).unwrap_or_default();
        let floors = panels.entry(*home).or_default();
        floors.extend(moved);
        // A flight that led to both is drawn once; the first floor gives the panel its name.
        let mut seen = std::collections::BTreeSet::new();
        floors.retain(|f| seen.insert(*f));
    }
}

/// Returns the heights of the levels that a flight leads to, mm.
fn joined_heights(scene: &Scene, flight: FloorId) -> Vec<i64> {
    let mut heights: Vec<i64> = scene
        .place
        .links
        .iter()
        .filter_map(|link| match &link.kind {
            LinkKind::Opening { floors, .. } | LinkKind::Door { floors, .. } => Some(*floors),
            LinkKind::Lift { .. } => None,
        })
        .filter(|floors| floors.contains(&flight))
        .flatten()
        .filter(|f| matches!(scene.place.floors.get(f.index()).map(|f| f.kind), Some(FloorKind::Level)))
        .filter(|f| !scene.bounds_of(*f).is_empty())
        .map(|level| millimetres(scene, level))
        .collect();
    heights.sort();
    heights.dedup();
    heights
}

/// Returns the height of the nearest level among those above or below the flight, mm.
fn nearest_height(scene: &Scene, flight: FloorId, levels: &[FloorId]) -> Option<i64> {
    let (bounds, height): (Bounds, i64) = (scene.bounds_of(flight), millimetres(scene, flight));
    levels
        .iter()
        .filter(|l| scene.bounds_of(**l).overlaps(&bounds))
        .map(|l| millimetres(scene, *l))
        .min_by_key(|h| (h - height).abs())
}

/// Returns the mean height of a floor, m.
fn height(scene: &Scene, floor: FloorId) -> f64 {
    let mean = |sum: f64, count: usize| if count == 0 { 0.0 } else { sum / count as f64 };
    match scene.place.floors.get(floor.index()).map(|f| &f.height) {
        None => 0.0,
        Some(Height::Flat(z)) => *z,
        Some(Height::Along(line)) => mean(line.iter().map(|(_, z)| z).sum(), line.len()),
        Some(Height::Surface(triangles)) => mean(triangles.iter().flatten().map(|(_, z)| z).sum(), triangles.len() * 3),
    }
}

fn millimetres(scene: &Scene, floor: FloorId) -> i64 {
    (height(scene, floor) * 1000.0).round() as i64
}

fn floor_title(scene: &Scene, floor: FloorId) -> String {
    let name = scene.place.floors.get(floor.index()).map_or("", |f| f.name.as_str());
    format!("{name} ({:+.1} m)", height(scene, floor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_spread_over_the_depth() {
        assert_eq!(spread(10, 6), [0, 2, 4, 6, 8, 10]);
        assert_eq!(spread(2, 6), [0, 1, 2]);
        assert_eq!(spread(7, 1), [1]);
        assert_eq!(spread(0, 4), [0]);
    }
}
