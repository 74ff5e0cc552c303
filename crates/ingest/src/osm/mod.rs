//! OpenStreetMap data.

pub mod from_geojson;
