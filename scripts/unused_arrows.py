"""Prints each dependency of a target that none of its source files imports, and exits with 1 if there is one.

Reads what `swift package dump-package` prints, in the folder of the package. A product is taken to have
one module of its own name, as all products here have.
"""

import json
import re
import sys
from pathlib import Path

IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\(\w+\))?\s+)*(?:\w+\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)",
    re.MULTILINE,
)


def folder(target):
    """The folder of a target's sources."""
    parent = "Tests" if target["type"] == "test" else "Sources"
    return Path(target.get("path") or f"{parent}/{target['name']}")


def dependencies(target):
    """The names of the targets and products that a target declares."""
    for dependency in target["dependencies"]:
        for kind in ("byName", "target", "product"):
            if kind in dependency:
                yield dependency[kind][0]


def imports(target):
    """The names of the modules that the sources of a target import."""
    return {
        name
        for path in folder(target).rglob("*.swift")
        for name in IMPORT.findall(path.read_text(encoding="utf-8"))
    }


unused = [
    f"Package.swift: {target['name']} depends on {name} and imports it nowhere"
    for target in json.load(sys.stdin)["targets"]
    if target["type"] != "system"
    for name in sorted(set(dependencies(target)) - imports(target))
]
for line in unused:
    print(line)
sys.exit(1 if unused else 0)
