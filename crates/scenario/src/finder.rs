//! Turns the names and points of a scenario into areas, floors, links and spots of the place.

use populace_env::{CellGround, EnvObject, FloorId, LinkId, LinkKind, OBJECTS, World};
use populace_geom::Point;
use populace_ingest::suggest::advice;
use populace_plan::{Spot, snap};

use crate::error::{Blame, Problem};
use crate::limits::{COORDINATE, within};
use populace_ingest::key_path::KeyPath;

/// The share of the ground that discs placed at random cover when little room is left. At most 0.547 can be covered that way
/// (random sequential adsorption: Feder 1980, doi:10.1016/0022-5193(80)90358-6); the difference is room for walls.
const PACKING: f64 = 0.45;

/// A body is tried at the points of a grid over some ground. This many points lie along each side of the grid.
const TRIES: u32 = 24;

/// Finds what a scenario names.
pub(crate) struct Finder<'a> {
    pub world: World<'a>,
}

impl Finder<'_> {
    /// Returns the number of the area called `name`. Refuses an area without walkable ground.
    pub fn area(&self, at: &KeyPath, name: &str) -> Result<usize, Problem> {
        let areas = self.world.areas();
        let Some(number) = areas.iter().position(|a| a.name == name) else {
            let hint = match areas.is_empty() {
                true => "the place has no areas; add them, e.g. as [[area]] of a place file".into(),
                false => advice(name, areas.iter().map(|a| a.name.as_str())),
            };
            return Err(at.problem(format!("the place has no area {name:?}"), hint));
        };
        if areas[number].walkable_area() <= 0.0 {
            let floor = &self.world.floors()[areas[number].floor.index()].name;
            let what =
                format!("the area {name:?} has no walkable ground: it lies inside walls or outside of {floor:?}");
            return Err(at.problem(what, "move the area in the place, or name another"));
        }
        Ok(number)
    }

    /// Returns the number of the object called `name`, or the numbers of all objects that offer something of this name.
    /// Only objects of some kinds count. The name of a queue stands for the objects that are served from it.
    pub fn objects(&self, at: &KeyPath, name: &str, kinds: &[&str]) -> Result<Vec<u32>, Problem> {
        let objects = self.world.objects();
        let numbers = |is: &dyn Fn(&EnvObject) -> bool| -> Vec<u32> {
            objects.iter().enumerate().filter(|(_, object)| is(object)).map(|(i, _)| i as u32).collect()
        };
        let is_kind = |object: &EnvObject| kinds.contains(&object.kind.name);
        if let Some(number) = self.world.object(name) {
            let served = numbers(&|object| object.queue == Some(number) && is_kind(object));
            if !served.is_empty() {
                return Ok(served);
            }
            let object = &objects[number.index()];
            if !is_kind(object) {
                let what = format!("{name:?} is a {}", object.kind.name);
                return Err(at.problem(what, format!("name an object of the kind {}", kinds.join(", "))));
            }
            if object.slots.is_empty() {
                return Err(at.problem(format!("{name:?} has no room for anybody"), "move it in the place"));
            }
            return Ok(vec![number.0]);
        }
        let offering = numbers(&|object| is_kind(object) && object.offers.iter().any(|offer| offer == name));
        if !offering.is_empty() {
            return Ok(offering);
        }
        let fitting = || objects.iter().filter(|object| is_kind(object));
        let words =
            fitting().map(|o| o.name.as_str()).chain(fitting().flat_map(|o| o.offers.iter().map(String::as_str)));
        let usual: Vec<&str> =
            OBJECTS.iter().filter(|k| kinds.contains(&k.name) && k.offers.contains(&name)).map(|k| k.name).collect();
        let hint = match fitting().next() {
            _ if !usual.is_empty() => {
                format!("add an [[object]] of the kind {}, or let one offer it with `offers`", usual.join(" or "))
            }
            None => format!("the place has none; add an [[object]] of the kind {}", kinds.join(", ")),
            Some(_) => advice(name, words),
        };
        Err(at.problem(format!("no object is called {name:?} or offers it"), hint))
    }

    /// Returns the door or lift called `name`.
    pub fn link(&self, at: &KeyPath, name: &str) -> Result<LinkId, Problem> {
        let has_doors = |kind: &LinkKind| !matches!(kind, LinkKind::Opening { .. });
        let link = self.world.link(name).filter(|l| has_doors(&self.world.links()[l.index()].kind));
        link.ok_or_else(|| {
            let names = || self.world.links().iter().filter(|l| has_doors(&l.kind)).map(|l| l.name.as_str());
            let hint = match names().next() {
                None => "the place has no doors and no lifts".into(),
                Some(_) => advice(name, names()),
            };
            at.problem(format!("the place has no door or lift {name:?}"), hint)
        })
    }

    /// Returns the floor called `name`, or the only floor.
    pub fn floor(&self, at: &KeyPath, name: Option<&String>) -> Result<FloorId, Problem> {
        let floors = self.world.floors();
        match (name, floors.len()) {
            (None, 1) => Ok(FloorId::new(0)),
            (None, _) => Err(at.problem("the place has several floors", "say which with `floor`")),
            (Some(name), _) => self.world.floor(name).ok_or_else(|| {
                let hint = advice(name, floors.iter().map(|f| f.name.as_str()));
                at.key("floor").problem(format!("the place has no floor {name:?}"), hint)
            }),
        }
    }

    /// Returns the spot at a point. Refuses a point where a body of this radius, m, does not fit.
    pub fn spot(&self, at: &KeyPath, floor: FloorId, [x, y]: [f64; 2], radius: f64) -> Result<Spot, Problem> {
        let point = Point::new(within(&at.item(0), COORDINATE, x)?, within(&at.item(1), COORDINATE, y)?);
        match snap(self.world, floor, point, 2.0 * radius, 0.0) {
            Ok(snapped) => Ok(snapped.spot),
            Err(error) => {
                Err(at.problem(format!("({x}, {y}) is outside, in a wall or too near to one"), error.to_string()))
            }
        }
    }

    /// Returns a spot of an area where a body of this radius, m, fits, if the search finds any.
    pub fn spot_in(&self, area: usize, radius: f64) -> Option<Spot> {
        self.spot_on(self.world.areas()[area].ground(), radius)
    }

    /// Returns a spot of some ground where a body of this radius, m, fits, if the search finds any.
    pub fn spot_on(&self, ground: &CellGround, radius: f64) -> Option<Spot> {
        let share = |i: u32| (f64::from(i) + 0.5) / f64::from(TRIES);
        // The points in the middle of the ground come first.
        let order = || (0..TRIES).map(|i| if i % 2 == 0 { TRIES / 2 + i / 2 } else { TRIES / 2 - 1 - i / 2 });
        order()
            .flat_map(|u| order().map(move |v| (u, v)))
            .filter_map(|(u, v)| ground.random_point(share(u), share(v)))
            .find(|&(cell, point)| self.world.has_room(cell, point, radius))
            .map(|(cell, point)| Spot { cell, point })
    }

    /// Returns how many bodies of `radius` m can be placed at random on `ground` m².
    pub fn fits(ground: f64, radius: f64) -> u64 {
        (PACKING * ground / (std::f64::consts::PI * radius * radius)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_of_40_cm_cover_45_percent_of_the_ground() {
        // 0.45 · 100 / (π · 0.2²) = 358.1
        assert_eq!(Finder::fits(100.0, 0.2), 358);
        assert_eq!(Finder::fits(0.0, 0.2), 0);
    }
}
