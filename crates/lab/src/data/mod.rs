//! Measured people: tables and trajectories of the data folder, where there is one.
//!
//! What the folder lacks is left out; what is there and cannot be read is a note of the report.

mod trajectories;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A measured pair of numbers: density and speed, width and flow, or time and order.
pub(crate) type Measured = (f64, f64);

/// Folder of real data, unless `POPULACE_DATA` names one.
const FOLDER: &str = "../shared/data";
/// Density and speed by experiment.
const DIAGRAMS: &str = "empirical/fd_points.csv";
/// Flow by width and experiment.
const WIDTHS: &str = "empirical/bottleneck_flow_vs_width.csv";

/// The data folder. Trajectories are read and measured once, when they are first asked for.
#[derive(Debug, Default)]
pub(crate) struct Data {
    folder: Option<PathBuf>,
    corridors: OnceLock<People>,
    oval: OnceLock<People>,
    lanes: OnceLock<People>,
    bottleneck: OnceLock<People>,
}

/// Measured people, in sets of points. Every set has a name.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct People {
    /// The sets; none of them is empty.
    pub sets: Vec<(String, Vec<Measured>)>,
    /// Notes about what could not be read.
    pub notes: Vec<String>,
}

impl People {
    /// Returns all points.
    pub(crate) fn points(&self) -> Vec<Measured> {
        self.sets.iter().flat_map(|set| &set.1).copied().collect()
    }
    /// Adds points to the set of a name.
    fn add(&mut self, name: &str, points: Vec<Measured>) {
        match self.sets.iter_mut().find(|set| set.0 == name) {
            Some(set) => set.1.extend(points),
            None if points.is_empty() => {}
            None => self.sets.push((name.to_owned(), points)),
        }
    }
}

impl Data {
    /// Looks in the folder named by `POPULACE_DATA`, else in `../shared/data`.
    pub(crate) fn find() -> Self {
        let folder = std::env::var_os("POPULACE_DATA").map_or_else(|| PathBuf::from(FOLDER), PathBuf::from);
        Data { folder: folder.is_dir().then_some(folder), ..Data::default() }
    }

    /// Returns density (1/m²) and speed (m/s) of unidirectional streams in corridors.
    pub(crate) fn unidirectional(&self) -> People {
        self.table(DIAGRAMS, "people, unidirectional", |row| density_and_speed(row, &["2test_2D", "3test_UO"]))
    }
    /// Returns density (1/m) and speed (m/s) of people in single file.
    pub(crate) fn single_file(&self) -> People {
        self.table(DIAGRAMS, "people, single file", |row| density_and_speed(row, &["1test_1D"]))
    }
    /// Returns width (m) and flow (1/s) of bottlenecks.
    pub(crate) fn bottlenecks(&self) -> People {
        self.table(WIDTHS, "single runs, all experiments", |row| {
            let mut fields = row.split(',').skip(1);
            let (width, flow) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            Some(pair(width, flow))
        })
    }

    /// Returns density (1/m²) and speed (m/s) in corridors, from trajectories.
    pub(crate) fn corridors(&self) -> &People {
        self.corridors.get_or_init(|| trajectories::corridors(self.folder.as_deref()))
    }
    /// Returns density (1/m) and speed (m/s) on an oval, from trajectories.
    pub(crate) fn oval(&self) -> &People {
        self.oval.get_or_init(|| trajectories::oval(self.folder.as_deref()))
    }
    /// Returns the lane order parameter by time (s) since two streams met, a set per run, from trajectories.
    pub(crate) fn lanes(&self) -> &People {
        self.lanes.get_or_init(|| trajectories::lanes(self.folder.as_deref()))
    }
    /// Returns width (m) and flow (1/s) of a bottleneck, from trajectories.
    pub(crate) fn bottleneck(&self) -> &People {
        self.bottleneck.get_or_init(|| trajectories::bottleneck(self.folder.as_deref()))
    }

    /// Returns what `read` makes of the rows of a table. For rows of other sets, `read` returns nothing.
    fn table(&self, file: &str, name: &str, read: impl Fn(&str) -> Option<Option<Measured>>) -> People {
        let mut people = People::default();
        let Some(path) = present(self.folder.as_deref(), file) else { return people };
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let rows: Vec<Option<Measured>> = text.lines().skip(1).filter_map(read).collect();
                let damaged = rows.iter().filter(|row| row.is_none()).count();
                if damaged > 0 {
                    people.notes.push(format!("{file}: {damaged} rows have no two numbers and are left out"));
                }
                people.add(name, rows.into_iter().flatten().collect());
            }
            Err(e) => people.notes.push(format!("{file}: cannot be read: {e}")),
        }
        people
    }
}

/// Returns density and speed of a row of one of these sets.
fn density_and_speed(row: &str, sets: &[&str]) -> Option<Option<Measured>> {
    if !sets.iter().any(|set| row.starts_with(set)) {
        return None;
    }
    // The description may hold commas, in quotes: count from the end.
    let mut fields = row.rsplit(',');
    let (speed, _unit, density) = (fields.next(), fields.next(), fields.next());
    Some(pair(density.unwrap_or_default(), speed.unwrap_or_default()))
}

fn pair(x: &str, y: &str) -> Option<Measured> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|value| value.is_finite());
    Some((number(x)?, number(y)?))
}

/// Returns the path of a file of the folder, when it is there.
fn present(folder: Option<&Path>, file: &str) -> Option<PathBuf> {
    folder.map(|folder| folder.join(file)).filter(|path| path.exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a data folder with one file in it.
    fn folder(name: &str, file: &str, bytes: &[u8]) -> Data {
        let folder = std::env::temp_dir().join(format!("populace-lab-{}-{name}", std::process::id()));
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
        Data { folder: Some(folder), ..Data::default() }
    }

    #[test]
    fn a_folder_without_a_file_has_no_people_and_nothing_to_say() {
        let data = folder("empty", "README.md", b"");
        for people in [data.unidirectional(), data.single_file(), data.bottlenecks()] {
            assert_eq!(people, People::default());
        }
        for people in [data.corridors(), data.oval(), data.lanes(), data.bottleneck()] {
            assert_eq!(*people, People::default());
        }
        assert_eq!(Data::default().unidirectional(), People::default());
    }

    #[test]
    fn damaged_rows_of_a_table_are_left_out_with_a_note() {
        let text = "set,description,run,density,density_unit,speed_m_s\n1test_1D,\"a, b\",n,0.8,1/m,1.1\n1test_1D,x,n,NaN,1/m,1\n1test_1D\n";
        let people = folder("rows", DIAGRAMS, text.as_bytes()).single_file();
        assert_eq!(people.points(), [(0.8, 1.1)]);
        assert_eq!(people.notes, ["empirical/fd_points.csv: 2 rows have no two numbers and are left out"]);
    }

    #[test]
    fn damaged_files_are_notes_without_the_folder() {
        let data = folder("table", WIDTHS, &[0xff, 0xfe, 0x00]);
        assert!(data.bottlenecks().notes[0].starts_with("empirical/bottleneck_flow_vs_width.csv: cannot be read"));
        let gone = folder("rubbish", "trajectories/hermes/uo-180-180-180.txt.gz", &[0x1f, 0x8b, 7, 7, 7]);
        let text = folder("text", "trajectories/bottleneck/030_c_56_h0.txt", b"# framerate: 25\n1 0 a b c\n");
        for (people, file) in
            [(gone.corridors(), "trajectories/hermes/"), (text.bottleneck(), "trajectories/bottleneck/")]
        {
            assert!(people.sets.is_empty() && people.notes.len() == 1, "{people:?}");
            assert!(people.notes[0].starts_with(file), "{:?}", people.notes);
        }
    }
}
