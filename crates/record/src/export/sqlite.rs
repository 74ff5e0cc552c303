//! The SQLite trajectories of JuPedSim, versions 2 and 3.
//!
//! | table           | columns |
//! |-----------------|---------|
//! | trajectory_data | frame, id, pos_x, pos_y; version 2 also ori_x, ori_y |
//! | metadata        | key, value: version, fps, xmin, xmax, ymin, ymax |
//! | geometry        | hash, wkt |
//! | frame_data      | frame, geometry_hash |
//!
//! Version 3 dropped the orientation. Released programs lag behind: JuPedSim 1.4 replays version 2; PedPy 1.5 reads the
//! trajectories of both versions, but the walkable area of version 2 only. The orientation is the direction of the last movement.
//! The format knows one plan: export one floor at a time, or all floors on one plan.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use populace_geom::Point;
use populace_traj::Frame;
use rusqlite::{Connection, Transaction, params};

use super::{Export, ExportOptions, Exported, Geometry, check_floor, rows, whole};
use crate::about::content_hash;
use crate::{RecordError, Recording, Trouble};

/// The version that released programs read in full.
pub(super) const VERSION_2: Export = Export {
    name: "jupedsim",
    ending: "sqlite",
    about: "SQLite trajectories of JuPedSim, version 2, read by PedPy and JuPedSim 1.4",
    write: |recording, path, options| export(recording, path, options, 2),
};

/// The current version of the format.
pub(super) const VERSION_3: Export = Export {
    name: "jupedsim-3",
    ending: "sqlite",
    about: "the same, version 3: PedPy 1.5 reads its trajectories, but not its walkable area",
    write: |recording, path, options| export(recording, path, options, 3),
};

fn export(recording: &Recording, path: &Path, options: &ExportOptions, version: u8) -> Result<Exported, RecordError> {
    check_floor(recording, path, options.floor)?;
    let Some(geometry) = &options.geometry else {
        return Err(RecordError::new(Trouble::Unfit, path, "the format needs the walkable area"));
    };
    whole(path, |part| {
        let failed = |e: rusqlite::Error| broken(part, &e);
        let mut connection = Connection::open(part).map_err(failed)?;
        // The file counts only after it was renamed, so a journal would only double the writing.
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;").map_err(failed)?;
        let transaction = connection.transaction().map_err(failed)?;
        create(&transaction, recording, geometry, version).map_err(failed)?;
        let mut trajectories = Trajectories { version, floor: options.floor, ..Trajectories::default() };
        for frame in recording.frames() {
            let frame = frame?;
            let number = recording.about().frame_number(frame.step);
            trajectories.insert(&transaction, number, &frame).map_err(failed)?;
        }
        let mut last = None;
        for step in recording.steps() {
            last = Some(recording.about().frame_number(step?.step));
        }
        finish(&transaction, last, geometry).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        connection.close().map_err(|(_, e)| failed(e))?;
        File::open(part).and_then(|file| file.sync_all()).map_err(|e| RecordError::write(part, &e))?;
        Ok(trajectories.exported)
    })
}

fn create(db: &Transaction, recording: &Recording, geometry: &Geometry, version: u8) -> rusqlite::Result<()> {
    let orientation = if version == 2 { ", ori_x REAL NOT NULL, ori_y REAL NOT NULL" } else { "" };
    db.execute_batch(&format!(
        "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,
             pos_y REAL NOT NULL{orientation});
         CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
         CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
         CREATE UNIQUE INDEX geometry_hash ON geometry (hash);
         CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"
    ))?;
    let bounds = &geometry.bounds;
    let entries = [
        ("version", version.to_string()),
        ("fps", format!("{:?}", recording.about().frame_rate())),
        ("xmin", format!("{:?}", bounds.min.x)),
        ("xmax", format!("{:?}", bounds.max.x)),
        ("ymin", format!("{:?}", bounds.min.y)),
        ("ymax", format!("{:?}", bounds.max.y)),
    ];
    for (key, value) in entries {
        db.execute("INSERT INTO metadata VALUES (?, ?)", params![key, value])?;
    }
    db.execute("INSERT INTO geometry VALUES (?, ?)", params![hash(geometry), geometry.wkt])?;
    Ok(())
}

fn finish(db: &Transaction, last: Option<u64>, geometry: &Geometry) -> rusqlite::Result<()> {
    let mut insert = db.prepare("INSERT INTO frame_data VALUES (?, ?)")?;
    for frame in 0..last.map_or(0, |last| last + 1) {
        insert.execute(params![frame as i64, hash(geometry)])?;
    }
    db.execute_batch("CREATE INDEX frame_id_idx ON trajectory_data (frame, id)")
}

fn hash(geometry: &Geometry) -> i64 {
    content_hash(geometry.wkt.as_bytes()) as i64
}

/// The export so far: what the orientation needs from the frames before, and how much was written.
#[derive(Default)]
struct Trajectories {
    version: u8,
    floor: Option<u16>,
    last: BTreeMap<u32, (Point, Point)>,
    exported: Exported,
}

impl Trajectories {
    fn insert(&mut self, db: &Transaction, number: u64, frame: &Frame) -> rusqlite::Result<()> {
        let marks = if self.version == 2 { "?, ?, ?, ?, ?, ?" } else { "?, ?, ?, ?" };
        let mut insert = db.prepare(&format!("INSERT INTO trajectory_data VALUES ({marks})"))?;
        let before = self.exported.rows;
        for i in rows(frame, self.floor) {
            let (number, id, p) = (number as i64, frame.pedestrian[i], frame.position[i]);
            if self.version == 2 {
                let facing = self.facing(id, p);
                insert.execute(params![number, id, p.x, p.y, facing.x, facing.y])?;
            } else {
                insert.execute(params![number, id, p.x, p.y])?;
            }
            self.exported.rows += 1;
        }
        self.exported.frames += u64::from(self.exported.rows > before);
        let is_flattened = self.floor.is_none() && has_several_floors(frame);
        self.exported.flattened += u64::from(is_flattened);
        Ok(())
    }
    /// Returns the direction in which a pedestrian at `p` faces: along its last movement, east before the first.
    fn facing(&mut self, id: u32, p: Point) -> Point {
        let (before, facing) = self.last.get(&id).copied().unwrap_or((p, Point::new(1.0, 0.0)));
        let facing = (p - before).unit().unwrap_or(facing);
        self.last.insert(id, (p, facing));
        facing
    }
}

/// Returns whether people are on more than one floor.
fn has_several_floors(frame: &Frame) -> bool {
    let mut floors = frame.on_floors().map(|row| frame.floor[row]);
    floors.next().is_some_and(|first| floors.any(|floor| floor != first))
}

fn broken(path: &Path, cause: &rusqlite::Error) -> RecordError {
    match cause.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DiskFull) => RecordError::write(path, &std::io::ErrorKind::StorageFull.into()),
        Some(rusqlite::ErrorCode::CannotOpen | rusqlite::ErrorCode::ReadOnly) => {
            RecordError::write(path, &std::io::ErrorKind::PermissionDenied.into())
        }
        _ => RecordError::new(Trouble::Write, path, format!("cannot be written ({cause})")),
    }
}
