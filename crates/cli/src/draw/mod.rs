//! Draws any build stage: floors as panels on a sheet, to SVG or PNG. The same input gives the same bytes.

mod chart;
mod colour;
mod overlay;
mod panels;
mod paths;
mod picture;
mod raster;
mod route;
mod sheet;
mod stages;
mod surroundings;
mod svg;

use std::path::Path;

use populace_env::{Built, CellId, FloorId, Place, Stage};
use populace_geom::Bounds;

use crate::failure::Failure;
pub use chart::{Axis, Chart, Series};
pub use colour::{Colour, FLAT, GRAPH as GAIN, HIERARCHICAL, PATHS};
use panels::Panel;
pub use paths::{Paths, draw_paths};
pub use picture::{Layer, Pen, Picture, Shape};
pub use route::draw_route;
use sheet::{Caption, Sheet};
pub use surroundings::draw_surroundings;

/// A picture as PNG.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Failure> {
    raster::write(picture).map_err(Failure::new)
}

/// What is drawn.
pub struct Scene<'a> {
    pub place: &'a Place,
    pub built: &'a Built,
    /// The cells of each floor.
    cells: Vec<Vec<CellId>>,
}

/// Which part of it, and how large.
#[derive(Clone, Debug)]
pub struct View {
    pub stage: Stage,
    /// Only this floor.
    pub floor: Option<FloorId>,
    /// Only this level of the hierarchy.
    pub level: Option<usize>,
    /// Width of the sheet, pixels.
    pub size: f64,
}

/// The kinds of file a drawing can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    Svg,
    Png,
}

impl FileKind {
    /// By the ending of the file's name.
    pub fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(FileKind::Svg),
            Some("png") => Ok(FileKind::Png),
            _ => Err(Failure::new(format!("--draw {}: drawings are SVG or PNG files", path.display()))
                .hint("give a name that ends in .svg or .png")),
        }
    }
}

impl<'a> Scene<'a> {
    pub fn new(place: &'a Place, built: &'a Built) -> Self {
        let environment = &built.environment;
        let mut cells = vec![Vec::new(); place.floors.len()];
        for cell in (0..environment.cell_count()).map(CellId::new) {
            if let Some(of_floor) = cells.get_mut(environment.cell_floor(cell).index()) {
                of_floor.push(cell);
            }
        }
        Scene { place, built, cells }
    }

    fn cells_of(&self, floor: FloorId) -> &[CellId] {
        self.cells.get(floor.index()).map_or(&[], Vec::as_slice)
    }

    /// Whether the floor has anything to draw.
    fn bounds_of(&self, floor: FloorId) -> Bounds {
        let shapes = self.built.sanitised.floors.get(floor.index()).map_or(&[][..], |f| &f.shapes);
        Bounds::of(shapes.iter().flat_map(|s| s.outer.iter().copied()))
    }
}

/// The bytes of the drawing.
pub fn draw(scene: &Scene, view: &View, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let panels = panels::choose(scene, view);
    let window = window(scene, &panels);
    let drawing = stages::of(view.stage);
    let mut legend = (drawing.legend)(scene);
    legend.extend(overlay::legend(scene));
    let caption = Caption { title: title(scene, view.stage.name()), subtitle: (drawing.subtitle)(scene), legend };
    let titles: Vec<String> = panels.iter().map(|p| p.title.clone()).collect();
    let mut sheet = Sheet::new(&titles, window, &caption, view.size);
    for (i, panel) in panels.iter().enumerate() {
        if let Some(mut canvas) = sheet.panel(i) {
            (drawing.paint)(scene, panel, &mut canvas);
            overlay::paint(scene, panel, &mut canvas);
        }
    }
    encode(&sheet.picture, kind)
}

/// The box around everything on the panels.
fn window(scene: &Scene, panels: &[Panel]) -> Bounds {
    let floors = panels.iter().flat_map(|p| p.floors.iter());
    floors.fold(Bounds::EMPTY, |bounds, floor| bounds.union(scene.bounds_of(*floor)))
}

fn encode(picture: &Picture, kind: FileKind) -> Result<Vec<u8>, Failure> {
    match kind {
        FileKind::Svg => Ok(svg::write(picture).into_bytes()),
        FileKind::Png => raster::write(picture).map_err(Failure::new),
    }
}

/// The place's name and what is shown of it.
fn title(scene: &Scene, what: &str) -> String {
    let name = if scene.place.name.is_empty() { "place" } else { &scene.place.name };
    format!("{name} · {what}")
}
