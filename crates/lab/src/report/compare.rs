//! All models side by side: a row per case, a column per model, and figures with measured people and all models in each.

use std::fmt::Write;

use super::html::{document, framed, limits, safe, value, word};
use super::page::{file, summary};
use crate::{Figure, FigurePart, Look, Suite, Verdict, Verdicts};

/// Returns the page.
pub(super) fn page(all: &[Verdicts], command: &str) -> String {
    let mut body = String::from("<h1>Steering models, checked</h1>\n");
    body.push_str(
        "<p>Verification says whether a model does what any model must; validation says how far it is from measured people. Every name leads to what was set up, \
         measured and drawn.</p>\n",
    );
    let _ = writeln!(body, "<p class=\"soft\">Written by <code>{}</code>.</p>", safe(command));
    body.push_str("<table>\n<tr><th>model</th><th>what it is</th><th>verdict</th></tr>\n");
    for of_model in all {
        let model = of_model.model;
        let _ = writeln!(
            body,
            "<tr><td><a href=\"{}\">{}</a></td><td>{}</td><td>{}</td></tr>",
            file(model.name),
            safe(model.name),
            safe(model.about),
            summary(of_model)
        );
    }
    body.push_str("</table>\n");
    for &(suite, _, title) in &Suite::ALL {
        suite_table(&mut body, all, suite, title);
    }
    document("Steering models, checked – Populace", &body)
}

fn suite_table(body: &mut String, all: &[Verdicts], suite: Suite, title: &str) {
    let rows = rows(all, suite);
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(body, "<h2>{}</h2>", safe(title));
    body.push_str("<div class=\"figures\">\n");
    for &row in &rows {
        for figure in together(all, row) {
            body.push_str(&framed(&figure));
        }
    }
    body.push_str("</div>\n<table>\n<tr><th>case</th><th>accepted</th>");
    for of_model in all {
        let _ = write!(body, "<th>{}</th>", safe(of_model.model.name));
    }
    body.push_str("</tr>\n");
    for &row in &rows {
        let case = all[0].verdicts[row].case;
        let _ = write!(body, "<tr><td>{}<br><span class=\"soft\">{}</span></td>", safe(case.name), safe(case.title));
        let _ = write!(body, "<td class=\"number\">{}</td>", limits(case));
        for of_model in all {
            let verdict = &of_model.verdicts[row];
            let to = format!("{}#{}", file(of_model.model.name), case.name);
            let _ =
                write!(body, "<td class=\"number\"><a href=\"{to}\">{}</a><br>{}</td>", value(verdict), word(verdict));
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table>\n");
}

/// Returns the rows of a suite; every model has the same cases in the same order.
pub(super) fn rows(all: &[Verdicts], suite: Suite) -> Vec<usize> {
    let Some(first) = all.first() else { return Vec::new() };
    (0..first.verdicts.len()).filter(|&row| first.verdicts[row].case.suite == suite).collect()
}

/// Returns the figures of a case that have measured people in them, with the lines of all models.
pub(super) fn together(all: &[Verdicts], row: usize) -> Vec<Figure> {
    let figures = |verdict: &Verdict| verdict.outcome.as_ref().map(|o| o.figures.clone()).unwrap_or_default();
    let Some(first) = all.iter().map(|m| figures(&m.verdicts[row])).find(|f| !f.is_empty()) else { return Vec::new() };
    let has_people =
        |figure: &Figure| figure.parts.iter().any(|s| matches!(s.look, Look::Data | Look::People | Look::Relation));
    let mut together = Vec::new();
    for (number, figure) in first.iter().enumerate().filter(|(_, f)| has_people(f)) {
        let is_people = |s: &&FigurePart| matches!(s.look, Look::Data | Look::People | Look::Relation | Look::Band);
        let mut merged = Figure { parts: figure.parts.iter().filter(is_people).cloned().collect(), ..figure.clone() };
        merged.title = format!("{}: {}", all[0].verdicts[row].case.name, figure.title);
        for of_model in all {
            let theirs = figures(&of_model.verdicts[row]);
            let lines = theirs.get(number).into_iter().flat_map(|f| &f.parts);
            let lines = lines.filter(|s| matches!(s.look, Look::Line | Look::Path));
            merged.parts.extend(lines.map(|s| FigurePart { name: of_model.model.name.into(), ..s.clone() }));
        }
        together.push(merged);
    }
    together
}
