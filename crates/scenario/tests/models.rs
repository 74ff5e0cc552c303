//! The chapters on models and on crowds say of every model, every way to follow routes and every way of perceiving what the program says.

use std::path::{Path, PathBuf};

use populace_perceive::PERCEPTIONS;
use populace_sim::FOLLOWERS;
use populace_steer::{MODELS, Parameter};

fn path(chapter: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src").join(chapter)
}

fn row(name: &str, about: &str, paper: &str) -> String {
    format!("| `{name}` | {about} | {paper} |\n")
}

fn parameter(p: &Parameter) -> String {
    let limits = format!("{} … {}", p.least, p.most);
    format!("| `{}` | {} | {} | {} | {limits} | {} |\n", p.name, p.about, p.unit, p.default, p.source)
}

/// Returns every block of the chapter on models that is made: its name and its text.
fn blocks_on_models() -> Vec<(String, String)> {
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
        let rows: String = (model.parameters)().iter().map(parameter).collect();
        let text = head.to_owned() + &rows;
        blocks.push((format!("parameters of {}", model.name), text));
    }
    blocks
}

/// Returns every block of the chapter on crowds that is made.
fn blocks_on_crowds() -> Vec<(String, String)> {
    let perceptions: String = PERCEPTIONS.iter().map(|p| row(p.name, p.about, p.paper)).collect();
    let numbers = PERCEPTIONS
        .iter()
        .flat_map(|p| (p.parameters)().into_iter().map(|number| format!("| `{}` {}", p.name, parameter(&number))));
    let head =
        "| perception | setting | what it is | unit | default | limits | source |\n|---|---|---|---|---|---|---|\n";
    vec![
        (
            "table of perceptions".to_owned(),
            format!("| perception | who is perceived | source |\n|---|---|---|\n{perceptions}"),
        ),
        ("settings of perceptions".to_owned(), head.to_owned() + &numbers.collect::<String>()),
    ]
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

/// Returns a chapter with its made blocks as they should be.
fn remade(chapter: &str, blocks: Vec<(String, String)>) -> String {
    let mut text = chapter.to_owned();
    for (name, made) in blocks {
        let mark = format!("<!-- {name} -->\n");
        let Some((before, rest)) = text.split_once(&mark) else {
            panic!("{}: write a section on it with the lines {mark}<!-- end -->", name)
        };
        let (_, after) = rest.split_once("<!-- end -->").expect("a block ends");
        text = format!("{before}{mark}{made}<!-- end -->{after}");
    }
    text
}

fn is_fresh(file: &str, blocks: Vec<(String, String)>) {
    let chapter = std::fs::read_to_string(path(file)).expect("the chapter is there");
    let remade = remade(&chapter, blocks);
    if std::env::var_os("POPULACE_WRITE").is_some() {
        std::fs::write(path(file), remade).expect("the chapter can be written");
        return;
    }
    assert!(chapter == remade, "{file} is stale: run this test with POPULACE_WRITE=1 and commit the file");
}

#[test]
fn the_chapter_on_models_is_fresh() {
    is_fresh("models.md", blocks_on_models());
}

#[test]
fn the_chapter_on_crowds_has_every_perception() {
    is_fresh("crowd.md", blocks_on_crowds());
}

#[test]
fn every_model_has_a_section() {
    let chapter = std::fs::read_to_string(path("models.md")).expect("the chapter is there");
    for model in MODELS {
        let title = format!("\n## `{}`\n", model.name);
        let section = chapter.split(&title).nth(1).and_then(|rest| rest.split("\n## ").next());
        let section = section.unwrap_or_else(|| panic!("{} has no section", model.name));
        assert!(
            section.contains("```text\n") && section.contains("*Use it for:*"),
            "{}: equations and when to use it",
            model.name
        );
    }
}
