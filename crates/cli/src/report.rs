//! The parts of a build's report beside its figures: notes of the importer, repairs by kind, unconnected parts.

use std::collections::BTreeMap;
use std::fmt::Write;

use populace_env::{Built, FloorId, Gap, LinkId, Note, Place, Repair};
use populace_geom::Point;
use serde_json::{Value, json};

use crate::figures::Figures;
use crate::parts::{Reason, Unreached, unreached};

/// The most notes, parts, and coordinates of each kind of repair that are printed, unless the user asks for all.
const FIRST: usize = 3;
const FIRST_NOTES: usize = 12;
const FIRST_PARTS: usize = 5;
/// The most parts in the JSON object. The others are only counted.
const PARTS_IN_JSON: usize = 20;

/// Writes the report as text; empty when there is nothing to report.
pub fn text(place: &Place, built: &Built, all: bool) -> String {
    let most = |first: usize| if all { usize::MAX } else { first };
    let mut out = String::new();
    write_notes(&mut out, &place.notes, most(FIRST_NOTES));
    write_repairs(&mut out, place, &built.sanitised.repairs, most(FIRST));
    write_unjoined(&mut out, place, built, most(FIRST_NOTES));
    write_parts(&mut out, place, built, if all { PARTS_IN_JSON } else { FIRST_PARTS });
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// Returns the object that `--json` prints.
pub fn json(place: &Place, built: &Built, figures: &Figures, all: bool) -> Value {
    let mut object = figures.json();
    object["place"] = json!(place.name);
    object["notes"] = place.notes.iter().map(note_json).collect();
    let unjoined = built.sanitised.unjoined.iter().map(|u| {
        let link = link_name(place, u.link);
        let rival = u.taken_by.map(|other| link_name(place, other));
        json!({ "link": link, "floor": floor_name(place, u.floor), "at": [u.at.x, u.at.y], "gap_m": u.gap, "taken_by": rival })
    });
    object["unjoined_links"] = unjoined.collect();
    let parts = unreached(built, PARTS_IN_JSON);
    object["unconnected_parts"] = parts.iter().take(PARTS_IN_JSON).map(|p| part_json(place, p)).collect();
    if all {
        let repair = |r: &Repair| {
            let floor = floor_name(place, r.floor);
            json!({ "kind": r.kind.word(), "floor": floor, "at": [r.at.x, r.at.y], "source": r.source })
        };
        object["repair_list"] = built.sanitised.repairs.iter().map(repair).collect();
    }
    object
}

fn note_json(note: &Note) -> Value {
    json!({ "text": note.text, "at": note.at.map(|p| [p.x, p.y]), "source": note.source })
}

fn part_json(place: &Place, unreached: &Unreached) -> Value {
    let spot = |(floor, at): OnFloor| json!({ "floor": floor_name(place, floor), "at": [at.x, at.y] });
    let gap = |g: Gap| json!({ "here": spot(g.here), "there": spot(g.there), "distance_m": g.distance });
    let part = &unreached.part;
    let reason = match unreached.reason {
        Reason::Narrow { widest, at } => json!({ "kind": "narrow", "widest_m": widest, "way_out": spot(at) }),
        Reason::ShutDoor { link, at } => {
            json!({ "kind": "shut door", "link": link_name(place, link), "way_out": spot(at) })
        }
        Reason::NoLink => json!({ "kind": "no link", "closest": part.gap.map(gap) }),
    };
    let floors: Vec<_> = part.floors.iter().map(|f| floor_name(place, *f)).collect();
    json!({ "area_m2": part.area, "cells": unreached.cells, "floors": floors, "at": spot(part.at), "reason": reason })
}

fn write_notes(out: &mut String, notes: &[Note], most: usize) {
    for note in notes.iter().take(most) {
        let source = if note.source.is_empty() { String::new() } else { format!("{}: ", note.source) };
        let at = note.at.map(|p| format!(" at {}", coordinates(p))).unwrap_or_default();
        let _ = writeln!(out, "note: {source}{}{at}", note.text);
    }
    if notes.len() > most {
        let _ = writeln!(out, "note: … and {} more (--all-repairs lists them)", notes.len() - most);
    }
}

fn write_repairs(out: &mut String, place: &Place, repairs: &[Repair], most: usize) {
    let mut by_kind: BTreeMap<&str, Vec<&Repair>> = BTreeMap::new();
    for repair in repairs {
        by_kind.entry(repair.kind.word()).or_default().push(repair);
    }
    for (word, repairs) in by_kind {
        let _ = writeln!(out, "repaired: {word}: {}", repairs.len());
        for repair in repairs.iter().take(most) {
            let source = if repair.source.is_empty() { String::new() } else { format!(", {}", repair.source) };
            let _ = writeln!(out, "  {} on {:?}{source}", coordinates(repair.at), floor_name(place, repair.floor));
        }
        if repairs.len() > most {
            let _ = writeln!(out, "  … and {} more", repairs.len() - most);
        }
    }
}

fn write_unjoined(out: &mut String, place: &Place, built: &Built, most: usize) {
    let unjoined = &built.sanitised.unjoined;
    for u in unjoined.iter().take(most) {
        let link = link_name(place, u.link);
        let (floor, at) = (floor_name(place, u.floor), coordinates(u.at));
        let why = match u.taken_by {
            Some(other) => format!("meets link {:?}, which keeps the place", link_name(place, other)),
            None if u.gap < 0.01 => format!("does not lead across the ground of {floor:?}"),
            None if u.gap.is_finite() => format!("ends {:.2} m from the border of {floor:?}", u.gap),
            None => format!("ends on {floor:?}, which has no ground"),
        };
        let _ = writeln!(out, "not joined: link {link:?} at {at} {why}");
    }
    if unjoined.len() > most {
        let _ = writeln!(out, "not joined: … and {} more", unjoined.len() - most);
    }
}

fn write_parts(out: &mut String, place: &Place, built: &Built, most: usize) {
    let all = unreached(built, PARTS_IN_JSON);
    let (narrow, others): (Vec<_>, Vec<_>) = all.iter().partition(|u| matches!(u.reason, Reason::Narrow { .. }));
    if !others.is_empty() {
        let (number, total) = summary(&others);
        let _ = writeln!(out, "unconnected: {number} ({total:.1} m²) cannot be reached from the largest part");
    }
    for Unreached { part, reason, .. } in others.iter().take(most) {
        let _ = write!(out, "  {:.1} m² around {}", part.area, spot(place, part.at));
        if let Reason::ShutDoor { link, at } = reason {
            let _ = write!(out, ": behind shut door {:?} at {}", link_name(place, *link), spot(place, *at));
        } else if let Some(gap) = part.gap {
            let (here, there) = (spot(place, gap.here), spot(place, gap.there));
            let _ = write!(out, ": link missing, closest from {here} to {there}, {:.1} m apart in plan", gap.distance);
        }
        out.push('\n');
    }
    if others.len() > most {
        let _ = writeln!(out, "  … and {} smaller ones", others.len() - most);
    }
    if let Some(Unreached { part, reason: Reason::Narrow { widest, at }, .. }) = narrow.first() {
        let ((number, total), width) = (summary(&narrow), built.topology.width);
        let _ = writeln!(out, "too narrow: {number} ({total:.1} m²) only behind passages of {width} m or less");
        let (middle, way_out) = (spot(place, part.at), spot(place, *at));
        let _ = writeln!(out, "  the largest, {:.1} m² around {middle}: {widest:.2} m at {way_out}", part.area);
    }
}

fn summary(parts: &[&Unreached]) -> (String, f64) {
    let number = if parts.len() == 1 { "1 part".to_string() } else { format!("{} parts", parts.len()) };
    (number, parts.iter().map(|u| u.part.area).sum())
}

fn link_name(place: &Place, link: LinkId) -> &str {
    place.links.get(link.index()).map_or("", |l| &l.name)
}

/// A point of a floor.
type OnFloor = (FloorId, Point);

/// Writes a point of a floor.
fn spot(place: &Place, (floor, at): OnFloor) -> String {
    format!("{} on {:?}", coordinates(at), floor_name(place, floor))
}

fn floor_name(place: &Place, floor: FloorId) -> &str {
    place.floors.get(floor.index()).map_or("", |f| &f.name)
}

fn coordinates(p: Point) -> String {
    format!("({:.3}, {:.3})", p.x, p.y)
}
