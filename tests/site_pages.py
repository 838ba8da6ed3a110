"""Every page of a built site in one headless Chromium: two widths, two themes; axe, cuts, length, contact sheets.

npm pack axe-core && tar xzf axe-core-*.tgz
python tests/site_pages.py _docs build/pages package/axe.min.js            every page, and a sample of the records
python tests/site_pages.py _docs build/pages package/axe.min.js index.html theory/glance.html

Writes `pages.json` (a line for each page and look) and contact sheets, and prints what is wrong.
"""

import base64
import json
import random
import sys
import time
from io import BytesIO
from pathlib import Path

from browser import Browser, find_browser

LOOKS = (1280, 800, 'light'), (1280, 800, 'dark'), (390, 844, 'light'), (390, 844, 'dark')
KINDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
AXE = """axe.run(document, {preload: false, resultTypes: ['violations'], runOnly: %s}).then(r => r.violations.map(
    v => `${v.id} (${v.impact}) at ${v.nodes.length}: ${v.nodes[0].target.join(' ')}`))"""
# a theme changes colours alone: there, of all rules, that of contrast
RULES = {'light': KINDS, 'dark': dict(type='rule', values=['color-contrast'])}
# what stands out of the page or is hidden at its box's edge; what a reader has to scroll sideways
MEASURE = """(() => {
    const wide = innerWidth, seen = e => e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})
    const name = e => e.tagName.toLowerCase() + (e.id ? '#' + e.id : e.classList[0] ? '.' + e.classList[0] : '')
    const more = e => e.scrollWidth > e.clientWidth + 1
    const all = [...document.querySelectorAll('article *')].filter(
        e => seen(e) && !e.closest('.katex, svg, .contents') && e.clientWidth > 1)
    const hides = e => ['hidden', 'clip'].includes(getComputedStyle(e).overflowX)
    const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowX)
    const inside = e => { while ((e = e.parentElement)) if (scrolls(e)) return true }
    const out = e => { const r = e.getBoundingClientRect(); return r.right > wide + 1 || r.left < -1 }
    const first = [...document.querySelectorAll('article :is(figure:not(.table), canvas, svg)')]
        .find(e => e.getBoundingClientRect().height > 60)
    return {
        screens: +(document.documentElement.scrollHeight / innerHeight).toFixed(2),
        figure: first ? +((first.getBoundingClientRect().top + scrollY) / innerHeight).toFixed(2) : null,
        cut: [...(document.documentElement.scrollWidth > wide ? ['page'] : []),
              ...all.filter(e => (hides(e) && more(e)) || (out(e) && !inside(e))).map(name)],
        scrolled: all.filter(e => scrolls(e) && more(e)).map(
            e => name(e.closest('figure[id]') || e) + ' +' + (e.scrollWidth - e.clientWidth)),
    }
})()"""


def chosen(site: Path, records: int = 40) -> list:
    "Every page; of the records each kind once, and a sample by a fixed seed."
    pages = sorted(p for p in site.rglob('*.html') if 'lib' not in p.parts)
    pages = [p for p in pages if '<meta http-equiv="refresh"' not in p.read_text(encoding='utf-8')]
    of_records = [p for p in pages if p.parent.name == 'records']
    kinds = {p.stem.partition('-')[2] if len(p.stem.partition('-')[0]) == 8 else p.stem: p for p in of_records}
    sample = {*kinds.values(), *random.Random(0).sample(of_records, min(records, len(of_records)))}
    return [p for p in pages if p not in of_records] + sorted(sample)


def looks(b: Browser, page: Path, axe: str = '', widths=(1280, 390)):
    "Yields (width, theme, what was measured) with the page open as that look shows it."
    for width, height, theme in LOOKS:
        if width not in widths:
            continue
        if theme == 'light':
            b.size(width, height, phone=False)
            b.theme(theme)
            b.open(page)
            b.until("document.fonts.status === 'loaded'")
            b.js("document.querySelectorAll('img').forEach(i => { i.loading = 'eager' })")
            measured = b.js(MEASURE) | dict(errors=b.errors())
            b.js(axe + '; 0')
        b.theme(theme)
        yield width, theme, measured | dict(axe=b.js(AXE % json.dumps(RULES[theme])) if axe else [])


def picture(b: Browser, width: int, screens: float = 2) -> bytes:
    "The first screens of the open page, as small as a contact sheet needs them."
    height, wanted = {w: (h, 384 / 1280 if w == 1280 else 195 / 390) for w, h, _ in LOOKS}[width]
    clip = dict(x=0, y=0, width=width, height=height * screens, scale=wanted)
    made = b.send('Page.captureScreenshot', format='webp', quality=70, captureBeyondViewport=True, clip=clip)
    return base64.b64decode(made['data'])


def sheet(tiles: list, file: Path, columns: int) -> None:
    "Images of one size with their pages' names, in rows."
    from PIL import Image, ImageDraw

    images = [Image.open(BytesIO(data)) for _, data in tiles]
    w, h = images[0].width + 6, images[0].height + 16
    out = Image.new('RGB', (w * columns, h * -(-len(images) // columns)), 'grey')
    for i, (im, (name, _)) in enumerate(zip(images, tiles)):
        x, y = i % columns * w, i // columns * h
        ImageDraw.Draw(out).text((x + 2, y + 2), name[-(w // 6) :], fill='white')
        out.paste(im, (x, y + 14))
    out.save(file)


def all_pages(site: Path, out: Path, axe: str, pages: list) -> list:
    "Looks at all pages; returns a line for each page and look."
    found, shown = [], {}
    out.mkdir(parents=True, exist_ok=True)
    with Browser(find_browser()) as b:
        for p in pages:
            name = p.relative_to(site).as_posix()
            for width, theme, measured in looks(b, p, axe):
                found.append(dict(page=name, width=width, theme=theme, **measured))
                tiles = shown.setdefault((width, theme), [])
                tiles.append((name, picture(b, width)))
                columns, rows = (4, 3) if width == 1280 else (8, 2)
                if len(tiles) == columns * rows or p is pages[-1]:
                    sheet(tiles, out / f'{width}-{theme}-{len(found) // 4:03}.png', columns)
                    tiles.clear()
            (out / 'pages.json').write_text(json.dumps(found, indent=1))
    return found


if __name__ == '__main__':
    site, out, axe = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]).read_text(encoding='utf-8')
    pages, start = [site / p for p in sys.argv[4:]] or chosen(site), time.process_time()
    found = all_pages(site, out, axe, pages)
    faults = [(r, k, f) for r in found for k in ('axe', 'cut', 'errors') for f in r[k]]
    for r, kind, fault in faults:
        print(f'{r["page"]} at {r["width"]}, {r["theme"]}: {kind}: {fault}')
    print(f'{len(pages)} pages, {len(found)} looks: {len(faults)} faults')
    sys.exit(bool(faults))
