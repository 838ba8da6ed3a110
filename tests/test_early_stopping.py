"Early stopping gives back the weights with the lowest held-out loss, not those it stopped at."

import copy

import numpy as np
import torch

from clica_nb import ContrastiveEncoder
from clica_nb.encoder import fitting


def test_the_best_weights_come_back(monkeypatch):
    "A few rows of each label are learned by heart: the held-out loss falls, rises, and stops the training above it."
    seen, look = [], fitting._Watch.__call__

    def recorded(watch, encoder):
        found = look(watch, encoder)
        seen.append((found['validation_loss'], copy.deepcopy(encoder.state_dict())))
        return found

    monkeypatch.setattr(fitting._Watch, '__call__', recorded)
    r, labels = np.random.default_rng(2), np.repeat(range(20), 10)
    X = r.normal(size=(200, 20)) + r.normal(size=(20, 20))[labels]
    model = ContrastiveEncoder(
        3,
        hidden=(64,),
        max_iter=400,
        batch_size=64,
        learning_rate=0.02,
        patience=3,
        validation_fraction=0.3,
        rotation='none',
        random_state=0,
    )
    model.fit(X, groups=labels)
    losses = [loss for loss, _ in seen]
    assert len(losses) > 3 and losses[-1] > min(losses)
    best, given = seen[int(np.argmin(losses))][1], model.encoder_.state_dict()
    assert all(torch.equal(best[k], given[k]) for k in best)
    assert not all(torch.equal(seen[-1][1][k], given[k]) for k in given)
