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
mod tile;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

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
        Command::Build(args) => commands::build::run(&args),
        Command::Route(args) => commands::route::run(&args),
        Command::Formats(args) => commands::formats::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}
