"""Deposits, checked with the tools of research repositories."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

import bagit
import pytest

from archives import PROGRAM, SAMPLE, rows

DEPOSIT = r"""{
"title": "Moderators of Stack Exchange: a test",
"creators": [
  {"family-names": "O'Brien", "given-names": "Seán", "orcid": "https://orcid.org/0000-0002-1825-0097", "affiliation": "Example: University"},
  {"name": "An archive # of moderators"}
],
"license": "CC-BY-SA-4.0",
"publisher": "Example Library",
"abstract": "Two lines,\nand \"quotes\".\n",
"keywords": ["moderation", "online: communities"],
"doi": "10.5281/zenodo.1234"
}"""
WITHOUT_ABSTRACT = re.sub('"abstract".*\n', "", DEPOSIT)


def write(archive, folder, text=DEPOSIT, code=0):
    folder.mkdir(exist_ok=True)
    (folder / "deposit.json").write_text(text, encoding="utf-8")
    command = [PROGRAM, "report", "--quiet", "--archive", archive, "--deposit", str(folder / "deposit.json")]
    run = subprocess.run([*command, "--output", str(folder / "bag")], capture_output=True, text=True)
    assert run.returncode == code, run.stderr
    return folder / "bag" if code == 0 else run.stderr


@pytest.fixture(scope="module")
def bag(archive, tmp_path_factory):
    return write(archive, tmp_path_factory.mktemp("deposit"))


def crate_is_valid(folder):
    checker = pathlib.Path(__file__).parent / "crate.py"
    return subprocess.run([sys.executable, str(checker), str(folder)], capture_output=True, text=True)


def test_it_is_a_bag(bag):
    checked = bagit.Bag(str(bag))
    checked.validate()
    assert checked.info["External-Description"] == "Moderators of Stack Exchange: a test"
    assert checked.info["Contact-Name"] == ["Seán O'Brien", "An archive # of moderators"]
    described = {path for path in checked.entries if path.startswith("data/")}
    assert described == {"data/" + path.relative_to(bag / "data").as_posix()
                         for path in (bag / "data").rglob("*") if path.is_file()}


def test_an_edit_is_noticed(bag, tmp_path):
    edited = tmp_path / "bag"
    shutil.copytree(bag, edited)
    with open(edited / "data/csv/moderators.csv", "a", encoding="utf-8") as file:
        file.write(" ")
    with pytest.raises(bagit.BagValidationError):
        bagit.Bag(str(edited)).validate()


def test_its_crate_is_valid(bag, tmp_path):
    checked = crate_is_valid(bag / "data")
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stderr
    broken = tmp_path / "data"
    shutil.copytree(bag / "data", broken)
    crate = broken / "ro-crate-metadata.json"
    crate.write_text(crate.read_text(encoding="utf-8").replace('"datePublished"', '"dateCreated"'), encoding="utf-8")
    assert crate_is_valid(broken).returncode == 1


def test_its_citation_is_valid(bag):
    convert = pathlib.Path(sys.executable).parent / "cffconvert"
    citation = str(bag / "data/CITATION.cff")
    assert subprocess.run([convert, "--validate", "--infile", citation]).returncode == 0
    text = subprocess.run([convert, "--format", "bibtex", "--infile", citation], capture_output=True, text=True).stdout
    assert "O'Brien, Seán" in text and "An archive # of moderators" in text and "10.5281/zenodo.1234" in text


@pytest.mark.parametrize(
    ("licence", "line", "rights"),
    [
        ("DL-DE-BY-2.0", '\nlicense-url: "https://spdx.org/licenses/DL-DE-BY-2.0"\n', "DL-DE-BY-2.0"),
        ("MIT OR CC0-1.0", '\nmessage: "Please cite this data set as below. Its licence is MIT OR CC0-1.0."\n',
         "MIT OR CC0-1.0"),
        ("https://example.org/terms", '\nlicense-url: "https://example.org/terms"\n', None),
    ],
)
def test_any_expression_and_any_address_is_a_licence(archive, tmp_path, licence, line, rights):
    folder = write(archive, tmp_path, DEPOSIT.replace("CC-BY-SA-4.0", licence)) / "data"
    convert = pathlib.Path(sys.executable).parent / "cffconvert"
    assert subprocess.run([convert, "--validate", "--infile", str(folder / "CITATION.cff")]).returncode == 0
    citation = (folder / "CITATION.cff").read_text(encoding="utf-8")
    assert line in citation and "\nlicense:" not in citation
    [said] = json.loads((folder / "datacite.json").read_text(encoding="utf-8"))["rightsList"]
    assert (said["rights"], said.get("rightsIdentifier")) == (licence, rights)
    checked = crate_is_valid(folder)
    assert (checked.returncode, checked.stdout) == (0, ""), checked.stderr


def test_its_datacite_has_what_a_doi_needs(bag):
    data = json.loads((bag / "data/datacite.json").read_text(encoding="utf-8"))
    required = ["creators", "titles", "publisher", "publicationYear", "types", "identifiers"]
    assert [key for key in required if not data.get(key)] == []
    assert data["creators"][0]["name"] == "O'Brien, Seán"
    created = json.loads((bag / "deposit.json").read_text())["created"]
    assert data["publicationYear"] == created[:4]
    assert data["publisher"] == {"name": "Example Library"}
    first = (bag / "data/rosters.txt").read_text(encoding="utf-8").split("\n")[1].split(" ")[2]
    assert data["dates"] == [{"date": f"{first}/{created[:10]}", "dateType": "Collected"}]


def test_the_archive_in_it_is_proven_where_it_is(archive, bag):
    copy = bag / "data/archive.sqlite"
    before = sorted(path.name for path in copy.parent.iterdir())
    copy.parent.chmod(0o555)
    run = subprocess.run([PROGRAM, "verify", "--archive", copy, "--report", bag], capture_output=True, text=True)
    copy.parent.chmod(0o755)
    assert run.returncode == 0, run.stderr
    assert "has every roster of the report" in run.stderr
    assert sorted(path.name for path in copy.parent.iterdir()) == before
    assert rows(copy, "tenures") == rows(archive, "tenures")


def test_the_same_archive_gives_the_same_bag_and_a_bag_replaces_a_bag(archive, bag, tmp_path):
    other = write(archive, tmp_path)
    assert (other / "tagmanifest-sha256.txt").read_bytes() == (bag / "tagmanifest-sha256.txt").read_bytes()
    again = write(archive, tmp_path, DEPOSIT.replace("a test", "another"))
    bagit.Bag(str(again)).validate()
    report = [PROGRAM, "report", "--quiet", "--archive", archive, "--output", str(again)]
    assert subprocess.run(report, capture_output=True).returncode == 73


def test_what_a_killed_deposit_leaves_goes_with_the_next(archive, bag, tmp_path):
    (tmp_path / "deposit.json").write_text(DEPOSIT, encoding="utf-8")
    command = [PROGRAM, "report", "--quiet", "--archive", archive, "--deposit", tmp_path / "deposit.json"]
    kills = 0
    for step in range(12):
        run = subprocess.Popen([*command, "--output", tmp_path / "bag"])
        time.sleep(0.02 + step * 0.03)
        run.kill()
        kills += run.wait() != 0
    assert kills > 3
    whole = write(archive, tmp_path)
    assert (whole / "SHA256SUMS").read_bytes() == (bag / "SHA256SUMS").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bag", "deposit.json"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"title": "x"}', "has no list of 'creators'"),
        (DEPOSIT.replace("CC-BY-SA-4.0", "free for all"), "SPDX"),
        (DEPOSIT.replace("10.5281/zenodo.1234", "https://doi.org/10.5281"), "10.5281/zenodo.1234"),
        (DEPOSIT[:-1] + ', "licence": "MIT"}', "unknown key 'licence'"),
        (DEPOSIT.replace("0000-0002-1825-0097", "1825"), "orcid"),
        (DEPOSIT.replace("0000-0002-1825-0097", "0000-0002-1852-0097"), "check its digits"),
        (DEPOSIT.replace('"online: communities"', '"moderation"'), "different words"),
        (DEPOSIT.replace('{"name":', '{"family-names": "x", "name":'), "a person's names"),
        (DEPOSIT.replace('"Moderators of Stack Exchange: a test"', "7"), "must have a text for 'title'"),
        (DEPOSIT.replace('"license": "CC-BY-SA-4.0",', ""), "has no 'license'"),
        (DEPOSIT.replace('"publisher": "Example Library",', ""), "has no 'publisher'"),
        ("[1]", "must be one object"),
        ('{"title": [', "is not valid JSON"),
    ],
)
def test_a_wrong_file_is_named_and_nothing_is_written(archive, tmp_path, text, words):
    said = write(archive, tmp_path, text, code=64)
    assert words in said and str(tmp_path / "deposit.json") in said
    assert not (tmp_path / "bag").exists()


def test_a_bag_of_other_networks_is_valid_and_claims_nothing(tmp_path):
    path = str(tmp_path / "forums.sqlite")
    network = subprocess.Popen(
        [SAMPLE, "serve", "--network", "discourse", "--port", "0", "--rate-limit", "0", "--sites", "2"],
        stdout=subprocess.PIPE, text=True)
    try:
        forum = network.stdout.readline().strip()
        contact = ["--contact", "ops@example.org", "--rate", "1000"]
        subprocess.run([PROGRAM, "sync", "--quiet", forum, "--archive", path, *contact], check=True)
    finally:
        network.terminate()
        network.wait()
    bag = write(path, tmp_path / "deposit", WITHOUT_ABSTRACT)
    bagit.Bag(str(bag)).validate()
    assert list((bag / "data/sites").glob("*%3A*"))
    for name in ("CITATION.cff", "datacite.json", "ro-crate-metadata.json"):
        text = (bag / "data" / name).read_text(encoding="utf-8")
        assert "complete" not in text and "each list has its verdict" in text


def test_a_deposit_of_a_sample_says_so(tmp_path):
    path = str(tmp_path / "sample.sqlite")
    subprocess.run([SAMPLE, "archive", path, "--days", "30", "--every", "30", "--sites", "3", "--quiet"], check=True)
    bag = write(path, tmp_path / "deposit", WITHOUT_ABSTRACT)
    assert "made up" in (bag / "data/CITATION.cff").read_text(encoding="utf-8")
