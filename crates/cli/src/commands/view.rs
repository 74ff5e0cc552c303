//! `populace view`: shows a scenario live, a recording, or the bundled scenes in the browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use populace_serve::{Server, assets, tokio};

use super::print;
use crate::failure::Failure;
use crate::reading::{Limits, within};
use crate::run::Interrupt;
use crate::view::{Runs, Source, Terms};

#[derive(Args, Debug)]
pub struct ViewArgs {
    /// A scenario file, which is run live, or the folder of a recording [default: the bundled scenes]
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
    /// Another place, instead of the scenario's
    #[arg(long, value_name = "FILE")]
    place: Option<PathBuf>,
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
            .hint("give a scenario file or the folder of a recording"));
    }
    if path.is_dir() { recording(path, args) } else { Ok(Source::Scenario(path.clone(), args.place.clone())) }
}

fn recording(folder: &Path, args: &ViewArgs) -> Result<Source, Failure> {
    let live = [
        ("--out", args.out.is_some()),
        ("--seed", args.seed.is_some()),
        ("--until", args.until.is_some()),
        ("--place", args.place.is_some()),
    ];
    match live.iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(Failure::new(format!("{flag} is for live runs, {} is a recording", folder.display()))
            .hint("leave it out, or give the scenario")),
        None => Ok(Source::Recording(folder.to_owned())),
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
