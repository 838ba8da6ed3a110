"""Contrastive learning inverts the data generating process, in one file.

python nano.py          # both worlds: a minute or two of one processor core each
python nano.py sphere   # Table 1, row 2: R2, 99.86 is published
python nano.py box      # Table 2, row 1: MCC, 98.62 is published
"""

import sys
import time

import numpy as np
import torch
from scipy.optimize import linear_sum_assignment
from torch import nn
from torch.nn.functional import cross_entropy, leaky_relu, normalize

n = 10  # latents, and as many observations and outputs


KAPPA = 10.0
WIDTH = 0.05


def uniform(world, size):
    if world == 'box':
        return torch.rand(size, n)
    return normalize(torch.randn(size, n), dim=1)


def near_in_box(z):
    def below(t):
        return 0.5 + 0.5 * t.sign() * (1 - torch.exp(-t.abs() / WIDTH))

    low, high = below(-z), below(1 - z)
    u = low + (high - low) * torch.rand_like(z) - 0.5
    return (z - WIDTH * u.sign() * torch.log1p(-2 * u.abs())).clamp(0, 1)


def near_on_sphere(z):
    w = torch.linspace(-1, 1, 20_001, dtype=torch.float64)
    below = (torch.exp(KAPPA * w) * (1 - w**2) ** ((n - 3) / 2)).cumsum(0)
    u = below[-1] * torch.rand(len(z), 1, dtype=torch.float64)
    w = w[torch.searchsorted(below, u)].float()
    side = torch.randn_like(z)
    side = normalize(side - (side * z).sum(1, keepdim=True) * z, dim=1)
    return w * z + (1 - w**2).sqrt() * side


def near(world, z):
    return near_in_box(z) if world == 'box' else near_on_sphere(z)


def make_mixing():
    drawn = normalize(2 * torch.rand(3, 25_000, n, n) - 1, dim=2)
    best = torch.linalg.cond(drawn).argmin(1)
    A, B, C = drawn[torch.arange(3), best].mT
    return lambda z: leaky_relu(leaky_relu(z @ A, 0.2) @ B, 0.2) @ C


class Encoder(nn.Module):
    def __init__(self, world, widths=(64, 128, 128, 64)):
        super().__init__()
        self.world = world
        scale = 4.0 if world == 'box' else KAPPA**0.5
        sizes = [n, *widths, n]
        self.layers = nn.ModuleList(map(nn.Linear, sizes[:-1], sizes[1:]))
        self.log_scale = nn.Parameter(torch.tensor(scale).log())
        for layer in self.layers:
            nn.init.kaiming_normal_(layer.weight)
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.layers[-1].weight *= scale

    def forward(self, x):
        for layer in self.layers[:-1]:
            x = leaky_relu(layer(x))
        x = self.layers[-1](x)
        x = x.sigmoid() if self.world == 'box' else normalize(x, dim=1)
        return self.log_scale.exp() * x


def info_nce(world, h, h_near):
    if world == 'box':
        scores, own = -torch.cdist(h, h_near, p=1), torch.zeros(len(h))
    else:
        scores, own = h @ h_near.T, (h * h).sum(1)
    typical = own + (scores.diagonal() - own).mean().detach() + np.log(0.6)
    scores = torch.cat([scores, typical[:, None]], dim=1)
    return cross_entropy(scores, torch.arange(len(h)))


class Muon(torch.optim.Optimizer):
    def __init__(self, matrices, lr):
        super().__init__(matrices, dict(lr=lr))

    @torch.no_grad()
    def step(self):
        (group,) = self.param_groups
        for W in group['params']:
            mean = self.state[W].setdefault('mean', torch.zeros_like(W))
            mean.lerp_(W.grad, 0.05)
            X = W.grad.lerp(mean, 0.95)
            X /= X.norm()
            for _ in range(5):
                A = X @ X.T
                X = 3.4445 * X + (2.0315 * A @ A - 4.775 * A) @ X
            W -= 0.2 * max(W.shape) ** 0.5 * group['lr'] * X


def score(z, h):
    X = np.c_[h, np.ones(len(h))]
    error = z - X @ np.linalg.lstsq(X, z, rcond=None)[0]
    r2 = 1 - (error.var(0) / z.var(0)).mean()
    match = np.abs(np.corrcoef(z.T, h.T)[:n, n:])
    mcc = match[linear_sum_assignment(-match)].mean()
    return 100 * r2, 100 * mcc


def train(world, seed=0, steps=1500, batch=1024):
    torch.manual_seed(seed)
    start, curve = time.process_time(), []
    g, f = make_mixing(), Encoder(world)
    hidden = {layer.weight for layer in f.layers[1:-1]}
    others = {p for p in f.parameters() if p not in hidden}
    optimizers = Muon(hidden, lr=0.01), torch.optim.Adam(others, lr=0.01)
    for step in range(1, steps + 1):
        t = step / steps
        for each in optimizers:
            each.zero_grad()
            each.param_groups[0]['lr'] = 0.01 * min(1, 30 * t, 1 - t)
        z = uniform(world, batch)
        loss = info_nce(world, f(g(z)), f(g(near(world, z))))
        loss.backward()
        for each in optimizers:
            each.step()
        if step % (steps // 10) == 0:
            z = uniform(world, 10_000)
            found = score(z.numpy(), f(g(z)).detach().numpy())
            curve.append((step, time.process_time() - start, *found))
            line = '{}: step {}, {:.0f} s, R2 {:.2f}, MCC {:.2f}'
            print(line.format(world, *curve[-1]), flush=True)
    return curve


if __name__ == '__main__':
    torch.set_num_threads(1)
    worlds = sys.argv[1:] or ['sphere', 'box']
    assert {'sphere', 'box'}.issuperset(worlds), 'sphere, box, or both if none is named'
    for world in worlds:
        train(world)
