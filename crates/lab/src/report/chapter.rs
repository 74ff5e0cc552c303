//! The chapter of the book: how it was made, how to read it, the figures against measured people and a table per suite.

use std::fmt::Write;

use super::COMPARISON;
use super::chart;
use super::compare::{rows, together};
use super::html::{limits, short, word_of};
use super::page::{file, summary};
use crate::{Case, Kind, Suite, Verdict, Verdicts};

/// A figure of the chapter: a file beside it.
pub(super) struct Drawn {
    pub file: String,
    pub svg: String,
    case: &'static Case,
    caption: String,
}

/// Returns the figures against measured people, with all models in each.
pub(super) fn figures(all: &[Verdicts]) -> Vec<Drawn> {
    let mut drawn = Vec::new();
    for row in rows(all, Suite::Validation) {
        let case = all[0].verdicts[row].case;
        for (i, figure) in together(all, row).into_iter().enumerate() {
            let file = if i == 0 { format!("{}.svg", case.name) } else { format!("{}-{}.svg", case.name, i + 1) };
            drawn.push(Drawn { file, svg: chart::picture(&figure).to_svg(), case, caption: figure.caption });
        }
    }
    drawn
}

/// Returns the text of the chapter.
pub(super) fn text(all: &[Verdicts], figures: &[Drawn], command: &str) -> String {
    let mut text = format!(
        "# Verdicts on every model\n\n\
         This chapter, its figures and the pages that it leads to are written by one command:\n\n\
         ```\n{command}\n```\n\n\
         It tests {} by {} of the [chapter on verification and validation](../validation.md), with the default settings of the models, apart from \
         settings that the command gives. The [comparison]({COMPARISON}) has all models side by side with every figure against people; the page of a model has each case with its set-up, \
         measure, value, limits, notes, source and drawings.\n\n",
        many(all.len(), "model"),
        many(all.first().map_or(0, |m| m.verdicts.len()), "case"),
    );
    text.push_str("| model | what it is | verdict |\n|---|---|---|\n");
    for of_model in all {
        let model = of_model.model;
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            link(model.name, &file(model.name)),
            cell(model.about),
            summary(of_model)
        );
    }
    text.push_str(
        "\n## How to read it\n\n\
         A row is a case, and a column is a model. A number is the value that the case measures, in the unit of the column *accepted*. A plain number passes. \
         **fail** is a verification case that is not met. *known limit* is a verification case that the model fails because of what it is; its page has \
         the citation. *off* is a validation case: the number says how far the model is from measured people. A value within the limits fails when \
         another condition of the case does not hold; the page says which. \
         – means that there is no value, as when a crowd locks.\n",
    );
    for &(suite, _, title) in &Suite::ALL {
        section(&mut text, all, figures, suite, title);
    }
    text
}

fn section(text: &mut String, all: &[Verdicts], figures: &[Drawn], suite: Suite, title: &str) {
    let rows = rows(all, suite);
    if rows.is_empty() {
        return;
    }
    let _ = write!(text, "\n## {title}\n\n| case | accepted |");
    for of_model in all {
        let _ = write!(text, " {} |", link(of_model.model.name, &file(of_model.model.name)));
    }
    let _ = write!(text, "\n|---|---|{}\n", "---|".repeat(all.len()));
    for &row in &rows {
        let _ = write!(text, "{}", row_head(all[0].verdicts[row].case));
        for of_model in all {
            let _ = write!(text, " {} |", verdict(of_model.model.name, &of_model.verdicts[row]));
        }
        text.push('\n');
    }
    for figure in figures.iter().filter(|figure| figure.case.suite == suite) {
        let _ = write!(text, "\n![{}]({})\n", figure.case.title, figure.file);
        if !figure.caption.is_empty() {
            let _ = write!(text, "\n{}\n", figure.caption);
        }
    }
}

/// Returns how the row of a case begins: its name, what is accepted, and in which unit.
fn row_head(case: &Case) -> String {
    format!("| `{}` {} | {} |", case.name, cell(case.title), cell(&limits(case)))
}

/// Returns the value, with a word unless it passes, as a link to what was done.
fn verdict(model: &str, verdict: &Verdict) -> String {
    let number = verdict.value().map_or_else(|| "–".into(), short);
    let link = link(&number, &format!("{}#{}", file(model), verdict.case.name));
    let word = word_of(verdict).1;
    match verdict.case.kind {
        _ if verdict.passes => link,
        Kind::Verification if verdict.known.is_none() => format!("{link} **{word}**"),
        _ => format!("{link} *{word}*"),
    }
}

fn many(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn link(text: &str, to: &str) -> String {
    format!("[{text}]({to})")
}

/// Returns the text in such a way that it stays in its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use populace_steer::MODELS;

    use super::super::CHAPTER;
    use super::*;
    use crate::CASES;

    const ANEW: &str = "is not of this version: `populace check --full --out book/src/check` makes it anew (some \
                        minutes; measured people are in it where the data folder is)";

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/check")
    }

    fn read(name: &str) -> String {
        std::fs::read_to_string(folder().join(name)).unwrap_or_else(|e| panic!("book/src/check/{name}: {e}; {ANEW}"))
    }

    /// A contributor who adds, removes or renames a model or a case, or changes what is accepted, makes the book anew.
    #[test]
    fn the_chapter_of_the_book_has_every_model_and_every_case() {
        let (chapter, comparison) = (read(CHAPTER), read(COMPARISON));
        for case in CASES {
            assert!(chapter.contains(&row_head(case)), "{CHAPTER}: {}: {ANEW}", case.name);
        }
        let rows = chapter.lines().filter(|line| line.starts_with("| `")).count();
        assert_eq!(rows, CASES.len(), "{CHAPTER}: has rows of other cases: {ANEW}");
        for model in MODELS {
            let (page, file) = (read(&file(model.name)), file(model.name));
            for case in CASES {
                let is_there = page.contains(&format!("<section id=\"{}\">", case.name));
                assert!(is_there, "{file}: {}: {ANEW}", case.name);
                let link = format!("{file}#{}", case.name);
                assert!(chapter.contains(&link) && comparison.contains(&link), "{link}: {ANEW}");
            }
        }
    }

    #[test]
    fn the_book_has_no_page_that_nothing_leads_to() {
        let chapter = read(CHAPTER);
        for entry in std::fs::read_dir(folder()).expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_known = name == CHAPTER || chapter.contains(&format!("]({name})"));
            assert!(is_known, "book/src/check/{name}: is of no model or case any more: remove it");
        }
    }
}
