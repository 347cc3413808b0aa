//! The HTML viewer shows at every ply exactly what `--format svg` draws, in the same order.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use roxmltree::{Document, Node};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::run;

/// An element that draws something: its layer, its name, its attributes, its text.
type Drawn = (String, String, BTreeMap<String, String>, String);

/// What the page tells instead of its image, and what it hides until the reader wants it.
const LAYERS_OF_THE_PAGE: [&str; 3] = ["header", "notes", "territory"];

/// The elements of an image in drawing order, without some layers. `is_visible` decides about the elements and
/// groups of the viewer with the attribute `h`, by their index.
fn drawn(document: &Document, without: &[&str], is_visible: &dyn Fn(usize) -> bool) -> Vec<Drawn> {
    let mut index = 0;
    let mut drawn = Vec::new();
    for child in document.root_element().children().filter(Node::is_element) {
        match child.tag_name().name() {
            "title" | "style" | "defs" => {}
            // The frame around the texts.
            "rect" if child.attribute("class") == Some("page") => {}
            "g" => {
                let is_left_out = without.contains(&child.attribute("class").unwrap_or_default());
                for shape in child.children().filter(Node::is_element) {
                    if shape.attribute("h").is_none() {
                        if !is_left_out {
                            drawn.push(element(&shape, &child));
                        }
                        continue;
                    }
                    match shape.tag_name().name() {
                        _ if is_left_out || !is_visible(index) => {}
                        "g" => {
                            let parts = shape.children().filter(Node::is_element);
                            drawn.extend(parts.map(|part| element(&part, &child)));
                        }
                        _ => drawn.push(element(&shape, &child)),
                    }
                    index += 1;
                }
            }
            _ => drawn.push(element(&child, &child)),
        }
    }
    drawn
}

fn element(node: &Node, layer: &Node) -> Drawn {
    let attributes = node.attributes();
    let mut attributes: BTreeMap<String, String> = attributes
        .filter(|attribute| attribute.name() != "h")
        .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
        .collect();
    // Texts have the size of their group unless they have one of their own.
    if node.has_tag_name(("http://www.w3.org/2000/svg", "text"))
        && let Some(size) = layer.attribute("font-size")
    {
        let size = size.to_owned();
        attributes.entry("font-size".to_owned()).or_insert(size);
    }
    (
        layer.attribute("class").unwrap_or_default().to_owned(),
        node.tag_name().name().to_owned(),
        attributes,
        node.text().unwrap_or_default().to_owned(),
    )
}

/// The shapes that are visible at a node, by their indices.
type Visible = BTreeSet<u64>;

/// Compares the viewer of a record with the images of the positions of its main line, of which every `step`th is
/// drawn; returns how many there are. A node without a move has no image of its own.
fn compare(folder: &TempDir, options: &[&str], step: usize) -> usize {
    let args = [&["replay", "game.sgf", "--format", "html"], options].concat();
    let (status, html, err) = run(folder, &args, "");
    assert_eq!(status, 0, "{err}");
    let (start, rest) = html
        .split_once("id=\"data\">")
        .expect("the viewer has data");
    let (data, _) = rest.split_once("</script>").expect("the data ends");
    let data: Value = serde_json::from_str(data).expect("the data is JSON");
    let start_of_image = start.find("<svg").expect("an image");
    let end_of_image = start.find("</svg>").expect("an image ends") + "</svg>".len();
    let viewer = Document::parse(&start[start_of_image..end_of_image]).expect("an image is XML");

    let every = step.to_string();
    let args = [
        "replay", "game.sgf", "--format", "svg", "--at", "all", "--step", &every, "--output", "out",
    ];
    let (status, _, err) = run(folder, &[&args, options].concat(), "");
    assert_eq!(status, 0, "{err}");
    let mut images: Vec<_> = fs::read_dir(folder.path().join("out"))
        .expect("a folder of images")
        .map(|entry| entry.expect("an image").path())
        .collect();
    images.sort();

    let main_line = main_line(&data);
    let start = main_line.iter().rev().find(|(_, ply, _)| *ply == 0);
    let moves = main_line
        .iter()
        .filter(|(node, ..)| !node["move"].is_null());
    let views: Vec<_> = start.into_iter().chain(moves).collect();
    assert_eq!(views.len().div_ceil(step), images.len());
    for ((_, ply, visible), image) in views.iter().step_by(step).zip(&images) {
        let text = fs::read_to_string(image).expect("an image is UTF-8");
        let expected = Document::parse(&text).expect("an image is XML");
        assert_eq!(
            drawn(&viewer, &LAYERS_OF_THE_PAGE, &|index| visible
                .contains(&(index as u64))),
            drawn(&expected, &LAYERS_OF_THE_PAGE, &|_| true),
            "ply {ply}"
        );
    }
    fs::remove_dir_all(folder.path().join("out")).expect("the folder can be removed");
    // The territory at the end.
    let end = views
        .last()
        .filter(|(node, ..)| node["final_score"].is_string());
    if let Some((_, _, visible)) = end {
        let args = ["replay", "game.sgf", "--format", "svg", "--territory"];
        let (_, text, _) = run(folder, &[&args, options].concat(), "");
        let expected = Document::parse(&text).expect("an image is XML");
        assert_eq!(
            drawn(&viewer, &LAYERS_OF_THE_PAGE[..2], &|index| visible
                .contains(&(index as u64))),
            drawn(&expected, &LAYERS_OF_THE_PAGE[..2], &|_| true),
            "territory"
        );
    }
    images.len()
}

/// The first child of each node from the root on, with its ply and the shapes that are visible there. On
/// the way to every node, variations included, only hidden shapes appear and only visible
/// ones disappear.
fn main_line(data: &Value) -> Vec<(Value, u64, Visible)> {
    let nodes = data["nodes"].as_array().expect("a list of nodes");
    let mut seen: Vec<(u64, Visible)> = Vec::new();
    let mut line: Vec<usize> = vec![0];
    for (index, node) in nodes.iter().enumerate() {
        let indices = |name: &str| -> Vec<u64> {
            let list = node[name].as_array().into_iter().flatten();
            list.filter_map(Value::as_u64).collect()
        };
        // The usual parent is the node before.
        let parent = node["parent"].as_u64().map(|parent| parent as usize);
        let parent = parent.unwrap_or(index.saturating_sub(1));
        let (before, mut visible) = seen.get(parent).cloned().unwrap_or_default();
        for shape in indices("hide") {
            assert!(visible.remove(&shape), "node {index} hides a hidden shape");
        }
        for shape in indices("show") {
            assert!(visible.insert(shape), "node {index} shows a visible shape");
        }
        if index > 0 && line.last() == Some(&parent) {
            line.push(index);
        }
        let usual = before + u64::from(node["player"].is_string());
        seen.push((node["ply"].as_u64().unwrap_or(usual), visible));
    }
    line.into_iter()
        .map(|index| (nodes[index].clone(), seen[index].0, seen[index].1.clone()))
        .collect()
}

/// A random game.
fn random(options: &[&str]) -> TempDir {
    let folder = TempDir::new().expect("a folder can be made");
    let args = [&["random", "--output", "game.sgf"], options].concat();
    let (status, _, err) = run(&folder, &args, "");
    assert_eq!(status, 0, "{err}");
    folder
}

/// Above level 4 the shades of all marbles change with the highest level, and marbles of
/// different levels at one point can have one shade.
#[test]
fn a_high_pyramid_has_the_shapes_and_the_order_of_each_image() {
    let folder = random(&["--game", "margo", "--size", "8", "--seed", "4"]);
    let args = ["replay", "game.sgf", "--at", "all", "--format", "jsonl"];
    let (_, lines, _) = run(&folder, &args, "");
    assert!(lines.contains("\"6"), "no level 6");
    for options in [&[][..], &["--theme", "print", "--last-move", "off"]] {
        assert!(compare(&folder, options, 1) > 100);
    }
}

#[test]
fn every_game_has_the_shapes_and_the_order_of_each_image() {
    for (game, size) in [
        ("bargo", "5"),
        ("sygo", "9"),
        ("ugo", "9"),
        ("bamogo", "7"),
        ("margo", "6"),
    ] {
        for seed in ["1", "2"] {
            let folder = random(&["--game", game, "--size", size, "--seed", seed]);
            assert!(compare(&folder, &[], 1) > 10, "{game}");
        }
    }
}

/// The largest boards, of whose positions some are drawn.
#[test]
fn large_boards_have_the_shapes_and_the_order_of_some_images() {
    for (game, size) in [
        ("ugo", "19"),
        ("sygo", "19"),
        ("bamogo", "13"),
        ("bargo", "10"),
        ("margo", "19"),
    ] {
        let plies = if game == "margo" { "900" } else { "300" };
        let folder = random(&["--game", game, "--size", size, "--plies", plies]);
        assert!(compare(&folder, &[], 60) > 3, "{game}");
    }
}

#[test]
fn every_sample_has_the_shapes_and_the_order_of_each_image() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("records");
    let mut count = 0;
    for game in ["bargo", "sygo", "ugo", "bamogo", "margo"] {
        for sample in fs::read_dir(samples.join(game)).expect("a folder of samples") {
            let sample = sample.expect("a sample").path();
            if sample
                .extension()
                .is_some_and(|extension| extension == "sgf")
            {
                let folder = TempDir::new().expect("a folder can be made");
                fs::copy(&sample, folder.path().join("game.sgf")).expect("a copy");
                compare(&folder, &[], 1);
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} samples");
}
