"""Runs the recipes of the manual's page as they stand there, and compares what they print with the archive."""

import csv
import importlib.util
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import pytest

from archives import PROGRAM, SAMPLE

PAGE = Path(__file__).parents[2] / "Sources/ModExportCommands/ModExport.docc/ReadItWith.md"
TOOLS = ["psql", "DuckDB", "Spark", "pandas", "Datasette", "lifelines"]
SHELL = ["bash", "-euo", "pipefail"]
DAYS, GAP, CLOSE = 120, 30, 2
HISTORY = ["--sites", "24", "--days", str(DAYS), "--until", "2026-06-30"]


def blocks(tool):
    """The blocks of the section of a tool: their languages and texts."""
    section = re.search(rf"^### {tool}\n(.*?)(?=^### |\Z)", PAGE.read_text(encoding="utf-8"), re.S | re.M)
    return re.findall(r"^```(\w*)\n(.*?)^```$", section[1], re.S | re.M)


def sample(folder, every):
    path = str(folder / "modexport.sqlite")
    command = [SAMPLE, "archive", path, *HISTORY, "--every", str(every)]
    subprocess.run(command, check=True, capture_output=True)
    return path


@pytest.fixture(scope="module")
def history(tmp_path_factory):
    return sample(tmp_path_factory.mktemp("history"), GAP)


@pytest.fixture(scope="module")
def frequent(tmp_path_factory):
    return sample(tmp_path_factory.mktemp("frequent"), CLOSE)


@pytest.fixture(scope="module")
def truth(tmp_path_factory):
    """The same history, in which every day was read: the network changes at most once a day."""
    return sample(tmp_path_factory.mktemp("truth"), 1)


@pytest.fixture
def run(history, tmp_path):
    """Runs the recipe of a tool in a folder with the archive, and gives what each block printed."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "modexport").symlink_to(os.path.abspath(PROGRAM))
    path = os.pathsep.join([str(programs), os.path.dirname(sys.executable), os.environ["PATH"]])

    def run(tool, archive=history, **variables):
        folder = Path(tempfile.mkdtemp(dir=tmp_path))
        shutil.copy(archive, folder)
        printed = []
        for language, text in blocks(tool):
            command = {"sh": [*SHELL, "-c", text], "python": [sys.executable, "-c", text]}[language]
            environment = {**os.environ, "PATH": path, **variables}
            answer = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
            assert answer.returncode == 0, text
            printed.append(answer.stdout)
        assert (folder / "modexport.sqlite").read_bytes() == Path(archive).read_bytes()
        return printed

    return run


def select(path, sql):
    connection = sqlite3.connect(path)
    found = connection.execute(sql).fetchall()
    connection.close()
    return found


def table(text):
    return list(csv.reader(io.StringIO(text.strip())))


def as_texts(found):
    return [[str(value) for value in row] for row in found]


def test_every_recipe_is_run():
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^### (.*)$", text, re.M) == TOOLS
    assert sum(len(blocks(tool)) for tool in TOOLS) == len(re.findall(r"^```\w", text, re.M))


def test_psql(run, server, history):
    printed = run("psql", PGHOST=server.folder, PGUSER="postgres")
    assert table(printed[1])[1:] == as_texts(
        select(
            history,
            "SELECT site, count(DISTINCT user_id) AS number FROM moderators WHERE kind <> 'community' "
            "GROUP BY site ORDER BY number DESC, site LIMIT 10",
        )
    )


def test_duckdb(run, history):
    assert table(run("DuckDB")[-1])[1:] == as_texts(
        select(
            history,
            "SELECT strftime('%Y', began_before) AS year, count(*) FROM tenures "
            "WHERE began_after IS NOT NULL AND kind <> 'community' GROUP BY year ORDER BY year",
        )
    )


@pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="scripts/test-spark runs it")
def test_spark(run, history):
    assert table(run("Spark")[-1]) == as_texts(
        select(
            history,
            "SELECT network, site, count(user_id), sum(reputation) FROM moderators WHERE kind <> 'community' "
            "GROUP BY network, site ORDER BY network, site",
        )
    )


def test_pandas(run, history):
    header, *lines = table(run("pandas")[0])
    numbers = {(line[0], kind): int(number) for line in lines for kind, number in zip(header[1:], line[1:])}
    months = "SELECT strftime('%Y-%m', observed_at), kind FROM changes WHERE kind IN ('joined', 'left', 'returned')"
    assert {key: number for key, number in numbers.items() if number} == Counter(select(history, months))


def test_datasette(run, history):
    found = sorted((row["site"], row["user_id"]) for row in json.loads(run("Datasette")[0].split("\n")[-2]))
    texts = select(history, "SELECT site, user_id, display_name, location, about_text FROM moderators")
    expected = sorted(row[:2] for row in texts if re.search(r"\blondon\b", " ".join(map(str, row[2:])), re.I))
    assert found == expected != []


def lengths(path, began_after):
    """Of tenures: how many days each lasted, and whether it has ended. Without a known end, it lasts so far."""
    found = select(
        path,
        "SELECT julianday(coalesce(ended_before, ended_after)) - julianday(began_before), ended_before IS NOT NULL "
        f"FROM tenures WHERE kind = 'moderator' AND began_after IS {began_after}",
    )
    return [round(days) for days, _ in found], [ended for _, ended in found]


def share(path, days):
    """The share of those on the first lists that has not left after so many days."""
    stays = [length > days or not ended for length, ended in zip(*lengths(path, "NULL"))]
    return sum(stays) / len(stays)


def test_lifelines_gives_the_share_that_has_not_left(run, history, truth):
    curve = [list(map(float, line)) for line in table(run("lifelines")[0])[1:]]
    for days in range(GAP, DAYS + 1, GAP):
        # The two bounds are the same after a reading.
        _, *bounds = next(row for row in curve if row[0] > days)
        assert bounds == pytest.approx([share(history, days)] * 2)
        assert bounds[0] == pytest.approx(share(truth, days), rel=0.05)


def true_median(path):
    from lifelines import KaplanMeierFitter

    return KaplanMeierFitter().fit(*lengths(path, "NOT NULL")).median_survival_time_


def test_lifelines_needs_readings_that_are_closer_than_the_median(run, history, frequent, truth):
    """The page says how far the estimates are from what the network did."""
    words = " ".join(PAGE.read_text(encoding="utf-8").split())
    number, median = len(lengths(truth, "NOT NULL")[0]), true_median(truth)
    expected = f"with {number} tenures that began in {DAYS} days and last {median:.0f} days at the median,"
    estimates = []
    for path, every, end in ((frequent, CLOSE, ";"), (history, GAP, ".")):
        found, estimate = run("lifelines", path)[1].strip().split(",")
        assert int(found) == len(lengths(path, "NOT NULL")[0])
        estimates.append(float(estimate))
        expected += f" readings every {every} days see {found} and give {estimates[-1]:.1f} days{end}"
    assert expected in words
    assert estimates[0] == pytest.approx(median, rel=0.05)
