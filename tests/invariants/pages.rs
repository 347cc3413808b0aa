//! Bytes as records that are drawn: as images, and as pages to click through.

use kifu::{
    diagram::{
        self, HeaderDetail, InitialPosition, Numbering, PlyView, PlyViewOptions, PlyViews, Style,
        Theme, VerifiedRecord, View, scene, svg,
    },
    record::{self, Record, decode},
    verify::{Options, Step, replay, verify},
};
use roxmltree::Document;

/// What an image consists of. Nothing in it leads anywhere or does anything.
#[rustfmt::skip]
const ELEMENTS: &[&str] = &[
    "svg", "title", "style", "defs", "radialGradient", "stop", "g", "rect", "circle", "ellipse", "path", "text",
];
#[rustfmt::skip]
const ATTRIBUTES: &[&str] = &[
    "aria-label", "class", "cx", "cy", "d", "fill", "font-size", "h", "height", "id", "offset", "r", "role", "rx", "ry",
    "stop-color", "stop-opacity", "stroke", "stroke-width", "transform", "viewBox", "width", "x", "y",
];

/// Records and shots of each that are drawn: more would only take longer.
const RECORDS: usize = 3;
const SHOTS: usize = 4;
const NODES: usize = 60;

/// Whatever a record says, its images and its page hold the elements that all have, and its texts as text.
pub fn page(data: &[u8]) {
    let decoded = decode(data.to_vec());
    for record in record::read(&decoded).take(RECORDS) {
        if record.nodes().count() <= NODES {
            let page = drawn(&record);
            check_page(&page);
        }
    }
}

/// The page of a record, whose first positions are also drawn by themselves.
fn drawn(record: &Record) -> String {
    let options = Options {
        variations: true,
        ..Options::default()
    };
    let judged = VerifiedRecord {
        record,
        options: &options,
        verdict: &verify(record, &options),
    };
    draw(&judged);
    let page = diagram::html_viewer(&judged, &Style::default(), &told(), InitialPosition::Start);
    page.expect("there are few nodes")
}

fn told() -> PlyViewOptions {
    PlyViewOptions {
        last_ply: true,
        territory: true,
        header: HeaderDetail::Everything,
        numbering: Some(Numbering::default()),
    }
}

/// Draws the first positions in every theme.
fn draw(judged: &VerifiedRecord) {
    let mut images = Vec::new();
    let mut take = |shot: &PlyView| {
        let number = images.len();
        if number < SHOTS {
            let style = Style {
                theme: Theme::ALL[number % Theme::ALL.len()],
                view: [View::Top, View::Iso][number % 2],
                ..Style::default()
            };
            images.push(svg(&scene(&shot.diagram, &style), &style));
        }
    };
    let all = |_: &Step| true;
    let VerifiedRecord {
        record,
        verdict,
        options,
    } = *judged;
    let mut shots = PlyViews::new(record, verdict, told(), &all, &mut take);
    replay(record, options, &mut shots);
    for image in &images {
        check_image(image);
    }
}

fn check_image(image: &str) {
    let document = Document::parse(image).unwrap_or_else(|error| panic!("{error}: {image}"));
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        assert!(ELEMENTS.contains(&name), "{name}: {image}");
        for attribute in node.attributes() {
            let name = attribute.name();
            assert!(ATTRIBUTES.contains(&name), "{name}: {image}");
        }
        if name == "style" {
            assert!(node.children().all(|child| child.is_text()));
            assert!(
                !node.text().unwrap_or_default().contains(['@', '\\']),
                "{image}"
            );
        }
    }
    assert_eq!(acting(image), None, "{image}");
}

/// A character that a terminal obeys, or that hides others.
fn acting(text: &str) -> Option<char> {
    let acts = |c: &char| {
        c.is_control() && *c != '\n'
            || ('\u{202A}'..='\u{202E}').contains(c)
            || ('\u{2066}'..='\u{2069}').contains(c)
    };
    text.chars().find(acts)
}

fn check_page(page: &str) {
    assert_eq!(acting(page), None, "{page}");
    let parts = Parts::of(page);
    serde_json::from_str::<serde_json::Value>(parts.data).expect("JSON");
    assert!(!parts.data.contains('<'), "{page}");
    if let Some(image) = parts.image {
        check_image(&format!("<svg{image}</svg>"));
    }
    // Every page has the same elements around the image.
    let plain = match parts.image {
        Some(_) => "(;GM[ugo]SZ[2])",
        None => "(;GM[chess])",
    };
    let record = record::read(plain).next().expect("a record");
    let plain = drawn(&record);
    assert_eq!(parts.tags(), Parts::of(&plain).tags(), "{page}");
    check_details(parts.details);
}

/// The event, the date, the komi and the result: one element of text for each that the record gives.
fn check_details(details: &str) {
    let spans = details.split_terminator("</span>");
    let texts = spans.map(|span| text_of(span).expect("an element of text"));
    assert!(texts.clone().count() <= 4, "{details}");
    assert!(!texts.collect::<String>().contains('<'), "{details}");
    assert!(
        details.is_empty() || details.ends_with("</span>"),
        "{details}"
    );
}

/// The text of an element without its end. A long one is its own tooltip, too.
fn text_of(span: &str) -> Option<&str> {
    let span = span.strip_prefix("<span")?;
    span.strip_prefix('>').or_else(|| {
        let (title, text) = span.strip_prefix(" title=\"")?.split_once("\">")?;
        (title == text).then_some(text)
    })
}

/// A page taken apart.
struct Parts<'p> {
    /// What is before the details, and between them and the image.
    before: [&'p str; 2],
    details: &'p str,
    image: Option<&'p str>,
    after: &'p str,
    data: &'p str,
    end: &'p str,
}

impl Parts<'_> {
    fn of(page: &str) -> Parts<'_> {
        let begins = "<script type=\"application/json\" id=\"data\">";
        let (start, rest) = page.split_once(begins).expect("a page has data");
        let (data, end) = rest.split_once("</script>").expect("they end");
        let image = start.split_once("<svg").map(|(before, rest)| {
            let (image, after) = rest.split_once("</svg>").expect("an image ends");
            (before, Some(image), after)
        });
        let (before, image, after) = image.unwrap_or((start, None, ""));
        let begins = "<p id=\"details\" class=\"parts\">";
        let (head, rest) = before.split_once(begins).expect("a page has details");
        let (details, before_image) = rest.split_once("</p>").expect("they end");
        let before = [head, before_image];
        Parts {
            before,
            details,
            image,
            after,
            data,
            end,
        }
    }

    /// All tags around the image. Of a text in which every other `<` is escaped these are all.
    fn tags(&self) -> Vec<&str> {
        let [head, before_image] = self.before;
        let texts = [head, before_image, self.after, self.end];
        let parts = texts.iter().flat_map(|text| text.split('<').skip(1));
        let tags = parts.map(|part| part.split('>').next().unwrap_or_default());
        // How wide the image is makes the only difference.
        tags.map(|tag| tag.split("--ratio:").next().unwrap_or_default())
            .collect()
    }
}
