//! Which reactions answer which collision: L's tables *driving rule* and *minimal adjustment* (fig. 11), or a table
//! that a scenario writes.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize};

use super::kinds::Kind;
use crate::SettingError;

/// A table of L by its name, or a table as written.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Reactions {
    /// A table of L.
    Named(Named),
    /// A table as written.
    Own(Table),
}

/// L's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Named {
    /// Keep right of people who come, overtake on the left.
    DrivingRule,
    /// Change the way as little as possible, early.
    MinimalAdjustment,
}

/// For each type of collision, the modules that are asked. Earlier modules win ties.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Table {
    /// The neighbour comes from behind.
    pub rear: Vec<Reaction>,
    /// The neighbour comes towards the pedestrian.
    pub front: Vec<Reaction>,
    /// The pedestrian runs into the back of the neighbour.
    pub back: Vec<Reaction>,
    /// The neighbour stands.
    #[serde(rename = "static")]
    pub standing: Vec<Reaction>,
}

/// A module and how its propositions are rated: n(I, O, direction, norm).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    /// The reaction of the pedestrian.
    pub module: Module,
    /// Exponent of the change of direction.
    #[serde(default = "one")]
    pub direction: f64,
    /// Exponent of the change of norm.
    #[serde(default = "one")]
    pub norm: f64,
}

/// L's collision reaction modules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Module {
    /// Turn right, at the same speed.
    Right,
    /// Turn left, at the same speed.
    Left,
    /// Slow down on the same way.
    Decelerate,
    /// Speed up on the same way.
    Accelerate,
    /// Take the velocity as it is.
    Accept,
}

impl Module {
    /// Returns its word in tables and reports.
    pub fn word(self) -> &'static str {
        match self {
            Module::Right => "right",
            Module::Left => "left",
            Module::Decelerate => "decelerate",
            Module::Accelerate => "accelerate",
            Module::Accept => "accept",
        }
    }
}

/// The greatest exponent that is taken.
pub(super) const MOST_EXPONENT: f64 = 100.0;

impl Reactions {
    /// Returns the table itself.
    pub fn table(&self) -> Table {
        match self {
            Reactions::Named(Named::DrivingRule) => Table::driving_rule(),
            Reactions::Named(Named::MinimalAdjustment) => Table::minimal_adjustment(),
            Reactions::Own(table) => table.clone(),
        }
    }
    /// Checks that the table can be used; `path` is where it is written.
    pub fn check(&self, path: &str) -> Result<(), SettingError> {
        let Reactions::Own(table) = self else { return Ok(()) };
        for (name, column) in
            [("rear", &table.rear), ("front", &table.front), ("back", &table.back), ("static", &table.standing)]
        {
            check_column(column, &format!("{path}.{name}"))?;
        }
        Ok(())
    }
}

fn check_column(column: &[Reaction], path: &str) -> Result<(), SettingError> {
    for (i, reaction) in column.iter().enumerate() {
        if column[..i].iter().any(|earlier| earlier.module == reaction.module) {
            let what = "this module is already in the list: give each at most once".to_string();
            return Err(SettingError { path: format!("{path}[{i}].module"), what });
        }
        for (name, exponent) in [("direction", reaction.direction), ("norm", reaction.norm)] {
            if !(0.0..=MOST_EXPONENT).contains(&exponent) {
                let what = format!("{exponent} is not in 0 … {MOST_EXPONENT}");
                return Err(SettingError { path: format!("{path}[{i}].{name}"), what });
            }
        }
    }
    Ok(())
}

impl Table {
    /// Returns the table of the driving rule (L, fig. 11).
    pub fn driving_rule() -> Table {
        use Module::{Accelerate, Accept, Decelerate, Left, Right};
        Table {
            rear: vec![rated(Accept, 1.0)],
            front: vec![rated(Right, 1.0), rated(Decelerate, 1.0), rated(Accelerate, 5.0)],
            back: vec![rated(Left, 1.0), rated(Decelerate, 1.0), rated(Accelerate, 5.0)],
            standing: vec![rated(Right, 1.0), rated(Left, 1.0)],
        }
    }
    /// Returns the table of minimal adjustment (L, fig. 11).
    pub fn minimal_adjustment() -> Table {
        use Module::{Accelerate, Accept, Decelerate, Left, Right};
        let moving = vec![rated(Right, 1.0), rated(Left, 1.0), rated(Decelerate, 1.0), rated(Accelerate, 5.0)];
        Table {
            rear: vec![rated(Accept, 1.0)],
            front: moving.clone(),
            back: moving,
            standing: vec![rated(Right, 1.0), rated(Left, 1.0)],
        }
    }
    /// Returns the reactions to a type of collision.
    pub fn column(&self, kind: Kind) -> &[Reaction] {
        match kind {
            Kind::Rear => &self.rear,
            Kind::Front => &self.front,
            Kind::Back => &self.back,
            Kind::Static => &self.standing,
        }
    }
}

fn rated(module: Module, norm: f64) -> Reaction {
    Reaction { module, direction: 1.0, norm }
}
fn one() -> f64 {
    1.0
}

impl<'de> Deserialize<'de> for Reactions {
    /// Reads a name or a table. It is written by hand, so that an error in a table keeps its place; `untagged` would
    /// lose it.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NameOrTable)
    }
}

struct NameOrTable;

impl<'de> Visitor<'de> for NameOrTable {
    type Value = Reactions;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"driving_rule\", \"minimal_adjustment\" or a table with rear, front, back and static")
    }
    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Reactions, E> {
        Named::deserialize(serde::de::value::StrDeserializer::new(name)).map(Reactions::Named)
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Reactions, A::Error> {
        Table::deserialize(MapAccessDeserializer::new(map)).map(Reactions::Own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(column: &[Reaction]) -> Vec<Module> {
        column.iter().map(|r| r.module).collect()
    }

    /// L, fig. 11, column by column.
    #[test]
    fn the_tables_are_those_of_the_paper() {
        use Module::{Accelerate, Accept, Decelerate, Left, Right};
        let rule = Table::driving_rule();
        assert_eq!(modules(&rule.rear), [Accept]);
        assert_eq!(modules(&rule.front), [Right, Decelerate, Accelerate]);
        assert_eq!(modules(&rule.back), [Left, Decelerate, Accelerate]);
        assert_eq!(modules(&rule.standing), [Right, Left]);
        let minimal = Table::minimal_adjustment();
        assert_eq!(modules(&minimal.rear), [Accept]);
        assert_eq!(modules(&minimal.front), [Right, Left, Decelerate, Accelerate]);
        assert_eq!(modules(&minimal.back), modules(&minimal.front));
        assert_eq!(modules(&minimal.standing), [Right, Left]);
        for column in [&rule.front, &rule.back, &minimal.front, &minimal.back] {
            for r in column.iter() {
                let norm = if r.module == Accelerate { 5.0 } else { 1.0 };
                assert_eq!((r.direction, r.norm), (1.0, norm));
            }
        }
    }

    #[test]
    fn a_table_may_be_named_or_written() {
        let named: Reactions = serde_json::from_str("\"driving_rule\"").unwrap();
        assert_eq!(named.table(), Table::driving_rule());
        let own: Reactions =
            serde_json::from_str(r#"{"front":[{"module":"right","direction":2}],"static":[{"module":"left"}]}"#)
                .unwrap();
        let table = own.table();
        assert_eq!(table.front, [Reaction { module: Module::Right, direction: 2.0, norm: 1.0 }]);
        assert_eq!(table.standing, [rated(Module::Left, 1.0)]);
        assert!(table.back.is_empty());
        let again: Reactions = serde_json::from_str(&serde_json::to_string(&own).unwrap()).unwrap();
        assert_eq!(again, own);
    }

    #[test]
    fn words_are_those_of_scenarios() {
        use Module::{Accelerate, Accept, Decelerate, Left, Right};
        for module in [Right, Left, Decelerate, Accelerate, Accept] {
            assert_eq!(serde_json::to_value(module).unwrap(), module.word());
        }
        for kind in [Kind::Rear, Kind::Front, Kind::Back, Kind::Static] {
            assert!(serde_json::to_value(Table::default()).unwrap().get(kind.word()).is_some());
        }
    }

    #[test]
    fn a_module_is_given_at_most_once_per_type() {
        let own: Reactions =
            serde_json::from_str(r#"{"back":[{"module":"left"},{"module":"left","norm":2}]}"#).unwrap();
        assert_eq!(own.check("reactions").unwrap_err().path, "reactions.back[1].module");
    }
}
