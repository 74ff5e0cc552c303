//! The book's table of objects is made from the table of kinds.

use std::path::PathBuf;

use populace_env::OBJECTS;

/// Returns the table of kinds in Markdown.
fn table() -> String {
    let mut text =
        "| kind | what | slots | line | offers | one use | keys | from |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for kind in OBJECTS {
        let aliases = kind.aliases.iter().map(|alias| format!(" (`{alias}`)")).collect::<String>();
        let service = kind.service.as_ref().map_or_else(|| "–".to_owned(), |service| service.words("s"));
        let listed = |words: &[&str]| match words {
            [] => "–".to_owned(),
            _ => words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
        };
        text += &format!(
            "| `{}`{aliases} | {} | {} | {} | {} | {service} | {} | {} |\n",
            kind.name,
            kind.about,
            kind.places,
            if kind.has_line { "yes" } else { "–" },
            listed(kind.offers),
            listed(kind.takes),
            kind.source,
        );
    }
    text
}

#[test]
fn the_book_has_the_table_of_objects() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../book/src/objects.md");
    let book = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = book.split_once("<!-- objects:").unwrap();
    let (mark, rest) = rest.split_once("-->\n").unwrap();
    let (found, tail) = rest.split_once("<!-- end of objects -->").unwrap();
    let expected = table();
    if std::env::var_os("POPULACE_WRITE").is_some() {
        let text = format!("{head}<!-- objects:{mark}-->\n{expected}<!-- end of objects -->{tail}");
        std::fs::write(&path, text).unwrap();
    } else {
        assert!(found == expected, "the table is out of date: run this test with POPULACE_WRITE=1");
    }
}
