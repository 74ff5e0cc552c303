//! The ways of perceiving, their settings and their limits.

use serde::Serialize;

/// A line of [`PERCEPTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct PerceptionEntry {
    /// Its name in scenarios and commands.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Where it is published.
    pub paper: &'static str,
}

/// Every way of perceiving; the first is the default.
pub const PERCEPTIONS: &[PerceptionEntry] = &[
    PerceptionEntry {
        name: "graph",
        about: "neighbours in the Delaunay triangulation of each floor that see each other",
        paper: "Lamarche & Donikian 2004, §4.1",
    },
    PerceptionEntry {
        name: "grid",
        about: "the nearest people in sight, within a range and a fan around the walking direction",
        paper: "Reynolds 1987, doi:10.1145/37402.37406",
    },
];

/// How people perceive each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub enum Perception {
    /// L's neighbourhood graph.
    Graph(GraphSettings),
    /// Nearest people from a uniform grid.
    Grid(GridSettings),
}

/// Settings of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GraphSettings {
    /// 1: direct neighbours; 2: also their neighbours, for collisions with someone fast behind someone slow.
    pub rings: u32,
    /// Longer relations are dropped, m: nobody reacts to a collision that far away.
    pub range: f64,
}

/// Settings of the grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GridSettings {
    /// How far people look, m.
    pub range: f64,
    /// How many they perceive.
    pub most: u32,
    /// Angle around the walking direction in which they perceive, degrees; who stands looks all round.
    pub fan_degrees: f64,
}

/// Longest range, m.
const MOST_RANGE: f64 = 1000.0;
/// Shortest range, m.
const LEAST_RANGE: f64 = 0.1;
/// Most neighbours of the grid.
const MOST_NEIGHBOURS: u32 = 1000;

impl Default for Perception {
    fn default() -> Self {
        Perception::Graph(GraphSettings::default())
    }
}

impl Default for GraphSettings {
    /// Direct neighbours, as in the paper; at 15 m two walkers who approach each other at 1.34 m/s meet in more than 5 s.
    fn default() -> Self {
        GraphSettings { rings: 1, range: 15.0 }
    }
}

impl Default for GridSettings {
    /// Six neighbours are what the graph gives at most in the mean; 200° is about the human field of view.
    fn default() -> Self {
        GridSettings { range: 15.0, most: 6, fan_degrees: 200.0 }
    }
}

impl Perception {
    /// The way called `name`, with its defaults.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "graph" => Some(Perception::Graph(GraphSettings::default())),
            "grid" => Some(Perception::Grid(GridSettings::default())),
            _ => None,
        }
    }

    /// Its name in [`PERCEPTIONS`].
    pub fn name(&self) -> &'static str {
        match self {
            Perception::Graph(_) => PERCEPTIONS[0].name,
            Perception::Grid(_) => PERCEPTIONS[1].name,
        }
    }

    /// What is wrong with the settings: the key and what to write instead.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let range = match self {
            Perception::Graph(graph) => {
                if !(1..=2).contains(&graph.rings) {
                    return Err(("rings", format!("{} rings: 1 or 2", graph.rings)));
                }
                graph.range
            }
            Perception::Grid(grid) => {
                if !(1..=MOST_NEIGHBOURS).contains(&grid.most) {
                    return Err(("most", format!("{} neighbours: from 1 to {MOST_NEIGHBOURS}", grid.most)));
                }
                if !(grid.fan_degrees > 0.0 && grid.fan_degrees <= 360.0) {
                    return Err(("fan_degrees", format!("{} degrees: more than 0, at most 360", grid.fan_degrees)));
                }
                grid.range
            }
        };
        if !(LEAST_RANGE..=MOST_RANGE).contains(&range) {
            return Err(("range", format!("{range} m: from {LEAST_RANGE} to {MOST_RANGE}")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_names_agree_and_defaults_are_within_limits() {
        for entry in PERCEPTIONS {
            let perception = Perception::named(entry.name).expect("known");
            assert_eq!(perception.name(), entry.name);
            assert_eq!(perception.check(), Ok(()));
        }
        assert_eq!(Perception::default().name(), PERCEPTIONS[0].name);
    }

    #[test]
    fn settings_out_of_their_limits_are_named() {
        let key = |perception: Perception| perception.check().expect_err("refused").0;
        assert_eq!(key(Perception::Graph(GraphSettings { rings: 3, range: 15.0 })), "rings");
        assert_eq!(key(Perception::Graph(GraphSettings { rings: 1, range: f64::NAN })), "range");
        let grid = GridSettings::default();
        assert_eq!(key(Perception::Grid(GridSettings { most: 0, ..grid })), "most");
        assert_eq!(key(Perception::Grid(GridSettings { fan_degrees: 361.0, ..grid })), "fan_degrees");
    }
}
