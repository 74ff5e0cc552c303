//! The page of one model: its verdicts in a table, then every case with what was done, measured and drawn.

use std::fmt::Write;

use super::html::{document, framed, limits, safe, value, word};
use crate::{Kind, Suite, Verdict, Verdicts};

/// Returns the name of the file of a model's page.
pub(super) fn file(model: &str) -> String {
    format!("{model}.html")
}

/// Returns the page.
pub(super) fn page(of_model: &Verdicts) -> String {
    let model = of_model.model;
    let mut body = format!("<p><a href=\"index.html\">All models</a></p>\n<h1>{}</h1>\n", safe(model.name));
    let _ = writeln!(body, "<p>{}<br><span class=\"soft\">{}</span></p>", safe(model.about), safe(model.paper));
    let _ = writeln!(body, "<p>{}</p>", summary(of_model));
    body.push_str(
        "<table>\n<tr><th>case</th><th>what</th><th>verdict</th><th>value</th><th>accepted</th><th>kind</th></tr>\n",
    );
    for verdict in &of_model.verdicts {
        let case = verdict.case;
        let _ = writeln!(
            body,
            "<tr><td><a href=\"#{name}\">{name}</a></td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            safe(case.title),
            word(verdict),
            value(verdict),
            limits(case),
            case.kind.word(),
            name = case.name,
        );
    }
    body.push_str("</table>\n");
    for &(suite, _, title) in &Suite::ALL {
        let mut theirs = of_model.verdicts.iter().filter(|v| v.case.suite == suite).peekable();
        if theirs.peek().is_some() {
            let _ = writeln!(body, "<h2>{}</h2>", safe(title));
        }
        theirs.for_each(|verdict| section(&mut body, verdict));
    }
    document(&format!("{} – Populace check", model.name), &body)
}

/// Says how many cases of which kind pass.
pub(super) fn summary(of_model: &Verdicts) -> String {
    let count = |kind: Kind| {
        let those = || of_model.verdicts.iter().filter(move |v| v.case.kind == kind);
        let known = those().filter(|v| !v.passes && v.known.is_some()).count();
        let limits = if known > 0 { format!(" ({known} fails by a known limit)") } else { String::new() };
        format!("{} of {} {} cases pass{limits}", those().filter(|v| v.passes).count(), those().count(), kind.word())
    };
    format!("{}; {}.", count(Kind::Verification), count(Kind::Validation))
}

fn section(body: &mut String, verdict: &Verdict) {
    let case = verdict.case;
    let _ = writeln!(body, "<section id=\"{}\">\n<h3>{} {}</h3>", case.name, safe(case.name), word(verdict));
    let _ = writeln!(body, "<p>{}</p>\n<dl>", safe(case.title));
    let mut row = |name: &str, text: String| {
        let _ = writeln!(body, "<dt>{name}</dt><dd>{text}</dd>");
    };
    row("set-up", safe(case.setup));
    row("measure", safe(case.measure));
    row("value", format!("{}, accepted {}", value(verdict), limits(case)));
    match &verdict.outcome {
        Ok(outcome) => {
            for condition in &outcome.conditions {
                row(if condition.holds { "holds" } else { "does not hold" }, safe(&condition.what));
            }
            outcome.notes.iter().for_each(|note| row("note", safe(note)));
        }
        Err(why) => row("no value", safe(why)),
    }
    if let Some(known) = verdict.known {
        row("known limit", format!("{} <span class=\"soft\">{}</span>", safe(known.why), safe(known.source)));
    }
    row("source", safe(case.source));
    body.push_str("</dl>\n");
    if let Ok(outcome) = &verdict.outcome
        && !outcome.figures.is_empty()
    {
        body.push_str("<div class=\"figures\">\n");
        for figure in &outcome.figures {
            body.push_str(&framed(figure));
        }
        body.push_str("</div>\n");
    }
    body.push_str("</section>\n");
}
