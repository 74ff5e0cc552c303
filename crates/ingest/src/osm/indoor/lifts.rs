//! Lifts: `highway=elevator` nodes and shafts drawn as areas.

use std::collections::BTreeSet;

use populace_env::{Lift, Link, LinkKind, Outline};
use populace_geom::{Point, centroid};

use super::Site;
use super::classify::{self, Meaning, levels_of};
use super::ends::Known;
use super::flights::{Names, take_unique};
use super::levels::Level;
use crate::osm::model::Tags;
use crate::osm::strip::disc;

/// Radius of the landing before a lift, m.
const LANDING_RADIUS: f64 = 1.0;

impl Site<'_> {
    /// Adds every lift that stops on at least two levels.
    pub fn build_lifts(&mut self) {
        let known = Known::new(&self.areas, &self.lines);
        let mut names = Names::new();
        for point in self.osm.points.iter().filter(|p| p.tags.is("highway", &["elevator"])) {
            let here = known.at(point.node);
            self.add_lift(&point.source, &point.tags, self.osm.at(point.node), &here, &[], &mut names);
        }
        for row in 0..self.osm.shapes.len() {
            let Some(shape) = self.osm.shapes.get(row) else { continue };
            if let Meaning::LiftShaft = classify::classify(self.osm, row) {
                for rings in shape.polygons() {
                    let here = rings.outer.iter().flat_map(|&n| known.at(n)).collect();
                    let shaft = self.osm.outline(&rings, &shape.source);
                    let middle = centroid(&shaft.outer);
                    self.add_lift(&shape.source, &shape.tags, middle, &here, &[shaft], &mut names);
                }
            }
        }
    }

    /// Adds a lift. `here` are the levels of the ways that touch it; `shaft` is its outline, if it has one.
    fn add_lift(
        &mut self,
        source: &str,
        tags: &Tags,
        at: Point,
        here: &BTreeSet<Level>,
        shaft: &[Outline],
        names: &mut Names,
    ) {
        let tagged = levels_of(tags).0;
        let mut levels: BTreeSet<Level> = here.clone();
        let mut missing = Vec::new();
        for level in tagged.into_iter().filter(|l| !here.contains(l)) {
            let is_near =
                self.levels.contains_key(&level) && self.join_to_ground(level, at, LANDING_RADIUS, source).is_some();
            if is_near {
                levels.insert(level);
            } else {
                missing.push(level.to_string());
            }
        }
        if !missing.is_empty() {
            let text = format!("the lift has no stop on level {}: nothing to walk on is near", missing.join(", "));
            self.notes.add("lift stops left out", text, at, source);
        }
        if levels.len() < 2 {
            let text = "the lift is left out: it stops on fewer than two levels".to_owned();
            self.notes.add("lifts left out", text, at, source);
            return;
        }
        for &level in &levels {
            let floor = self.level(level);
            floor.walkable.push(Outline::new(disc(at, LANDING_RADIUS), source));
            floor.walkable.extend(shaft.iter().cloned());
        }
        let stops = levels.iter().filter_map(|&level| self.level_id(level).map(|id| (id, at))).collect();
        let (low, high) = (levels.first(), levels.last());
        let name =
            low.zip(high).map_or("lift".into(), |(low, high)| format!("lift between level {low} and level {high}"));
        let capacity = tags.get("capacity").and_then(|c| c.trim().parse().ok()).filter(|c| (1..=200).contains(c));
        let usual = Lift::default();
        self.place.links.push(Link {
            name: take_unique(names, name),
            kind: LinkKind::Lift { stops, lift: Lift { capacity: capacity.unwrap_or(usual.capacity), ..usual } },
            source: source.to_owned(),
        });
    }
}
