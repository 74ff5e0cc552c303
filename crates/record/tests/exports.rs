//! Exports hold what was recorded, in the layout that other programs read.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{about, folder};
use populace_geom::{Bounds, Point};
use populace_record::export::{EXPORTS, Export, ExportOptions, Exported, Geometry};
use populace_record::{Recording, Trouble, Writer};
use populace_traj::{Frame, NOWHERE, Status};
use rusqlite::Connection;

/// Records two people over three frames; the second comes later, on the upper floor.
fn small(name: &str) -> (PathBuf, Recording) {
    let folder = folder(name);
    let mut writer = Writer::create(&folder, &about()).unwrap();
    let person = |i: u32, x: f64, y: f64, z: f32, floor: u16| (i, Point::new(x, y), z, floor);
    for (step, people) in [
        (0, vec![person(0, 0.5, 1.0, 0.0, 0)]),
        (2, vec![person(0, 0.625, 1.0, 0.0, 0), person(7, -2.0, 3.25, 4.5, 1)]),
        (4, vec![person(0, 0.625, 1.125, 0.0, 0), person(7, -2.0, 3.25, 4.5, 1)]),
        (6, vec![]),
    ] {
        let mut frame = Frame { step, time: step as f64 * 0.05, ..Frame::default() };
        for (pedestrian, position, height, floor) in people {
            frame.pedestrian.push(pedestrian);
            frame.position.push(position);
            frame.height.push(height);
            frame.floor.push(floor);
            frame.status.push(Status::Walking as u8);
            frame.destination.push(NOWHERE);
        }
        // A pedestrian in a lift, which goes into no export.
        if step == 2 {
            let lift = Frame {
                pedestrian: vec![9],
                position: vec![Point::new(4.0, 2.0)],
                height: vec![2.25],
                floor: vec![0],
                status: vec![Status::Riding as u8],
                destination: vec![1],
                ..Frame::default()
            };
            frame.push_row(&lift, 0);
        }
        writer.frame(&frame).unwrap();
        writer.step(step, frame.time, step, frame.len() as u32).unwrap();
    }
    writer.finish("{}").unwrap();
    let recording = Recording::open(&folder).unwrap();
    (folder, recording)
}

fn options(floor: Option<u16>) -> ExportOptions {
    let bounds = Bounds { min: Point::new(-5.0, 0.0), max: Point::new(5.0, 4.0) };
    let wkt = "POLYGON ((-5 0, 5 0, 5 4, -5 4, -5 0))".to_owned();
    ExportOptions { floor, geometry: Some(Geometry { wkt, bounds }) }
}

fn export(name: &str, recording: &Recording, path: &Path, floor: Option<u16>) -> Exported {
    let export = EXPORTS.iter().find(|export| export.name == name).unwrap();
    (export.write)(recording, path, &options(floor)).unwrap()
}

#[test]
fn the_text_has_the_rows_of_the_archive() {
    let (folder, recording) = small("text");
    let path = folder.with_file_name("text.txt");
    let exported = export("text", &recording, &path, None);
    assert_eq!(exported, Exported { frames: 3, rows: 5, flattened: 0 });
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        "# description: recorded by populace 0.1.0, seed 18446744073709551611\n\
         # framerate: 10.00\n\
         # id frame x/m y/m z/m\n\
         0 0 0.5 1 0\n\
         0 1 0.625 1 0\n\
         7 1 -2 3.25 4.5\n\
         0 2 0.625 1.125 0\n\
         7 2 -2 3.25 4.5\n"
    );
    export("text", &recording, &path, Some(1));
    assert!(fs::read_to_string(&path).unwrap().ends_with("z/m\n7 1 -2 3.25 4.5\n7 2 -2 3.25 4.5\n"));
}

type Row = (i64, i64, f64, f64);

fn trajectories(db: &Connection) -> Vec<Row> {
    let mut select = db.prepare("SELECT frame, id, pos_x, pos_y FROM trajectory_data ORDER BY rowid").unwrap();
    let rows = select.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

fn value(db: &Connection, key: &str) -> String {
    db.query_row("SELECT value FROM metadata WHERE key = ?", [key], |r| r.get(0)).unwrap()
}

#[test]
fn the_database_has_the_tables_of_jupedsim() {
    let (folder, recording) = small("sqlite");
    let path = folder.with_file_name("small.sqlite");
    let exported = export("jupedsim-3", &recording, &path, None);
    assert_eq!(exported, Exported { frames: 3, rows: 5, flattened: 2 });
    let db = Connection::open(&path).unwrap();
    let all = [(0, 0, 0.5, 1.0), (1, 0, 0.625, 1.0), (1, 7, -2.0, 3.25), (2, 0, 0.625, 1.125), (2, 7, -2.0, 3.25)];
    assert_eq!(trajectories(&db), all);
    assert_eq!((&*value(&db, "version"), &*value(&db, "fps")), ("3", "10.0"));
    assert_eq!((&*value(&db, "xmin"), &*value(&db, "ymax")), ("-5.0", "4.0"));
    // The last frame has no people, but still has its geometry.
    let frames: i64 = db
        .query_row("SELECT count(*) FROM frame_data JOIN geometry ON hash = geometry_hash", [], |r| r.get(0))
        .unwrap();
    assert_eq!(frames, 4);
    let wkt: String = db.query_row("SELECT wkt FROM geometry", [], |r| r.get(0)).unwrap();
    assert_eq!(wkt, options(None).geometry.unwrap().wkt);
    assert!(db.prepare("SELECT ori_x FROM trajectory_data").is_err());
}

#[test]
fn version_two_faces_where_people_went() {
    let (folder, recording) = small("sqlite_2");
    let path = folder.with_file_name("small_2.sqlite");
    assert_eq!(export("jupedsim", &recording, &path, Some(0)).flattened, 0);
    let db = Connection::open(&path).unwrap();
    assert_eq!(value(&db, "version"), "2");
    let mut select = db.prepare("SELECT ori_x, ori_y FROM trajectory_data ORDER BY frame").unwrap();
    let facing: Vec<(f64, f64)> =
        select.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(facing, [(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
}

#[test]
fn exports_that_cannot_be_made_leave_nothing_behind() {
    let (folder, recording) = small("impossible");
    let nowhere = folder.join("no such folder/out");
    for export in &EXPORTS {
        assert_eq!((export.write)(&recording, &nowhere, &options(None)).unwrap_err().kind, Trouble::Write);
        let error = (export.write)(&recording, &folder.join("x"), &options(Some(2))).unwrap_err();
        assert!(error.to_string().contains("its floors are: ground, upper"), "{error}");
        assert!(!folder.join("x").exists() && !folder.join("x.part").exists());
    }
    let bare = ExportOptions::default();
    assert_eq!((EXPORTS[0].write)(&recording, &folder.join("x"), &bare).unwrap_err().kind, Trouble::Unfit);
}

#[test]
fn endings_choose_the_format() {
    let name = |path: &str| Export::by_ending(Path::new(path)).map(|export| export.name);
    // Version 2: PedPy refuses the walkable area of version 3, which used to be the default.
    assert_eq!(name("out/run.sqlite"), Some("jupedsim"));
    assert!(EXPORTS.iter().any(|e| e.name == "jupedsim" && e.about.contains("version 2")));
    assert_eq!(name("run.TXT"), Some("text"));
    assert_eq!(name("run"), None);
}
