"""The skips that CI accepts, each with its reason; any other fails the run: see `run_all.py --judge-skips`.

What a wheel or a package of Debian brings is installed by `.ci/run`, so that its tests run: Snakemake, Mitsuba.
Stand-ins remain for what cannot be had, or not for six minutes of processor time:

- 3DIdent, Causal3DIdent and their masks: images by our renderers, from the published recipes. Compared: sizes, factors
  and ranges as the papers state them; no image of theirs.
- KITTI Masks: a walking figure. Compared: its steps with the published distributions.
- Quarto: the site's own builder. Compared: page by page, once, where somebody had Quarto.
- Several GPUs: processes on the CPU (gloo). Compared: gradients equal to those of one process.
- A cluster: a real Slurm is a recorded run; Snakemake's local executor runs here.
"""

import re

ALLOWED = {
    'slow: pytest --slow, or make test-slow': 'minutes each; make test-slow runs them',
    'no file system can be mounted here': 'only root may',
    'settings.ini says that the repository is public': 'nothing to test there',
}  # pattern of a whole reason -> why CI may skip it
WITHOUT_APT = {'no Chromium found .*': 'a package of Debian'}  # the same, where apt does not answer


def unexpected(
    reasons,  # Of skipped tests, as printed
    apt: bool = True,  # Could packages be installed?
) -> list:  # Those that no entry allows
    allowed = [*ALLOWED, *(() if apt else WITHOUT_APT)]
    return [r for r in reasons if not any(re.fullmatch(p, r, re.S) for p in allowed)]
