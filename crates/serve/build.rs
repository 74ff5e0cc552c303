//! Lists the files of the viewer, if it was built, so that they become part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = here.join("../../viewer/dist");
    let dist = dist.canonicalize().unwrap_or(dist);
    println!("cargo:rerun-if-changed=build.rs");
    // While there is no such folder, cargo runs this script at every build. So the viewer becomes part of the program as soon as it
    // was built.
    println!("cargo:rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    gather(&dist, &mut files)?;
    files.sort();
    // A user who installs the program learns it from the build, not only from `populace view`. Other builds are those of
    // developers.
    if files.is_empty() && env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!(
            "cargo:warning=viewer/dist is not there: this populace is built without the viewer, and `populace view` will refuse"
        );
        println!("cargo:warning=run `cargo viewer` first, which needs Node 20 or newer, then build again");
    }
    let mut list = String::from("const ASSETS: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file.strip_prefix(&dist).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
    }
    list.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("assets.rs"), list)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path.canonicalize()?);
        }
    }
    Ok(())
}
