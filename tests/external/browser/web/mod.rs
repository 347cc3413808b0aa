//! The page and the element that `web/build` makes.

pub(crate) mod comparison;
mod editing;
mod element;
mod files;
mod hints;
mod page;
mod playing;
mod status;

use std::{
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

macro_rules! tests {
    ($($module:ident: $($name:ident)*;)*) => {
        /// The tests, by name.
        pub(crate) const TESTS: &[(&str, fn())] = &[$($((stringify!($name), $module::$name)),*),*];
    };
}

tests! {
    playing:
        games_are_played_to_their_end_by_clicks
        a_game_is_played_with_keys_alone
        stones_of_bamogo_are_switched_by_dragging
        a_game_is_played_on_a_phone
        edits_are_undone_and_variations_begin;
    files:
        a_dropped_archive_is_listed_with_verdicts
        damaged_archives_are_told
        zip64_archives_are_read
        reading_can_be_cancelled
        hostile_records_are_harmless
        a_record_that_cannot_be_played_is_shown_as_text
        unsaved_work_survives_a_reload
        links_and_pictures_carry_a_record;
    editing:
        a_comment_is_kept_while_it_is_typed
        a_dropped_archive_leaves_a_way_back
        the_board_keeps_its_place_on_a_phone
        the_middle_of_a_cell_chooses_it
        messages_go_with_what_they_are_about
        an_unedited_record_is_shown_as_it_was_read
        a_result_that_is_none_is_refused
        what_cannot_be_done_is_not_offered;
    hints:
        an_illegal_record_opens_at_its_error_and_is_corrected_there
        moves_and_refusals_are_told_in_full
        the_page_has_what_the_viewer_has
        four_players_have_names_and_turns
        the_page_is_small_and_ready_at_once;
    element:
        the_element_shows_a_record
        the_element_can_be_played
        the_element_fetches_what_its_source_names;
    status:
        scripts_are_ascii
        the_element_is_at_home_on_pages_of_any_encoding
        the_element_tells_what_is_wrong_at_once
        gray_buttons_say_why
        a_line_of_pairs_is_of_one_game
        a_verdict_is_that_of_the_main_line
        names_and_buttons_are_in_sight_on_a_phone
        a_damaged_record_opens_at_its_damage;
}

/// A file that `web/build` has written.
pub(super) fn built(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("web/dist")
        .join(name)
}

/// Why the page cannot be tested.
pub(crate) fn is_there() -> Result<(), String> {
    super::is_there()?;
    is_built()
}

/// Whether the files are there, and newer than what they are made of.
pub(super) fn is_built() -> Result<(), String> {
    let page = fs::metadata(built("kifu.html")).and_then(|page| page.modified());
    let Ok(page) = page else {
        return Err("web/dist is missing: run web/build".to_owned());
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let core = ["games", "record", "ruleset", "verify", "editor", "diagram"];
    let folders = core.map(|folder| root.join("src").join(folder));
    let own = ["src", "page", "element"].map(|folder| root.join("web").join(folder));
    let newest = folders
        .iter()
        .chain(&own)
        .map(|folder| newest(folder))
        .max();
    if newest.is_some_and(|newest| newest > page) {
        return Err("web/dist is older than its sources: run web/build".to_owned());
    }
    Ok(())
}

/// When a file below a folder has changed last.
fn newest(folder: &Path) -> SystemTime {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let times = entries.map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => newest(&entry.path()),
        _ => entry
            .metadata()
            .and_then(|data| data.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH),
    });
    times.max().unwrap_or(SystemTime::UNIX_EPOCH)
}
