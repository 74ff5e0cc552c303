//! A proven scenario: where it comes from, and the simulations it makes.

use std::path::{Component, Path, PathBuf};

use populace_env::{BuildOptions, Environment, Place, build};
use populace_ingest::entries::PlaceFile;
use populace_ingest::{Files, Options, Source, hand};
use populace_sim::Setup;
use populace_steer::{MODELS, ModelEntry};

use crate::acts::Acts;
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
    /// The files of the place, by their paths from its folder; the place itself comes first.
    place: Vec<(String, Vec<u8>)>,
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
        Self::from_files(bytes, path, place, Files::keeping())
    }

    /// The scenario in what [`Scenario::sources`] gave: nothing is read from the disk.
    pub fn from_sources(sources: &[(String, Vec<u8>)]) -> Result<Scenario, ScenarioError> {
        let Sources { name, bytes, other, files } = Sources::of(sources)?;
        Self::from_files(bytes, name, other, files)
    }

    /// Only the place, as given, of what [`Scenario::sources`] gave.
    pub fn place_in_sources(sources: &[(String, Vec<u8>)]) -> Result<Place, ScenarioError> {
        let Sources { name, bytes, other, files } = Sources::of(sources)?;
        let text = text_of(bytes, name)?;
        let options = Options { files, ..Options::default() };
        let file: ScenarioFile = toml::from_str(text).map_err(|e| ScenarioError::of_toml(name, text, &e))?;
        given_place(&file, text, name, &Spans::of(text), other, &options)
    }

    fn from_files(bytes: &[u8], path: &Path, place: Option<&Path>, files: Files) -> Result<Scenario, ScenarioError> {
        let text = text_of(bytes, path)?;
        let options = Options { files, ..Options::default() };
        let file: ScenarioFile = toml::from_str(text).map_err(|e| ScenarioError::of_toml(path, text, &e))?;
        let spans = Spans::of(text);
        let fail = |problem| ScenarioError::of_problem(path, text, &spans, problem);
        before_place(&file).map_err(fail)?;
        let given = given_place(&file, text, path, &spans, place, &options)?;
        let (env, build_options) = environment(&file, &given).map_err(|e| match e {
            BuildFailure::Problem(problem) => fail(problem),
            BuildFailure::Place(what, hint) => fail(At::file().key("place").problem(what, hint)),
        })?;
        let proven = prove(&file, given, build_options, env).map_err(fail)?;
        let stem = Source { path, bytes }.stem();
        let name = file.name.filter(|n| !n.trim().is_empty()).unwrap_or(stem);
        let folder = place.unwrap_or(path).parent().unwrap_or(Path::new(""));
        let relative = |path: &Path| plain(path.strip_prefix(folder).unwrap_or(path)).to_string_lossy().into_owned();
        let place = options.files.kept().into_iter().map(|(path, bytes)| (relative(&path), bytes)).collect();
        Ok(Scenario { name, path: path.to_owned(), text: text.to_owned(), place, proven })
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
    /// Every file that a run depends on, for a recording to carry: the scenario first, then the place and what it imports.
    pub fn sources(&self) -> Vec<(String, Vec<u8>)> {
        let name = self.path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        std::iter::once((name, self.text.clone().into_bytes())).chain(self.place.iter().cloned()).collect()
    }
    /// A simulation's setup, with the scenario's seed or another; as often as one is wanted.
    pub fn setup(&self, seed: Option<u64>) -> Setup {
        let setup = self.proven.setup.clone();
        Setup { seed: seed.unwrap_or(setup.seed), ..setup }
    }
    /// What simulations are made from, with the scenario's own seed.
    pub fn given(&self) -> &Setup {
        &self.proven.setup
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
    /// The model of each population, and its parameters as written.
    pub fn steering(&self) -> Vec<(&'static ModelEntry, serde_json::Map<String, serde_json::Value>)> {
        let populations = toml::from_str::<ScenarioFile>(&self.text).map(|file| file.population).unwrap_or_default();
        let each = populations.into_iter().filter_map(|p| {
            let entry = p.model.as_deref().map_or(MODELS.first(), populace_steer::model)?;
            Some((entry, p.parameters.unwrap_or_default()))
        });
        each.collect()
    }
    /// What proves acts from the start of a run.
    pub(crate) fn first_acts(&self) -> &Acts {
        &self.proven.acts
    }
    /// The names of signals, by their number in commands.
    pub fn signals(&self) -> &[String] {
        &self.proven.signals
    }
}

/// What a recording carries, taken apart.
struct Sources<'a> {
    name: &'a Path,
    bytes: &'a [u8],
    /// The place that stood in for the scenario's own.
    other: Option<&'a Path>,
    files: Files,
}

impl<'a> Sources<'a> {
    fn of(sources: &'a [(String, Vec<u8>)]) -> Result<Self, ScenarioError> {
        let Some(((name, bytes), rest)) = sources.split_first() else {
            return Err(ScenarioError::whole(Path::new(""), "there is no scenario", "the recording is not complete"));
        };
        let files = Files::in_memory(rest.iter().map(|(name, bytes)| (PathBuf::from(name), bytes.clone())));
        // Another place than the scenario's own has another name.
        let text = text_of(bytes, Path::new(name))?;
        let named = toml::from_str::<ScenarioFile>(text).ok().and_then(|file| file.place).map(|place| place.0.file);
        let place = rest.first().map(|(name, _)| Path::new(name));
        let other = place.filter(|place| named.is_none_or(|named| plain(Path::new(&named)) != plain(place)));
        Ok(Sources { name: Path::new(name), bytes, other, files })
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
    other: Option<&Path>,
    options: &Options,
) -> Result<Place, ScenarioError> {
    match other {
        Some(place) => populace_ingest::read(place, options).map_err(ScenarioError::of_place),
        None => named_place(file, text, path, spans, options),
    }
}

/// The place that a scenario names, read as an import of a place file is: from the folder of the file or below.
fn named_place(
    file: &ScenarioFile,
    text: &str,
    path: &Path,
    spans: &Spans,
    options: &Options,
) -> Result<Place, ScenarioError> {
    let at = At::file().key("place");
    let Some(entry) = &file.place else {
        let problem = At::file().problem("nothing says which place it is", "add place = \"….place.toml\"");
        return Err(ScenarioError::of_problem(path, text, spans, problem));
    };
    let start = spans.offset(&at).unwrap_or(0);
    let import = Some(toml::Spanned::new(start..start, entry.clone()));
    let wrapped = PlaceFile { import, ..PlaceFile::empty() };
    let source = Source { path, bytes: text.as_bytes() };
    hand::resolve(&wrapped, &source, options).map_err(ScenarioError::of_place)
}

/// The path without `.`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|c| !matches!(c, Component::CurDir)).collect()
}

enum BuildFailure {
    Problem(crate::error::Problem),
    Place(String, String),
}

fn environment(file: &ScenarioFile, place: &Place) -> Result<(Environment, BuildOptions), BuildFailure> {
    let usual = BuildOptions::default();
    let width = file.body_width.unwrap_or(usual.body_width);
    let body_width = within(&At::file().key("body_width"), BODY_WIDTH, width).map_err(BuildFailure::Problem)?;
    let options = BuildOptions { body_width, ..usual };
    let built = build(place, &options).map_err(|e| {
        let at = if e.location.is_empty() { String::new() } else { format!("{}: ", e.location) };
        BuildFailure::Place(format!("the place {:?} cannot be built: {at}{}", place.name, e.what), e.hint)
    })?;
    Ok((built.environment, options))
}
