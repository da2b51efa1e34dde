/// The units of a user without the Debian package, whose own units are in `scripts/packaging`.
enum SystemdUnits {
  /// - Throws: `CommandFailure` (64) where systemd cannot run a program of this path.
  static func service(of job: ScheduledJob, forRoot: Bool) throws(CommandFailure) -> String {
    guard !job.program.contains(where: #""'\"#.contains) else {
      throw CommandFailure(
        .usage,
        "systemd cannot run '\(job.program)': move the program to a path without quotes and backslashes."
      )
    }
    let command = ([program(job.program)] + job.arguments.map(word)).joined(separator: " ")
    // A user's own service manager knows no network targets.
    let network = "Wants=network-online.target\nAfter=network-online.target\n"
    return """
      [Unit]
      Description=Mirror the moderator lists of Stack Exchange
      \(forRoot ? network : "")
      [Service]
      Type=oneshot
      ExecStart=\(command)
      # 75: stopped on purpose, for example because the quota was used up; the next run continues.
      SuccessExitStatus=75
      LockPersonality=yes
      MemoryDenyWriteExecute=yes
      NoNewPrivileges=yes
      RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
      RestrictRealtime=yes
      RestrictSUIDSGID=yes
      SystemCallArchitectures=native
      SystemCallFilter=@system-service

      """
  }

  static func timer(at time: NightlyTime) -> String {
    """
    [Unit]
    Description=Run modexport mirror each night

    [Timer]
    OnCalendar=*-*-* \(time.hour.twoDigits):\(time.minute.twoDigits):00
    # A machine that was off at that time runs the job when it is on again.
    Persistent=true

    [Install]
    WantedBy=timers.target

    """
  }

  /// A text as one argument of `ExecStart=`, where `%` and `$` are replaced unless they are doubled.
  static func word(_ text: String) -> String {
    quoted(text.replacing("%", with: "%%").replacing("$", with: "$$"), like: text)
  }

  /// The path of a program in `ExecStart=`, where variables are not replaced.
  static func program(_ path: String) -> String {
    quoted(path.replacing("%", with: "%%"), like: path)
  }

  private static func quoted(_ text: String, like original: String) -> String {
    if original.isPlainWord { return text }
    return "\"" + text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#) + "\""
  }
}

extension Int {
  /// From 0 to 99, as `07`.
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
