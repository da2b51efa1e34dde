"""Who held a role of a wiki on a day, against a replay of the wikis' own logs that shares no code with the program."""

import json
import random
import sqlite3
import subprocess
from collections import defaultdict
from datetime import datetime, timedelta, timezone

import duckdb
import pytest

from archives import PROGRAM
from farm import Farm

SITES, DAY, PAIRS = 24, 60, 1_000
FIRST_DAY = datetime(2008, 1, 1, tzinfo=timezone.utc)


@pytest.fixture(scope="module")
def farm():
    farm = Farm(SITES, DAY)
    yield farm
    farm.stop()


@pytest.fixture(scope="module")
def archive(farm, tmp_path_factory):
    path = str(tmp_path_factory.mktemp("wikis") / "archive.sqlite")
    run = subprocess.run([PROGRAM, *farm.sync(path, "--history", "200")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return path


def replay(rows):
    """For how long each account held each role: the names that it had, the role, and two moments."""
    account_of, names, held, tenures = {}, defaultdict(set), {}, []

    def account(name):
        number = account_of.setdefault(name, len(names))
        names[number].add(name)
        return number

    def end(key, moment):
        tenures.append((key[0], key[1], held.pop(key)[0], moment))

    for time, _, row in sorted(rows, key=lambda row: row[:2]):
        for key, (_, expiry) in list(held.items()):
            if expiry and expiry < time:
                end(key, expiry)
        if row["type"] == "renameuser":
            number = account(row["params"]["olduser"])
            account_of.pop(row["params"]["olduser"])
            account_of[row["params"]["newuser"]] = number
            names[number].add(row["params"]["newuser"])
            continue
        if "params" not in row:
            continue
        number = account(row["title"].split(":", 1)[1].split("@")[0])
        after = {one["group"]: one["expiry"] for one in row["params"]["newmetadata"]}
        for group in set(row["params"]["oldgroups"]) - set(after):
            if (number, group) in held:
                end((number, group), time)
        for group, expiry in after.items():
            since = held.get((number, group), (time,))[0]
            held[number, group] = (since, None if expiry == "infinity" else expiry)
    for key in list(held):
        end(key, held[key][1] if held[key][1] and held[key][1] < "9" else "9")
    return [(names[number], role, began, ended) for number, role, began, ended in tenures]


def rows_of(farm, wiki):
    """The rows about a wiki: its own, and those of the central wiki that name it. Those of a second of which the other
    log hides a row are left out: nobody knows whom that is about, and which came first."""
    own = [row for kind in ("rights", "renameuser") for row in farm.log(wiki, kind)]
    central = farm.log(farm.centre, "rights")
    hidden = {row["timestamp"] for row in own + central if "title" not in row}
    rows = [row for row in own if "@" not in row.get("title", "@")]
    rows += [row for row in central if row.get("title", "").endswith(f"@{wiki}")]
    return [(row["timestamp"], row["logid"], row) for row in rows if row["timestamp"] not in hidden]


@pytest.fixture(scope="module")
def tenures(archive, tmp_path_factory):
    """The tenures of the report."""
    report = str(tmp_path_factory.mktemp("report") / "report")
    subprocess.run([PROGRAM, "report", "--output", report, "--archive", archive, "-q"], check=True)
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(f"CREATE TABLE tenures AS FROM '{report}/csv/tenures.csv'")
    return connection


def told(tenures, wiki, day, who="display_name"):
    """Who is told to have held a role on a day: for certain, and at least perhaps."""
    query = f"""SELECT {who}, role, max(began_before < $day + INTERVAL 1 DAY AND ended_after >= $day) FROM tenures
        WHERE site = $wiki AND coalesce(began_after, '-infinity') < $day + INTERVAL 1 DAY
          AND coalesce(ended_before, 'infinity') > $day GROUP BY ALL"""
    rows = tenures.execute(query, {"wiki": wiki, "day": day}).fetchall()
    return {row[:2] for row in rows if row[2]}, {row[:2] for row in rows}


def pairs(archive, count, seed):
    """Random wikis and days."""
    with sqlite3.connect(archive) as connection:
        wikis = [row[0] for row in connection.execute("SELECT site FROM sites WHERE published_at IS NOT NULL")]
    chance = random.Random(seed)
    length = (datetime.now(timezone.utc) - FIRST_DAY).days
    return [(chance.choice(wikis), FIRST_DAY + timedelta(days=chance.randrange(length))) for _ in range(count)]


def test_a_replay_of_the_logs_finds_nothing_wrong(farm, archive, tenures):
    with sqlite3.connect(archive) as connection:
        lists = set(connection.execute("SELECT DISTINCT w.site, p.role FROM pages p JOIN walks w ON w.id = p.walk_id"))
    truths, sure, all_told = {}, 0, 0
    for wiki, day in pairs(archive, PAIRS, seed=35):
        if wiki not in truths:
            truths[wiki] = [row for row in replay(rows_of(farm, wiki)) if (wiki, row[1]) in lists]
        first, last = day.strftime("%Y-%m-%dT%H:%M:%SZ"), (day + timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        true = [row for row in truths[wiki] if row[2] < last and row[3] > first]
        yes, known = told(tenures, wiki, day)
        for name, role in yes:
            assert any(name in row[0] and role == row[1] for row in true), (wiki, first, name, role)
        for names, role, *_ in true:
            assert any((name, role) in known for name in names), (wiki, first, names, role)
        sure, all_told = sure + len(yes), all_told + len(known)
    print(f"{PAIRS} pairs of a wiki and a day, {all_told} told, {sure} of them for certain: {sure / all_told:.1%}")
    assert sure > 0.9 * all_told > 1_000


def test_the_command_says_what_the_table_says(archive, tenures):
    for wiki, day in pairs(archive, 25, seed=36):
        command = [PROGRAM, "list", wiki, "--as-of", day.strftime("%Y-%m-%d"), "--json", "--archive", archive]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode in (0, 3), run.stderr
        rows = json.loads(run.stdout)
        # The command has the names of that day.
        who = [(str(row["user_id"] or row["display_name"]), row["role"]) for row in rows]
        yes = {one for one, row in zip(who, rows) if row["known"] == "yes"}
        assert (yes, set(who)) == told(tenures, wiki, day, "coalesce(CAST(user_id AS VARCHAR), display_name)")
