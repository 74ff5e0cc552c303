//! glTF files built by hand: nodes, buffers and damage.

use base64::Engine;

use super::*;

/// Returns the bytes of a triangle: 3 positions, then 3 indices of 16 bits.
fn triangle() -> Vec<u8> {
    let positions: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0];
    let mut bytes: Vec<u8> = positions.iter().flat_map(|c| c.to_le_bytes()).collect();
    bytes.extend([0_u16, 1, 2].iter().flat_map(|i| i.to_le_bytes()));
    bytes
}

fn json(nodes: &str, uri: &str) -> String {
    let uri = if uri.is_empty() { String::new() } else { format!(r#", "uri": "{uri}""#) };
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{nodes}],
        "meshes": [{{"name": "floor", "primitives": [{{"attributes": {{"POSITION": 0}}, "indices": 1}}]}}],
        "accessors": [
          {{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0,0,-1], "max": [1,0,0]}},
          {{"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"}}],
        "bufferViews": [{{"buffer": 0, "byteLength": 36}}, {{"buffer": 0, "byteOffset": 36, "byteLength": 6}}],
        "buffers": [{{"byteLength": 42{uri}}}]}}"#
    )
}

fn data_uri() -> String {
    format!("data:application/octet-stream;base64,{}", base64::engine::general_purpose::STANDARD.encode(triangle()))
}

fn glb(json: &str, blob: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut blob = blob.to_vec();
    blob.resize(blob.len().next_multiple_of(4), 0);
    let mut bytes = b"glTF".to_vec();
    for word in [2, 28 + json.len() + blob.len(), json.len(), 0x4e4f_534a] {
        bytes.extend((word as u32).to_le_bytes());
    }
    bytes.extend(json);
    bytes.extend((blob.len() as u32).to_le_bytes());
    bytes.extend(0x004e_4942_u32.to_le_bytes());
    bytes.extend(blob);
    bytes
}

fn parse(bytes: &[u8]) -> Result<Soup, ReadError> {
    read_soup_alone(Path::new("test.glb"), bytes, &Options::default())
}

#[test]
fn transforms_of_nested_nodes_apply_and_a_mirror_keeps_faces_up() {
    let nodes = r#"{"children": [1], "translation": [10, 0, 0]}, {"mesh": 0, "scale": [-2, 1, 1]}"#;
    let soup = parse(json(nodes, &data_uri()).as_bytes()).unwrap();
    assert_eq!(soup.vertices, [[10.0, 0.0, 0.0], [8.0, 0.0, 0.0], [10.0, 0.0, -1.0]]);
    assert_eq!(soup.triangles, [[0, 2, 1]]);
    assert!(soup.y_up);
}

#[test]
fn a_glb_brings_its_buffer_along() {
    let soup = parse(&glb(&json(r#"{"mesh": 0}"#, ""), &triangle())).unwrap();
    assert_eq!(soup.triangles, [[0, 1, 2]]);
    assert_eq!(soup.names, ["floor"]);
}

#[test]
fn damaged_glb_files_are_refused_at_any_length() {
    let bytes = glb(&json(r#"{"mesh": 0}"#, ""), &triangle());
    for length in 0..bytes.len() {
        assert!(parse(&bytes[..length]).is_err(), "{length} bytes");
    }
    let mut lies = bytes.clone();
    lies[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(parse(&lies).unwrap_err().what.contains("more than there are left"));
}

#[test]
fn nodes_in_a_circle_are_refused() {
    let nodes = r#"{"children": [1]}, {"mesh": 0, "children": [0]}"#;
    assert!(parse(json(nodes, &data_uri()).as_bytes()).unwrap_err().what.contains("ancestor"));
}

#[test]
fn external_buffers_are_read_only_from_the_folder_of_the_file() {
    let folder = std::env::temp_dir().join(format!("populace-gltf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("a b.bin"), triangle()).unwrap();
    let read = |uri: &str| {
        read_soup(Path::new("x.gltf"), json(r#"{"mesh": 0}"#, uri).as_bytes(), &Options::default(), Some(&folder))
    };
    assert_eq!(read("a%20b.bin").unwrap().triangles.len(), 1);
    assert!(read("missing.bin").unwrap_err().what.contains("cannot be read"));
    for outside in ["../a.bin", "/etc/hostname", "file:///etc/hostname", "b/../../a.bin", "%2e%2e/a.bin"] {
        assert!(read(outside).unwrap_err().what.contains("outside"), "{outside}");
    }
    assert_eq!(read("missing.bin").unwrap_err().location, "buffer 0");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn accessors_beyond_their_data_are_refused() {
    let good = json(r#"{"mesh": 0}"#, &data_uri());
    for (from, to) in [
        ("\"count\": 3, \"type\": \"VEC3\"", "\"count\": 4, \"type\": \"VEC3\""),
        ("\"count\": 3, \"type\": \"SCALAR\"", "\"count\": 4000000000, \"type\": \"SCALAR\""),
        ("\"byteOffset\": 36", "\"byteOffset\": 4000000000"),
        ("\"componentType\": 5123", "\"componentType\": 5126"),
        ("\"byteLength\": 36", "\"byteLength\": 36, \"byteStride\": 24"),
        ("\"bufferView\": 1", "\"bufferView\": 7"),
        ("\"mesh\": 0", "\"mesh\": 3"),
    ] {
        assert!(good.contains(from), "{from}");
        assert!(parse(good.replace(from, to).as_bytes()).is_err(), "{to}");
    }
    assert!(parse(&b"{\"asset\":".repeat(100_000)).is_err());
}

#[test]
fn many_triangles_of_few_vertices_placed_often_are_refused_before_they_are_held() {
    // A triangle that is named a hundred times, at two hundred places.
    let mut bytes = triangle()[..36].to_vec();
    bytes.extend([0_u16, 1, 2].repeat(100).iter().flat_map(|i| i.to_le_bytes()));
    let nodes = vec![r#"{"mesh": 0}"#; 200].join(",");
    let roots = (0..200).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let json = json(&nodes, "")
        .replace("\"nodes\": [0]", &format!("\"nodes\": [{roots}]"))
        .replace("\"count\": 3, \"type\": \"SCALAR\"", "\"count\": 300, \"type\": \"SCALAR\"")
        .replace("\"byteLength\": 6", "\"byteLength\": 600")
        .replace("\"byteLength\": 42", "\"byteLength\": 636");
    let read = |max_vertices: usize| {
        read_soup_alone(Path::new("x.glb"), &glb(&json, &bytes), &Options { max_vertices, ..Options::default() })
    };
    assert_eq!(read(10_000).unwrap().triangles.len(), 20_000);
    let error = read(9_999).unwrap_err();
    assert_eq!(error.what, "has more than 19998 triangles");
    assert_eq!(error.location, "floor, primitive 0");
    assert!(error.hint.contains("--max-vertices"));
}

#[test]
fn primitives_that_hold_nothing_cannot_be_placed_without_end() {
    let nodes = vec![r#"{"mesh": 0}"#; 200].join(",");
    let roots = (0..200).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
    let json = json(&nodes, &data_uri())
        .replace("\"nodes\": [0]", &format!("\"nodes\": [{roots}]"))
        .replace("\"indices\": 1", "\"mode\": 0");
    let options = Options { max_vertices: 100, ..Options::default() };
    assert!(read_soup_alone(Path::new("x.glb"), json.as_bytes(), &options).unwrap_err().what.contains("primitives"));
}
