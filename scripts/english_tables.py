"""Prints an assembler source with the tables of ICU (a .dat file) that a program needs which writes no language but
English: without those of other languages, of old character sets, of dictionaries and of transliterations.

  python3 scripts/english_tables.py icudt76l.dat
"""

import re
import struct
import sys

LEFT_OUT = re.compile(rb".*\.(cnv|dict)|.*/translit/.*|.*/(?!en[_.])[a-z]{2,3}(_\w+)?\.res")
ALIGNMENT = 16


def items(tables):
    """The head of the file, and the name and the bytes of each table (ICU's ucmndata.h)."""
    (head,) = struct.unpack_from("<H", tables)
    if tables[2:4] != b"\xda\x27" or tables[12:16] != b"CmnD":
        sys.exit("english_tables: these are no tables of ICU for this processor.")
    (count,) = struct.unpack_from("<I", tables, head)
    entries = [struct.unpack_from("<II", tables, head + 4 + 8 * entry) for entry in range(count)]
    ends = [start for _, start in entries[1:]] + [len(tables) - head]
    found = []
    for (name, start), end in zip(entries, ends):
        name = tables[head + name : tables.index(b"\0", head + name)]
        found.append((name, tables[head + start : head + end]))
    return tables[:head], found


def joined(head, kept):
    """A file with these tables."""
    names, place = b"", 4 + 8 * len(kept)
    name_places, starts = [], []
    for name, _ in kept:
        name_places.append(place + len(names))
        names += name + b"\0"
    names += bytes(-(place + len(names)) % ALIGNMENT)
    place += len(names)
    for _, table in kept:
        starts.append(place)
        place += len(table) + -len(table) % ALIGNMENT
    entries = b"".join(struct.pack("<II", *entry) for entry in zip(name_places, starts))
    bodies = [table + bytes(-len(table) % ALIGNMENT) for _, table in kept]
    return head + struct.pack("<I", len(kept)) + entries + names + b"".join(bodies)


def assembler(symbol, content):
    """A source that defines the symbol."""
    lines = [f'.section .rodata,"a"\n.balign {ALIGNMENT}\n.globl {symbol}\n{symbol}:']
    for start in range(0, len(content), 64):
        lines.append(".byte " + ",".join(map(str, content[start : start + 64])))
    lines.append('.section .note.GNU-stack,"",@progbits\n')
    return "\n".join(lines)


with open(sys.argv[1], "rb") as file:
    head, found = items(file.read())
kept = [(name, table) for name, table in found if not LEFT_OUT.fullmatch(name)]
# The linker option --wrap has this name take the place of the one that Foundation asks for, such as icudt76_dat.
version = found[0][0].split(b"/")[0].decode().rstrip("l")
sys.stdout.write(assembler(f"__wrap_{version}_dat", joined(head, kept)))
