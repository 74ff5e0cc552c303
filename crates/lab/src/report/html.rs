//! The parts that all pages share: head, style, words of verdicts, and text made safe.

use super::chart;
use crate::{Case, Figure, Kind, Verdict};

/// The style of every page.
const STYLE: &str = "
:root { color-scheme: light; --ink: #1d2129; --soft: #5b6472; --line: #dde1e8; --pass: #1a7f4b; --fail: #b42318; --known: #9a6700; --miss: #b54708; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 32px 64px; max-width: 1240px; font: 15px/1.5 system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; color: var(--ink); background: #fff; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 19px; margin: 36px 0 8px; padding-top: 8px; border-top: 1px solid var(--line); } h3 { font-size: 16px; margin: 0 0 4px; }
p { margin: 4px 0 10px; } .soft { color: var(--soft); } a { color: #175cd3; text-decoration: none; } a:hover { text-decoration: underline; }
table { border-collapse: collapse; width: 100%; margin: 12px 0; font-size: 14px; } th { text-align: left; font-weight: 600; color: var(--soft); }
th, td { padding: 5px 10px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; } td.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.word { font-weight: 600; white-space: nowrap; } .pass { color: var(--pass); } .fail { color: var(--fail); } .known { color: var(--known); } .miss { color: var(--miss); }
section { margin: 20px 0 0; padding: 16px 20px; border: 1px solid var(--line); border-radius: 8px; } section p { max-width: 1000px; }
dl { display: grid; grid-template-columns: 110px 1fr; gap: 2px 12px; margin: 8px 0; font-size: 14px; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; gap: 16px; margin-top: 12px; } figure { margin: 0; max-width: 540px; } figcaption { margin: 4px 0 0 18px; font-size: 13px; color: var(--soft); } svg { max-width: 100%; height: auto; display: block; }
";

/// Returns a whole page.
pub(super) fn document(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        safe(title)
    )
}

/// Returns a figure with its caption.
pub(super) fn framed(figure: &Figure) -> String {
    let caption = match figure.caption.as_str() {
        "" => String::new(),
        caption => format!("<figcaption>{}</figcaption>\n", safe(caption)),
    };
    format!("<figure>\n{}{caption}</figure>\n", chart::picture(figure).to_svg())
}

/// Returns the text, written so that a browser shows its markup instead of obeying it.
pub(super) fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns the word of a verdict, coloured.
pub(super) fn word(verdict: &Verdict) -> String {
    let (class, word) = word_of(verdict);
    format!("<span class=\"word {class}\">{word}</span>")
}

/// Returns the class of a verdict and its word.
pub(super) fn word_of(verdict: &Verdict) -> (&'static str, &'static str) {
    match (verdict.passes, verdict.case.kind) {
        (true, _) => ("pass", "pass"),
        (false, Kind::Validation) => ("miss", "off"),
        (false, Kind::Verification) if verdict.known.is_some() => ("known", "known limit"),
        (false, Kind::Verification) => ("fail", "fail"),
    }
}

/// Returns the value with its unit; a dash where there is none.
pub(super) fn value(verdict: &Verdict) -> String {
    verdict.value().map_or_else(|| "–".into(), |value| with_unit(value, verdict.case))
}

/// Returns the limits with their unit.
pub(super) fn limits(case: &Case) -> String {
    if case.low == case.high {
        return with_unit(case.low, case);
    }
    format!("{} … {}", short(case.low), with_unit(case.high, case))
}

fn with_unit(value: f64, case: &Case) -> String {
    let unit = if case.unit == "1" { String::new() } else { format!(" {}", safe(case.unit)) };
    format!("{}{unit}", short(value))
}

/// Returns a number with about three digits.
pub(super) fn short(value: f64) -> String {
    let digits = if value.abs() >= 100.0 {
        0
    } else if value.abs() >= 10.0 {
        1
    } else {
        3
    };
    let text = format!("{value:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_text_is_safe() {
        assert_eq!([0.25, 1.0, 34.06, 1234.5].map(short), ["0.25", "1", "34.1", "1234"]);
        assert_eq!(safe("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
    }
}
