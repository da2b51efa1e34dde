import pytest

from archives import sync


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("archive") / "archive.sqlite")
    for day in (0, 40, 80):
        sync(path, day)
    return path
