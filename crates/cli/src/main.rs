//! The `populace` command: words in, figures and drawings out.

mod commands;
mod draw;
mod dump;
mod failure;
mod figures;
mod meter;
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
    /// List the formats that can be read
    Formats(commands::formats::FormatsArgs),
    /// Measure what building costs
    Bench(commands::bench::BenchArgs),
}

fn main() -> ExitCode {
    // Unknown words and missing values are reported by the parser itself, with exit code 2.
    let outcome = match Arguments::parse().command {
        Command::Build(args) => commands::build::run(&args),
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
