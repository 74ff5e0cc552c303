//! The crowd that a steering model sees: one row per pedestrian, the neighbours that each perceives, and the walls.
//! Nothing moves while models look.

use populace_geom::{Draws, Point, Segment};

/// The group of a pedestrian that walks alone.
pub const NO_GROUP: u32 = u32::MAX;

/// The crowd at the moment of a decision: one row per pedestrian.
#[derive(Clone, Copy)]
pub struct Crowd<'a> {
    /// The name that stays with each pedestrian, for random draws.
    pub id: &'a [u32],
    /// The position of each, m.
    pub position: &'a [Point],
    /// The velocity of each in the last step, m/s.
    pub velocity: &'a [Point],
    /// Half the width of each body, m.
    pub radius: &'a [f64],
    /// The velocity that follows the route, m/s. A model may read that of neighbours, too: people show where they want
    /// to go.
    pub preferred: &'a [Point],
    /// The greatest speed of each, m/s.
    pub top_speed: &'a [f64],
    /// The group that each walks in, or [`NO_GROUP`].
    pub group: &'a [u32],
    /// How well people know each other.
    pub acquaintance: Acquaintance<'a>,
    /// `near[near_start[i]..near_start[i + 1]]` are the rows that row i perceives, nearest first.
    pub near_start: &'a [u32],
    /// The neighbours of all rows, one list after the other.
    pub near: &'a [u32],
    /// The walls around each row.
    pub walls: &'a dyn Walls,
    /// The random draws of the run.
    pub draws: Draws,
    /// The number of the step, for random draws.
    pub step: u64,
    /// The simulated time, s.
    pub time: f64,
    /// The time until the model is asked again, s.
    pub dt: f64,
}

/// How well people know each other, by population. People of one group are friends; then the table does not count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acquaintance<'a> {
    /// The population of each row.
    pub population: &'a [u16],
    /// A symmetric table with one row per population, from 0 (strangers) to 1 (friends). Empty: all are strangers.
    pub level: &'a [f64],
    /// The number of populations.
    pub count: usize,
}

impl Acquaintance<'_> {
    /// All people are strangers.
    pub const STRANGERS: Acquaintance<'static> = Acquaintance { population: &[], level: &[], count: 0 };

    /// Returns how well two rows know each other, from 0 to 1.
    #[inline]
    pub fn between(&self, row: usize, other: usize) -> f64 {
        if self.level.is_empty() {
            return 0.0;
        }
        let [a, b] = [row, other].map(|row| self.population.get(row).map_or(0, |&p| usize::from(p)));
        self.level.get(a * self.count + b).copied().unwrap_or(0.0)
    }
}

/// The walls around each row of the crowd.
pub trait Walls {
    /// Returns the walls of the cell that a row is in (Lamarche & Donikian 2004: the constraints delimiting the current
    /// cell). Walkable ground is on the left of a → b.
    fn around(&self, row: usize) -> &[Segment];
    /// Appends the walls within `reach` of a row's position, m. A wall counts if walkable ground within that reach
    /// leads to it: walls behind other walls do not. Each wall comes once. Walkable ground is on the left of a → b.
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>);
    /// Returns how much of the straight way from a row's position by `way` is free of walls, from 0 to 1.
    fn free_share(&self, row: usize, way: Point) -> f64;
}

impl Crowd<'_> {
    /// Returns the rows that a row perceives.
    #[inline]
    pub fn neighbours(&self, row: usize) -> &[u32] {
        &self.near[self.near_start[row] as usize..self.near_start[row + 1] as usize]
    }
}
