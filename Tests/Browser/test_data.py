"""Tables, metadata, feed and checksums, read by other people's readers."""

import csv
import hashlib
import json
import pathlib
import subprocess

import pytest
from conftest import report
from frictionless import Package, system
from lxml import etree

WITH_DATA = ["small", "hostile", "empty"]


@pytest.mark.parametrize("name", [*WITH_DATA, "many"])
def test_the_feed_is_valid_atom(name):
    schema = etree.RelaxNG(etree.parse(str(pathlib.Path(__file__).with_name("atom.rng"))))
    schema.assertValid(etree.parse(str(report(name) / "changes.atom")))


@pytest.mark.parametrize("name", ["small", "hostile", "history"])
def test_feeds_of_sites_are_valid_and_their_links_lead_to_files(name):
    schema = etree.RelaxNG(etree.parse(str(pathlib.Path(__file__).with_name("atom.rng"))))
    feeds = sorted(report(name).glob("sites/*.atom"))
    assert feeds
    for path in feeds:
        feed = etree.parse(str(path))
        schema.assertValid(feed)
        links = feed.iterfind(".//{http://www.w3.org/2005/Atom}link")
        assert all((path.parent / link.get("href").split("#")[0]).is_file() for link in links)


def test_the_schema_refuses_what_is_no_atom():
    schema = etree.RelaxNG(etree.parse(str(pathlib.Path(__file__).with_name("atom.rng"))))
    feed = (report("small") / "changes.atom").read_bytes()
    for element in (b"updated", b"id", b"title"):
        damaged = feed.replace(b"<" + element + b">", b"<x>").replace(b"</" + element + b">", b"</x>")
        assert not schema.validate(etree.fromstring(damaged))
    assert not schema.validate(etree.fromstring(feed.replace(b"T03:00:05Z</updated>", b"</updated>")))


@pytest.mark.parametrize("name", WITH_DATA)
def test_every_page_is_well_formed_xml(name):
    for path in report(name).rglob("*.html"):
        etree.parse(str(path))


@pytest.mark.parametrize("name", WITH_DATA)
def test_the_package_describes_its_tables(name):
    path = report(name) / "datapackage.json"
    descriptor = json.loads(path.read_text(encoding="utf-8"))
    assert descriptor["$schema"] == "https://datapackage.org/profiles/2.0/datapackage.json"
    assert Package.validate_descriptor(descriptor).valid
    with system.use_context(trusted=True):
        for resource in Package(str(path)).resources:
            if resource.path.startswith("csv/"):
                result = resource.validate()
                assert result.valid, (resource.path, result.flatten(["rowNumber", "fieldName", "note"])[:5])
                assert all(field.description for field in resource.schema.fields)


def moderators(root):
    with open(root / "csv/moderators.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def test_csv_gives_hostile_values_back():
    root = report("hostile")
    with open(root / "csv/people.csv", encoding="utf-8", newline="") as file:
        people = list(csv.DictReader(file, strict=True))
    rows = moderators(root)
    assert [person["display_name"] for person in people] == [row["display_name"] for row in rows]
    assert len(people) >= 200


def test_sqlite_imports_the_csv():
    root = report("hostile")
    script = ".mode csv\n.import csv/moderators.csv m\n.mode json\nSELECT display_name, about_text FROM m;\n"
    result = subprocess.run(["sqlite3", ":memory:"], input=script.encode(), cwd=root, capture_output=True, check=True)
    assert result.stderr == b""
    rows = moderators(root)
    # The shell cuts text at U+0000.
    expected = [row["display_name"].split("\0")[0] for row in rows]
    assert [row["display_name"] for row in json.loads(result.stdout)] == expected


@pytest.mark.parametrize("name", [*WITH_DATA, "many"])
def test_checksums_hold(name):
    root = report(name)
    for line in (root / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, path = line.split("  ", 1)
        assert hashlib.sha256((root / path).read_bytes()).hexdigest() == digest
