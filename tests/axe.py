"""Accessibility of a built site, by axe-core in headless Chromium: two widths, two themes.

npm pack axe-core && tar xzf axe-core-*.tgz
python tests/axe.py _docs package/axe.min.js            every page, but of the records every twentieth
python tests/axe.py _docs package/axe.min.js index.html theory/glance.html
"""

import json
import sys
from pathlib import Path

from browser import Browser, find_browser

LOOKS = (1280, 800, False, 'light'), (390, 844, True, 'dark'), (1280, 800, False, 'dark'), (390, 844, True, 'light')
KINDS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
RUN = f"""axe.run(document, {{resultTypes: ['violations'], runOnly: {KINDS}}}).then(r => r.violations.map(
    v => [v.id, v.impact, v.nodes.length, v.nodes[0].target.join(' '), v.nodes[0].failureSummary]))"""


def chosen(site: Path) -> list:
    "Every page, of the records every twentieth."
    pages = sorted(p for p in site.rglob('*.html') if 'lib' not in p.parts)
    pages = [p for p in pages if '<meta http-equiv="refresh"' not in p.read_text(encoding='utf-8')]
    records = [p for p in pages if p.parent.name == 'records']
    return [p for p in pages if p not in records] + records[::20]


def violations(site: Path, axe: str, pages: list, looks=LOOKS) -> dict:
    "Rule -> [(page, look, number of places, the first, what is wrong with it)]."
    found = {}
    with Browser(find_browser()) as b:
        for width, height, phone, theme in looks:
            b.size(width, height, phone=phone)
            b.theme(theme)
            for p in pages:
                b.open(p)
                b.js(axe + '; 0')
                for rule, impact, n, first, why in b.js(RUN):
                    where = p.relative_to(site).as_posix(), f'{width} {theme}', n, first, ' '.join(why.split())
                    found.setdefault(f'{rule} ({impact})', []).append(where)
    return found


if __name__ == '__main__':
    site, axe = Path(sys.argv[1]), Path(sys.argv[2]).read_text(encoding='utf-8')
    pages = [site / p for p in sys.argv[3:]] or chosen(site)
    found = violations(site, axe, pages)
    print(f'{len(pages)} pages, {len(LOOKS)} looks: {len(found)} rules violated')
    for rule, places in sorted(found.items()):
        print(f'{rule}: {sum(p[2] for p in places)} places on {len({p[0] for p in places})} pages')
        for p in places[:4]:
            print('   ', json.dumps(p, ensure_ascii=False)[:400])
    sys.exit(bool(found))
