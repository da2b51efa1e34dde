import shutil
import sqlite3
import tempfile

import pytest

from archives import HOSTILE, sync


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("archive") / "archive.sqlite")
    for day in (0, 40, 80):
        sync(path, day)
    return path


@pytest.fixture
def hostile(archive, tmp_path):
    """A copy of the archive with texts that are hard to carry, which nothing but an export is to read."""
    path = str(tmp_path / "hostile.sqlite")
    shutil.copy(archive, path)
    connection = sqlite3.connect(path)
    members = [row[0] for row in connection.execute("SELECT id FROM member ORDER BY id")]
    for number, member in enumerate(members):
        text = HOSTILE[number % len(HOSTILE)]
        connection.execute(
            "UPDATE member SET about_text = ?, location = ? WHERE id = ?",
            (text * 3, None if number % 2 else text, member),
        )
        connection.execute("UPDATE name SET display_name = ? WHERE member = ? AND until IS NULL", (text, member))
    connection.commit()
    connection.close()
    return path


@pytest.fixture(scope="session")
def server():
    from postgres import Server

    folder = tempfile.mkdtemp(prefix="modexport-", dir="/tmp")
    server = Server(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)
