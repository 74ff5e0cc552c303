//! Scenarios turned by right angles and mirrored, with their places. Right angles keep coordinates exact, so both places have
//! the same walls.
use populace_geom::maths;
use populace_ingest::entries::{FacingEntry, FloorEntry, FloorPoint, LinkEntry, PlaceFile, Xy};
use populace_scenario::Scenario;
use populace_scenario::written::{ArrivalEntry, CircleEntry, ScenarioFile};
use serde_json::Value;

/// The way in which a scenario is turned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turn {
    /// Quarter turns to the left.
    quarters: u8,
    /// Whether x is mirrored before the turns.
    is_mirrored: bool,
}

impl Turn {
    pub const AS_GIVEN: Turn = Turn { quarters: 0, is_mirrored: false };
    pub const QUARTER: Turn = Turn { quarters: 1, is_mirrored: false };
    pub const HALF: Turn = Turn { quarters: 2, is_mirrored: false };
    pub const MIRRORED: Turn = Turn { quarters: 0, is_mirrored: true };
    /// The four rotations, and the mirror image.
    pub const ALL: [Turn; 5] =
        [Turn::AS_GIVEN, Turn::QUARTER, Turn::HALF, Turn { quarters: 3, is_mirrored: false }, Turn::MIRRORED];

    /// Returns a scenario with its place, turned.
    pub fn of(self, scenario: &Scenario) -> Scenario {
        let sources: Vec<_> = scenario.sources().into_iter().map(|(name, bytes)| self.source(name, &bytes)).collect();
        Scenario::from_sources(&sources).unwrap_or_else(|e| panic!("{self:?}: {e}"))
    }

    /// Returns a source of a scenario, turned: the scenario, its place file, or the GeoJSON file that the place file
    /// imports.
    fn source(self, name: String, bytes: &[u8]) -> (String, Vec<u8>) {
        let text = std::str::from_utf8(bytes).expect("sources are texts");
        let turned = if name.ends_with(".scenario.toml") {
            let mut file = ScenarioFile::from_toml(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            self.scenario(&mut file);
            file.to_text().unwrap_or_else(|e| panic!("{name}: {e}"))
        } else if name.ends_with(".place.toml") {
            let mut file: PlaceFile = toml::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            self.place(&mut file);
            file.to_text().unwrap_or_else(|e| panic!("{name}: {e}"))
        } else {
            assert!(name.ends_with(".geojson"), "{name} cannot be turned");
            let mut file: Value = serde_json::from_str(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            self.geojson(&mut file);
            file.to_string()
        };
        (name, turned.into_bytes())
    }

    /// Turns the points of a scenario.
    pub fn scenario(self, file: &mut ScenarioFile) {
        for population in &mut file.population {
            population.arrive.0.iter_mut().for_each(|arrival| self.arrival(arrival));
            for point in population.journey.iter_mut().filter_map(|stage| stage.0.get_mut("go_to_point")) {
                let mut xy: [Xy; 1] = [serde_json::from_value(point.clone()).expect("a point")];
                self.points(xy.iter_mut());
                *point = serde_json::json!(xy[0]);
            }
        }
        self.points(file.measure.iter_mut().filter_map(|measure| measure.line.as_mut()).flatten());
        self.points(
            file.event.iter_mut().filter_map(|event| event.block.as_mut()).flat_map(|block| &mut block.outline),
        );
    }

    fn arrival(self, arrival: &mut ArrivalEntry) {
        // A circle always begins at the same angle, so its people are named one by one.
        if let Some(CircleEntry { centre: [x, y], radius, count }) = arrival.circle.take() {
            let angle = |i: u64| std::f64::consts::TAU * i as f64 / count as f64;
            let offsets: Vec<Xy> =
                (0..count).map(|i| [radius * maths::cos(angle(i)), radius * maths::sin(angle(i))]).collect();
            arrival.at = Some(offsets.iter().map(|[dx, dy]| [x + dx, y + dy]).collect());
            arrival.goals = Some(offsets.iter().map(|[dx, dy]| [x - dx, y - dy]).collect());
        }
        self.points(arrival.at.iter_mut().chain(&mut arrival.goals).flatten());
    }

    /// Turns the points of a place file.
    pub fn place(self, file: &mut PlaceFile) {
        file.floor.iter_mut().for_each(|floor| self.floor(floor));
        self.points(
            file.obstacle.iter_mut().flat_map(|o| std::iter::once(&mut o.outline).chain(&mut o.holes)).flatten(),
        );
        self.points(file.wall.iter_mut().flat_map(|wall| &mut wall.line));
        for flight in &mut file.stairs {
            self.stops(flight.from.iter_mut().chain(&mut flight.to));
            self.points(&mut flight.via);
        }
        file.link.iter_mut().for_each(|link| self.link(link));
        self.points(file.area.iter_mut().flat_map(|a| std::iter::once(&mut a.outline).chain(&mut a.holes)).flatten());
        for object in &mut file.object {
            self.points(object.at.iter_mut().chain(object.outline.iter_mut().chain(&mut object.line).flatten()));
            match &mut object.facing {
                Some(FacingEntry::Point(point)) => *point = self.point(*point),
                Some(FacingEntry::Degrees(degrees)) => {
                    let mirrored = if self.is_mirrored { 180.0 - *degrees } else { *degrees };
                    *degrees = mirrored + 90.0 * f64::from(self.quarters);
                }
                None => {}
            }
        }
    }

    fn floor(self, floor: &mut FloorEntry) {
        let FloorEntry { outline, outlines, holes, obstacles, walls, axis, .. } = floor;
        self.points(outline.iter_mut().chain(outlines).chain(holes).chain(obstacles).flatten());
        self.points(walls.iter_mut().flat_map(|wall| &mut wall.line));
        for [x, y, _] in axis.iter_mut().flatten() {
            [*x, *y] = self.point([*x, *y]);
        }
    }

    fn link(self, link: &mut LinkEntry) {
        self.points(link.at.iter_mut().chain(link.segment.iter_mut().flatten()));
        self.stops(link.stops.iter_mut().flatten());
        // A door of one direction within a floor leads from the left of its segment to the right.
        if self.is_mirrored
            && let Some(segment) = &mut link.segment
        {
            segment.reverse();
        }
    }

    fn stops<'a>(self, stops: impl IntoIterator<Item = &'a mut FloorPoint>) {
        self.points(stops.into_iter().filter_map(|stop| stop.at.as_mut()));
    }

    /// Turns all positions of a GeoJSON value.
    fn geojson(self, value: &mut Value) {
        match value {
            Value::Array(items) => match items[..] {
                [Value::Number(ref x), Value::Number(ref y), ..] => {
                    let turned = self.point([x, y].map(|n| n.as_f64().expect("finite")));
                    items.splice(..2, turned.map(Value::from));
                }
                _ => items.iter_mut().for_each(|item| self.geojson(item)),
            },
            Value::Object(fields) => fields.values_mut().for_each(|field| self.geojson(field)),
            _ => {}
        }
    }

    fn points<'a>(self, points: impl IntoIterator<Item = &'a mut Xy>) {
        points.into_iter().for_each(|point| *point = self.point(*point));
    }

    fn point(self, [x, y]: Xy) -> Xy {
        let x = if self.is_mirrored { -x } else { x };
        (0..self.quarters).fold([x, y], |[x, y], _| [-y, x])
    }
}
