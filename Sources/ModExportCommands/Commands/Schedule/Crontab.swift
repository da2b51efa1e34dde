/// A line for `crontab -e`.
enum Crontab {
  static func line(of job: ScheduledJob, at time: NightlyTime) -> String {
    let command = ([job.program] + job.arguments).map(shellWord).joined(separator: " ")
    // cron takes everything after a bare `%` as input, and removes the backslash before the others. Of two
    // backslashes it takes the second one as escaped, so an own backslash is kept apart: a word with one is in
    // quotes, which end and begin again in between.
    let line = command.replacing("%", with: #"\%"#).replacing(#"\\%"#, with: #"\''\%"#)
    return "\(time.minute) \(time.hour) * * * \(line)\n"
  }

  /// The text as one word of a POSIX shell.
  static func shellWord(_ text: String) -> String {
    text.isPlainWord ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

extension String {
  /// Whether neither a shell nor systemd gives one of its characters a meaning.
  var isPlainWord: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "/._-+=:,@".utf8.contains(byte)
        }
      }
  }
}
