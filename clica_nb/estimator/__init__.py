"The estimator, and what a page imports with it."

from ..encoder.estimator import ContrastiveEncoder as ContrastiveEncoder
from ..encoder.inputs import _moments as _moments
