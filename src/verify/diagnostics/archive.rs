use super::Diagnostic;
use crate::verify::codes::Code;

/// Why a source or an entry cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArchiveFault {
    /// The path does not exist, or reading it fails.
    Unreadable,
    /// The format is unknown, or the archive is damaged.
    Format,
    /// The name of an entry leads out of the archive.
    EntryName,
    /// A link leads back to a folder that holds it.
    LinkLoop,
    /// It unpacks to far more than its size.
    Bomb,
    /// It holds no record.
    Empty,
}

/// A source or an entry that cannot be read.
#[derive(Clone, Copy, Debug)]
pub(in crate::verify) struct ArchiveDiagnostic<'a> {
    pub(in crate::verify) fault: ArchiveFault,
    /// What the system or the unpacker says.
    pub(in crate::verify) reason: &'a str,
}

impl Diagnostic for ArchiveDiagnostic<'_> {
    fn code(&self) -> Code {
        match self.fault {
            ArchiveFault::Unreadable => Code::ArchiveUnreadable,
            ArchiveFault::Format => Code::ArchiveFormat,
            ArchiveFault::EntryName => Code::ArchiveEntryName,
            ArchiveFault::LinkLoop => Code::ArchiveLinkLoop,
            ArchiveFault::Bomb => Code::ArchiveBomb,
            ArchiveFault::Empty => Code::ArchiveEmpty,
        }
    }

    fn message(&self) -> String {
        match self.fault {
            ArchiveFault::Empty => format!("there is no record in it: {}", self.reason),
            ArchiveFault::Unreadable
            | ArchiveFault::Format
            | ArchiveFault::EntryName
            | ArchiveFault::LinkLoop
            | ArchiveFault::Bomb => self.reason.to_owned(),
        }
    }

    fn help(&self) -> String {
        match self.fault {
            ArchiveFault::Empty => "name a file to read it whatever its name ends in".to_owned(),
            ArchiveFault::Unreadable
            | ArchiveFault::Format
            | ArchiveFault::EntryName
            | ArchiveFault::LinkLoop
            | ArchiveFault::Bomb => String::new(),
        }
    }
}
