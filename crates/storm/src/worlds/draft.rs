//! A place while it is drawn. Storeys stand in a row along the x axis, so that flights fit between them; at the end the whole place is turned.

use populace_geom::maths;
use populace_scenario::place::{AreaEntry, FacingEntry, FloorEntry, LinkEntry, LinkWord, PlaceFile, WallEntry};

use super::{PARTS, PartKind};
use crate::Chance;

/// A rectangle along the axes of the draft, m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// The least x.
    pub x0: f64,
    /// The least y.
    pub y0: f64,
    /// The greatest x.
    pub x1: f64,
    /// The greatest y.
    pub y1: f64,
}

impl Rect {
    /// Returns the rectangle between two corners.
    pub fn new(x0: f64, y0: f64, x1: f64, y1: f64) -> Self {
        Rect { x0, y0, x1, y1 }
    }
    /// Returns its corners, counter-clockwise.
    pub fn ring(&self) -> Vec<[f64; 2]> {
        vec![[self.x0, self.y0], [self.x1, self.y0], [self.x1, self.y1], [self.x0, self.y1]]
    }
    /// Returns the width along x, m.
    pub fn width(&self) -> f64 {
        self.x1 - self.x0
    }
    /// Returns the height along y, m.
    pub fn height(&self) -> f64 {
        self.y1 - self.y0
    }
    /// Returns the distance to another rectangle along x or along y, whichever is larger, m.
    pub fn distance(&self, other: &Rect) -> f64 {
        let gap = |a0: f64, a1: f64, b0: f64, b1: f64| (b0 - a1).max(a0 - b1).max(0.0);
        gap(self.x0, self.x1, other.x0, other.x1).max(gap(self.y0, self.y1, other.y0, other.y1))
    }
    /// Draws a point at least `margin` m inside, where there is such a point.
    pub fn point(&self, margin: f64, chance: &mut Chance) -> [f64; 2] {
        let inset = |size: f64| margin.min(size / 2.0);
        let (mx, my) = (inset(self.width()), inset(self.height()));
        [chance.between(self.x0 + mx, self.x1 - mx), chance.between(self.y0 + my, self.y1 - my)]
    }
}

/// A storey of the draft.
#[derive(Clone, Debug)]
pub struct Storey {
    /// The name of its floor.
    pub name: String,
    /// Its height, m.
    pub elevation: f64,
    /// The box around it.
    pub bounds: Rect,
    /// The part of its western border, from y to y, to which flights lead.
    pub west: (f64, f64),
    /// The part of its eastern border, from y to y, from which flights lead.
    pub east: (f64, f64),
    /// Rectangles of walkable ground, where areas and features are put.
    pub grounds: Vec<Rect>,
}

impl Storey {
    /// Returns a storey that fills a box; flights lead to all of its western border and from all of its eastern border.
    pub fn over(bounds: Rect, grounds: Vec<Rect>) -> Self {
        let side = (bounds.y0, bounds.y1);
        Storey { name: String::new(), elevation: 0.0, bounds, west: side, east: side, grounds }
    }
}

/// A named area of the draft.
#[derive(Clone, Debug)]
pub struct DraftArea {
    /// Its name.
    pub name: String,
    /// The number of its storey.
    pub storey: usize,
    /// Where it is.
    pub rect: Rect,
}

/// An object of the draft.
#[derive(Clone, Debug)]
pub struct DraftObject {
    /// Its name.
    pub name: String,
    /// The name of its kind.
    pub kind: String,
    /// The name of the queue from which it is served, if it has no line of its own.
    pub queue: Option<String>,
    /// The number of its storey.
    pub storey: usize,
    /// The box around its footprint.
    pub around: Rect,
}

/// How the draft is turned, mirrored and moved in the end.
#[derive(Clone, Copy, Debug)]
pub struct Bearing {
    cosine: f64,
    sine: f64,
    mirror: f64,
    offset: [f64; 2],
}

impl Bearing {
    fn draw(chance: &mut Chance) -> Self {
        // Some places stay along the axes, where coordinates are equal to the last bit.
        let angle = if chance.is(0.3) { 0.0 } else { chance.between(0.0, std::f64::consts::TAU) };
        let (sine, cosine) = maths::sin_cos(angle);
        let mirror = if chance.is(0.5) { -1.0 } else { 1.0 };
        let offset = if chance.is(0.7) { [0.0; 2] } else { [0; 2].map(|_| chance.between(-1e4, 1e4).round()) };
        Bearing { cosine, sine, mirror, offset }
    }
    /// Returns where a point of the draft is in the place, to the millimetre.
    pub fn of(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let y = y * self.mirror;
        let turned = [self.cosine * x - self.sine * y, self.sine * x + self.cosine * y];
        [turned[0] + self.offset[0], turned[1] + self.offset[1]].map(|c| (c * 1000.0).round() / 1000.0)
    }
}

/// A place while it is drawn.
pub struct Draft {
    /// The place so far, before it is turned.
    pub place: PlaceFile,
    /// Its storeys, in the order of x.
    pub storeys: Vec<Storey>,
    /// Its areas.
    pub areas: Vec<DraftArea>,
    /// The names of its doors.
    pub doors: Vec<String>,
    /// The names of its lifts.
    pub lifts: Vec<String>,
    /// Its objects, queues included.
    pub objects: Vec<DraftObject>,
    /// The names of its trains.
    pub trains: Vec<String>,
    /// The names of its parts.
    pub parts: Vec<&'static str>,
    /// How it is turned in the end.
    pub frame: Bearing,
    /// The y up to which flights fill the strip between the last two storeys.
    pub filled: f64,
}

impl Draft {
    /// Returns an empty draft.
    pub fn new(seed: u64, chance: &mut Chance) -> Self {
        Draft {
            place: PlaceFile { name: Some(format!("storm {seed}")), ..PlaceFile::default() },
            storeys: Vec::new(),
            areas: Vec::new(),
            doors: Vec::new(),
            lifts: Vec::new(),
            objects: Vec::new(),
            trains: Vec::new(),
            parts: Vec::new(),
            frame: Bearing::draw(chance),
            filled: f64::NEG_INFINITY,
        }
    }

    /// Adds a random part of a kind.
    pub fn add(&mut self, kind: PartKind, chance: &mut Chance) {
        let parts: Vec<_> = PARTS.iter().filter(|part| part.kind == kind).collect();
        let part = chance.pick(&parts);
        self.parts.push(part.name);
        (part.add)(self, chance);
    }

    /// Adds a storey: its outline and its grounds are relative to the start of its western border.
    pub fn add_storey(&mut self, outline: Vec<[f64; 2]>, shape: Storey, chance: &mut Chance) {
        let (x, y, elevation) = match self.storeys.last() {
            None => (0.0, 0.0, 0.0),
            Some(last) => {
                let rise: f64 = *chance.pick(&[0.0, 0.6, 1.2, 3.0, 3.5, -3.0]);
                // Where one storey is above the other, they may overlap in plan.
                let gap = if rise.abs() > 2.5 && chance.is(0.3) { -3.0 } else { chance.between(4.0, 9.0) };
                (last.bounds.x1 + gap - shape.bounds.x0, last.east.0 - shape.west.0, last.elevation + rise)
            }
        };
        let move_rect = |r: &Rect| Rect::new(r.x0 + x, r.y0 + y, r.x1 + x, r.y1 + y);
        let storey = Storey {
            name: format!("level {}", self.storeys.len()),
            elevation,
            bounds: move_rect(&shape.bounds),
            west: (shape.west.0 + y, shape.west.1 + y),
            east: (shape.east.0 + y, shape.east.1 + y),
            grounds: shape.grounds.iter().map(move_rect).collect(),
        };
        self.place.floor.push(FloorEntry {
            name: storey.name.clone(),
            elevation: Some(elevation),
            outline: Some(outline.into_iter().map(|[px, py]| [px + x, py + y]).collect()),
            ..FloorEntry::default()
        });
        self.storeys.push(storey);
        self.filled = f64::NEG_INFINITY;
    }

    /// Returns where the next flight between the last two storeys lies: the middle of its start and of its end. Returns `None` when it finds no room.
    pub fn strip(&mut self, width: f64) -> Option<[[f64; 2]; 2]> {
        let [.., from, to] = &self.storeys[..] else { return None };
        let least = from.east.0.max(to.west.0).max(self.filled) + 0.05;
        let most = from.east.1.min(to.west.1);
        if least + width > most {
            return None;
        }
        let y = least + width / 2.0;
        let overlap = from.bounds.x1 - to.bounds.x0;
        let (start, end) =
            if overlap > 0.0 { (from.bounds.x1 - 5.0, from.bounds.x1) } else { (from.bounds.x1, to.bounds.x0) };
        if start < from.bounds.x0 + 1.0 || (overlap > 0.0 && to.bounds.width() < 6.0) {
            return None;
        }
        self.filled = least + width + 0.2;
        Some([[start, y], [end, y]])
    }

    /// Draws a storey by its number, and one of its grounds.
    pub fn ground(&self, chance: &mut Chance) -> (usize, Rect) {
        let storey = chance.below(self.storeys.len());
        (storey, *chance.pick(&self.storeys[storey].grounds))
    }

    /// Returns the floor of a storey.
    pub fn floor(&mut self, storey: usize) -> &mut FloorEntry {
        &mut self.place.floor[storey]
    }

    /// Adds a wall across a ground with a gap in it, in which a door may be.
    pub fn add_wall_with_gap(&mut self, storey: usize, line: [[f64; 2]; 2], gap: (f64, f64), door: Option<LinkEntry>) {
        let [a, b] = line;
        let at = |share: f64| [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
        let wall = |line: Vec<[f64; 2]>| WallEntry { line, thickness: Some(0.1) };
        let floor = self.floor(storey);
        let name = floor.name.clone();
        floor.walls.push(wall(vec![a, at(gap.0)]));
        floor.walls.push(wall(vec![at(gap.1), b]));
        if let Some(door) = door {
            let number = self.doors.len();
            let segment = Some([at(gap.0), at(gap.1)]);
            let link = LinkEntry {
                name: Some(format!("door {number}")),
                kind: Some(LinkWord::Door),
                floor: Some(name),
                segment,
                ..door
            };
            self.doors.push(format!("door {number}"));
            self.place.link.push(link);
        }
    }

    /// Adds areas to every storey.
    pub fn add_areas(&mut self, chance: &mut Chance) {
        let kinds: Vec<_> = populace_scenario::place::area_words();
        for (storey, Storey { name, grounds, .. }) in self.storeys.clone().into_iter().enumerate() {
            for _ in 0..chance.count(2, 3) {
                let ground = *chance.pick(&grounds);
                let size = |most: f64, chance: &mut Chance| chance.between(1.0_f64.min(most), 5.0_f64.min(most));
                let (width, height) = (size(ground.width(), chance), size(ground.height(), chance));
                let x = chance.between(ground.x0, ground.x1 - width);
                let y = chance.between(ground.y0, ground.y1 - height);
                // Some areas are at an end of their ground, so that streams meet in between.
                let x = *chance.pick(&[x, ground.x0, ground.x1 - width]);
                let rect = Rect::new(x, y, x + width, y + height);
                let area = DraftArea { name: format!("area {}", self.areas.len()), storey, rect };
                self.place.area.push(AreaEntry {
                    name: area.name.clone(),
                    kind: chance.may(0.7, |chance| chance.pick(&kinds).to_string()),
                    floor: Some(name.clone()),
                    outline: rect.ring(),
                    ..AreaEntry::default()
                });
                self.areas.push(area);
            }
        }
    }

    /// Returns the place, turned.
    pub fn finish(self) -> PlaceFile {
        let Draft { mut place, frame, .. } = self;
        let turn = |point: &mut [f64; 2]| *point = frame.of(*point);
        for floor in &mut place.floor {
            floor.outline.iter_mut().chain(&mut floor.outlines).chain(&mut floor.obstacles).flatten().for_each(turn);
            floor.walls.iter_mut().flat_map(|wall| &mut wall.line).for_each(turn);
        }
        for flight in &mut place.stairs {
            flight.via.iter_mut().for_each(turn);
            let ends = [&mut flight.from, &mut flight.to];
            ends.into_iter().flatten().filter_map(|end| end.at.as_mut()).for_each(turn);
        }
        for link in &mut place.link {
            link.segment.iter_mut().flatten().for_each(turn);
            link.stops.iter_mut().flatten().filter_map(|stop| stop.at.as_mut()).for_each(turn);
        }
        place.area.iter_mut().flat_map(|area| &mut area.outline).for_each(turn);
        for object in &mut place.object {
            object.at.iter_mut().chain(object.outline.iter_mut().chain(&mut object.line).flatten()).for_each(turn);
            if let Some(FacingEntry::Point(point)) = &mut object.facing {
                turn(point);
            }
        }
        place
    }
}
