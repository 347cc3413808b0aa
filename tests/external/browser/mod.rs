//! The viewer that `kifu replay --format html` writes, in a real browser with real clicks and keys.

mod chromium;
mod interaction;
mod pages;
mod replaying;
mod taking;
pub(crate) mod web;

macro_rules! tests {
    ($($module:ident: $($name:ident)*;)*) => {
        /// The tests, by name.
        pub(crate) const TESTS: &[(&str, fn())] = &[$($((stringify!($name), $module::$name)),*),*];
    };
}

tests! {
    replaying:
        buttons_slider_and_keys_replay_a_game
        variations_and_comments_are_shown
        an_illegal_ply_is_red
        every_recolored_stone_has_a_dot_beside_numbers
        hostile_text_is_harmless
        the_viewer_fits_phones_and_dark_mode;
    interaction:
        clicks_wheel_and_swipes_step
        the_address_follows_and_leads
        the_buttons_are_in_the_window
        the_list_of_moves_is_one_tab_stop
        everything_says_what_it_is
        keys_and_the_menu_show_and_hide
        autoplay_steps_and_stops
        the_button_for_findings_goes_from_one_to_the_next;
    taking:
        positions_can_be_copied
        what_the_browser_does_not_copy_is_told
        records_and_images_can_be_downloaded
        a_page_named_in_an_old_encoding_can_be_taken
        the_page_prints_moves_and_boards
        the_end_and_the_moves_need_no_script
        the_board_has_the_pixels_of_the_image
        a_pyramid_can_be_turned
        the_board_of_the_move_is_in_the_window
        large_and_deep_records_are_harmless;
}

/// Why there is no browser.
pub(crate) fn is_there() -> Result<(), String> {
    let program = chromium::program();
    program
        .map(|_| ())
        .ok_or_else(|| "Chromium is not installed".to_owned())
}
