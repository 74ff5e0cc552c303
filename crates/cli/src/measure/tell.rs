//! Writes the measured values as text, as JSON and as comma-separated values.

use std::fmt::Write;
use std::path::Path;

use populace_traj::{Found, Quantity};
use serde_json::{Map, Value, json};

use populace_geom::maths;

use crate::failure::Failure;
use crate::output::write;
use crate::printable;
use populace_run::quoted;

/// Writes every figure with its unit, as text.
pub fn text(told: &[Quantity]) -> String {
    let names: Vec<String> = told.iter().map(|one| printable::name(&one.key())).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (one, name) in told.iter().zip(names) {
        // Writing to a string does not fail.
        let _ = match &one.finding.value {
            Found::Figure(Some(value)) => {
                // A count has no unit.
                let unit = if one.finding.unit == "1" { "" } else { one.finding.unit };
                writeln!(text, "{name:width$}  {}", format!("{} {unit}", short(*value)).trim_end())
            }
            Found::Figure(None) => writeln!(text, "{name:width$}  –"),
            Found::Series(_, rows) => writeln!(text, "{name:width$}  {} rows (--json, --csv)", rows.len()),
        };
    }
    text
}

/// Returns the findings as JSON: quantity → { value or series, unit }.
pub fn json(told: &[Quantity]) -> Value {
    let entry = |one: &Quantity| {
        let measure = one.measure.name;
        match &one.finding.value {
            Found::Figure(value) => json!({ "value": value, "unit": one.finding.unit, "measure": measure }),
            Found::Series(columns, rows) => json!({
                "series": rows,
                "columns": columns.iter().map(|(name, unit)| json!({ "name": name, "unit": unit })).collect::<Vec<_>>(),
                "unit": one.finding.unit,
                "measure": measure,
            }),
        }
    };
    told.iter().map(|one| (one.key(), entry(one))).collect::<Map<_, _>>().into()
}

/// Writes one long table with a row for every value.
pub fn csv(told: &[Quantity]) -> String {
    let mut text = String::from("quantity,row,column,value,unit\n");
    for one in told {
        let key = quoted(&one.key());
        let _ = match &one.finding.value {
            Found::Figure(value) => writeln!(text, "{key},,,{},{}", plain(*value), quoted(one.finding.unit)),
            Found::Series(columns, rows) => {
                for (i, row) in rows.iter().enumerate() {
                    for ((name, unit), value) in columns.iter().zip(row) {
                        let _ = writeln!(text, "{key},{i},{},{},{}", quoted(name), plain(Some(*value)), quoted(unit));
                    }
                }
                Ok(())
            }
        };
    }
    text
}

/// Writes a folder with a table of all figures and a table for each series.
pub fn folder(path: &Path, told: &[Quantity]) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|e| Failure::of_write(path, &e))?;
    let mut figures = String::from("quantity,value,unit\n");
    for one in told {
        match &one.finding.value {
            Found::Figure(value) => {
                let _ = writeln!(figures, "{},{},{}", quoted(&one.key()), plain(*value), quoted(one.finding.unit));
            }
            Found::Series(columns, rows) => {
                let head: Vec<_> = columns.iter().map(|(name, unit)| quoted(&format!("{name} [{unit}]"))).collect();
                let mut text = head.join(",") + "\n";
                for row in rows {
                    let fields: Vec<_> = row.iter().map(|value| plain(Some(*value))).collect();
                    text += &(fields.join(",") + "\n");
                }
                write(&path.join(format!("{}.csv", file_name(&one.key()))), text.as_bytes())?;
            }
        }
    }
    write(&path.join("figures.csv"), figures.as_bytes())
}

/// Returns a name without characters that file systems refuse.
fn file_name(key: &str) -> String {
    let name: String = key.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    name.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

/// Writes a number in full; nothing for `None`.
fn plain(value: Option<f64>) -> String {
    value.filter(|v| v.is_finite()).map_or_else(String::new, |v| v.to_string())
}

/// Writes a number with four significant digits.
fn short(value: f64) -> String {
    if value == 0.0 || value.fract() == 0.0 && value.abs() < 1e9 {
        return value.to_string();
    }
    let digits = (3 - maths::log10(value.abs()).floor() as i32).clamp(0, 9) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short_and_names_fit_into_files() {
        assert_eq!([1.14833, 0.0012345, 75.0, 123.456, 0.0].map(short), ["1.148", "0.001234", "75", "123.5", "0"]);
        assert_eq!(file_name("flow through the door: n_t"), "flow_through_the_door_n_t");
    }
}
