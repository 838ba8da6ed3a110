import pytest


def pytest_addoption(parser):
    parser.addoption('--slow', action='store_true', help='also run what takes minutes')


def pytest_configure(config):
    config.addinivalue_line('markers', 'slow: takes minutes; runs with --slow')


def pytest_collection_modifyitems(config, items):
    if config.getoption('--slow'):
        return
    for item in items:
        if 'slow' in item.keywords:
            item.add_marker(pytest.mark.skip(reason='slow: pytest --slow, or make test-slow'))
