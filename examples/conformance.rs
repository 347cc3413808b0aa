//! Writes the conformance kit, in `conformance/` or in another folder.
//!
//! ```console
//! $ cargo run --example conformance [FOLDER]
//! ```

use std::{error::Error, fs, path::Path};

use kifu::conformance::files;

/// Writes all files of the kit.
pub(crate) fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    for file in files() {
        let path = folder.join(&file.name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, file.text()?)?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    let default = || concat!(env!("CARGO_MANIFEST_DIR"), "/conformance").to_owned();
    write(Path::new(&folder.unwrap_or_else(default)))
}
