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

/// The elements of an image in drawing order. `is_visible` decides about the elements and
/// groups of the viewer with the attribute `h`, by their index.
fn drawn(document: &Document, is_visible: &dyn Fn(usize) -> bool) -> Vec<Drawn> {
    let mut index = 0;
    let mut drawn = Vec::new();
    for child in document.root_element().children().filter(Node::is_element) {
        match child.tag_name().name() {
            "title" | "style" | "defs" => {}
            "g" => {
                for shape in child.children().filter(Node::is_element) {
                    if shape.attribute("h").is_none() {
                        drawn.push(element(&shape, &child));
                        continue;
                    }
                    match shape.tag_name().name() {
                        _ if !is_visible(index) => {}
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

/// Compares the viewer of a record with the images of all positions of its main line; returns
/// how many there are. A node without a move has no image of its own.
fn compare(folder: &TempDir, options: &[&str]) -> usize {
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

    let args = [
        "replay", "game.sgf", "--format", "svg", "--at", "all", "--output", "out",
    ];
    let (status, _, err) = run(folder, &[&args, options].concat(), "");
    assert_eq!(status, 0, "{err}");
    let mut images: Vec<_> = fs::read_dir(folder.path().join("out"))
        .expect("a folder of images")
        .map(|entry| entry.expect("an image").path())
        .collect();
    images.sort();

    let main_line = main_line(&data);
    let start = main_line.iter().rev().find(|(node, _)| node["ply"] == 0);
    let moves = main_line.iter().filter(|(node, _)| !node["move"].is_null());
    let views = start.into_iter().chain(moves);
    let views: Vec<&Visible> = views.map(|(_, visible)| visible).collect();
    assert_eq!(views.len(), images.len());
    for (ply, (visible, image)) in views.into_iter().zip(&images).enumerate() {
        let text = fs::read_to_string(image).expect("an image is UTF-8");
        let expected = Document::parse(&text).expect("an image is XML");
        assert_eq!(
            drawn(&viewer, &|index| visible.contains(&(index as u64))),
            drawn(&expected, &|_| true),
            "ply {ply}"
        );
    }
    fs::remove_dir_all(folder.path().join("out")).expect("the folder can be removed");
    images.len()
}

/// The first child of each node from the root on, with the shapes that are visible there. On
/// the way to every node, variations included, only hidden shapes appear and only visible
/// ones disappear.
fn main_line(data: &Value) -> Vec<(Value, Visible)> {
    let nodes = data["nodes"].as_array().expect("a list of nodes");
    let mut seen: Vec<Visible> = Vec::new();
    let mut line: Vec<usize> = vec![0];
    for (index, node) in nodes.iter().enumerate() {
        let indices = |name: &str| -> Vec<u64> {
            let list = node[name].as_array().expect("a list of shapes");
            list.iter().filter_map(Value::as_u64).collect()
        };
        let parent = node["parent"].as_u64().expect("a parent") as usize;
        let mut visible = seen.get(parent).cloned().unwrap_or_default();
        for shape in indices("hide") {
            assert!(visible.remove(&shape), "node {index} hides a hidden shape");
        }
        for shape in indices("show") {
            assert!(visible.insert(shape), "node {index} shows a visible shape");
        }
        if index > 0 && line.last() == Some(&parent) {
            line.push(index);
        }
        seen.push(visible);
    }
    line.into_iter()
        .map(|index| (nodes[index].clone(), seen[index].clone()))
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
    let (_, lines, _) = run(&folder, &["replay", "game.sgf", "--format", "jsonl"], "");
    assert!(
        ["\"5", "\"6"].iter().any(|level| lines.contains(level)),
        "no level 5: {lines}"
    );
    for options in [&[][..], &["--theme", "print", "--last-move", "off"]] {
        assert!(compare(&folder, options) > 100);
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
            assert!(compare(&folder, &[]) > 10, "{game}");
        }
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
                compare(&folder, &[]);
                count += 1;
            }
        }
    }
    assert!(count > 20, "{count} samples");
}
