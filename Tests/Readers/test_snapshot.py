"""Opens the file for readers in Datasette, where nothing can be written."""

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess

import pytest
from datasette.app import Datasette

from archives import PROGRAM, VIEWS, rows

TABLES = [view for view in VIEWS if view != "pages"]


@pytest.fixture
def readers(hostile, tmp_path):
    folder = tmp_path / "readers"
    folder.mkdir()
    command = [PROGRAM, "export", "--archive", hostile, "--quiet", "--format", "sqlite", str(folder / "people.db")]
    subprocess.run(command, check=True)
    return folder


def test_every_table_has_the_rows_of_its_view(readers, hostile):
    for view in TABLES:
        assert rows(str(readers / "people.db"), view) == rows(hostile, view), view


def test_the_file_is_sound_and_smaller_than_the_archive(readers, hostile):
    connection = sqlite3.connect(f"file:{readers}/people.db?mode=ro&immutable=1", uri=True)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
    for table in ("moderators", "people", "sites"):
        connection.execute(f"SELECT count(*) FROM {table}_fts").fetchone()
    connection.close()
    assert sorted(os.listdir(readers)) == ["people.db"]


def test_datasette_shows_tables_and_a_search(readers):
    datasette = Datasette([], immutables=[str(readers / "people.db")])

    async def ask():
        page = await datasette.client.get("/people/moderators")
        data = await datasette.client.get("/people/moderators.json?_shape=array&_size=max")
        found = await datasette.client.get("/people/moderators.json?_shape=array&_search=hostile")
        return page, data, found

    page, data, found = asyncio.run(ask())
    assert page.status_code == 200 and 'type="search"' in page.text
    assert sorted(map(json.dumps, data.json())) == sorted(map(json.dumps, as_documents(readers, "moderators")))
    hits = [row["display_name"] for row in found.json()]
    assert hits and all("hostile" in name for name in hits)


def as_documents(readers, table):
    connection = sqlite3.connect(readers / "people.db")
    connection.row_factory = sqlite3.Row
    found = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
    connection.close()
    return found


def test_datasette_serves_it_with_i(readers):
    """As a command, in a folder where nothing can be written."""
    command = [shutil.which("datasette", path=os.path.dirname(os.sys.executable)), "-i", "people.db"]
    os.chmod(readers, 0o555)
    answer = subprocess.run(
        [*command, "--get", "/people/people.json?_shape=array"],
        cwd=readers,
        check=True,
        capture_output=True,
        text=True,
    )
    assert len(json.loads(answer.stdout)) == len(as_documents(readers, "people"))
