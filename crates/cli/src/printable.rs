//! Makes text fit for a terminal. Names come from files of strangers: they may hold escape sequences, which a terminal obeys, and be
//! of any length.

use std::borrow::Cow;
use std::fmt::Write;

/// The longest name in a line of text, characters. JSON and tables in files have every name in full.
const LONGEST: usize = 100;

/// Returns a text of several lines in which characters that a terminal would obey are written as `\u001b`, as in JSON, so that JSON
/// stays the same JSON.
pub fn lines(text: &str) -> Cow<'_, str> {
    written_out(text, |c| c != '\n' && is_obeyed(c))
}

/// Returns a text as one line: line breaks are written out, too.
pub fn line(text: &str) -> Cow<'_, str> {
    written_out(text, is_obeyed)
}

/// Returns a name for a line of text: a long name is cut.
pub fn name(text: &str) -> String {
    let shown = line(text);
    match shown.char_indices().nth(LONGEST) {
        None => shown.into_owned(),
        Some(_) => shown.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

/// Returns whether a terminal obeys the character instead of showing it: control characters, line and paragraph separators, and marks
/// that turn the direction of the text around.
fn is_obeyed(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn written_out(text: &str, is_wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_wrong) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_wrong(c) {
            // Writing to a string does not fail.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        assert_eq!(lines("a\u{1b}[31mb\n\rc\u{9b}2J"), "a\\u001b[31mb\n\\u000dc\\u009b2J");
        assert_eq!(line("first\nsecond\u{202e}"), "first\\u000asecond\\u202e");
        assert!(matches!(lines("Zoë → 東京\n"), Cow::Borrowed("Zoë → 東京\n")));
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({ "na\u{9b}me": ["\u{1b}]0;title\u{7}", "\u{202e}", "plain"] });
        let text = lines(&format!("{value:#}\n")).into_owned();
        assert!(text.chars().all(|c| c == '\n' || !is_obeyed(c)), "{text:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), value);
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(name("hall"), "hall");
        assert_eq!(name(&"é".repeat(100)), "é".repeat(100));
        assert_eq!(name(&"é".repeat(101)), "é".repeat(99) + "…");
    }
}
