"""The program under a clock of ours, and a sample network on a free port of loopback."""

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
    # What cron would send: all that was printed.
    messages: str


class Program:
    """The program and its sample network; `shift` is how many seconds their clock is ahead."""

    def __init__(self, path, clock, folder):
        self.path, self.clock, self.folder = Path(path).resolve(), clock, Path(folder)
        self.shift = 0

    def environment(self, shift):
        return {
            "PATH": "/usr/bin:/bin", "HOME": str(self.folder), "LD_PRELOAD": self.clock, "CLOCK_SHIFT": str(shift)}

    def start(self, *arguments, prefix=(), shift=None, output=subprocess.STDOUT):
        return subprocess.Popen(
            [*prefix, str(self.path), *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=output, env=self.environment(self.shift if shift is None else shift))

    def run(self, *arguments, prefix=(), shift=None, interrupt=(signal.SIGKILL, 600)):
        """Runs the program to its end, and looks at its memory and open files many times a second meanwhile.

        `interrupt` is a signal, and after how many seconds it is sent."""
        sent = None
        begin = time.perf_counter()
        process = self.start(*arguments, prefix=prefix, shift=shift)
        descriptors = kilobytes = 0
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                break
            try:
                descriptors = max(descriptors, len(os.listdir(f"/proc/{process.pid}/fd")))
                # The usage that the kernel reports begins with what this process has.
                lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
                kilobytes = max(kilobytes, *(int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
            except OSError:
                pass
            if sent is None and time.perf_counter() - begin > interrupt[1]:
                process.send_signal(sent := interrupt[0])
            time.sleep(0.005)
        process.returncode = code = os.waitstatus_to_exitcode(status)
        with process.stdout:
            messages = process.stdout.read().decode()
        return Ended(
            code, time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, kilobytes / 1024, descriptors, messages)

    def results(self, *arguments):
        """The exit code and what the program writes to stdout."""
        process = self.start(*arguments, output=subprocess.DEVNULL)
        results, _ = process.communicate()
        return process.returncode, results

    @contextmanager
    def sample_network(self, *options):
        """Serves a sample network meanwhile; yields the address of its API."""
        process = subprocess.Popen(
            [f"{self.path}-sample", "serve", "--quiet", "--port", "0", "--quota", "0", "--rate-limit", "0",
             *map(str, options)], stdout=subprocess.PIPE, env=self.environment(self.shift))
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
