//! The columns of a table of positions: what each column holds, and in which unit.

use std::path::Path;

use super::{Unit, foreign};
use crate::RecordError;

/// The number of each column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Columns {
    pub id: usize,
    pub moment: usize,
    /// Whether a moment is a time in seconds rather than the number of a frame.
    pub is_time: bool,
    pub x: usize,
    pub y: usize,
    pub z: Option<usize>,
    /// The unit of x and y, when the header gives it.
    pub unit: Option<Unit>,
    /// The names of the other columns.
    pub ignored: Vec<String>,
}

/// The order of the archive: `id frame x y z`.
impl Default for Columns {
    fn default() -> Self {
        Columns { id: 0, moment: 1, is_time: false, x: 2, y: 3, z: Some(4), unit: None, ignored: Vec::new() }
    }
}

const IDS: [&str; 6] = ["id", "persid", "personid", "pedestrian", "pedestrianid", "agent"];
const FRAMES: [&str; 3] = ["frame", "fr", "frameid"];
const TIMES: [&str; 3] = ["t", "time", "times"];

impl Columns {
    /// Finds the columns by the names in a header, which is line `line` of a file.
    pub fn of(path: &Path, line: usize, names: &[&str]) -> Result<Self, RecordError> {
        let parsed: Vec<(String, Option<Unit>)> = names.iter().map(|name| name_and_unit(name)).collect();
        let find = |known: &[&str]| parsed.iter().position(|(name, _)| known.contains(&name.as_str()));
        let (x, y, z) = (find(&["x", "posx"]), find(&["y", "posy"]), find(&["z", "posz"]));
        let (frame, time) = (find(&FRAMES), find(&TIMES));
        let missing = |what: &str| {
            let words: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
            foreign(path, format!("line {line}: there is no column {what} among {}", words.join(", ")))
                .hint("name the columns id, frame (or t, in s), x and y, e.g. `id,frame,x/m,y/m`")
        };
        let id = find(&IDS).ok_or_else(|| missing("id"))?;
        let moment = frame.or(time).ok_or_else(|| missing("frame or t"))?;
        let (x, y) = (x.ok_or_else(|| missing("x"))?, y.ok_or_else(|| missing("y"))?);
        let (of_x, of_y) = (parsed[x].1, parsed[y].1);
        if of_x != of_y {
            let word = |unit: Option<Unit>| unit.map_or("no unit", Unit::word);
            let what = format!("line {line}: units are mixed: x has {}, y has {}", word(of_x), word(of_y));
            return Err(foreign(path, what).hint("write x and y in one unit"));
        }
        let known = [Some(id), frame, time, Some(x), Some(y), z];
        let ignored = (0..names.len()).filter(|i| !known.contains(&Some(*i))).map(|i| names[i].to_owned()).collect();
        Ok(Columns { id, moment, is_time: frame.is_none(), x, y, z, unit: of_x, ignored })
    }

    /// Returns the least number of fields in a row.
    pub fn least(&self) -> usize {
        self.id.max(self.moment).max(self.x).max(self.y) + 1
    }
}

/// Returns a name without case and marks, and the unit behind it: `x/m`, `X [cm]`, `x_cm`, `pos_x`.
fn name_and_unit(name: &str) -> (String, Option<Unit>) {
    let lower = name.trim().trim_matches('"').to_lowercase();
    let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let split = lower.rfind(['/', '[', '(', '_', ' ']);
    if let Some((head, tail)) = split.map(|at| lower.split_at(at))
        && let Some(unit) = Unit::of(&bare(tail))
    {
        return (bare(head), Some(unit));
    }
    (bare(&lower), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_their_units() {
        let metres = Some(Unit::Metres);
        for (name, expected) in [
            ("x/m", ("x", metres)),
            ("X [cm]", ("x", Some(Unit::Centimetres))),
            ("pos_x", ("posx", None)),
            ("\"y(m)\"", ("y", metres)),
            ("PersID", ("persid", None)),
            ("x_cm", ("x", Some(Unit::Centimetres))),
        ] {
            assert_eq!(name_and_unit(name), (expected.0.to_owned(), expected.1), "{name}");
        }
    }

    #[test]
    fn missing_columns_and_mixed_units_are_said() {
        let path = Path::new("a.csv");
        let error = |names: &[&str]| Columns::of(path, 3, names).unwrap_err().to_string();
        assert!(error(&["id", "frame", "pos", "y"]).starts_with("a.csv: line 3: there is no column x among \"id\", "));
        assert!(error(&["id", "frame", "x/m", "y/cm"]).contains("line 3: units are mixed: x has m, y has cm"));
        let columns = Columns::of(path, 1, &["t", "id", "x", "y", "mood"]).unwrap();
        assert_eq!((columns.moment, columns.is_time, &columns.ignored[..]), (0, true, &["mood".to_owned()][..]));
    }
}
