//! Puts the WebAssembly of `web`, its scripts and those of the HTML viewer into single files:
//!
//! - `kifu.html`, the page;
//! - `kifu-board.js`, the element for other pages;
//! - `core/`, the WebAssembly and the script that loads it, for tests.
//!
//! Usage: `kifu-web-assemble WASM WEB OUTPUT`, with the folder `web` of the sources.

use std::{
    env,
    error::Error,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use flate2::{Compression, write::DeflateEncoder};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

/// The scripts of the viewer that the page has in common with it.
const VIEWER: [&str; 6] = [
    "page.js",
    "navigation.js",
    "panel.js",
    "moves.js",
    "theme.js",
    "taking.js",
];

/// The scripts of the page itself, after those of the viewer.
const PAGE: [&str; 9] = [
    "core.js",
    "core-positions.js",
    "core-board.js",
    "editing.js",
    "dialogs.js",
    "saving.js",
    "collection.js",
    "source.js",
    "main.js",
];

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [wasm, web, output] = &arguments[..] else {
        eprintln!("usage: kifu-web-assemble WASM WEB OUTPUT");
        return ExitCode::from(2);
    };
    match assemble(wasm, web, output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What the files are made of.
struct Parts {
    /// The script that loads the WebAssembly.
    loader: String,
    /// The WebAssembly as raw deflate in Base64.
    core: String,
    viewer: PathBuf,
    web: PathBuf,
}

fn assemble(wasm: &Path, web: &Path, output: &Path) -> Outcome<()> {
    let core = output.join("core");
    fs::create_dir_all(&core)?;
    Bindgen::new()
        .input_path(wasm)
        .out_name("kifu")
        .typescript(false)
        .remove_name_section(true)
        .no_modules(true)?
        .generate(&core)?;
    let bytes = fs::read(core.join("kifu_bg.wasm"))?;
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
    deflated.write_all(&bytes)?;
    let parts = Parts {
        loader: fs::read_to_string(core.join("kifu.js"))?,
        core: BASE64.encode(deflated.finish()?),
        viewer: web.join("../src/diagram/html/page"),
        web: web.to_owned(),
    };
    for (name, text) in [
        ("kifu.html", page(&parts)?),
        ("kifu-board.js", element(&parts)?),
    ] {
        fs::write(output.join(name), &text)?;
        println!("{}: {} bytes", output.join(name).display(), text.len());
    }
    println!("WebAssembly: {} bytes", bytes.len());
    Ok(())
}

/// A text file of the sources.
fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn scripts(folder: &Path, names: &[&str]) -> Outcome<String> {
    names.iter().map(|name| read(&folder.join(name))).collect()
}

/// The page, with its script in the content security policy.
fn page(parts: &Parts) -> Outcome<String> {
    let folder = parts.web.join("page");
    let script = format!(
        "\"use strict\";\n(() => {{\n{}const pageRoot = document;\n{}{}}})();\n",
        parts.loader,
        scripts(&parts.viewer, &VIEWER)?,
        scripts(&folder, &PAGE)?
    );
    let script = ascii(&script);
    let worker = ascii(&format!(
        "\"use strict\";\n{}{}",
        parts.loader,
        scripts(&folder, &["unpack.js", "worker.js"])?
    ));
    if worker.contains("</script") || script.contains("</script") {
        return Err("a script ends the element that contains it".into());
    }
    let hash = BASE64.encode(Sha256::digest(&script));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{hash}' 'wasm-unsafe-eval'; \
         style-src 'unsafe-inline'; img-src blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
    );
    let viewer = read(&parts.viewer.join("viewer.html"))?;
    let style = style(parts, "page/editor.css")?;
    let template = read(&folder.join("kifu.html"))?;
    filled(&template, &|name| {
        Ok(match name {
            "head" => {
                let head = part(&viewer, "<meta charset", "<title>")?;
                filled(&head, &|_| Ok(policy.clone()))?
            }
            "style" => style.clone(),
            "script" => script.clone(),
            "worker" => worker.clone(),
            "core" => parts.core.clone(),
            "controls" => part(&viewer, "<section id=\"controls\"", "</section>")?,
            "status" => status(&viewer)?,
            "moves" => part(&viewer, "<div id=\"branches\"", "</details>")?,
            _ => return Err(format!("kifu.html names an unknown part: {name}").into()),
        })
    })
}

/// The style sheet of the viewer, what playing needs, and the rest.
fn style(parts: &Parts, own: &str) -> Outcome<String> {
    let files = [
        parts.viewer.join("viewer.css"),
        parts.web.join("page/play.css"),
        parts.web.join(own),
    ];
    files.iter().map(|file| read(file)).collect()
}

/// What the viewer tells of a position.
fn status(viewer: &str) -> Outcome<String> {
    let status = part(viewer, "<p id=\"status\"", "<div id=\"comment\"")?;
    filled(&status, &|name| match name {
        // The key of marks that only a whole game tells.
        "key" => Ok(String::new()),
        _ => Err(format!("the viewer's status names an unknown part: {name}").into()),
    })
}

/// The element, as a script that contains everything it needs.
fn element(parts: &Parts) -> Outcome<String> {
    let folder = parts.web.join("element");
    let style = style(parts, "element/element.css")?;
    let template = read(&folder.join("element.html"))?;
    let page = read(&parts.viewer.join("viewer.html"))?;
    let template = filled(&template, &|name| match name {
        "status" => status(&page),
        _ => Err(format!("element.html names an unknown part: {name}").into()),
    })?;
    // What Rust escapes in a string is also an escape of JavaScript.
    let text = |text: &str| format!("{text:?}");
    let viewer = scripts(&parts.viewer, &VIEWER[..3])?;
    let own = scripts(
        &parts.web.join("page"),
        &["core-positions.js", "core-board.js"],
    )?;
    let script = [
        "// kifu-board: shows game records. See docs/web.md of kifu.\n\"use strict\";\n(() => {\n",
        &parts.loader,
        &format!("const CORE = \"{}\";\n", parts.core),
        &format!("const STYLE = {};\n", text(&style)),
        &format!("const TEMPLATE = {};\n", text(&template)),
        // Each element has its own.
        "const makeParts = (pageRoot) => {\n",
        &viewer,
        &own,
        "return { byId, makeNavigation, makePanel, makeCorePositions, makeCoreBoard, showPlace };\n};\n",
        &read(&folder.join("element.js"))?,
        "})();\n",
    ];
    Ok(ascii(&script.concat()))
}

/// A script in ASCII alone: the page that loads it may have any encoding. Its strings and comments are the only places
/// of other characters, and `\u` stands for one there.
fn ascii(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    for letter in script.chars() {
        if letter.is_ascii() {
            text.push(letter);
        } else {
            let units = letter.encode_utf16(&mut [0; 2]).to_vec();
            text.extend(units.iter().map(|unit| format!("\\u{unit:04x}")));
        }
    }
    text
}

/// The part of a text from one string to the end of another.
fn part(text: &str, from: &str, to: &str) -> Outcome<String> {
    let missing = || format!("the page of the viewer has no {from}");
    let start = text.find(from).ok_or_else(missing)?;
    let end = text[start..].find(to).ok_or_else(missing)?;
    // A part ends before an element that begins, and after one that ends.
    let end = if to.starts_with("</") {
        end + to.len()
    } else {
        end
    };
    Ok(text[start..start + end].to_owned())
}

/// A template with its placeholders replaced; what is inserted is not searched for more.
fn filled(template: &str, part: &dyn Fn(&str) -> Outcome<String>) -> Outcome<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").ok_or("a placeholder does not end")?;
        text.push_str(before);
        text.push_str(&part(name)?);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}
