package import Networks

extension APIKey {
  /// A key as if from `$STACKEXCHANGE_KEY`.
  package init(_ secret: String) {
    self.init(secret, origin: "$STACKEXCHANGE_KEY")
  }
}
