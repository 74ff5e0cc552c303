//! `populace bench view`: what it costs to show a walking crowd, to a page that reads every frame and to a page that is slow.
//!
//! The same crowd walks twice, in turns, on one thread: first by itself, then with the reel that makes frames for pages, a server,
//! and two pages on sockets of this machine. The work of the pages themselves does not count.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use clap::Args;
use populace_env::{Environment, World};
use populace_record::Names;
use populace_run::{Run, Sink};
use populace_serve::protocol::{Act, Drawing, Head, Inspected, LayerKind, Place, Property, VERSION, Welcome};
use populace_serve::tokio::runtime::Builder;
use populace_serve::tokio::sync::{oneshot, watch};
use populace_serve::{Audience, Broken, Card, House, Order, Refusal, Server, Show, Tape};
use populace_sim::{Phase, Simulation};
use populace_steer::MODELS;
use populace_traj::Subject;
use serde_json::{Value, json};

use super::crowd::{BenchCrowdArgs, environment, setup};
use super::peers_crowd::pool;
use super::view_page::{self, Received};
use crate::commands::print;
use crate::failure::Failure;
use crate::meter;
use crate::view::{Reel, Screen, ground};

/// The steps from a frame to the next: 10 frames per second, the default of scenarios.
const FRAME_EVERY: u32 = 2;
/// The number of turns that each of the two crowds takes: a machine that slows down slows both.
const SLICES: u32 = 10;

#[derive(Args, Debug)]
pub struct BenchViewArgs {
    /// Steering model
    #[arg(long, value_name = "NAME", default_value = MODELS[0].name)]
    model: String,
    /// Number of people
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(1..=2_000_000))]
    count: u32,
    /// Place: `town`, `square` or a place file, as in `bench crowd`
    #[arg(long, value_name = "NAME|FILE", default_value = "town")]
    scene: String,
    /// Steps that are measured
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(10..=1_000_000))]
    steps: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &BenchViewArgs) -> Result<(), Failure> {
    let crowd = BenchCrowdArgs::bare(&args.model, args.count, &args.scene, args.steps);
    let env = environment(&args.scene, args.count)?;
    let report = measure(args, &crowd, &env)?;
    print(&if args.json { format!("{}\n", report.json(args)) } else { report.text(args) })
}

fn measure(args: &BenchViewArgs, crowd: &BenchCrowdArgs, env: &Arc<Environment>) -> Result<Report, Failure> {
    let setup = || setup(crowd, env, args.count);
    let mut bare = Run::bare(Simulation::new(setup()?));
    let mut shown = Shooting::new(setup()?)?;
    let theatre = Theatre::open(shown.screen.clone())?;
    let pages = theatre.seat_pages();
    let pool = pool(1)?;
    let mut bare_cpu = 0.0;
    for slice in 0..SLICES {
        let steps = (slice + 1) * args.steps / SLICES - slice * args.steps / SLICES;
        pool.install(|| {
            let began = meter::thread_seconds();
            (0..steps).try_for_each(|_| bare.step(&mut []))?;
            bare_cpu += meter::thread_seconds() - began;
            (0..steps).try_for_each(|_| shown.step())
        })?;
    }
    shown.screen.tell(|head| head.ended = "it is over".into());
    let frames = shown.screen.tape.frames();
    let ended = |_| Failure::new("a page ended before the run did");
    let (fast, slow) = (pages.0.join().map_err(ended)??, pages.1.join().map_err(ended)??);
    Ok(Report { frames, bare_cpu, reel_cpu: shown.cpu, server_cpu: theatre.close()?, fast, slow })
}

/// A crowd that is shown.
struct Shooting {
    run: Run,
    screen: Arc<Screen>,
    reel: Reel,
    clock: Clock,
    /// CPU time of everything but the steps, s.
    cpu: f64,
}

impl Shooting {
    fn new(setup: populace_sim::Setup) -> Result<Self, Failure> {
        let screen = Arc::new(Screen::new(
            ground(World::new(&setup.env, &setup.doors), "bench", &setup, 1),
            &setup.env,
            &setup.doors,
        )?);
        let reel = Reel::new(screen.clone(), Names::default(), &setup, FRAME_EVERY);
        let run = Run::bare(Simulation::new(setup));
        Ok(Shooting { run, screen, reel, clock: Clock::default(), cpu: 0.0 })
    }

    /// Does what the engine of a live run does.
    fn step(&mut self) -> Result<(), Failure> {
        self.run.step(&mut [&mut self.clock, &mut self.reel])?;
        if self.reel.is_shown(self.run.simulation().steps()) {
            self.screen.tell(|head| head.running = true);
        }
        self.cpu += meter::thread_seconds() - self.clock.ended;
        Ok(())
    }
}

/// The sink that notes the CPU time at which a step ended, s.
#[derive(Default)]
struct Clock {
    ended: f64,
}

impl Sink for Clock {
    fn name(&self) -> &str {
        "clock"
    }
    fn phase(&mut self, phase: Option<Phase>) {
        if phase.is_none() {
            self.ended = meter::thread_seconds();
        }
    }
}

/// A server on a thread of its own.
struct Theatre {
    address: std::net::SocketAddr,
    stop: oneshot::Sender<()>,
    thread: thread::JoinHandle<f64>,
}

type Page = thread::JoinHandle<Result<Received, Failure>>;

impl Theatre {
    fn open(screen: Arc<Screen>) -> Result<Self, Failure> {
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = mpsc::channel();
        let house = Arc::new(Stand(Arc::new(Booth { screen, audience: Audience::default() })));
        let thread = thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return 0.0 };
            runtime.block_on(async move {
                let bound = Server::bind(([127, 0, 0, 1], 0).into(), house).await;
                let _ = tell.send(bound.as_ref().map(Server::address).map_err(String::clone));
                if let Ok(server) = bound {
                    let stop = async { drop(stopped.await) };
                    server.run(stop).await;
                }
            });
            meter::thread_seconds()
        });
        let address = told.recv().map_err(|_| Failure::new("the server could not be started"))?;
        Ok(Theatre { address: address.map_err(Failure::new)?, stop, thread })
    }

    /// Opens a page that reads every frame and a page that is slow.
    fn seat_pages(&self) -> (Page, Page) {
        let address = self.address;
        (thread::spawn(move || view_page::read_all(address)), thread::spawn(move || view_page::read_slowly(address)))
    }

    /// Stops the server and returns the CPU time that it took, s.
    fn close(self) -> Result<f64, Failure> {
        let _ = self.stop.send(());
        self.thread.join().map_err(|_| Failure::new("the server failed"))
    }
}

/// A house with one run.
struct Stand(Arc<Booth>);

impl House for Stand {
    fn open(&self, _: &str) -> Result<Arc<dyn Show>, Broken> {
        Ok(self.0.clone())
    }
    fn restart(&self, _: &str) -> Result<(), Refusal> {
        Ok(())
    }
    fn gallery(&self) -> Option<Vec<Card>> {
        None
    }
    fn picture(&self, _: &str) -> Option<Arc<Vec<u8>>> {
        None
    }
}

/// The run, which has nothing but frames.
struct Booth {
    screen: Arc<Screen>,
    audience: Audience,
}

fn frames_only() -> Refusal {
    Refusal::new("this run has frames only", "ask for frames")
}

impl Show for Booth {
    fn welcome(&self) -> Welcome {
        Welcome {
            version: VERSION,
            populace: env!("CARGO_PKG_VERSION").into(),
            run: 1,
            name: "bench".into(),
            live: true,
            seed: "1".into(),
            recording: String::new(),
            frame_seconds: 0.1,
            until: 0.0,
            time_of_day: None,
            expected: 0,
            populations: Vec::new(),
            statuses: Vec::new(),
            phases: Vec::new(),
            levels: 0,
        }
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
    fn order(&self, _: Order) {}
    fn inspect(&self, _: u32, _: u32) -> Result<Inspected, Refusal> {
        Err(frames_only())
    }
    fn layer(&self, _: &LayerKind, _: u16, _: u32) -> Result<Drawing, Refusal> {
        Err(frames_only())
    }
    fn probe(&self, _: u16, _: f64, _: f64) -> Vec<Property> {
        Vec::new()
    }
    fn subject(&self, _: u16) -> Option<Subject> {
        None
    }
    fn act(&self, _: &Act) -> Result<(), Refusal> {
        Err(frames_only())
    }
}

/// The result of the benchmark.
struct Report {
    frames: u32,
    /// CPU time of the crowd by itself, of making frames, and of the server, s.
    bare_cpu: f64,
    reel_cpu: f64,
    server_cpu: f64,
    fast: Received,
    slow: Received,
}

impl Report {
    /// Returns the CPU time of showing as a share of the CPU time of the crowd by itself.
    fn share(&self) -> f64 {
        (self.reel_cpu + self.server_cpu) / self.bare_cpu.max(1e-9)
    }
    fn bytes_each(&self) -> f64 {
        self.fast.bytes as f64 / self.fast.people.max(1) as f64
    }

    fn json(&self, args: &BenchViewArgs) -> Value {
        json!({
            "model": args.model,
            "scene": args.scene,
            "count": args.count,
            "steps": args.steps,
            "run_cpu_s": self.bare_cpu,
            "reel_cpu_s": self.reel_cpu,
            "server_cpu_s": self.server_cpu,
            "show_share": self.share(),
            "bytes_per_pedestrian_frame": self.bytes_each(),
            "bytes": self.fast.bytes,
            "frames": self.frames,
            "frames_served": self.fast.frames,
            "slow_frames": self.slow.frames,
            "slow_skipped": self.frames - self.slow.frames.min(self.frames),
        })
    }

    fn text(&self, args: &BenchViewArgs) -> String {
        let percent = |cpu: f64| 100.0 * cpu / self.bare_cpu.max(1e-9);
        let line = |what: &str, value: String| format!("  {what:34}{value}\n");
        let (share, all) = (100.0 * self.share(), self.frames);
        format!("model {}, scene {}, {} people, {} steps\n", args.model, args.scene, args.count, args.steps)
            + &line("CPU time of the run", format!("{:.2} s", self.bare_cpu))
            + &line("showing adds", format!("{share:.1} %, at most 15 % are wanted"))
            + &line("  frames and statistics", format!("{:.2} s, {:.1} %", self.reel_cpu, percent(self.reel_cpu)))
            + &line("  server", format!("{:.2} s, {:.1} %", self.server_cpu, percent(self.server_cpu)))
            + &line("bytes per pedestrian and frame", format!("{:.2}, at most 12 are wanted", self.bytes_each()))
            + &line("frames served", format!("{} of {all}", self.fast.frames))
            + &line("a slow page", format!("{} of {all}, the others skipped", self.slow.frames))
    }
}
