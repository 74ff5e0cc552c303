//! Turns verdicts into the texts of files: a page per model, a page that puts all models side by side, and a chapter of
//! the book with its figures. A page needs no other file.

mod chapter;
pub(crate) mod chart;
mod compare;
mod html;
mod page;

use crate::Verdicts;

/// The file of the chapter.
pub const CHAPTER: &str = "verdicts.md";
/// The page that compares the models.
pub const COMPARISON: &str = "index.html";

/// Returns the name and the text of every file. `command` is the command that made them, as typed.
pub fn files(all: &[Verdicts], command: &str) -> Vec<(String, String)> {
    let mut files = vec![(COMPARISON.to_owned(), compare::page(all, command))];
    files.extend(all.iter().map(|of_model| (page::file(of_model.model.name), page::page(of_model))));
    let figures = chapter::figures(all);
    files.push((CHAPTER.to_owned(), chapter::text(all, &figures, command)));
    files.extend(figures.into_iter().map(|figure| (figure.file, figure.svg)));
    files
}
