# Prints each `package` type, function and initialiser that throws or may fail and has no doc
# comment above it or its attributes, and exits with 1 if there is one. Not checked: properties and
# plain initialisers, whose names may be sufficient, and members that inherit the comment of a
# protocol.

BEGIN {
  kind = "[^A-Za-z](func|subscript|struct|enum|class|actor|protocol|typealias)[^A-Za-z]" \
    "|[^A-Za-z]init\\?|[^A-Za-z]init\\(.*\\) (async )?throws"
  inherited = "init.?\\(rawValue:|metadataKey| func (log|encode|hash|==|<)[^A-Za-z]" \
    "| func validate\\(\\)| func run\\(on console| func send<Payload>" \
    "| func sleep\\(until| func position<Item>| subscript\\(position:"
}

FNR == 1 { documented = 0 }

/^ *\/\/\// {
  documented = 1
  next
}

# Lines that are allowed between a comment and its declaration.
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
