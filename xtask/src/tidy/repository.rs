//! The repository as a whole: the lock file, the book, the table of formats and the fuzz targets.

use std::path::Path;
use std::process::Command;

use super::{Finding, files_below};
use crate::demo::STAGES;
use crate::step::succeeds;

pub fn check(root: &Path, findings: &mut Vec<Finding>) {
    lock_file(root, findings);
    book(root, findings);
    formats(root, findings);
    let source = std::fs::read_to_string(root.join("crates/env/src/build.rs")).unwrap_or_default();
    if stages(&source) != STAGES {
        findings.push(Finding::new(
            "xtask/src/demo.rs",
            0,
            "STAGES are not those of BuildStage::name in crates/env/src/build.rs",
        ));
    }
}

/// Returns the words that `BuildStage::name` returns.
fn stages(source: &str) -> Vec<&str> {
    let body =
        source.split("pub fn name(self)").nth(1).and_then(|rest| rest.split("pub fn").next()).unwrap_or_default();
    body.lines().filter_map(|l| l.trim().strip_prefix("BuildStage::")?.split('"').nth(1)).collect()
}

fn lock_file(root: &Path, findings: &mut Vec<Finding>) {
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(root).args(arguments);
        succeeds(command)
    };
    // An unpacked archive has no history.
    let in_git = git(&["rev-parse", "--git-dir"]);
    let committed = !in_git || git(&["ls-files", "--error-unmatch", "Cargo.lock"]);
    if !root.join("Cargo.lock").is_file() || !committed {
        findings.push(Finding::new("Cargo.lock", 0, "is not committed"));
    }
}

/// Checks that each chapter is a file and that each file is a chapter.
fn book(root: &Path, findings: &mut Vec<Finding>) {
    let folder = root.join("book/src");
    let summary = folder.join("SUMMARY.md");
    let text = std::fs::read_to_string(&summary).unwrap_or_default();
    let named: Vec<&str> = text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for chapter in named.iter().filter(|c| !folder.join(c).is_file()) {
        findings.push(Finding::new(&summary, 0, format!("chapter {chapter} does not exist")));
    }
    for file in files_below(&folder, "md").into_iter().filter(|f| *f != summary) {
        let name = file.strip_prefix(&folder).map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
        if !named.contains(&name.as_str()) {
            findings.push(Finding::new(file, 0, "is not a chapter of SUMMARY.md"));
        }
    }
}

/// Checks that each importer is in the table, and that each line of the table has a fuzz target and a row in the README.
fn formats(root: &Path, findings: &mut Vec<Finding>) {
    let folder = root.join("crates/ingest/src");
    let table = folder.join("lib.rs");
    let text = std::fs::read_to_string(&table).unwrap_or_default();
    let lines = table_lines(&text);
    for file in files_below(&folder, "rs").into_iter().filter(|f| *f != table) {
        let source = std::fs::read_to_string(&file).unwrap_or_default();
        let module = module_of(&folder, &file);
        if is_importer(&source) && !lines.iter().any(|l| l.trim() == format!("{module}::FORMAT,")) {
            findings.push(Finding::new(file, 0, "reads a format that is not in FORMATS"));
        }
    }
    let modules: Vec<&str> = lines.iter().filter_map(|l| l.trim().strip_suffix("::FORMAT,")).collect();
    if modules.is_empty() {
        findings.push(Finding::new(&table, 0, "has no table FORMATS with lines such as wkt::FORMAT"));
    }
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap_or_default();
    for module in modules {
        let path = folder.join(module.replace("::", "/"));
        let source = std::fs::read_to_string(path.with_extension("rs"))
            .or_else(|_| std::fs::read_to_string(path.join("mod.rs")))
            .unwrap_or_default();
        match format_name(&source) {
            Some(name) => format(root, name, &readme, findings),
            None => findings.push(Finding::new(path, 0, "has no const FORMAT with a name")),
        }
    }
}

/// Checks that a format has a row in the README and a fuzz target.
fn format(root: &Path, name: &str, readme: &str, findings: &mut Vec<Finding>) {
    if !readme.contains(&format!("| `{name}` |")) {
        findings.push(Finding::new("README.md", 0, format!("format {name} is missing from the table")));
    }
    let target = root.join("fuzz/fuzz_targets").join(format!("{}.rs", name.replace('-', "_")));
    if !target.is_file() {
        findings.push(Finding::new(target, 0, format!("format {name} has no fuzz target")));
    }
}

/// Returns the name in the `const FORMAT` of an importer.
fn format_name(source: &str) -> Option<&str> {
    let after = source.split("const FORMAT:").nth(1)?;
    after.split("name: \"").nth(1)?.split('"').next()
}

/// Returns the lines of the table of formats.
fn table_lines(text: &str) -> Vec<&str> {
    text.lines().skip_while(|l| !l.contains("const FORMATS")).take_while(|l| !l.ends_with("];")).collect()
}

/// Returns whether a source is an importer: a module that recognises a format and reads it.
fn is_importer(source: &str) -> bool {
    let has = |name: &str| source.lines().any(|l| l.starts_with("pub") && l.contains(&format!(" fn {name}(")));
    has("sniff") && has("read")
}

/// Returns the module of a file: `osm::xml` for `osm/xml.rs`, `dxf` for `dxf/mod.rs`.
fn module_of(folder: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(folder).unwrap_or(file).with_extension("");
    let parts: Vec<_> = relative.iter().map(|n| n.to_string_lossy().into_owned()).filter(|n| n != "mod").collect();
    parts.join("::")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn importers_are_recognised_by_their_entry() {
        let entry = "pub fn read(source: &Source, options: &Options) -> Result<Place, ReadError> {";
        assert!(is_importer(&format!("pub(crate) fn sniff(head: &[u8]) -> bool {{\n}}\n{entry}")));
        assert!(!is_importer(entry));
    }

    #[test]
    fn the_names_of_the_stages_are_read() {
        let text = "pub fn name(self) -> &str {\nmatch self {\n    BuildStage::A => \"a\",\n    BuildStage::B => \"b\",\n}\n\
                    pub fn about(self) {\n    BuildStage::A => \"does\",";
        assert_eq!(stages(text), ["a", "b"]);
    }

    #[test]
    fn the_table_of_formats_ends_at_its_bracket() {
        let text = "a\npub const FORMATS: &[Format] = &[\n  x,\n];\nb";
        assert_eq!(table_lines(text), ["pub const FORMATS: &[Format] = &[", "  x,"]);
    }

    #[test]
    fn formats_without_a_row_or_a_fuzz_target_and_importers_outside_the_table_are_found() {
        let root = std::env::temp_dir().join(format!("populace-tidy-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        let found = || {
            let mut findings = Vec::new();
            formats(&root, &mut findings);
            findings.into_iter().map(|f| f.what).collect::<Vec<_>>()
        };
        let importer = |name: &str| {
            let entries = "pub fn sniff(head: &[u8]) -> bool {\n}\npub fn read(source: &Source) {\n}\n";
            format!(
                "pub(crate) const FORMAT: crate::Format =\n    crate::Format {{ name: \"{name}\", sniff }};\n{entries}"
            )
        };
        write("crates/ingest/src/lib.rs", "pub const FORMATS: &[Format] = &[\n];\n");
        assert_eq!(found(), ["has no table FORMATS with lines such as wkt::FORMAT"]);
        write(
            "crates/ingest/src/lib.rs",
            "pub const FORMATS: &[Format] = &[\n    osm::xml::FORMAT,\n    dxf::FORMAT,\n];\n",
        );
        write("crates/ingest/src/osm/xml.rs", &importer("osm-xml"));
        write("crates/ingest/src/dxf/mod.rs", &importer("dxf"));
        write("crates/ingest/src/osm/pbf.rs", &importer("osm-pbf"));
        write("README.md", "| `dxf` | .dxf |");
        write("fuzz/fuzz_targets/osm_xml.rs", "");
        let expected = [
            "reads a format that is not in FORMATS",
            "format osm-xml is missing from the table",
            "format dxf has no fuzz target",
        ];
        assert_eq!(found(), expected);
        std::fs::remove_dir_all(&root).unwrap();
    }
}
