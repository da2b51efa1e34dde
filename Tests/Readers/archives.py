"""Archives of the sample network."""

import os
import sqlite3
import subprocess

PROGRAM = os.environ["MODEXPORT_PROGRAM"]
SAMPLE = PROGRAM + "-sample"
SITES = ["bicycles", "cooking", "math", "serverfault", "stackoverflow"]
VIEWS = [
    "changes",
    "former_moderators",
    "moderators",
    "observations",
    "pages",
    "people",
    "runs",
    "sites",
    "tenures",
    "walks",
]

# Texts that are hard to carry.
HOSTILE = [
    "it's \"quoted\"",
    "tab\there, line\nbreak, return\r\nand \\ backslash \\N \\. \\n",
    "\N{REPLACEMENT CHARACTER} \u05e9\u05dc\u05d5\u05dd \u202eright to left\u202c \U0001f469\u200d\U0001f52c",
    "\\.",
    "\\! echo hostile",
    "NULL",
    "",
    " spaces ",
    "e\u0301 '\u0301 \u0001\u007f",
]


def sync(path, day, *options, sites=SITES, code=0, network=()):
    """Reads sites as they are on a day; the run is to end with a code."""
    network = subprocess.Popen(
        [SAMPLE, "serve", "--port", "0", "--day", str(day), *network], stdout=subprocess.PIPE, text=True
    )
    try:
        address = network.stdout.readline().strip()
        arguments = ["--api-url", address, "--archive", path, "--elected", "--max-age", "0s", *options]
        run = subprocess.run([PROGRAM, "sync", "--quiet", *arguments, *sites])
        assert run.returncode == code
    finally:
        network.terminate()
        network.wait()


def rows(path, view):
    """The rows of a view, sorted, each as text."""
    connection = sqlite3.connect(path)
    found = connection.execute(f"SELECT * FROM {view}").fetchall()
    connection.close()
    return sorted(map(repr, found))
