//! The viewer's files, as `npm run build` left them in `viewer/dist` when this crate was compiled.

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Returns the content type and the bytes of the file at a path.
pub fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let (_, bytes) = ASSETS.iter().find(|(asset, _)| *asset == name)?;
    Some((content_type(name), bytes))
}

/// Returns whether the viewer was built before this crate was.
pub fn is_complete() -> bool {
    find("/").is_some()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
