//! The table of measures in the book is generated from `MEASURES`.

use std::path::PathBuf;

use populace_traj::{Finding, Found, MEASURES, MeasureEntry, MeasurementArea, Of, Subject};

/// Returns an area and a line, so that every measure begins.
fn subject() -> Subject {
    use populace_geom::{Point, Segment};
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)].map(|(x, y)| Point::new(x, y)).to_vec();
    Subject {
        frame_rate: 10.0,
        area: MeasurementArea::new(corners, None),
        line: Some((Segment::new(Point::ZERO, Point::new(1.0, 0.0)), None)),
        ..Subject::default()
    }
}

fn findings(entry: &MeasureEntry) -> Vec<Finding> {
    (entry.begin)(&subject()).expect("there is an area and a line").findings()
}

fn table() -> String {
    let mut text = String::from("| name | of | what | finds | source |\n|---|---|---|---|---|\n");
    for entry in MEASURES {
        let told = |finding: &Finding| match &finding.value {
            Found::Figure(_) if finding.unit == "1" => format!("`{}`", finding.name),
            Found::Figure(_) => format!("`{}` {}", finding.name, finding.unit),
            Found::Series(columns, _) => {
                let names: Vec<_> = columns.iter().map(|column| column.0).collect();
                format!("series `{}` ({})", finding.name, names.join(", "))
            }
        };
        let finds: Vec<_> = findings(entry).iter().map(told).collect();
        text += &format!(
            "| `{}` | {} | {} | {} | {} |\n",
            entry.name,
            entry.of.word(),
            entry.about,
            finds.join("; "),
            entry.source
        );
    }
    text
}

#[test]
fn the_book_has_the_table_of_measures() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../book/src/measuring.md");
    let book = std::fs::read_to_string(&path).unwrap();
    let (head, rest) = book.split_once("<!-- measures:").unwrap();
    let (mark, rest) = rest.split_once("-->\n").unwrap();
    let (found, tail) = rest.split_once("<!-- end of measures -->").unwrap();
    let expected = table();
    if std::env::var_os("POPULACE_WRITE").is_some() {
        let text = format!("{head}<!-- measures:{mark}-->\n{expected}<!-- end of measures -->{tail}");
        std::fs::write(&path, text).unwrap();
    } else {
        assert!(found == expected, "the table is out of date: run this test with POPULACE_WRITE=1");
    }
}

/// A scenario puts the measures of one area, one line or everyone into one table. Its headings begin with the name in the scenario.
#[test]
fn columns_of_one_subject_have_headings_of_their_own() {
    for of in [Of::Everyone, Of::Area, Of::Line] {
        let mut headings = Vec::new();
        for finding in MEASURES.iter().filter(|entry| entry.of == of).flat_map(findings) {
            if let (Found::Series(columns, _), true) = (finding.value, finding.is_by_interval) {
                headings.extend(columns.iter().skip(1).map(|column| column.0));
            }
        }
        let all = headings.len();
        headings.sort_unstable();
        headings.dedup();
        assert_eq!(headings.len(), all, "{}: {headings:?}", of.word());
    }
}

#[test]
fn names_of_findings_are_unique() {
    let mut names: Vec<&str> = MEASURES.iter().flat_map(findings).map(|finding| finding.name).collect();
    names.sort_unstable();
    let all = names.len();
    names.dedup();
    assert_eq!(names.len(), all);
}
