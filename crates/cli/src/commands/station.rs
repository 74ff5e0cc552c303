//! `populace station`: writes the living station for any number of people and any part of its day.

use std::path::PathBuf;

use clap::Args;
use populace_lab::station::{DAY, Station};

use super::print;
use crate::failure::Failure;
use crate::output::write;

#[derive(Args, Debug)]
pub struct StationArgs {
    /// The folder of the two files; it is made when it does not exist
    #[arg(long, value_name = "FOLDER", default_value = "penn_station")]
    out: PathBuf,
    /// How many people are present in the rush hours
    #[arg(long, value_name = "N", default_value_t = Station::default().present, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    count: u32,
    /// Seed
    #[arg(long, value_name = "N", default_value_t = Station::default().seed)]
    seed: u64,
    /// The time of day at which the run begins, from 05:00 on; people are inside then
    #[arg(long, value_name = "HH:MM", default_value = "07:30", conflicts_with = "day")]
    from: String,
    /// The time of day at which the run ends, at the latest 01:00
    #[arg(long, value_name = "HH:MM", default_value = "01:00", conflicts_with = "day")]
    until: String,
    /// The whole day: the station opens empty at 05:00 and closes at 01:00
    #[arg(long)]
    day: bool,
}

pub fn run(args: &StationArgs) -> Result<(), Failure> {
    let station = station(args)?;
    std::fs::create_dir_all(&args.out).map_err(|e| Failure::of_write(&args.out, &e))?;
    for (name, text) in station.files() {
        let path = args.out.join(name);
        write(&path, text.as_bytes())?;
        print(&format!("{}\n", path.display()))?;
    }
    Ok(())
}

fn station(args: &StationArgs) -> Result<Station, Failure> {
    let given = Station { seed: args.seed, ..Station::day(args.count) };
    if args.day {
        return Ok(given);
    }
    let from = time_of_day("--from", &args.from)?;
    // The small hours belong to the day before.
    let until = time_of_day("--until", &args.until)?;
    let until = if until < DAY.0 { until + 24.0 * 3600.0 } else { until };
    if from < DAY.0 || until > DAY.1 || until <= from {
        let what = format!(
            "the station is open from 05:00 to 01:00; --from {} --until {} is no part of that",
            args.from, args.until
        );
        return Err(Failure::new(what).hint("give --from from 05:00 on, and a later --until"));
    }
    Ok(Station { from, length: until - from, is_filled: true, ..given })
}

/// Returns a time of day in seconds since midnight.
fn time_of_day(option: &str, text: &str) -> Result<f64, Failure> {
    let parts = text.split_once(':').and_then(|(hours, minutes)| Some((hours.parse().ok()?, minutes.parse().ok()?)));
    match parts {
        Some((hours @ 0..=23, minutes @ 0..=59)) => Ok(f64::from(hours * 3600 + minutes * 60)),
        _ => Err(Failure::new(format!("{option} {text:?} is no time of day")).hint("give it as in 07:30")),
    }
}
