"""Loads exports into PostgreSQL: every table has the rows of its view, whatever came before and however the
load ended."""

import itertools
import json
import shutil
import sqlite3
import subprocess

import pytest

from postgres import BINARIES

from archives import PROGRAM, SAMPLE, VIEWS, rows, sync

SMALL = ["--sites", "24"]


@pytest.fixture
def database(server, numbers=itertools.count()):
    name = f"test_{next(numbers)}"
    server.psql("postgres", f"CREATE DATABASE {name}".encode())
    return name


def export(path, *arguments):
    command = [PROGRAM, "export", "--format", "postgres", "--archive", path, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def loaded(server, database, view, schema="modexport"):
    """The rows of a table as SQLite has them: times are text."""
    types = server.lines(
        database,
        "SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute "
        f"WHERE attrelid = '{schema}.{view}'::regclass AND attnum > 0 ORDER BY attnum",
    )
    times = {
        "timestamp with time zone": """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')""",
    }
    columns = [times.get(kind, "{}").format(name) for name, kind in (line.split(" ", 1) for line in types)]
    found = server.lines(database, f"SELECT json_build_array({', '.join(columns)}) FROM {schema}.{view}")
    return sorted(repr(tuple(json.loads(line))) for line in found)


def expect_same(server, database, path):
    for view in VIEWS:
        assert loaded(server, database, view) == rows(path, view), view


def test_every_table_has_the_rows_of_its_view(server, database, hostile):
    server.load(database, export(hostile))
    expect_same(server, database, hostile)
    names = server.lines(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'modexport'")
    assert sorted(names) == VIEWS
    assert server.lines(database, "SELECT count(*) FROM pg_sequences") == ["0"]
    # Every table and column is explained.
    assert server.lines(
        database,
        "SELECT count(*) FROM pg_attribute WHERE attrelid IN (SELECT oid FROM pg_class WHERE relkind = 'r' AND "
        "relnamespace = 'modexport'::regnamespace) AND attnum > 0 AND col_description(attrelid, attnum) IS NULL",
    ) == ["0"]


def test_a_nul_becomes_a_replacement_character(server, database, hostile):
    connection = sqlite3.connect(hostile)
    connection.execute("UPDATE member SET location = 'a' || char(0) || 'b'")
    connection.commit()
    connection.close()
    server.load(database, export(hostile))
    assert set(server.lines(database, "SELECT location FROM modexport.moderators")) == {"a\ufffdb"}


def test_a_second_load_gives_the_same_tables_and_keeps_rights(server, database, archive):
    stream = export(archive)
    assert stream == export(archive)
    server.load(database, stream)
    server.load(
        database,
        b"DROP ROLE IF EXISTS reader; CREATE ROLE reader; GRANT USAGE ON SCHEMA modexport TO reader;"
        b"GRANT SELECT ON modexport.moderators TO reader;",
    )
    server.load(database, stream)
    expect_same(server, database, archive)
    server.load(database, b"SET ROLE reader; SELECT count(*) FROM modexport.moderators;")
    assert server.load(database, b"SET ROLE reader; SELECT * FROM modexport.people;", check=False).returncode != 0
    server.psql(database, b"DROP OWNED BY reader; DROP ROLE reader;")


@pytest.fixture(scope="session")
def history(tmp_path_factory):
    """An archive whose latest run was days ago."""
    path = str(tmp_path_factory.mktemp("history") / "archive.sqlite")
    command = [SAMPLE, "archive", path, *SMALL, "--days", "30", "--every", "10", "--until", "2026-06-30"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def sent(stream, view):
    """The lines of the rows of a table."""
    return stream.split(f'COPY modexport_next."{view}" '.encode())[1].split(b"\n\\.\n")[0].split(b"\n")[1:]


def test_a_load_that_is_cut_off_leaves_the_old_tables(server, database, archive, tmp_path):
    server.load(database, export(archive))
    before = {view: loaded(server, database, view) for view in VIEWS}
    path = str(tmp_path / "archive.sqlite")
    shutil.copy(archive, path)
    sync(path, 90)
    stream = export(path)
    end = len(stream) - len(b"COMMIT;\n")
    for place in (*range(1, end, end // 15), end):
        server.load(database, stream[:place], check=False)
        assert server.lines(database, "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'modexport%'") == ["1"]
    assert {view: loaded(server, database, view) for view in VIEWS} == before
    # An error in the middle ends the load too, also where psql was not told to stop.
    broken = export(path).replace(b"COPY modexport_next.\"runs\"", b"COPY modexport_next.\"nothing\"", 1)
    server.psql(database, broken, "-q", check=False)
    assert {view: loaded(server, database, view) for view in VIEWS} == before


def test_what_others_made_is_never_dropped(server, database, archive):
    server.load(database, b"CREATE SCHEMA modexport; CREATE TABLE modexport.mine (a int);")
    answer = server.load(database, export(archive), check=False)
    assert answer.returncode == 3 and b"something other than an export" in answer.stderr
    server.load(database, b"DROP SCHEMA modexport CASCADE;")
    server.load(database, export(archive))
    server.load(database, b"CREATE VIEW public.mine AS SELECT site FROM modexport.moderators;")
    server.load(database, b"CREATE TABLE modexport.yours (a int);")
    for dropped, words in ((b"VIEW public.mine", b"view mine depends on"), (b"TABLE modexport.yours", b"table modexport.yours")):
        answer = server.load(database, export(archive), check=False)
        assert answer.returncode == 3 and words in answer.stderr and b"something of yours" in answer.stderr
        # Only names that the reader knows.
        assert b"modexport_" not in answer.stderr
        expect_same(server, database, archive)
        server.load(database, b"DROP " + dropped + b";")
    server.load(database, b"CREATE SCHEMA modexport_next;")
    answer = server.load(database, export(archive), check=False)
    assert answer.returncode == 3 and b"there is a schema modexport_next, whose name" in answer.stderr
    server.load(database, b"DROP SCHEMA modexport_next;" + export(archive))
    expect_same(server, database, archive)


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE modexport.sites ENABLE ROW LEVEL SECURITY;",
        "GRANT SELECT (site) ON modexport.moderators TO public;",
    ],
)
def test_restrictions_that_a_load_would_remove_stop_it(server, database, archive, sql):
    server.load(database, export(archive))
    server.load(database, sql.encode())
    answer = server.load(database, export(archive), check=False)
    assert answer.returncode == 3 and b"have row security or rights on columns" in answer.stderr
    expect_same(server, database, archive)


def test_a_transaction_that_began_before_a_load_sees_no_empty_tables(server, database, archive):
    server.load(database, export(archive))
    command = [f"{BINARIES}/psql", "-X", "-A", "-t", "-q", "-h", server.folder, "-U", "postgres", "-d", database]
    reader = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    reader.stdin.write("BEGIN ISOLATION LEVEL REPEATABLE READ;\nSELECT 1;\n")
    reader.stdin.flush()
    assert reader.stdout.readline() == "1\n"
    server.load(database, export(archive))
    seen, _ = reader.communicate("SELECT count(*) FROM modexport.moderators;\nCOMMIT;\n", timeout=60)
    assert seen.strip() == server.lines(database, "SELECT count(*) FROM modexport.moderators")[0] != "0"
