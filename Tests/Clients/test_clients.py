"""Reads the sample networks with clients of the real APIs, unchanged but for the base address: they get the people
who are there."""

import html
import json
import os
import subprocess
import urllib.request
from urllib.parse import urlsplit

import mwclient
import pytest
from pydiscourse import DiscourseClient
from pydiscourse.exceptions import DiscourseClientError
from stackapi import StackAPI, StackAPIError
from stackexchange import Site
from stackexchange.web import WebRequestManager

PROGRAM = os.environ["MODEXPORT_PROGRAM"]


class Servers:
    """The servers of one network while the tests run, and who is really there."""

    def __init__(self, network, sites):
        options = ["--port", "0", "--sites", "174", "--giant", "2300", "--day", "60", "--rate-limit", "0"]
        self.process = subprocess.Popen(
            [PROGRAM + "-sample", "serve", "--quiet", "--network", network, *options], stdout=subprocess.PIPE, text=True
        )
        address = urlsplit(self.process.stdout.readline())
        self.root = f"{address.scheme}://{address.netloc}"
        self.truth = {site: self.people(site) for site in sites}

    def people(self, site):
        with urllib.request.urlopen(f"{self.root}/sample/people/{site}") as answer:
            roles = json.load(answer)
        return {role: [[str(row["id"]), row["name"]] for row in rows] for role, rows in roles.items()}

    def stop(self):
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="module")
def exchange():
    servers = Servers("stackexchange", ["stackoverflow", "cooking", "giant"])
    yield servers
    servers.stop()


@pytest.fixture(scope="module")
def forums():
    servers = Servers("discourse", ["cooking", "ru.stackoverflow", "giant"])
    yield servers
    servers.stop()


@pytest.fixture(scope="module")
def wikis():
    servers = Servers("mediawiki", ["stackoverflowwiki", "giantwiki"])
    yield servers
    servers.stop()


def test_stackapi_reads_the_moderators(exchange):
    assert len(exchange.truth) == 3
    for name, roles in exchange.truth.items():
        site = StackAPI(name, base_url=exchange.root, key="sample", max_pages=100)
        rows = site.fetch("users/moderators", filter="!-*jbN0CeyJHb")
        assert (rows["has_more"], rows["total"]) == (False, len(rows["items"]))
        found = [[str(row["user_id"]), html.unescape(row["display_name"])] for row in rows["items"]]
        assert sorted(found) == sorted(roles["moderators"]), name
    assert max(len(roles["moderators"]) for roles in exchange.truth.values()) > 2000


def test_stackapi_finds_no_other_site(exchange):
    with pytest.raises(ValueError, match="Invalid Site Name"):
        StackAPI("nosuchsite", base_url=exchange.root)
    with pytest.raises(StackAPIError) as refused:
        StackAPI("cooking", base_url=exchange.root, key="wrong")
    assert refused.value.code == "bad_parameter"


def test_py_stackexchange_reads_the_moderators(exchange, monkeypatch):
    """It has no option for the address, which is replaced where it sends a request."""
    request = WebRequestManager.request
    address = urlsplit(exchange.root).netloc
    monkeypatch.setattr(
        WebRequestManager,
        "request",
        lambda self, url, params: request(self, url.replace("api.stackexchange.com", address), params),
    )
    for name, roles in exchange.truth.items():
        site = Site(name, "sample", cache=0, force_http=True)
        users = list(site.moderators(pagesize=100))
        found = [[str(user.id), html.unescape(user.display_name)] for user in users]
        assert sorted(found) == sorted(roles["moderators"]), name
        one = site.user(users[0].id)
        assert (one.id, one.display_name) == (users[0].id, users[0].display_name)


def test_pydiscourse_reads_every_group(forums):
    assert len(forums.truth) == 3
    for site, groups in forums.truth.items():
        client = DiscourseClient(f"{forums.root}/forum/{site}", "system", "sample")
        for group, people in groups.items():
            # Pages of 50, and all on one.
            for limit in ({}, {"limit": 1000}):
                rows = client.group_members(group, **limit)
                assert sorted([str(row["id"]), row["username"]] for row in rows) == sorted(people), (site, group)
    assert max(len(people) for groups in forums.truth.values() for people in groups.values()) > 1000


def test_pydiscourse_finds_the_groups_and_the_staff(forums):
    client = DiscourseClient(f"{forums.root}/forum/cooking", "system", "sample")
    names = {group["id"]: group["name"] for group in client.groups()}
    assert (names[1], names[2]) == ("admins", "moderators")
    told = client.about()
    usernames = {user["id"]: user["username"] for user in told["users"]}
    admins = sorted([str(id), usernames[id]] for id in told["about"]["admin_ids"])
    assert admins == sorted(forums.truth["cooking"]["admins"])


def test_pydiscourse_is_refused_with_another_key(forums):
    client = DiscourseClient(f"{forums.root}/forum/cooking", "system", "wrong")
    with pytest.raises(DiscourseClientError, match="API username or key is invalid"):
        client.group_members("moderators")


def wiki(wikis, name, agent="modexport tests (ops@example.org)"):
    address = urlsplit(wikis.root)
    return mwclient.Site(
        address.netloc, path=f"/{name}/", scheme=address.scheme, clients_useragent=agent, max_retries=1
    )


def test_mwclient_reads_every_group(wikis):
    assert len(wikis.truth) == 2
    for name, groups in wikis.truth.items():
        site = wiki(wikis, name)
        assert site.version[:2] == (1, 45)
        for group, people in groups.items():
            for size in (7, 500):
                rows = list(site.allusers(group=group, prop="groups|centralids", api_chunk_size=size))
                assert [[str(row["userid"]), row["name"]] for row in rows] == people, (name, group)
                assert all(group in row["groups"] for row in rows)
    assert max(len(people) for groups in wikis.truth.values() for people in groups.values()) > 500


def test_mwclient_gets_everybody_for_an_unknown_group(wikis):
    """What the real wikis do with a group that they do not know, and why a warning refuses a page."""
    site = wiki(wikis, "stackoverflowwiki")
    members = wikis.truth["stackoverflowwiki"]["sysop"]
    assert len(list(site.allusers(group="nobody"))) > len(members)


def test_mwclient_reads_the_log(wikis):
    rows = list(wiki(wikis, "stackoverflowwiki").logevents(type="rights", api_chunk_size=2))
    assert len(rows) > 3
    assert [row["timestamp"] for row in rows] == sorted((row["timestamp"] for row in rows), reverse=True)
