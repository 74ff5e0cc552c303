//! The output of any build stage as JSON, for scripts and for comparison.

use populace_env::{BuildStage, Built, CellId, EdgeKind, Place, Triangulation};
use populace_geom::Point;
use serde_json::{Value, json};

/// Returns the output of a stage.
pub fn stage(place: &Place, built: &Built, stage: BuildStage) -> Value {
    let mut value = match stage {
        BuildStage::Sanitise => sanitised(place, built),
        BuildStage::Triangulate => triangles(place, &built.triangulated),
        BuildStage::Bottlenecks => triangles(place, &built.bottlenecks),
        BuildStage::Cells => cells(place, built),
        BuildStage::Topology => topology(built),
        BuildStage::Hierarchy => hierarchy(built),
    };
    value["stage"] = json!(stage.name());
    value["place"] = json!(place.name);
    value
}

fn point(p: Point) -> Value {
    json!([p.x, p.y])
}

fn ring<'a>(points: impl IntoIterator<Item = &'a Point>) -> Value {
    points.into_iter().map(|p| point(*p)).collect()
}

fn floor_name(place: &Place, index: usize) -> &str {
    place.floors.get(index).map_or("", |f| &f.name)
}

fn sanitised(place: &Place, built: &Built) -> Value {
    let floors: Vec<Value> = built
        .sanitised
        .floors
        .iter()
        .enumerate()
        .map(|(i, floor)| {
            let shapes: Vec<Value> = floor
                .shapes
                .iter()
                .map(|s| json!({ "outer": ring(&s.outer), "holes": s.holes.iter().map(ring).collect::<Value>() }))
                .collect();
            json!({ "name": floor_name(place, i), "shapes": shapes })
        })
        .collect();
    let repairs: Vec<Value> = built
        .sanitised
        .repairs
        .iter()
        .map(|r| {
            let floor = floor_name(place, r.floor.index());
            json!({ "kind": r.kind.word(), "floor": floor, "at": point(r.at), "source": r.source })
        })
        .collect();
    json!({ "floors": floors, "repairs": repairs })
}

fn triangles(place: &Place, all: &Triangulation) -> Value {
    let edge = |kind: &EdgeKind| match kind {
        EdgeKind::Wall => json!("wall"),
        EdgeKind::Free => json!("free"),
        EdgeKind::Door(link) => json!({ "door": link.index() }),
        EdgeKind::Opening(link) => json!({ "opening": link.index() }),
    };
    let floors: Vec<Value> = all
        .floors
        .iter()
        .enumerate()
        .map(|(i, mesh)| {
            json!({
                "name": floor_name(place, i),
                "points": ring(&mesh.points),
                "derived_from": mesh.derived_from,
                "triangles": mesh.triangles,
                "edges": mesh.edges.iter().map(|e| e.iter().map(edge).collect::<Value>()).collect::<Value>(),
            })
        })
        .collect();
    json!({ "floors": floors })
}

fn cells(place: &Place, built: &Built) -> Value {
    let environment = &built.environment;
    let cells: Vec<Value> = (0..environment.cell_count())
        .map(CellId::new)
        .map(|c| {
            let floor = floor_name(place, environment.cell_floor(c).index());
            json!({ "floor": floor, "ring": ring(&environment.cell_points(c)) })
        })
        .collect();
    let segments: Vec<Value> = environment
        .segments()
        .iter()
        .map(|s| {
            json!({
                "a": point(s.a),
                "b": point(s.b),
                "cells": s.cells.map(CellId::index),
                "length": s.length,
                "link": s.link.map(|l| l.index()),
                "lift": s.is_lift(),
            })
        })
        .collect();
    json!({ "cells": cells, "segments": segments, "walls": environment.wall_count() })
}

fn topology(built: &Built) -> Value {
    let topology = &built.topology;
    let all = || (0..built.environment.cell_count()).map(CellId::new);
    json!({
        "width": topology.width,
        "classes": all().map(|c| json!(topology.class(c).word())).collect::<Value>(),
        "components": all().map(|c| json!(topology.component(c))).collect::<Value>(),
        "edges": topology.edges().iter().map(|s| json!(s.index())).collect::<Value>(),
    })
}

fn hierarchy(built: &Built) -> Value {
    let hierarchy = &built.hierarchy;
    let nodes: Vec<Value> = hierarchy
        .nodes()
        .iter()
        .map(|n| {
            json!({
                "parent": n.parent,
                "children": n.children,
                "class": n.class.word(),
                "step": n.step,
                "level": n.level,
            })
        })
        .collect();
    json!({ "depth": hierarchy.depth(), "roots": hierarchy.roots().collect::<Vec<_>>(), "nodes": nodes })
}
