//! Progress: a byte counts once, and an archive counts as the archive that it is.

use std::{ffi::OsStr, fs, io::Write, path::Path, sync::atomic::Ordering};

use kifu::archive::{SourceEvent, SourceReader, size_of};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::common::folder;

/// The progress at each chunk and at the end, and the whole size.
fn progress(path: &Path) -> (Vec<u64>, u64) {
    let reader = SourceReader::default();
    let mut seen = Vec::new();
    let read = reader.read::<()>(OsStr::new(path), &mut |event| {
        match event {
            SourceEvent::Unreadable(unreadable) => panic!("{unreadable:?}"),
            SourceEvent::Chunk(..) => seen.push(reader.progress.load(Ordering::Relaxed)),
            SourceEvent::End(..) => {}
        }
        Ok(())
    });
    read.unwrap();
    seen.push(reader.progress.load(Ordering::Relaxed));
    (seen, size_of([path]).unwrap())
}

/// A hash in hexadecimal digits.
fn sha2_of(text: &str) -> String {
    use sha2::Digest;
    let digest = sha2::Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn progress_is_true_for_files_and_archives() {
    let folder = folder(&[]);
    let root = folder.path();
    let names: Vec<String> = (0..200).map(|number| format!("{number:03}.sgf")).collect();
    let record = |number: usize| {
        // Not much shorter when it is packed.
        let comment: String = (0..60)
            .map(|part| sha2_of(&format!("{number} {part}")))
            .collect();
        format!("(;GM[ugo]SZ[5]RE[?]C[{comment}];B[c3])")
    };
    fs::create_dir(root.join("files")).unwrap();
    let mut zip = ZipWriter::new(fs::File::create(root.join("a.zip")).unwrap());
    let mut tar = tar::Builder::new(Vec::new());
    for (number, name) in names.iter().enumerate() {
        let text = record(number);
        fs::write(root.join("files").join(name), &text).unwrap();
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
        let mut header = tar::Header::new_ustar();
        header.set_size(text.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, name, text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let tar = tar.into_inner().unwrap();
    fs::write(root.join("a.tar"), &tar).unwrap();
    let packed = zstd::encode_all(&tar[..], 3).unwrap();
    fs::write(root.join("a.tar.zst"), packed).unwrap();
    for name in ["files", "a.zip", "a.tar", "a.tar.zst"] {
        let (seen, size) = progress(&root.join(name));
        assert!(seen.is_sorted(), "{name}: {seen:?}");
        assert_eq!(seen.last(), Some(&size), "{name}");
        let steps = seen.iter().filter(|&&step| step < size * 9 / 10).count();
        assert!(steps > 100, "{name}: {seen:?} of {size}");
        if name != "a.tar.zst" {
            assert!(seen[0] < size / 10, "{name}: {seen:?} of {size}");
        }
    }
}

/// What there is to tell while a bar is shown is told in vain then.
#[cfg(unix)]
#[test]
fn a_run_goes_on_when_its_terminal_is_gone() {
    use std::{
        io::Read,
        process::{Command, Stdio},
    };

    const GOOD: &str = "(;GM[ugo]SZ[5]RE[?];B[c3])\n";
    let folder = folder(&[]);
    let (mut master, slave) = crate::screen::terminal(80, 24);
    let mut child = Command::new(env!("CARGO_BIN_EXE_kifu"))
        .current_dir(&folder)
        .args(["convert", "--to", "json", "-", "-o", "out.json"])
        .env_remove("CI")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(slave)
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(GOOD.repeat(100).as_bytes()).unwrap();
    // Until a bar is shown.
    let mut byte = [0];
    master.read_exact(&mut byte).unwrap();
    drop(master);
    input.write_all(b"(;FF[4]GM[ugo](\n").unwrap();
    input.write_all(GOOD.repeat(100).as_bytes()).unwrap();
    drop(input);
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(1));
    let written = fs::read_to_string(folder.path().join("out.json")).unwrap();
    assert_eq!(written.matches("\"ugo\"").count(), 200);
}
