"""Archives of the sample network."""

import os
import subprocess

PROGRAM = os.environ["MODEXPORT_PROGRAM"]
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


def sync(path, day, *options, sites=SITES, code=0, network=()):
    """Reads sites as they are on a day; the run is to end with a code."""
    network = subprocess.Popen(
        [PROGRAM, "sample-api", "--port", "0", "--day", str(day), *network], stdout=subprocess.PIPE, text=True
    )
    try:
        address = network.stdout.readline().strip()
        arguments = ["--api-url", address, "--archive", path, "--elected", "--max-age", "0s", *options]
        run = subprocess.run([PROGRAM, "sync", "--quiet", *arguments, *sites])
        assert run.returncode == code
    finally:
        network.terminate()
        network.wait()
