//! The laws that are fuzzed, held against the inputs that are known: seeds, and what has once broken
//! one of them.

#[allow(unreachable_pub)] // The fuzz targets use it too.
mod law;

use std::{fs, path::Path};

use law::{LAWS, named};

/// Holds a law against all inputs in its folder.
#[allow(clippy::print_stdout)] // Shown if the test fails.
fn check(name: &str) {
    let law = named(name);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/laws/seeds");
    let mut count = 0;
    for entry in fs::read_dir(folder.join(law.reads)).expect("every law has seeds") {
        let path = entry.expect("a folder can be read").path();
        println!("{}", path.display());
        (law.hold)(&fs::read(&path).expect("a file can be read"));
        count += 1;
    }
    assert!(count >= 5, "{count} seeds");
}

macro_rules! laws {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*
    };
}

laws!(parse write fmt pieces report page tokens moves play key archive ruleset);

#[test]
fn every_law_is_tested_and_fuzzed() {
    let names = LAWS.map(|law| law.name);
    assert_eq!(names, TESTED);
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/Cargo.toml");
    // The folder is not part of the package.
    if let Ok(manifest) = fs::read_to_string(manifest) {
        let targets: Vec<&str> = manifest
            .lines()
            .filter_map(|line| {
                line.strip_prefix("path = \"fuzz_targets/")?
                    .strip_suffix(".rs\"")
            })
            .collect();
        assert_eq!(targets, TESTED);
    }
}
