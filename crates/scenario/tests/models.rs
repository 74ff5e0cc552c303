//! The chapter on models says of every model and every way to follow routes what the program says.

use std::path::{Path, PathBuf};

use populace_sim::FOLLOWERS;
use populace_steer::MODELS;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/models.md")
}

/// Returns every generated block of the chapter: its name and its text.
fn blocks() -> Vec<(String, String)> {
    let row = |name: &str, about: &str, paper: &str| format!("| `{name}` | {about} | {paper} |\n");
    let head = |what: &str| format!("| {what} | what it does | source |\n|---|---|---|\n");
    let models: String = MODELS.iter().map(|m| row(m.name, m.about, m.paper)).collect();
    let followers: String = FOLLOWERS.iter().map(|f| row(f.name, f.about, f.paper)).collect();
    let mut blocks = vec![
        ("table of models".to_owned(), head("`model`") + &models),
        ("table of followers".to_owned(), head("`follow`") + &followers),
        ("numbers of followers".to_owned(), numbers()),
    ];
    for model in MODELS {
        let head = "| parameter | what it is | unit | default | limits | source |\n|---|---|---|---|---|---|\n";
        let rows = (model.parameters)().into_iter().map(|p| {
            let limits = format!("{} … {}", p.least, p.most);
            format!("| `{}` | {} | {} | {} | {limits} | {} |\n", p.name, p.about, p.unit, p.default, p.source)
        });
        let text = head.to_owned() + &rows.collect::<String>();
        blocks.push((format!("parameters of {}", model.name), text));
    }
    blocks
}

fn numbers() -> String {
    let mut text =
        String::from("| follower | number | value | unit | what it is | source |\n|---|---|---|---|---|---|\n");
    for follower in FOLLOWERS {
        for n in follower.numbers {
            text += &format!(
                "| `{}` | {} | {} | {} | {} | {} |\n",
                follower.name, n.name, n.value, n.unit, n.about, n.source
            );
        }
    }
    text
}

/// Returns the chapter with its generated blocks as they should be.
fn remade(chapter: &str) -> String {
    let mut text = chapter.to_owned();
    for (name, made) in blocks() {
        let mark = format!("<!-- {name} -->\n");
        let Some((before, rest)) = text.split_once(&mark) else {
            panic!("{}: write a section on it with the lines {mark}<!-- end -->", name)
        };
        let (_, after) = rest.split_once("<!-- end -->").expect("a block ends");
        text = format!("{before}{mark}{made}<!-- end -->{after}");
    }
    text
}

#[test]
fn the_chapter_on_models_is_fresh() {
    let chapter = std::fs::read_to_string(path()).expect("the chapter is there");
    let remade = remade(&chapter);
    if std::env::var_os("POPULACE_WRITE").is_some() {
        std::fs::write(path(), remade).expect("the chapter can be written");
        return;
    }
    assert!(chapter == remade, "the chapter is stale: run this test with POPULACE_WRITE=1 and commit the file");
}

#[test]
fn every_model_has_a_section() {
    let chapter = std::fs::read_to_string(path()).expect("the chapter is there");
    for model in MODELS {
        let title = format!("\n## `{}`\n", model.name);
        let section = chapter.split(&title).nth(1).and_then(|rest| rest.split("\n## ").next());
        let section = section.unwrap_or_else(|| panic!("{} has no section", model.name));
        assert!(
            section.contains("```text\n") && section.contains("*When:*"),
            "{}: equations and when to use it",
            model.name
        );
    }
}
