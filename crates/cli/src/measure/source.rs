//! The source of frames: a recording, or the trajectories of an experiment or of another program. It also knows the ground on which
//! people walk.

use std::path::{Path, PathBuf};

use populace_env::{BuildOptions, Environment, FloorId, Place, build};
use populace_geom::Bounds;
use populace_ingest::{Options, Source as PlaceSource};
use populace_record::Recording;
use populace_record::import::{ImportOptions, Imported, read};
use populace_scenario::Measured;
use populace_traj::{Event, Frame, Ground};

use super::Named;
use crate::failure::Failure;
use populace_run::{Grounds, Job};

/// The words of the user about a source.
#[derive(Debug, Clone, Default)]
pub struct SourceOptions {
    pub import: ImportOptions,
    /// The place in which real trajectories were walked.
    pub place: Option<PathBuf>,
}

/// Frames with the place they are in.
pub struct Source {
    path: PathBuf,
    frames: Frames,
    /// The walkable ground of each floor; empty when the place is not known.
    grounds: Vec<Option<Ground>>,
    /// Names of the floors.
    pub floors: Vec<String>,
    /// The areas and lines that the scenario of a recording measures, then the areas of the place.
    pub named: Vec<Named>,
    /// The number of entries of `named` that the scenario measures.
    pub measured: usize,
}

enum Frames {
    Recorded(Box<Recording>),
    Imported(Box<Imported>),
}

impl Source {
    /// Opens a recording or reads a file.
    pub fn open(path: &Path, options: &SourceOptions) -> Result<Self, Failure> {
        if path.is_dir() {
            if options.place.is_some() || options.import != ImportOptions::default() {
                let what = format!("{}: is a recording, which has its place, unit and frame rate", path.display());
                return Err(Failure::new(what).hint("leave out --place, --unit and --frame-rate"));
            }
            return Self::of_recording(path);
        }
        let imported = read(path, &options.import)?;
        let place = match (&options.place, &imported.geometry) {
            (Some(place), _) => Some((populace_ingest::read(place, &Options::default())?, place.clone())),
            (None, Some(wkt)) => {
                let name = path.with_extension("wkt");
                let source = PlaceSource { path: &name, bytes: wkt.as_bytes() };
                let options = Options { format: Some("wkt".into()), ..Options::default() };
                Some((populace_ingest::read_source(&source, &options)?, path.to_owned()))
            }
            (None, None) => None,
        };
        let mut source = Source {
            path: path.to_owned(),
            frames: Frames::Imported(Box::new(imported)),
            grounds: Vec::new(),
            floors: vec!["ground".into()],
            named: Vec::new(),
            measured: 0,
        };
        if let Some((place, path)) = place {
            source.stand_on(&path, &place)?;
        }
        Ok(source)
    }

    fn of_recording(path: &Path) -> Result<Self, Failure> {
        let recording = Recording::open(path)?;
        let Job { scenario, .. } = Job::of_recording(&recording)?;
        let env = scenario.environment();
        let mut named: Vec<Named> = Vec::new();
        for measure in scenario.measures() {
            match measure.of {
                // All people are measured in any case.
                Measured::Everyone => {}
                Measured::Area(area) => {
                    named.extend(Named::of_area(&env.areas()[area]).map(|one| one.called(&measure.name)));
                }
                Measured::Line(floor, line) => {
                    named.push(Named::of_line(&measure.name, line, u16::try_from(floor.index()).ok()));
                }
            }
        }
        let measured = named.len();
        named.extend(env.areas().iter().filter_map(Named::of_area));
        Ok(Source {
            path: path.to_owned(),
            floors: recording.about().names.floors.clone(),
            frames: Frames::Recorded(Box::new(recording)),
            grounds: grounds(env),
            named,
            measured,
        })
    }

    /// Puts real trajectories onto the ground of a place. They have no floors, so the place must have exactly one.
    fn stand_on(&mut self, path: &Path, place: &Place) -> Result<(), Failure> {
        if place.floors.len() != 1 {
            return Err(Failure::new(format!(
                "{}: has {} floors, trajectories are on one",
                path.display(),
                place.floors.len()
            ))
            .hint("give a place of the one floor on which they were walked"));
        }
        let built = build(place, &BuildOptions::default()).map_err(|e| Failure::of_build(path, &e))?;
        self.grounds = grounds(&built.environment);
        self.named = built.environment.areas().iter().filter_map(Named::of_area).collect();
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
    /// Returns the frames per second.
    pub fn frame_rate(&self) -> f64 {
        match &self.frames {
            Frames::Recorded(recording) => recording.about().frame_rate(),
            Frames::Imported(imported) => imported.trajectories.frame_rate(),
        }
    }
    /// Returns the ground of a floor, or of the only floor when none is named.
    pub fn ground(&self, floor: Option<u16>) -> Option<&Ground> {
        match (floor, &self.grounds[..]) {
            (Some(floor), grounds) => grounds.get(usize::from(floor))?.as_ref(),
            (None, [one]) => one.as_ref(),
            (None, _) => None,
        }
    }
    /// Returns the box around the place, or around all trajectories when the place is not known.
    pub fn bounds(&self) -> Bounds {
        match &self.frames {
            Frames::Imported(imported) if self.grounds.is_empty() => imported.trajectories.bounds(),
            _ => self.grounds.iter().flatten().fold(Bounds::EMPTY, |all, ground| all.union(ground.bounds())),
        }
    }
    /// Returns whether the place is known.
    pub fn has_place(&self) -> bool {
        !self.grounds.is_empty()
    }
    /// Returns notes on how the file was read.
    pub fn notes(&self) -> Vec<String> {
        let Frames::Imported(imported) = &self.frames else { return Vec::new() };
        let mut notes = Vec::new();
        if imported.is_unit_assumed {
            notes.push("the file says no unit: metres are assumed; say it with --unit".into());
        }
        if !imported.ignored.is_empty() {
            notes.push(format!("columns left out: {}", imported.ignored.join(", ")));
        }
        if let Some(ground) = self.ground(None) {
            let positions = imported.trajectories.frames().iter().flat_map(|(_, frame)| &frame.position);
            let outside = positions.filter(|p| !ground.contains(**p)).count();
            if outside > 0 {
                notes.push(format!("{outside} positions lie outside of the place: they have no Voronoi cell"));
            }
        }
        notes
    }

    /// Returns the time of a step of the simulation, s; 0 for real trajectories, which have no events.
    pub fn step_time(&self) -> f64 {
        match &self.frames {
            Frames::Recorded(recording) => recording.about().dt,
            Frames::Imported(_) => 0.0,
        }
    }
    /// Returns whether this is a recording, and not real trajectories.
    pub fn is_recording(&self) -> bool {
        matches!(self.frames, Frames::Recorded(_))
    }

    /// Hands over every frame in order, empty frames, too. For a recording, these are the frames that its run measured.
    pub fn each(&self, mut take: impl FnMut(u64, &Frame)) -> Result<(), Failure> {
        match &self.frames {
            Frames::Imported(imported) => {
                let (frames, rate) = (imported.trajectories.frames(), self.frame_rate());
                let time = |number: u64| number as f64 / rate;
                let mut filled = Filled { next: frames.first().map_or(0, |first| first.0), time, take: &mut take };
                frames.iter().for_each(|(number, frame)| filled.frame(*number, frame));
            }
            Frames::Recorded(recording) => {
                let about = recording.about();
                let time = |number: u64| about.time(number * u64::from(about.frame_every));
                // Frames in which nobody is inside are not recorded.
                let mut filled = Filled { next: 0, time, take: &mut take };
                for frame in recording.frames() {
                    let frame = frame?;
                    filled.frame(about.frame_number(frame.step), &frame);
                }
                let mut last = None;
                for step in recording.steps() {
                    last = Some(step?.step);
                }
                if let Some(last) = last {
                    filled.until(about.frame_number(last) + 1);
                }
            }
        }
        Ok(())
    }

    /// Hands over every event of a recording in order, with its time, s.
    pub fn each_event(&self, mut take: impl FnMut(f64, &Event)) -> Result<(), Failure> {
        let Frames::Recorded(recording) = &self.frames else { return Ok(()) };
        for event in recording.events() {
            let event = event?;
            take(recording.about().time(event.step), &event);
        }
        Ok(())
    }
}

/// Frames with the empty frames between them.
struct Filled<'a, T: Fn(u64) -> f64> {
    /// The number of the next frame.
    next: u64,
    /// The time of a frame, s.
    time: T,
    take: &'a mut dyn FnMut(u64, &Frame),
}

impl<T: Fn(u64) -> f64> Filled<'_, T> {
    fn frame(&mut self, number: u64, frame: &Frame) {
        self.until(number);
        (self.take)(number, frame);
        self.next = number + 1;
    }
    /// Hands over the empty frames before a number.
    fn until(&mut self, number: u64) {
        for empty in self.next..number {
            (self.take)(empty, &Frame { time: (self.time)(empty), ..Frame::default() });
        }
        self.next = self.next.max(number);
    }
}

/// Returns the walkable ground of each floor.
fn grounds(env: &Environment) -> Vec<Option<Ground>> {
    let mut grounds = Grounds::of(env);
    (0..env.floors().len()).map(|floor| grounds.ground(FloorId::new(floor)).cloned()).collect()
}
