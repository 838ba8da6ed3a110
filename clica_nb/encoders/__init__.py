from .mlp import *  # noqa: F403
