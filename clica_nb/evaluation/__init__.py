from .scores import *  # noqa: F403
