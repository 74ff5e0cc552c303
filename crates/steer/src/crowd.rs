//! What steering models see: one frozen row per pedestrian, who perceives whom, and the walls.

use populace_geom::{Draws, Point, Segment};

/// In no group.
pub const NO_GROUP: u32 = u32::MAX;

/// The frozen crowd.
#[derive(Clone, Copy)]
pub struct Crowd<'a> {
    /// Names that stay with a pedestrian; for random draws.
    pub id: &'a [u32],
    /// Where they are, m.
    pub position: &'a [Point],
    /// How they moved in the last step, m/s.
    pub velocity: &'a [Point],
    /// Half the width of the body, m.
    pub radius: &'a [f64],
    /// The velocity that follows the route, m/s; models may read that of neighbours too: people show where they want to go.
    pub preferred: &'a [Point],
    /// The fastest each goes, m/s.
    pub top_speed: &'a [f64],
    /// The group each walks in, or [`NO_GROUP`].
    pub group: &'a [u32],
    /// How well people know each other.
    pub acquaintance: Acquaintance<'a>,
    /// `near[near_start[i]..near_start[i + 1]]` are the rows that row i perceives, nearest first.
    pub near_start: &'a [u32],
    /// Rows.
    pub near: &'a [u32],
    /// The walls around each row.
    pub walls: &'a dyn Walls,
    /// Random draws of the run.
    pub draws: Draws,
    /// Number of the step, for random draws.
    pub step: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Time until the model is asked again, s.
    pub dt: f64,
}

/// How well people know each other, by population; those of one group are friends whatever it says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acquaintance<'a> {
    /// The population of each row.
    pub population: &'a [u16],
    /// From 0, strangers, to 1, friends: one row of the table per population, symmetric. Empty: all are strangers.
    pub level: &'a [f64],
    /// Populations.
    pub count: usize,
}

impl Acquaintance<'_> {
    /// Nobody knows anybody.
    pub const STRANGERS: Acquaintance<'static> = Acquaintance { population: &[], level: &[], count: 0 };

    /// How well two rows know each other, from 0 to 1.
    #[inline]
    pub fn between(&self, row: usize, other: usize) -> f64 {
        if self.level.is_empty() {
            return 0.0;
        }
        let [a, b] = [row, other].map(|row| self.population.get(row).map_or(0, |&p| usize::from(p)));
        self.level.get(a * self.count + b).copied().unwrap_or(0.0)
    }
}

/// Walls, by row of the crowd.
pub trait Walls {
    /// The walls of the cell a row is in (L: the constraints delimiting the current cell); walkable ground is on the left of a → b.
    fn around(&self, row: usize) -> &[Segment];
    /// Appends the walls of which a point is within `reach` of a row's position, m, as far as they are reached over ground within that reach: not
    /// those behind other walls. Each wall once; walkable ground is on the left of a → b.
    fn within(&self, row: usize, reach: f64, into: &mut Vec<Segment>);
    /// How much of the straight way from a row's position by `way` is free of walls, from 0 to 1.
    fn free_share(&self, row: usize, way: Point) -> f64;
}

impl Crowd<'_> {
    /// The rows that a row perceives.
    #[inline]
    pub fn neighbours(&self, row: usize) -> &[u32] {
        &self.near[self.near_start[row] as usize..self.near_start[row + 1] as usize]
    }
}
