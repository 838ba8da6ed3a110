"The experiment that runs in the home page: its scores are those of the library, and it shows itself where it may."

import statistics
from pathlib import Path

import pytest
import torch
from torch import nn

from clica_nb.losses import InfoNCE
from clica_nb.metrics import linear_r2, mcc

site = Path(__file__).parent.parent / 'site'
page = '''<!doctype html><html data-ready="yes"><meta charset="utf-8"><link rel="stylesheet" href="{site}/site.css">
<main><div class="live" data-still="fig-idea" hidden></div><figure id="fig-idea">still</figure></main>
<script src="{site}/live.js"></script></html>'''
shown = 'getComputedStyle({}).display'


@pytest.fixture
def open_page(browser, tmp_path):
    def opened(reduced_motion=False):
        (tmp_path / 'page.html').write_text(page.format(site=site.as_uri()))
        motion = {'name': 'prefers-reduced-motion', 'value': 'reduce' if reduced_motion else 'no-preference'}
        browser.send('Emulation.setEmulatedMedia', media='screen', features=[motion])
        browser.open(tmp_path / 'page.html')
        return browser

    return opened


def mixing(z):
    "The page's g."
    a, b = z.unbind(-1)
    b = b + 0.6 * torch.sin(2.2 * a)
    a = a + 0.5 * torch.sin(2 * b)
    t = 0.42 * (a * a + b * b)
    return torch.stack([t.cos() * a - t.sin() * b, t.sin() * a + t.cos() * b], -1)


class Encoder(nn.Module):
    "The page's f: the identity plus a network that begins near zero."

    def __init__(self, hidden=48):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(2, hidden), nn.LeakyReLU(0.2), nn.Linear(hidden, hidden), nn.LeakyReLU(0.2), nn.Linear(hidden, 2)
        )
        for layer in self.layers[::2]:
            nn.init.normal_(layer.weight, std=(2 / layer.in_features) ** 0.5 * (0.1 if layer.out_features == 2 else 1))
            nn.init.zeros_(layer.bias)

    def forward(self, x):
        return x + self.layers(x)


def partners(z, p, width):
    "Redrawn until they are inside the square."
    noise = torch.distributions.Laplace(0.0, width) if p == 1 else torch.distributions.Normal(0.0, width)
    out = z + noise.sample(z.shape)
    while (outside := out.abs() >= 1).any():
        out = torch.where(outside, z + noise.sample(z.shape), out)
    return out


def train(p, seed, steps=600, batch=128, width=0.1):
    "The page's experiment with the library's loss; R2 and MCC on fresh latents."
    torch.manual_seed(seed)
    f, loss = Encoder(), InfoNCE('lp', p=float(p), positive_in_denominator=False)
    optimizer = torch.optim.Adam(f.parameters(), lr=0.01)
    for t in range(steps):
        optimizer.param_groups[0]['lr'] = 0.01 * (1 - t / steps)
        z = 2 * torch.rand(batch, 2) - 1
        h, h_pos = f(mixing(torch.cat([z, partners(z, p, width)]))).chunk(2)
        optimizer.zero_grad()
        loss(h, h_pos, h_pos).loss.backward()
        optimizer.step()
    z = 2 * torch.rand(1000, 2) - 1
    with torch.no_grad():
        h = f(mixing(z))
    return linear_r2(z, h), mcc(z, h)


@pytest.mark.parametrize('p', [1, 2])
def test_scores_are_those_of_the_library(browser, p):
    browser.js((site / 'live.js').read_text())
    run = f'''(seed => {{
        const t = clicaLive.trainer({{p: {p}, seed}})
        while (t.steps < clicaLive.STEPS) t.step()
        return [t.score().r2, t.score().mcc]
    }})'''
    live = [browser.js(f'{run}({seed})') for seed in range(3)]
    ours = [train(p, seed) for seed in range(3)]
    r2, found = ([statistics.mean(v) for v in zip(*scores)] for scores in (ours, live))
    print(f'p = {p}: library R2 {r2[0]:.4f} MCC {r2[1]:.4f}, page R2 {found[0]:.4f} MCC {found[1]:.4f}')
    assert min(r2[0], found[0]) > 0.97 and abs(r2[0] - found[0]) < 0.02
    if p == 1:  # the axes are found
        assert min(r2[1], found[1]) > 0.97 and abs(r2[1] - found[1]) < 0.02
    else:  # a rotation is left; which one is chance
        assert max(r2[1], found[1]) < 0.95


def test_it_runs_where_it_is_seen(open_page):
    b = open_page()
    b.until("document.querySelector('.live').dataset.state === 'done'", 120)
    assert b.errors() == []
    assert b.js("document.querySelector('.live').id") == 'fig-idea'
    assert b.js(shown.format("document.querySelector('figure.still')")) == 'none'
    says = b.js("document.querySelector('.says').textContent")
    assert says.startswith('step 600: R²'), says
    painted = '''[...document.querySelectorAll('.live canvas')].map(c => c.getContext('2d').getImageData(0, 0, c.width,
        c.height).data.some(v => v))'''
    assert b.js(painted) == [True] * 4
    b.js("document.querySelector('.live [value=\"2\"]').click()")
    b.until("document.querySelector('.live').dataset.state === 'training'", 30)


def test_print_and_reduced_motion_show_the_still_figure(open_page):
    b = open_page(reduced_motion=True)
    assert b.js("document.querySelector('.live').hidden")
    assert b.js(shown.format("document.querySelector('#fig-idea')")) == 'block'
    b = open_page()
    b.until("document.querySelector('.live').dataset.state === 'done'", 120)
    b.send('Emulation.setEmulatedMedia', media='print')
    assert b.js(shown.format("document.querySelector('.live')")) == 'none'
    assert b.js(shown.format("document.querySelector('figure.still')")) == 'block'


def test_size():
    assert (site / 'live.js').stat().st_size <= 15_000
