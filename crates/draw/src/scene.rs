//! A place that is drawn, and the drawing of each of its build stages.

use populace_env::{BuildStage, Built, CellId, Doors, FloorId, Place, World};
use populace_geom::Bounds;

use crate::panels::{self, Panel};
use crate::sheet::{Canvas, Caption, Sheet};
use crate::{DrawError, FileKind, overlay, stages};

/// A place and what was built of it.
pub struct Scene<'a> {
    /// The place as its author gave it.
    pub place: &'a Place,
    /// The results of all build stages.
    pub built: &'a Built,
    /// The place and its doors.
    pub world: World<'a>,
    /// The cells of each floor.
    cells: Vec<Vec<CellId>>,
}

/// Which part of a scene is drawn, and how large.
#[derive(Clone, Debug)]
pub struct View {
    /// The build stage.
    pub stage: BuildStage,
    /// The only floor to draw; `None` draws all floors.
    pub floor: Option<FloorId>,
    /// The only level of the hierarchy to draw; `None` draws several levels.
    pub level: Option<usize>,
    /// Width of the sheet, pixels.
    pub size: f64,
}

impl<'a> Scene<'a> {
    /// Sorts the cells of a place by floor.
    pub fn new(place: &'a Place, built: &'a Built) -> Self {
        let environment = &built.environment;
        let mut cells = vec![Vec::new(); place.floors.len()];
        for cell in (0..environment.cell_count()).map(CellId::new) {
            if let Some(of_floor) = cells.get_mut(environment.cell_floor(cell).index()) {
                of_floor.push(cell);
            }
        }
        Scene { place, built, world: environment.as_given(), cells }
    }

    /// Returns the scene with other doors than the place gives.
    pub fn with_doors(mut self, doors: &'a Doors) -> Self {
        self.world.doors = doors;
        self
    }

    /// Returns the cells of a floor.
    pub(crate) fn cells_of(&self, floor: FloorId) -> &[CellId] {
        self.cells.get(floor.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the box around a floor; empty when the floor has nothing to draw.
    pub(crate) fn bounds_of(&self, floor: FloorId) -> Bounds {
        let shapes = self.built.sanitised.floors.get(floor.index()).map_or(&[][..], |f| &f.shapes);
        Bounds::of(shapes.iter().flat_map(|s| s.outer.iter().copied()))
    }

    /// Returns the box around everything on the panels.
    pub(crate) fn window(&self, panels: &[Panel]) -> Bounds {
        let floors = panels.iter().flat_map(|p| p.floors.iter());
        floors.fold(Bounds::EMPTY, |bounds, floor| bounds.union(self.bounds_of(*floor)))
    }

    /// Returns the place's name and what is shown of it.
    pub(crate) fn title(&self, what: &str) -> String {
        let name = if self.place.name.is_empty() { "place" } else { &self.place.name };
        format!("{name} · {what}")
    }
}

/// Draws a build stage, and returns the bytes of the file.
pub fn draw_stage(scene: &Scene, view: &View, kind: FileKind) -> Result<Vec<u8>, DrawError> {
    let panels = panels::choose(scene, view);
    let drawing = stages::of(view.stage);
    let mut legend = (drawing.legend)(scene);
    legend.extend(overlay::legend(scene));
    let caption = Caption { title: scene.title(view.stage.name()), subtitle: (drawing.subtitle)(scene), legend };
    let paint = |panel: &Panel, canvas: &mut Canvas| (drawing.paint)(scene, panel, canvas);
    on_panels(scene, &panels, &caption, view.size, paint).encode(kind)
}

/// Draws on the ground and the walls of a scene, all floors of one height on one panel.
pub(crate) fn on_ground(scene: &Scene, caption: &Caption, size: f64, paint: impl Fn(&Panel, &mut Canvas)) -> Sheet {
    on_panels(scene, &panels::by_height(scene), caption, size, |panel, canvas| {
        stages::ground(scene, &panel.floors, canvas);
        stages::borders(scene, &panel.floors, canvas);
        paint(panel, canvas);
    })
}

/// Draws on the panels of a scene. The overlay comes last, so that its words give way to those of the drawing.
fn on_panels(
    scene: &Scene,
    panels: &[Panel],
    caption: &Caption,
    size: f64,
    paint: impl Fn(&Panel, &mut Canvas),
) -> Sheet {
    let titles: Vec<String> = panels.iter().map(|p| p.title.clone()).collect();
    let mut sheet = Sheet::new(&titles, scene.window(panels), caption, size);
    for (i, panel) in panels.iter().enumerate() {
        if let Some(mut canvas) = sheet.panel(i) {
            paint(panel, &mut canvas);
            overlay::paint(scene, panel, &mut canvas);
        }
    }
    sheet
}
