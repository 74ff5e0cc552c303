//! OpenStreetMap indoor and footway tags (Simple Indoor Tagging, and the tags of stations and footways).
//!
//! | tags                                             | become                                                   |
//! |--------------------------------------------------|----------------------------------------------------------|
//! | `level`, `repeat_on`                             | levels `level 0` …, [`levels::STOREY_HEIGHT`] = 3.5 m apart; not tagged: 0 |
//! | `indoor=area\|corridor`, areas of `highway=footway\|pedestrian\|…` | walkable                                  |
//! | `indoor=room`, `room=*`                          | walkable, with walls 0.1 m thick around it               |
//! | `railway\|public_transport\|highway=platform`      | walkable (lines 3 m wide), and a waiting area            |
//! | `highway=footway\|corridor\|cycleway` (foot allowed) | walkable, `width` or 2 m wide                          |
//! | `highway=path`, `pedestrian`                     | walkable, `width` or 1.5 m and 3 m wide                  |
//! | `highway=steps` between two levels               | stairs, `width` or 2 m wide, with a link at either end   |
//! | the same with `conveying`                        | an escalator, 0.5 m/s, `width` or 1 m wide, one way      |
//! | a footway between two levels                     | a ramp; with `conveying` a moving walkway                |
//! | `highway=elevator`, `room=elevator`              | a lift that stops on its levels                          |
//! | `indoor=wall`, `indoor=column`                   | a wall 0.1 m thick, an obstacle (nodes: 0.4 m across)    |
//! | `door`, `entrance`, `indoor=door` on a room's wall | a door, `width` or 1 m wide                            |
//! | `entrance` elsewhere                             | an entrance area                                         |
//! | the border of a platform beside a rail           | a track, at which trains stop ([`tracks`])               |
//! | machines, benches, shops, desks, boards, clocks  | objects that people use ([`things`])                     |
//! | `foot=no\|private`; without `foot`, `access=no\|private` | nothing                                            |
//!
//! Where ways of different levels share a node without steps or a lift, the way that ends there is taken to slope: its
//! last metres become a ramp. So ways that are connected in the map stay connected.

mod classify;
mod ends;
mod flights;
mod ground;
mod levels;
mod lifts;
mod places;
mod rooms;
mod settle;
mod things;
mod tracks;

use std::collections::BTreeMap;

use populace_env::{Floor, FloorId, Note, Place};
use populace_geom::{Bounds, Point};

use super::model::Osm;
use crate::{Options, ReadError, Source};
use classify::{Meaning, WalkArea, WalkLine};
use levels::Level;

/// Thickness of the walls of rooms and of `indoor=wall` without `width`, m.
const WALL_THICKNESS: f64 = 0.1;

/// Returns whether there are indoor tags, or ways and platforms with levels.
pub fn is_present(osm: &Osm) -> bool {
    osm.shapes.iter().any(|shape| classify::is_indoor(&shape.tags))
}

/// Returns whether there is anything to walk on.
pub fn is_walkable(osm: &Osm) -> bool {
    (0..osm.shapes.len()).any(|row| matches!(classify::classify(osm, row), Meaning::Area(_) | Meaning::Line(_)))
}

/// Reads the indoor and footway tags.
pub fn read(osm: Osm, source: &Source, options: &Options) -> Result<Place, ReadError> {
    let mut site = Site::new(&osm);
    site.collect();
    if site.areas.is_empty() && site.lines.is_empty() {
        return Err(ReadError::new(source.path, "holds nothing that is tagged as walkable")
            .hint("OpenStreetMap indoor data needs `indoor` or `highway=footway|pedestrian|steps` tags"));
    }
    if site.vertex_count() > options.max_vertices {
        return Err(ReadError::new(source.path, format!("becomes more than {} vertices", options.max_vertices))
            .hint("extract the part you need"));
    }
    let flights = site.find_flights();
    site.lay_ground();
    site.build_flights(&flights);
    site.build_rooms();
    site.build_lifts();
    site.name_areas();
    let mut names = flights::Names::new();
    // Things come first, so that people wait for trains beside benches and not on them.
    site.place_things(&mut names);
    site.lay_tracks(&mut names);
    Ok(site.finish())
}

/// The place while it is being built.
struct Site<'a> {
    osm: &'a Osm,
    areas: Vec<WalkArea>,
    /// Lines that lie on one level (flights are taken out).
    lines: Vec<WalkLine>,
    /// Levels, by number; they become the first floors of the place, from the lowest up.
    levels: BTreeMap<Level, Floor>,
    /// Boxes around the walkable outlines of each level.
    boxes: BTreeMap<Level, Vec<Bounds>>,
    /// Flights, after the levels.
    flights: Vec<Floor>,
    /// Middle lines of ways, which open the walls that they cross: level, from, to, width.
    openers: Vec<(Level, Point, Point, f64)>,
    place: Place,
    notes: Notes,
}

impl<'a> Site<'a> {
    /// Begins with an empty place.
    fn new(osm: &'a Osm) -> Self {
        let place = Place { name: osm.name.clone(), georeference: osm.georeference, ..Place::default() };
        Site {
            osm,
            areas: Vec::new(),
            lines: Vec::new(),
            levels: BTreeMap::new(),
            boxes: BTreeMap::new(),
            flights: Vec::new(),
            openers: Vec::new(),
            place,
            notes: Notes::default(),
        }
    }
    /// Returns about how many vertices the areas and widened ways will have on all their levels.
    fn vertex_count(&self) -> usize {
        let areas = self.areas.iter().map(|a| {
            let points = a.polygons.iter().map(|p| p.outer.len() + p.holes.iter().map(Vec::len).sum::<usize>());
            points.sum::<usize>().saturating_mul(a.levels.len())
        });
        // Each node makes a rectangle and a disc: 20 vertices.
        let lines = self.lines.iter().map(|l| l.points.len().saturating_mul(20 * l.levels.len().max(1)));
        areas.chain(lines).fold(0, usize::saturating_add)
    }
    /// Returns the floor of a level, which is made when it is first asked for.
    fn level(&mut self, level: Level) -> &mut Floor {
        self.levels.entry(level).or_insert_with(|| Floor::level(format!("level {level}"), level.elevation()))
    }
    /// Returns the floor id that a level will have. It is valid once all levels are made.
    fn level_id(&self, level: Level) -> Option<FloorId> {
        self.levels.keys().position(|&l| l == level).map(FloorId::new)
    }
    /// Returns the finished place.
    fn finish(mut self) -> Place {
        self.place.notes.extend(self.osm.notes.iter().cloned());
        self.place.notes.extend(self.notes.finish());
        self.place.floors.extend(self.levels.into_values());
        self.place.floors.extend(self.flights);
        self.place
    }
}

/// Notes. At most [`Notes::MOST`] of a kind are kept; the rest are counted.
#[derive(Default)]
struct Notes {
    list: Vec<Note>,
    counts: BTreeMap<&'static str, usize>,
}

impl Notes {
    /// The most notes of a kind.
    const MOST: usize = 50;

    /// Adds a note of a kind.
    fn add(&mut self, kind: &'static str, text: String, at: Point, source: &str) {
        let count = self.counts.entry(kind).or_default();
        *count += 1;
        if *count <= Self::MOST {
            self.list.push(Note { text, at: Some(at), source: source.to_owned() });
        }
    }
    /// Adds a note about the whole file.
    fn say(&mut self, text: String) {
        self.list.push(Note { text, at: None, source: String::new() });
    }
    /// Returns all notes, with the numbers of those that were not kept.
    fn finish(mut self) -> Vec<Note> {
        for (kind, count) in std::mem::take(&mut self.counts) {
            if count > Self::MOST {
                self.say(format!("{} more: {kind}", count - Self::MOST));
            }
        }
        self.list
    }
}
