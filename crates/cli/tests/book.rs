//! The output that the book shows is what the program prints.
//!
//! A block that shows output is fenced by `output` and follows a comment with the command that makes it:
//!
//! ```text
//! <!-- made by: populace build plan.wkt
//! file plan.wkt:
//! POLYGON ((0 0, 10 0, 10 5))
//! measured: time, peak memory, flat/4
//! -->
//! ```
//!
//! The command runs in its own folder, with a copy of `scenes` and the files that the comment gives. A word that begins with
//! `data:` is a file of the data folder. Rows with a label after `measured` depend on the machine: the text after the label is not
//! compared, or, with a number, only that many numbers. `POPULACE_WRITE=1 cargo test -p populace --test all book::` writes the blocks
//! that differ anew.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::running::folder;

/// A block of output in a chapter: the comment before it, and the bytes of its text.
#[derive(Debug)]
struct Block {
    made_by: Recipe,
    from: usize,
    to: usize,
}

/// The contents of a comment.
#[derive(Debug, Default, PartialEq)]
struct Recipe {
    words: Vec<String>,
    files: Vec<(String, String)>,
    measured: Vec<(String, usize)>,
}

#[test]
fn every_output_in_the_book_is_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut stale = Vec::new();
    let mut count = 0;
    for path in chapters(&root) {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut fresh = text.clone();
        // The blocks are replaced from the last to the first, so that the positions of the others stay valid.
        for block in blocks(&text).unwrap_or_else(|fault| panic!("{name}: {fault}")).iter().rev() {
            count += 1;
            let Some(printed) = print(&root, &block.made_by) else { continue };
            let shown = &text[block.from..block.to];
            if compared(shown, &block.made_by) != compared(&printed, &block.made_by) {
                fresh.replace_range(block.from..block.to, &kept(&printed, shown, &block.made_by));
                stale.push(format!(
                    "{name}: {}\n{shown}--- the command prints:\n{printed}",
                    block.made_by.words.join(" ")
                ));
            }
        }
        if fresh != text && std::env::var_os("POPULACE_WRITE").is_some() {
            std::fs::write(&path, fresh).unwrap();
        }
    }
    assert!(count > 0, "the book shows no output");
    let hint = "POPULACE_WRITE=1 cargo test -p populace --test all book::";
    assert!(stale.is_empty(), "{} blocks are stale, run {hint}\n{}", stale.len(), stale.join("\n"));
}

/// Returns the chapters of the book and the pages of the repository that show commands.
fn chapters(root: &Path) -> Vec<PathBuf> {
    let book = std::fs::read_dir(root.join("book/src")).unwrap().map(|entry| entry.unwrap().path());
    let mut chapters: Vec<PathBuf> = book.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    chapters.extend([root.join("README.md"), root.join("CONTRIBUTING.md")]);
    chapters.sort();
    chapters
}

/// Finds the blocks of output in a chapter. A block without its comment, a comment without its block and an error in another block are faults.
fn blocks(text: &str) -> Result<Vec<Block>, String> {
    let (mut found, mut comment, mut fence) = (Vec::new(), None, None);
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate().map(|(i, line)| (i + 1, line)) {
        let (start, bare) = (at, line.trim_end());
        at += line.len();
        match fence {
            Some((language, from)) if bare == "```" => {
                fence = None;
                if language == "output" {
                    let Some(recipe) = comment.take() else {
                        return Err(format!("line {number}: output without a command"));
                    };
                    found.push(Block { made_by: recipe, from, to: start });
                }
            }
            Some((language, _)) => {
                if language != "output" && bare.starts_with("error: ") {
                    return Err(format!("line {number}: an error that no command makes; fence it by ```output"));
                }
            }
            None => {
                if let Some(language) = bare.strip_prefix("```") {
                    fence = Some((language, at));
                } else if bare.starts_with("<!-- made by: ") {
                    let rest = &text[start..];
                    comment = Some(recipe(rest.split("-->").next().unwrap_or(rest)));
                }
            }
        }
        let is_alone = comment.is_some() && fence.is_none_or(|(language, _)| language != "output");
        if is_alone && bare.starts_with("```") {
            return Err(format!("line {number}: the command before it makes no ```output"));
        }
    }
    if comment.is_some() { Err("the last command makes no ```output".into()) } else { Ok(found) }
}

/// Reads a comment.
fn recipe(comment: &str) -> Recipe {
    let mut recipe = Recipe::default();
    for line in comment.lines() {
        if let Some(command) = line.strip_prefix("<!-- made by: populace ") {
            recipe.words = words(command);
        } else if let Some(rows) = line.strip_prefix("measured: ") {
            let row = |row: &str| match row.trim().split_once('/') {
                Some((label, count)) => (label.to_owned(), count.parse().expect("a number of columns")),
                None => (row.trim().to_owned(), usize::MAX),
            };
            recipe.measured.extend(rows.split(',').map(row));
        } else if let Some(name) = line.strip_prefix("file ") {
            recipe.files.push((name.trim_end_matches(':').to_owned(), String::new()));
        } else if let Some((_, content)) = recipe.files.last_mut() {
            *content += line;
            content.push('\n');
        }
    }
    recipe
}

/// Splits a command at spaces outside of quotation marks.
fn words(command: &str) -> Vec<String> {
    let parts = command.trim().split('"').enumerate();
    parts.fold(vec![String::new()], |mut words, (i, part)| {
        if i % 2 == 1 {
            *words.last_mut().expect("there is a word") += part;
        } else {
            let mut pieces = part.split(' ');
            *words.last_mut().expect("there is a word") += pieces.next().unwrap_or_default();
            words.extend(pieces.map(str::to_owned));
        }
        words
    })
}

/// Runs the command. Returns its output, or its message when it refuses; `None` when data are absent.
fn print(root: &Path, recipe: &Recipe) -> Option<String> {
    let here = folder("book");
    let scenes = here.join("scenes");
    std::fs::create_dir_all(&scenes).unwrap();
    let entries = std::fs::read_dir(root.join("scenes")).unwrap().map(|entry| entry.unwrap());
    for entry in entries.filter(|entry| entry.path().is_file()) {
        std::fs::copy(entry.path(), scenes.join(entry.file_name())).unwrap();
    }
    for (name, content) in &recipe.files {
        std::fs::write(here.join(name), content).unwrap();
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_populace"));
    command.current_dir(&here);
    for word in &recipe.words {
        match word.strip_prefix("data:") {
            Some(name) => command.arg(populace_harness::data(name)?),
            None => command.arg(word),
        };
    }
    let output = populace_harness::output(&mut command);
    let printed = if output.status.success() { output.stdout } else { output.stderr };
    Some(String::from_utf8(printed).unwrap())
}

/// Returns the printed text. Rows that differ from the book only in measurements are taken from the book, which was measured on a
/// quiet machine.
fn kept(printed: &str, shown: &str, recipe: &Recipe) -> String {
    // A row of the book stands for at most one printed row, because a label may occur twice.
    let mut old: Vec<&str> = shown.lines().collect();
    let row = |line: &str| {
        let same = old.iter().position(|old| compared(old, recipe) == compared(line, recipe));
        same.map_or(line, |at| old.remove(at)).to_owned() + "\n"
    };
    printed.lines().map(row).collect()
}

/// Returns the text as it is compared: without measured values, and in such rows without the spaces that align columns.
fn compared(text: &str, recipe: &Recipe) -> String {
    let masked = |line: &str| {
        let is_of = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let row =
            recipe.measured.iter().find(|(label, _)| line.trim_start().strip_prefix(label.as_str()).is_some_and(is_of));
        let Some((label, count)) = row else { return line.trim_end().to_owned() };
        let is_number = |word: &str| word.parse::<f64>().is_ok();
        let rest = line.trim_start().strip_prefix(label.as_str()).unwrap_or_default().split_whitespace();
        let rest: Vec<&str> = if *count == usize::MAX { Vec::new() } else { rest.collect() };
        let mut left = *count;
        let mut word = |word: &&str| {
            let is_measured = left > 0 && is_number(word);
            left -= usize::from(is_measured);
            if is_measured { "#".to_owned() } else { (*word).to_owned() }
        };
        [label.clone()].into_iter().chain(rest.iter().map(&mut word)).collect::<Vec<_>>().join(" ")
    };
    text.lines().map(masked).collect::<Vec<_>>().join("\n")
}

#[test]
fn output_without_a_command_is_found() {
    let fault = |text: &str| blocks(text).unwrap_err();
    assert!(fault("a\n```output\nb\n```\n").contains("output without a command"));
    assert!(fault("<!-- made by: populace formats -->\n\n```text\nb\n```\n").contains("makes no ```output"));
    assert!(fault("<!-- made by: populace formats -->\n").contains("makes no ```output"));
    assert!(fault("```\nerror: plan.wkt: …\n```\n").contains("no command makes"));
}

#[test]
fn a_comment_gives_the_command_its_files_and_what_is_measured() {
    let text = "<!-- made by: populace run \"a b.toml\" --until 5\nfile a b.toml:\nversion = 1\nmeasured: time, flat/2\n-->\n\n\
                ```output\nflat 10 2.5 7\ntime 3 s\n```\n";
    let found = blocks(text).unwrap();
    let recipe = &found[0].made_by;
    assert_eq!(recipe.words, ["run", "a b.toml", "--until", "5"]);
    assert_eq!(recipe.files, [("a b.toml".to_owned(), "version = 1\n".to_owned())]);
    let shown = &text[found[0].from..found[0].to];
    assert_eq!(compared(shown, recipe), "flat # # 7\ntime");
    assert_eq!(compared("flat   9   3   7\ntime 400 ms\n", recipe), compared(shown, recipe));
    assert_eq!(kept("flat 1 2 8\ntime 9 s\n", shown, recipe), "flat 1 2 8\ntime 3 s\n");
    assert_ne!(compared("flat 9 3 8\ntime 3 s\n", recipe), compared(shown, recipe));
}
