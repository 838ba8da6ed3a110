"The options of the tests, and what the tests of the site share: the site of this project, and a browser."

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / 'tools/site'))


def pytest_addoption(parser):
    parser.addoption('--slow', action='store_true', help='also run what takes minutes')
    parser.addoption('--site', help='a site of this project that was built already: it is tested as it is')


def pytest_configure(config):
    config.addinivalue_line('markers', 'slow: takes minutes; runs with --slow')


def pytest_collection_modifyitems(config, items):
    if config.getoption('--slow'):
        return
    for item in items:
        if 'slow' in item.keywords:
            item.add_marker(pytest.mark.skip(reason='slow: pytest --slow, or make test-slow'))


@pytest.fixture(scope='session')
def own(tmp_path_factory, pytestconfig):
    "This project's site, and its problems; what did not change since the last build comes from build/site."
    from check import site_problems

    import build

    if built := pytestconfig.getoption('--site'):
        return Path(built).resolve(), site_problems(Path(built))
    out = tmp_path_factory.mktemp('own') / 'site'
    return out, build.build(Path(__file__).parent.parent, out)


@pytest.fixture(scope='session')
def browser():
    from browser import Browser, find_browser

    program = find_browser()
    if not program:
        pytest.skip('no Chromium found (apt-get install chromium, or name one in CHROMIUM): the pages were not opened')
    with Browser(program) as b:
        yield b
