# Names each `package` declaration without a doc comment right above it or above its attributes, and
# ends with 1 if there is one. Enum cases need none, nor do members that inherit the comment of a
# well-known protocol.

BEGIN {
  kind = "[^A-Za-z](func|var|let|init|subscript|struct|enum|class|actor|protocol|typealias)[^A-Za-z]"
  inherited = " (var|let) (debugDescription|description|errorDescription|customMirror|rawValue" \
    "|configuration|logLevel|metadata|metadataProvider)[^A-Za-z]|init.?\\(rawValue:|metadataKey" \
    "| func (log|encode|hash|==|<)[^A-Za-z]| func validate\\(\\)| func run\\(on console| init\\(\\) \\{\\}"
}

FNR == 1 { documented = 0 }

/^ *\/\/\// {
  documented = 1
  next
}

# What may stand between a comment and its declaration.
/^ *@[A-Za-z]+(\(.*\))? *$/ || /^ *\/\/ / { next }

/^ *(@[A-Za-z]+(\([^)]*\))? +)*package / && !/package import/ {
  if (!documented && $0 ~ kind && $0 !~ inherited) {
    sub(/^ */, "")
    printf "%s:%d: no doc comment: %s\n", FILENAME, FNR, $0
    undocumented++
  }
}

{ documented = 0 }

END { exit undocumented > 0 }
