//! The Spark job of `examples/spark` runs on this machine, where Spark is installed.

use std::{
    env,
    io::{self, Write},
    path::Path,
    process::Command,
};

/// pytest ends with this status when it has found no test to run: all are skipped.
const NO_TESTS: i32 = 5;

#[test]
fn the_spark_job_gives_the_verdicts_of_kifu() {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let skip = |reason: &str| {
        // Past the capture of the test harness, which would not show it.
        let _ = writeln!(
            io::stderr(),
            "the test of the Spark job is skipped: {reason}"
        );
    };
    let found = Command::new(&python).args(["-c", "import pytest"]).output();
    if !found.is_ok_and(|found| found.status.success()) {
        return skip(&format!("{python} has no pytest"));
    }
    let output = Command::new(&python)
        .args(["-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/spark"))
        .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
        .output()
        .expect("Python runs");
    let told = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => assert!(told.contains(" passed"), "{told}"),
        Some(NO_TESTS) => skip(
            told.lines()
                .find(|line| line.contains("SKIP"))
                .unwrap_or(&told),
        ),
        _ => panic!("{told}\n{}", String::from_utf8_lossy(&output.stderr)),
    }
}
