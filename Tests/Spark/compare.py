"""Compares every table that Spark reads from a partitioned export with its view, row for row. Texts that are hard
to carry are among them."""

import os
import sqlite3
import subprocess
import sys
import tempfile

from pyspark.sql import SparkSession

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "Readers"))
from archives import HOSTILE, PROGRAM, SAMPLE, VIEWS, rows  # noqa: E402


def make(path):
    """An archive with a history, and with hostile texts that only an export reads."""
    history = ["--sites", "24", "--days", "60", "--every", "10", "--until", "2026-06-30"]
    subprocess.run([SAMPLE, "archive", path, *history], check=True, capture_output=True)
    connection = sqlite3.connect(path)
    for number, (member,) in enumerate(connection.execute("SELECT id FROM member").fetchall()):
        text = HOSTILE[number % len(HOSTILE)]
        values = (text * 3, None if number % 2 else text, member)
        connection.execute("UPDATE member SET about_text = ?, location = ? WHERE id = ?", values)
        connection.execute("UPDATE name SET display_name = ? WHERE member = ? AND until IS NULL", (text, member))
    connection.commit()
    connection.close()


def spark_in(folder):
    """A session whose relative paths begin in the folder."""
    os.chdir(folder)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.log.level", "ERROR")
    return builder.config("spark.driver.host", "127.0.0.1").getOrCreate()


def text(value):
    return value.strftime("%Y-%m-%dT%H:%M:%SZ") if hasattr(value, "strftime") else value


def compare(archive, folder):
    spark = spark_in(folder)
    with open("spark.sql", encoding="utf-8") as file:
        lines = [line for line in file.read().split("\n") if not line.startswith("--")]
    for statement in "\n".join(lines).split(";\n"):
        if statement.strip():
            spark.sql(statement)
    connection = sqlite3.connect(archive)
    for view in VIEWS:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({view})")]
        found = [repr(tuple(map(text, row))) for row in spark.table(view).select(*columns).collect()]
        assert sorted(found) == rows(archive, view), view
        print(f"{os.path.basename(folder)}: {view} has the {len(found)} rows of its view")
    connection.close()
    spark.stop()


def main():
    # Times are compared in UTC.
    os.environ["TZ"] = "UTC"
    if len(sys.argv) == 3:
        return compare(*sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "archive.sqlite")
        make(archive)
        place = os.path.join(folder, "tables")
        subprocess.run([PROGRAM, "export", "--archive", archive, "--quiet", "--partition", place], check=True)
        # The folder of a session is that in which its machine began.
        subprocess.run([sys.executable, os.path.abspath(__file__), archive, place], check=True)


main()
