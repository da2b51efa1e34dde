"""Reports for the public: nothing that they leave out is in any of their files."""

import json
import re
import sqlite3
import subprocess

import pytest

from archives import PROGRAM, SAMPLE
from test_deposit import DEPOSIT

PROFILE = ["location", "website_url", "about_text", "profile_image"]


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    path = tmp_path_factory.mktemp("history") / "archive.sqlite"
    command = [SAMPLE, "archive", path, "--days", "720", "--every", "30", "--sites", "12", "--quiet"]
    subprocess.run(command, check=True)
    return path


def select(path, sql):
    return [row[0] for row in sqlite3.connect(path).execute(sql) if row[0]]


def write(history, folder, *options):
    (folder / "deposit.json").write_text(DEPOSIT, encoding="utf-8")
    command = [PROGRAM, "report", "--archive", history, "--deposit", folder / "deposit.json", "--output", folder / "bag"]
    done = subprocess.run([*command, *options], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    files = {path.relative_to(folder / "bag").as_posix(): path.read_bytes()
             for path in (folder / "bag").rglob("*") if path.is_file()}
    return done, files


def names(path, present):
    """The names of those who have a role now, or of those who have none and left more than a year before the end."""
    key = "network || ' ' || coalesce(account_id, site || ' ' || user_id)"
    now = f"SELECT {key} FROM tenures WHERE ended_before IS NULL AND grade IS NOT NULL"
    recent = f"""SELECT {key} FROM tenures
        WHERE ended_before >= (SELECT strftime('%Y-%m-%dT%H:%M:%SZ', max(published_at), '-365 days') FROM sites)"""
    these = f"{key} {'' if present else 'NOT'} IN ({now} UNION {recent})"
    all_names = f"SELECT display_name FROM tenures WHERE {these} AND kind <> 'community'"
    links = f"SELECT link FROM former_moderators WHERE {these} AND kind <> 'community'"
    former = f"""SELECT json_extract(detail, '$.display_name[0]') FROM changes
        WHERE user_id IS NOT NULL AND kind = 'renamed' AND {these}"""
    return set(select(path, all_names) + select(path, former) + ([] if present else select(path, links)))


def holds(files, value):
    """The files with a value, as it stands in text, in JSON or in a page."""
    escaped = value.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    forms = {value.encode(), escaped.encode(), json.dumps(value)[1:-1].encode()}
    patterns = [re.compile(rb"(?<![\w])" + re.escape(form) + rb"(?![\w])") for form in forms]
    return sorted(name for name, data in files.items() if any(pattern.search(data) for pattern in patterns))


def test_no_file_has_what_is_left_out(history, tmp_path):
    (tmp_path / "all").mkdir()
    _, everything = write(history, tmp_path / "all")
    done, files = write(history, tmp_path, "--public")
    assert "has no archive" in done.stderr and "data/archive.sqlite" not in files
    gone = names(history, False) - names(history, True)
    profiles = {value for view in ("moderators", "former_moderators") for column in PROFILE
                for value in select(history, f"SELECT DISTINCT {column} FROM {view}")}
    # A place may be the word of something else, such as of a site.
    elsewhere = set(select(history, "SELECT name FROM sites"))
    for values in (gone, profiles - elsewhere):
        assert len(values) > 5
        for value in values:
            assert holds(everything, value), value
            assert holds(files, value) == [], value
    assert any(holds(files, name) for name in names(history, True))
    for name, data in files.items():
        if name.endswith(".html"):
            assert b"no names of those who left before" in data, name
    assert "for the public" in json.loads(files["data/datapackage.json"])["description"]


def test_names_are_kept_for_as_long_as_asked(history, tmp_path):
    _, files = write(history, tmp_path, "--public", "--public-after", "9999d")
    assert all(holds(files, name) for name in names(history, False))


def test_who_left_is_still_counted(history, tmp_path):
    _, files = write(history, tmp_path, "--public")
    rows = select(history, "SELECT count(*) FROM tenures")
    assert len(re.findall(rb"\r\n", files["data/csv/tenures.csv"])) == rows[0] + 1
