//! Measured people: tables of the data folder, where there is one.

use std::path::Path;

/// A measured pair of numbers: density and speed, or width and flow.
pub(crate) type Measured = (f64, f64);

/// Density (1/m²) and speed (m/s) of unidirectional streams in corridors, from `empirical/fd_points.csv`.
pub(crate) fn unidirectional(folder: &Path) -> Result<Vec<Measured>, String> {
    density_and_speed(folder, &["2test_2D", "3test_UO"])
}

/// Density (1/m) and speed (m/s) of people in single file, from `empirical/fd_points.csv`.
pub(crate) fn single_file(folder: &Path) -> Result<Vec<Measured>, String> {
    density_and_speed(folder, &["1test_1D"])
}

fn density_and_speed(folder: &Path, sets: &[&str]) -> Result<Vec<Measured>, String> {
    let text = text(&folder.join("empirical/fd_points.csv"))?;
    let rows = text.lines().skip(1).filter(|l| sets.iter().any(|set| l.starts_with(set)));
    // The description may hold commas, in quotes: count from the end.
    let measured = rows.filter_map(|row| {
        let mut fields = row.rsplit(',');
        let (speed, _unit, density) = (fields.next()?, fields.next()?, fields.next()?);
        Some((density.parse().ok()?, speed.parse().ok()?))
    });
    Ok(measured.collect())
}

/// Width (m) and flow (1/s) of bottlenecks, from `empirical/bottleneck_flow_vs_width.csv`.
pub(crate) fn bottlenecks(folder: &Path) -> Result<Vec<Measured>, String> {
    let text = text(&folder.join("empirical/bottleneck_flow_vs_width.csv"))?;
    let measured = text.lines().skip(1).filter_map(|row| {
        let mut fields = row.split(',').skip(1);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    });
    Ok(measured.collect())
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: cannot be read: {e}", path.display()))
}
