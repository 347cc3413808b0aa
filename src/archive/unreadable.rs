//! Sources that cannot be read, and the findings that say why.

use std::io;

use super::error::UnpackError;
use crate::{
    temporary_file::is_of_temporary_file,
    verify::{ArchiveFault, Finding, archive_finding},
    whole_file::Shortened,
};

/// What the small variant of the zstd library says of all errors.
const NO_DETAILS: &str = "Error strings stripped";

/// A source, an entry or a folder that cannot be read, or not to its end.
#[derive(Debug)]
pub struct Unreadable {
    /// Its name.
    pub name: String,
    /// The reason.
    pub finding: Box<Finding>,
}

impl Unreadable {
    pub(super) fn new(name: &str, fault: ArchiveFault, reason: &str) -> Unreadable {
        Unreadable {
            name: name.to_owned(),
            finding: Box::new(archive_finding(fault, reason)),
        }
    }

    /// The finding for an error of the operating system.
    pub(super) fn from_system(name: &str, error: &io::Error) -> Unreadable {
        const TOO_MANY_LINKS: i32 = 40;
        if is_of_temporary_file(error) {
            return Unreadable::new(name, ArchiveFault::Unreadable, &error.to_string());
        }
        if UnpackError::of(error).is_some() || Shortened::is(error) {
            return Unreadable::from_unpacking(name, error);
        }
        if error.raw_os_error() == Some(TOO_MANY_LINKS) {
            return Unreadable::new(
                name,
                ArchiveFault::LinkLoop,
                "the link leads back to itself",
            );
        }
        Unreadable::new(name, ArchiveFault::Unreadable, &reason(error))
    }

    /// The finding for an error in compressed data or in an archive.
    pub(super) fn from_unpacking(name: &str, error: &io::Error) -> Unreadable {
        if Shortened::is(error) {
            return Unreadable::new(name, ArchiveFault::Unreadable, &error.to_string());
        }
        match UnpackError::of(error) {
            Some(bomb @ UnpackError::Bomb(_)) => {
                return Unreadable::new(name, ArchiveFault::Bomb, &bomb.to_string());
            }
            Some(other) => return Unreadable::new(name, ArchiveFault::Format, &other.to_string()),
            None => {}
        }
        if error.raw_os_error().is_some() || is_of_temporary_file(error) {
            return Unreadable::from_system(name, error);
        }
        let damaged = "it is damaged, or packed in an unknown format";
        let reason = match (error.kind(), error.to_string()) {
            (io::ErrorKind::UnexpectedEof, _) => "it is cut off".to_owned(),
            (_, details) if details == NO_DETAILS => damaged.to_owned(),
            (_, details) => format!("{damaged}: {details}"),
        };
        Unreadable::new(name, ArchiveFault::Format, &reason)
    }
}

/// An error of the operating system, without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        io::ErrorKind::PermissionDenied => "reading it is not permitted".to_owned(),
        _ => format!("it cannot be read: {error}"),
    }
}
