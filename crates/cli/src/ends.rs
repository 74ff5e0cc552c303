//! Finds where a route starts and ends: a point as typed, `x,y` or `x,y,floor`, and the spot of the environment that it
//! means.

use populace_env::{Environment, FloorId, FloorKind, World};
use populace_geom::Point;
use populace_ingest::limits::MAX_COORDINATE;
use populace_ingest::suggest::advice;
use populace_plan::{SnapError, Spot, snap};

use crate::failure::Failure;

/// A point as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The option that the point was given with.
    option: &'static str,
    pub point: Point,
    floor: Option<String>,
}

/// The spot that a typed point means, and what was done to find it.
#[derive(Clone, Debug)]
pub struct RouteEnd {
    pub spot: Spot,
    pub floor: FloorId,
    /// The distance by which the body had to be moved to fit, m.
    pub moved: f64,
    /// Whether the floor was chosen among several.
    pub is_chosen: bool,
}

/// The width of a body, and the distance by which it may be moved to fit into the place, m.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    pub width: f64,
    pub reach: f64,
}

impl Typed {
    /// Reads `x,y` or `x,y,floor`; the floor's name may hold commas itself.
    pub fn parse(option: &'static str, text: &str) -> Result<Self, Failure> {
        let mut parts = text.splitn(3, ',').map(str::trim);
        let mut number = || parts.next()?.parse().ok().filter(|v: &f64| v.abs() <= MAX_COORDINATE);
        let (Some(x), Some(y)) = (number(), number()) else {
            return Err(Failure::new(format!("{option} {text}: is not a point"))
                .hint("give x,y in metres, or x,y,floor, e.g. 3.5,-2 or 3.5,-2,ground floor"));
        };
        let floor = parts.next().filter(|f| !f.is_empty()).map(str::to_string);
        Ok(Typed { option, point: Point::new(x, y), floor })
    }

    /// Returns the spot where the body stands, moved to where it fits.
    pub fn stand(&self, world: World<'_>, fit: Fit) -> Result<RouteEnd, Failure> {
        let (floor, is_chosen) = match &self.floor {
            Some(name) => (self.named(&world, name)?, false),
            None => self.choose(&world, fit.reach)?,
        };
        match snap(world, floor, self.point, fit.width, fit.reach) {
            Ok(snapped) => Ok(RouteEnd { spot: snapped.spot, floor, moved: snapped.moved, is_chosen }),
            Err(error) => Err(self.does_not_fit(&world, floor, fit, error)),
        }
    }

    fn does_not_fit(&self, env: &Environment, floor: FloorId, fit: Fit, error: SnapError) -> Failure {
        let (at, floor_name) = (self.coordinates(), &env.floors()[floor.index()].name);
        let what = format!("{} {at}: a body {} m wide does not fit there on {floor_name:?}", self.option, fit.width);
        match error {
            SnapError::OutOfReach { nearest, distance, .. } => {
                let (x, y, enough) = (nearest.x, nearest.y, (distance * 100.0).ceil() / 100.0);
                Failure::new(format!("{what}; the nearest point where it does is {distance:.2} m away"))
                    .hint(format!("give {x:.2},{y:.2}, or let it be moved with --snap {enough}"))
            }
            SnapError::Nowhere { within, .. } => {
                let ground = self.to_ground(env, floor);
                let ground = ground.map(|d| format!("; the nearest ground is {d:.2} m away")).unwrap_or_default();
                Failure::new(format!("{what}, nor within {within:.0} m{ground}"))
                    .hint("give another point or a narrower --width")
            }
            error => Failure::new(format!("{} {at}: {error}", self.option)),
        }
    }

    /// Returns the distance to the walkable ground of a floor, m.
    fn to_ground(&self, env: &Environment, floor: FloorId) -> Option<f64> {
        env.locate_near(floor, self.point, f64::INFINITY).map(|(_, at)| at.distance(self.point))
    }

    fn coordinates(&self) -> String {
        format!("{},{}", self.point.x, self.point.y)
    }

    /// Returns a floor by its name, or by its number in the order of the place.
    fn named(&self, env: &Environment, name: &str) -> Result<FloorId, Failure> {
        let number = || name.parse::<usize>().ok().filter(|i| *i < env.floors().len()).map(FloorId::new);
        env.floor(name).or_else(number).ok_or_else(|| {
            let names = env.floors().iter().map(|f| f.name.as_str());
            Failure::new(format!("{} {},{name}: no floor is called that", self.option, self.coordinates()))
                .hint(advice(name, names))
        })
    }

    /// Returns the only level; otherwise the lowest level, or a flight, that is walkable at the point; otherwise a floor that is
    /// walkable near it. Also returns whether there were several levels to choose from.
    fn choose(&self, env: &Environment, reach: f64) -> Result<(FloorId, bool), Failure> {
        let all = (0..env.floors().len()).map(FloorId::new);
        let (mut levels, flights): (Vec<_>, Vec<_>) =
            all.partition(|f| matches!(env.floors()[f.index()].kind, FloorKind::Level));
        if let ([only], []) = (&levels[..], &flights[..]) {
            return Ok((*only, false));
        }
        levels.sort_by(|a, b| env.height(*a, self.point).total_cmp(&env.height(*b, self.point)));
        let order = || levels.iter().chain(&flights);
        let on_ground = order().find(|f| env.locate(**f, self.point, None).is_some());
        let near = || order().find(|f| env.locate_near(**f, self.point, reach).is_some());
        on_ground.or_else(near).map(|f| (*f, levels.len() > 1)).ok_or_else(|| self.nowhere(env))
    }

    fn nowhere(&self, env: &Environment) -> Failure {
        let near = |f: usize| Some((self.to_ground(env, FloorId::new(f))?, &env.floors()[f].name));
        let nearest = (0..env.floors().len()).filter_map(near).min_by(|a, b| a.0.total_cmp(&b.0));
        let what = format!("{} {}: is not on walkable ground of any floor", self.option, self.coordinates());
        match nearest {
            Some((distance, floor)) => {
                Failure::new(format!("{what}; the nearest is {distance:.2} m away on {floor:?}"))
                    .hint(format!("give another point, or let it be moved with --snap {:.0}", distance.ceil()))
            }
            None => Failure::new(what),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_has_two_numbers_and_perhaps_a_floor() {
        let typed = |text| Typed::parse("--from", text);
        assert_eq!(typed("1, -2").unwrap().floor, None);
        assert_eq!(typed("1,2,hall, west").unwrap().floor.as_deref(), Some("hall, west"));
        assert_eq!(typed("1e1,2,0").unwrap().point, Point::new(10.0, 2.0));
        for bad in ["", "1", "a,b", "1,NaN", "inf,0", "1e9,0", ",,"] {
            assert!(typed(bad).is_err(), "{bad}");
        }
    }
}
