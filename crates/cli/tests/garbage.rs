//! The bodies of the fuzz targets over a fixed set of damaged samples: no panic, no hang, no unbounded memory.

use crate::bodies;

use std::path::PathBuf;

use populace_geom::Draws;
use populace_ingest::FORMATS;

/// The most damaged versions of a sample. Samples are a few hundred bytes long.
const MOST_CASES: usize = 250;

fn samples(format: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(format);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    files.sort();
    files.iter().filter_map(|f| std::fs::read(f).ok()).collect()
}

/// Returns damaged versions: cut at every 7th byte, then with bytes flipped, doubled, removed and replaced by digits at drawn
/// places.
fn damaged(sample: &[u8], seed: u64) -> Vec<Vec<u8>> {
    let mut cases: Vec<Vec<u8>> = (0..sample.len()).step_by(7).map(|end| sample[..end].to_vec()).collect();
    let draws = Draws::new(seed);
    for case in 0..(MOST_CASES.saturating_sub(cases.len()) as u64) {
        let mut bytes = sample.to_vec();
        for hit in 0..1 + case % 4 {
            let at = (draws.unit(case, hit, 0) * bytes.len() as f64) as usize;
            let value = draws.bits(case, hit, 1) as u8;
            match draws.bits(case, hit, 2) % 4 {
                0 => bytes[at] ^= 1 << (value % 8),
                1 => bytes[at] = value,
                2 => bytes[at] = b"0123456789-.eE[]{}\"<>, NaN"[usize::from(value) % 26],
                _ => bytes.insert(at, value),
            }
        }
        cases.push(bytes);
    }
    cases.truncate(MOST_CASES);
    cases
}

#[test]
fn every_format_has_a_sample_that_it_reads() {
    for format in FORMATS {
        assert!(!samples(format.name).is_empty(), "fuzz/seeds/{} is empty", format.name);
        for sample in samples(format.name) {
            let path = std::path::Path::new("sample");
            let source = populace_ingest::Source { path, bytes: &sample };
            let place = (format.read)(&source, &populace_ingest::Options::default());
            assert!(place.is_ok(), "{}: {}", format.name, place.err().map(|e| e.to_string()).unwrap_or_default());
        }
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    for (i, format) in FORMATS.iter().enumerate() {
        for sample in samples(format.name) {
            for case in damaged(&sample, i as u64) {
                bodies::importer(format.name, &case);
            }
        }
    }
}

#[test]
fn files_of_one_format_given_as_another_are_read_or_refused() {
    for format in FORMATS {
        for other in FORMATS {
            for sample in samples(other.name) {
                bodies::importer(format.name, &sample);
            }
        }
    }
}

#[test]
fn binary_noise_is_refused() {
    let draws = Draws::new(7);
    for case in 0..40 {
        let noise: Vec<u8> = (0..case * 50).map(|i| draws.bits(case, i, 0) as u8).collect();
        for format in FORMATS {
            bodies::importer(format.name, &noise);
        }
    }
}

#[test]
fn damaged_scenarios_are_run_or_refused() {
    let samples = samples("scenario");
    assert!(!samples.is_empty(), "fuzz/seeds/scenario is empty");
    for sample in samples {
        let hall = include_bytes!("../../../fuzz/src/hall.place.toml").to_vec();
        let sources = [("hall.scenario.toml".into(), sample.clone()), ("hall.place.toml".into(), hall)];
        let proven = populace_scenario::Scenario::from_sources(&sources);
        assert!(proven.is_ok(), "{}", proven.err().map(|e| e.to_string()).unwrap_or_default());
        for case in damaged(&sample, 100) {
            bodies::scenario(&case);
        }
    }
}

#[test]
fn changed_snapshots_are_refused_or_the_run_goes_on() {
    let draws = Draws::new(17);
    for case in 0..150 {
        let changes: Vec<u8> = (0..3 * (1 + case % 5)).map(|i| draws.bits(case, i, 0) as u8).collect();
        bodies::checkpoint(&changes);
    }
}

#[test]
fn damaged_messages_of_the_protocol_are_read_or_refused() {
    let samples = samples("protocol");
    assert!(!samples.is_empty(), "fuzz/seeds/protocol is empty");
    for (i, sample) in samples.iter().enumerate() {
        for case in damaged(sample, 200 + i as u64) {
            bodies::protocol(&case);
        }
    }
    let draws = Draws::new(13);
    for case in 0..20_000 {
        let noise: Vec<u8> = (0..case % 200).map(|i| draws.bits(case, i, 0) as u8).collect();
        bodies::protocol(&noise);
        // Noise seldom begins with the number of a message, so one is put before it.
        bodies::protocol(&[&[(case % 17) as u8], noise.as_slice()].concat());
    }
}

#[test]
fn damaged_trajectories_are_read_or_refused() {
    use populace_record::import::{ImportOptions, read_bytes};
    let samples = samples("trajectories");
    assert!(!samples.is_empty(), "fuzz/seeds/trajectories is empty");
    for (i, sample) in samples.iter().enumerate() {
        let imported = read_bytes(std::path::Path::new("sample"), sample, &ImportOptions::default());
        assert!(imported.is_ok(), "{}", imported.err().map(|e| e.to_string()).unwrap_or_default());
        for case in damaged(sample, 300 + i as u64) {
            bodies::trajectories(&case);
        }
    }
}

#[test]
fn every_sample_of_the_protocol_is_a_message_or_a_frame() {
    use populace_serve::protocol::{Ask, PackedFrame, Tell};
    use populace_serve::wire::from_bytes;
    for sample in samples("protocol") {
        let is_message = from_bytes::<Ask>(&sample).is_ok() || from_bytes::<Tell>(&sample).is_ok();
        assert!(is_message || from_bytes::<PackedFrame>(&sample).is_ok(), "{sample:?}");
    }
}

#[test]
fn random_outlines_on_a_lattice_build_to_something_valid() {
    let draws = Draws::new(11);
    for case in 0..3_000 {
        let bytes: Vec<u8> = (0..8 + case % 120).map(|i| draws.bits(case, i, 0) as u8).collect();
        bodies::lattice(&bytes);
    }
}

/// The lattice found this: a leaf on top of the border used to be taken for a way out of the floor.
#[test]
fn a_door_that_runs_along_a_wall_leaves_the_wall() {
    bodies::lattice(&[212, 205, 150, 17, 29, 33, 208, 74, 28, 139, 181, 29, 17]);
}
