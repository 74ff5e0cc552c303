//! Draws the measured values as charts on one sheet: N–t, densities and speeds over time, the fundamental diagram, and
//! others.

use populace_traj::{Found, Quantity};

use crate::failure::Failure;
use populace_draw::{Axis, Chart, FileKind, PATHS, Pen, Series, Style, Symbol};

/// A chart of series: the quantities that it shows, and the two columns that it draws.
struct Plan {
    title: &'static str,
    x: &'static str,
    y: &'static str,
    quantities: &'static [&'static str],
    columns: [usize; 2],
    /// The width of the line; without a line the chart has dots only.
    line: Option<f64>,
}

const PLANS: [Plan; 7] = [
    Plan { title: "N–t", x: "time [s]", y: "people across", quantities: &["n_t"], columns: [0, 1], line: Some(1.5) },
    Plan {
        title: "density",
        x: "time [s]",
        y: "density [1/m²]",
        quantities: &["density", "voronoi_density"],
        columns: [0, 1],
        line: Some(1.5),
    },
    Plan {
        title: "fundamental diagram",
        x: "density [1/m²]",
        y: "speed [m/s]",
        quantities: &["fundamental_diagram"],
        columns: [1, 2],
        line: None,
    },
    Plan {
        title: "fundamental diagram",
        x: "density [1/m²]",
        y: "specific flow [1/(m s)]",
        quantities: &["fundamental_diagram"],
        columns: [1, 3],
        line: None,
    },
    Plan {
        title: "lanes",
        x: "time [s]",
        y: "lane order",
        quantities: &["lane_order"],
        columns: [0, 1],
        line: Some(1.5),
    },
    Plan {
        title: "speed",
        x: "time [s]",
        y: "speed [m/s]",
        quantities: &["speed", "area_speed"],
        columns: [0, 1],
        line: Some(1.5),
    },
    Plan {
        title: "distance kept",
        x: "nearest neighbour [m]",
        y: "share",
        quantities: &["distance"],
        columns: [0, 1],
        line: Some(1.5),
    },
];

/// The most charts on a sheet: the first charts for which there are series.
const MOST: usize = 4;

/// Returns the bytes of the sheet.
pub fn plot(told: &[Quantity], title: &str, subtitle: &str, kind: FileKind) -> Result<Vec<u8>, Failure> {
    let charts: Vec<Chart> = PLANS.iter().filter_map(|plan| chart(plan, told)).take(MOST).collect();
    if charts.is_empty() {
        return Err(Failure::new("--plot: there is no series to be drawn")
            .hint("measure more: leave out --only, or add --area or --line"));
    }
    Ok(Chart::sheet(&charts, title, subtitle, kind)?)
}

fn chart(plan: &Plan, told: &[Quantity]) -> Option<Chart> {
    let mut series: Vec<Series> = Vec::new();
    for one in told.iter().filter(|one| plan.quantities.contains(&one.finding.name)) {
        let Found::Series(_, rows) = &one.finding.value else { continue };
        let [x, y] = plan.columns;
        let points: Vec<(f64, f64)> =
            rows.iter().map(|row| (row[x], row[y])).filter(|p| p.0.is_finite() && p.1.is_finite()).collect();
        if !points.is_empty() {
            let label = one.key().replace('_', " ");
            let colour = PATHS[series.len() % PATHS.len()];
            let dots = Style::Symbols(Symbol::Dot, colour.opacity(170));
            let style = plan.line.map_or(dots, |width| Style::DottedLine(Pen::solid(colour, width)));
            series.push(Series { label, points, style });
        }
    }
    let values = |of: fn(&(f64, f64)) -> f64| series.iter().flat_map(|s| &s.points).map(of).collect::<Vec<_>>();
    let (x, y) = (values(|p| p.0), values(|p| p.1));
    let (x, y) = (Axis::from_zero(plan.x, x.into_iter()), Axis::from_zero(plan.y, y.into_iter()));
    (!series.is_empty()).then(|| Chart::new(plan.title, x, y, series))
}
