//! A figure as a chart: greys for people, walls and relations, colours for what models did.

use populace_draw::{Axis, Chart, Colour, Pen, Picture, Series, Style, Symbol};

use crate::{Figure, Look};

/// Colours of what a model did, one after the other; none is a grey, which people have.
const COLOURS: [u32; 8] = [0x175cd3, 0xd1495b, 0x2e8b57, 0x8250df, 0xb54708, 0x0e7490, 0xc11574, 0x8a9a12];
/// Greys of measured people, one after the other; each has a symbol of its own, too.
const GREYS: [u32; 5] = [0x8a93a1, 0x4d5761, 0x1d2129, 0x5b6472, 0x3d4654];
/// Greys of lines of measured people, one after the other.
const LINE_GREYS: [u32; 4] = [0x1d2129, 0x5b6472, 0x8a93a1, 0xb7bec9];
const WALL: Colour = Colour::rgb(0x1d2129);
const RELATION: Colour = Colour::rgb(0x5b6472);
const ACCEPTED: Colour = Colour::rgb(0xcfe8d8);

/// Returns the picture of a figure.
pub(crate) fn picture(figure: &Figure) -> Picture {
    let styles = styles(figure);
    let parts = figure.parts.iter().zip(&styles);
    let mut series: Vec<Series> = parts
        .map(|(part, style)| Series { label: part.name.clone(), points: part.points.clone(), style: *style })
        .collect();
    if figure.is_plan {
        series.extend(starts(figure, &styles));
        return Chart::plan(&figure.title, series).picture();
    }
    let all = || figure.parts.iter().flat_map(|part| &part.points);
    let (x, y) = (all().map(|p| p.0), all().map(|p| p.1));
    Chart::new(&figure.title, Axis::from_zero(&figure.x, x), Axis::from_zero(&figure.y, y), series).picture()
}

/// Returns a dot where each path of a plan begins.
fn starts(figure: &Figure, styles: &[Style]) -> Vec<Series> {
    let paths = figure.parts.iter().zip(styles).filter(|(part, _)| part.look == Look::Path);
    let start = |(part, style): (&crate::FigurePart, &Style)| {
        let Style::Line(pen) = style else { return None };
        let style = Style::Symbols(Symbol::Dot, pen.colour);
        Some(Series { label: String::new(), points: part.points.first().copied().into_iter().collect(), style })
    };
    paths.filter_map(start).collect()
}

/// Returns how every part is drawn.
fn styles(figure: &Figure) -> Vec<Style> {
    let style = |(i, part): (usize, &crate::FigurePart)| {
        let before = |looks: &[Look]| figure.parts[..i].iter().filter(|s| looks.contains(&s.look)).count();
        let nth = |colours: &[u32], looks: &[Look]| Colour::rgb(colours[before(looks) % colours.len()]);
        let own = nth(&COLOURS, &[Look::Line, Look::Path, Look::Dots]);
        match part.look {
            Look::Data => {
                let symbol = Symbol::ALL[before(&[Look::Data]) % Symbol::ALL.len()];
                let grey = nth(&GREYS, &[Look::Data]);
                Style::Symbols(symbol, if symbol == Symbol::Dot { grey.opacity(128) } else { grey })
            }
            Look::People => Style::Line(Pen::solid(nth(&LINE_GREYS, &[Look::People]), 1.5)),
            Look::Relation => Style::Line(Pen::dashed(RELATION, 1.5)),
            Look::Walls => Style::Line(Pen::solid(WALL, 2.0)),
            Look::Band => Style::Area(ACCEPTED.opacity(178)),
            // Single runs have the colour of their mean.
            Look::Run => Style::Line(Pen::solid(Colour::rgb(COLOURS[0]).opacity(110), 1.0)),
            Look::Line => Style::DottedLine(Pen::solid(own, 2.0)),
            Look::Path => Style::Line(Pen::solid(own, 1.5)),
            Look::Dots => Style::Symbols(Symbol::Dot, own.opacity(204)),
        }
    };
    figure.parts.iter().enumerate().map(style).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_measured_people_are_told_apart() {
        let mut figure = Figure::new("People", "x", "y");
        for name in ["a", "b", "c", "d", "e"] {
            figure = figure.with(Look::Data, name, vec![(1.0, 1.0)]);
        }
        let symbols: Vec<Symbol> = styles(&figure)
            .into_iter()
            .map(|style| if let Style::Symbols(symbol, _) = style { symbol } else { panic!("{style:?}") })
            .collect();
        assert_eq!(symbols, Symbol::ALL);
    }

    #[test]
    fn paths_of_one_colour_are_one_element_and_each_has_its_start() {
        let mut figure = Figure::plan("Paths");
        for i in 0..80 {
            figure = figure.with(Look::Path, "", vec![(0.0, f64::from(i)), (9.0, f64::from(i))]);
        }
        let svg = picture(&figure).to_svg();
        // A line and the dots of each of the eight colours.
        assert_eq!(svg.matches("stroke=\"#175cd3\"").count(), 2);
        assert_eq!(svg.matches("h0").count(), 80);
    }

    #[test]
    fn limits_people_and_models_are_all_in_the_chart() {
        let figure = Figure::new("Flow", "width, m", "flow, 1/s")
            .band("accepted", &[(0.0, 1.0), (2.0, 3.0)], 0.2, 0.2)
            .with(Look::Data, "people", vec![(1.0, 2.0)])
            .with(Look::Relation, "relation", vec![(0.0, 1.0), (2.0, 3.0)])
            .with(Look::Line, "model", vec![(0.0, 0.9), (2.0, 3.1)]);
        let svg = picture(&figure).to_svg();
        for word in ["accepted", "people", "relation", "model", "Flow", "width, m", "flow, 1/s"] {
            assert!(svg.contains(&format!(">{word}</text>")), "{word}");
        }
        assert!(svg.contains("fill=\"#cfe8d8\"") && svg.contains("stroke-dasharray"));
    }
}
