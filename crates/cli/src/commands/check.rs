//! `populace check`: every model is put to the cases of the laboratory.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use populace_ingest::suggest::advice;
use populace_lab::{CASES, Case, Kind, Plan, Suite, Verdict, Verdicts, as_json, check, report};
use populace_steer::{MODELS, ModelEntry, model};

use serde_json::{Map, Value};

use super::print;
use crate::failure::Failure;
use crate::output;

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// A steering model; may be repeated [default: all models]
    #[arg(long, value_name = "NAME")]
    model: Vec<String>,
    /// A parameter of the model, instead of its default; needs exactly one --model, may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Only the cases of a suite: rimea, juelich, imo, steerbench, orca or validation; may be repeated
    #[arg(long, value_name = "SUITE")]
    suite: Vec<String>,
    /// Only this case; may be repeated
    #[arg(long, value_name = "NAME")]
    case: Vec<String>,
    /// Run every case with all its seeds and sizes, instead of the quick set
    #[arg(long)]
    full: bool,
    /// Add this to the seed of every run, to see how verdicts depend on random draws; the starting points stay the same
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=u64::from(u32::MAX)))]
    seed: u64,
    /// Write a page per model, a page that compares the models, and the chapter of the book into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Threads to use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

/// Runs the cases. Exits with code 1 when a model fails a verification case for which it has no known limit.
pub fn run(args: &CheckArgs) -> Result<ExitCode, Failure> {
    let models = models(&args.model)?;
    let plan = Plan {
        settings: settings(&args.set, &models)?,
        models,
        cases: cases(args)?,
        is_full: args.full,
        seed: args.seed,
        threads: args.threads.map_or_else(cores, |n| n as usize),
    };
    let all = check(&plan, &|model, verdict| eprintln!("{}: {}", model.name, line(verdict)));
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|e| Failure::of_write(folder, &e))?;
        for (name, text) in report::files(&all, &typed(args)) {
            output::write(&folder.join(name), text.as_bytes())?;
        }
    }
    print(&if args.json { format!("{}\n", as_json(&all)) } else { as_text(&all) })?;
    let is_fatal = all.iter().flat_map(|of_model| &of_model.verdicts).any(Verdict::is_fatal);
    Ok(if is_fatal { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Returns the command as typed, without the options that change no verdict: JSON or text, and threads.
fn typed(args: &CheckArgs) -> String {
    let mut words = vec!["populace".to_owned(), "check".to_owned()];
    for (option, values) in
        [("--model", &args.model), ("--set", &args.set), ("--suite", &args.suite), ("--case", &args.case)]
    {
        words.extend(values.iter().flat_map(|value| [option.to_owned(), quoted(value)]));
    }
    if args.full {
        words.push("--full".into());
    }
    if args.seed != 0 {
        words.extend(["--seed".into(), args.seed.to_string()]);
    }
    if let Some(folder) = &args.out {
        // An absolute folder of one machine means nothing on another.
        let name = if folder.is_relative() { quoted(&folder.to_string_lossy()) } else { "FOLDER".into() };
        words.extend(["--out".into(), name]);
    }
    words.join(" ")
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

fn models(names: &[String]) -> Result<Vec<&'static ModelEntry>, Failure> {
    if names.is_empty() {
        return Ok(MODELS.iter().collect());
    }
    let named = names.iter().map(|name| {
        model(name).ok_or_else(|| {
            Failure::new(format!("--model {name}: no model is called that"))
                .hint(advice(name, MODELS.iter().map(|m| m.name)))
        })
    });
    named.collect()
}

/// Returns the settings of the one model, which the model has accepted.
fn settings(written: &[String], models: &[&'static ModelEntry]) -> Result<Value, Failure> {
    let mut settings = Map::new();
    for text in written {
        let (key, value) = text.split_once('=').ok_or_else(|| {
            Failure::new(format!("--set {text}: there is no =")).hint("write it as KEY=VALUE, e.g. --set margin=0.05")
        })?;
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        settings.insert(key.trim().into(), value);
    }
    let settings = Value::Object(settings);
    match models {
        _ if written.is_empty() => {}
        [one] => {
            if let Err(e) = (one.make)(&settings) {
                return Err(Failure::new(format!("--set: {}: {}", e.path, e.what))
                    .hint("`populace models` lists the parameters of each model with their limits"));
            }
        }
        _ => return Err(Failure::new("--set is for one model").hint("name it with --model")),
    }
    Ok(settings)
}

fn cases(args: &CheckArgs) -> Result<Vec<&'static Case>, Failure> {
    let mut suites = Vec::new();
    for word in &args.suite {
        let found = Suite::ALL.iter().find(|s| s.1 == word);
        let words = || Suite::ALL.iter().map(|s| s.1);
        suites.push(found.map(|s| s.0).ok_or_else(|| {
            Failure::new(format!("--suite {word}: no suite is called that")).hint(advice(word, words()))
        })?);
    }
    for name in &args.case {
        if !CASES.iter().any(|c| c.name == name) {
            return Err(Failure::new(format!("--case {name}: no case is called that"))
                .hint(advice(name, CASES.iter().map(|c| c.name))));
        }
    }
    let is_meant = |case: &&Case| {
        (suites.is_empty() || suites.contains(&case.suite))
            && (args.case.is_empty() || args.case.iter().any(|name| name == case.name))
            // A case that the user names is run in either set.
            && (case.is_quick || args.full || !args.case.is_empty())
    };
    let cases: Vec<&Case> = CASES.iter().filter(is_meant).collect();
    if cases.is_empty() {
        return Err(Failure::new("there is no such case").hint("give --full, other suites or other cases"));
    }
    Ok(cases)
}

/// Writes the verdict of one case in one line.
fn line(verdict: &Verdict) -> String {
    let Case { name, unit, low, high, .. } = verdict.case;
    let unit = if *unit == "1" { "" } else { unit };
    let mut text = format!("{:22} {}", name, word(verdict));
    match &verdict.outcome {
        Ok(outcome) => {
            let _ = write!(text, "  {} {unit} ({} … {})", short(outcome.value), short(*low), short(*high));
            for condition in outcome.conditions.iter().filter(|c| !c.holds) {
                let _ = write!(text, "; not so: {}", condition.what);
            }
        }
        Err(why) => {
            let _ = write!(text, "  no value: {why}");
        }
    }
    text
}

fn word(verdict: &Verdict) -> &'static str {
    match (verdict.passes, verdict.case.kind) {
        (true, _) => "pass",
        (false, Kind::Validation) => "MISS",
        (false, Kind::Verification) if verdict.known.is_some() => "fail (known)",
        (false, Kind::Verification) => "FAIL",
    }
}

/// Writes a number with three digits.
fn short(value: f64) -> String {
    let text = if value.abs() >= 100.0 { format!("{value:.0}") } else { format!("{value:.3}") };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn as_text(all: &[Verdicts]) -> String {
    let mut text = String::new();
    for of_model in all {
        let _ = writeln!(text, "{}", of_model.model.name);
        for verdict in &of_model.verdicts {
            let _ = writeln!(text, "  {}", line(verdict));
            if let Ok(outcome) = &verdict.outcome {
                for note in &outcome.notes {
                    let _ = writeln!(text, "      {note}");
                }
            }
            if let Some(known) = verdict.known {
                let _ = writeln!(text, "      {} ({})", known.why, known.source);
            }
        }
        let count = |kind: Kind| {
            let those = || of_model.verdicts.iter().filter(move |v| v.case.kind == kind);
            format!("{} of {} {}", those().filter(|v| v.passes).count(), those().count(), kind.word())
        };
        let _ = writeln!(text, "  passes {}, {}", count(Kind::Verification), count(Kind::Validation));
    }
    text
}
