//! The numbers of stairs and belts, shared by floors drawn by hand and flights between two levels.

use populace_env::{Belt, FloorKind, Stairs};

use crate::assemble::{Fault, in_range};
use crate::entries::{FlightEntry, FloorEntry, FloorWord};

/// Speed of an escalator or walkway without `belt_speed`, m/s (the most common nominal speed under EN 115-1).
const BELT_SPEED: f64 = 0.5;

/// The optional numbers, as written.
pub(crate) struct Slope {
    stairs: [(&'static str, Option<f64>); 4],
    belt_speed: Option<f64>,
}

impl Slope {
    /// Returns the numbers of a floor.
    pub(crate) fn of_floor(e: &FloorEntry) -> Self {
        Slope::new([e.going, e.rise, e.up_factor, e.down_factor], e.belt_speed)
    }

    /// Returns the numbers of a flight.
    pub(crate) fn of_flight(e: &FlightEntry) -> Self {
        Slope::new([e.going, e.rise, e.up_factor, e.down_factor], e.belt_speed)
    }

    /// Returns the numbers with the names of their fields.
    fn new([going, rise, up, down]: [Option<f64>; 4], belt_speed: Option<f64>) -> Self {
        let stairs = [("going", going), ("rise", rise), ("up_factor", up), ("down_factor", down)];
        Slope { stairs, belt_speed }
    }

    /// Returns the kind of floor with these numbers; a number that the kind does not have is refused.
    pub(crate) fn kind(&self, word: FloorWord) -> Result<FloorKind, Fault> {
        if word != FloorWord::Stairs
            && let Some((field, _)) = self.stairs.iter().find(|(_, value)| value.is_some())
        {
            return Err(Fault::new(
                field,
                format!("{field} belongs to stairs"),
                "set kind = \"stairs\", or leave it out",
            ));
        }
        let is_belt = matches!(word, FloorWord::Escalator | FloorWord::Walkway);
        if !is_belt && self.belt_speed.is_some() {
            let hint = "set kind = \"escalator\" or \"walkway\", or leave it out";
            return Err(Fault::new("belt_speed", "belt_speed belongs to escalators and walkways", hint));
        }
        let belt = Belt { speed: in_range("belt_speed", self.belt_speed.unwrap_or(BELT_SPEED), -3.0, 3.0)? };
        Ok(match word {
            FloorWord::Level => FloorKind::Level,
            FloorWord::Stairs => FloorKind::Stairs(self.proven_stairs()?),
            FloorWord::Ramp => FloorKind::Ramp,
            FloorWord::Escalator => FloorKind::Escalator(belt),
            FloorWord::Walkway => FloorKind::Walkway(belt),
        })
    }

    /// Returns the stairs of these numbers. An absent number has its usual value.
    fn proven_stairs(&self) -> Result<Stairs, Fault> {
        let [going, rise, up, down] = self.stairs;
        let usual = Stairs::default();
        let number = |(field, value): (&'static str, Option<f64>), usual: f64, from, to| {
            in_range(field, value.unwrap_or(usual), from, to)
        };
        Ok(Stairs {
            going: number(going, usual.going, 0.05, 5.0)?,
            rise: number(rise, usual.rise, 0.01, 1.0)?,
            up_factor: number(up, usual.up_factor, 0.01, 2.0)?,
            down_factor: number(down, usual.down_factor, 0.01, 2.0)?,
        })
    }
}
