//! The Spark jobs of `examples/spark`.

use std::{env, path::Path, process::Command};

fn python() -> String {
    env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// Why there is no Spark.
pub(crate) fn is_there() -> Result<(), String> {
    let import =
        "import kifu, pytest, pyspark, pandas, pyarrow, shutil; assert shutil.which('java')";
    let found = Command::new(python()).args(["-c", import]).output();
    if found.is_ok_and(|found| found.status.success()) {
        Ok(())
    } else {
        Err(
            "the package kifu, PySpark, pandas, PyArrow, pytest or Java is not installed"
                .to_owned(),
        )
    }
}

pub(crate) fn spark_job_reports_the_verdicts_of_kifu() {
    let output = Command::new(python())
        .args(["-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/spark"))
        .env("KIFU", env!("CARGO_BIN_EXE_kifu"))
        .output()
        .expect("Python runs");
    let report = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{report}\n{stderr}");
    assert!(report.contains(" passed"), "{report}");
}
