"Reads settings.ini, the single place of the package's metadata."

import json
import os
import re
import shlex
import subprocess
from configparser import ConfigParser
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

parser = ConfigParser(delimiters='=')
parser.read('settings.ini', encoding='utf-8')
cfg = parser['DEFAULT']
names = 'reproduce', 'data', 'mitsuba', 'views', 'worlds', 'cluster', 'docs', 'dev'
extras = {name: cfg[f'{name}_requirements'].split() for name in names}
extras['all'] = sorted({r for name in ('reproduce', 'data', 'views', 'docs') for r in extras[name]})
files = ['py.typed', '*.pyi', 'kernels/*.c', 'data/*.tar']
files += ['repro/rows/*.yaml', 'repro/*.json']

KERNEL = os.environ.get('CLICA_NB_KERNEL') == '1'  # a wheel for one platform, with the C kernel compiled in it


class WithKernel(Distribution):
    "A distribution for one platform, although no extension module of Python is in it."

    def has_ext_modules(self):
        return KERNEL


class Build(build_py):
    """Adds the notebooks of the experiments without outputs, and records without curves. Compiles the kernel for any
    processor of the platform; where there is a compiler, first use compiles a faster one."""

    def run(self):
        super().run()
        if self.editable_mode:
            return
        package = Path(self.build_lib) / 'clica_nb'
        for folder in ('experiments', 'results'):
            (package / 'repro' / folder).mkdir(exist_ok=True)
        for file in Path('nbs/experiments').glob('*.ipynb'):
            notebook = json.loads(file.read_text(encoding='utf-8'))
            for cell in (c for c in notebook['cells'] if c['cell_type'] == 'code'):
                cell['outputs'] = []
            (package / 'repro/experiments' / file.name).write_text(json.dumps(notebook), encoding='utf-8')
        for file in (Path(f'results/table_{t}.jsonl') for t in ('1', '2', 'content-style')):
            if file.is_file():
                records = map(json.loads, file.read_text(encoding='utf-8').splitlines())
                lines = [json.dumps({k: v for k, v in r.items() if k != 'curve'}) for r in records]
                (package / 'repro/results' / file.name).write_text('\n'.join(lines) + '\n', encoding='utf-8')
        if KERNEL:
            self.compile_kernel(package / 'kernels')

    def compile_kernel(self, folder):
        "The C kernel."
        flags = '-O3 -std=gnu11 -fno-math-errno -fno-trapping-math -fPIC -shared -pthread'.split()
        cc = shlex.split(os.environ.get('CC') or 'cc')
        subprocess.run([*cc, *flags, str(folder / 'cpu.c'), '-o', str(folder / 'lse.so'), '-lm'], check=True)


def commands():
    "Commands of setuptools; a wheel that holds the kernel is for any Python 3 and one platform."
    if not KERNEL:
        return {'build_py': Build}
    try:
        from setuptools.command.bdist_wheel import bdist_wheel
    except ImportError:  # before setuptools 70.1
        from wheel.bdist_wheel import bdist_wheel

    class PlatformWheel(bdist_wheel):
        def get_tag(self):
            return 'py3', 'none', super().get_tag()[2]

    return {'build_py': Build, 'bdist_wheel': PlatformWheel}


def description() -> str:
    "The README as an index shows it: links to files of the repository lead nowhere there, nor do its pictures."
    text = re.sub(r'!\[[^]]*\]\([^)]*\)', '', Path('README.md').read_text(encoding='utf-8'))
    return re.sub(r'\[([^]]+)\]\((?!https?:)[^)]*\)', r'\1', text)


setup(
    cmdclass=commands(),
    distclass=WithKernel,
    name=cfg['lib_name'],
    version=cfg['version'],
    description=cfg['description'],
    keywords=cfg['keywords'],
    author=cfg['author'],
    author_email=cfg['author_email'],
    license='Apache-2.0',
    project_urls={
        'Source': cfg['git_url'],
        'Documentation': cfg['doc_host'] + cfg['doc_baseurl'],
        'Changelog': cfg['git_url'] + '/blob/main/CHANGELOG.md',
        'Paper': 'https://arxiv.org/abs/2102.08850',
    },
    classifiers=[
        'Development Status :: 5 - Production/Stable',
        'Framework :: Jupyter',
        'Intended Audience :: Science/Research',
        'Programming Language :: Python :: 3',
        *(f'Programming Language :: Python :: 3.{minor}' for minor in (11, 12, 13)),
        'Topic :: Scientific/Engineering :: Artificial Intelligence',
        'Typing :: Typed',
    ],
    long_description=description(),
    long_description_content_type='text/markdown',
    packages=[*find_packages(include=['clica_nb', 'clica_nb.*']), 'clica_nb.repro.rows'],
    include_package_data=True,
    package_data={'clica_nb': files},
    python_requires=f">={cfg['min_python']}",
    install_requires=cfg['requirements'].split(),
    extras_require=extras,
    zip_safe=False,
    entry_points={'console_scripts': cfg['console_scripts'].split(), 'nbdev': ['clica_nb=clica_nb._modidx:d']},
)
