//! Describes in words why there is no route.

use std::fmt::{Display, Formatter, Result};

use populace_env::{Environment, FloorId, FloorKind, LinkId, LinkKind};
use populace_geom::Point;

/// The obstacles that would have to be changed for a route to exist, in the order in which a pedestrian would come upon
/// them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Obstacles {
    /// Empty when a route exists.
    pub list: Vec<Obstacle>,
}

/// An obstacle: something that cannot be passed.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// The kind of thing: door, opening, lift, stairs, escalator, walkway, ramp, level, passage or ground.
    pub thing: &'static str,
    /// Name of the link, or of the flight; `None` for a passage without a name.
    pub name: Option<String>,
    /// The name of the floor from which a pedestrian comes upon the obstacle. For [`Why::Apart`], the name of the floor
    /// that cannot be reached.
    pub floor: String,
    /// Its place on the plan, m.
    pub at: Point,
    /// The reason why the obstacle cannot be passed.
    pub why: Why,
}

/// The reason why an obstacle cannot be passed.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// The obstacle is a shut door, or a lift out of service.
    Shut,
    /// The body is too wide for the obstacle.
    Narrow {
        /// The width of the obstacle, m.
        width: f64,
        /// The width of the body, m.
        body: f64,
    },
    /// The obstacle may be passed in the other direction only, or its belt runs in the other direction.
    OneWay,
    /// The profile does not use the obstacle.
    NotFor {
        /// Name of the profile.
        profile: String,
    },
    /// No link, passage or door, shut or not, joins the two parts of the place.
    Apart {
        /// Name of the floor of the start.
        from: String,
        /// The distance between the two parts where they are closest in plan, m; `None` if a part has no walls.
        gap: Option<f64>,
    },
}

impl Obstacle {
    /// Returns a link, or a passage without a link, as an obstacle.
    pub(crate) fn of_link(env: &Environment, link: Option<LinkId>, floor: FloorId, at: Point, why: Why) -> Self {
        let link = link.map(|l| &env.links()[l.index()]);
        let thing = match link.map(|l| &l.kind) {
            Some(LinkKind::Door { .. }) => "door",
            Some(LinkKind::Opening { .. }) => "opening",
            Some(LinkKind::Lift { .. }) => "lift",
            None => "passage",
        };
        Obstacle { thing, name: link.map(|l| l.name.clone()), floor: floor_name(env, floor), at, why }
    }

    /// Returns a flight as an obstacle that a pedestrian comes upon from a floor.
    pub(crate) fn of_floor(env: &Environment, flight: FloorId, floor: FloorId, at: Point, why: Why) -> Self {
        let thing = match env.floors()[flight.index()].kind {
            FloorKind::Stairs(_) => "stairs",
            FloorKind::Escalator(_) => "escalator",
            FloorKind::Walkway(_) => "walkway",
            FloorKind::Ramp => "ramp",
            FloorKind::Level => "level",
        };
        Obstacle { thing, name: Some(floor_name(env, flight)), floor: floor_name(env, floor), at, why }
    }
}

/// Returns the name of a floor.
pub(crate) fn floor_name(env: &Environment, floor: FloorId) -> String {
    env.floors()[floor.index()].name.clone()
}

impl Display for Obstacle {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Obstacle { thing, floor, at: Point { x, y }, .. } = self;
        if let Why::Apart { from, gap } = &self.why {
            match from == floor {
                true => write!(f, "nothing joins the two parts of {floor}")?,
                false => write!(f, "nothing joins {from} and {floor}")?,
            }
            return match gap {
                Some(gap) if *gap < 0.005 => write!(f, "; they meet in plan at ({x:.2}, {y:.2})"),
                Some(gap) => write!(f, "; they come closest at ({x:.2}, {y:.2}), {gap:.2} m apart in plan"),
                None => Ok(()),
            };
        }
        match &self.name {
            Some(name) => write!(f, "{thing} \"{name}\"")?,
            None => write!(f, "the {thing} at ({x:.2}, {y:.2}) on {floor}")?,
        }
        let verb = if *thing == "stairs" { "are" } else { "is" };
        match &self.why {
            Why::Shut if *thing == "lift" => write!(f, " is out of service"),
            Why::Shut => write!(f, " {verb} shut"),
            Why::Narrow { width, body } => {
                write!(f, " {verb} {width:.2} m wide, the body needs more than {body:.2} m")
            }
            Why::OneWay if ["escalator", "walkway"].contains(thing) => write!(f, " runs the other way"),
            Why::OneWay => write!(f, " may be passed the other way only"),
            Why::NotFor { profile } => write!(f, " {verb} not for {profile}"),
            Why::Apart { .. } => Ok(()),
        }
    }
}

impl Display for Obstacles {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.list.is_empty() {
            return write!(f, "nothing is in the way");
        }
        for (i, obstacle) in self.list.iter().enumerate() {
            write!(f, "{}{obstacle}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}
