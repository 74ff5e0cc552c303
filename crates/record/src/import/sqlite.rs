//! The SQLite trajectories of JuPedSim, versions 1 to 3; `export/sqlite.rs` says what is in them.

use std::path::Path;

use populace_geom::Point;
use rusqlite::{Connection, OpenFlags, types::ValueRef};

use super::columns::Columns;
use super::gather::Gather;
use super::{Import, ImportOptions, Imported, Unit, foreign};
use crate::RecordError;

/// The format.
pub(super) const JUPEDSIM: Import = Import {
    name: "jupedsim",
    about: "SQLite trajectories of JuPedSim, with the walkable area",
    sniff: |head, _| head.starts_with(b"SQLite format 3\0"),
    read,
};

fn read(path: &Path, _bytes: &[u8], options: &ImportOptions) -> Result<Imported, RecordError> {
    let failed = |e: rusqlite::Error| foreign(path, format!("cannot be read as SQLite ({e})"));
    let db = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    db.execute_batch("PRAGMA trusted_schema = OFF; PRAGMA query_only = ON;").map_err(failed)?;
    // A view is refused, because it could compute for ever.
    let is_table = |name: &str| {
        db.query_row("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?", [name], |row| {
            row.get::<_, i64>(0)
        })
        .is_ok_and(|count| count == 1)
    };
    for name in ["trajectory_data", "metadata"] {
        if !is_table(name) {
            return Err(foreign(path, format!("table {name}: is missing"))
                .hint("give a file that JuPedSim or `populace convert` wrote"));
        }
    }
    let entry =
        |key: &str| db.query_row("SELECT value FROM metadata WHERE key = ?", [key], |row| row.get::<_, String>(0)).ok();
    let version = entry("version").unwrap_or_default();
    if !["1", "2", "3"].contains(&version.as_str()) {
        return Err(
            foreign(path, format!("table metadata: version {version:?} is not known")).hint("versions 1 to 3 are")
        );
    }
    let rate = entry("fps").and_then(|text| text.trim().parse::<f64>().ok());
    let rows = positions(&db, path)?;
    let columns = Columns { unit: Some(Unit::Metres), ..Columns::default() };
    let mut imported = rows.finish(columns, rate, options)?;
    if is_table("geometry") {
        imported.geometry = geometry(&db);
    }
    Ok(imported)
}

fn positions<'a>(db: &Connection, path: &'a Path) -> Result<Gather<'a>, RecordError> {
    let failed = |e: rusqlite::Error| foreign(path, format!("table trajectory_data: cannot be read ({e})"));
    let mut gathered = Gather::new(path, "row");
    let mut query =
        db.prepare("SELECT id, frame, pos_x, pos_y FROM trajectory_data ORDER BY frame, id").map_err(failed)?;
    let mut rows = query.query([]).map_err(failed)?;
    let mut line = 0;
    while let Some(row) = rows.next().map_err(failed)? {
        line += 1;
        let number = |column: usize| match row.get_ref(column) {
            Ok(ValueRef::Integer(value)) => Ok(value as f64),
            Ok(ValueRef::Real(value)) if value.is_finite() => Ok(value),
            _ => Err(foreign(path, format!("table trajectory_data: row {line}: column {} is no number", column + 1))),
        };
        let place = Point::new(number(2)?, number(3)?);
        gathered.row(line, number(0)?, number(1)?, false, place, 0.0)?;
    }
    Ok(gathered)
}

/// Returns the walkable area, when there is exactly one.
fn geometry(db: &Connection) -> Option<String> {
    let mut query = db.prepare("SELECT wkt FROM geometry LIMIT 2").ok()?;
    let texts: Vec<String> = query.query_map([], |row| row.get(0)).ok()?.filter_map(Result::ok).collect();
    match <[String; 1]>::try_from(texts) {
        Ok([one]) => Some(one),
        Err(_) => None,
    }
}
