//! Draws the stage *sanitise*: the walkable area, its walls and a cross at every repair.

use populace_env::BuildStage;

use super::{Drawing, borders, counted, ground, wall_style};
use crate::Scene;
use crate::colour;
use crate::legend::Style;
use crate::panels::Panel;
use crate::picture::{Layer, Symbol};
use crate::sheet::Canvas;

/// A panel with more repairs than this has no labels, because they would only cover each other.
const MOST_LABELS: usize = 12;

pub const DRAWING: Drawing = Drawing { stage: BuildStage::Sanitise, subtitle, legend, paint };

fn subtitle(scene: &Scene) -> String {
    let area = scene.built.environment.walkable_area();
    format!("{area:.1} m² walkable · {}", counted(scene.built.sanitised.repairs.len(), "repairs"))
}

fn legend(scene: &Scene) -> Vec<(Style, String)> {
    let mut entries = vec![(Style::Area(colour::WALKABLE), "walkable".into()), wall_style()];
    if !scene.built.sanitised.repairs.is_empty() {
        entries.push((Style::Symbols(Symbol::Cross, colour::REPAIR), "repair".into()));
    }
    entries
}

fn paint(scene: &Scene, panel: &Panel, canvas: &mut Canvas) {
    ground(scene, &panel.floors, canvas);
    borders(scene, &panel.floors, canvas);
    let here: Vec<_> = scene.built.sanitised.repairs.iter().filter(|r| panel.floors.contains(&r.floor)).collect();
    let radius = if here.len() > 200 { 3.0 } else { 5.5 };
    for repair in &here {
        canvas.symbol(Layer::Marks, Symbol::Cross, repair.at, radius, colour::REPAIR);
        if here.len() <= MOST_LABELS {
            let mut beside = repair.at;
            beside.y += 15.0 / canvas.scale();
            canvas.label(beside, 11.0, colour::REPAIR, repair.kind.word());
        }
    }
}
