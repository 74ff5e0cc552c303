//! OpenStreetMap data: OSM XML, PBF and GeoJSON become [`Osm`], and a reading turns that into a place.
//!
//! The two readings, [`buildings`] and [`indoor`], document their tags and defaults.

mod assemble;
mod buildings;
pub mod from_geojson;
mod indoor;
mod model;
pub mod pbf;
mod protobuf;
mod strip;
pub mod xml;

use populace_env::Place;

use crate::{Options, ReadError, Reading, Source};
use model::Osm;

/// Turns the elements into a place. The options name the reading; without a name, the tags of the elements decide it.
fn read(mut osm: Osm, source: &Source, options: &Options) -> Result<Place, ReadError> {
    if osm.name.is_empty() {
        osm.name = source.path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    }
    let reading = match options.reading {
        Reading::Auto if indoor::is_present(&osm) => Reading::Indoor,
        Reading::Auto if buildings::is_present(&osm) => Reading::Buildings,
        Reading::Auto if indoor::is_walkable(&osm) => Reading::Indoor,
        Reading::Auto => {
            return Err(ReadError::new(source.path, "holds nothing to walk on or around").hint(
                "OpenStreetMap data needs `building`, `indoor`, or `highway=footway|pedestrian|steps` tags, \
                 Populace's own GeoJSON a property `populace`",
            ));
        }
        chosen => chosen,
    };
    match reading {
        Reading::Buildings => buildings::read(osm, source, options),
        Reading::Indoor => indoor::read(osm, source, options),
        Reading::Auto | Reading::Populace => {
            Err(ReadError::new(source.path, "Populace's own properties are read from GeoJSON only")
                .hint("use --reading buildings or --reading indoor"))
        }
    }
}
