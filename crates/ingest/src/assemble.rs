//! Proves the entries of a place file and adds them to a place. Names must exist and be unique, numbers must be in
//! range, and every field must belong to the kind of its entry.

use std::collections::BTreeMap;
use std::path::Path;

use populace_env::{Area, AreaKind, Floor, FloorId, Height, Outline, Place, Wall};
use populace_geom::Point;

use crate::entries::{
    AreaEntry, FloorEntry, FloorWord, ObstacleEntry, PlaceFile, Ring, WallEntry, WallOnFloorEntry, Xy,
};
use crate::flights;
use crate::key_path::KeyPath;
use crate::limits;
use crate::projection::Projection;
use crate::slope::Slope;
use crate::suggest::advice;
use crate::words::number;

/// The error of an entry.
#[derive(Debug)]
pub struct Problem {
    /// The entry.
    pub entry: EntryId,
    /// The field; empty when the problem concerns the whole entry.
    pub field: &'static str,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub hint: String,
}

/// An entry of a place file: the table it is in, and its number there from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryId {
    /// The key of the table: `floor`, `obstacle` …
    pub table: &'static str,
    /// The number of the entry.
    pub number: usize,
}

impl EntryId {
    /// Returns the path of the entry in its file.
    pub fn path(&self) -> KeyPath {
        KeyPath::file().key(self.table).item(self.number)
    }
}

/// A problem whose entry is not known yet.
pub(crate) struct Fault {
    field: &'static str,
    what: String,
    hint: String,
}

impl Fault {
    /// Returns the problem of a field: what is wrong, and what to do.
    pub(crate) fn new(field: &'static str, what: impl Into<String>, hint: impl Into<String>) -> Self {
        Fault { field, what: what.into(), hint: hint.into() }
    }
    /// Returns the problem of an entry.
    fn of(self, entry: EntryId) -> Problem {
        Problem { entry, field: self.field, what: self.what, hint: self.hint }
    }
}

/// Adds every entry of `file` to `place`. `source` names an entry for messages.
pub fn assemble(
    file: &PlaceFile,
    place: Place,
    projection: Projection,
    source: &dyn Fn(EntryId) -> String,
) -> Result<Place, Problem> {
    let mut assembly = Assembly::new(place, projection);
    add_each("floor", &file.floor, |entry, id| assembly.add_floor_entry(entry, &source(id)))?;
    add_each("obstacle", &file.obstacle, |entry, id| assembly.add_obstacle(entry, &source(id)))?;
    add_each("wall", &file.wall, |entry, id| assembly.add_wall(entry, &source(id)))?;
    add_each("stairs", &file.stairs, |entry, id| assembly.add_flight(entry, &source(id)))?;
    add_each("link", &file.link, |entry, id| assembly.add_link(entry, &source(id)))?;
    add_each("area", &file.area, |entry, id| assembly.add_area(entry, &source(id)))?;
    add_each("object", &file.object, |entry, id| assembly.add_object(entry, &source(id)))?;
    // A queue may be written below the tills that name it.
    add_each("object", &file.object, |entry, _| assembly.check_queue(entry))?;
    add_each("object", &file.object, |entry, _| assembly.check_shows(entry))?;
    Ok(assembly.place)
}

/// Adds the entries of a table, one after the other; the error names the entry at fault.
fn add_each<T>(
    table: &'static str,
    entries: &[T],
    mut add: impl FnMut(&T, EntryId) -> Result<(), Fault>,
) -> Result<(), Problem> {
    entries.iter().enumerate().try_for_each(|(number, entry)| {
        let id = EntryId { table, number };
        add(entry, id).map_err(|fault| fault.of(id))
    })
}

/// The place as far as it is assembled.
pub(crate) struct Assembly {
    pub(crate) place: Place,
    projection: Projection,
    floors: BTreeMap<String, FloorId>,
    /// The number of floors from an imported file. These floors come first.
    imported: usize,
    /// The names in use, by [`Named`].
    names: [Names; 3],
}

/// Names in use.
type Names = BTreeMap<String, ()>;

/// The tables whose names are unique.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Link = 0,
    Area = 1,
    Object = 2,
}

impl Assembly {
    /// Begins with an imported place, or an empty one.
    fn new(place: Place, projection: Projection) -> Self {
        let names = |iter: &mut dyn Iterator<Item = &String>| iter.map(|name| (name.clone(), ())).collect();
        let floors = place.floors.iter().enumerate().map(|(i, f)| (f.name.clone(), FloorId::new(i))).collect();
        let names = [
            names(&mut place.links.iter().map(|l| &l.name)),
            names(&mut place.areas.iter().map(|a| &a.name)),
            names(&mut place.objects.iter().map(|o| &o.name)),
        ];
        let imported = place.floors.len();
        Assembly { place, projection, floors, imported, names }
    }

    /// Adds a floor, or adds to the floor of that name in the imported file.
    fn add_floor_entry(&mut self, entry: &FloorEntry, source: &str) -> Result<(), Fault> {
        if entry.name.trim().is_empty() {
            return Err(Fault::new("name", "a floor needs a name", ""));
        }
        let source = format!("floor {:?} ({source})", entry.name);
        match self.floors.get(&entry.name).copied() {
            Some(id) if id.index() < self.imported => self.extend_floor(id, entry, &source),
            Some(_) => Err(Fault::new(
                "name",
                format!("two floors are called {:?}", entry.name),
                "give each its own name; `outlines` takes several outlines of one floor",
            )),
            None => {
                let floor = self.new_floor(entry, &source)?;
                self.add_floor(floor);
                Ok(())
            }
        }
    }

    /// Adds a floor that is proven, and returns its id.
    pub(crate) fn add_floor(&mut self, floor: Floor) -> FloorId {
        let id = FloorId::new(self.place.floors.len());
        self.floors.insert(floor.name.clone(), id);
        self.place.floors.push(floor);
        id
    }

    /// Returns whether a floor is called `name`.
    pub(crate) fn has_floor(&self, name: &str) -> bool {
        self.floors.contains_key(name)
    }

    /// Adds the outlines, obstacles and walls of `entry` to a floor of the imported file.
    fn extend_floor(&mut self, id: FloorId, entry: &FloorEntry, source: &str) -> Result<(), Fault> {
        let fixed = [
            ("elevation", entry.elevation.is_some()),
            ("kind", entry.kind.is_some()),
            ("axis", entry.axis.is_some()),
            ("width", entry.width.is_some()),
        ];
        if let Some((field, _)) = fixed.into_iter().find(|(_, given)| *given) {
            return Err(Fault::new(
                field,
                format!("floor {:?} comes from the imported file, so its {field} cannot be given here", entry.name),
                "leave it out to add to that floor, or choose another name for a new floor",
            ));
        }
        let walkable = self.outlines(entry, source)?;
        let mut obstacles = self.obstacles(entry, source)?;
        if walkable.is_empty() {
            obstacles.extend(self.rings(&entry.holes, "holes")?.into_iter().map(|ring| Outline::new(ring, source)));
        }
        let walls = self.walls(&entry.walls, source)?;
        if let Some(floor) = self.place.floors.get_mut(id.index()) {
            floor.walkable.extend(walkable);
            floor.obstacles.extend(obstacles);
            floor.walls.extend(walls);
        }
        Ok(())
    }

    /// Returns the floor of an entry.
    fn new_floor(&self, entry: &FloorEntry, source: &str) -> Result<Floor, Fault> {
        let word = entry.kind.unwrap_or(FloorWord::Level);
        let kind = Slope::of_floor(entry).kind(word)?;
        let height = self.height(entry, word)?;
        let mut walkable = self.outlines(entry, source)?;
        match (&height, entry.width) {
            (Height::Along(axis), Some(width)) if walkable.is_empty() => {
                let line: Vec<Point> = axis.iter().map(|(p, _)| *p).collect();
                let width = in_range("width", width, 0.1, 1000.0)?;
                walkable.push(Outline::new(flights::strip(&line, width).outline(), source));
            }
            (_, Some(_)) => {
                return Err(Fault::new(
                    "width",
                    "a width is only used with an axis and without an outline",
                    "leave `width` out, or give the `axis` that it surrounds",
                ));
            }
            _ => {}
        }
        if walkable.is_empty() {
            return Err(Fault::new(
                "name",
                format!("floor {:?} has no outline", entry.name),
                "give `outline = [[x, y], …]` with at least three points, or `axis` and `width`",
            ));
        }
        let obstacles = self.obstacles(entry, source)?;
        let walls = self.walls(&entry.walls, source)?;
        Ok(Floor { name: entry.name.clone(), kind, height, walkable, obstacles, walls })
    }

    /// Returns the height function of a floor: from its axis, or from its elevation.
    fn height(&self, entry: &FloorEntry, word: FloorWord) -> Result<Height, Fault> {
        let elevation = in_range("elevation", entry.elevation.unwrap_or(0.0), -10_000.0, 10_000.0)?;
        let Some(axis) = &entry.axis else {
            return match word {
                FloorWord::Level => Ok(Height::Flat(elevation)),
                _ => Err(Fault::new(
                    "kind",
                    "a sloping or moving floor needs an axis",
                    "give `axis = [[x, y, z], [x, y, z]]` from its start to its end, or use [[stairs]]",
                )),
            };
        };
        if entry.elevation.is_some() {
            return Err(Fault::new("elevation", "the heights of a floor with an axis are in the axis", "leave it out"));
        }
        let points = axis.iter().map(|[x, y, z]| Ok((self.point([*x, *y], "axis")?, in_range("axis", *z, -1e4, 1e4)?)));
        let mut points = points.collect::<Result<Vec<_>, Fault>>()?;
        points.dedup_by(|a, b| a.0 == b.0);
        if points.len() < 2 {
            return Err(Fault::new("axis", "an axis needs two different points", "give its start and its end"));
        }
        Ok(Height::Along(points))
    }

    /// Returns the outlines of a floor; each has all its holes.
    fn outlines(&self, entry: &FloorEntry, source: &str) -> Result<Vec<Outline>, Fault> {
        let mut outlines = Vec::new();
        for (ring, field) in
            entry.outline.iter().map(|r| (r, "outline")).chain(entry.outlines.iter().map(|r| (r, "outlines")))
        {
            outlines.push(Outline::new(self.ring(ring, field)?, source));
        }
        let holes = self.rings(&entry.holes, "holes")?;
        for outline in &mut outlines {
            outline.holes.clone_from(&holes);
        }
        Ok(outlines)
    }

    /// Returns the obstacles that are written within a floor.
    fn obstacles(&self, entry: &FloorEntry, source: &str) -> Result<Vec<Outline>, Fault> {
        let rings = self.rings(&entry.obstacles, "obstacles")?;
        let named = |(i, ring)| Outline::new(ring, format!("obstacle {} of {source}", i + 1));
        Ok(rings.into_iter().enumerate().map(named).collect())
    }

    /// Returns the walls that are written within a floor.
    fn walls(&self, entries: &[WallEntry], source: &str) -> Result<Vec<Wall>, Fault> {
        let wall = |(i, entry): (usize, &WallEntry)| {
            let line = self.line(&entry.line, "walls")?;
            if line.len() < 2 {
                return Err(Fault::new("walls", "a wall needs at least two points", "give its start and its end"));
            }
            let thickness = in_range("walls", entry.thickness.unwrap_or(0.1), 0.0, 100.0)?;
            Ok(Wall { line, thickness, source: format!("wall {} of {source}", i + 1) })
        };
        entries.iter().enumerate().map(wall).collect()
    }

    /// Adds an obstacle to its floor.
    fn add_obstacle(&mut self, entry: &ObstacleEntry, source: &str) -> Result<(), Fault> {
        let floor = self.floor_or_only(entry.floor.as_deref(), "floor")?;
        let outer = self.ring(&entry.outline, "outline")?;
        let holes = self.rings(&entry.holes, "holes")?;
        let name = entry.name.as_ref().map(|name| format!(" {name:?}")).unwrap_or_default();
        let outline = Outline { outer, holes, source: format!("obstacle{name} ({source})") };
        if let Some(floor) = self.place.floors.get_mut(floor.index()) {
            floor.obstacles.push(outline);
        }
        Ok(())
    }

    /// Adds a wall to its floor.
    fn add_wall(&mut self, entry: &WallOnFloorEntry, source: &str) -> Result<(), Fault> {
        let floor = self.floor_or_only(entry.floor.as_deref(), "floor")?;
        let name = entry.name.as_ref().map(|name| format!(" {name:?}")).unwrap_or_default();
        let line = self.line(&entry.line, "line")?;
        if line.len() < 2 {
            return Err(Fault::new("line", "a wall needs at least two points", "give its start and its end"));
        }
        let thickness = in_range("thickness", entry.thickness.unwrap_or(0.1), 0.0, 100.0)?;
        if let Some(floor) = self.place.floors.get_mut(floor.index()) {
            floor.walls.push(Wall { line, thickness, source: format!("wall{name} ({source})") });
        }
        Ok(())
    }

    /// Adds an area.
    fn add_area(&mut self, entry: &AreaEntry, source: &str) -> Result<(), Fault> {
        let kind = match &entry.kind {
            None => AreaKind::Region,
            Some(word) => word_in(&AreaKind::WORDS, word, "area")?,
        };
        let name = self.take_name(Named::Area, Some(&entry.name), "area")?;
        let floor = self.floor_or_only(entry.floor.as_deref(), "floor")?;
        let outer = self.ring(&entry.outline, "outline")?;
        let holes = self.rings(&entry.holes, "holes")?;
        let outline = Outline { outer, holes, source: format!("area {name:?} ({source})") };
        self.place.areas.push(Area { name, kind, floor, outline });
        Ok(())
    }

    /// Returns the id of the floor called `name`.
    pub(crate) fn find_floor(&self, name: &str, field: &'static str) -> Result<FloorId, Fault> {
        self.floors.get(name).copied().ok_or_else(|| {
            let names = self.floors.keys().map(String::as_str);
            Fault::new(field, format!("no floor is called {name:?}"), advice(name, names))
        })
    }

    /// Returns the id of the floor called `name`; without a name, the only floor of the place.
    pub(crate) fn floor_or_only(&self, name: Option<&str>, field: &'static str) -> Result<FloorId, Fault> {
        match (name, self.place.floors.len()) {
            (Some(name), _) => self.find_floor(name, field),
            (None, 1) => Ok(FloorId::new(0)),
            (None, _) => {
                let names = self.floors.keys().map(String::as_str);
                Err(Fault::new("", "which floor is this on?", format!("give `floor`; {}", advice("", names))))
            }
        }
    }

    /// Takes a name for an entry and returns it: the given name, which must be unused, or a numbered name.
    pub(crate) fn take_name(&mut self, table: Named, given: Option<&str>, what: &str) -> Result<String, Fault> {
        let Some(names) = self.names.get_mut(table as usize) else { return Ok(String::new()) };
        let name = match given {
            Some(name) if name.trim().is_empty() => return Err(Fault::new("name", "the name is empty", "")),
            Some(name) => name.to_owned(),
            None => {
                (names.len() + 1..).map(|i| format!("{what} {i}")).find(|n| !names.contains_key(n)).unwrap_or_default()
            }
        };
        if names.insert(name.clone(), ()).is_some() {
            let hint = "give each its own name (those of an imported file count too)";
            return Err(Fault::new("name", format!("the name {name:?} is used twice"), hint));
        }
        Ok(name)
    }

    /// Returns a point in local metres.
    pub(crate) fn point(&self, [x, y]: Xy, field: &'static str) -> Result<Point, Fault> {
        let written = Point::new(x, y);
        if !written.is_finite() {
            return Err(Fault::new(
                field,
                format!("[{}, {}] is not a number", number(x), number(y)),
                "write finite decimal numbers",
            ));
        }
        let hint = "points are metres from a local origin, or [longitude, latitude] in degrees";
        self.projection.check(written).map_err(|what| Fault::new(field, what, hint))?;
        let local = self.projection.project(written);
        limits::check_point(Path::new(""), local).map_err(|e| Fault::new(field, e.what, e.hint))
    }

    /// Returns a line of points in local metres.
    pub(crate) fn line(&self, points: &Ring, field: &'static str) -> Result<Vec<Point>, Fault> {
        points.iter().map(|p| self.point(*p, field)).collect()
    }

    /// Returns a ring of at least three points in local metres.
    fn ring(&self, points: &Ring, field: &'static str) -> Result<Vec<Point>, Fault> {
        if points.len() < 3 {
            let what = format!("a ring needs at least three points, this ring has {}", points.len());
            return Err(Fault::new(field, what, "write [[x, y], [x, y], [x, y], …]"));
        }
        self.line(points, field)
    }

    /// Returns rings of points in local metres.
    fn rings(&self, rings: &[Ring], field: &'static str) -> Result<Vec<Vec<Point>>, Fault> {
        rings.iter().map(|ring| self.ring(ring, field)).collect()
    }
}

/// Returns `value` when it lies in `from..=to`; else the error names the field and the limits.
pub(crate) fn in_range(field: &'static str, value: f64, from: f64, to: f64) -> Result<f64, Fault> {
    if value >= from && value <= to {
        return Ok(value);
    }
    Err(Fault::new(field, format!("{field} is {}", number(value)), format!("it can be from {from} to {to}")))
}

/// Returns the kind that a word stands for; else the error suggests a word.
fn word_in<T: Copy>(words: &[(&str, T)], word: &str, what: &str) -> Result<T, Fault> {
    words.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind).ok_or_else(|| {
        let known = words.iter().map(|(known, _)| *known);
        Fault::new("kind", format!("no kind of {what} is called {word:?}"), advice(word, known))
    })
}
