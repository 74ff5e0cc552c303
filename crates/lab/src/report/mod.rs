//! What came of it, as pages: one per model and one that puts all of them side by side. They need nothing else.

mod compare;
mod html;
mod page;
mod plot;

use crate::Verdicts;

/// Every page, by its file name. The first compares the models.
pub fn pages(all: &[Verdicts]) -> Vec<(String, String)> {
    let models = all.iter().map(|of_model| (page::file(of_model.model.name), page::page(of_model)));
    std::iter::once(("index.html".to_owned(), compare::page(all))).chain(models).collect()
}

/// What is in the report, for the book: a table of all cases by model.
pub fn table(all: &[Verdicts]) -> String {
    compare::markdown(all)
}
