//! The parts of a file that several shards read.

use std::{io::Seek, ops::Range};

use super::{
    codec::{self, FileFormat},
    input::{CountedFile, FullReader, head_of},
    listed_file::ListedFile,
    part::SourcePart,
    paths,
    reader::{SourceReader, deliver},
    source::{OpenVisitor, SourceEvent, SourceFile, SourceInfo, SourceVisitor},
    tar_entries::TarArchive,
    unreadable::Unreadable,
    zip_entries::ZipArchive,
};
use crate::record::RecordPosition;

/// The ends of a part of a file, if they have been reached.
type TextPartEnds = (Option<RecordPosition>, Option<RecordPosition>);

impl SourceReader {
    /// Reads the records of a file of text that begin in a part of it, if `allow` does not refuse the file. Returns the
    /// first record in the part or after it, and the first one after it.
    pub(super) fn text_part<E>(
        &self,
        listed: &ListedFile,
        part: Range<usize>,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<TextPartEnds, E> {
        let path = listed.path;
        let name = paths::source_name(path);
        let opened = listed.open().and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                let unreadable = Unreadable::from_system(&name, &error);
                visit(SourceEvent::Unreadable(unreadable))?;
                return Ok((None, None));
            }
        };
        allow(path, &metadata)?;
        let counted = CountedFile::new(file, self.file_progress());
        let source_file = SourceFile {
            path: path.to_owned(),
            version: None,
        };
        let source_info = SourceInfo {
            source: name.into(),
            file: Some(source_file.into()),
        };
        let (is_first, is_last) = (part.start == 0, part.end == usize::MAX);
        // Where a large broken record is cut depends on the blocks that are read.
        let input = Box::new(FullReader(counted));
        let chunks = self.chunk_reader(input, Some(listed.reopen()));
        let mut chunks = chunks.with_part(part);
        // What cannot be read before the part is reported by the shard that it belongs to: its end and the beginning
        // of this part are compared.
        if let Some(error) = deliver(&source_info, &mut chunks, visit)?
            && (is_first || chunks.part_ends().0.is_some())
        {
            let unreadable = Unreadable::from_system(&source_info.source, &error);
            visit(SourceEvent::Unreadable(unreadable))?;
        }
        if is_last {
            visit(SourceEvent::End(source_info.source, chunks.passed()))?;
        }
        Ok(chunks.part_ends())
    }

    /// Reads a part of the entries of an archive, if `allow` does not refuse the file. Returns where the part begins and
    /// ends.
    pub(super) fn archive_part<E>(
        &self,
        listed: &ListedFile,
        part: &SourcePart,
        allow: &mut OpenVisitor<E>,
        visit: &mut SourceVisitor<E>,
    ) -> Result<(String, String), E> {
        let path = listed.path;
        let name = paths::source_name(path);
        let opened = listed.open().and_then(|mut file| {
            let metadata = file.metadata()?;
            let head = head_of(&mut file)?;
            file.rewind()?;
            Ok((metadata, file, codec::recognize(&head)))
        });
        let (metadata, file, format) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                if part.from.is_none() {
                    let unreadable = Unreadable::from_system(&name, &error);
                    visit(SourceEvent::Unreadable(unreadable))?;
                }
                let position = "unreadable".to_owned();
                return Ok((position.clone(), position));
            }
        };
        allow(path, &metadata)?;
        let size = metadata.len();
        let file = CountedFile::uncounted(file);
        let progress = self.archive_progress(size);
        match format {
            FileFormat::Zip => self.archive(
                &name,
                &mut ZipArchive::new(file),
                (size, progress),
                Some(part),
                visit,
            ),
            _ => self.archive(
                &name,
                &mut TarArchive::new(file),
                (size, progress),
                Some(part),
                visit,
            ),
        }
    }
}
