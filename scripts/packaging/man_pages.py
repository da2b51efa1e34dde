"""Writes the manual pages: modexport(1), one page for each command, and modexport-config(5).

    man_pages.py PROGRAM OUTPUT-FOLDER DATE

What the program says of itself (`--experimental-dump-help`, `config --csv`) is the source of commands, options
and settings; exit codes and variables are those of the tables in the manual. This file adds examples and files.
"""

import csv
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys

PROJECT = pathlib.Path(__file__).resolve().parents[2]
MANUAL = PROJECT / "Sources/ModExportCommands/ModExport.docc"

# By command; "" is the program itself.
EXAMPLES = {
    "": [
        ("Mirror all main sites, verify the archive, and write the report:", "modexport mirror --all"),
        ("Find a moderator, without a network:", 'modexport search "sean obrien"'),
        ("See what is missing or old:", "modexport status"),
    ],
    "mirror": [
        ("Mirror two sites, and remember them as the scope:", "modexport mirror cooking unix"),
        (
            "The nightly job, with a report for a web server and 30 copies:",
            "modexport mirror --output /srv/www/moderators --backup /mnt/copies --keep 180d",
        ),
    ],
    "sync": [
        ("Mirror three sites:", 'modexport sync cooking "Unix & Linux" https://math.stackexchange.com'),
        ("Mirror all main sites with an API key:", "modexport sync --all --key-file ~/.stackexchange-key"),
    ],
    "list": [
        ("Who moderated a site on a day:", "modexport list math --as-of 2026-06-30"),
        ("How many moderators a site has:", "modexport list stackoverflow --json | jq length"),
    ],
    "changes": [
        ("What changed since a day:", "modexport changes --since 2026-11-01"),
        ("Print changes as they are published:", "modexport changes --follow"),
    ],
    "schedule": [
        ("Add the nightly job to a crontab:", "(crontab -l; modexport schedule --print cron) | crontab -"),
        (
            "Run it by a timer of the user's own service manager:",
            "mkdir -p ~/.config/systemd/user\n"
            "modexport schedule --print service > ~/.config/systemd/user/modexport.service\n"
            "modexport schedule --print timer > ~/.config/systemd/user/modexport.timer\n"
            "systemctl --user enable --now modexport.timer",
        ),
    ],
    "sample-api": [
        ("Serve the sample network, and mirror it:", "modexport sample-api --port 8200 &\n"
         "modexport mirror --all --api-url http://127.0.0.1:8200/2.3 --archive demo.sqlite"),
    ],
}

FILES = [
    ("~/.config/modexport/config.yaml", "The configuration file; see modexport\\-config(5)."),
    ("modexport.sqlite", "The archive, in the current folder unless --archive names another."),
    ("modexport.sqlite.lock", "Prevents two runs at once; empty, and never in the way after a run that was killed."),
    ("/etc/modexport/config.yaml", "The configuration of the Debian package's nightly job."),
    ("/etc/modexport/stackexchange-key", "The API key of that job. Only root needs to be able to read it."),
    ("/var/lib/modexport", "The archive and the report of that job."),
]


def escaped(text):
    """Plain text for man(7); code between backticks becomes bold."""
    parts = text.split("`")
    texts = [f"\\fB{code(part)}\\fR" if index % 2 else plain(part) for index, part in enumerate(parts)]
    return guarded("".join(texts))


def plain(text):
    """Text in which only the dashes of options are those that a user types."""
    text = text.replace("\\", "\\e").replace("’", "\\(cq").replace("…", "...")
    return re.sub(r"(?<![\w-])--?(?=[a-z])", lambda dashes: dashes[0].replace("-", "\\-"), text)


def code(text):
    """Text that a user types, in which every dash is one."""
    return guarded(text.replace("\\", "\\e").replace("-", "\\-"))


def guarded(text):
    """Text none of whose lines is a request."""
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def paragraphs(text):
    """The paragraphs of a discussion, with one request between them."""
    parts = [escaped(" ".join(part.split())) for part in text.split("\n\n")]
    return "\n.PP\n".join(part for part in parts if part)


def entry(term, text):
    """A paragraph with a hanging term that is already escaped."""
    return f".TP\n{term}\n{text}"


class Page:
    """A page that grows section by section."""

    def __init__(self, name, section, summary, version, date):
        self.lines = [
            f'.TH {name.upper()} {section} "{date}" "modexport {version}" '
            + ('"File Formats"' if section == 5 else '"User Commands"'),
            ".SH NAME", f"{code(name)} \\- {escaped(summary[0].lower() + summary[1:].rstrip('.'))}",
        ]
        self.path = f"man{section}/{name}.{section}"

    def section(self, title, *parts):
        """Adds a section, if it has any content."""
        if parts := [part for part in parts if part]:
            self.lines += [f".SH {title}", *parts]

    def write(self, folder):
        path = folder / self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(self.lines) + "\n", encoding="utf-8")


def value_of(argument):
    return f"\\fI{code(argument['valueName'])}\\fR"


def term_of(argument):
    """The names of an option and its value, or the name of an argument."""
    if argument["kind"] == "positional":
        return value_of(argument)
    names = sorted(argument["names"], key=lambda name: name["kind"] == "long")
    texts = [("\\-\\-" if name["kind"] == "long" else "\\-") + code(name["name"]) for name in names]
    text = ", ".join(f"\\fB{text}\\fR" for text in texts)
    return text if argument["kind"] == "flag" else f"{text} {value_of(argument)}"


def help_of(argument):
    text = " ".join((argument.get("abstract") or "").split())
    extra = []
    if argument.get("allValues"):
        extra.append("values: " + ", ".join(argument["allValues"]))
    if argument.get("defaultValue") and argument["kind"] == "option":
        extra.append("default: " + argument["defaultValue"])
    if extra:
        text += f" ({'; '.join(extra)})"
    discussion = argument.get("discussion")
    return "\n.IP\n".join(filter(None, [escaped(text), paragraphs(discussion) if discussion else ""]))


def synopsis(words, command):
    parts = [f"\\fB{code(' '.join(words))}\\fR"]
    arguments = shown(command)
    if command.get("subcommands"):
        parts.append("\\fIcommand\\fR")
    if any(argument["kind"] != "positional" for argument in arguments):
        parts.append("[\\fIoptions\\fR]")
    for argument in arguments:
        if argument["kind"] == "positional":
            text = value_of(argument) + (" ..." if argument["isRepeating"] else "")
            parts.append(f"[{text}]" if argument["isOptional"] else text)
    return " ".join(parts)


def shown(command):
    return [argument for argument in command.get("arguments", []) if argument["shouldDisplay"]]


def options(command):
    """The options by the title of their group; those without one come last."""
    groups = {}
    for argument in shown(command):
        groups.setdefault(argument.get("sectionTitle") or "", []).append(argument)
    parts = []
    for title in sorted(groups, key=lambda title: title == ""):
        if len(groups) > 1:
            parts.append(f".SS {escaped(title or 'Further options')}")
        parts += [entry(term_of(argument), help_of(argument)) for argument in groups[title]]
    return parts


def examples(name):
    parts = []
    for text, command in EXAMPLES.get(name, []):
        parts.append(f".PP\n{escaped(text)}\n.PP\n.RS 4\n.nf\n{code(command)}\n.fi\n.RE")
    # mandoc calls a paragraph right after a heading empty.
    return [parts[0].removeprefix(".PP\n"), *parts[1:]] if parts else []


def table(page, header):
    """The cells of a table of the manual."""
    lines = (MANUAL / page).read_text("utf-8").split("\n")
    if header not in lines:
        sys.exit(f"man_pages.py: {page} has no table '{header}'")
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[lines.index(header) + 2:])
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def sentence(text):
    return escaped(text[0].upper() + text[1:] + ".") if text[0] != "`" else escaped(text + ".")


def exit_codes():
    return [entry(f"\\fB{codes}\\fR", sentence(meaning)) for codes, meaning in table("Operating.md", "| code | meaning |")]


def environment(settings):
    rows = [(names, meaning) for names, meaning in table("Environment.md", "| variable | meaning |") if "…" not in names]
    return [entry(escaped(names), sentence(meaning)) for names, meaning in rows] + [
        entry(f"\\fBMODEXPORT_{name.upper().replace('-', '_')}\\fR", f"The setting {code(name)}.") for name in settings]


def see_also(*names):
    return ",\n".join(f".BR {code(name)} ({section})" for name, section in names).replace(",\n", " ,\n")


def main():
    program, folder, date = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]

    def said(*arguments):
        return subprocess.run(
            [program, *arguments], check=True, text=True, stdout=subprocess.PIPE,
            env={"PATH": os.defpath, "HOME": "/nonexistent"}).stdout

    root = json.loads(said("--experimental-dump-help"))["command"]
    version = re.search(r"[0-9]+(?:\.[0-9]+)+", said("--version"))[0]
    settings = [row["setting"] for row in csv.DictReader(said("config", "--csv", "--quiet").splitlines())]
    commands = [command for command in root["subcommands"]
                if command["commandName"] != "help" and command.get("shouldDisplay", True)]
    # An option with the same name in two commands is the same setting.
    helps = {}
    for command in commands:
        for argument in shown(command):
            for name in argument.get("names", []):
                helps.setdefault(name["name"], argument)

    page = Page("modexport", 1, root["abstract"], version, date)
    page.section("SYNOPSIS", synopsis(["modexport"], root))
    page.section("DESCRIPTION", paragraphs(
        root.get("discussion") or root["abstract"] + " Each roster carries the evidence that proves it complete; what "
        "is not proven is not published."))
    page.section("COMMANDS", *(
        entry(f".BR {code('modexport-' + command['commandName'])} (1)", escaped(command["abstract"]))
        for command in commands))
    page.section("OPTIONS", *options(root))
    page.section("EXIT STATUS", *exit_codes())
    page.section("ENVIRONMENT", *environment([name for name in settings if name in helps]))
    page.section("FILES", *(entry(f"\\fI{code(path)}\\fR", text if "\\" in text else escaped(text)) for path, text in FILES))
    page.section("EXAMPLES", *examples(""))
    page.section("SEE ALSO", see_also(("modexport-config", 5), ("sqlite3", 1), ("systemd.timer", 5), ("crontab", 5)))
    page.write(folder)

    for command in commands:
        write_command(command, ["modexport"], version, date, folder)
    write_configuration(settings, helps, version, date, folder)


def write_command(command, above, version, date, folder):
    words = [*above, command["commandName"]]
    page = Page("-".join(words), 1, command["abstract"], version, date)
    page.section("SYNOPSIS", synopsis(words, command))
    page.section("DESCRIPTION", paragraphs(command.get("discussion") or command["abstract"]))
    page.section("OPTIONS", *options(command))
    page.section("EXAMPLES", *examples(" ".join(words[1:])))
    page.section("EXIT STATUS", "0 if all is well and complete; the other codes are in\n.BR modexport (1).")
    page.section("SEE ALSO", see_also(("modexport", 1), ("modexport-config", 5)))
    page.write(folder)
    for below in command.get("subcommands", []):
        write_command(below, words, version, date, folder)


def write_configuration(settings, helps, version, date, folder):
    page = Page("modexport-config", 5, "Settings of modexport in a file", version, date)
    page.section("DESCRIPTION", paragraphs(
        "The file is YAML in UTF-8 with one setting on each line. It is named by --config, else by $MODEXPORT_CONFIG; "
        "else it is modexport/config.yaml in $XDG_CONFIG_HOME or ~/.config. A setting that an option or a variable also "
        "gives counts from there: the option before the variable, the variable before the file.\n\n"
        "An unknown setting is an error, and so is an option that is for one run only, such as --all. `modexport config` "
        "shows every setting, its value, and where the value comes from. Paths are relative to the current folder of "
        "the program, so that absolute ones are better here. Durations are numbers with a unit: ms, s, m, h or d."))
    page.section("SETTINGS", *(
        entry(f"\\fB{code(name)}\\fR", help_of(helps[name])) for name in settings if name in helps))
    example = "archive: /var/lib/modexport/modexport.sqlite\noutput: /srv/www/moderators\nrate: 10\nformat: [html, csv]"
    page.section("EXAMPLES", f".nf\n{code(example)}\n.fi")
    page.section("SEE ALSO", see_also(("modexport", 1), ("modexport-config", 1), ("modexport-mirror", 1)))
    page.write(folder)


main()
