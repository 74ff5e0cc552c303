//! Every real place of the data folder builds and is valid: cells convex and disjoint, the walkable area covered, segments
//! shared by two cells, no walls crossing.

use std::path::PathBuf;

use populace_env::{BuildOptions, Class, build};
use populace_ingest::{Options, read};

fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("POPULACE_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    folder.is_dir().then_some(folder)
}

#[test]
fn every_real_place_builds_and_is_valid() {
    let Some(data) = data() else {
        println!("skipped: no data folder (POPULACE_DATA)");
        return;
    };
    let mut files: Vec<PathBuf> = ["city", "indoor", "meshes"]
        .iter()
        .filter_map(|folder| std::fs::read_dir(data.join(folder)).ok())
        .flat_map(|entries| entries.filter_map(Result::ok).map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e != "txt"))
        .collect();
    files.sort();
    for file in &files {
        let name = file.display();
        let place = read(file, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
        let built = build(&place, &BuildOptions::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
        built.validate().unwrap_or_else(|e| panic!("{name}: {e}"));
        let (env, topology) = (&built.environment, &built.topology);
        println!(
            "{name}: {} cells, {:.0} m², {} crossroads, {} repairs, {} links not joined",
            env.cell_count(),
            env.walkable_area(),
            topology.count(Class::Crossroads),
            built.sanitised.repairs.len(),
            built.sanitised.unjoined.len(),
        );
        let largest = topology.components().iter().map(|part| part.iter().map(|&c| env.cell_area(c)).sum::<f64>());
        assert!(largest.fold(0.0, f64::max) > 0.3 * env.walkable_area(), "{name}: no part is the main one");
    }
}
