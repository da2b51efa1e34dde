"""A PostgreSQL server of the tests."""

import glob
import os
import shutil
import subprocess

BINARIES = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]


class Server:
    """A PostgreSQL server of this test alone, on a socket of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.user = []
        if os.geteuid() == 0:
            # The server refuses to run as root.
            shutil.chown(folder, "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]

    def run(self, program, *arguments):
        command = [*self.user, f"{BINARIES}/{program}", "-D", f"{self.folder}/data", *arguments]
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self):
        self.run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--no-sync", "--locale=C")
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self.run("pg_ctl", "start", "--wait", "--silent", "-l", f"{self.folder}/log", "-o", options)

    def stop(self):
        self.run("pg_ctl", "stop", "--silent", "--mode=immediate")

    def psql(self, database, sql, *arguments, check=True):
        command = [f"{BINARIES}/psql", "-X", "-h", self.folder, "-U", "postgres", "-d", database, *arguments]
        return subprocess.run(command, input=sql, check=check, capture_output=True)

    def load(self, database, stream, check=True):
        return self.psql(database, stream, "-q", "-v", "ON_ERROR_STOP=1", check=check)

    def lines(self, database, sql):
        answer = self.psql(database, sql.encode(), "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1").stdout
        return answer.decode().split("\n")[:-1]
