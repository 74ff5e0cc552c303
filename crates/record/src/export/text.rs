//! The text format of the Pedestrian Dynamics Data Archive, as PedPy's `load_trajectory` reads it.
//!
//! The file holds comments with the frame rate and the unit, then a row `id frame x y z` per pedestrian and frame, in metres, in
//! the order of frames. Positions are written with all digits, so both programs measure the same numbers. When all floors are
//! exported, `z` tells them apart.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::{Export, ExportOptions, Exported, check_floor, rows, whole};
use crate::{RecordError, Recording};

/// The format.
pub(super) const ARCHIVE: Export = Export {
    name: "text",
    ending: "txt",
    about: "rows `id frame x y z` of the Pedestrian Dynamics Data Archive, read by PedPy",
    write: export,
};

fn export(recording: &Recording, path: &Path, options: &ExportOptions) -> Result<Exported, RecordError> {
    check_floor(recording, path, options.floor)?;
    whole(path, |part| {
        let failed = |e: io::Error| RecordError::write(part, &e);
        let mut out = BufWriter::new(File::create(part).map_err(failed)?);
        head(&mut out, recording).map_err(failed)?;
        let mut exported = Exported::default();
        for frame in recording.frames() {
            let frame = frame?;
            let number = recording.about().frame_number(frame.step);
            let before = exported.rows;
            for i in rows(&frame, options.floor) {
                let (id, p, z) = (frame.pedestrian[i], frame.position[i], frame.height[i]);
                writeln!(out, "{id} {number} {} {} {z}", p.x, p.y).map_err(failed)?;
                exported.rows += 1;
            }
            exported.frames += u64::from(exported.rows > before);
        }
        let file = out.into_inner().map_err(|e| failed(e.into_error()))?;
        file.sync_data().map_err(failed)?;
        Ok(exported)
    })
}

fn head(out: &mut impl Write, recording: &Recording) -> io::Result<()> {
    let about = recording.about();
    writeln!(out, "# description: recorded by populace {}, seed {}", about.populace, about.seed)?;
    writeln!(out, "# framerate: {}", rate(about.frame_rate()))?;
    writeln!(out, "# id frame x/m y/m z/m")
}

/// Writes a frame rate with two decimals, as the archive does, or with all its decimals.
fn rate(rate: f64) -> String {
    let short = format!("{rate:.2}");
    if short.parse() == Ok(rate) { short } else { rate.to_string() }
}
