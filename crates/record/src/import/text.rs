//! The text format of the Pedestrian Dynamics Data Archive: rows `id frame x y z`, comments with frame rate, unit and columns.
//!
//! ```text
//! # framerate: 25 fps
//! # id frame x/m y/m z/m
//! 1 0 2.27855 2.6407 1.76
//! ```
//!
//! Further columns, such as a marker, are left out. When a file has no comments, the user gives the frame rate and, unless it is m,
//! the unit.

use std::path::Path;

use super::columns::Columns;
use super::gather::Gather;
use super::{Import, ImportOptions, Imported, Unit, foreign, text_of};
use crate::RecordError;

/// The format.
pub(super) const ARCHIVE: Import = Import {
    name: "text",
    about: "rows `id frame x y z` of the Pedestrian Dynamics Data Archive, in m or cm",
    sniff: |head, _| !head.contains(&0),
    read,
};

fn read(path: &Path, bytes: &[u8], options: &ImportOptions) -> Result<Imported, RecordError> {
    let (mut columns, mut rate, mut rows) = (Columns::default(), None, Gather::new(path, "line"));
    for (line, text) in (1..).zip(text_of(path, bytes)?.lines()) {
        let text = text.trim_start_matches('\u{feff}').trim();
        if let Some(comment) = text.strip_prefix('#') {
            comment_of(path, line, comment.trim(), &mut columns, &mut rate)?;
        } else if !text.is_empty() {
            let fields: Vec<&str> = text.split_ascii_whitespace().collect();
            rows.fields(line, &fields, &columns)?;
        }
    }
    rows.finish(columns, rate, options)
}

/// Takes what a comment says about the frame rate, the unit and the columns.
fn comment_of(
    path: &Path,
    line: usize,
    comment: &str,
    columns: &mut Columns,
    rate: &mut Option<f64>,
) -> Result<(), RecordError> {
    let lower = comment.to_lowercase();
    let value = |key: &str| lower.strip_prefix(key).map(|rest| rest.trim_start_matches([':', '=', ' ', '\t']));
    if let Some(word) = value("framerate").or_else(|| value("frame rate")).or_else(|| value("fps")) {
        let number = word.split_whitespace().next().and_then(|word| word.trim_end_matches("fps").parse::<f64>().ok());
        let number = number.filter(|rate| rate.is_finite() && *rate > 0.0).ok_or_else(|| {
            foreign(path, format!("line {line}: frame rate {word:?} is no number")).hint("write e.g. `# framerate: 25`")
        })?;
        *rate = Some(number);
    } else if let Some(word) = value("unit").filter(|word| Unit::of(word.trim()).is_some()) {
        columns.unit = Unit::of(word.trim());
    } else {
        let names: Vec<&str> = comment.split_whitespace().collect();
        let is_header = names.len() >= 4 && matches!(names[0].to_lowercase().as_str(), "id" | "persid" | "personid");
        if is_header {
            let unit = columns.unit;
            *columns = Columns::of(path, line, &names)?;
            columns.unit = columns.unit.or(unit);
        }
    }
    Ok(())
}
