//! `cargo viewer`: checks, tests and builds the pages of `populace view`, when they have changed.
//!
//! `crates/serve` makes the files of `viewer/dist` part of the program, so this comes before the program is built.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::step::{Outcome, output, run as run_step, target};

/// The oldest version of Node that the tools support.
const NODE: u32 = 20;
const INSTALL: &str = "help: install Node 20 or newer with npm, on Debian by `sudo apt-get install nodejs npm`";

/// Builds `viewer/dist`.
pub fn run(root: &Path) -> Outcome {
    let folder = root.join("viewer");
    let stamp = target(root).join("viewer.stamp");
    let sources = sources(&folder)?;
    let is_built = folder.join("dist/index.html").is_file();
    if is_built && std::fs::read_to_string(&stamp).is_ok_and(|text| text == sources) {
        println!("   viewer/dist is up to date");
        return Ok(());
    }
    packages(root)?;
    npm(root, &["run", "--silent", "check"])?;
    npm(root, &["run", "--silent", "test"])?;
    npm(root, &["run", "--silent", "build"])?;
    let written = std::fs::create_dir_all(target(root)).and_then(|()| std::fs::write(&stamp, sources));
    written.map_err(|e| format!("{}: cannot be written: {e}", stamp.display()))
}

/// Installs the packages of `package-lock.json`, unless they are installed.
pub fn packages(root: &Path) -> Outcome {
    require_node()?;
    let time = |path: &str| changed(&root.join("viewer").join(path));
    // npm writes this file when everything is installed.
    if time("node_modules/.package-lock.json") >= time("package-lock.json") {
        return Ok(());
    }
    println!("   installing the packages of viewer/package-lock.json");
    npm(root, &["ci", "--no-audit", "--no-fund", "--loglevel=error"]).map_err(|e| {
        format!("{e}\n  help: the first time this needs a network, or npm set up to find the packages elsewhere")
    })
}

/// Runs npm in the folder of the viewer.
fn npm(root: &Path, arguments: &[&str]) -> Outcome {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(root.join("viewer")).args(arguments);
    run_step(command)
}

/// Requires Node and npm, both new enough.
fn require_node() -> Outcome {
    let version = |program: &str| {
        let mut command = Command::new(program);
        command.arg("--version");
        output(command).map_err(|_| format!("{program} is missing; the viewer is built with it\n  {INSTALL}"))
    };
    let node = version("node")?;
    version(if cfg!(windows) { "npm.cmd" } else { "npm" })?;
    match major(&node) {
        Some(major) if major >= NODE => Ok(()),
        _ => Err(format!("node is {}, which is too old to build the viewer\n  {INSTALL}", node.trim())),
    }
}

/// Returns the first number of `v20.1.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|m| m.modified()).ok()
}

/// Returns a hash of the names and contents of all files in the folder that are not generated.
fn sources(folder: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    gather(folder, &mut files).map_err(|e| format!("{}: cannot be read: {e}", folder.display()))?;
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in &files {
        let bytes = std::fs::read(file).map_err(|e| format!("{}: cannot be read: {e}", file.display()))?;
        file.strip_prefix(folder).unwrap_or(file).hash(&mut hasher);
        bytes.hash(&mut hasher);
    }
    Ok(format!("{:016x}\n", hasher.finish()))
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let is_made = path.file_name().is_some_and(|name| name == "node_modules" || name == "dist");
        if path.is_dir() && !is_made {
            gather(&path, files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_of_node_is_its_first_number() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v8.1"), Some(8));
        assert_eq!(major("not a version"), None);
    }

    #[test]
    fn what_is_made_is_no_source() {
        let folder = std::env::temp_dir().join(format!("populace-viewer-{}", std::process::id()));
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("src/a.ts", "1");
        let before = sources(&folder).unwrap();
        write("dist/index.html", "made");
        write("node_modules/b/index.js", "installed");
        assert_eq!(sources(&folder).unwrap(), before);
        write("src/a.ts", "2");
        assert_ne!(sources(&folder).unwrap(), before);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
