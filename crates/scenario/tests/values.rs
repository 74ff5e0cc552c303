//! A scenario is a value: it can be built in code, written as text and read back, proven, run and recorded.

use std::path::{Path, PathBuf};

use populace_geom::Draws;
use populace_ingest::entries::{AreaEntry, FloorEntry, FloorPoint, LinkEntry, LinkWord, PlaceFile};
use populace_scenario::written::{
    AcquaintanceEntry, AddEntry, ArrivalEntry, BlockEntry, CircleEntry, EventEntry, MeasureEntry, PerceptionEntry,
    PopulationEntry, ScenarioFile, SendEntry, SetEntry, StageEntry,
};
use populace_scenario::{PlaceSource, Registry, Scenario, ScenarioError, Several, Spread};
use populace_sim::Simulation;
use serde_json::json;

fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes")
}

/// Returns the files of the bundled scenes whose names have this ending.
fn bundled(ending: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir(scenes()).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with(ending));
    files.sort();
    assert!(files.len() > 3, "{files:?}");
    files
}

fn rectangle(x0: f64, y0: f64, x1: f64, y1: f64) -> Vec<[f64; 2]> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Returns a corridor with an area at either end.
fn corridor() -> PlaceFile {
    let outline = Some(rectangle(0.0, 0.0, 20.0, 3.0));
    let area = |name: &str, x: f64| AreaEntry {
        name: name.into(),
        outline: rectangle(x, 0.0, x + 4.0, 3.0),
        ..AreaEntry::default()
    };
    PlaceFile {
        floor: vec![FloorEntry { name: "ground".into(), outline, ..FloorEntry::default() }],
        area: vec![area("west", 0.0), area("east", 16.0)],
        ..PlaceFile::default()
    }
}

/// Returns a scenario of ten people who walk through the corridor.
fn walk() -> ScenarioFile {
    let arrive = ArrivalEntry { count: Some(10), areas: Some("west".into()), ..ArrivalEntry::default() };
    let people = PopulationEntry {
        name: "eastbound".into(),
        speed: Some(Spread::normal(1.3, 0.2)),
        arrive: arrive.into(),
        journey: vec![StageEntry::wait(1.0), StageEntry::leave("east")],
        ..PopulationEntry::default()
    };
    ScenarioFile { name: Some("a walk".into()), until: 60.0, population: vec![people], ..ScenarioFile::default() }
}

fn proven(file: ScenarioFile) -> Result<Scenario, ScenarioError> {
    Scenario::prove(file, corridor(), Registry::built_in())
}

/// Returns the hashes of the states after each of the first steps.
fn hashes(scenario: &Scenario) -> Vec<u64> {
    let mut simulation = Simulation::new(scenario.setup(None));
    (0..200).map(|_| simulation.step().hash).collect()
}

#[test]
fn every_bundled_scenario_is_written_and_read_back_to_the_same_value_and_runs_alike() {
    for path in bundled(".scenario.toml") {
        let text = std::fs::read_to_string(&path).unwrap();
        let file = ScenarioFile::from_toml(&text).unwrap_or_else(|e| panic!("{e}"));
        let written = file.to_text().unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(ScenarioFile::from_toml(&written).unwrap_or_else(|e| panic!("{e}")), file, "{}", path.display());
        let json = serde_json::to_string(&file).unwrap();
        assert_eq!(serde_json::from_str::<ScenarioFile>(&json).unwrap(), file, "{}", path.display());
        let read = Scenario::read(&path).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(*read.file(), file);
        let built = Scenario::prove(file, PlaceSource::Named(scenes()), Registry::built_in());
        let built = built.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert_eq!(hashes(&read), hashes(&built), "{}", path.display());
    }
}

#[test]
fn every_bundled_place_file_is_written_and_read_back_to_the_same_value() {
    for path in bundled(".place.toml") {
        let file: PlaceFile = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let written = file.to_text().unwrap();
        assert_eq!(toml::from_str::<PlaceFile>(&written).unwrap(), file, "{}", path.display());
    }
}

/// Draws random values for entries.
struct Chance(Draws, u64);

impl Chance {
    fn number(&mut self) -> f64 {
        self.1 += 1;
        // Numbers with many digits, small and large, of both signs.
        let digits = self.0.unit(self.1, 0, 0) - 0.5;
        let scale = (0..self.below(10)).fold(1.0, |scale, _| scale * 10.0);
        if self.below(2) == 0 { digits * scale } else { digits / scale }
    }
    fn below(&mut self, most: u64) -> u64 {
        self.1 += 1;
        (self.0.unit(self.1, 0, 1) * most as f64) as u64
    }
    fn may<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.below(2) == 0 { None } else { Some(make(self)) }
    }
    fn list<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(4)).map(|_| make(self)).collect()
    }
    fn several<T>(&mut self, make: impl FnMut(&mut Self) -> T) -> Several<T> {
        Several(self.list(make))
    }
    fn word(&mut self) -> String {
        ["west", "a \"quoted\" name", "", "line\nbreak", "é…", "[[population]]"][self.below(6) as usize].into()
    }
    fn point(&mut self) -> [f64; 2] {
        [self.number(), self.number()]
    }
    fn spread(&mut self) -> Spread {
        match self.below(8) {
            0 => Spread::Number(self.number()),
            1 => Spread::normal(self.number(), self.number()),
            2 => Spread::uniform(self.number(), self.number()),
            3 => Spread::log_normal(self.number(), self.number()),
            4 => Spread::triangular(self.number(), self.number(), self.number()),
            5 => Spread::gamma(self.number(), self.number()),
            6 => Spread::exponential(self.number()),
            _ => Spread::table([[self.number(), self.number()], [self.number(), self.number()]]),
        }
    }
    fn arrival(&mut self) -> ArrivalEntry {
        ArrivalEntry {
            count: self.may(|c| c.below(1 << 40)),
            rate: self.may(Self::number),
            timetable: self.may(|c| c.list(|c| (c.number(), c.below(9)))),
            at: self.may(|c| c.list(Self::point)),
            circle: self.may(|c| CircleEntry { centre: c.point(), radius: c.number(), count: c.below(9) }),
            areas: self.may(|c| c.several(Self::word)),
            from: self.may(Self::number),
            random: self.may(|c| c.below(2) == 0),
            floor: self.may(Self::word),
            ..ArrivalEntry::default()
        }
    }
    fn stage(&mut self) -> StageEntry {
        let mut stage = StageEntry::default();
        let keys = [
            ("go_to", self.may(Self::word).map(|word| json!(word))),
            ("go_to_point", self.may(Self::point).map(|point| json!(point))),
            ("wait", self.may(Self::spread).map(|spread| json!(spread))),
            ("leave", self.may(|c| c.several(Self::word)).map(|names| json!(names))),
            ("by", self.may(|_| json!("least-time"))),
            ("shares", self.may(|c| c.list(Self::number)).map(|shares| json!(shares))),
        ];
        for (key, value) in keys {
            stage = value.into_iter().fold(stage, |stage, value| stage.with(key, value));
        }
        stage
    }
    fn population(&mut self) -> PopulationEntry {
        let parameters = json!({ "margin": self.number(), "count": 3, "nested": { "list": [1, 2.5], "word": "x" } });
        PopulationEntry {
            name: self.word(),
            model: self.may(Self::word),
            parameters: self.may(|_| parameters.as_object().unwrap().clone()),
            planner: self.may(Self::word),
            follow: self.may(Self::word),
            speed: self.may(Self::spread),
            acceleration: self.may(Self::number),
            arrive: self.several(Self::arrival),
            journey: self.list(Self::stage),
            ..PopulationEntry::default()
        }
    }
    fn event(&mut self) -> EventEntry {
        EventEntry {
            at: self.number(),
            open: self.several(Self::word),
            signal: self.several(Self::word),
            add: self.may(|c| AddEntry { population: c.word(), area: c.word(), count: c.below(9) }),
            block: self.may(|c| BlockEntry { floor: c.may(Self::word), outline: c.list(Self::point) }),
            set: self.may(|c| SetEntry { population: c.word(), parameter: c.word(), value: json!(c.number()) }),
            send: self.may(|c| SendEntry { pedestrians: c.may(|_| vec![1, 2]), ..SendEntry::default() }),
            ..EventEntry::default()
        }
    }
    fn file(&mut self) -> ScenarioFile {
        let mut file = ScenarioFile {
            name: self.may(Self::word),
            place: self.may(|c| c.word().as_str().into()),
            seed: self.below(1 << 53),
            until: self.number(),
            until_empty: self.may(|c| c.below(2) == 0),
            population: self.list(Self::population),
            acquaintance: self.list(|c| AcquaintanceEntry { between: [c.word(), c.word()], level: c.number() }),
            event: self.list(Self::event),
            measure: self.list(|c| MeasureEntry {
                name: c.word(),
                what: c.several(Self::word),
                area: c.may(Self::word),
                ..MeasureEntry::default()
            }),
            ..ScenarioFile::default()
        };
        file.timing.dt = self.may(Self::number);
        let grid = |c: &mut Self| {
            PerceptionEntry::named("grid", [("range".to_owned(), json!(c.number()))].into_iter().collect())
        };
        file.perception = self.may(grid).unwrap_or_default();
        file.record.frames = self.may(|c| c.below(2) == 0);
        if let Some(place) = &mut file.place {
            place.0.scale = self.may(Self::number);
        }
        file
    }
}

#[test]
fn whatever_code_builds_is_written_and_read_back_to_the_same_value() {
    let mut chance = Chance(Draws::new(11), 0);
    for i in 0..500 {
        let file = chance.file();
        let text = file.to_text().unwrap_or_else(|e| panic!("{i}: {e}"));
        let back = ScenarioFile::from_toml(&text).unwrap_or_else(|e| panic!("{i}: {e}\n{text}"));
        assert_eq!(back, file, "{i}:\n{text}");
    }
}

#[test]
fn a_place_of_every_kind_of_entry_is_written_and_read_back_to_the_same_value() {
    let stop = |floor: &str, at| FloorPoint { floor: floor.into(), at };
    let lift = LinkEntry {
        kind: Some(LinkWord::Lift),
        stops: Some(vec![stop("ground", Some([1.0, 2.5])), stop("upper", None)]),
        ..LinkEntry::default()
    };
    let file = PlaceFile { import: Some("walls.dxf".into()), link: vec![lift], ..corridor() };
    assert_eq!(toml::from_str::<PlaceFile>(&file.to_text().unwrap()).unwrap(), file);
}

#[test]
fn the_largest_seed_is_written_and_read_back_or_refused() {
    let file = ScenarioFile { seed: u64::MAX, ..walk() };
    match file.to_text() {
        Ok(text) => assert_eq!(ScenarioFile::from_toml(&text).unwrap(), file),
        Err(error) => assert!(error.to_string().contains("cannot be written as TOML"), "{error}"),
    }
}

#[test]
fn a_scenario_built_in_code_runs_and_its_recording_repeats_it() {
    let scenario = proven(walk()).unwrap_or_else(|e| panic!("{e}"));
    let sources = scenario.sources();
    let names: Vec<&str> = sources.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a_walk.scenario.toml", "a_walk.place.toml"]);
    let again = Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((again.name(), again.file()), (scenario.name(), scenario.file()));
    assert_eq!(again.sources(), sources);
    assert_eq!(again.environment().fingerprint(), scenario.environment().fingerprint());
    assert_eq!(hashes(&again), hashes(&scenario));
}

/// Checks that the error of a scenario that code built carries the path of the key.
#[track_caller]
fn refuse(file: ScenarioFile, said: &str, hint: &str) {
    let Err(error) = proven(file) else { panic!("accepted") };
    assert_eq!((error.position, error.excerpt.as_str()), (None, ""));
    let text = error.to_string();
    assert!(text.starts_with(&format!("scenario: {said}")), "{text}");
    assert!(error.hint.contains(hint), "{text}");
}

#[test]
fn errors_of_a_scenario_built_in_code_carry_the_path_of_the_key() {
    let with = |change: fn(&mut PopulationEntry)| {
        let mut file = walk();
        change(&mut file.population[0]);
        file
    };
    refuse(
        with(|p| p.journey[1] = StageEntry::leave(["east", "easst"])),
        "population[0].journey[1].leave[1]: the place has no area \"easst\"",
        "\"east\"",
    );
    refuse(with(|p| p.speed = Some((-1.0).into())), "population[0].speed: the speed is -1", "between 0.05 and 10");
    refuse(with(|p| p.model = Some("orka".into())), "population[0].model: no steering model", "\"orca\"");
    refuse(with(|p| p.planner = Some("flatt".into())), "population[0].planner: no planner", "\"flat\"");
    refuse(with(|p| p.follow = Some("cone".into())), "population[0].follow: no way to follow", "\"cones\"");
    refuse(ScenarioFile { until: 0.0, ..walk() }, "until: the end is 0", "");
    refuse(ScenarioFile { population: Vec::new(), ..walk() }, "nobody comes", "at least one");
    let nothing = Scenario::prove(walk(), PlaceSource::Named(scenes()), Registry::built_in()).err().unwrap();
    assert_eq!(nothing.to_string(), "scenario: nothing says which place it is\n  help: add place = \"….place.toml\"");
}

#[test]
fn errors_of_a_place_built_in_code_carry_the_path_of_the_key() {
    let mut place = corridor();
    place.area[1].floor = Some("grund".into());
    let error = Scenario::prove(walk(), place, Registry::built_in()).err().unwrap().to_string();
    assert!(error.starts_with("a_walk.place.toml: area[1].floor: "), "{error}");
    assert!(error.contains("\"ground\""), "{error}");
}
