//! OpenStreetMap elements out of GeoJSON features.

use populace_env::Place;

use crate::geojson::FeatureCollection;
use crate::{Options, ReadError, Source};

/// Reads the features as OpenStreetMap elements.
pub fn read(_: &FeatureCollection, source: &Source, _: &Options) -> Result<Place, ReadError> {
    Err(ReadError::new(source.path, "OpenStreetMap properties cannot be read yet"))
}
