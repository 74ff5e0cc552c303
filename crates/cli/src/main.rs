//! The `populace` command: words in, figures and drawings out.

mod commands;
mod draw;
mod dump;
mod ends;
mod failure;
mod figures;
mod journey;
mod meter;
mod output;
mod pairs;
mod parts;
mod progress;
mod reading;
mod report;
mod run;
mod tile;

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
    /// Plan the way from one point of a place to another, and print or draw it
    Route(commands::route::RouteArgs),
    /// List the formats that can be read
    Formats(commands::formats::FormatsArgs),
    /// Measure what building and planning cost
    Bench(commands::bench::BenchArgs),
}

fn main() -> ExitCode {
    // Unknown words and missing values are reported by the parser itself, with exit code 2.
    let outcome = match Arguments::parse().command {
        Command::Build(args) => done(commands::build::run(&args)),
        Command::Run(args) => commands::run::run(&args),
        Command::Route(args) => done(commands::route::run(&args)),
        Command::Formats(args) => done(commands::formats::run(&args)),
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

/// Commands that either succeed or fail.
fn done(outcome: Result<(), Failure>) -> Result<ExitCode, Failure> {
    outcome.map(|()| ExitCode::SUCCESS)
}
