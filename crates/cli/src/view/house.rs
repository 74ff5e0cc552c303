//! What a server shows: one run, or a gallery of the bundled scenes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use populace_scenario::Scenario;
use populace_serve::{Broken, Card, House, Refusal, Show};

use super::lock;
use super::open::{self, Terms};
use super::shown::Shown;
use super::{bundled, foreign, thumbnail};
use crate::failure::Failure;
use crate::measure::SourceOptions;

/// The most recordings that a server makes.
const MOST_RECORDINGS: u32 = 50;
/// The least time between two restarts.
const RESTART_PAUSE: Duration = Duration::from_secs(5);

/// The source of runs.
pub enum Source {
    /// A scenario file, and a place instead of the scenario's.
    Scenario(PathBuf, Option<PathBuf>),
    /// The folder of a recording.
    Recording(PathBuf),
    /// A place, without people.
    Place(PathBuf),
    /// Trajectories of an experiment or of another program, and what the user says about them.
    Trajectories(PathBuf, SourceOptions),
    /// The scenes that are part of the program.
    Bundled,
}

/// Runs by the name of their scene. Without a gallery there is one run, whose name is empty.
pub struct Runs {
    source: Source,
    terms: Terms,
    /// The number of runs that were begun.
    started: AtomicU32,
    /// When a run was last begun anew.
    restarted: Mutex<Option<Instant>>,
    open: Mutex<BTreeMap<String, Arc<Shown>>>,
    pictures: Mutex<BTreeMap<String, Arc<Vec<u8>>>>,
    cards: Mutex<Option<Vec<Card>>>,
}

impl Runs {
    pub fn new(source: Source, terms: Terms) -> Self {
        let (started, restarted, open, pictures, cards) = Default::default();
        Runs { source, terms, started, restarted, open, pictures, cards }
    }

    /// Returns the folders of the recordings that were made.
    pub fn recordings(&self) -> Vec<PathBuf> {
        let runs = 1..=self.started.load(Ordering::Relaxed);
        runs.filter_map(|number| self.terms_of(number).out).collect()
    }

    /// Ends all live runs. Waits until their recordings are complete.
    pub fn end(&self) {
        for shown in std::mem::take(&mut *lock(&self.open)).values() {
            shown.end();
        }
    }

    fn start(&self, scene: &str) -> Result<Shown, Failure> {
        match &self.source {
            Source::Scenario(path, place) => {
                let scenario = Scenario::read_with(path, place.as_deref())?;
                let shown = open::live(scenario, &self.terms_of(self.started.load(Ordering::Relaxed) + 1))?;
                self.started.fetch_add(1, Ordering::Relaxed);
                Ok(shown)
            }
            Source::Recording(folder) => open::replay(folder),
            Source::Place(file) => foreign::place(file),
            Source::Trajectories(file, options) => foreign::trajectories(file, options),
            Source::Bundled => {
                let scenario = bundled::scene(scene).ok_or_else(|| {
                    Failure::new(format!("there is no scene called {scene:?}")).hint("go back to the gallery")
                })?;
                open::live(scenario?, &self.terms)
            }
        }
    }

    /// Returns the terms of a run. Each run has its own recording: from the second run on, a number follows the name of the folder.
    fn terms_of(&self, number: u32) -> Terms {
        let mut terms = self.terms.clone();
        if let Some(out) = terms.out.as_mut().filter(|_| number > 1) {
            let mut name = out.file_name().unwrap_or_default().to_owned();
            name.push(format!("-{number}"));
            out.set_file_name(name);
        }
        terms
    }

    fn title(&self, scene: &str) -> String {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match &self.source {
            Source::Scenario(path, _) => format!("{} cannot be run", name(path)),
            Source::Recording(path) | Source::Place(path) | Source::Trajectories(path, _) => {
                format!("{} cannot be shown", name(path))
            }
            Source::Bundled => format!("{scene} cannot be run"),
        }
    }
}

impl House for Runs {
    fn open(&self, scene: &str) -> Result<Arc<dyn Show>, Broken> {
        let scene = if matches!(self.source, Source::Bundled) { scene } else { "" };
        // Pages that come meanwhile wait for this run.
        let mut open = lock(&self.open);
        // A scene of the gallery that has ended begins anew. Pages that still look at the end of the old run keep it.
        let is_kept = |shown: &Shown| !matches!(self.source, Source::Bundled) || !shown.is_over();
        if let Some(shown) = open.get(scene).filter(|shown| is_kept(shown)) {
            return Ok(shown.clone());
        }
        let shown = self.start(scene).map(Arc::new).map_err(|failure| {
            eprintln!("{failure}");
            let (what, hint) = failure.parts();
            Broken { title: self.title(scene), what, hint }
        })?;
        open.insert(scene.to_owned(), shown.clone());
        Ok(shown)
    }

    fn restart(&self, scene: &str) -> Result<(), Refusal> {
        let scene = if matches!(self.source, Source::Bundled) { scene } else { "" };
        // Pages that come meanwhile wait until the recording is complete.
        let mut open = lock(&self.open);
        let mut restarted = lock(&self.restarted);
        let recordings = if self.terms.out.is_some() { self.started.load(Ordering::Relaxed) } else { 0 };
        may_restart(restarted.map(|last| last.elapsed()), recordings)?;
        *restarted = Some(Instant::now());
        if let Some(shown) = open.remove(scene) {
            shown.end();
            shown.close();
        }
        Ok(())
    }

    fn gallery(&self) -> Option<Vec<Card>> {
        if !matches!(self.source, Source::Bundled) {
            return None;
        }
        let mut cards = lock(&self.cards);
        Some(cards.get_or_insert_with(|| bundled::names().into_iter().filter_map(card).collect()).clone())
    }

    fn picture(&self, scene: &str) -> Option<Arc<Vec<u8>>> {
        if let Some(picture) = lock(&self.pictures).get(scene) {
            return Some(picture.clone());
        }
        let scenario = bundled::scene(scene)?.ok()?;
        let picture = Arc::new(thumbnail::thumbnail(&scenario)?);
        lock(&self.pictures).insert(scene.to_owned(), picture.clone());
        Some(picture)
    }
}

/// Refuses a restart too soon after the last restart, and a restart that would make one recording too many.
fn may_restart(since_last: Option<Duration>, recordings: u32) -> Result<(), Refusal> {
    if recordings >= MOST_RECORDINGS {
        let what = format!("{MOST_RECORDINGS} recordings were made, and a server makes no more");
        return Err(Refusal::new(what, "end populace view, and start it again with another --out"));
    }
    if since_last.is_some_and(|time| time < RESTART_PAUSE) {
        let hint = format!("wait {} s, then begin anew", RESTART_PAUSE.as_secs());
        return Err(Refusal::new("a run began a moment ago", hint));
    }
    Ok(())
}

fn card(name: &str) -> Option<Card> {
    let scenario = bundled::scene(name)?.ok()?;
    let people = populace_sim::Simulation::new(scenario.setup(None)).census().expected;
    let title = scenario.name().replace('_', " ");
    Some(Card { name: name.into(), title, text: bundled::about(name), people })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The card of a scene used to open the end of the run that another page had watched.
    #[test]
    fn a_scene_of_the_gallery_that_has_ended_begins_anew() {
        let terms = Terms { speed: 100.0, until: Some(1.0), ..Terms::default() };
        let runs = Runs::new(Source::Bundled, terms);
        let open = || runs.open("passing_minimal").unwrap_or_else(|broken| panic!("{broken:?}"));
        let first = open();
        assert_eq!(open().welcome().run, first.welcome().run, "it goes on");
        first.order(populace_serve::Order::Watched(true));
        let mut heads = first.heads();
        let runtime = populace_serve::tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let ended = heads.wait_for(|head| !head.ended.is_empty());
            let ended = populace_serve::tokio::time::timeout(populace_harness::LONGEST, ended).await;
            assert!(ended.expect("it ends in time").is_ok());
        });
        let next = open();
        assert_ne!(next.welcome().run, first.welcome().run);
        assert!(next.heads().borrow().ended.is_empty());
        // The page that is still there sees its own run.
        assert!(first.tape().frames() > 1);
        runs.end();
    }

    #[test]
    fn restarts_have_a_pause_and_recordings_a_limit() {
        assert_eq!(may_restart(None, MOST_RECORDINGS - 1), Ok(()));
        assert_eq!(may_restart(Some(RESTART_PAUSE), 0), Ok(()));
        let soon = may_restart(Some(Duration::from_secs(4)), 1).expect_err("too soon");
        assert_eq!(soon.hint, "wait 5 s, then begin anew");
        let full = may_restart(None, MOST_RECORDINGS).expect_err("too many");
        assert_eq!(full.what, "50 recordings were made, and a server makes no more");
    }
}
