//! From a scenario as written to a proven one: reads it, finds its place, builds the place, and proves every entry against it.

use std::path::{Component, Path, PathBuf};

use populace_env::{BuildOptions, Environment, Place, build};
use populace_ingest::entries::PlaceFile;
use populace_ingest::hand::Origin;
use populace_ingest::key_path::{KeyPath, from_toml};
use populace_ingest::{Files, Options, Source, hand};

use crate::error::{Blame, Problem, ScenarioError};
use crate::limits::{BODY_WIDTH, MAX_BYTES, within};
use crate::prove::{before_place, prove};
use crate::registry::Registry;
use crate::scenario::Scenario;
use crate::written::ScenarioFile;

/// The source of the place when code proves a scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum PlaceSource {
    /// From the file that the scenario names with `place`, in this folder or below.
    Named(PathBuf),
    /// From this file of any format, instead of the file that the scenario names.
    File(PathBuf),
    /// From entries that code built. Files that they import are in this folder or below.
    Built(Box<PlaceFile>, PathBuf),
}

impl From<&Path> for PlaceSource {
    fn from(file: &Path) -> Self {
        PlaceSource::File(file.to_owned())
    }
}

impl From<PlaceFile> for PlaceSource {
    fn from(file: PlaceFile) -> Self {
        PlaceSource::Built(Box::new(file), PathBuf::new())
    }
}

/// Proves scenarios with the parts of a registry.
#[derive(Clone, Copy)]
pub struct Prover<'a> {
    registry: &'a Registry,
    /// Whether a scenario may be without people.
    may_be_empty: bool,
}

/// The place of a scenario, while the scenario is proven.
enum Given<'a> {
    Named,
    File(&'a Path),
    Built { file: &'a PlaceFile, path: PathBuf },
}

impl<'a> Prover<'a> {
    /// Returns a prover that knows the parts of a registry.
    pub fn new(registry: &'a Registry) -> Self {
        Prover { registry, may_be_empty: false }
    }
    /// Lets scenarios be without people: then there is only a place to look at.
    pub fn without_people(self) -> Self {
        Prover { may_be_empty: true, ..self }
    }

    /// Reads the scenario file at `path`; `place` stands in for the place that it names.
    pub fn read(&self, path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        let fail = |what: String, hint: &str| ScenarioError::whole(path, what, hint);
        let meta = std::fs::metadata(path).map_err(|e| fail(format!("cannot be opened: {e}"), "check the path"))?;
        if !meta.is_file() {
            return Err(fail("is not a file".into(), "give a scenario file"));
        }
        if meta.len() > MAX_BYTES as u64 {
            return Err(too_long(path, meta.len()));
        }
        let bytes = std::fs::read(path).map_err(|e| fail(format!("cannot be read: {e}"), "check its permissions"))?;
        self.from_text(&bytes, path, place)
    }

    /// Reads a scenario from the bytes of the file at `path`; `place` stands in for the place that it names.
    pub fn from_text(&self, bytes: &[u8], path: &Path, place: Option<&Path>) -> Result<Scenario, ScenarioError> {
        let (file, origin) = parse(bytes, path)?;
        self.whole(file, &origin, &place.map_or(Given::Named, Given::File), Files::keeping())
    }

    /// Reads a scenario from what [`Scenario::sources`] gave: nothing is read from the disk.
    pub fn from_sources(&self, sources: &[(String, Vec<u8>)]) -> Result<Scenario, ScenarioError> {
        let Sources { file, origin, given, files } = Sources::of(sources)?;
        self.whole(file, &origin, &given, files)
    }

    /// Reads only the place, as given, from what [`Scenario::sources`] gave.
    pub fn place_in_sources(&self, sources: &[(String, Vec<u8>)]) -> Result<Place, ScenarioError> {
        let Sources { file, origin, given, files } = Sources::of(sources)?;
        given.place(&file, &origin, &self.options(files))
    }

    /// Proves a scenario that code built. Errors carry the path of the key.
    pub fn prove(&self, mut file: ScenarioFile, place: impl Into<PlaceSource>) -> Result<Scenario, ScenarioError> {
        let place = place.into();
        let stem = file_stem(file.name.as_deref());
        let (folder, given) = match &place {
            PlaceSource::Named(folder) => (folder.as_path(), Given::Named),
            PlaceSource::File(path) => (Path::new(""), Given::File(path)),
            PlaceSource::Built(built, folder) => {
                let name = format!("{stem}.place.toml");
                let path = folder.join(&name);
                // So that the recorded text names the recorded place.
                file.place.get_or_insert_with(|| name.as_str().into());
                (folder.as_path(), Given::Built { file: built, path })
            }
        };
        let path = folder.join(format!("{stem}.scenario.toml"));
        self.whole(file, &Origin::code(&path), &given, Files::keeping())
    }

    /// Returns how places are read: in the formats of the registry.
    fn options(&self, files: Files) -> Options {
        Options { formats: self.registry.formats.iter().collect(), files, ..Options::default() }
    }

    fn whole(
        &self,
        file: ScenarioFile,
        origin: &Origin,
        given: &Given,
        files: Files,
    ) -> Result<Scenario, ScenarioError> {
        let options = self.options(files);
        let fail = |problem| ScenarioError::of_problem(origin, problem);
        before_place(&file, self.registry).map_err(fail)?;
        if file.population.is_empty() && !self.may_be_empty {
            let nobody = "nobody comes: there is no [[population]]";
            return Err(fail(KeyPath::file().problem(nobody, "add at least one")));
        }
        let place = given.place(&file, origin, &options)?;
        let (env, build_options) = environment(&file, &place).map_err(fail)?;
        let proven = prove(&file, self.registry, place, build_options, env).map_err(fail)?;
        let text = match origin.written() {
            Some(text) => text.to_owned(),
            None => short_enough(file.to_text()?, origin.path())?,
        };
        let stem = Source { path: origin.path(), bytes: &[] }.stem();
        let name = file.name.clone().filter(|n| !n.trim().is_empty()).unwrap_or(stem);
        let place = given.sources(origin.path(), &options.files)?;
        Ok(Scenario { name, path: origin.path().to_owned(), file, text, place, proven })
    }
}

impl Given<'_> {
    /// Reads the place.
    fn place(&self, file: &ScenarioFile, origin: &Origin, options: &Options) -> Result<Place, ScenarioError> {
        let read = match self {
            Given::File(path) => populace_ingest::read(path, options),
            Given::Built { file, path } => hand::built(file, path, options),
            Given::Named => {
                let Some(entry) = &file.place else {
                    let hint = "add place = \"….place.toml\"";
                    let problem = KeyPath::file().problem("nothing says which place it is", hint);
                    return Err(ScenarioError::of_problem(origin, problem));
                };
                hand::import(entry, &KeyPath::file().key("place"), origin, options)
            }
        };
        read.map_err(ScenarioError::of_place)
    }

    /// Returns the files of the place by their paths from its folder; the place itself comes first.
    fn sources(&self, scenario: &Path, files: &Files) -> Result<Vec<(String, Vec<u8>)>, ScenarioError> {
        let (beside, built) = match self {
            Given::Named => (scenario, None),
            Given::File(path) => (*path, None),
            Given::Built { file, path } => {
                let text = file.to_text().map_err(|e| {
                    let what = format!("the place cannot be written as TOML: {e}");
                    ScenarioError::whole(path, what, "use finite numbers")
                })?;
                (path.as_path(), Some((path.clone(), short_enough(text, path)?.into_bytes())))
            }
        };
        let folder = beside.parent().unwrap_or(Path::new(""));
        let relative = |path: &Path| plain(path.strip_prefix(folder).unwrap_or(path)).to_string_lossy().into_owned();
        Ok(built.into_iter().chain(files.kept()).map(|(path, bytes)| (relative(&path), bytes)).collect())
    }
}

/// The sources that a recording carries, taken apart.
struct Sources<'a> {
    file: ScenarioFile,
    origin: Origin<'a>,
    /// The place of the scenario, or the place that stood in for it.
    given: Given<'a>,
    files: Files,
}

impl<'a> Sources<'a> {
    fn of(sources: &'a [(String, Vec<u8>)]) -> Result<Self, ScenarioError> {
        let Some(((name, bytes), rest)) = sources.split_first() else {
            return Err(ScenarioError::whole(Path::new(""), "there is no scenario", "the recording is not complete"));
        };
        let (file, origin) = parse(bytes, Path::new(name))?;
        let files = Files::in_memory(rest.iter().map(|(name, bytes)| (PathBuf::from(name), bytes.clone())));
        // A place that stood in for the place of the scenario has another name than the scenario gives.
        let named = file.place.as_ref().map(|place| plain(Path::new(&place.0.file)));
        let first = rest.first().map(|(name, _)| Path::new(name));
        let other = first.filter(|place| named.is_none_or(|named| named != plain(place)));
        Ok(Sources { file, origin, given: other.map_or(Given::Named, Given::File), files })
    }
}

/// Reads the entries of a scenario file, and where they are written.
fn parse<'a>(bytes: &'a [u8], path: &'a Path) -> Result<(ScenarioFile, Origin<'a>), ScenarioError> {
    if bytes.len() > MAX_BYTES {
        return Err(too_long(path, bytes.len() as u64));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let (what, hint) = ("is not UTF-8 text", "a scenario is TOML text: save it as UTF-8");
        ScenarioError::located(path, bytes, e.valid_up_to(), what.into(), hint.into())
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (file, spans) = from_toml(text).map_err(|e| ScenarioError::of_toml(path, text, &e))?;
    Ok((file, Origin::text(path, text, spans)))
}

fn too_long(path: &Path, length: u64) -> ScenarioError {
    let what = format!("is {length} bytes long; scenarios have at most {MAX_BYTES}");
    ScenarioError::whole(path, what, "put the geometry into a place file")
}

/// Refuses a text that is too long to be read back from a recording.
fn short_enough(text: String, path: &Path) -> Result<String, ScenarioError> {
    if text.len() <= MAX_BYTES.min(hand::MAX_BYTES) {
        return Ok(text);
    }
    let what = format!("takes {} bytes when it is written; it may take {MAX_BYTES}", text.len());
    Err(ScenarioError::whole(path, what, "put the geometry into a GeoJSON file and import it"))
}

/// Returns the beginning of a file's name, made from the name of the scenario.
fn file_stem(name: Option<&str>) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let stem: String = name.unwrap_or_default().chars().map(|c| if is_plain(c) { c } else { '_' }).take(80).collect();
    if stem.is_empty() { "scenario".to_owned() } else { stem }
}

/// Returns the path without `.`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|c| !matches!(c, Component::CurDir)).collect()
}

fn environment(file: &ScenarioFile, place: &Place) -> Result<(Environment, BuildOptions), Problem> {
    let at = KeyPath::file();
    let usual = BuildOptions::default();
    let width = file.body_width.unwrap_or(usual.body_width);
    let options = BuildOptions { body_width: within(&at.key("body_width"), BODY_WIDTH, width)?, ..usual };
    let built = build(place, &options).map_err(|e| {
        let location = if e.location.is_empty() { String::new() } else { format!("{}: ", e.location) };
        at.key("place").problem(format!("the place {:?} cannot be built: {location}{}", place.name, e.what), e.hint)
    })?;
    Ok((built.environment, options))
}
