from .distributions import GeneralizedNormal as GeneralizedNormal
from .distributions import Laplace as Laplace
from .distributions import Normal as Normal
from .distributions import VonMisesFisher as VonMisesFisher
from .encoders import MLPEncoder as MLPEncoder
from .estimator import ContrastiveEncoder as ContrastiveEncoder
from .evaluation import evaluate as evaluate
from .latents import LatentModel as LatentModel
from .losses import InfoNCE as InfoNCE
from .metrics import linear_r2 as linear_r2
from .metrics import mcc as mcc
from .metrics import recovery as recovery
from .mixing import InvertibleMLP as InvertibleMLP
from .spaces import Box as Box
from .spaces import Euclidean as Euclidean
from .spaces import Sphere as Sphere
from .training import fit as fit

__version__: str
