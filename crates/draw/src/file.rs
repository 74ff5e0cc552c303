//! The kinds of file that a drawing can be.

use std::path::Path;

use crate::picture::Picture;
use crate::{DrawError, png};

/// A kind of file that a drawing can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Lines and text, which stay sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

impl FileKind {
    /// Returns the kind that the ending of a file's name asks for. `option` is the command line option that named the file.
    pub fn of(option: &str, path: &Path) -> Result<Self, DrawError> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(FileKind::Svg),
            Some("png") => Ok(FileKind::Png),
            _ => Err(DrawError::new(format!("{option} {}: drawings are SVG or PNG files", path.display()))
                .hint("give a name that ends in .svg or .png")),
        }
    }

    /// Returns the bytes of a file of this kind with the picture.
    pub fn encode(self, picture: &Picture) -> Result<Vec<u8>, DrawError> {
        match self {
            FileKind::Svg => Ok(picture.to_svg().into_bytes()),
            FileKind::Png => png::write(picture).map_err(DrawError::new),
        }
    }
}
