//! `populace formats`: the table of formats.

use clap::Args;
use populace_ingest::FORMATS;
use serde_json::json;

use super::print;
use crate::failure::Failure;

#[derive(Args, Debug)]
pub struct FormatsArgs {
    /// Print a JSON array instead of text
    #[arg(long)]
    json: bool,
}

pub fn run(args: &FormatsArgs) -> Result<(), Failure> {
    if args.json {
        let rows: Vec<_> =
            FORMATS.iter().map(|f| json!({ "name": f.name, "extensions": f.extensions, "about": f.about })).collect();
        return print(&format!("{}\n", json!(rows)));
    }
    let endings = |extensions: &[&str]| extensions.iter().map(|e| format!(".{e}")).collect::<Vec<_>>().join(" ");
    let name_width = FORMATS.iter().map(|f| f.name.len()).max().unwrap_or(0);
    let ending_width = FORMATS.iter().map(|f| endings(f.extensions).len()).max().unwrap_or(0);
    let rows: String = FORMATS
        .iter()
        .map(|f| format!("{:name_width$}  {:ending_width$}  {}\n", f.name, endings(f.extensions), f.about))
        .collect();
    print(&rows)
}
