"""A headless Chromium that loads a page and answers questions about it, over its debugging pipe."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe")
SECONDS_FOR_AN_ANSWER = 60
KEYS = {"Tab": 9, "Enter": 13, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


def find_chromium():
    """The path of a Chromium, or None."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Chromium:
    """One browser with one page. What the page asks the network for and what it complains of is kept."""

    def __init__(self, program):
        self.profile = tempfile.mkdtemp(prefix="rowsort-chromium.")
        read_end, self.to_browser = os.pipe()
        self.from_browser, write_end = os.pipe()

        def hand_over():  # Chromium reads from descriptor 3 and writes to 4
            source, target = os.dup(read_end), os.dup(write_end)
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={self.profile}"],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, close_fds=False,
                                        preexec_fn=hand_over)
        os.close(read_end)
        os.close(write_end)
        self.buffer = b""
        self.last_id = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        os.close(self.to_browser)
        os.close(self.from_browser)
        # Its helper processes end, and stop writing, a little later than it does.
        deadline = time.monotonic() + 5
        while os.path.exists(self.profile) and time.monotonic() < deadline:
            shutil.rmtree(self.profile, ignore_errors=True)
            time.sleep(0.1)

    def receive(self):
        while b"\0" not in self.buffer:
            ready, _, _ = select.select([self.from_browser], [], [], SECONDS_FOR_AN_ANSWER)
            if not ready:
                raise RuntimeError(f"Chromium says nothing for {SECONDS_FOR_AN_ANSWER} s")
            part = os.read(self.from_browser, 1 << 16)
            if not part:
                raise RuntimeError("Chromium has ended")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last_id += 1
        request = {"id": self.last_id, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.to_browser, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + SECONDS_FOR_AN_ANSWER
        while time.monotonic() < deadline:
            answer = self.receive()
            if answer.get("id") != self.last_id:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]
        raise RuntimeError(f"{method}: no answer within {SECONDS_FOR_AN_ANSWER} s")

    def load(self, file):
        """Loads a file and returns when it is shown."""
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(file))
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.receive())

    def evaluate(self, expression):
        """The value of a JavaScript expression or promise in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def press(self, key):
        text = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=KEYS[key], **text)

    def resize(self, width, height=900):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def emulate(self, media="screen", scheme="light"):
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": scheme}])

    def allow_scripts(self, allowed):
        self.call("Emulation.setScriptExecutionDisabled", value=not allowed)

    def screenshot(self, file):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(file, "wb") as out:
            out.write(base64.b64decode(data))

    def requests(self):
        """Addresses that the page has asked for since it was loaded, its own included."""
        return [event["params"]["request"]["url"] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]

    def complaints(self):
        """Errors and warnings of the console, exceptions, and dialogs."""
        found = []
        for event in self.events:
            parameters = event.get("params", {})
            if event.get("method") == "Log.entryAdded":
                found.append(parameters["entry"]["text"])
            elif event.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled",
                                         "Page.javascriptDialogOpening"):
                found.append(json.dumps(parameters))
        return found
