//! Draws sample records of every game in every format and theme into a folder, with a page of each game that shows
//! them side by side. For looking at after every change of the pictures.
//!
//! ```console
//! $ cargo run --release --example gallery -- target/gallery
//! $ xdg-open target/gallery/index.html
//! ```

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to whoever runs it.

use std::{
    error::Error,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use kifu::{
    diagram::{
        Animation, Chapter, Crop, Figure, Fonts, HeaderDetail, InitialPosition, Numbering,
        PaperSize, PdfOptions, PlyView, PlyViewOptions, PlyViews, RecordHeader, Rect, Scene, Style,
        TextOptions, Theme, VerifiedRecord, View, comments, figure_plans, html_viewer, pdf, png,
        scene, svg, text,
    },
    games::Game,
    record::{NodeId, Record, read},
    verify::{Options, Step, replay, verify},
};

/// A record of each game, and one with all marks.
const RECORDS: [(Game, &str); 6] = [
    (Game::Bargo, "records/bargo/engine-side-5-komi.sgf"),
    (Game::Sygo, "records/sygo/engine-7x9.sgf"),
    (Game::Ugo, "records/ugo/engine-9x9.sgf"),
    (Game::Bamogo, "records/bamogo/engine-5x5-line.sgf"),
    (Game::Margo, "records/margo/browne-274.sgf"),
    (Game::Margo, "records/margo/engine-5x5-2012.sgf"),
];

/// Marks of every kind, for a board of any game.
const MARKS: &str = "TR[a1]SQ[c1]CR[e1]MA[a3]SL[c3]LB[e3:A][a5:12][c5:long]TB[e5]TW[b2]AR[a1:e5]LN[e1:a5]DD[d4][e5]";

fn main() -> ExitCode {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or("target/gallery".to_owned());
    match gallery(Path::new(&folder)) {
        Ok(()) => {
            println!("{folder}/index.html");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn gallery(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut index = page_start("Gallery");
    for (game, path) in RECORDS {
        let source = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
        let name = format!("{}-{}", game.name(), stem(path));
        let mut sheet = Sheet {
            folder: folder.to_owned(),
            name: name.clone(),
            page: page_start(&name),
        };
        let record = read(source.as_str()).next().ok_or("no record")?;
        sheet.draw(&record)?;
        let marked = source.replacen("SZ[", &format!("{MARKS}SZ["), 1);
        let marked = read(marked.as_str()).next().ok_or("no record")?;
        sheet.marks(&marked)?;
        fs::write(folder.join(format!("{name}.html")), sheet.page)?;
        writeln!(index, "<p><a href=\"{name}.html\">{name}</a></p>")?;
    }
    fs::write(folder.join("index.html"), index)?;
    Ok(())
}

fn page_start(title: &str) -> String {
    format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><title>{title}</title>\
         <style>img,iframe{{border:1px solid #ccc;margin:4px;vertical-align:top}}</style><h1>{title}</h1>\n"
    )
}

fn stem(path: &str) -> String {
    let stem = PathBuf::from(path);
    stem.file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The page of a record.
struct Sheet {
    folder: PathBuf,
    name: String,
    page: String,
}

/// The diagrams of a record after some plies, in an order of the caller's.
fn diagrams(
    record: &Record,
    options: &PlyViewOptions,
    is_selected: &dyn Fn(&Step) -> bool,
    draw: &mut dyn FnMut(&PlyView),
) {
    let how = Options::default();
    let verdict = verify(record, &how);
    let mut views = PlyViews::new(record, &verdict, options.clone(), is_selected, draw);
    replay(record, &how, &mut views);
}

impl Sheet {
    /// Writes a file and shows it on the page.
    fn add(&mut self, title: &str, extension: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
        let file = format!("{}-{title}.{extension}", self.name);
        fs::write(self.folder.join(&file), bytes)?;
        let shown = match extension {
            "png" | "gif" | "svg" => format!("<img src=\"{file}\" title=\"{title}\">"),
            "txt" => format!("<pre>{}</pre>", String::from_utf8_lossy(bytes)),
            _ => format!("<iframe src=\"{file}\" width=\"700\" height=\"900\"></iframe>"),
        };
        writeln!(self.page, "{shown}")?;
        Ok(())
    }

    fn draw(&mut self, record: &Record) -> Result<(), Box<dyn Error>> {
        let how = Options::default();
        let verdict = verify(record, &how);
        let last = verdict.plies;
        let at_end = |step: &Step| step.position.plies() == last;
        let plain = PlyViewOptions {
            last_ply: true,
            territory: true,
            header: HeaderDetail::Everything,
            ..PlyViewOptions::default()
        };
        let numbered = PlyViewOptions {
            header: HeaderDetail::Everything,
            numbering: Some(Numbering {
                plies: last.saturating_sub(40).max(1)..=u32::MAX,
                ..Numbering::default()
            }),
            ..PlyViewOptions::default()
        };
        for theme in Theme::ALL {
            for (what, options) in [("end", &plain), ("numbered", &numbered)] {
                let style = Style {
                    theme,
                    ..Style::default()
                };
                let mut image = String::new();
                diagrams(record, options, &at_end, &mut |view| {
                    image = svg(&scene(&view.diagram, &style), &style);
                });
                self.add(
                    &format!("{what}-{}", theme.name()),
                    "png",
                    &png(&image, 1.0, &Fonts::default())?,
                )?;
            }
            for view in [View::Iso, View::Exploded]
                .into_iter()
                .filter(|_| verdict.game == Some(Game::Margo))
            {
                let style = Style {
                    theme,
                    view,
                    ..Style::default()
                };
                let style = style.with_levels_of(record, &how);
                let mut image = String::new();
                diagrams(record, &plain, &at_end, &mut |view| {
                    image = svg(&scene(&view.diagram, &style), &style);
                });
                self.add(
                    &format!("{view:?}-{}", theme.name()),
                    "png",
                    &png(&image, 1.0, &Fonts::default())?,
                )?;
            }
        }
        for (what, options) in [("end", &plain), ("numbered", &numbered)] {
            let mut board = String::new();
            diagrams(record, options, &at_end, &mut |view| {
                board = text(&view.diagram, &TextOptions::default());
            });
            self.add(what, "txt", board.as_bytes())?;
        }
        let style = Style {
            crop: Crop::Around,
            ..Style::default()
        };
        let early = |step: &Step| step.position.plies() == 6.min(last);
        let mut image = String::new();
        diagrams(record, &plain, &early, &mut |view| {
            image = svg(&scene(&view.diagram, &style), &style);
        });
        self.add("cropped", "png", &png(&image, 1.0, &Fonts::default())?)?;
        self.animation(record)?;
        self.book(record)?;
        let verified = VerifiedRecord {
            record,
            options: &how,
            verdict: &verdict,
        };
        let viewer = html_viewer(&verified, &Style::default(), &plain, InitialPosition::Start)?;
        self.add("viewer", "html", viewer.as_bytes())
    }

    fn animation(&mut self, record: &Record) -> Result<(), Box<dyn Error>> {
        let options = PlyViewOptions {
            last_ply: true,
            ..PlyViewOptions::default()
        };
        let style = Style::default().with_levels_of(record, &Options::default());
        let mut frames = Vec::new();
        diagrams(record, &options, &|step| step.is_new(), &mut |view| {
            frames.push((scene(&view.diagram, &style), view.caption(&style)));
        });
        // All frames are as large as the largest.
        let rects = frames.iter().map(|(scene, _)| scene.frame);
        let frame = rects.reduce(Rect::union).ok_or("no position")?;
        let sizes = frames
            .iter()
            .map(|(scene, caption)| scene.caption_size(caption));
        let letters = sizes.min().ok_or("no position")?;
        let scenes = frames.into_iter().map(|(mut scene, caption)| {
            scene.frame = frame;
            scene.add_caption(&caption, letters);
            scene.with_size(&style, 1.0)
        });
        let scenes: Vec<Scene> = scenes.collect();
        let mut bytes = Vec::new();
        let fonts = Fonts::default();
        let samples = &scenes[scenes.len() - 1..];
        let mut animation = Animation::new(&mut bytes, samples, &style, 1.0, &fonts)?;
        for scene in scenes.iter().cloned() {
            animation.push(scene, 40)?;
        }
        animation.finish()?;
        self.add("game", "gif", &bytes)
    }

    fn book(&mut self, record: &Record) -> Result<(), Box<dyn Error>> {
        let verdict = verify(record, &Options::default());
        let is_played = |node: NodeId| record.plies(node) <= verdict.plies;
        let main_line = |node: NodeId| is_played(node) && is_on_main_line(record, node);
        let plans = figure_plans(record, &main_line, &main_line, 30);
        let options = PlyViewOptions {
            numbering: Some(Numbering {
                figures: plans
                    .iter()
                    .map(|plan| (plan.node, *plan.plies.start()))
                    .collect(),
                ..Numbering::default()
            }),
            ..PlyViewOptions::default()
        };
        let style = Style {
            theme: Theme::Print,
            ..Style::default()
        };
        let heading = RecordHeader::read(record);
        let mut chapter = Chapter::new(&heading.header(verdict.players()), &self.name);
        let is_selected = |step: &Step| plans.iter().any(|plan| plan.node == step.node);
        diagrams(record, &options, &is_selected, &mut |view| {
            let plan = plans.iter().find(|plan| plan.node == view.node);
            let caption = plan.map_or(String::new(), |plan| {
                format!("Moves {}–{}", plan.plies.start(), plan.plies.end())
            });
            let mut figure = Figure::new(&view.diagram, &style, caption);
            let nodes = plan.map_or(Vec::new(), |plan| plan.nodes(record));
            figure.notes.extend(comments(record, &nodes, 2_000));
            chapter.figures.push(figure);
        });
        let book = PdfOptions {
            title: &chapter.title,
            per_page: None,
            paper: PaperSize::A4,
        };
        let bytes = pdf(
            std::slice::from_ref(&chapter),
            &style,
            &book,
            &Fonts::default(),
        )?;
        self.add("book", "pdf", &bytes)
    }

    fn marks(&mut self, record: &Record) -> Result<(), Box<dyn Error>> {
        for theme in Theme::ALL {
            for ply in [0, verify(record, &Options::default()).plies.min(20)] {
                let style = Style {
                    theme,
                    ..Style::default()
                };
                let mut image = String::new();
                let is_selected = |step: &Step| step.position.plies() == ply;
                diagrams(
                    record,
                    &PlyViewOptions::default(),
                    &is_selected,
                    &mut |view| {
                        image = svg(&scene(&view.diagram, &style), &style);
                    },
                );
                self.add(
                    &format!("marks-{ply}-{}", theme.name()),
                    "png",
                    &png(&image, 1.0, &Fonts::default())?,
                )?;
            }
        }
        Ok(())
    }
}

/// Whether a node is on the main line.
fn is_on_main_line(record: &Record, node: NodeId) -> bool {
    let mut line = std::iter::successors(Some(node), |&node| record.parent(node));
    line.all(|node| {
        let parent = record.parent(node);
        parent.is_none_or(|parent| record.children(parent).next() == Some(node))
    })
}
