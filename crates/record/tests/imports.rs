//! Trajectories of experiments and of other programs are read. An error names the line of the file.

use crate::common;

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::common::about;
use populace_geom::{Bounds, Draws, Point};
use populace_record::export::{EXPORTS, ExportOptions, Geometry};
use populace_record::import::{ImportOptions, Imported, Unit, read, read_bytes};
use populace_record::{Recording, Writer};
use populace_traj::{Frame, Moment, NOWHERE, Status, Timeline};

/// Returns a fresh folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = common::folder(name);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn of(name: &str, text: &str, options: &ImportOptions) -> Result<Imported, String> {
    read_bytes(Path::new(name), text.as_bytes(), options).map_err(|e| e.to_string())
}
fn plain(name: &str, text: &str) -> Result<Imported, String> {
    of(name, text, &ImportOptions::default())
}
fn at(frame_rate: f64, unit: Option<Unit>) -> ImportOptions {
    ImportOptions { frame_rate: Some(frame_rate), unit }
}

const SMALL: &str = "# framerate: 25 fps\n# id frame x/m y/m z/m\n1 10 0.5 1 1.76\n1 11 0.55 1 1.76\n2 11 3 -1 1.8\n";

#[test]
fn the_text_of_the_archive_is_read() {
    let imported = plain("a.txt", SMALL).unwrap();
    let run = &imported.trajectories;
    assert_eq!(
        (imported.unit, imported.is_unit_assumed, run.frame_rate(), run.people()),
        (Unit::Metres, false, 25.0, 2)
    );
    let (number, frame) = &run.frames()[1];
    assert_eq!((*number, frame.time, &frame.pedestrian), (11, 0.44, &vec![1, 2]));
    assert_eq!(frame.position, [Point::new(0.55, 1.0), Point::new(3.0, -1.0)]);
    // Other headers, tabs, empty lines, no unit.
    let other = "# description: x\n#framerate: 25.00\n\n# PersID\tFrame\tX\tY\tZ\n1\t98\t4.6\t1.8\t1.76\n";
    let other = plain("a.txt", other).unwrap();
    assert!(other.is_unit_assumed && other.trajectories.frames().len() == 1);
    // The order of the header counts. Further columns are left out.
    let marked = plain("a.txt", "# framerate: 25\n# id frame y/m x/m z/m markerID\n1 0 7 8 1.7 761\n").unwrap();
    assert_eq!(marked.trajectories.frames()[0].1.position[0], Point::new(8.0, 7.0));
    assert_eq!(marked.ignored, ["markerID"]);
}

#[test]
fn centimetres_become_metres_when_declared_or_said() {
    let declared = plain("a.txt", "# framerate: 16\n# id frame x/cm y/cm\n1 0 154 679\n1 1 153 670\n").unwrap();
    assert_eq!(declared.trajectories.frames()[0].1.position[0], Point::new(1.54, 6.79));
    let said = of("a.txt", "1 0 154 679 175\n1 1 153 670 175\n", &at(16.0, Some(Unit::Centimetres))).unwrap();
    assert_eq!(said.trajectories.frames()[0].1.position, declared.trajectories.frames()[0].1.position);
    assert_eq!(said.trajectories.frames()[0].1.height, [1.75]);
}

#[test]
fn comma_separated_values_are_read_by_their_header() {
    let frames = of("a.csv", "frame,id,y,x\n3,1,0.5,9\n4,1,0.5,9.1\n", &at(10.0, None)).unwrap();
    assert_eq!(frames.trajectories.frames()[1].1.position[0], Point::new(9.1, 0.5));
    // The frame rate follows from the times.
    let times = plain("a.csv", "t;id;x [m];y [m];mood\n0.3;1;9;0.5;1\n0.4;1;9.1;0.5;1\n0.6;1;9.2;0.5;1\n").unwrap();
    assert_eq!(times.trajectories.frame_rate(), 10.0);
    assert_eq!(times.trajectories.frames().iter().map(|f| f.0).collect::<Vec<_>>(), [3, 4, 6]);
    assert_eq!(times.ignored, ["mood"]);
}

#[test]
fn packed_files_are_unpacked() {
    let path = folder("imports-packed").join("a.txt.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(SMALL.as_bytes()).unwrap();
    std::fs::write(&path, packed.finish().unwrap()).unwrap();
    assert_eq!(read(&path, &ImportOptions::default()).unwrap(), plain("a.txt", SMALL).unwrap());
}

#[test]
fn every_fault_is_said_with_its_line_and_what_to_do() {
    let head = "# framerate: 25\n";
    for (name, rows, what) in [
        ("a.txt", "", "a.txt: holds no trajectories\n  help: "),
        ("a.txt", "1 0 NaN 2\n", "a.txt: line 2: x \"NaN\" is not a finite number\n  help: "),
        ("a.txt", "1 0 1 2\n1 1 inf 2\n", "a.txt: line 3: x \"inf\" is not a finite number\n  help: "),
        ("a.txt", "1 0 1\n", "a.txt: line 2: has 3 fields, not 4\n  help: "),
        (
            "a.txt",
            "1 5 1 2\n1 4 1 2\n",
            "a.txt: line 3: frames are out of order: pedestrian 1 was in 5 before 4\n  help: ",
        ),
        ("a.txt", "1 5 1 2\n1 5 1 2\n", "a.txt: line 3: pedestrian 1 is in frame 5 twice\n  help: "),
        ("a.txt", "1.5 5 1 2\n", "a.txt: line 2: id 1.5 is no whole number"),
        ("a.txt", "1 -5 1 2\n", "a.txt: line 2: frame -5 is no whole number"),
        ("a.txt", "1 0.5 1 2\n", "a.txt: line 2: frame 0.5 is no whole number"),
        ("a.txt", "1 0 1e12 2\n", "a.txt: line 2: (1000000000000, 2) is not on any place"),
        ("a.txt", "# id frame x/m y/cm\n1 0 1 2\n", "a.txt: line 2: units are mixed: x has m, y has cm\n  help: "),
        (
            "a.txt",
            "1 0 150 20\n1 1 155 20\n1 2 160 20\n",
            "a.txt: line 3: pedestrian 1 moves at 125 m/s when coordinates are in m\n  help: say the right unit, e.g. --unit cm",
        ),
        (
            "a.txt",
            "# id frame x/m y/m\n1 0 1.5 2\n1 1 1.6 2\n1 2 170 200\n",
            "a.txt: line 5: units are mixed: pedestrian 1 jumps at ",
        ),
        ("a.txt", "# framerate: fast\n1 0 1 2\n", "a.txt: line 2: frame rate \"fast\" is no number\n  help: "),
        (
            "a.csv",
            "id,frame,pos,y\n1,0,1,2\n",
            "a.csv: line 2: there is no column x among \"id\", \"frame\", \"pos\", \"y\"\n  help: ",
        ),
        ("a.csv", "", "a.csv: holds no trajectories\n  help: "),
        (
            "a.csv",
            "id,t,x,y\n1,0,1,2\n1,0.1,1,2\n1,0.25,1,2\n",
            "a.csv: line 5: t 0.25 lies between two frames at 10 frames/s\n  help: ",
        ),
    ] {
        let error = plain(name, &format!("{head}{rows}")).unwrap_err();
        assert!(error.starts_with(what), "{rows:?}: {error}");
    }
    assert!(plain("a.txt", "1 0 1 2\n").unwrap_err().starts_with("a.txt: does not say its frame rate\n  help: "));
    let mixed = of("a.txt", SMALL, &at(25.0, Some(Unit::Centimetres))).unwrap_err();
    assert!(mixed.starts_with("a.txt: units are mixed: the file says m, --unit says cm\n  help: "), "{mixed}");
    assert!(of("a.txt", SMALL, &at(16.0, None)).unwrap_err().contains("says 25 frames/s, but 16 were given"));
    // Twelve people stand in a row of 12 m, but the file says centimetres.
    let row: String = (0..12).map(|i| format!("{i} 0 {i} 0\n")).collect();
    let error = of("a.txt", &row, &at(25.0, Some(Unit::Centimetres))).unwrap_err();
    assert!(
        error.starts_with("a.txt: frame 0: 12 people stand on 0.31 m × 0.20 m when coordinates are in cm\n  help: "),
        "{error}"
    );
    let binary = read_bytes(Path::new("a.bin"), &[1, 0, 2], &ImportOptions::default()).unwrap_err().to_string();
    assert!(binary.contains("neither text nor"), "{binary}");
}

/// Two people are recorded, exported in every format and read back.
#[test]
fn what_is_exported_is_read_back() {
    let folder = folder("imports-exports");
    let mut writer = Writer::create(&folder.join("recording"), &about()).unwrap();
    for step in [2_u64, 4, 6] {
        let x = step as f64 * 0.05;
        let frame = Frame {
            step,
            time: step as f64 * 0.05,
            pedestrian: vec![0, 7],
            position: vec![Point::new(x, 1.0), Point::new(3.0, 2.0 - x)],
            height: vec![0.0; 2],
            floor: vec![0; 2],
            status: vec![Status::Walking as u8; 2],
            destination: vec![NOWHERE; 2],
        };
        writer.frame(&frame).unwrap();
        writer.step(step, frame.time, step, 2).unwrap();
    }
    writer.finish("{}").unwrap();
    let recording = Recording::open(&folder.join("recording")).unwrap();
    let wkt = "POLYGON ((-5 0, 5 0, 5 4, -5 4, -5 0))".to_owned();
    let bounds = Bounds { min: Point::new(-5.0, 0.0), max: Point::new(5.0, 4.0) };
    let options = ExportOptions { floor: None, geometry: Some(Geometry { wkt: wkt.clone(), bounds }) };
    for export in &EXPORTS {
        let path = folder.join(format!("{}.{}", export.name, export.ending));
        (export.write)(&recording, &path, &options).unwrap();
        let imported = read(&path, &ImportOptions::default()).unwrap();
        assert_eq!(imported.geometry, (export.ending == "sqlite").then(|| wkt.clone()), "{}", export.name);
        let run = &imported.trajectories;
        assert_eq!(run.frame_rate(), recording.about().frame_rate());
        let rows = |frame: &Frame| (frame.pedestrian.clone(), frame.position.clone());
        let ours: Vec<_> = recording
            .frames()
            .map(|f| f.unwrap())
            .map(|f| (recording.about().frame_number(f.step), rows(&f)))
            .collect();
        assert_eq!(run.frames().iter().map(|(n, f)| (*n, rows(f))).collect::<Vec<_>>(), ours, "{}", export.name);
    }
}

#[test]
fn a_database_that_is_not_of_jupedsim_is_refused() {
    let path = folder("imports-sqlite").join("a.sqlite");
    let sql = |batch: &str| {
        let _ = std::fs::remove_file(&path);
        rusqlite::Connection::open(&path).unwrap().execute_batch(batch).unwrap();
        read(&path, &ImportOptions::default()).unwrap_err().to_string()
    };
    assert!(sql("CREATE TABLE a (b)").contains("table trajectory_data: is missing\n  help: "));
    // This view never ends.
    let endless = "CREATE TABLE metadata (key, value); CREATE VIEW trajectory_data AS
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n) SELECT i AS id, 0 AS frame, 0 AS pos_x, 0 AS pos_y FROM n";
    assert!(sql(endless).contains("table trajectory_data: is missing"));
    let tables = "CREATE TABLE metadata (key, value); CREATE TABLE trajectory_data (frame, id, pos_x, pos_y);";
    assert!(sql(tables).contains("table metadata: version \"\" is not known\n  help: "));
    let version = format!("{tables} INSERT INTO metadata VALUES ('version', '3'), ('fps', '10');");
    assert!(sql(&version).contains("holds no trajectories"));
    assert!(
        sql(&format!("{version} INSERT INTO trajectory_data VALUES (0, 1, 'east', 2)"))
            .contains("row 1: column 3 is no number")
    );
    std::fs::write(&path, b"SQLite format 3\0 and nothing more").unwrap();
    let error = read(&path, &ImportOptions::default()).unwrap_err().to_string();
    assert!(error.contains("cannot be read") || error.contains("is missing"), "{error}");
}

/// SQLite reads databases from files only, so the test damages files.
#[test]
fn damaged_databases_of_jupedsim_are_read_or_refused() {
    let path = folder("imports-garbage").join("garbage.sqlite");
    let tables = "CREATE TABLE metadata (key TEXT, value TEXT); CREATE TABLE geometry (hash INTEGER, wkt TEXT);
        CREATE TABLE trajectory_data (frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL);
        INSERT INTO metadata VALUES ('version', '3'), ('fps', '10');
        INSERT INTO geometry VALUES (1, 'POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))');
        INSERT INTO trajectory_data VALUES (0, 1, 0.5, 1.0), (1, 1, 0.6, 1.0), (1, 2, 3.0, 2.0);";
    rusqlite::Connection::open(&path).and_then(|db| db.execute_batch(tables)).expect("a sample is written");
    assert_eq!(read(&path, &ImportOptions::default()).expect("the sample is read").trajectories.people(), 2);
    let sample = std::fs::read(&path).expect("the sample is there");
    let draws = Draws::new(17);
    for case in 0..300 {
        let mut bytes = sample.clone();
        for hit in 0..1 + case % 6 {
            // Most of a small database is empty, so the test damages its head and the heads of its pages more often.
            let page = (draws.bits(case, hit, 0) % 4) as usize * 4096;
            let at = (page + (draws.unit(case, hit, 1) * 120.0) as usize).min(bytes.len() - 1);
            let anywhere = (draws.unit(case, hit, 2) * bytes.len() as f64) as usize;
            bytes[if hit % 2 == 0 { at } else { anywhere }] = draws.bits(case, hit, 3) as u8;
        }
        std::fs::write(&path, &bytes).expect("the case is written");
        if let Err(error) = read(&path, &ImportOptions::default()) {
            assert!(!error.what.is_empty(), "an error without words");
        }
    }
}

/// Returns the path of a real file, when the data folder is there.
fn real(name: &str) -> Option<PathBuf> {
    populace_harness::data(&format!("trajectories/{name}"))
}

fn mean_speed(imported: &Imported, step: u64) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    let mut take = |moment: &Moment| {
        for speed in (0..moment.frame.len()).filter_map(|row| moment.speed(row)) {
            sum += speed;
            count += 1.0;
        }
    };
    let mut timeline = Timeline::new(imported.trajectories.frame_rate(), step);
    imported.trajectories.frames().iter().for_each(|(number, frame)| timeline.frame(*number, frame, &mut take));
    timeline.finish(take);
    sum / count
}

/// The README of the data folder gives these figures. Velocities over 0.2 s to either side reproduce them.
#[test]
fn mean_speeds_of_real_trajectories_are_those_published() {
    for (name, speed) in [
        ("unidirectional/traj_UNI_CORR_500_01.txt", 1.46),
        ("single_file/croma_female_04_1.txt.gz", 1.04),
        ("single_file/croma_female_08_1.txt.gz", 0.98),
        ("single_file/croma_female_16_1.txt.gz", 0.66),
        ("single_file/croma_female_20_2.txt.gz", 0.41),
        ("single_file/croma_female_24_1.txt.gz", 0.35),
    ] {
        let Some(path) = real(name) else { return };
        let imported = read(&path, &ImportOptions::default()).unwrap();
        let found = mean_speed(&imported, 5);
        assert!((found - speed).abs() < 0.005, "{name}: {found}");
    }
}

/// Files of the Hermes experiments are in centimetres and do not say so.
#[test]
fn real_centimetres_taken_for_metres_are_refused() {
    let Some(path) = real("hermes/uo-300-300-300.txt.gz") else { return };
    let error = read(&path, &at(16.0, None)).unwrap_err().to_string();
    assert!(error.contains("line 2: pedestrian 1 moves at 186 m/s when coordinates are in m\n  help: "), "{error}");
    let imported = read(&path, &at(16.0, Some(Unit::Centimetres))).unwrap();
    assert_eq!(imported.trajectories.people(), 349);
    assert!(imported.trajectories.bounds().size().y < 16.0, "a corridor of 8 m and what is before and behind it");
}
