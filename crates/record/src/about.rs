//! The manifest of a recording, `manifest.json`: it describes the run.

use std::path::{Component, Path};

use populace_traj::{Cause, EventKind, Status};
use serde_json::{Map, Value, json};

use crate::{RecordError, Trouble};

/// Version of the layout of the folder and of its tables.
pub const FORMAT_VERSION: u64 = 4;

/// The manifest of a recording: enough to read the numbers in the tables, and to run the scenario again.
#[derive(Clone, Debug, PartialEq)]
pub struct About {
    /// Version of the program.
    pub populace: String,
    /// Seed of the run.
    pub seed: u64,
    /// Duration of a step, s.
    pub dt: f64,
    /// The number of steps from a recorded frame to the next.
    pub frame_every: u32,
    /// The number of steps after which a segment is closed; it is closed earlier when it grows large.
    pub segment_steps: u64,
    /// The time at which the run ends at the latest, s. When absent, the end that the scenario gives.
    pub until: Option<f64>,
    /// The names for which the numbers in the tables stand.
    pub names: Names,
    /// The scenario.
    pub scenario: Document,
    /// The files of the place.
    pub place: Vec<Document>,
}

/// Names by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The names of floors: the column `floor`.
    pub floors: Vec<String>,
    /// The names of areas: the column `destination`, and the subject of `left` and `chose`.
    pub areas: Vec<String>,
    /// The names of links: the subject of `boarded`, `opened` …
    pub links: Vec<String>,
    /// The names of populations: the subject of `entered`, `delayed` …
    pub populations: Vec<String>,
    /// The names of stages: the subject of `reached`, `no-way`, `freed` …
    pub stages: Vec<String>,
    /// The names of trains: the subject of `train-arrived`, `got-on` …
    pub trains: Vec<String>,
}

/// A file that goes into the recording as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its name. It may have folders, with `/` between them.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

impl About {
    /// Returns the number of frames per second of simulated time.
    pub fn frame_rate(&self) -> f64 {
        1.0 / (self.dt * f64::from(self.frame_every))
    }
    /// Returns the number of the frame that was taken after `step`.
    pub fn frame_number(&self, step: u64) -> u64 {
        step / u64::from(self.frame_every.max(1))
    }
    /// Returns the time after `step`, s.
    pub fn time(&self, step: u64) -> f64 {
        step as f64 * self.dt
    }

    pub(crate) fn check(&self, folder: &Path) -> Result<(), RecordError> {
        let unfit = |what: String| Err(RecordError::new(Trouble::Unfit, folder, what));
        if !(self.dt > 0.0 && self.dt.is_finite()) {
            return unfit(format!("a step of {} s cannot be recorded", self.dt));
        }
        if self.frame_every == 0 || self.segment_steps == 0 {
            return unfit("frames and segments need at least one step each".into());
        }
        if let Some(until) = self.until.filter(|until| !(*until > 0.0 && until.is_finite())) {
            return unfit(format!("a run that ends at {until} s cannot be recorded"));
        }
        for document in self.place.iter().chain([&self.scenario]) {
            if !stays_inside(&document.name) {
                return unfit(format!("a file named {:?} would be written outside of the recording", document.name));
            }
        }
        Ok(())
    }
}

/// Returns whether `name`, joined to a folder, stays in that folder.
pub(crate) fn stays_inside(name: &str) -> bool {
    !name.is_empty() && Path::new(name).components().all(|c| matches!(c, Component::Normal(_)))
}

/// Returns the hash by which a copy of a document can be recognised: XXH64 with seed 0, as `xxh64sum` prints it.
pub(crate) fn content_hash(bytes: &[u8]) -> u64 {
    twox_hash::XxHash64::oneshot(0, bytes)
}

fn document_entry(document: &Document) -> Value {
    json!({
        "name": document.name,
        "bytes": document.bytes.len(),
        "xxh64": format!("{:016x}", content_hash(&document.bytes)),
    })
}

/// Writes the manifest as text.
pub(crate) fn to_json(about: &About) -> String {
    let kinds: Map<_, _> = EventKind::ALL.iter().map(|(_, word, subject)| (word.to_string(), json!(subject))).collect();
    let value = json!({
        "format": "populace-recording",
        "format_version": FORMAT_VERSION,
        "populace": about.populace,
        "seed": about.seed,
        "dt": about.dt,
        "frame_every": about.frame_every,
        "frame_rate": about.frame_rate(),
        "segment_steps": about.segment_steps,
        "until": about.until,
        "floors": about.names.floors,
        "areas": about.names.areas,
        "links": about.names.links,
        "manifest_xxh64": NO_SEAL,
        "populations": about.names.populations,
        "stages": about.names.stages,
        "trains": about.names.trains,
        "statuses": Status::WORDS,
        "causes": Cause::ALL.map(|(_, words)| words),
        "event_subjects": kinds,
        "scenario": document_entry(&about.scenario),
        "place": about.place.iter().map(document_entry).collect::<Vec<_>>(),
    });
    let text = format!("{value:#}\n");
    let hash = seal_of(&text, NO_SEAL);
    text.replacen(&sealed(NO_SEAL), &sealed(&hash), 1)
}

/// The seal of a manifest while its hash is taken.
const NO_SEAL: &str = "0000000000000000";

/// Returns the entry of the manifest that holds the hash of the manifest.
fn sealed(hash: &str) -> String {
    format!("\"manifest_xxh64\": \"{hash}\"")
}

/// Returns the hash of a manifest with a seal: the hash of its text, with zeros in place of the seal.
fn seal_of(text: &str, seal: &str) -> String {
    format!("{:016x}", content_hash(text.replacen(&sealed(seal), &sealed(NO_SEAL), 1).as_bytes()))
}

/// The contents of a manifest: [`About`] without the contents of the documents, and their hashes.
pub(crate) struct Manifest {
    pub about: About,
    /// The hash of the scenario, then the hashes of the place's files.
    pub hashes: Vec<String>,
}

/// Reads the manifest at `path`.
pub(crate) fn from_json(path: &Path, text: &str) -> Result<Manifest, RecordError> {
    let value: Value =
        serde_json::from_str(text).map_err(|e| RecordError::damaged(path, format!("is not JSON ({e})")))?;
    if value["format"] != "populace-recording" {
        return Err(RecordError::new(Trouble::Foreign, path, "is not the manifest of a recording"));
    }
    if value["format_version"] != FORMAT_VERSION {
        let what = format!("has format version {}, this program reads {FORMAT_VERSION}", value["format_version"]);
        return Err(RecordError::new(Trouble::Foreign, path, what)
            .hint("use the version of populace that wrote it, or run its scenario again"));
    }
    // Recordings from before the seal have none.
    let is_true = |seal: &Value| seal.as_str().is_some_and(|seal| seal_of(text, seal) == seal);
    if !value.get("manifest_xxh64").is_none_or(is_true) {
        return Err(RecordError::damaged(path, "was changed since the run: its hash is not the one in it"));
    }
    let fields = Fields { path, value: &value };
    let mut hashes = Vec::new();
    let scenario = document(&fields, &value["scenario"], &mut hashes)?;
    let entries = value["place"].as_array().ok_or_else(|| fields.missing("place"))?;
    let place = entries.iter().map(|entry| document(&fields, entry, &mut hashes)).collect::<Result<_, _>>()?;
    let about = About {
        populace: value["populace"].as_str().unwrap_or_default().to_owned(),
        seed: fields.whole("seed")?,
        dt: value["dt"].as_f64().ok_or_else(|| fields.missing("dt"))?,
        frame_every: u32::try_from(fields.whole("frame_every")?).map_err(|_| fields.missing("frame_every"))?,
        segment_steps: fields.whole("segment_steps")?,
        until: match &value["until"] {
            Value::Null => None,
            until => Some(until.as_f64().ok_or_else(|| fields.missing("until"))?),
        },
        names: Names {
            floors: fields.strings("floors")?,
            areas: fields.strings("areas")?,
            links: fields.strings("links")?,
            populations: fields.strings("populations")?,
            stages: fields.strings("stages")?,
            // Recordings without trains were made before there were any.
            trains: if value["trains"].is_null() { Vec::new() } else { fields.strings("trains")? },
        },
        scenario,
        place,
    };
    about.check(path)?;
    Ok(Manifest { about, hashes })
}

struct Fields<'a> {
    path: &'a Path,
    value: &'a Value,
}

impl Fields<'_> {
    fn missing(&self, key: &str) -> RecordError {
        RecordError::damaged(self.path, format!("has no proper \"{key}\""))
    }
    fn whole(&self, key: &str) -> Result<u64, RecordError> {
        self.value[key].as_u64().ok_or_else(|| self.missing(key))
    }
    fn strings(&self, key: &str) -> Result<Vec<String>, RecordError> {
        let list = self.value[key].as_array().ok_or_else(|| self.missing(key))?;
        list.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(|| self.missing(key))).collect()
    }
}

fn document(fields: &Fields, entry: &Value, hashes: &mut Vec<String>) -> Result<Document, RecordError> {
    let text = |key: &str| entry[key].as_str().map(str::to_owned).ok_or_else(|| fields.missing(key));
    hashes.push(text("xxh64")?);
    Ok(Document { name: text("name")?, bytes: Vec::new() })
}
