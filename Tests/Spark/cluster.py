"""Reads a partitioned export of many moderators with a Spark of a master and two workers, and compares the count of
moderators and the sum of their reputation on each site with the view.

    cluster.py PROGRAM ARCHIVE
"""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager

import pyspark
from pyspark.sql import SparkSession

SPARK_CLASS = os.path.join(os.path.dirname(pyspark.__file__), "bin", "spark-class")
QUESTION = "SELECT network, site, count(*), sum(reputation) FROM moderators GROUP BY network, site"
# For a program of Spark to say that it has begun.
MOST_SECONDS = 60


@contextmanager
def program(folder, name, announcement, *arguments):
    """A program of Spark while it runs, with what its log says that the pattern looks for."""
    log = os.path.join(folder, name + ".log")
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_WORKER_DIR": os.path.join(folder, name)}
    with open(log, "w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [SPARK_CLASS, *arguments], stdout=output, stderr=subprocess.STDOUT, env=environment, start_new_session=True
        )
    try:
        yield awaited(process, log, announcement)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def awaited(process, log, announcement):
    end = time.monotonic() + MOST_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with open(log, encoding="utf-8") as file:
            found = re.search(announcement, file.read())
        if found:
            return found[0]
        time.sleep(0.1)
    with open(log, encoding="utf-8") as file:
        sys.exit(f"Spark did not begin:\n{file.read()[-2_000:]}")


@contextmanager
def cluster(folder):
    """The address of a master on loopback that has two workers of one core each."""
    master = "org.apache.spark.deploy.master.Master"
    worker = "org.apache.spark.deploy.worker.Worker"
    place = ["--host", "127.0.0.1", "--port", "0"]
    with ExitStack() as stack:
        begin = program(folder, "master", r"spark://127\.0\.0\.1:\d+", master, *place, "--webui-port", "0")
        address = stack.enter_context(begin)
        for number in (1, 2):
            options = [*place, "--webui-port", "0", "--cores", "1", "--memory", "2g"]
            joined = "Successfully registered with master"
            stack.enter_context(program(folder, f"worker{number}", joined, worker, *options, address))
        yield address


def answer(address, folder):
    """What Spark answers to the question, and how many workers computed it."""
    builder = SparkSession.builder.master(address).config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.log.level", "ERROR")
    builder = builder.config("spark.executor.memory", "1g").config("spark.sql.session.timeZone", "UTC")
    spark = builder.getOrCreate()
    # The workers do not begin in the folder of the export, so the paths are whole here.
    with open(os.path.join(folder, "spark.sql"), encoding="utf-8") as file:
        text = "\n".join(line for line in file.read().split("\n") if not line.startswith("--"))
    text = re.sub(r"path '([^'/]+)'", lambda found: f"path 'file://{folder}/{found[1]}'", text)
    for statement in text.split(";\n"):
        if statement.strip():
            spark.sql(statement)
    rows = sorted(map(tuple, spark.sql(QUESTION).collect()))
    executors = spark.sparkContext._jsc.sc().getExecutorMemoryStatus().size() - 1
    spark.stop()
    return rows, executors


def main(modexport, archive):
    with sqlite3.connect(f"file:{archive}?mode=ro", uri=True) as connection:
        expected = sorted(connection.execute(QUESTION))
    with tempfile.TemporaryDirectory() as folder:
        place = os.path.join(folder, "tables")
        begin = time.monotonic()
        subprocess.run([modexport, "export", "--archive", archive, "--quiet", "--partition", place], check=True)
        exported = time.monotonic() - begin
        with cluster(folder) as address:
            found, workers = answer(address, place)
        assert found == expected, "Spark gives other counts or sums than the view"
        assert workers == 2, f"{workers} workers took part"
        moderators = sum(row[2] for row in found)
        print(f"{moderators:,} moderators on {len(found):,} sites, as in the view "
              f"(exported in {exported:.0f} s, read in {time.monotonic() - begin - exported:.0f} s)")


main(*sys.argv[1:])
