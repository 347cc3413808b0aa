//! A headless Chromium that is driven over its protocol for developers: JSON messages on two
//! pipes, each ended by a zero byte.

use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

/// The browser with one page.
pub(super) struct Browser {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
    session: Option<String>,
    /// What the page has tried and should not: requests, errors.
    pub(super) complaints: Vec<String>,
    _profile: TempDir,
}

/// The program, if there is one here.
pub(super) fn program() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut candidates =
        std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name)));
    candidates.find(|path| path.is_file())
}

impl Browser {
    /// Starts the browser.
    pub(super) fn start(program: &Path) -> Browser {
        let profile = TempDir::new().expect("a folder can be made");
        // The browser talks on the descriptors 3 and 4, and ends with the test in any case.
        let script = r#"exec timeout 180 "$0" "$@" 3<&0 4>&1 >/dev/null 2>&1 </dev/null"#;
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
            ])
            .args([
                "--no-first-run",
                "--disable-background-networking",
                "--mute-audio",
            ])
            .args(["--remote-debugging-pipe", "--window-size=1200,900"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell runs");
        let mut browser = Browser {
            input: child.stdin.take().expect("a pipe"),
            output: BufReader::new(child.stdout.take().expect("a pipe")),
            child,
            last_id: 0,
            session: None,
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = browser.call("Target.attachToTarget", &attach);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for room in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{room}.enable"), &json!({}));
        }
        browser
    }

    fn receive(&mut self) -> Value {
        let mut message = Vec::new();
        self.output
            .read_until(0, &mut message)
            .expect("the browser answers");
        assert_eq!(message.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&message).expect("a message is JSON");
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Network.requestWillBeSent") => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                // What the page makes itself is no request to the outside.
                if !url.starts_with("file://") && !url.starts_with("blob:") {
                    self.complaints.push(format!("a request for {url}"));
                }
            }
            Some("Runtime.exceptionThrown") => self.complaints.push(parameters.to_string()),
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints
                    .push(parameters["entry"]["text"].to_string());
            }
            _ => {}
        }
        message
    }

    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let mut bytes = serde_json::to_vec(&message).expect("a message can be written");
        bytes.push(0);
        self.input.write_all(&bytes).expect("the browser listens");
        loop {
            let answer = self.receive();
            if answer["id"] == self.last_id {
                assert_eq!(answer["error"], Value::Null, "{method}");
                return answer["result"].clone();
            }
        }
    }

    /// Opens a file and waits until it is loaded.
    pub(super) fn open(&mut self, path: &Path) {
        self.open_at(path, "");
    }

    /// Opens a file at a fragment of its address, as `#ply=1`.
    pub(super) fn open_at(&mut self, path: &Path, fragment: &str) {
        // From one fragment to another a browser does not load the page again.
        self.open_url("about:blank");
        self.open_url(&format!("file://{}{fragment}", path.display()));
    }

    /// Opens an address and waits until it is loaded.
    pub(super) fn open_url(&mut self, url: &str) {
        self.call("Page.navigate", &json!({"url": url}));
        while self.receive()["method"] != "Page.loadEventFired" {}
    }

    /// The value of an expression in the page.
    pub(super) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", &asked);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// The text of the first element that a selector names.
    pub(super) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({selector:?}).textContent"));
        text.as_str().expect("a text").to_owned()
    }

    /// Where an element is, this far from its left side, as a part of 1.
    fn place(&mut self, selector: &str, across: f64) -> (Value, Value) {
        let place = self.value(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); \
             e.scrollIntoView({{block: 'nearest'}}); const r = e.getBoundingClientRect(); \
             return [r.left + r.width * {across}, r.top + r.height / 2]; }})()"
        ));
        (place[0].clone(), place[1].clone())
    }

    /// Moves, presses or releases the mouse at a place of the window.
    pub(super) fn mouse(&mut self, kind: &str, x: f64, y: f64) {
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Clicks with the mouse at a place of the window.
    pub(super) fn click_point(&mut self, x: f64, y: f64) {
        self.mouse("mousePressed", x, y);
        self.mouse("mouseReleased", x, y);
    }

    /// Gives the window a touch screen, before a page is opened.
    pub(super) fn add_touch_screen(&mut self) {
        let enabled = json!({"enabled": true});
        self.call("Emulation.setTouchEmulationEnabled", &enabled);
    }

    /// Touches a place of the window.
    pub(super) fn tap(&mut self, x: f64, y: f64) {
        for (kind, points) in [
            ("touchStart", json!([{"x": x, "y": y}])),
            ("touchEnd", json!([])),
        ] {
            let event = json!({"type": kind, "touchPoints": points});
            self.call("Input.dispatchTouchEvent", &event);
        }
    }

    /// Types a text into the element with the focus.
    pub(super) fn insert(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    /// Presses the Enter key, with what it does to buttons and forms.
    pub(super) fn enter(&mut self) {
        for kind in ["keyDown", "keyUp"] {
            let event = json!({
                "type": kind, "key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13,
            });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Clicks with the mouse into an element, this far from its left side, as a part of 1.
    pub(super) fn click_at(&mut self, selector: &str, across: f64) {
        let (x, y) = self.place(selector, across);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({
                "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Turns the wheel of the mouse over the middle of an element, this many pixels down.
    pub(super) fn wheel(&mut self, selector: &str, down: f64) {
        let (x, y) = self.place(selector, 0.5);
        let event = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": down});
        self.call("Input.dispatchMouseEvent", &event);
    }

    /// Moves a finger over an element, between two places from its left side, as parts of 1.
    pub(super) fn swipe(&mut self, selector: &str, from: f64, to: f64) {
        for (kind, across) in [
            ("touchStart", Some(from)),
            ("touchMove", Some(to)),
            ("touchEnd", None),
        ] {
            let places: Vec<Value> = across
                .map(|across| self.place(selector, across))
                .map(|(x, y)| json!({"x": x, "y": y}))
                .into_iter()
                .collect();
            let event = json!({"type": kind, "touchPoints": places});
            self.call("Input.dispatchTouchEvent", &event);
        }
    }

    /// Waits, then gives the value of an expression.
    pub(super) fn value_after(&mut self, milliseconds: u32, expression: &str) -> Value {
        self.value(&format!(
            "new Promise(done => setTimeout(() => done({expression}), {milliseconds}))"
        ))
    }

    /// Waits for at most some seconds until an expression is true.
    pub(super) fn wait_until(&mut self, expression: &str) {
        for _ in 0..100 {
            if self.value_after(50, expression) == true {
                return;
            }
        }
        panic!("{expression} did not become true: {:?}", self.complaints);
    }

    /// Clicks into the middle of an element.
    pub(super) fn click(&mut self, selector: &str) {
        self.click_at(selector, 0.5);
    }

    /// Presses a key.
    pub(super) fn press(&mut self, key: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            let code = match key {
                "End" => 35,
                "Home" => 36,
                "ArrowLeft" => 37,
                "ArrowUp" => 38,
                "ArrowRight" => 39,
                "ArrowDown" => 40,
                "Tab" => 9,
                _ => 0,
            };
            let event = json!({
                "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code,
            });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Sets the size of the window, as of a phone.
    pub(super) fn resize(&mut self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Lets no script of a page run.
    pub(super) fn disable_scripts(&mut self) {
        self.call(
            "Emulation.setScriptExecutionDisabled",
            &json!({"value": true}),
        );
    }

    /// Shows the page as it is printed.
    pub(super) fn emulate_print(&mut self) {
        self.call("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    }

    /// Prints the page; returns the PDF file in Base64.
    pub(super) fn print(&mut self) -> String {
        let printed = self.call("Page.printToPDF", &json!({}));
        printed["data"].as_str().expect("a text").to_owned()
    }

    /// The pixels of the upper left part of the window, as a PNG file in Base64.
    pub(super) fn pixels(&mut self, width: u32, height: u32) -> String {
        let clip = json!({"x": 0, "y": 0, "width": width, "height": height, "scale": 1});
        let taken = self.call(
            "Page.captureScreenshot",
            &json!({"format": "png", "clip": clip}),
        );
        taken["data"].as_str().expect("a text").to_owned()
    }

    /// Tells the page that its reader prefers dark pages.
    pub(super) fn prefer_dark(&mut self) {
        let dark = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
        self.call("Emulation.setEmulatedMedia", &dark);
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
