"""What the manual says on proving a report to strangers, done as it says, with 400 nights in the archive."""

import hashlib
import http.server
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import threading

import pytest

from archives import PROGRAM, SAMPLE, sync
from test_deposit import DEPOSIT

PAGE = pathlib.Path(__file__).parents[2] / "Sources/ModExportCommands/ModExport.docc/ProvingItToStrangers.md"
SIGN, STAMP, FOUR, VERIFY = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.S | re.M)
NIGHTS = 400
AUTHORITY = """[ tsa ]
default_tsa = own
[ own ]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
"""


def shell(folder, text, **variables):
    """Runs lines of the manual; they end with the first that fails."""
    path = f"{folder}:{os.environ['PATH']}"
    return subprocess.run(["bash", "-euo", "pipefail", "-c", text], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PATH": path, **variables})


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """The address of an authority for time stamps, and its certificate."""
    folder = tmp_path_factory.mktemp("authority")
    (folder / "tsa.cnf").write_text(AUTHORITY)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.pem",
                    "-subj", "/CN=Authority", "-addext", "extendedKeyUsage=critical,timeStamping"],
                   cwd=folder, check=True, capture_output=True)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            assert self.headers["Content-Type"] == "application/timestamp-query"
            (folder / "query").write_bytes(self.rfile.read(int(self.headers["Content-Length"])))
            subprocess.run(["openssl", "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "reply"],
                           cwd=folder, check=True, capture_output=True)
            self.send_response(200)
            self.end_headers()
            self.wfile.write((folder / "reply").read_bytes())

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", folder / "tsa.pem"
    server.shutdown()


@pytest.fixture(scope="module")
def published(authority, tmp_path_factory):
    """A folder with the archive, the archive of the night before, the deposit, its signature and its stamp."""
    folder = tmp_path_factory.mktemp("published")
    archive = folder / "modexport.sqlite"
    subprocess.run([SAMPLE, "archive", archive, "--days", str(NIGHTS), "--every", "1", "--sites", "2", "--quiet"],
                   check=True)
    shutil.copy(archive, folder / "older.sqlite")
    sites = [row[0] for row in sqlite3.connect(archive).execute("SELECT site FROM sites WHERE moderators > 0")]
    sync(str(archive), NIGHTS + 1, sites=sites)
    (folder / "deposit.json").write_text(DEPOSIT, encoding="utf-8")
    (folder / "modexport").symlink_to(os.path.abspath(PROGRAM))
    shutil.copy(authority[1], folder)
    for text in (SIGN, STAMP):
        done = shell(folder, text, AUTHORITY=authority[0])
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def copy(published, tmp_path):
    # The files of the archive's log are empty, and go when the last program closes it that does not keep them.
    log = shutil.ignore_patterns("*-wal", "*-shm")
    return pathlib.Path(shutil.copytree(published, tmp_path / "copy", symlinks=True, ignore=log))


def edit(folder, change):
    """Changes the list of rosters, and the checksums with it."""
    path, sums = folder / "deposit/data/rosters.txt", folder / "deposit/SHA256SUMS"
    old = path.read_bytes()
    path.write_bytes(change(old))
    digests = [hashlib.sha256(data).hexdigest() for data in (old, path.read_bytes())]
    sums.write_text(sums.read_text(encoding="utf-8").replace(*digests), encoding="utf-8")


def on_lines(change):
    def changed(data):
        lines = data.decode().split("\n")
        change(lines)
        return "\n".join(lines).encode()

    return changed


def verify(folder, archive="modexport.sqlite"):
    done = subprocess.run([PROGRAM, "verify", "--archive", folder / archive, "--report", folder / "deposit"],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_every_command_of_the_page_agrees(copy):
    assert len((copy / "deposit/data/rosters.txt").read_text().split("\n")) > NIGHTS
    for text in (FOUR, VERIFY):
        done = shell(copy, text)
        assert done.returncode == 0, done.stdout + done.stderr
    assert FOUR.count("\n") > 4 and [line.split()[0] for line in FOUR.split("\n") if line[:1].strip()] == [
        "cd", "sha256sum", "ssh-keygen", "openssl", "sqlite3"]


def replace(lines):
    lines[200] = lines[200].replace(" complete ", " corroborated ")


def swap(lines):
    lines.insert(150, lines.pop(300))


@pytest.mark.parametrize(("change", "words"), [
    (lambda lines: lines.pop(200), "Before line 201, '"),
    (swap, "Line 151 has lost its place: '"),
    (replace, "Line 201 is '"),
    (lambda lines: lines.insert(10, lines[10].replace(" 2", " 1")), "Line 11 is no roster of the archive: '"),
    (lambda lines: lines.insert(0, lines.pop(0).translate({48: "1", 49: "0"})), "does not have the report’s head"),
])
def test_a_night_that_is_removed_moved_edited_or_added_is_named(copy, change, words):
    original = (copy / "deposit/data/rosters.txt").read_bytes()
    assert edit(copy, on_lines(change)) is None and (copy / "deposit/data/rosters.txt").read_bytes() != original
    code, said = verify(copy)
    assert code == 1 and words in said and said.count("report_rosters") == 1, said
    assert "Signature verification failed" in shell(copy, FOUR).stderr


def test_a_file_that_was_changed_removed_or_added_is_named(copy):
    (copy / "deposit/data/index.html").write_text("")
    (copy / "deposit/data/csv/sites.csv").unlink()
    (copy / "deposit/data/more.txt").write_text("")
    code, said = verify(copy)
    assert code == 1 and said.count("report_files") == 3, said
    for words in ("index.html is not as SHA256SUMS says", "sites.csv is missing", "more.txt is not in SHA256SUMS"):
        assert words in said
    assert shell(copy, FOUR).returncode == 1


def test_another_key_is_not_the_signer(copy):
    edit(copy, on_lines(replace))
    other = """ssh-keygen -q -t ed25519 -N '' -f other
    ssh-keygen -q -Y sign -f other -n modexport-report < deposit/SHA256SUMS > deposit/SHA256SUMS.sig"""
    assert shell(copy, other).returncode == 0
    done = shell(copy, FOUR)
    assert done.returncode != 0 and "Could not verify signature" in done.stdout + done.stderr


def test_a_younger_list_has_no_stamp(copy):
    edit(copy, on_lines(replace))
    stamped = next(line for line in FOUR.split("\n") if line.startswith("openssl"))
    done = shell(copy / "deposit", stamped)
    assert done.returncode != 0 and "message imprint mismatch" in done.stdout + done.stderr


def test_an_older_archive_is_told_and_a_newer_one_goes_on(copy):
    code, said = verify(copy, "older.sqlite")
    assert code == 1 and "The archive is older than the report" in said, said
    shutil.copy(copy / "older.sqlite", copy / "deposit/data/archive.sqlite")
    done = shell(copy, FOUR)
    assert "data/archive.sqlite: FAILED" in done.stdout + done.stderr
    rest = "cd deposit\n" + FOUR[FOUR.index("sqlite3"):]
    assert shell(copy, rest).returncode == 1
    deposit = ["report", "--quiet", "--deposit", "deposit.json", "--output", "deposit"]
    shutil.rmtree(copy / "deposit")
    subprocess.run([PROGRAM, *deposit, "--archive", "older.sqlite"], cwd=copy, check=True)
    code, said = verify(copy)
    assert code == 0 and re.search(r"written at its\s+entry \d+, of\s+\S+;\s+[1-9]\d* entr", said), said


def test_a_key_or_a_program_that_is_missing_is_one_sentence_and_the_old_report_stays(copy):
    before = (copy / "deposit/SHA256SUMS").read_bytes()
    silent = copy / "bin/ssh-keygen"
    silent.parent.mkdir()
    silent.write_text("#!/bin/sh\n")
    silent.chmod(0o755)
    for key, path, code, words in (
        ("signing-key", str(silent.parent), 73, "ssh-keygen wrote no signature"),
        ("none", os.environ["PATH"], 64, "The key 'none' cannot be read"),
        ("signing-key", "/nowhere", 73, "there is no ssh-keygen"),
        ("deposit.json", os.environ["PATH"], 73, "ssh-keygen does not sign with the key 'deposit.json'"),
    ):
        command = [PROGRAM, "report", "--deposit", "deposit.json", "--sign", key, "--output", "deposit"]
        done = subprocess.run([*command, "--archive", "older.sqlite"], cwd=copy, capture_output=True, text=True,
                              env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL)
        assert done.returncode == code and words in " ".join(done.stderr.split("\n")[-2].split()), done.stderr
        assert (copy / "deposit/SHA256SUMS").read_bytes() == before
        assert not list(copy.glob(".*modexport-work"))


def test_a_key_that_an_agent_holds_signs(copy):
    """The file of the private key is gone: only the agent has it."""
    text = """eval "$(ssh-agent)" >/dev/null
    trap 'ssh-agent -k >/dev/null' EXIT
    ssh-add -q signing-key
    rm signing-key
    modexport report --quiet --deposit deposit.json --sign signing-key.pub --output deposit"""
    done = shell(copy, text)
    # The nightly job says nothing where all is well.
    assert (done.returncode, done.stderr) == (0, "")
    line = next(line for line in FOUR.split("\n") if line.startswith("ssh-keygen"))
    done = shell(copy / "deposit", line)
    assert done.returncode == 0 and "Good" in done.stdout, done.stderr
