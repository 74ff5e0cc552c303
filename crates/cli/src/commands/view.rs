//! `populace view`: shows a scenario live, a recording, a place, trajectories, or the bundled scenes in the browser.

use std::fs::File;
use std::io::Read;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use populace_ingest::{Options, Source as PlaceFile};
use populace_record::import::IMPORTS;
use populace_serve::{Server, assets, tokio};

use super::measure::ImportArgs;
use super::print;
use crate::failure::Failure;
use crate::measure::SourceOptions;
use crate::reading::{Limits, within};
use crate::run::Interrupt;
use crate::view::{Runs, Source, Terms};

#[derive(Args, Debug)]
pub struct ViewArgs {
    /// A scenario file, which is run live; the folder of a recording; a file of trajectories; or a place in any format [default: the bundled
    /// scenes]
    what: Option<PathBuf>,
    /// Port to listen at; 0 takes a free port
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// Address to listen at. At an address of the network, everybody in the network who knows the printed token can
    /// watch and act on the run
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Simulated seconds per second at first, 0.1 to 100
    #[arg(long, value_name = "X", default_value_t = 1.0, allow_negative_numbers = true)]
    speed: f64,
    /// Begin with the run standing still
    #[arg(long)]
    paused: bool,
    /// Record the run in this folder, with everything that users do to it
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Replace the recording in that folder, if there is one
    #[arg(long, requires = "out")]
    overwrite: bool,
    /// Seed, instead of the scenario's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Simulated time at which the run ends at the latest, s, instead of the scenario's
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    until: Option<f64>,
    /// Another place, instead of the scenario's, or the place in which trajectories were walked
    #[arg(long, value_name = "FILE")]
    place: Option<PathBuf>,
    #[command(flatten)]
    import: ImportArgs,
    /// Number of threads to use; the result does not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Refuses, and says how to build the viewer, when it is not part of the program.
fn require_viewer(is_complete: bool) -> Result<(), Failure> {
    if is_complete {
        return Ok(());
    }
    Err(Failure::new("this populace was built without the viewer").hint(
        "in the repository run `cargo viewer`, which needs Node 20 or newer, then `cargo install --path crates/cli` again",
    ))
}

pub fn run(args: &ViewArgs) -> Result<(), Failure> {
    require_viewer(assets::is_complete())?;
    let speed = within("speed", Some(args.speed), 1.0, Limits(0.1, 100.0, "simulated seconds per second"))?;
    let until = args.until.map(|s| within("until", Some(s), s, Limits(0.001, 1e7, "s"))).transpose()?;
    let source = source(args)?;
    let terms = Terms {
        seed: args.seed,
        threads: args.threads,
        until,
        out: args.out.clone(),
        overwrite: args.overwrite,
        speed,
        paused: args.paused,
    };
    let runs = Arc::new(Runs::new(source, terms));
    let interrupt = Interrupt::listen();
    let served = serve(args, runs.clone(), &interrupt);
    runs.end();
    for folder in runs.recordings() {
        print(&format!("recorded in {}\n", folder.display()))?;
    }
    served
}

fn source(args: &ViewArgs) -> Result<Source, Failure> {
    let Some(path) = &args.what else {
        return match (&args.out, &args.place) {
            (None, None) => Ok(Source::Bundled),
            _ => Err(Failure::new("--out and --place are for one scenario").hint("name the scenario to show")),
        };
    };
    if !path.exists() {
        return Err(Failure::new(format!("{}: there is no such file or folder", path.display()))
            .hint("give a scenario, the folder of a recording, a place or a file of trajectories"));
    }
    let import = args.import.options()?;
    let kind = Kind::of(path)?;
    let options = [
        ("--out", args.out.is_some(), kind == Kind::Scenario),
        ("--seed", args.seed.is_some(), kind == Kind::Scenario),
        ("--until", args.until.is_some(), kind == Kind::Scenario),
        ("--place", args.place.is_some(), matches!(kind, Kind::Scenario | Kind::Trajectories)),
        ("--unit", import.unit.is_some(), kind == Kind::Trajectories),
        ("--frame-rate", import.frame_rate.is_some(), kind == Kind::Trajectories),
    ];
    if let Some((option, ..)) = options.iter().find(|(_, is_given, is_for)| *is_given && !is_for) {
        return Err(Failure::new(format!("{option} is not for this: {} is {}", path.display(), kind.words()))
            .hint("leave it out"));
    }
    Ok(match kind {
        Kind::Scenario => Source::Scenario(path.clone(), args.place.clone()),
        Kind::Recording => Source::Recording(path.clone()),
        Kind::Place => Source::Place(path.clone()),
        Kind::Trajectories => Source::Trajectories(path.clone(), SourceOptions { import, place: args.place.clone() }),
    })
}

/// What a path holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Scenario,
    Recording,
    Place,
    Trajectories,
}

impl Kind {
    /// Returns what a path holds, by its name and its first bytes. Every other TOML file than a place is taken for a scenario.
    fn of(path: &Path) -> Result<Kind, Failure> {
        if path.is_dir() {
            return Ok(Kind::Recording);
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if name.ends_with(".toml") && !name.ends_with(".place.toml") {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            // Only places have floors, and only places import other places.
            let is_of_a_place =
                |line: &str| ["[[floor]]", "[import]", "import ="].iter().any(|key| line.trim_start().starts_with(key));
            return Ok(if text.lines().any(is_of_a_place) { Kind::Place } else { Kind::Scenario });
        }
        let mut head = Vec::new();
        let failed = |e| Failure::new(format!("{}: cannot be read: {e}", path.display())).hint("check its permissions");
        File::open(path).and_then(|file| file.take(4096).read_to_end(&mut head)).map_err(failed)?;
        let source = PlaceFile { path, bytes: &head };
        if populace_ingest::choose(&source, &Options::default()).is_ok() {
            return Ok(Kind::Place);
        }
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let ending = plain.rsplit_once('.').map_or("", |parts| parts.1);
        if name != plain || IMPORTS.iter().any(|import| (import.sniff)(&head, ending)) {
            return Ok(Kind::Trajectories);
        }
        Err(Failure::new(format!("{}: is none of the things that can be shown", path.display()))
            .hint("give a scenario, the folder of a recording, a place or a file of trajectories; `populace formats` lists formats"))
    }

    fn words(self) -> &'static str {
        match self {
            Kind::Scenario => "a scenario",
            Kind::Recording => "a recording",
            Kind::Place => "a place",
            Kind::Trajectories => "a file of trajectories",
        }
    }
}

fn serve(args: &ViewArgs, runs: Arc<Runs>, interrupt: &Interrupt) -> Result<(), Failure> {
    let failed = |what: String| Failure::new(what).hint("choose another port with --port, 0 for a free one");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()
        .map_err(|e| failed(format!("the server could not be started: {e}")))?;
    let outcome = runtime.block_on(async {
        let server = Server::bind(SocketAddr::new(args.address, args.port), runs).await.map_err(failed)?;
        print(&format!("populace view: {}\n", server.url()))?;
        eprintln!("Open the address in a browser; Ctrl-C ends.");
        let interrupt = interrupt.clone();
        let stop = async move {
            while !interrupt.is_asked() {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        };
        server.run(stop).await;
        Ok(())
    });
    runtime.shutdown_background();
    outcome
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_without_the_viewer_says_how_to_build_it() {
        let (what, hint) = require_viewer(false).expect_err("there is nothing to show").parts();
        assert!(what.contains("without the viewer"), "{what}");
        assert!(hint.contains("cargo viewer") && hint.contains("cargo install --path crates/cli"), "{hint}");
        assert!(require_viewer(true).is_ok());
    }
}
