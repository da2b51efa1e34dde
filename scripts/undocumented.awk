# Names each `package` type, function and initialiser that throws or may fail without a doc comment
# right above it or above its attributes, and ends with 1 if there is one. Properties and plain
# initialisers need one only where their name does not say all, which no script can tell; nor do
# members that inherit the comment of a protocol.

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
