//! Shows what is no run of this program: a place without people, and the trajectories of an experiment or of another program.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use populace_geom::Bounds;
use populace_ingest::entries::ImportEntry;
use populace_record::Names;
use populace_record::import::{Imported, read};
use populace_scenario::written::ScenarioFile;
use populace_scenario::{Prover, Registry, Scenario};
use populace_serve::Audience;
use populace_serve::protocol::{Population, Welcome};
use populace_sim::{Setup, Timing};
use populace_traj::{Event, EventKind, Frame, NOBODY};

use super::open::{Projection, next_run, spawn};
use super::reel::{Reel, Screen};
use super::shown::Shown;
use super::words::Introduction;
use crate::failure::Failure;
use crate::measure::SourceOptions;

/// The ground around trajectories whose place is not known, m.
const MARGIN: f64 = 1.0;

/// Shows a place in which nobody is.
pub fn place(file: &Path) -> Result<Shown, Failure> {
    let scenario = nobody_in(file, &Ground::File(file))?;
    let setup = scenario.setup(None);
    let Projection { screen, mut reel } = Projection::new(&scenario, &setup, Names::default(), 1)?;
    reel.nobody()?;
    screen.tell(|head| head.ended = "a place".into());
    Ok(shown(scenario, &setup, screen, file, 0.0))
}

/// Plays trajectories in the place that the user names, else in that of the file, else on a rectangle around them.
pub fn trajectories(file: &Path, options: &SourceOptions) -> Result<Shown, Failure> {
    let imported = read(file, &options.import)?;
    let around = || rectangle(imported.trajectories.bounds());
    let ground = match &options.place {
        Some(place) => Ground::File(place),
        None => Ground::Text(imported.geometry.clone().unwrap_or_else(around)),
    };
    let scenario = nobody_in(file, &ground)?;
    if scenario.environment().floors().len() != 1 {
        let count = scenario.environment().floors().len();
        return Err(Failure::new(format!("the place has {count} floors, trajectories are on one"))
            .hint("give a place of the one floor on which they were walked"));
    }
    let dt = 1.0 / imported.trajectories.frame_rate();
    let given = scenario.setup(None);
    let setup = Setup { timing: Timing { dt, ..given.timing }, ..given };
    let Projection { screen, mut reel } = Projection::new(&scenario, &setup, Names::default(), 1)?;
    let numbers = imported.trajectories.frames();
    let seconds = numbers.first().zip(numbers.last()).map_or(0.0, |(first, last)| (last.0 - first.0) as f64 * dt);
    let shown = shown(scenario, &setup, screen.clone(), file, seconds);
    let play = move || {
        let outcome = wind(&imported, &mut reel, &screen);
        let ended = outcome.map_or_else(|e| e.to_string(), |()| "end of the trajectories".into());
        screen.tell(|head| (head.running, head.ended) = (false, ended));
    };
    spawn("reader", play)?;
    Ok(shown)
}

/// The ground of a scenario: a file of any format, or well-known text.
enum Ground<'a> {
    File(&'a Path),
    Text(String),
}

/// Returns a scenario in which nobody comes, with the name of a file.
fn nobody_in(file: &Path, ground: &Ground<'_>) -> Result<Scenario, Failure> {
    const WKT: &str = "ground.wkt";
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let place: Option<ImportEntry> = Some(WKT.into());
    let written =
        ScenarioFile { name: Some(name), place, until: 1.0, until_empty: Some(false), ..ScenarioFile::default() };
    let text = written.to_text()?;
    let path = file.with_extension("scenario.toml");
    let prover = Prover::new(Registry::built_in()).without_people();
    Ok(match ground {
        Ground::File(place) => prover.from_text(text.as_bytes(), &path, Some(place))?,
        Ground::Text(wkt) => {
            let files = [("shown.scenario.toml", text), (WKT, wkt.clone())];
            prover.from_sources(&files.map(|(name, text)| (name.to_owned(), text.into_bytes())))?
        }
    })
}

/// Writes a rectangle around trajectories as well-known text.
fn rectangle(bounds: Bounds) -> String {
    let Bounds { min, max } = bounds.expanded(MARGIN);
    let [w, s, e, n] = [min.x, min.y, max.x, max.y];
    format!("POLYGON (({w} {s}, {e} {s}, {e} {n}, {w} {n}, {w} {s}))")
}

/// Returns what is shown; `until` is the time of the last frame, s.
fn shown(scenario: Scenario, setup: &Setup, screen: Arc<Screen>, file: &Path, until: f64) -> Shown {
    let recording = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let introduction = Introduction { scenario: &scenario, setup, run: next_run(), live: false, recording, until };
    let mut welcome: Welcome = introduction.welcome();
    welcome.frame_seconds = setup.timing.dt;
    if until > 0.0 {
        welcome.populations.push(people());
    }
    Shown {
        past: None,
        scenario: Arc::new(scenario),
        welcome: Mutex::new(welcome),
        screen,
        audience: Audience::default(),
        engine: None,
    }
}

/// Returns the population of people of whom nothing but their positions is known.
fn people() -> Population {
    let unknown = String::new;
    Population {
        name: "people".into(),
        model: "walked".into(),
        kind: unknown(),
        profile: unknown(),
        journey: Vec::new(),
        parameters: Vec::new(),
    }
}

/// Puts trajectories on the tape. The first frame has the number 0.
fn wind(imported: &Imported, reel: &mut Reel, screen: &Screen) -> Result<(), Failure> {
    screen.tell(|head| head.running = true);
    let frames = imported.trajectories.frames();
    let start = frames.first().map_or(0, |(number, _)| *number);
    let mut last_of: BTreeMap<u32, u64> = BTreeMap::new();
    for (number, frame) in frames {
        last_of.extend(frame.pedestrian.iter().map(|&pedestrian| (pedestrian, number - start)));
    }
    let mut seen: BTreeMap<u32, ()> = BTreeMap::new();
    for (number, frame) in frames {
        let step = number - start;
        while reel.next_step() < step {
            reel.nobody()?;
        }
        let event = |pedestrian, kind, step, subject| Event { step, pedestrian, kind, subject };
        for &pedestrian in &frame.pedestrian {
            if seen.insert(pedestrian, ()).is_none() {
                reel.events(&[event(pedestrian, EventKind::Entered, step.saturating_sub(1), 0)]);
            }
        }
        reel.frame(&Frame { step, time: step as f64 / imported.trajectories.frame_rate(), ..frame.clone() })?;
        for &pedestrian in &frame.pedestrian {
            if last_of.get(&pedestrian) == Some(&step) {
                reel.events(&[event(pedestrian, EventKind::Left, step, NOBODY)]);
            }
        }
        screen.tell(|_| {});
    }
    reel.end(reel.next_step().saturating_sub(1));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use populace_serve::Show;

    /// Both used to be refused, because nobody comes.
    #[test]
    fn a_place_and_trajectories_are_shown_without_a_population() {
        let folder = std::env::temp_dir().join(format!("populace-foreign-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room");
        let room = folder.join("room.wkt");
        std::fs::write(&room, "POLYGON ((0 0, 10 0, 10 8, 0 8, 0 0))").expect("there is room");
        let shown = place(&room).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!((shown.welcome().name.as_str(), shown.tape().frames()), ("room.wkt", 1));
        let walked = folder.join("walked.txt");
        let rows = (0..20).flat_map(|frame| (1..3).map(move |id| format!("{id}\t{frame}\t{}.0\t{id}\t0\n", frame)));
        let text = "# framerate: 10\n# id\tframe\tx/m\ty/m\tz/m\n".to_owned() + &rows.collect::<String>();
        std::fs::write(&walked, text).expect("there is room");
        let shown = trajectories(&walked, &SourceOptions::default()).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(shown.place(0).floors.len(), 1);
        assert!(shown.place(0).width > 19.0, "{} m", shown.place(0).width);
        std::fs::remove_dir_all(&folder).expect("it is there");
    }
}
