//! `populace bench`: what building, planning, walking and showing cost. Each question has its file.

mod build;
mod crowd;
mod crowd_report;
mod figure;
mod minds;
mod peers;
mod peers_crowd;
mod peers_file;
mod routes;
mod routes_report;
mod station;
mod timing;
mod view;
mod view_page;

use clap::{Args, Subcommand};

use crate::failure::Failure;

#[derive(Args, Debug)]
pub struct BenchArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Measure CPU time and peak memory of each build stage, and how both grow in copies of the place side by side
    Build(build::BenchBuildArgs),
    /// Measure every planner on the same random pairs: time, memory and length of the routes
    Routes(routes::BenchRoutesArgs),
    /// Measure how fast a crowd walks: pedestrian-steps per CPU second, share of each phase, gain of a second core
    Crowd(crowd::BenchCrowdArgs),
    /// Measure what minds cost: a hall with tills, machines, benches and performances, and the same crowd without minds
    Minds(minds::BenchMindsArgs),
    /// Measure what the living station costs with 1,000, 5,000 and 20,000 people present
    Station(station::BenchStationArgs),
    /// Measure what it costs to show a walking crowd to a browser, and how many bytes go over the wire
    View(view::BenchViewArgs),
    /// Run a scenario of the harness that compares crowd and navigation libraries, and print one RESULT line
    Peers(peers::BenchPeersArgs),
}

pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    match &args.what {
        What::Build(args) => build::run(args),
        What::Routes(args) => routes::run(args),
        What::Crowd(args) => crowd::run(args),
        What::Minds(args) => minds::run(args),
        What::Station(args) => station::run(args),
        What::View(args) => view::run(args),
        What::Peers(args) => peers::run(args),
    }
}
