//! Reads the trajectories of real people, and measures them by the measures of this project.

use std::path::Path;

use populace_geom::{Point, Segment};
use populace_record::import::{ImportOptions, Unit, read};
use populace_traj::{Found, Ground, MeasurementArea, Moment, Settings, Subject, Timeline, Trajectories, measure_of};

use super::{Measured, People, present};
use crate::cases::Ring;

/// A file of trajectories, and where its people walked.
struct Run {
    file: &'static str,
    options: ImportOptions,
    /// The name of its points.
    name: &'static str,
    /// The corridor, m: low and high x, low and high y.
    corridor: [f64; 4],
}

/// Runs of Hermes say neither unit nor frame rate.
const HERMES: ImportOptions = ImportOptions { frame_rate: Some(16.0), unit: Some(Unit::Centimetres) };
/// The other runs say their frame rate, and most of them their unit.
const METRES: ImportOptions = ImportOptions { frame_rate: None, unit: Some(Unit::Metres) };

const fn hermes(file: &'static str, name: &'static str, width: f64) -> Run {
    Run { file, options: HERMES, name, corridor: [0.0, width, -4.0, 4.0] }
}

const ONE_WAY: &str = "people, trajectories in corridors";

/// Runs in one direction (Zhang et al. 2011, doi:10.1088/1742-5468/2011/06/P06004).
const CORRIDORS: [Run; 6] = [
    hermes("trajectories/hermes/uo-050-180-180.txt.gz", ONE_WAY, 1.8),
    hermes("trajectories/hermes/uo-100-180-180.txt.gz", ONE_WAY, 1.8),
    hermes("trajectories/hermes/uo-180-180-180.txt.gz", ONE_WAY, 1.8),
    hermes("trajectories/hermes/uo-240-240-240.txt.gz", ONE_WAY, 2.4),
    hermes("trajectories/hermes/uo-300-300-300.txt.gz", ONE_WAY, 3.0),
    Run {
        file: "trajectories/unidirectional/traj_UNI_CORR_500_01.txt",
        options: METRES,
        name: ONE_WAY,
        corridor: [-6.0, 5.0, 0.0, 5.0],
    },
];

/// Runs in both directions (Zhang et al. 2012, doi:10.1088/1742-5468/2012/02/P02002).
const LANES: [Run; 4] = [
    hermes("trajectories/hermes/bo-360-050-050.txt.gz", "people, bo-360-050-050", 3.6),
    hermes("trajectories/hermes/bo-360-120-120.txt.gz", "people, bo-360-120-120", 3.6),
    hermes("trajectories/hermes/bot-360-075-075.txt.gz", "people, bot-360-075-075", 3.6),
    hermes("trajectories/hermes/bot-360-160-160.txt.gz", "people, bot-360-160-160", 3.6),
];

/// Runs in single file (doi:10.34735/ped.2021.5).
const OVAL: [&str; 5] = [
    "trajectories/single_file/croma_female_04_1.txt.gz",
    "trajectories/single_file/croma_female_08_1.txt.gz",
    "trajectories/single_file/croma_female_16_1.txt.gz",
    "trajectories/single_file/croma_female_20_2.txt.gz",
    "trajectories/single_file/croma_female_24_1.txt.gz",
];
/// Their oval: 14.97 m round. Its straights run along y, and its centre is not the origin.
const OVAL_RING: Ring = Ring { straight: 2.3, radius: 1.65, width: 0.8 };
const OVAL_CENTRE: Point = Point::new(-2.98, 3.0);

/// Runs through an opening of 0.5 m (doi:10.34735/ped.2018.1).
const BOTTLENECK: [&str; 2] = ["trajectories/bottleneck/040_c_56_h-.txt", "trajectories/bottleneck/030_c_56_h0.txt"];
const BOTTLENECK_WIDTH: f64 = 0.5;

/// Velocities are taken over this time to either side, s, as those of the models are.
const HALF_STEP: f64 = 0.5;
/// A point of a fundamental diagram is a mean over this time, s.
const POINT: f64 = 3.0;
/// A point of a curve of order is a mean over this time, s.
const ORDER_POINT: f64 = 2.0;
/// Half the length of the part of a corridor that is looked at, m.
const HALF: f64 = 2.0;
/// Order is drawn for this time after two streams have met, s, as that of the models is.
const ORDER_UNTIL: f64 = 45.0;

/// Returns density and speed in the middle of corridors.
pub(super) fn corridors(folder: Option<&Path>) -> People {
    let mut people = People::default();
    for run in &CORRIDORS {
        measured(folder, run.file, &run.options, &mut people, |people, trajectories| {
            let rows = series(trajectories, run, ("fundamental-diagram", "fundamental_diagram"), POINT);
            people.add(run.name, rows.iter().map(|row| (row[1], row[2])).collect());
        });
    }
    people
}

/// Returns the lane order over time.
pub(super) fn lanes(folder: Option<&Path>) -> People {
    let mut people = People::default();
    for run in &LANES {
        measured(folder, run.file, &run.options, &mut people, |people, trajectories| {
            let Some(met) = meeting(trajectories, run) else { return };
            let rows = series(trajectories, run, ("lanes", "lane_order"), ORDER_POINT);
            let since = rows.iter().map(|row| (row[0] - met, row[1]));
            people.add(run.name, since.filter(|row| (0.0..=ORDER_UNTIL).contains(&row.0)).collect());
        });
    }
    people
}

/// Returns density and speed of people on the straights of an oval.
pub(super) fn oval(folder: Option<&Path>) -> People {
    let mut people = People::default();
    for file in OVAL {
        measured(folder, file, &METRES, &mut people, |people, trajectories| {
            people.add("people, trajectories on an oval", in_file(trajectories));
        });
    }
    people
}

/// Returns the mean flow through a bottleneck, by run.
pub(super) fn bottleneck(folder: Option<&Path>) -> People {
    let mut people = People::default();
    for file in BOTTLENECK {
        measured(folder, file, &METRES, &mut people, |people, trajectories| {
            // Heads lean out beside the opening.
            let line = Segment::new(Point::new(-0.6, 0.0), Point::new(0.6, 0.0));
            let subject = Subject { line: Some((line, None)), ..subject(trajectories) };
            let flow = found(trajectories, "flow", "flow_mean", subject);
            let Some(Found::Figure(Some(flow))) = flow else { return };
            people.add("people, trajectories at 0.5 m", vec![(BOTTLENECK_WIDTH, flow)]);
        });
    }
    people
}

/// Reads a file and measures it. A file that is not there is left out; a file that cannot be read gives a note.
fn measured(
    folder: Option<&Path>,
    file: &str,
    options: &ImportOptions,
    people: &mut People,
    measure: impl FnOnce(&mut People, &Trajectories),
) {
    let Some(path) = present(folder, file) else { return };
    match read(&path, options) {
        Ok(imported) => measure(people, &imported.trajectories),
        Err(e) => people.notes.push(format!("{file}: {}", e.what)),
    }
}

/// Hands over every moment.
fn moments(trajectories: &Trajectories, mut take: impl FnMut(&Moment)) {
    let mut timeline = Timeline::new(trajectories.frame_rate(), frames(trajectories, HALF_STEP));
    for (number, frame) in trajectories.frames() {
        timeline.frame(*number, frame, &mut take);
    }
    timeline.finish(take);
}

/// Returns how many frames are in a time.
fn frames(trajectories: &Trajectories, seconds: f64) -> u64 {
    (trajectories.frame_rate() * seconds).round().max(1.0) as u64
}

fn subject(trajectories: &Trajectories) -> Subject {
    Subject { frame_rate: trajectories.frame_rate(), ..Subject::default() }
}

/// Returns what a measure of [`populace_traj::MEASURES`] finds.
fn found(trajectories: &Trajectories, measure: &str, finding: &str, subject: Subject) -> Option<Found> {
    let mut measure = (measure_of(measure)?.begin)(&subject)?;
    moments(trajectories, |moment| measure.moment(moment));
    measure.findings().into_iter().find(|found| found.name == finding).map(|found| found.value)
}

/// Returns the rows of a series in the middle of a corridor, each a mean over a time, s.
fn series(trajectories: &Trajectories, run: &Run, (measure, finding): (&str, &str), seconds: f64) -> Vec<Vec<f64>> {
    let [west, east, south, north] = run.corridor;
    let [interval, step] = [seconds, HALF_STEP].map(|time| frames(trajectories, time));
    let settings = Settings { interval, step, axis: axis(run), ..Settings::default() };
    let ground = Ground::new(&[rectangle(west, east, south, north)]);
    let subject = Subject { area: middle(run), ground, settings, ..subject(trajectories) };
    match found(trajectories, measure, finding, subject) {
        Some(Found::Series(_, rows)) => rows.into_iter().filter(|row| row.iter().all(|v| v.is_finite())).collect(),
        _ => Vec::new(),
    }
}

fn rectangle(west: f64, east: f64, south: f64, north: f64) -> Vec<Point> {
    [(west, south), (east, south), (east, north), (west, north)].map(|(x, y)| Point::new(x, y)).to_vec()
}

/// Returns the way of a corridor: its longer side.
fn axis(run: &Run) -> Option<Point> {
    let [west, east, south, north] = run.corridor;
    Some(if east - west > north - south { Point::new(1.0, 0.0) } else { Point::new(0.0, 1.0) })
}

/// Returns the part of a corridor that is looked at.
fn middle(run: &Run) -> Option<MeasurementArea> {
    let [west, east, south, north] = run.corridor;
    let (x, y) = (0.5 * (west + east), 0.5 * (south + north));
    let ring = if east - west > north - south {
        rectangle(x - HALF, x + HALF, south, north)
    } else {
        rectangle(west, east, y - HALF, y + HALF)
    };
    MeasurementArea::new(ring, None)
}

/// Returns when people of both ways are in the middle of a corridor for the first time, s.
fn meeting(trajectories: &Trajectories, run: &Run) -> Option<f64> {
    let (area, axis) = (middle(run)?, axis(run)?);
    let mut met = None;
    moments(trajectories, |moment| {
        let here = (0..moment.frame.len()).filter(|&row| area.bounds().contains(moment.frame.position[row]));
        let speeds = here.filter_map(|row| Some(moment.motion[row]?.velocity.dot(axis)));
        let (back, forth) = speeds.fold((false, false), |(back, forth), v| (back || v < 0.0, forth || v > 0.0));
        if back && forth && met.is_none() {
            met = Some(moment.frame.time);
        }
    });
    met
}

/// Returns density (1/m) and speed (m/s) on the straights of the oval, one point per [`POINT`]. The density of a pedestrian is 1 divided by half the distance
/// from the pedestrian behind to the pedestrian ahead: the Voronoi density of a line.
fn in_file(trajectories: &Trajectories) -> Vec<Measured> {
    let (mut points, mut sums) = (Vec::new(), (0.0, 0.0, 0.0));
    let mut window = None;
    moments(trajectories, |moment| {
        let now = moment.number / frames(trajectories, POINT);
        if window.replace(now).is_some_and(|before| before != now) {
            let (density, speed, count) = std::mem::take(&mut sums);
            if count > 0.0 {
                points.push((density / count, speed / count));
            }
        }
        let places = moment.frame.position.iter().map(|&p| {
            let from = p - OVAL_CENTRE;
            Point::new(from.y, -from.x)
        });
        let mut round: Vec<(f64, usize, bool)> = places
            .enumerate()
            .map(|(row, p)| (OVAL_RING.along(p), row, p.x.abs() <= OVAL_RING.straight / 2.0))
            .collect();
        round.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let count = round.len();
        for (i, &(_, row, is_on_straight)) in round.iter().enumerate() {
            let (behind, ahead) = (round[(i + count - 1) % count].0, round[(i + 1) % count].0);
            let way = (ahead - behind).rem_euclid(OVAL_RING.length());
            if let (true, true, true, Some(speed)) = (count > 2, is_on_straight, way > 0.0, moment.speed(row)) {
                sums = (sums.0 + 2.0 / way, sums.1 + speed, sums.2 + 1.0);
            }
        }
    });
    points
}

#[cfg(test)]
mod tests {
    use super::super::{DIAGRAMS, Data, density_and_speed};
    use super::*;

    /// Returns the data folder, where it has trajectories.
    fn real() -> Option<std::path::PathBuf> {
        populace_harness::data("trajectories").and_then(|path| path.parent().map(Path::to_owned))
    }

    #[test]
    fn the_flow_through_half_a_metre_is_the_published_one() {
        let Some(folder) = real() else { return };
        // README of the data: 1.148 and 1.171 per second over y = 0.
        let people = bottleneck(Some(&folder));
        let mut flows: Vec<f64> = people.points().iter().map(|p| p.1).collect();
        flows.sort_by(f64::total_cmp);
        assert_eq!((people.notes.len(), flows.len()), (0, 2));
        assert!((flows[0] - 1.148).abs() < 0.001 && (flows[1] - 1.171).abs() < 0.001, "{flows:?}");
    }

    #[test]
    fn in_single_file_density_is_people_over_length_and_speeds_are_the_published_ones() {
        let Some(folder) = real() else { return };
        // README of the data: mean speeds with 4, 8, 16, 20 and 24 people; the oval is 14.97 m round.
        let published = [(4.0, 1.04), (8.0, 0.98), (16.0, 0.66), (20.0, 0.41), (24.0, 0.35)];
        assert!((OVAL_RING.length() - 14.97).abs() < 0.01);
        for (file, (people, speed)) in OVAL.iter().zip(published) {
            let imported = read(&folder.join(file), &METRES).expect("a real file");
            let points = in_file(&imported.trajectories);
            let n = points.len() as f64;
            let mean = points.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / n, m.1 + p.1 / n));
            // People bunch, and 1/x is convex: the mean of local densities is a little above that of the whole.
            let whole = people / OVAL_RING.length();
            assert!(mean.0 > 0.97 * whole && mean.0 < 1.25 * whole, "{file}: {mean:?} {whole}");
            assert!((mean.1 - speed).abs() < 0.05, "{file}: {mean:?} {speed}");
        }
    }

    #[test]
    fn people_in_corridors_slow_down_with_density_and_part_into_lanes() {
        let Some(folder) = real() else { return };
        let people = corridors(Some(&folder));
        assert_eq!((people.notes.len(), people.sets.len()), (0, 1));
        let mean = |points: &[Measured], density: f64| {
            let near: Vec<f64> = points.iter().filter(|p| (p.0 - density).abs() < 0.25).map(|p| p.1).collect();
            near.iter().sum::<f64>() / near.len() as f64
        };
        // The published points of the same experiments (`empirical/fd_points.csv`, 3test_UO).
        let data = Data { folder: Some(folder.clone()), ..Data::default() };
        let published = data.table(DIAGRAMS, "", |row| density_and_speed(row, &["3test_UO"])).points();
        for density in [1.0, 1.5, 2.0] {
            let (here, there) = (mean(&people.points(), density), mean(&published, density));
            assert!((here - there).abs() < 0.1, "{density} /m²: {here} and {there} m/s");
        }
        let lanes = lanes(Some(&folder));
        assert_eq!((lanes.notes.len(), lanes.sets.len()), (0, 4));
        for (name, curve) in &lanes.sets {
            let late: Vec<f64> = curve.iter().filter(|p| p.0 >= 20.0).map(|p| p.1).collect();
            // Stable lanes are what these runs are published for.
            assert!(late.iter().sum::<f64>() / late.len() as f64 > 0.5, "{name}");
        }
    }
}
