//! `populace schema`: the JSON Schemas of the files that people write.

use clap::{Args, ValueEnum};

use super::print;
use crate::failure::Failure;

#[derive(Args, Debug)]
pub struct SchemaArgs {
    /// The kind of file
    #[arg(value_enum, default_value_t = Of::Scenario)]
    of: Of,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Of {
    /// *.scenario.toml
    Scenario,
    /// *.place.toml
    Place,
    /// Places in GeoJSON with the properties of Populace
    PlaceGeojson,
}

pub fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let schema = match args.of {
        Of::Scenario => populace_scenario::schema(),
        Of::Place => populace_ingest::schema::place_toml(),
        Of::PlaceGeojson => populace_ingest::schema::place_geojson(),
    };
    print(&format!("{schema:#}\n"))
}
