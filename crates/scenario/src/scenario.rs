//! A proven scenario: where it comes from, and the simulations it makes.

use std::path::{Path, PathBuf};

use populace_env::{BuildOptions, Environment, Place, build};
use populace_ingest::entries::PlaceFile;
use populace_ingest::{Options, Source, hand};
use populace_sim::Setup;

use crate::at::{At, Spans};
use crate::error::ScenarioError;
use crate::limits::{BODY_WIDTH, MAX_BYTES, within};
use crate::prove::{Measure, Proven, Record, Until, before_place, prove};
use crate::written::ScenarioFile;

/// A scenario that was held against its place: nothing in it has to be checked again.
pub struct Scenario {
    name: String,
    path: PathBuf,
    text: String,
    proven: Proven,
}

impl Scenario {
    /// Reads the scenario file at `path`, and its place.
    pub fn read(path: &Path) -> Result<Scenario, ScenarioError> {
        Self::read_with(path, None)
    }

    /// As [`Scenario::read`], in another place than the one the file names.
    pub fn read_with(path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        let fail = |what: String, hint: &str| ScenarioError::whole(path, what, hint);
        let meta = std::fs::metadata(path).map_err(|e| fail(format!("cannot be opened: {e}"), "check the path"))?;
        if !meta.is_file() {
            return Err(fail("is not a file".into(), "give a scenario file"));
        }
        if meta.len() > MAX_BYTES as u64 {
            return Err(too_long(path, meta.len()));
        }
        let bytes = std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}"), "check its permissions"))?;
        Self::from_text(&bytes, path, place)
    }

    /// The scenario in the bytes of the file at `path`; `place` stands in for the place that it names.
    pub fn from_text(bytes: &[u8], path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        let text = text_of(bytes, path)?;
        let file: ScenarioFile = toml::from_str(text).map_err(|e| ScenarioError::of_toml(path, text, &e))?;
        let spans = Spans::of(text);
        let fail = |problem| ScenarioError::of_problem(path, text, &spans, problem);
        before_place(&file).map_err(fail)?;
        let given = given_place(&file, text, path, &spans, place)?;
        let env = environment(&file, &given).map_err(|e| match e {
            BuildFailure::Problem(problem) => fail(problem),
            BuildFailure::Place(what, hint) => fail(At::file().key("place").problem(what, hint)),
        })?;
        let proven = prove(&file, env).map_err(fail)?;
        let stem = Source { path, bytes }.stem();
        let name = file.name.filter(|n| !n.trim().is_empty()).unwrap_or(stem);
        Ok(Scenario { name, path: path.to_owned(), text: text.to_owned(), proven })
    }

    /// Only the place of the scenario in the bytes of the file at `path`; `place` stands in for the one that it names.
    pub fn place_of(bytes: &[u8], path: &Path, place: Option<&Path>) -> Result<Place, ScenarioError> {
        let text = text_of(bytes, path)?;
        let file: ScenarioFile = toml::from_str(text).map_err(|e| ScenarioError::of_toml(path, text, &e))?;
        given_place(&file, text, path, &Spans::of(text), place)
    }

    /// What people call it.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// Its file.
    pub fn path(&self) -> &Path {
        &self.path
    }
    /// The file's text.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// A simulation's setup, with the scenario's seed or another; as often as one is wanted.
    pub fn setup(&self, seed: Option<u64>) -> Setup {
        let setup = self.proven.setup.clone();
        Setup { seed: seed.unwrap_or(setup.seed), ..setup }
    }
    /// The place, as it is at the start.
    pub fn environment(&self) -> &Environment {
        &self.proven.setup.env
    }
    /// When the run ends.
    pub fn until(&self) -> Until {
        self.proven.until
    }
    /// What is recorded.
    pub fn record(&self) -> &Record {
        &self.proven.record
    }
    /// What is measured.
    pub fn measures(&self) -> &[Measure] {
        &self.proven.measures
    }
    /// The names of signals, by their number in commands.
    pub fn signals(&self) -> &[String] {
        &self.proven.signals
    }
}

fn too_long(path: &Path, length: u64) -> ScenarioError {
    let what = format!("is {length} bytes long; scenarios have at most {MAX_BYTES}");
    ScenarioError::whole(path, what, "put the geometry into a place file")
}

/// The bytes as text, without a byte order mark.
fn text_of<'a>(bytes: &'a [u8], path: &Path) -> Result<&'a str, ScenarioError> {
    if bytes.len() > MAX_BYTES {
        return Err(too_long(path, bytes.len() as u64));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let (what, hint) = ("is not UTF-8 text", "a scenario is TOML text: save it as UTF-8");
        ScenarioError::located(path, bytes, e.valid_up_to(), what.into(), hint.into())
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The place that stands in for the one a scenario names, or that one.
fn given_place(
    file: &ScenarioFile,
    text: &str,
    path: &Path,
    spans: &Spans,
    place: Option<&Path>,
) -> Result<Place, ScenarioError> {
    match place {
        Some(place) => populace_ingest::read(place, &Options::default()).map_err(ScenarioError::of_place),
        None => named_place(file, text, path, spans),
    }
}

/// The place that a scenario names, read as an import of a place file is: from the folder of the file or below.
fn named_place(file: &ScenarioFile, text: &str, path: &Path, spans: &Spans) -> Result<Place, ScenarioError> {
    let at = At::file().key("place");
    let Some(entry) = &file.place else {
        let problem = At::file().problem("nothing says which place it is", "add place = \"….place.toml\"");
        return Err(ScenarioError::of_problem(path, text, spans, problem));
    };
    let start = spans.offset(&at).unwrap_or(0);
    let import = Some(toml::Spanned::new(start..start, entry.clone()));
    let wrapped = PlaceFile { import, ..PlaceFile::empty() };
    let source = Source { path, bytes: text.as_bytes() };
    hand::resolve(&wrapped, &source, &Options::default()).map_err(ScenarioError::of_place)
}

enum BuildFailure {
    Problem(crate::error::Problem),
    Place(String, String),
}

fn environment(file: &ScenarioFile, place: &Place) -> Result<Environment, BuildFailure> {
    let usual = BuildOptions::default();
    let width = file.body_width.unwrap_or(usual.body_width);
    let body_width = within(&At::file().key("body_width"), BODY_WIDTH, width).map_err(BuildFailure::Problem)?;
    let options = BuildOptions { body_width, ..usual };
    let built = build(place, &options).map_err(|e| {
        let at = if e.location.is_empty() { String::new() } else { format!("{}: ", e.location) };
        BuildFailure::Place(format!("the place {:?} cannot be built: {at}{}", place.name, e.what), e.hint)
    })?;
    Ok(built.environment)
}
