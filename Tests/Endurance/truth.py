"""What the sample network was on each day, and what an archive of it must say."""

import bisect
import gzip
import http.client
import json
from collections import Counter
from urllib.parse import urlsplit

# The moments of the sample network's calendar, in Unix time.
DAY_ZERO, DAY = 1_767_225_600, 86_400
KINDS = ("joined", "left", "returned", "renamed", "profile")


class World:
    def __init__(self):
        # By site, the days on which somebody or something of them differs, and who was there from then on.
        self.days, self.rosters = {}, {}

    def look(self, day, api):
        """Asks the network who is really there."""
        connection = http.client.HTTPConnection(urlsplit(api).netloc)
        if not self.days:
            items = self.ask(connection, f"{urlsplit(api).path}/sites?pagesize=1000")["items"]
            self.days = {item["api_site_parameter"]: [] for item in items}
            self.rosters = {site: [] for site in self.days}
        for site in self.days:
            people = self.ask(connection, f"/sample/people/{site}")["moderators"]
            roster = {person["id"]: (person["name"], person["staff"]) for person in people}
            if not self.rosters[site] or self.rosters[site][-1] != roster:
                self.days[site].append(day)
                self.rosters[site].append(roster)
        connection.close()

    @staticmethod
    def ask(connection, path):
        connection.request("GET", path)
        answer = connection.getresponse()
        body = answer.read()
        return json.loads(gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body)

    def roster(self, site, day):
        """By user, the name and whether they are an employee."""
        return self.rosters[site][bisect.bisect_right(self.days[site], day) - 1]

    def changes(self, readings):
        """How often a site, user, kind and day stand among the changes.

        `readings` are the days on which each site was read, in their order."""
        return Counter(change for site, days in readings.items() for change in self.changes_of(site, days))

    def changes_of(self, site, days):
        known, before = {}, None
        for day in days:
            roster = self.roster(site, day)
            if roster is before:
                continue
            for user in () if before is None else before.keys() - roster.keys():
                yield site, user, "left", day
            for user, (name, is_staff) in () if before is None else roster.items():
                if user not in before:
                    yield site, user, "returned" if user in known else "joined", day
                if user in known and known[user][0] != name:
                    yield site, user, "renamed", day
                if user in known and known[user][1] != is_staff:
                    yield site, user, "profile", day
            known |= roster
            before = roster

    def falsehoods(self, site, day, answer):
        """What is false of `list --as-of`: who is listed for sure was there, and who was there is listed."""
        truth = set(self.roster(site, day))
        sure = {row["user_id"] for row in answer if row["known"] == "yes"}
        listed = {row["user_id"] for row in answer}
        return [f"{user} was not there" for user in sure - truth] + [f"{user} is missing" for user in truth - listed]


def day_of(moment):
    """The day of the network in which a moment of Unix time lies."""
    return (moment - DAY_ZERO) // DAY
