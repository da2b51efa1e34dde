"""Sample wikis while tests run, and their logs."""

import json
import subprocess
import urllib.parse
import urllib.request

from archives import SAMPLE

CONTACT = "ops@example.org"


class Farm:
    def __init__(self, sites, day, seed=1):
        options = ["--port", "0", "--sites", str(sites), "--day", str(day), "--seed", str(seed), "--rate-limit", "0"]
        self.process = subprocess.Popen(
            [SAMPLE, "serve", "--quiet", "--network", "mediawiki", *options], stdout=subprocess.PIPE, text=True
        )
        self.central = urllib.parse.urlsplit(self.process.stdout.readline().strip())
        self.centre = self.central.path.split("/")[1]
        self.root = f"{self.central.scheme}://{self.central.netloc}"

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def sync(self, archive, *options):
        """The arguments of a run that reads all wikis."""
        return [
            *["sync", "--network", "wikimedia", "--all", "--api-url", f"{self.root}/{self.centre}/w/api.php"],
            *["--contact", CONTACT, "--rate", "200", "--archive", archive, "--quiet", *options],
        ]

    def log(self, wiki, kind):
        """The rows of a log as the wiki serves them, the oldest first."""
        query = {"action": "query", "format": "json", "formatversion": "2", "list": "logevents", "letype": kind}
        query |= {"lelimit": "500", "ledir": "newer"}
        more, rows = {}, []
        while True:
            address = f"{self.root}/{wiki}/w/api.php?{urllib.parse.urlencode(query | more)}"
            request = urllib.request.Request(address, headers={"User-Agent": f"modexport tests ({CONTACT})"})
            with urllib.request.urlopen(request) as answer:
                page = json.load(answer)
            rows += page["query"]["logevents"]
            if "continue" not in page:
                return rows
            more = page["continue"]
