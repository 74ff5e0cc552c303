//! The `populace` command: reads the words of the user, and prints figures or writes drawings.

mod commands;
mod dump;
mod ends;
mod failure;
mod figures;
mod inspection;
mod journey;
mod measure;
mod meter;
mod names;
mod output;
mod pairs;
mod parts;
mod printable;
mod progress;
mod reading;
mod report;
mod run;
mod span;
mod story;
mod surroundings;
mod tile;
mod view;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use failure::Failure;

/// Fills any place with pedestrians
#[derive(Parser, Debug)]
#[command(name = "populace", version, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Read a place, repair it, build its environment, and print or draw the result
    Build(commands::build::BuildArgs),
    /// Simulate a scenario, record it and print a summary
    Run(commands::run::RunArgs),
    /// Show a scenario live, a recording, or the bundled scenes in the browser
    View(commands::view::ViewArgs),
    /// Run again what a recording was made from, and compare every step
    ReplayCheck(commands::replay_check::ReplayCheckArgs),
    /// Write a recording in the format of another program
    Convert(commands::convert::ConvertArgs),
    /// Draw the paths of a recording over its place
    Draw(commands::draw::DrawArgs),
    /// Measure density, flow, speed and more of a recording or of real trajectories
    Measure(commands::measure::MeasureArgs),
    /// Run a scenario to a moment and show how one pedestrian decides what to do next
    Inspect(commands::inspect::InspectArgs),
    /// Plan the way from one point of a place to another, and print or draw it
    Route(commands::route::RouteArgs),
    /// List the formats that can be read
    Formats(commands::formats::FormatsArgs),
    /// List the steering models with their parameters, the ways to follow routes and the ways to perceive
    Models(commands::models::ModelsArgs),
    /// Print the JSON Schema of scenario or place files
    Schema(commands::schema::SchemaArgs),
    /// Test steering models by guidelines and benchmarks, and compare them with measured data
    Check(commands::check::CheckArgs),
    /// Write the living station: the place and the scenario of a day in it, for any number of people
    Station(commands::station::StationArgs),
    /// Measure what building, planning, walking and showing cost
    Bench(commands::bench::BenchArgs),
}

fn main() -> ExitCode {
    run::outlive_file_size_limits();
    // Unknown words and missing values are reported by the parser itself, with exit code 2.
    let outcome = match Arguments::parse().command {
        Command::Build(args) => done(commands::build::run(&args)),
        Command::Run(args) => commands::run::run(&args),
        Command::View(args) => done(commands::view::run(&args)),
        Command::ReplayCheck(args) => commands::replay_check::run(&args),
        Command::Convert(args) => done(commands::convert::run(&args)),
        Command::Draw(args) => done(commands::draw::run(&args)),
        Command::Measure(args) => done(commands::measure::run(&args)),
        Command::Inspect(args) => done(commands::inspect::run(&args)),
        Command::Route(args) => done(commands::route::run(&args)),
        Command::Formats(args) => done(commands::formats::run(&args)),
        Command::Models(args) => done(commands::models::run(&args)),
        Command::Schema(args) => done(commands::schema::run(&args)),
        Command::Check(args) => commands::check::run(&args),
        Command::Station(args) => done(commands::station::run(&args)),
        Command::Bench(args) => done(commands::bench::run(&args)),
    };
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Returns the exit code of a command that either succeeds or fails.
fn done(outcome: Result<(), Failure>) -> Result<ExitCode, Failure> {
    outcome.map(|()| ExitCode::SUCCESS)
}
