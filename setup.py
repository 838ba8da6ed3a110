"Reads settings.ini, the single place of the package's metadata."

from configparser import ConfigParser

from setuptools import find_packages, setup

parser = ConfigParser(delimiters='=')
parser.read('settings.ini', encoding='utf-8')
cfg = parser['DEFAULT']
names = 'reproduce', 'data', 'mitsuba', 'views', 'worlds', 'motion', 'parquet', 'cluster', 'docs', 'dev'
extras = {name: cfg[f'{name}_requirements'].split() for name in names}
extras['all'] = sorted({r for name in ('reproduce', 'data', 'views', 'docs') for r in extras[name]})
files = ['py.typed', '*.pyi', 'kernels/*.c', 'render/*.json', 'data/*.tar']
files += ['repro/rows/*.yaml', 'repro/*.json', 'repro/kernelspec/kernels/*/*.json']

setup(
    name=cfg['lib_name'],
    version=cfg['version'],
    description=cfg['description'],
    keywords=cfg['keywords'],
    author=cfg['author'],
    author_email=cfg['author_email'],
    license='Apache-2.0',
    url=cfg['git_url'],
    long_description=open('README.md', encoding='utf-8').read(),
    long_description_content_type='text/markdown',
    packages=find_packages(include=['clica_nb', 'clica_nb.*']),
    include_package_data=True,
    package_data={'clica_nb': files},
    python_requires=f">={cfg['min_python']}",
    install_requires=cfg['requirements'].split(),
    extras_require=extras,
    zip_safe=False,
    entry_points={'console_scripts': cfg['console_scripts'].split(), 'nbdev': ['clica_nb=clica_nb._modidx:d']},
)
