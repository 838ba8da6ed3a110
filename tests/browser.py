"Headless Chromium over its debugging pipe, with the standard library alone."

import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'
FLAGS = """
    --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars
    --force-color-profile=srgb --disable-background-networking --disable-component-update --disable-sync
    --blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4
    --remote-debugging-pipe
""".split()


def find_browser() -> str | None:
    "A Chromium on the path, or the one named by CHROMIUM."
    return os.environ.get('CHROMIUM') or next((p for n in NAMES if (p := shutil.which(n))), None)


class Browser:
    "One browser with one tab. Keeps what every page asked for, printed and threw."

    def __init__(self, program: str, timeout: float = 600):
        self.timeout, self.buffer, self.count, self.events, self.session = timeout, b'', 0, [], None
        self.profile = tempfile.mkdtemp(prefix='clica-browser-')
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def wire():
            # it reads commands at descriptor 3 and answers at 4; the copies keep the pair from overwriting each other
            a, b = os.dup2(os.dup(to_browser), 1003), os.dup2(os.dup(from_browser), 1004)
            os.dup2(a, 3)
            os.dup2(b, 4)

        command, silent = [program, *FLAGS, f'--user-data-dir={self.profile}', 'about:blank'], subprocess.DEVNULL
        self.process = subprocess.Popen(command, preexec_fn=wire, close_fds=False, stdout=silent, stderr=silent)
        os.close(to_browser)
        os.close(from_browser)
        tab = next(t for t in self.send('Target.getTargets')['targetInfos'] if t['type'] == 'page')
        self.session = self.send('Target.attachToTarget', targetId=tab['targetId'], flatten=True)['sessionId']
        for domain in 'Page', 'Runtime', 'Network', 'Log':
            self.send(f'{domain}.enable')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.write_end)
        os.close(self.read_end)
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self) -> dict:
        end = time.monotonic() + self.timeout
        while b'\0' not in self.buffer:
            if not select.select([self.read_end], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError('the browser did not answer')
            data = os.read(self.read_end, 1 << 16)
            if not data:
                raise RuntimeError('the browser is gone')
            self.buffer += data
        text, _, self.buffer = self.buffer.partition(b'\0')
        return json.loads(text)

    def send(self, method: str, **params) -> dict:
        self.count += 1
        message = {'id': self.count, 'method': method, 'params': params}
        message |= {'sessionId': self.session} if self.session else {}
        os.write(self.write_end, json.dumps(message).encode() + b'\0')
        while (m := self._message()).get('id') != self.count:
            self.events += [m] if 'method' in m else []
        if 'error' in m:
            raise RuntimeError(f'{method}: {m["error"]}')
        return m.get('result', {})

    def js(self, expression: str):
        "The value of an expression on the page; a promise is waited for."
        r = self.send('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in r:
            raise RuntimeError(str(r['exceptionDetails'].get('exception', {}).get('description', r)))
        return r['result'].get('value')

    def until(self, expression: str, seconds: float = 600):
        "Waits until an expression is true, and returns it; while a page gives way to another it may have no value."
        end, why = time.monotonic() + seconds, ''
        while True:
            try:
                if value := self.js(expression):
                    return value
            except RuntimeError as e:
                why = f' ({e})'
            assert time.monotonic() < end, f'never true: {expression}{why}'
            time.sleep(0.03)

    def open(self, page: Path):
        "Opens a page from disk and waits until its script is done."
        self.events.clear()
        self.send('Page.navigate', url='about:blank')
        self.send('Page.navigate', url=Path(page).resolve().as_uri())
        self.until("document.readyState === 'complete' && document.documentElement.dataset.ready === 'yes'")

    def errors(self) -> list:
        "What went wrong on the page since it was opened, and what it asked of a network."
        out = []
        for method, p in ((e['method'], e['params']) for e in self.events):
            if method == 'Runtime.exceptionThrown':
                out.append(p['exceptionDetails'].get('exception', {}).get('description') or str(p)[:300])
            if method == 'Runtime.consoleAPICalled' and p['type'] in ('error', 'assert'):
                out.append(str(p['args'])[:300])
            if method == 'Log.entryAdded' and p['entry']['level'] == 'error':
                out.append(p['entry']['text'] + ' ' + p['entry'].get('url', ''))
            if method == 'Network.requestWillBeSent':
                url = p['request']['url']
                out += [] if url.startswith(('file:', 'data:', 'about:')) else [f'asks for {url}']
        return out

    def key(self, key: str):
        for kind in 'keyDown', 'keyUp':
            text = dict(text=key) if kind == 'keyDown' and len(key) == 1 else {}
            self.send('Input.dispatchKeyEvent', type=kind, key=key, **text)

    def type(self, text: str):
        self.send('Input.insertText', text=text)

    def size(self, width: int, height: int, phone: bool = False):
        scale = dict(deviceScaleFactor=2 if phone else 1, mobile=phone)
        self.send('Emulation.setDeviceMetricsOverride', width=width, height=height, **scale)

    def media(self, media: str = 'screen', **features: str):
        "Such as prefers_color_scheme='dark'."
        given = [dict(name=k.replace('_', '-'), value=v) for k, v in features.items()]
        self.send('Emulation.setEmulatedMedia', media=media, features=given)
