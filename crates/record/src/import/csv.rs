//! Values with a header, separated by commas, semicolons or tabs: columns id, frame (or t in s), x and y, in any order.
//! There may be further columns, such as z.

use std::path::Path;

use super::columns::Columns;
use super::gather::Gather;
use super::{Import, ImportOptions, Imported, foreign, text_of};
use crate::RecordError;

/// The format.
pub(super) const CSV: Import = Import {
    name: "csv",
    about: "comma-separated values with a header: id, frame (or t in s), x, y",
    sniff: |head, ending| {
        !head.contains(&0) && (ending == "csv" || first_line(head).is_some_and(|line| line.contains([',', ';'])))
    },
    read,
};

/// Returns the first line that is not a comment.
fn first_line(head: &[u8]) -> Option<&str> {
    let lines = head.split(|&byte| byte == b'\n').filter_map(|line| std::str::from_utf8(line).ok());
    lines.map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))
}

fn read(path: &Path, bytes: &[u8], options: &ImportOptions) -> Result<Imported, RecordError> {
    let (mut columns, mut rows): (Option<(Columns, char)>, _) = (None, Gather::new(path, "line"));
    for (line, text) in (1..).zip(text_of(path, bytes)?.lines()) {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match &columns {
            None => {
                let mark = [',', ';', '\t'].into_iter().find(|mark| text.contains(*mark)).unwrap_or(',');
                columns = Some((Columns::of(path, line, &text.split(mark).collect::<Vec<_>>())?, mark));
            }
            Some((columns, mark)) => rows.fields(line, &text.split(*mark).collect::<Vec<_>>(), columns)?,
        }
    }
    let (columns, _) = columns.ok_or_else(|| foreign(path, "holds no trajectories").hint("give a header and rows"))?;
    rows.finish(columns, None, options)
}
