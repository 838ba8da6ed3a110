"The public names of `clica_nb.encoder.pairing`."

from ..encoder.pairing import *  # noqa: F403
