"""What the endurance tests share: the program, and a sample network on a free port of loopback."""

import os
import signal
import sqlite3
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Ended:
    """One process from its start to its end."""

    code: int
    seconds: float
    cpu: float
    megabytes: float
    descriptors: int
    messages: str


class Program:
    def __init__(self, path, folder):
        self.path = Path(path).resolve()
        self.folder = Path(folder)

    def start(self, *arguments, prefix=(), **environment):
        return subprocess.Popen(
            [*prefix, str(self.path), *map(str, arguments)], cwd=self.folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), **environment})

    def run(self, *arguments, prefix=(), limit=600, **environment):
        """Runs the program to its end, and counts its open files ten times a second meanwhile."""
        begin = time.perf_counter()
        process = self.start(*arguments, prefix=prefix, **environment)
        most = 0
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            try:
                most = max(most, len(os.listdir(f"/proc/{process.pid}/fd")))
            except OSError:
                pass
            if time.perf_counter() - begin > limit:
                process.kill()
            time.sleep(0.005)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        messages = process.stderr.read().decode()
        process.stderr.close()
        return Ended(
            code, time.perf_counter() - begin, usage.ru_utime + usage.ru_stime,
            usage.ru_maxrss / 1024, most, messages)

    @contextmanager
    def sample_network(self, *options):
        """Serves a sample network meanwhile; yields the address of its API."""
        process = subprocess.Popen(
            [f"{self.path}-sample", "serve", "--port", "0", "--quota", "0", "--rate-limit", "0",
             *map(str, options)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            yield process.stdout.readline().decode().strip()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
            process.stdout.close()


def rows(archive, sql):
    database = sqlite3.connect(f"file:{archive}?mode=ro", uri=True)
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()
