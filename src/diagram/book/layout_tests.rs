//! Where figures and texts stand on pages.

use super::{
    chapter::{Chapter, Figure},
    grid::Area,
    layout::{Page, Placed, pages},
};
use crate::{
    diagram::{Diagram, Style},
    games::{Game, Position, Size},
    ruleset,
};

const AREA: Area = Area {
    width: 500.0,
    height: 750.0,
};

fn chapter(side: u8, notes: &[usize]) -> Chapter {
    let rules = &ruleset::default_for(Game::Ugo).rules;
    let position = Position::new(rules, Size::square(side), None).unwrap();
    let figure = |&words: &usize| {
        let caption = format!("Figure with {words} words");
        let mut figure = Figure::new(&Diagram::new(&position), &Style::default(), caption);
        figure.notes = vec!["word ".repeat(words)];
        figure
    };
    Chapter {
        title: format!("Board of {side}"),
        details: "An event".to_owned(),
        figures: notes.iter().map(figure).collect(),
    }
}

/// Left, top, width and height of everything on a page; the heights of boards are those of their frames.
fn boxes(page: &Page) -> Vec<(f64, f64, f64, f64)> {
    let boxes = page.placed.iter().map(|placed| match placed {
        Placed::Text {
            left,
            top,
            width,
            line,
        } => (*left, *top, *width, line.height()),
        Placed::Board {
            left,
            top,
            points_per_unit,
            board,
        } => {
            let frame = board.frame;
            (
                *left,
                *top,
                frame.width * points_per_unit,
                frame.height * points_per_unit,
            )
        }
    });
    boxes.collect()
}

fn boards(page: &Page) -> Vec<(f64, f64)> {
    let boards = page.placed.iter().filter_map(|placed| match placed {
        Placed::Board { left, top, .. } => Some((*left, *top)),
        Placed::Text { .. } => None,
    });
    boards.collect()
}

fn words(pages: &[Page]) -> usize {
    let placed = pages.iter().flat_map(|page| &page.placed);
    let texts = placed.filter_map(|placed| match placed {
        Placed::Text { line, .. } => Some(line.text.matches("word").count()),
        Placed::Board { .. } => None,
    });
    texts.sum()
}

#[test]
fn nothing_is_lost_clipped_or_covered() {
    let books = [
        vec![chapter(9, &[3])],
        vec![chapter(9, &[0, 300, 5, 20, 4_000, 7])],
        vec![
            chapter(19, &[100; 11]),
            chapter(3, &[1]),
            chapter(26, &[0, 0]),
        ],
        vec![
            chapter(5, &[10]),
            chapter(7, &[900]),
            chapter(26, &[10]),
            chapter(2, &[]),
        ],
        vec![chapter(5, &[]), chapter(5, &[])],
        vec![],
    ];
    for book in &books {
        let figures: usize = book.iter().map(|chapter| chapter.figures.len()).sum();
        let expected: usize = (book.iter().flat_map(|chapter| &chapter.figures))
            .flat_map(|figure| &figure.notes)
            .map(|note| note.matches("word").count() + 1)
            .sum();
        for per_page in [None, Some(1), Some(3), Some(4), Some(30)] {
            let pages = pages(book, per_page, AREA);
            let on_pages: Vec<usize> = pages.iter().map(|page| boards(page).len()).collect();
            assert_eq!(on_pages.iter().sum::<usize>(), figures);
            assert_eq!(words(&pages), expected);
            let most = per_page.unwrap_or(usize::MAX);
            assert!(
                on_pages.iter().all(|&count| count <= most.max(1)),
                "{on_pages:?} {most}"
            );
            for page in &pages {
                let boxes = boxes(page);
                for (index, &(left, top, width, height)) in boxes.iter().enumerate() {
                    assert!(left >= -0.01 && left + width <= AREA.width + 0.01);
                    assert!(
                        top >= -0.01 && top + height <= AREA.height + 0.01,
                        "{top} {height}"
                    );
                    for &(other, above, other_width, other_height) in &boxes[..index] {
                        let is_beside =
                            left + 0.01 >= other + other_width || other + 0.01 >= left + width;
                        let is_below =
                            top + 0.01 >= above + other_height || above + 0.01 >= top + height;
                        assert!(is_beside || is_below);
                    }
                }
            }
            let titles: usize = pages.iter().map(|page| page.chapters.len()).sum();
            let with_figures = book.iter().filter(|chapter| !chapter.figures.is_empty());
            assert_eq!(titles, with_figures.count());
        }
    }
}

#[test]
fn boards_of_a_row_stand_in_line() {
    let book = [chapter(19, &[100, 0, 20, 5])];
    let pages = pages(&book, Some(4), AREA);
    let [page] = &pages[..] else {
        panic!("one page: {pages:?}");
    };
    let [first, second, third, fourth] = boards(page)[..] else {
        panic!("four boards");
    };
    let is_equal = |one: f64, other: f64| (one - other).abs() < 0.01;
    assert!(is_equal(first.1, second.1) && is_equal(third.1, fourth.1));
    assert!(is_equal(first.0, third.0) && is_equal(second.0, fourth.0));
    assert!(first.0 < second.0 && first.1 < third.1);
}

#[test]
fn small_letters_take_fewer_figures_on_a_page() {
    for (side, most) in [(9, 4), (19, 2), (26, 1)] {
        let book = [chapter(side, &[0; 8])];
        let pages = pages(&book, None, AREA);
        assert_eq!(boards(&pages[0]).len(), most, "{side}");
    }
}

#[test]
fn a_lone_figure_is_centered() {
    let book = [chapter(9, &[0, 0, 0]), chapter(9, &[0, 0, 0, 0, 0])];
    let pages = pages(&book, Some(4), AREA);
    let placed = pages[pages.len() - 1].placed.iter();
    let centers = placed.filter_map(|placed| match placed {
        Placed::Board {
            left,
            points_per_unit,
            board,
            ..
        } => Some(left + points_per_unit * board.frame.width / 2.0),
        Placed::Text { .. } => None,
    });
    let centers: Vec<f64> = centers.collect();
    let [lone] = centers[..] else {
        panic!("one board");
    };
    assert!((lone - AREA.width / 2.0).abs() < 0.01, "{lone:?}");
}

#[test]
fn pages_are_filled_unless_a_number_is_given() {
    let book = [chapter(3, &[0; 12])];
    let count = |per_page| pages(&book, per_page, AREA).len();
    assert_eq!(count(Some(1)), 12);
    assert_eq!(count(Some(6)), 2);
    assert!(count(None) < 3);
}

#[test]
fn pages_begin_with_boards_at_one_height() {
    let book = [chapter(9, &[0; 13])];
    let pages = pages(&book, None, AREA);
    let tops: Vec<f64> = pages.iter().map(|page| boards(page)[0].1).collect();
    assert!(
        tops.len() > 2 && tops[1..].iter().all(|&top| (top - tops[1]).abs() < 0.01),
        "{tops:?}"
    );
}

#[test]
fn boards_shrink_rather_than_leave_their_texts() {
    // As wide as the page, a board leaves no room for its text.
    let book = [chapter(19, &[500, 500, 500])];
    let wide = Area {
        width: 500.0,
        height: 600.0,
    };
    for per_page in [None, Some(1)] {
        let pages = pages(&book, per_page, wide);
        assert!(pages.iter().all(|page| !boards(page).is_empty()));
    }
}
