//! All tests of readers, in one program: so they are linked once.

mod shared;
mod support;

mod bad_files;
mod book;
mod dxf;
mod geojson_own;
mod objects;
mod osm_bad_input;
mod osm_buildings;
mod osm_indoor;
mod osm_objects;
mod osm_real;
mod place;
mod png;
mod scenes;
mod wkt;
