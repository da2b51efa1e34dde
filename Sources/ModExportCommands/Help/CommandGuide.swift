package import ArgumentParser

/// A command with a guide.
package protocol GuidedCommand: ParsableCommand {
  /// What its help says beside its options.
  static var guide: CommandGuide { get }
}

/// What a command's help says beside its options: the one source of `--help`, of the manual pages and of the
/// page *Commands*.
package struct CommandGuide: Hashable, Sendable {
  /// Three, or two for a command that has no third use. Each works as it is written.
  package var examples: [Example]
  /// The exit statuses that the command can end with, in the order of their codes.
  package var exits: [Exit]
  /// The variables that count for the command, beside those of its settings.
  package var variables: [EnvironmentVariable]
  /// The files that the command reads or writes.
  package var files: [NamedFile]
  /// What only this command has to explain.
  package var tables: [Table]

  /// - Parameters:
  ///   - examples: From the simplest use to the rarest.
  ///   - exits: The statuses of its kind of command, such as ``ExitStatus/ofReading``.
  ///   - meanings: What a status means here, where the general sentence is too vague; a status that is not
  ///     among `exits` is added.
  ///   - variables: Those that not every command has.
  ///   - files: Those that not every command has.
  ///   - tables: What only this command has to explain.
  package init(
    _ examples: [Example], exits: Set<ExitStatus>, meanings: [ExitStatus: String] = [:],
    variables: [EnvironmentVariable] = [], files: [NamedFile] = [], tables: [Table] = []
  ) {
    self.tables = tables
    self.examples = examples
    self.exits = exits.union(meanings.keys).sorted { $0.rawValue < $1.rawValue }
      .map { Exit(status: $0, meaning: meanings[$0] ?? $0.meaning) }
    self.variables = variables + EnvironmentVariable.ofEveryCommand
    self.files = files + NamedFile.ofEveryCommand
  }

  /// A use of a command.
  package struct Example: Hashable, Sendable {
    /// What the command line does, as an imperative sentence without its end.
    package var purpose: String
    /// The text to type: one command line, or several lines for one purpose.
    package var command: String

    package init(_ purpose: String, _ command: String) {
      self.purpose = purpose
      self.command = command
    }
  }

  /// Values that an option takes, and what each means.
  package struct Table: Hashable, Sendable {
    package var title: String
    package var rows: [Row]

    package init(title: String, rows: [Row]) {
      self.title = title
      self.rows = rows
    }

    /// One value.
    package struct Row: Hashable, Sendable {
      package var value: String
      package var meaning: String

      package init(value: String, meaning: String) {
        self.value = value
        self.meaning = meaning
      }
    }
  }

  /// One way in which a command ends.
  package struct Exit: Hashable, Sendable {
    package var status: ExitStatus
    /// A sentence.
    package var meaning: String
  }
}

/// A file that a command reads or writes.
package struct NamedFile: Hashable, Sendable {
  package var path: String
  /// A sentence.
  package var meaning: String

  package init(_ path: String, _ meaning: String) {
    self.path = path
    self.meaning = meaning
  }

  package static let archive = NamedFile(
    GlobalSettings.archive.defaultValue,
    "The archive, in the current folder unless --archive names another file.")
  package static let lock = NamedFile(
    "\(GlobalSettings.archive.defaultValue).lock",
    "Prevents two runs at once. A run that was killed leaves it behind, which is harmless.")
  package static let report = NamedFile(
    "\(ReportSettings.output.defaultValue)/index.html",
    "The first page of the report, unless --output names another folder.")

  static let ofEveryCommand = [archive]
}
