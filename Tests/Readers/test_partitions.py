"""Reads partitioned exports with DuckDB: every table has the rows and the types of its view, and survives
the way to Parquet."""

import os
import subprocess

import duckdb
import pyarrow
import pyarrow.parquet
import pytest

from archives import PROGRAM, VIEWS, rows


def export(path, folder):
    command = [PROGRAM, "export", "--archive", path, "--quiet", "--partition", str(folder)]
    subprocess.run(command, check=True)


@pytest.fixture
def folder(hostile, tmp_path):
    export(hostile, tmp_path / "tables")
    return tmp_path / "tables"


@pytest.fixture
def database(folder, monkeypatch):
    monkeypatch.chdir(folder)
    connection = duckdb.connect()
    connection.execute((folder / "load.sql").read_text(encoding="utf-8"))
    yield connection
    connection.close()


def columns(database, view):
    return database.execute(f"SELECT column_name, column_type FROM (DESCRIBE {view})").fetchall()


def select(database, view):
    """The names of the columns, times as the text that they are in SQLite."""
    times = "strftime(timezone('UTC', \"{}\"), '%Y-%m-%dT%H:%M:%SZ')"
    return ", ".join(
        times.format(name) if kind == "TIMESTAMP WITH TIME ZONE" else f'"{name}"'
        for name, kind in columns(database, view)
    )


def test_duckdb_has_the_rows_of_every_view(database, hostile):
    for view in VIEWS:
        found = database.execute(f"SELECT {select(database, view)} FROM {view}").fetchall()
        assert sorted(map(repr, found)) == rows(hostile, view), view


def test_duckdb_has_the_types_and_the_meanings(database):
    kinds = dict(columns(database, "moderators"))
    assert kinds["user_id"] == "BIGINT" and kinds["site"] == "VARCHAR"
    assert kinds["first_seen"] == "TIMESTAMP WITH TIME ZONE"
    empty = database.execute("SELECT count(*) FROM duckdb_columns() WHERE comment IS NULL AND NOT internal")
    assert empty.fetchone() == (0,)


def test_parquet_keeps_types_and_rows(database, hostile, tmp_path):
    for view in VIEWS:
        database.execute(f"COPY {view} TO '{tmp_path}/{view}.parquet' (FORMAT parquet)")
    table = pyarrow.parquet.read_table(tmp_path / "tenures.parquet")
    assert table.num_rows == len(rows(hostile, "tenures"))
    types = dict(zip(table.schema.names, table.schema.types))
    assert types["user_id"] == pyarrow.int64() and types["display_name"] == pyarrow.string()
    assert types["began_before"] == pyarrow.timestamp("us", tz="UTC")


def test_a_table_without_rows_is_there(hostile, tmp_path, monkeypatch):
    import sqlite3

    connection = sqlite3.connect(hostile)
    connection.execute("DELETE FROM tenure WHERE until IS NOT NULL")
    connection.commit()
    connection.close()
    export(hostile, tmp_path / "tables")
    assert not (tmp_path / "tables" / "former_moderators").exists()
    monkeypatch.chdir(tmp_path / "tables")
    database = duckdb.connect()
    database.execute((tmp_path / "tables" / "load.sql").read_text(encoding="utf-8"))
    assert database.execute("SELECT count(*) FROM former_moderators").fetchone() == (0,)
    assert len(columns(database, "former_moderators")) == 21


def test_checksums_hold(folder):
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], check=True, cwd=folder)
    listed = [line[66:] for line in (folder / "SHA256SUMS").read_text().splitlines()]
    found = [os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names]
    assert sorted(listed + ["SHA256SUMS"]) == sorted(found)
