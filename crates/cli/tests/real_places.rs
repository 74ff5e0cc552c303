//! Every real place of the data folder builds and is valid: its cells are convex and disjoint, they cover the walkable area, two
//! cells share each segment, and no walls cross.

use std::path::Path;

use populace_env::{BuildOptions, Class, build};
use populace_harness::data_files;
use populace_ingest::{Options, read};

#[test]
fn every_real_place_builds_and_is_valid() {
    let is_place = |path: &Path| path.extension().is_some_and(|ending| ending != "txt");
    for file in data_files(&["city", "indoor", "meshes"]).iter().filter(|file| is_place(file)) {
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
