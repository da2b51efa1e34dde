"""Opens an archive in Datasette and sqlite-utils, and its tables as CSV in Python and SQLite's shell:
every view is there and can be read."""

import asyncio
import csv
import io
import json
import subprocess
import sys

import pytest
import sqlite_utils
from datasette.app import Datasette

from archives import PROGRAM, VIEWS

# What is empty would prove nothing.
BIG_ENOUGH = 2


@pytest.fixture(scope="session")
def database(archive):
    return sqlite_utils.Database(archive)


DATED = {
    "dated_change", "dated_reputation", "dated_tenure", "elected_list", "every_seat", "finished_walk",
    "former_name",
    "held", "listed_site", "reading", "seat", "seen_tenure", "site_list", "site_version",
}


def test_the_views_are_those_of_the_manual(database):
    # Those with the dates of the ledger stand beside the contract.
    assert sorted(set(database.view_names()) - DATED) == VIEWS


@pytest.mark.parametrize("view", VIEWS)
def test_sqlite_utils_reads_the_view(archive, database, view):
    rows = list(database[view].rows)
    assert len(rows) >= BIG_ENOUGH
    # As a command, through CSV and back.
    command = [sys.executable, "-m", "sqlite_utils", "rows", archive, view, "--csv"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    read = list(csv.DictReader(io.StringIO(text)))
    assert [list(row) for row in read] == [list(row) for row in rows]
    shown = [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    assert read == shown


@pytest.mark.parametrize("view", VIEWS)
def test_datasette_shows_the_view(archive, database, view):
    rows = list(database[view].rows)

    async def ask():
        datasette = Datasette([archive], settings={"max_returned_rows": 5000})
        page = await datasette.client.get(f"/archive/{view}")
        data = await datasette.client.get(f"/archive/{view}.json?_shape=array&_size=max")
        first = next(iter(rows[0]))
        some = await datasette.client.get(f"/archive/{view}.json?_shape=array&_sort_desc={first}")
        return page, data, some

    page, data, some = asyncio.run(ask())
    assert page.status_code == 200 and f"<h1" in page.text
    assert sorted(map(json.dumps, data.json())) == sorted(map(json.dumps, rows))
    assert some.status_code == 200 and some.json()


def values(rows):
    """Rows as CSV knows them: text, and nothing where there is no value."""
    return [["" if value is None else str(value) for value in row.values()] for row in rows]


@pytest.fixture(scope="session")
def tables(archive, tmp_path_factory):
    folder = tmp_path_factory.mktemp("report") / "latest"
    command = [PROGRAM, "report", "--archive", archive, "--output", folder]
    subprocess.run([*command, "--quiet"], check=True)
    return folder / "csv"


@pytest.mark.parametrize("view", VIEWS)
def test_python_reads_the_view_back(database, tables, view):
    with open(tables / f"{view}.csv", encoding="utf-8", newline="") as file:
        read = list(csv.reader(file, strict=True))
    rows = list(database[view].rows)
    assert len(rows) >= BIG_ENOUGH
    assert read[0] == list(rows[0])
    assert sorted(read[1:]) == sorted(values(rows))


@pytest.mark.parametrize("view", VIEWS)
def test_the_shell_of_sqlite_imports_the_view(database, tables, view):
    script = f".mode csv\n.import {view}.csv read\n.mode json\nSELECT * FROM read;\n"
    shell = subprocess.run(
        ["sqlite3", ":memory:"], input=script, cwd=tables, check=True, capture_output=True, text=True
    )
    assert shell.stderr == ""
    assert sorted(values(json.loads(shell.stdout))) == sorted(values(database[view].rows))


def test_datasette_answers_what_the_manual_asks(archive):
    question = """
        SELECT site, json_extract(detail, '$.display_name[0]') AS before FROM changes
        WHERE kind = 'renamed'
    """

    async def ask():
        parameters = {"sql": question, "_shape": "array"}
        return await Datasette([archive]).client.get("/archive.json", params=parameters)

    answer = asyncio.run(ask())
    assert answer.status_code == 200
    assert all(row["before"] for row in answer.json())
