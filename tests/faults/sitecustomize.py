"""Faults inside a notebook, for the campaign: on PYTHONPATH, so that every Python of a run reads this first. While the
file FAULT_SWITCH exists, FAULT_NOTEBOOK says what goes wrong."""

import builtins
import os
import sys
import time

if (
    os.environ.get('FAULT_NOTEBOOK')
    and os.path.exists(os.environ.get('FAULT_SWITCH', ''))
    and 'ipykernel' in ' '.join(sys.orig_argv)
):
    if os.environ['FAULT_NOTEBOOK'] == 'raises':
        whole = print

        def print_(*a, **k):
            seed = sys._getframe(1).f_globals.get('seed')  # FAULT_SEED: in the notebook of this seed only
            if a and str(a[0]).startswith('r2 ') and os.environ.get('FAULT_SEED', '') in ('', str(seed)):
                raise RuntimeError('injected: the notebook raises after training')
            whole(*a, **k)

        builtins.print = print_
    if os.environ['FAULT_NOTEBOOK'] == 'waits':  # after its first checkpoint, until it is killed
        replace = os.replace

        def replace_(source, target, **k):
            replace(source, target, **k)
            if str(target).endswith('checkpoint.pt'):
                time.sleep(10**6)

        os.replace = replace_
    if os.environ['FAULT_NOTEBOOK'] == 'nan':

        class Later:
            "Patches torch's Adam once torch is there."

            def find_spec(self, name, path=None, target=None):
                if name == 'clica_nb.training':
                    sys.meta_path.remove(self)
                    import torch

                    step, count = torch.optim.Adam.step, [0]

                    def broken(self, *a, **k):
                        out = step(self, *a, **k)
                        count[0] += 1
                        if count[0] == 33:
                            self.param_groups[0]['params'][0].data.view(-1)[0] = float('nan')
                        return out

                    torch.optim.Adam.step = broken

        sys.meta_path.insert(0, Later())
