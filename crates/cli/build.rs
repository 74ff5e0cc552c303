//! Makes the bundled scenes part of the program, so that `populace view` can show them without a file.

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let scenes =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../scenes").canonicalize()?;
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", scenes.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&scenes)?.map(|e| e.map(|e| e.path())).collect::<Result<_, _>>()?;
    files.retain(|f| f.extension().is_some_and(|e| e == "toml" || e == "geojson" || e == "wkt" || e == "png"));
    files.sort();
    let mut list = String::from("const FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let _ = writeln!(list, "    ({name:?}, include_bytes!({:?})),", file.to_string_lossy());
    }
    list.push_str("];\n");
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("scenes.rs"), list)
}
