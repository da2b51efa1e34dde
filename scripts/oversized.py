"""Prints functions of more than 40 lines, and folders with one, two, or more than 15 Swift files; exits with 1 if
there is one.

  python3 scripts/oversized.py Sources
"""

import pathlib
import re
import sys

LONGEST = 40
MOST = 15
WORDS = "package|public|private|fileprivate|static|mutating|nonisolated|override|convenience|isolated|required"
OPENING = re.compile(rf"( *)(@\w+(\(.*?\))? +)*(({WORDS}) +)*(func |init[?(<]|subscript|var \w+\b[^=]*{{$)")


def functions(lines):
    """The first line and the number of lines of each function, initializer and computed property."""
    for first, line in enumerate(lines):
        if not (opening := OPENING.match(line)):
            continue
        indent = opening.group(1)
        for last in range(first, len(lines)):
            text = lines[last]
            if text.startswith(indent + "}"):
                yield first, last - first + 1
            # A requirement of a protocol has no body.
            if last > first and text and not text.startswith(tuple(indent + start for start in (" ", ")", "{", "where "))):
                break


def main():
    found = 0
    root = pathlib.Path(sys.argv[1])
    folders = {}
    for file in sorted(root.rglob("*.swift")):
        folders.setdefault(file.parent, []).append(file)
        lines = file.read_text().split("\n")
        for first, length in functions(lines):
            if length > LONGEST:
                print(f"{file}:{first + 1}: {length} lines: {lines[first].strip()}")
                found += 1
    for folder, files in sorted(folders.items()):
        # The folder of a target is where SwiftPM looks for it, whatever is in it.
        least = 1 if folder.parent in (root, root / "Sample") or folder == root / "Sample" else 3
        if not least <= len(files) <= MOST:
            print(f"{folder}: {len(files)} files")
            found += 1
    return found > 0


sys.exit(main())
