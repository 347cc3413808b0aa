//! The structure of the source: modules import in one direction, and files import each other without cycles.
//!
//! Every `use` and every path that begins with `crate`, `super` or `self` is resolved to the file that defines
//! the item: what a `mod.rs` re-exports belongs to the file it comes from. Code under `#[cfg(test)]` does not count.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::{
    Attribute, Item, ItemMod, ItemUse, UseTree,
    visit::{self, Visit},
};

/// The modules, from the bottom up; those of one line may not import each other.
const ORDER: &[&[&str]] = &[
    &["games"],
    &["whole_file"],
    &[
        "blocking",
        "bounded",
        "file_version",
        "suggest",
        "interrupt",
        "temporary_file",
    ],
    &["replacement"],
    &["record", "ruleset"],
    &["verify"],
    &["editor"],
    &["output"],
    &["diagram"],
    &["report"],
    &["archive", "verdict_cache"],
    &["convert", "repair", "study", "lab"],
    &["results", "conformance", "metrics"],
    &["cli"],
    &["main"],
];

/// A path as its segments, from the root of the crate.
type Segments = Vec<String>;

/// What one file declares and imports.
#[derive(Default)]
struct Module {
    /// Names that are re-exported, and where they come from.
    exports: BTreeMap<String, Segments>,
    /// Modules all of whose names are re-exported.
    glob_exports: Vec<Segments>,
    /// Everything that is imported or named by a path.
    imports: BTreeSet<Segments>,
}

/// All modules of the crate that are files, by their paths; the root has the empty path.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Segments, Module>,
    files: BTreeMap<Segments, PathBuf>,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let syn::Meta::List(list) = &attribute.meta else {
            return false;
        };
        attribute.path().is_ident("cfg") && list.tokens.to_string() == "test"
    })
}

/// Collects the imports of one file.
struct Collector<'m> {
    /// The path of the module that is the file.
    path: Segments,
    /// Inline modules that are open, inside the file.
    inline: usize,
    module: &'m mut Module,
}

impl Collector<'_> {
    /// A path of the crate from its root on; `None` if it leads out of the crate.
    fn absolute(&self, segments: &[String]) -> Option<Segments> {
        let mut base = self.path.clone();
        let mut up = self.inline;
        let mut rest = segments;
        match rest.first()?.as_str() {
            "crate" => {
                base.clear();
                rest = &rest[1..];
            }
            "self" if self.inline == 0 => rest = &rest[1..],
            "self" => return None,
            "super" => {
                while rest.first().is_some_and(|segment| segment == "super") {
                    rest = &rest[1..];
                    if up > 0 {
                        up -= 1;
                    } else {
                        base.pop();
                    }
                }
                if up > 0 {
                    return None;
                }
            }
            _ => return None,
        }
        base.extend(rest.iter().cloned());
        Some(base)
    }

    fn flatten(tree: &UseTree, prefix: &mut Segments, found: &mut Vec<(Segments, String)>) {
        match tree {
            UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                Self::flatten(&path.tree, prefix, found);
                prefix.pop();
            }
            UseTree::Name(name) => {
                let name = name.ident.to_string();
                let mut segments = prefix.clone();
                if name == "self" {
                    let last = segments.last().cloned().unwrap_or_default();
                    found.push((segments, last));
                } else {
                    segments.push(name.clone());
                    found.push((segments, name));
                }
            }
            UseTree::Rename(rename) => {
                let mut segments = prefix.clone();
                segments.push(rename.ident.to_string());
                found.push((segments, rename.rename.to_string()));
            }
            UseTree::Glob(_) => found.push((prefix.clone(), "*".to_owned())),
            UseTree::Group(group) => {
                for tree in &group.items {
                    Self::flatten(tree, prefix, found);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_some() {
            self.inline += 1;
            visit::visit_item_mod(self, item);
            self.inline -= 1;
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let mut found = Vec::new();
        Self::flatten(&item.tree, &mut Vec::new(), &mut found);
        let is_private = matches!(item.vis, syn::Visibility::Inherited);
        for (segments, name) in found {
            // Without a leading keyword a path may begin with a module declared in this file.
            let mut local = self.path.clone();
            local.extend(segments.iter().cloned());
            let target = self.absolute(&segments).unwrap_or(local);
            if is_private || self.inline > 0 {
                self.module.imports.insert(target);
            } else if name == "*" {
                self.module.glob_exports.push(target);
            } else {
                self.module.exports.insert(name, target);
            }
        }
    }

    /// `pub(super)` imports nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string());
        let segments: Segments = segments.collect();
        if let Some(target) = self.absolute(&segments) {
            self.module.imports.insert(target);
        }
        visit::visit_path(self, path);
    }
}

impl Crate {
    /// Reads the file of a module, and of those declared in it.
    fn read(&mut self, file: &Path, path: Segments) {
        let text = fs::read_to_string(file).expect("a source file is readable");
        let parsed = syn::parse_file(&text).expect("a source file is Rust");
        let mut module = Module::default();
        let mut collector = Collector {
            path: path.clone(),
            inline: 0,
            module: &mut module,
        };
        collector.visit_file(&parsed);
        let stem = file.file_stem().and_then(|stem| stem.to_str());
        let folder = match stem {
            Some("mod" | "lib" | "main") => file.parent().expect("a file has a folder").to_owned(),
            _ => file.with_extension(""),
        };
        for item in &parsed.items {
            let Item::Mod(item) = item else { continue };
            if item.content.is_some() || is_test(&item.attrs) {
                continue;
            }
            let name = item.ident.to_string();
            let candidates = [
                folder.join(format!("{name}.rs")),
                folder.join(&name).join("mod.rs"),
            ];
            let child = candidates.into_iter().find(|file| file.is_file());
            let mut below = path.clone();
            below.push(name);
            self.read(&child.expect("a module has a file"), below);
        }
        self.files.insert(path.clone(), file.to_owned());
        self.modules.insert(path, module);
    }

    /// The modules that define what a path names.
    fn definitions(&self, path: &[String], depth: usize) -> BTreeSet<Segments> {
        if depth > 20 {
            return BTreeSet::new();
        }
        // The longest beginning that is a module, then the name in it.
        let length = (0..=path.len())
            .rev()
            .find(|&length| self.modules.contains_key(&path[..length]))
            .unwrap_or(0);
        let (at, rest) = path.split_at(length);
        let module = &self.modules[at];
        let Some(name) = rest.first() else {
            return BTreeSet::from([at.to_vec()]);
        };
        if name == "*" {
            let exports = module.exports.values().chain(&module.glob_exports);
            let mut found: BTreeSet<Segments> = exports
                .flat_map(|export| self.definitions(export, depth + 1))
                .collect();
            found.insert(at.to_vec());
            return found;
        }
        if let Some(export) = module.exports.get(name) {
            let mut target = export.clone();
            target.extend(rest[1..].iter().cloned());
            return self.definitions(&target, depth + 1);
        }
        BTreeSet::from([at.to_vec()])
    }

    /// Which file imports from which, with the paths that it names.
    fn arrows(&self) -> BTreeMap<Segments, BTreeMap<Segments, BTreeSet<String>>> {
        let mut arrows: BTreeMap<Segments, BTreeMap<Segments, BTreeSet<String>>> = BTreeMap::new();
        for (from, module) in &self.modules {
            let below = arrows.entry(from.clone()).or_default();
            for import in &module.imports {
                // Paths without a leading keyword may name other crates.
                let is_own = import
                    .get(from.len())
                    .is_none_or(|_| !import.starts_with(from) || self.is_known(import, from.len()));
                if !is_own {
                    continue;
                }
                for to in self.definitions(import, 0) {
                    if to != *from {
                        below.entry(to).or_default().insert(import.join("::"));
                    }
                }
            }
        }
        arrows
    }

    /// Whether the segment of a path at `at` is a module or a re-exported name of the module before it.
    fn is_known(&self, path: &[String], at: usize) -> bool {
        let module = &self.modules[&path[..at]];
        self.modules.contains_key(&path[..=at]) || module.exports.contains_key(&path[at])
    }

    fn name(&self, module: &Segments) -> String {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = &self.files[module];
        let file = file.strip_prefix(root).unwrap_or(file);
        file.display().to_string()
    }
}

fn kifu() -> Crate {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut kifu = Crate::default();
    kifu.read(&source.join("lib.rs"), Vec::new());
    kifu
}

#[test]
fn modules_import_in_one_direction() {
    let kifu = kifu();
    let rank = |module: &Segments| {
        let name = module.first()?;
        let rank = ORDER
            .iter()
            .position(|names| names.contains(&name.as_str()));
        assert!(rank.is_some(), "the module {name} is not in the order");
        rank
    };
    let mut upwards = Vec::new();
    for (from, below) in kifu.arrows() {
        for (to, names) in below {
            if from.first() == to.first() || to.is_empty() {
                continue;
            }
            if rank(&from) <= rank(&to) {
                upwards.push(format!(
                    "{} -> {}: {names:?}",
                    kifu.name(&from),
                    kifu.name(&to)
                ));
            }
        }
    }
    assert!(
        upwards.is_empty(),
        "imports that do not go down:\n{}",
        upwards.join("\n")
    );
}

#[test]
fn files_do_not_import_each_other_in_a_cycle() {
    let kifu = kifu();
    let arrows = kifu.arrows();
    let reachable = |from: &Segments| {
        let mut reached = BTreeSet::new();
        let mut work: Vec<&Segments> = arrows[from].keys().collect();
        while let Some(file) = work.pop() {
            if reached.insert(file) {
                work.extend(arrows[file].keys());
            }
        }
        reached
    };
    let reached: BTreeMap<&Segments, BTreeSet<&Segments>> =
        arrows.keys().map(|file| (file, reachable(file))).collect();
    let mut cycles = Vec::new();
    for (from, below) in &arrows {
        for (to, names) in below {
            if reached[to].contains(from) {
                cycles.push(format!(
                    "{} -> {}: {names:?}",
                    kifu.name(from),
                    kifu.name(to)
                ));
            }
        }
    }
    assert!(cycles.is_empty(), "files in cycles:\n{}", cycles.join("\n"));
}

#[test]
fn the_core_has_few_dependencies() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("the manifest is readable");
    let section = manifest
        .split_once("\n[dependencies]\n")
        .and_then(|(_, rest)| rest.split_once("\n["))
        .map(|(section, _)| section)
        .expect("the manifest has dependencies");
    let core: Vec<&str> = section
        .lines()
        .filter(|line| line.contains(" = ") && !line.contains("optional = true"))
        .collect();
    assert!((1..=8).contains(&core.len()), "{core:#?}");
    for foreign in ["clap", "miette", "rayon", "resvg", "schemars"] {
        assert!(
            !core.iter().any(|line| line.starts_with(foreign)),
            "{foreign}"
        );
    }
}
