//! Verifying a whole file in one call.

use super::{judge::verify, options::Options, verdict::Verdict};
use crate::record::{Decoded, decode, read};

/// The verdicts on the records of a file, and the text that the spans of their findings refer to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedFile {
    /// The decoded text of the file.
    pub decoded: Decoded,
    /// A verdict for each record, in file order. A file without any record has one that reports this.
    pub verdicts: Vec<Verdict>,
}

/// Verifies all records of a file.
///
/// ```
/// use kifu::verify::{Code, Options, Status, verify_bytes};
///
/// let file = verify_bytes(b"(;GM[ugo]SZ[5];B[c3];W[c3])", &Options::default());
/// let [verdict] = &file.verdicts[..] else { panic!("one record") };
/// assert_eq!(verdict.status, Status::Invalid);
/// assert_eq!(verdict.findings[0].code(), Code::UgoOccupied);
/// assert_eq!(&file.decoded.text[verdict.findings[0].span.clone()], "W[c3]");
/// ```
pub fn verify_bytes(bytes: &[u8], options: &Options) -> VerifiedFile {
    let decoded = decode(bytes.to_vec());
    let verdicts = read(&decoded)
        .map(|record| verify(&record, options))
        .collect();
    VerifiedFile { decoded, verdicts }
}
