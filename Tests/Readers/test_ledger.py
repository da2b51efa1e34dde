"""The program of the manual that checks an archive without modexport."""

import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

import pytest

MANUAL = pathlib.Path(__file__).parents[2] / "Sources/ModExportCommands/ModExport.docc/ProvingItToStrangers.md"


@pytest.fixture
def check(tmp_path):
    program = tmp_path / "check.py"
    text = MANUAL.read_text(encoding="utf-8")
    program.write_text(re.search(r"```python\n(.*?)```", text, re.S).group(1), encoding="utf-8")
    return lambda *paths: subprocess.run([sys.executable, program, *paths], capture_output=True, text=True)


def test_a_stranger_finds_the_head_of_the_archive(archive, check):
    done = check(archive)
    newest = sqlite3.connect(archive).execute("SELECT lower(hex(chain)) FROM entry ORDER BY id DESC LIMIT 1").fetchone()
    assert (done.stdout.strip(), done.stderr) == (newest[0], "")


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE entry SET at = at - 1 WHERE id = 7",
        "UPDATE name SET display_name = 'Nobody' WHERE until IS NOT NULL",
        "UPDATE tenure SET until = NULL WHERE member NOT IN (SELECT member FROM tenure WHERE until IS NULL)",
        "DELETE FROM tenure WHERE member = 1",
        "UPDATE member SET salt = zeroblob(16) WHERE id = 1",
    ],
)
def test_a_stranger_notices_an_edit(archive, check, tmp_path, edit):
    path = tmp_path / "edited.sqlite"
    shutil.copy(archive, path)
    with sqlite3.connect(path) as connection:
        assert connection.execute(edit).rowcount > 0
    assert check(path).returncode == 1
