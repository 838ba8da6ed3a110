from .commands import *  # noqa: F403
