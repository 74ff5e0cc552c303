//! The files of the station, as a person would write them: an entry for each thing, one line for each key.
//!
//! The words of an entry come from its own serialisation, so that the text reads back to an equal value.

use std::fmt::Write;

use serde_json::{Map, Value};

/// The keys that come first in an entry, in this order; the others follow in the order of the alphabet.
const FIRST: [&str; 20] = [
    "version",
    "name",
    "kind",
    "floor",
    "place",
    "time_of_day",
    "seed",
    "until",
    "track",
    "to",
    "at",
    "from",
    "elevation",
    "outline",
    "outlines",
    "profile",
    "arrive",
    "journey",
    "rate",
    "uniform",
];
/// The longest line, characters.
const WIDTH: usize = 140;

/// Writes the entries of a file below a comment. `headings` says what comes before the first entry of some lists.
pub(super) fn written(file: &Map<String, Value>, comment: &str, headings: &[(&str, &str)]) -> String {
    let mut text: String = comment.lines().map(|line| format!("# {line}\n")).collect();
    let is_list = |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_object));
    let (lists, single): (Vec<_>, Vec<_>) = file.iter().filter(|one| is_said(one.1)).partition(|one| is_list(one.1));
    let single: Map<String, Value> = single.into_iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    text += &lines(&single);
    let known = |key: &str| headings.iter().position(|heading| heading.0 == key).unwrap_or(headings.len());
    let mut lists = lists;
    lists.sort_by_key(|(key, _)| known(key));
    for (key, list) in lists {
        if let Some((_, about)) = headings.iter().find(|heading| heading.0 == key) {
            let _ = write!(text, "\n# {}\n# {about}\n", "-".repeat(WIDTH - 2));
        }
        for entry in list.as_array().into_iter().flatten().filter_map(Value::as_object) {
            let _ = write!(text, "\n[[{key}]]\n{}", lines(entry));
        }
    }
    text
}

/// Returns whether a value is worth a line: absent options and default tables are not.
fn is_said(value: &Value) -> bool {
    !value.is_null() && value.as_object().is_none_or(|table| table.values().any(is_said))
}

/// Returns the keys of an entry, the most important first.
fn sorted(entry: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let rank = |key: &str| FIRST.iter().position(|first| *first == key).unwrap_or(FIRST.len());
    let mut keys: Vec<_> = entry.iter().filter(|(_, value)| is_said(value)).collect();
    keys.sort_by_key(|(key, _)| (rank(key), (*key).clone()));
    keys
}

/// Writes a line for each key of an entry. A long list gets a line for each of its items.
fn lines(entry: &Map<String, Value>) -> String {
    let mut text = String::new();
    for (key, value) in sorted(entry) {
        let short = format!("{key} = {}", inline(value));
        match value.as_array().filter(|_| short.chars().count() > WIDTH) {
            None => text += &format!("{short}\n"),
            Some(items) => {
                let items: Vec<String> = items.iter().map(inline).collect();
                text += &format!("{key} = [\n{}]\n", wrapped(&items));
            }
        }
    }
    text
}

/// Writes items into as few lines as they fit in.
fn wrapped(items: &[String]) -> String {
    let (mut text, mut line) = (String::new(), String::new());
    for item in items {
        if !line.is_empty() && line.chars().count() + item.chars().count() + 2 > WIDTH {
            let _ = writeln!(text, "  {}", line.trim_end());
            line.clear();
        }
        let _ = write!(line, "{item}, ");
    }
    text + &format!("  {}\n", line.trim_end())
}

/// Writes a value in one line.
fn inline(value: &Value) -> String {
    match value {
        Value::Number(number) => {
            let text = number.to_string();
            text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
        }
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(table) => {
            let keys = sorted(table).into_iter().map(|(key, value)| format!("{key} = {}", inline(value)));
            format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
        }
        // Texts are written in TOML as in JSON, where nothing but letters is in them.
        other => other.to_string(),
    }
}
