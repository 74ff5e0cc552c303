//! A run that is shown. The engine of a live run answers questions about the present, and obeys orders. For a question about the
//! past, and in a replay, the run is repeated up to the moment in question.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use populace_geom::Point;
use populace_run::{Grounds, row_by_row};
use populace_scenario::Scenario;
use populace_serve::protocol::{
    Act, DiaryEntry, Drawing, Head, Inspected, LayerKind, NeedsNow, Place, Property, Welcome,
};
use populace_serve::tokio::sync::watch;
use populace_serve::{Audience, Order, Refusal, Show, Tape, packing};
use populace_sim::Simulation;
use populace_traj::Subject;

use super::engine::{Engine, Wish};
use super::lock;
use super::past::Past;
use super::reel::Screen;
use super::{acts, diary, layers, looking, probe};

/// A page that is at most this many frames before the last frame sees the present.
const AT_THE_END: u32 = 4;
/// How long a page waits for the engine, which answers between two steps.
const PATIENCE: Duration = Duration::from_secs(20);

/// A run on the screen.
pub struct Shown {
    pub scenario: Arc<Scenario>,
    /// What pages are told first, with the parameters as they are now.
    pub welcome: Mutex<Welcome>,
    pub screen: Arc<Screen>,
    /// The repetition of the run; none for a place and for trajectories, which nothing can repeat.
    pub past: Option<Mutex<Past>>,
    pub audience: Audience,
    /// The engine of a live run.
    pub engine: Option<Handle>,
}

/// The way to an engine.
pub struct Handle {
    pub wishes: Mutex<Sender<Wish>>,
    pub thread: Mutex<Option<JoinHandle<()>>>,
}

impl Handle {
    fn send(&self, wish: Wish) -> bool {
        lock(&self.wishes).send(wish).is_ok()
    }

    /// Asks the engine a question and waits for the answer.
    fn ask<T: Send + 'static>(&self, question: impl FnOnce(&mut Engine) -> T + Send + 'static) -> Result<T, Refusal> {
        let (reply, answer) = mpsc::channel();
        let is_given_up = Arc::new(AtomicBool::new(false));
        let given_up = is_given_up.clone();
        let wish = Wish::Question(Box::new(move |engine| {
            // The page no longer waits for the answer, so the question is dropped.
            if !given_up.load(Ordering::SeqCst) {
                let _ = reply.send(question(engine));
            }
        }));
        let over = || Refusal::new("the run has ended", "start it again");
        if !self.send(wish) {
            return Err(over());
        }
        answer.recv_timeout(PATIENCE).map_err(|e| match e {
            RecvTimeoutError::Timeout => {
                is_given_up.store(true, Ordering::SeqCst);
                Refusal::new("the run is busy", "try again")
            }
            RecvTimeoutError::Disconnected => over(),
        })
    }
}

impl Shown {
    /// Ends a live run and waits until its recording is whole.
    pub fn end(&self) {
        let Some(engine) = &self.engine else { return };
        engine.send(Wish::Order(Order::End));
        let thread = lock(&engine.thread).take();
        if let Some(thread) = thread {
            let _ = thread.join();
        }
    }

    /// Returns whether the run has ended.
    pub fn is_over(&self) -> bool {
        !self.screen.subscribe().borrow().ended.is_empty()
    }

    /// Closes the pages. They connect again, to the run that follows.
    pub fn close(&self) {
        self.screen.close();
    }

    /// Asks the simulation a question about a frame.
    fn at_frame<T: Send + 'static>(
        &self,
        frame: u32,
        question: impl FnOnce(&mut Simulation) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let frames = self.screen.tape.frames();
        if frame >= frames {
            return Err(layers::gone());
        }
        match &self.engine {
            Some(engine) if frame.saturating_add(AT_THE_END) >= frames => {
                engine.ask(move |engine| question(engine.run.simulation_mut()))
            }
            _ => {
                let past = self.past.as_ref().ok_or_else(unknown)?;
                let step = u64::from(frame) * u64::from(self.scenario.record().frame_every);
                lock(past).at(step).map(question)
            }
        }
    }

    fn origin(&self) -> Point {
        self.screen.origin().0
    }

    fn neighbours(&self, frame: u32) -> Result<Drawing, Refusal> {
        let ((origin, step), looks) = (self.screen.origin(), self.screen.at(frame));
        let bytes = self.screen.tape.frame(frame, &[]).ok_or_else(layers::gone)?;
        let seen = packing::unpack(&bytes, origin, step).ok_or_else(layers::gone)?;
        let velocities = packing::velocities(&bytes).ok_or_else(layers::gone)?;
        Ok(layers::neighbours(looks.world(), origin, &self.scenario, &seen, &velocities))
    }
}

/// Refuses to tell what people want whom nobody simulated.
fn unknown() -> Refusal {
    Refusal::new(
        "only positions are known: nobody simulated these people",
        "simulate a scenario, or show its recording",
    )
}

impl Show for Shown {
    fn welcome(&self) -> Welcome {
        lock(&self.welcome).clone()
    }
    fn place(&self, frame: u32) -> Arc<Place> {
        self.screen.place(frame)
    }
    fn tape(&self) -> &Tape {
        &self.screen.tape
    }
    fn heads(&self) -> watch::Receiver<Head> {
        self.screen.subscribe()
    }
    fn audience(&self) -> &Audience {
        &self.audience
    }
    fn order(&self, order: Order) {
        if let Some(engine) = &self.engine {
            engine.send(Wish::Order(order));
        }
    }
    fn inspect(&self, pedestrian: u32, frame: u32) -> Result<Inspected, Refusal> {
        let (scenario, origin) = (self.scenario.clone(), self.origin());
        let seen = self
            .at_frame(frame, move |simulation| looking::inspected(simulation, &scenario, origin, pedestrian, frame))?;
        seen.ok_or_else(|| Refusal::new(format!("pedestrian {pedestrian} is not walking here now"), "choose another"))
    }
    fn layer(&self, kind: &LayerKind, level: u16, frame: u32) -> Result<Drawing, Refusal> {
        match kind {
            LayerKind::Neighbours {} => self.neighbours(frame),
            LayerKind::Routes {} => {
                let origin = self.origin();
                self.at_frame(frame, move |simulation| looking::routes(simulation, origin))
            }
            LayerKind::Claims {} => {
                let origin = self.origin();
                self.at_frame(frame, move |simulation| looking::claims(simulation, origin))
            }
            still => layers::still(self.screen.at(frame).world(), self.origin(), still, level).ok_or_else(layers::gone),
        }
    }
    fn needs(&self, frame: u32) -> Result<NeedsNow, Refusal> {
        self.at_frame(frame, |simulation| looking::needs(simulation))
    }
    fn diary(&self, pedestrian: u32, frame: u32) -> Vec<DiaryEntry> {
        diary::written(&self.screen.tape.diary(pedestrian, frame), &self.screen.place(0), &self.scenario)
    }
    fn probe(&self, floor: u16, x: f64, y: f64) -> Vec<Property> {
        probe::probe(self.screen.at(u32::MAX).world(), floor, x, y)
    }
    fn subject(&self, area: u16) -> Option<Subject> {
        let env = self.scenario.environment();
        let area = env.areas().get(usize::from(area))?;
        let subject = Grounds::of(env).subject(area, true, row_by_row(&self.scenario));
        subject.area.is_some().then_some(subject)
    }
    fn act(&self, act: &Act) -> Result<(), Refusal> {
        let Some(engine) = &self.engine else {
            return Err(Refusal::new("a recording cannot be changed", "run the scenario live"));
        };
        let entry = acts::written(act, &self.screen.place(u32::MAX), &self.welcome())?;
        engine.ask(move |engine| engine.act(&entry))??;
        if let Act::Set { population, parameter, value } = act {
            let mut welcome = lock(&self.welcome);
            let parameters = welcome.populations.get_mut(usize::from(*population)).map(|p| &mut p.parameters);
            if let Some(changed) = parameters.into_iter().flatten().find(|p| p.name == *parameter) {
                changed.value = *value;
            }
        }
        Ok(())
    }
}
