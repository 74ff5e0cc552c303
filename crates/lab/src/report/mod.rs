//! What came of it, as files: a page per model, one that puts all of them side by side, and a chapter of the book with its figures. Pages need nothing else.

mod chapter;
mod compare;
mod html;
mod page;
mod path;
pub(crate) mod plot;

use crate::Verdicts;

/// The chapter's file.
pub const CHAPTER: &str = "verdicts.md";
/// The page that compares the models.
pub const COMPARISON: &str = "index.html";

/// Every file, by its name. `command` is what made them, as it is typed.
pub fn files(all: &[Verdicts], command: &str) -> Vec<(String, String)> {
    let mut files = vec![(COMPARISON.to_owned(), compare::page(all, command))];
    files.extend(all.iter().map(|of_model| (page::file(of_model.model.name), page::page(of_model))));
    let figures = chapter::figures(all);
    files.push((CHAPTER.to_owned(), chapter::text(all, &figures, command)));
    files.extend(figures.into_iter().map(|figure| (figure.file, figure.svg)));
    files
}
