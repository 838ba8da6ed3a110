"Headless Chromium over its debugging pipe, with the standard library alone."

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

names = 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'


def find_browser() -> str | None:
    "A Chromium on the path, or the one named by CHROMIUM."
    return os.environ.get('CHROMIUM') or next((p for n in names if (p := shutil.which(n))), None)


class Browser:
    "One browser with one tab. Keeps what every page asked for, printed and threw."

    def __init__(self, program: str, timeout: float = 120):
        self.timeout, self.buffer, self.count, self.events = timeout, b'', 0, []
        self.profile = tempfile.mkdtemp(prefix='clica-browser-')
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()

        def wire():
            # the browser reads commands at descriptor 3 and answers at 4; the copies keep the pair from overwriting
            # each other
            a, b = os.dup(to_browser), os.dup(from_browser)
            a2, b2 = os.dup2(a, 1003), os.dup2(b, 1004)
            os.dup2(a2, 3)
            os.dup2(b2, 4)

        args = [
            program,
            '--headless=new',
            '--no-sandbox',
            '--disable-gpu',
            '--disable-dev-shm-usage',
            '--no-first-run',
            '--hide-scrollbars',
            '--force-color-profile=srgb',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
            '--remote-debugging-pipe',
            f'--user-data-dir={self.profile}',
            'about:blank',
        ]
        self.process = subprocess.Popen(
            args, preexec_fn=wire, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self.session = None
        tab = next(t for t in self.send('Target.getTargets')['targetInfos'] if t['type'] == 'page')
        self.session = self.send('Target.attachToTarget', targetId=tab['targetId'], flatten=True)['sessionId']
        for domain in 'Page', 'Runtime', 'Network', 'Log':
            self.send(f'{domain}.enable')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        try:
            self.session = None
            self.send('Browser.close')
        except (OSError, RuntimeError):
            pass
        for fd in self.write_end, self.read_end:
            os.close(fd)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self):
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
        message = {'id': self.count, 'method': method, 'params': params} | (
            {'sessionId': self.session} if self.session else {}
        )
        os.write(self.write_end, json.dumps(message).encode() + b'\0')
        while True:
            m = self._message()
            if m.get('id') == self.count:
                if 'error' in m:
                    raise RuntimeError(f'{method}: {m["error"]}')
                return m.get('result', {})
            if 'method' in m:
                self.events.append(m)

    def js(self, expression: str):
        "The value of an expression on the page; a promise is waited for."
        r = self.send('Runtime.evaluate', expression=expression, awaitPromise=True, returnByValue=True)
        if 'exceptionDetails' in r:
            raise RuntimeError(
                str(r['exceptionDetails'].get('exception', {}).get('description', r['exceptionDetails']))
            )
        return r['result'].get('value')

    def until(self, expression: str, seconds: float = 60):
        "Waits until an expression is true, and returns it; while a page gives way to another it may have no value."
        end = time.monotonic() + seconds
        value, why = None, ''
        while not value:
            try:
                value = self.js(expression)
            except RuntimeError as e:
                why = f' ({e})'
            if not value and time.monotonic() > end:
                raise AssertionError(f'never true: {expression}{why}')
            time.sleep(0.0 if value else 0.03)
        return value

    def open(self, page: Path, anchor: str = ''):
        "Opens a page from disk and waits until its script is done."
        self.events.clear()
        self.send('Page.navigate', url='about:blank')
        self.send('Page.navigate', url=Path(page).resolve().as_uri() + anchor)
        self.until(
            "document.readyState === 'complete' && location.protocol === 'file:' &&"
            " document.documentElement.dataset.ready === 'yes'"
        )

    def errors(self) -> list:
        "What went wrong on the page since it was opened."
        out = []
        for e in self.events:
            p = e['params']
            if e['method'] == 'Runtime.exceptionThrown':
                out.append(
                    p['exceptionDetails'].get('exception', {}).get('description') or p['exceptionDetails']['text']
                )
            if e['method'] == 'Runtime.consoleAPICalled' and p['type'] in ('error', 'assert'):
                out.append(str(p['args'])[:300])
            if e['method'] == 'Log.entryAdded' and p['entry']['level'] == 'error':
                out.append(p['entry']['text'] + ' ' + p['entry'].get('url', ''))
        return out

    def requests(self) -> list:
        "Every address asked for since the page was opened."
        return [e['params']['request']['url'] for e in self.events if e['method'] == 'Network.requestWillBeSent']

    def key(self, key: str, text: str = ''):
        for kind in 'keyDown', 'keyUp':
            self.send(
                'Input.dispatchKeyEvent',
                type=kind,
                key=key,
                **({'text': text or key} if kind == 'keyDown' and (text or len(key) == 1) else {}),
            )

    def hover(self, selector: str):
        "Moves the mouse onto the first element that matches."
        x, y = self.js(
            f'''(() => {{
                const e = document.querySelector({json.dumps(selector)});
                e.scrollIntoView({{block: 'center', behavior: 'instant'}});
                const r = e.getClientRects()[0];
                return [r.x + r.width / 2, r.y + r.height / 2]
            }})()'''
        )
        for dx in 40, 0:
            self.send('Input.dispatchMouseEvent', type='mouseMoved', x=x + dx, y=y)

    def type(self, text: str):
        self.send('Input.insertText', text=text)

    def size(self, width: int, height: int, phone: bool = False):
        self.send(
            'Emulation.setDeviceMetricsOverride',
            width=width,
            height=height,
            deviceScaleFactor=2 if phone else 1,
            mobile=phone,
        )

    def theme(self, name: str):
        self.send('Emulation.setEmulatedMedia', features=[{'name': 'prefers-color-scheme', 'value': name}])

    def screenshot(self, file: Path, whole: bool = False):
        data = self.send('Page.captureScreenshot', format='png', captureBeyondViewport=whole)['data']
        Path(file).write_bytes(base64.b64decode(data))
